// SPDX-License-Identifier: MIT
//
// The places of things on the drawn board. A square is one unit; the board begins at (0, 0), and a frame lies around it.
import { placeOf, squareAt, squareName, squareNumber, type Turn } from './squares'

export const FRAME = 0.16

/** The view of a board. */
export interface Sight {
  row1OnTop: boolean
  turn: Turn
}

export interface Point {
  x: number
  y: number
}

/** The upper left corner of a square. */
export function cornerOf(name: string, sight: Sight): Point {
  const [x, y] = placeOf(squareNumber(name), sight.row1OnTop, sight.turn)
  return { x, y }
}

export function centreOf(name: string, sight: Sight): Point {
  const { x, y } = cornerOf(name, sight)
  return { x: x + 0.5, y: y + 0.5 }
}

/** The square at a point, or null beside the board. */
export function squareAtPoint({ x, y }: Point, sight: Sight): string | null {
  if (x < 0 || y < 0 || x >= 8 || y >= 8) return null
  return squareName(squareAt(Math.floor(x), Math.floor(y), sight.row1OnTop, sight.turn))
}

/** The square `right` columns and `down` rows beside another one on the screen; it stops at the edge. */
export function beside(name: string, right: number, down: number, sight: Sight): string {
  const { x, y } = cornerOf(name, sight)
  const inside = (place: number) => Math.min(7, Math.max(0, place))
  return squareName(squareAt(inside(x + right), inside(y + down), sight.row1OnTop, sight.turn))
}

/** The 64 squares as they are seen, row by row from the top. */
export function squaresSeen(sight: Sight): string[][] {
  const places = [0, 1, 2, 3, 4, 5, 6, 7]
  return places.map(row => places.map(column => squareName(squareAt(column, row, sight.row1OnTop, sight.turn))))
}

/** The letters or digits of the columns from the left and of the rows from the top. */
export function coordinates(sight: Sight): { columns: string[]; rows: string[] } {
  const seen = squaresSeen(sight)
  const swapped = (sight.turn & 4) !== 0
  return {
    columns: seen[0]!.map(name => name[swapped ? 1 : 0]!),
    rows: seen.map(row => row[0]![swapped ? 0 : 1]!),
  }
}

export const VIEW_BOX = `${-FRAME} ${-FRAME} ${8 + 2 * FRAME} ${8 + 2 * FRAME}`
