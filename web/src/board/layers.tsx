// SPDX-License-Identifier: MIT
//
// The layers of the drawn board, from plain state; board.tsx puts them together and listens.
import type { GameFacts, Move } from '../engine/types'
import { pieceOf, shapesOf } from './drawing'
import { centreOf, coordinates, cornerOf, MARGIN, type Sight } from './geometry'
import type { Motion } from './motion'
import { squareName } from './squares'

/** A short text on a square. */
export interface Mark {
  text: string
  /** The weight it has: 'best', 'good', 'fair', 'bad'; none is plain. */
  tone?: 'best' | 'good' | 'fair' | 'bad'
  /** The value is proved. */
  exact?: boolean
  /** Its words; the text without it. */
  spoken?: string
}

export interface Arrow {
  from?: string // none: a ring around `to`
  to: string
  /** 0 for the first of several lines, which is drawn strongest. */
  rank?: number
}

export function Coordinates({ sight }: { sight: Sight }) {
  const { columns, rows } = coordinates(sight)
  return (
    <g class="coordinates" aria-hidden="true">
      {columns.map((text, column) => (
        <text key={text} x={column + 0.5} y={-MARGIN / 2 + 0.1}>
          {text}
        </text>
      ))}
      {rows.map((text, row) => (
        <text key={text} x={-MARGIN / 2} y={row + 0.5 + 0.1}>
          {text}
        </text>
      ))}
    </g>
  )
}

/** A piece at its own place; `data-piece` finds it for motions. */
function PieceAt({ facts, glyph, square, sight, data }: { facts: GameFacts; glyph: string; square: string; sight: Sight; data: object }) {
  const piece = pieceOf(facts, glyph)
  if (!piece) return null
  const { x, y } = centreOf(square, sight)
  return (
    <g transform={`translate(${x} ${y})`}>
      <g class={`piece piece-${piece.color}`} {...data}>
        {shapesOf(piece).map(({ tag: Tag, attributes, paint }) => (
          <Tag key={paint} class={`piece-${paint}`} {...attributes} />
        ))}
      </g>
    </g>
  )
}

interface PiecesProps {
  facts: GameFacts
  board: string
  sight: Sight
  /** The piece drawn last, above the others. */
  above?: string | null
}

export function Pieces({ facts, board, sight, above }: PiecesProps) {
  const squares = [...board].map((glyph, square) => ({ glyph, square: squareName(square) })).filter(({ glyph }) => glyph !== '-')
  squares.sort((a, b) => Number(a.square === above) - Number(b.square === above))
  return (
    <g class="pieces" aria-hidden="true">
      {squares.map(({ glyph, square }) => (
        <PieceAt
          key={square}
          facts={facts}
          glyph={glyph}
          square={square}
          sight={sight}
          data={{ 'data-piece': square }}
        />
      ))}
    </g>
  )
}

/** The pieces that were there before a motion, while they fade or turn. */
export function Ghosts({ facts, motion, sight }: { facts: GameFacts; motion: Motion; sight: Sight }) {
  return (
    <g class="pieces" aria-hidden="true">
      {[...motion.turned, ...motion.taken].map(({ square, was }) => (
        <PieceAt key={square} facts={facts} glyph={was} square={square} sight={sight} data={{ 'data-ghost': square }} />
      ))}
    </g>
  )
}

interface HintsProps {
  board: string
  targets: ReadonlyMap<string, 'end' | 'step'>
  /** Pieces that can move, while none is chosen. */
  movable: readonly string[]
  values: ReadonlyMap<string, Mark>
  lastMove?: Move | null
  sight: Sight
}

/** The four corners of a square, around its middle. */
const CORNERS = 'M-.44-.3V-.44H-.3M.3-.44H.44V-.3M.44 .3V.44H.3M-.3 .44H-.44V.3'

/** The targets, and the last move: a dot on an empty square, a ring around what would be taken, corners around what can
 * move. */
