// SPDX-License-Identifier: MIT
//
// The library of games behind `flank serve`: questions and answers as types. Scores are the first colour's discs minus the
// second's. It has a connection of its own, so that it answers while the engine thinks.
import { Remote, type ServerFacts } from './remote'
import type { Played, Sheet } from './types'

/** The results of games. */
export interface LibraryTally {
  games: number
  black: number // won by the first colour; in a row of a player: won
  drawn: number
  white: number
  unknown: number
  average?: number // of the score
  first_year?: number
  last_year?: number
}

/** A move of a position; null: games ended there. */
export interface LibraryMove extends LibraryTally {
  move: string | null
}

export interface LibraryPlace extends LibraryTally {
  game: string
  position: string
  moves: LibraryMove[] // the most played first
}

export interface LibraryGame {
  id: number
  game: string
  date: string
  black: string
  white: string
  event: string
  opening: string
  result: 'black' | 'white' | 'drawn' | null
  score?: number
  ending: string | null
  plies: number
}

export interface LibraryRow extends LibraryTally {
  name: string
}

/** The rows of one table that are named so. */
export interface LibraryNames {
  rows: LibraryRow[]
  count: number // of all pages
}

/** The tables of names. */
export type LibraryGroup = 'players' | 'events' | 'openings' | 'years'

export interface LibrarySums extends LibraryTally {
  by_game: LibraryRow[]
  by_player: LibraryRow[]
  by_event: LibraryRow[]
  by_opening: LibraryRow[]
  by_year: LibraryRow[]
}

/** The games to find; names are found anywhere in a name, in any case and with or without accents; '"Li"' is the whole name. */
export type LibraryWish = {
  player?: string
  opponent?: string // of `player`
  black?: string
  white?: string
  event?: string
  opening?: string
  first_year?: number
  last_year?: number
  result?: 'black' | 'white' | 'drawn' | 'unknown'
  game?: string
  rules?: string
  skip?: number // games
  limit?: number // games, or rows of each table; 1 to 1000
}

type Question = Parameters<Remote['request']>[0]

export class Library {
  private readonly remote: Remote

  constructor(facts: ServerFacts) {
    this.remote = new Remote(facts.engine)
  }

  /** The answer; the server need not go on with it when `givenUp` says so. */
  private async ask(question: Question, givenUp?: AbortSignal) {
    const task = this.remote.request(question)
    givenUp?.addEventListener('abort', () => task.stop(), { once: true })
    return (await task.done) as unknown
  }

  /** The newest games; with a line of play those through its end, and how they went on from there. */
  async search(wish: LibraryWish, played?: Played, givenUp?: AbortSignal) {
    const answer = await this.ask({ ask: 'library_search', ...wish, played }, givenUp)
    return answer as { found: number; games: LibraryGame[]; place?: LibraryPlace }
  }

  /** The continuations of games from the end of a line of play. */
  async position(played: Played, wish: LibraryWish = {}, givenUp?: AbortSignal): Promise<LibraryPlace> {
    return (await this.ask({ ask: 'library_position', ...wish, played }, givenUp)) as LibraryPlace
  }

  /** Names of one kind with the results of their games, the most frequent first, years in their order; those a word of which begins
   * with `begins`. */
  async names(group: LibraryGroup, begins: string, wish: LibraryWish = {}, played?: Played, givenUp?: AbortSignal): Promise<LibraryNames> {
    return (await this.ask({ ask: 'library_names', group, begins, ...wish, played }, givenUp)) as LibraryNames
  }

  async stats(wish: LibraryWish = {}): Promise<LibrarySums> {
    return (await this.ask({ ask: 'library_stats', ...wish })) as LibrarySums
  }

  /** One game with its moves. */
  async game(number: number, givenUp?: AbortSignal): Promise<Sheet> {
    return ((await this.ask({ ask: 'library_game', number, plies: true }, givenUp)) as { sheet: Sheet }).sheet
  }
}
