// SPDX-License-Identifier: MIT
//
// The one of a position's eight images that stands for all, as the library has it (src/core/symmetry.h): that with the
// smallest board of the side to move, then of the other, a1 being the lowest bit.
import type { GameFacts, Line } from '../engine/types'

import { squareName, squareNumber } from '../board/squares'

export const SYMMETRIES = [0, 1, 2, 3, 4, 5, 6, 7]

/** The image of a square: 1 mirrors, 2 turns top and bottom round, 4 swaps rows and columns, in this order. */
export function imageOf(square: number, symmetry: number): number {
  const mirrored = square ^ (symmetry & 1 ? 7 : 0) ^ (symmetry & 2 ? 56 : 0)
  return symmetry & 4 ? ((mirrored & 7) << 3) | (mirrored >> 3) : mirrored
}

/** A board of letters from a1, and the squares in a move's name, as a symmetry shows them. */
export function imageOfBoard(board: string, symmetry: number): string {
  const letters: string[] = []
  for (let square = 0; square < 64; square++) letters[imageOf(square, symmetry)] = board[square]!
  return letters.join('')
}

export const imageOfMove = (move: string, symmetry: number): string =>
  move.replace(/[a-h][1-8]/g, name => squareName(imageOf(squareNumber(name), symmetry)))

export interface Form {
  /** The image's squares from h8 down to a1: 'o' the side to move, 'x' the other, '-'. */
  text: string
  /** The symmetries that lead to it. */
  symmetries: number[]
}

/** The image's two boards as digits, the highest square first: texts that compare as the numbers do. */
function imageText(board: string, own: string, symmetry: number): { order: string; text: string } {
  const letters = Array.from({ length: 64 }, () => '-')
  for (let square = 0; square < 64; square++) {
    if (board[square] !== '-') letters[63 - imageOf(square, symmetry)] = board[square] === own ? 'o' : 'x'
  }
  const bits = (letter: string) => letters.map(each => (each === letter ? '1' : '0')).join('')
  return { order: bits('o') + bits('x'), text: letters.join('') }
}

/** `board`: 64 letters from a1; `own`: the letter of the side to move. */
export function canonical(board: string, own: string): Form {
  const images = SYMMETRIES.map(symmetry => imageText(board, own, symmetry))
  const least = images.reduce((best, image) => (image.order < best.order ? image : best))
  return { text: least.text, symmetries: SYMMETRIES.filter(symmetry => images[symmetry]!.order === least.order) }
}

/** A square in the form: of those that are each other's image the lowest. */
export const squareIn = ({ symmetries }: Form, square: number): number =>
  Math.min(...symmetries.map(symmetry => imageOf(square, symmetry)))

/** The common name of moves that are each other's image: what they lead to, as one text. */
export function imagesOf(facts: GameFacts, { legal }: Line): (move: string) => string | undefined {
  const forms = new Map(
    legal.map(({ move, board, side }) => [move, canonical(board, facts.glyphs[facts.colors.indexOf(side)]!).text]),
  )
  return move => forms.get(move)
}