export function Hints({ board, targets, movable, values, lastMove, sight }: HintsProps) {
  const placed = lastMove?.to && !lastMove.from ? centreOf(lastMove.to, sight) : null
  return (
    <g class="hints" aria-hidden="true">
      {movable.map(square => {
        const { x, y } = centreOf(square, sight)
        return <path key={square} class="hint-from" d={CORNERS} transform={`translate(${x} ${y})`} />
      })}
      {[...targets].map(([square, kind]) => {
        const { x, y } = centreOf(square, sight)
        const occupied = board[square.charCodeAt(0) - 97 + 8 * (Number(square[1]) - 1)] !== '-'
        if (occupied) return <circle key={square} class="take" cx={x} cy={y} r="0.45" />
        if (values.has(square)) return null
        return <circle key={square} class={`hint-${kind}`} cx={x} cy={y} r={kind === 'end' ? 0.12 : 0.09} />
      })}
      {placed && <circle class="last-placed" cx={placed.x} cy={placed.y} r="0.09" />}
    </g>
  )
}

export function Marks({ marks, sight }: { marks: ReadonlyMap<string, Mark>; sight: Sight }) {
  return (
    <g class="marks" aria-hidden="true">
      {[...marks].map(([square, { text, tone, exact }]) => {
        const { x, y } = centreOf(square, sight)
        const width = Math.min(0.94, 0.19 + 0.165 * text.length)
        return (
          <g key={square} class={`mark ${tone ?? ''} ${exact ? 'exact' : ''}`} transform={`translate(${x} ${y})`}>
            <rect x={-width / 2} y="-0.2" width={width} height="0.4" rx="0.1" />
            <text y="0.1" textLength={text.length > 4 ? width - 0.12 : undefined} lengthAdjust="spacingAndGlyphs">
              {text}
            </text>
            {exact && <path class="exact-line" d={`M${-width / 2 + 0.08} .15H${width / 2 - 0.08}`} />}
          </g>
        )
      })}
    </g>
  )
}

function ArrowShape({ arrow, sight }: { arrow: Arrow; sight: Sight }) {
  const end = centreOf(arrow.to, sight)
  const rank = Math.min(3, arrow.rank ?? 0)
  if (!arrow.from) return <circle class={`arrow-ring rank-${rank}`} cx={end.x} cy={end.y} r="0.46" />
  const start = centreOf(arrow.from, sight)
  const length = Math.hypot(end.x - start.x, end.y - start.y) || 1
  const [ux, uy] = [(end.x - start.x) / length, (end.y - start.y) / length]
  const [tipX, tipY] = [end.x - 0.12 * ux, end.y - 0.12 * uy]
  const [neckX, neckY] = [tipX - 0.36 * ux, tipY - 0.36 * uy]
  const head = `${tipX},${tipY} ${neckX - 0.2 * uy},${neckY + 0.2 * ux} ${neckX + 0.2 * uy},${neckY - 0.2 * ux}`
  return (
    <g class={`arrow rank-${rank}`}>
      <line x1={start.x + 0.2 * ux} y1={start.y + 0.2 * uy} x2={neckX} y2={neckY} />
      <polygon points={head} />
    </g>
  )
}

export function Arrows({ arrows, sight }: { arrows: readonly Arrow[]; sight: Sight }) {
  return (
    <g class="arrows" aria-hidden="true">
      {[...arrows].reverse().map(arrow => (
        <ArrowShape key={`${arrow.from}${arrow.to}`} arrow={arrow} sight={sight} />
      ))}
    </g>
  )
}

/** The square's own rectangle: what is pressed, and what shows the last move and the chosen piece. */
export function SquareShape({ square, className, sight }: { square: string; className: string; sight: Sight }) {
  const { x, y } = cornerOf(square, sight)
  return (
    <>
      <rect class={`square ${className}`} x={x} y={y} width="1" height="1" />
      <rect class="square-frame" x={x + 0.05} y={y + 0.05} width="0.9" height="0.9" />
    </>
  )
}
