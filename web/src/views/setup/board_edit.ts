// SPDX-License-Identifier: MIT
//
// Changes of a board of 64 letters from a1.
import { isInside, squareNumber, type Area } from '../../board/squares'
import type { GameFacts } from '../../engine/types'

export const EMPTY = '-'
export const clearBoard = EMPTY.repeat(64)

export function withPiece(board: string, square: string, glyph: string): string {
  const at = squareNumber(square)
  return board.slice(0, at) + glyph + board.slice(at + 1)
}

/** The board without what stands outside. */
export const boardWithin = (area: Area, board: string) =>
  Array.from(board, (glyph, square) => (isInside(area, square & 7, square >> 3) ? glyph : EMPTY)).join('')

/** The board with square `from(column, row)` on (column, row). */
function rearranged(board: string, from: (column: number, row: number) => number): string {
  return Array.from(board, (_, square) => board[from(square & 7, square >> 3)]).join('')
}

export const mirroredSideways = (board: string) => rearranged(board, (column, row) => 7 - column + 8 * row)
export const mirroredUpDown = (board: string) => rearranged(board, (column, row) => column + 8 * (7 - row))

/** Each piece in the other colour; glyphs come in pairs. */
export function colorsSwapped(facts: GameFacts, board: string): string {
  return Array.from(board, glyph => {
    const at = facts.glyphs.indexOf(glyph)
    return at < 0 ? glyph : facts.glyphs[at ^ 1]!
  }).join('')
}
