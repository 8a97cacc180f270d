// SPDX-License-Identifier: MIT
//
// The puzzles, a list for each level: of Othello as tools/make_puzzles.py makes them, of the other games as tools/make_win_puzzles.py does.
import puzzlesUrl from '../../../data/puzzles.json?url'
import winsUrl from '../../../data/puzzles-wins.json?url'

/** The games that have puzzles. */
export const puzzleGames = ['othello', 'draughts', 'loa'] as const
export type PuzzleGame = (typeof puzzleGames)[number]

/** Position, the only winning move, what it wins by, what the second best gets, what was played, in which game, and see Puzzle.depth. */
type Row = [position: string, move: string, score: number, second: number, played: string, source: string, depth: number]
/** Position, the only move that wins by force, plies until then, and see Puzzle.depth. */
type WinRow = [position: string, move: string, plies: number, depth: number]

export interface Puzzle {
  game: PuzzleGame
  position: string
  move: string
  /** The depth from which on the search plays the move (tools/rate_puzzles.py). */
  depth: number
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
      level.map(([position, move, score, second, played, source, depth]) => ({ game, position, move, depth, counted: { score, second, played, source } })),
    )
  const wins = await fetched<Record<string, WinRow[][]>>(winsUrl)
  return wins[game]!.map(level => level.map(([position, move, plies, depth]) => ({ game, position, move, plies, depth })))
}
