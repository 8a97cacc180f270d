// SPDX-License-Identifier: MIT
//
// The answers of the engine as types; docs/developers/questions.md says what each member means.
import type { Message } from '../i18n/errors'

/** A line of play: the moves from the start, and where and by which rules it began. */
export interface Played {
  game: string
  rules?: string
  start?: string // a position; the initial one without it
  moves?: readonly string[]
}

/** A rule on which authorities differ. */
export interface Param {
  name: string
  help: string
  values: string[]
}

/** The facts of a game that the page needs; it never asks for a game by name. */
export interface GameFacts {
  name: string
  title: string
  colors: [string, string]
  glyphs: string[] // letters on a board: both colours' men, then their kings where they have any
  row_1_on_top: boolean
  scores_discs: boolean
  has_book: boolean // there is a book of openings that the engine plays by
  review_levels: number[] // quick, usual, deep and very deep ones for a review of a whole game
  start: string
  position_styles: string[] // notations of positions
  params: Param[]
}

export interface FormatFacts {
  name: string
  title: string
  extensions: string
  reads: boolean
  writes: boolean
  games: string[]
}

export interface About {
  version: string
  level_max: number
  games: GameFacts[]
  formats: FormatFacts[] // none, where the module of the rules answers
}

/** A move and the position behind it. */
export interface Move {
  move: string
  from?: string // none for a placement and for a pass
  to?: string // none for a pass
  path?: string[] // of several jumps: the squares gone through, from `from` to `to`
  /** The paths of a capture that can be made in several ways with the same result. */
  ways?: string[][]
  captured: string[]
  board: string // 64 characters from a1, b1 … to h8; '-' is empty
  side: string // the colour to move behind it
}

/** The position at the end of a line of play. */
export interface Line {
  game: string
  rules: string
  start: string
  start_board: string
  start_side: string
  position: string
  board: string
  side: string
  opening?: string
  occurrences?: number
  over: boolean
  winner?: string | null // over: null is a draw
  reason_code?: string // over: why, by code and in English words
  reason?: string
  discs?: number // over, games that score discs: the first colour's minus the second's
  legal: Move[]
  plies?: Move[]
  styles?: Record<string, string> // the position in every notation of its game
}

export interface MoveValue {
  move: string
  score: number // discs or pieces, for the side to move
  exact: boolean
  depth: number
  selectivity: number
  win_in?: number
  loss_in?: number
  pv: string[]
}

export interface BookMove {
  move: string
  score: number
  in_book: boolean
  depth: number
  level?: number // this and the next ones: Othello alone
  selectivity?: number
  lines?: number
}

/** The engine's thoughts and its final answer. */
export interface Thought extends Omit<MoveValue, 'move'> {
  move: string | null
  nodes: number
  time_s: number
  moves?: MoveValue[]
  book?: BookMove[]
  slipped?: boolean
  stopped?: boolean
  from_book?: false
}

/** The move that the opening book plays, without a thought. */
export interface PlayedByBook {
  move: string
  score: number
  from_book: true
}

export type Verdict = 'best' | 'good' | 'inaccuracy' | 'mistake' | 'blunder'

/** One position of a reviewed game, and the move played there. */
export interface Review {
  ply: number
  color: string
  empties: number
  phase: 'opening' | 'midgame' | 'endgame'
  move?: string
  over?: boolean
  score?: number // without it the position was not reached
  win_in?: number
  loss_in?: number
  exact?: boolean
  depth?: number
  selectivity?: number
  book?: boolean
  chance?: number
  best?: string
  pv?: string[]
  played_score?: number
  played_exact?: boolean
  played_chance?: number
  played_win_in?: number
  played_loss_in?: number
  loss?: number
  verdict?: Verdict
  forced?: boolean
  turning?: boolean
  lost?: Lost[] // names of the things that a bad move lost; in games without discs to count
  refutation?: string[] // the line behind it, which shows that it is bad
}

/** A thing that a bad move lost: plies of a win, or to the loss; kings, men, groups, and how many there were instead. */
export interface Lost {
  what: 'win' | 'draw' | 'game' | 'kings' | 'men' | 'connection' | 'cut' | 'initiative'
  in?: number
  count?: number
  instead?: number
}

export type Phase = Review['phase']

/** Sums over moves that were not forced. */
export interface ReviewSum extends Record<Verdict, number> {
  moves: number
  forced: number
  loss: number // discs, or percent of the chance to win
  average_loss: number
  accuracy: number // 0..1: the share of best and good moves
}

/** A reviewed game. */
export interface ReviewedGame {
  game: string
  opening: string | null
  loss_unit: 'discs' | 'percent'
  complete: boolean
  moves: Review[] // one for each position
  sides: Record<string, ReviewSum & Record<Phase, ReviewSum>> // by colour
  nodes: number
  time_s: number
}

/** A game or position that was read from a file or a paste. */
export interface Sheet {
  game: string
  kind: 'game' | 'position'
  rules: string
  position: string
  to_move: string
  comment?: string
  tags: Record<string, string>
  result?: { text: string; sign: number; discs?: number; ending?: string }
  moves: SheetMove[] // none if it was to be brief
  plies?: number // brief: how many moves there are
  variations?: { line: number; ply: number; moves: SheetMove[] }[]
  note?: Message // guesses and omissions of the reader
  game_note?: Message // as which game it was taken, and why
}

export interface SheetMove extends Partial<Omit<Move, 'move'>> {
  move: string
  color: string
  value?: number
  time?: number
  symbol?: string
  comment?: string
  tags?: Record<string, string>
}

export interface Sheets {
  format?: string
  sheets: Sheet[]
  failures: (Message & { line: number; offset: number })[]
  failed: number
  more: boolean
  source?: number // under which the rest can be read on
}

export interface Written {
  text?: string
  base64?: string // a binary format
  losses: { what: string; fate: string; count: number }[]
}
