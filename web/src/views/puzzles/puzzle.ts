// SPDX-License-Identifier: MIT
//
// The puzzles, a list for each level: of Othello as tools/make_puzzles.py makes them, of the other games as tools/make_win_puzzles.py does.
import puzzlesUrl from '../../../data/puzzles.json?url'
import winsUrl from '../../../data/puzzles-wins.json?url'

/** The games that have puzzles. */
export const puzzleGames = ['othello', 'draughts', 'loa'] as const
export type PuzzleGame = (typeof puzzleGames)[number]

/** Position, the only winning move, what it wins by, what the second best gets, what was played, and in which game. */
type Row = [position: string, move: string, score: number, second: number, played: string, source: string]
/** Position, the only move that wins by force, and plies until then. */
type WinRow = [position: string, move: string, plies: number]

export interface Puzzle {
  game: PuzzleGame
  position: string
  move: string
  /** The facts of a puzzle of Othello, which is won by discs. */
  counted?: { score: number; second: number; played: string; source: string }
  /** The plies until the win of the other games. */
  plies?: number
}

async function fetched<T>(url: string): Promise<T> {
  const response = await fetch(url)
  if (!response.ok) throw new Error(response.statusText)
  return (await response.json()) as T
}

/** Fetched when they are wanted. */
export async function loadPuzzles(game: PuzzleGame): Promise<Puzzle[][]> {
  if (game === 'othello')
    return (await fetched<Row[][]>(puzzlesUrl)).map(level =>
      level.map(([position, move, score, second, played, source]) => ({ game, position, move, counted: { score, second, played, source } })),
    )
  const wins = await fetched<Record<string, WinRow[][]>>(winsUrl)
  return wins[game]!.map(level => level.map(([position, move, plies]) => ({ game, position, move, plies })))
}
