// SPDX-License-Identifier: MIT
//
// Moves as a short text that needs no rules to be read: a letter for each square, "b8-h8" is two with a sign between them. So a game of
// Othello has as many letters as moves, one of Lines of Action three for each.
const SQUARES = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/' // a1, b1 … h8
const PASS = '.'
const PLAIN = '=' // the moves themselves follow: names of a game to come, that are no squares
const NAME = /^[a-h][1-8](?:[-x][a-h][1-8])*$/
const PACKED = /\.|[A-Za-z0-9+/](?:[-:][A-Za-z0-9+/])*/g

const letterOf = (square: string) => SQUARES[square.charCodeAt(0) - 97 + 8 * (Number(square[1]) - 1)]!
const squareOf = (letter: string) => {
  const number = SQUARES.indexOf(letter)
  return `${String.fromCharCode(97 + (number & 7))}${(number >> 3) + 1}`
}

export function packMoves(moves: readonly string[]): string {
  if (!moves.every(move => move === 'pass' || NAME.test(move))) return PLAIN + moves.join(' ')
  return moves
    .map(move => (move === 'pass' ? PASS : move.replaceAll('x', ':').replace(/[a-h][1-8]/g, letterOf)))
    .join('')
}

/** The moves of a packed text; undefined if it is none. */
export function unpackMoves(text: string): string[] | undefined {
  if (text.startsWith(PLAIN)) return text.slice(1).split(' ').filter(Boolean)
  const moves = text.match(PACKED) ?? []
  if (moves.join('') !== text) return undefined
  return moves.map(move => (move === PASS ? 'pass' : move.replace(/[A-Za-z0-9+/]/g, squareOf).replaceAll(':', 'x')))
}
