// SPDX-License-Identifier: MIT
//
// The puzzles as tools/make_puzzles.py makes them: a list for each level.
import puzzlesUrl from '../../../data/puzzles.json?url'

/** Position, the only winning move, what it wins by, what the second best gets, what was played, and in which game. */
type Row = [position: string, move: string, score: number, second: number, played: string, source: string]

export interface Puzzle {
  position: string
  move: string
  score: number
  second: number
  played: string
  source: string
}

/** Fetched when the view is opened. */
export async function loadPuzzles(): Promise<Puzzle[][]> {
  const response = await fetch(puzzlesUrl)
  if (!response.ok) throw new Error(response.statusText)
  const levels = (await response.json()) as Row[][]
  return levels.map(level =>
    level.map(([position, move, score, second, played, source]) => ({ position, move, score, second, played, source })),
  )
}
