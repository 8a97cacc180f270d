// SPDX-License-Identifier: MIT
//
// The look of pieces, as plain shapes around (0, 0): the board, its animation and pictures draw the same ones. Colours
// are told apart by their lightness, and the second one by a ring as well; kings wear a crown.
import type { GameFacts } from '../engine/types'

export interface Shape {
  tag: 'circle' | 'path'
  attributes: Record<string, string | number>
  /** The colour that fills it. */
  paint: 'body' | 'ring' | 'crown'
}

export interface Piece {
  /** A name of GameFacts.colors. */
  color: string
  second: boolean
  king: boolean
}

export const PIECE_RADIUS = 0.41

/** The piece that a letter of a board stands for; null for an empty square. */
export function pieceOf(facts: GameFacts, glyph: string): Piece | null {
  const at = facts.glyphs.indexOf(glyph)
  return at < 0 ? null : { color: facts.colors[at & 1 ? 1 : 0], second: (at & 1) === 1, king: at > 1 }
}

const body: Shape = { tag: 'circle', attributes: { r: PIECE_RADIUS }, paint: 'body' }
const ring: Shape = { tag: 'circle', attributes: { r: 0.31 }, paint: 'ring' }
const crown: Shape = {
  tag: 'path',
  attributes: { d: 'M-.19 .17H.19L.25-.12L.11 .01L0-.2L-.11 .01L-.25-.12Z' },
  paint: 'crown',
}

export function shapesOf(piece: Piece): Shape[] {
  return [body, ...(piece.second ? [ring] : []), ...(piece.king ? [crown] : [])]
}

/** Colours for pictures, which have no style sheet. */
export const paper = {
  board: '#3f8f63',
  line: '#1f4a33',
  last: '#67b389',
  frame: '#ffffff',
  text: '#1c1e21',
  pieces: {
    black: { body: '#16181b', edge: '#000000', ring: '#16181b', crown: '#f6f5f0' },
    white: { body: '#f6f5f0', edge: '#30343a', ring: '#b9b7ad', crown: '#16181b' },
    red: { body: '#d64545', edge: '#5d1212', ring: '#f3b9b0', crown: '#ffffff' },
  } as Record<string, { body: string; edge: string; ring: string; crown: string }>,
}
