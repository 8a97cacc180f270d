// SPDX-License-Identifier: MIT
//
// Squares, and where they are drawn.

/** "a1" of 0, "h8" of 63: row by row. */
export const squareName = (square: number) => 'abcdefgh'[square & 7]! + ((square >> 3) + 1)
export const squareNumber = (name: string) => name.charCodeAt(0) - 97 + 8 * (Number(name[1]) - 1)

/** The squares that are played on: all 64, or those of a smaller board in their middle. */
export interface Area {
  first: number // the lowest column and row, from 0
  last: number
}
export const WHOLE: Area = { first: 0, last: 7 }
const MIDDLE_36: Area = { first: 1, last: 6 }

/** The board of a game by these rules. */
export const areaOf = (rules: string): Area => (rules.split(',').includes('board=6') ? MIDDLE_36 : WHOLE)

export const isInside = ({ first, last }: Area, column: number, row: number) => column >= first && column <= last && row >= first && row <= last

/** One of the eight ways to look at a board: bits: 1 mirror left-right, 2 mirror top-bottom, 4 swap rows and columns. */
export type Turn = number

/** The view, turned by a quarter to the right. */
export const quarterTurned = (turn: Turn): Turn => ((turn & 4) ^ 4) | (((turn >> 1) & 1) ^ 1) | ((turn & 1) << 1)
/** The view, in a mirror. */
export const mirrored = (turn: Turn): Turn => turn ^ 1
export const HALF_TURN: Turn = 3

/** Column and row on the screen, 0..7 from the top left. */
export function placeOf(square: number, row1OnTop: boolean, turn: Turn): [number, number] {
  let column = square & 7
  let row = row1OnTop ? square >> 3 : 7 - (square >> 3)
  if (turn & 4) [column, row] = [row, column]
  if (turn & 1) column = 7 - column
  if (turn & 2) row = 7 - row
  return [column, row]
}

/** The square at a place of the screen. */
export function squareAt(column: number, row: number, row1OnTop: boolean, turn: Turn): number {
  if (turn & 2) row = 7 - row
  if (turn & 1) column = 7 - column
  if (turn & 4) [column, row] = [row, column]
  return column + 8 * (row1OnTop ? row : 7 - row)
}
