// SPDX-License-Identifier: MIT
//
// The places of things on the drawn board. A square is one unit; a board of 64 squares begins at (0, 0), a smaller one lies in its
// middle, and a frame lies around it.
import type { GameFacts } from '../engine/types'
import { areaOf, isInside, placeOf, squareAt, squareName, squareNumber, type Area, type Turn } from './squares'

export const FRAME = 0.16

/** The view of a board. */
export interface Sight {
  row1OnTop: boolean
  turn: Turn
  /** The part that is seen: nothing is drawn outside. */
  area: Area
}

export const sightOf = (facts: GameFacts, rules = '', turn: Turn = 0): Sight => ({ row1OnTop: facts.row_1_on_top, turn, area: areaOf(rules) })

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
  if (!isInside(sight.area, Math.floor(x), Math.floor(y))) return null
  return squareName(squareAt(Math.floor(x), Math.floor(y), sight.row1OnTop, sight.turn))
}

/** The square `right` columns and `down` rows beside another one on the screen; it stops at the edge. */
export function beside(name: string, right: number, down: number, sight: Sight): string {
  const { x, y } = cornerOf(name, sight)
  const inside = (place: number) => Math.min(sight.area.last, Math.max(sight.area.first, place))
  return squareName(squareAt(inside(x + right), inside(y + down), sight.row1OnTop, sight.turn))
}

/** The columns, and rows, of the screen that have squares. */
const placesSeen = ({ area: { first, last } }: Sight) => [...Array(8).keys()].slice(first, last + 1)

/** The squares as they are seen, row by row from the top. */
export function squaresSeen(sight: Sight): string[][] {
  const places = placesSeen(sight)
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

/** The square of the drawing that holds the board and `margin` around it. */
export function boxAround({ area: { first, last } }: Sight, margin = 0) {
  const size = last + 1 - first + 2 * margin
  return { x: first - margin, y: first - margin, width: size, height: size }
}

export const viewBox = ({ x, y, width, height }: ReturnType<typeof boxAround>) => [x, y, width, height].join(' ')
