// SPDX-License-Identifier: MIT
//
// The look of pieces and boards, as plain shapes: the board, its animation and pictures draw the same ones. A piece stands around
// (0, 0) and is lit from above. Colours are told apart by their lightness, and the second one by a ring as well; a king is two men,
// one upon the other, and wears a crown.
import type { GameFacts } from '../engine/types'
import { WHOLE, type Area } from './squares'

export interface Shape {
  tag: 'circle' | 'path'
  attributes: Record<string, string | number>
  /** The colour that fills it. */
  paint: 'shadow' | 'side' | 'body' | 'ring' | 'crown'
}

export interface Piece {
  /** A name of GameFacts.colors. */
  color: string
  second: boolean
  king: boolean
}

export const PIECE_RADIUS = 0.4
const THICK = 0.04 // the part of the side that is seen, below
const STEP = 0.11 // from a man to the one upon it

/** The piece that a letter of a board stands for; null for an empty square. */
export function pieceOf(facts: GameFacts, glyph: string): Piece | null {
  const at = facts.glyphs.indexOf(glyph)
  return at < 0 ? null : { color: facts.colors[at & 1 ? 1 : 0], second: (at & 1) === 1, king: at > 1 }
}

const circle = (paint: Shape['paint'], r: number, cy: number): Shape => ({ tag: 'circle', attributes: { r, cy }, paint })

/** The shadow on the board, below the shapes of any piece. */
export const contactShadow = circle('shadow', 0.46, 0.05)

const man = (r: number, y: number): Shape[] => [circle('side', r, y + THICK), circle('body', r, y)]
const ring = (r: number, y: number) => circle('ring', r, y)
const crown: Shape = {
  tag: 'path',
  attributes: { d: 'M-.17 .09H.17L.23-.17L.1-.05L0-.24L-.1-.05L-.23-.17Z' },
  paint: 'crown',
}

export function shapesOf({ second, king }: Piece): Shape[] {
  if (!king) return [...man(PIECE_RADIUS, -THICK / 2), ...(second ? [ring(0.29, -THICK / 2)] : [])]
  const radius = PIECE_RADIUS - 0.02
  return [...man(radius, STEP / 2), ...man(radius, -STEP / 2), ...(second ? [ring(0.31, -STEP / 2)] : []), crown]
}

export const escaped = (text: string) => text.replace(/[&<>"]/g, c => `&#${c.charCodeAt(0)};`)

/** An element as text; `inner` is text of elements. */
export const tag = (name: string, attributes: Record<string, string | number>, inner = '') =>
  `<${name} ${Object.entries(attributes)
    .map(([key, value]) => `${key}="${escaped(String(value))}"`)
    .join(' ')}${inner ? `>${inner}</${name}>` : '/>'}`

/** The way the squares of a game are told apart: four dots between them, two colours, or lines alone. */
export function groundOf({ name }: GameFacts): 'dotted' | 'checkered' | 'plain' {
  if (name === 'loa') return 'checkered'
  return name === 'draughts' ? 'plain' : 'dotted'
}

/** The corners of squares where a board has dots: the usual board of Othello has four, a smaller one none. */
export const dotsOf = (facts: GameFacts, area: Area) =>
  groundOf(facts) === 'dotted' && area === WHOLE ? [2, 6].flatMap(x => [2, 6].map(y => ({ x, y }))) : []

/** Is it a dark square of a two-coloured board, where a1 is dark? */
export const isDark = (square: number) => ((square ^ (square >> 3)) & 1) === 0

/** Colours for pictures, which have no style sheet. */
export const paper = {
  board: '#2f7d53',
  dark: '#236644',
  line: '#1d5c3a',
  last: '#63a17f',
  frame: '#ffffff',
  text: '#1c1e21',
  pieces: {
    black: { lit: '#59626a', body: '#23272b', shaded: '#0d0f11', side: '#050607', edge: '#000000', ring: '#454c53', crown: '#f4f1e8' },
    white: { lit: '#ffffff', body: '#f4f1e8', shaded: '#d3cebf', side: '#a8a292', edge: '#3d403d', ring: '#b5af9f', crown: '#23272b' },
    red: { lit: '#ef8778', body: '#cf433a', shaded: '#962320', side: '#5f1413', edge: '#4a0d0e', ring: '#ffd9d2', crown: '#ffffff' },
  } as Record<string, Record<'lit' | 'body' | 'shaded' | 'side' | 'edge' | 'ring' | 'crown', string>>,
}
