// SPDX-License-Identifier: MIT
//
// The layers of the drawn board, from plain state; board.tsx puts them together and listens.
import type { GameFacts, Move } from '../engine/types'
import { contactShadow, dotsOf, groundOf, isDark, pieceOf, shapesOf, tag, type Piece } from './drawing'
import { boxAround, centreOf, coordinates, cornerOf, FRAME, type Sight } from './geometry'
import { useKnown } from './known'
import { translationTo, type Motion } from './motion'
import { squareName, squareNumber } from './squares'

/** A short text on a square. */
export interface Mark {
  text: string
  /** The weight it has: 'best', 'good', 'fair', 'bad'; none is plain. */
  tone?: 'best' | 'good' | 'fair' | 'bad'
  /** The value is proved. */
  exact?: boolean
  /** Its words; the text without it. */
  spoken?: string
  /** It judges the move that led here: a small sign at the corner, in the colour of this verdict. */
  verdict?: string
}

export interface Arrow {
  from?: string // none: a ring around `to`
  to: string
  /** 0 for the first of several lines, which is drawn strongest. */
  rank?: number
  /** Somebody drew it, and not the engine. */
  drawn?: boolean
}

/** The dark squares of a game whose board has two colours. */
export function DarkSquares({ facts, sight }: { facts: GameFacts; sight: Sight }) {
  if (groundOf(facts) !== 'checkered') return null
  const corners = [...Array(64).keys()].filter(isDark).map(square => cornerOf(squareName(square), sight))
  return <path class="board-dark" d={corners.map(({ x, y }) => `M${x} ${y}h1v1h-1z`).join('')} />
}

/** The cloth with its frame, the dots or the dark squares of the game, and the light that falls on it. */
export function Ground({ facts, sight }: { facts: GameFacts; sight: Sight }) {
  const whole = boxAround(sight)
  return (
    <g class="ground" aria-hidden="true">
      <rect class="board-frame" {...boxAround(sight, FRAME)} rx={FRAME} />
      <rect class="board-cloth" {...whole} />
      <DarkSquares facts={facts} sight={sight} />
      <rect class="board-felt" {...whole} />
      <rect class="board-light" {...whole} />
      {dotsOf(facts, sight.area).map(({ x, y }) => (
        <circle key={`${x}${y}`} class="board-dot" cx={x} cy={y} r="0.07" />
      ))}
    </g>
  )
}

/** Letters and digits, in the corners of the squares of the lowest row and the first column, upon the pieces there. */
export function Coordinates({ sight }: { sight: Sight }) {
  const { columns, rows } = coordinates(sight)
  const { first, last } = sight.area
  return (
    <g class="coordinates" aria-hidden="true">
      {columns.map((text, column) => (
        <text key={column} x={first + column + 0.91} y={last + 0.94}>
          {text}
        </text>
      ))}
      {rows.map((text, row) => (
        <text key={row} x={first + 0.09} y={first + row + 0.19}>
          {text}
        </text>
      ))}
    </g>
  )
}

const textOf = (piece: Piece, shadow: boolean) => {
  const shapes = shapesOf(piece)
  return (shadow ? [contactShadow, ...shapes] : shapes).map(({ tag: name, attributes, paint }) => tag(name, { class: `piece-${paint}`, ...attributes })).join('')
}
const texts = new Map<string, { __html: string }>()

/** The property of an element whose content is the shapes of a piece around (0, 0). They are text, of which a browser makes all elements at
 * once: a board has hundreds of them. */
export function pieceShapes(piece: Piece, shadow = false) {
  const key = `${piece.second} ${piece.king} ${shadow}`
  const text = texts.get(key) ?? { __html: textOf(piece, shadow) }
  texts.set(key, text)
  return { dangerouslySetInnerHTML: text }
}

/** A piece at its own place; `data` finds it for motions and for the hand that drags it. */
function pieceAt(facts: GameFacts, glyph: string, square: string, sight: Sight, data: object) {
  const piece = pieceOf(facts, glyph)
  if (!piece) return null
  return <g key={square} class={`piece piece-${piece.color}`} style={translationTo(square, sight)} {...data} {...pieceShapes(piece, true)} />
}

interface PiecesProps {
  facts: GameFacts
  board: string
  sight: Sight
  /** The piece drawn last, above the others. */
  above?: string | null
}

export function Pieces({ facts, board, sight, above }: PiecesProps) {
  const known = useKnown()
  const squares = [...board].map((glyph, square) => ({ glyph, square: squareName(square) })).filter(({ glyph }) => glyph !== '-')
  squares.sort((a, b) => Number(a.square === above) - Number(b.square === above))
  return (
    <g class="pieces" aria-hidden="true">
      {squares.map(({ glyph, square }) =>
        known(square, [facts.name, glyph, sight.turn].join(), () => pieceAt(facts, glyph, square, sight, { 'data-piece': square })),
      )}
    </g>
  )
}

/** The pieces that were there before a motion, while they fade or turn. */
export function Ghosts({ facts, motion, sight }: { facts: GameFacts; motion: Motion; sight: Sight }) {
  return (
    <g class="pieces" aria-hidden="true">
      {[...motion.turned, ...motion.taken].map(({ square, was }) => pieceAt(facts, was, square, sight, { 'data-ghost': square }))}
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

/** The four corners of a square, around its middle; those in which a digit or a letter stands are left out. */
function cornersOf(square: string, sight: Sight): string {
  const { x, y } = cornerOf(square, sight)
  return `${x ? 'M-.44-.3V-.44H-.3' : ''}M.3-.44H.44V-.3${y < 7 ? 'M.44 .3V.44H.3' : ''}M-.3 .44H-.44V.3`
}

const MANY = 24 // targets

/** The targets, and the last move: a dot on an empty square, a ring around what would be taken, corners around what can
 * move. */
export function Hints({ board, targets, movable, values, lastMove, sight }: HintsProps) {
  const placed = lastMove?.to && !lastMove.from ? centreOf(lastMove.to, sight) : null
  const empties = [...board].filter(glyph => glyph === '-').length
  const everywhere = targets.size > MANY && targets.size > 0.8 * empties // a dot nearly everywhere says nothing
  return (
    <g class="hints" aria-hidden="true">
      {movable.map(square => {
        const { x, y } = centreOf(square, sight)
        return <path key={square} class="hint-from" d={cornersOf(square, sight)} transform={`translate(${x} ${y})`} />
      })}
      {[...targets].map(([square, kind]) => {
        const { x, y } = centreOf(square, sight)
        const occupied = board[squareNumber(square)] !== '-'
        if (occupied) return <circle key={square} class="take" cx={x} cy={y} r="0.45" />
        if (values.has(square) || everywhere) return null
        return <circle key={square} class={`hint-${kind}`} cx={x} cy={y} r="0.1" />
      })}
      {placed && <circle class="last-placed" cx={placed.x} cy={placed.y} r="0.08" />}
    </g>
  )
}

/** The effect of a move before it is made: the piece where it would stand, as a ghost, and dots on those that it would turn or take. */
export function Preview({ facts, board, move, sight }: { facts: GameFacts; board: string; move: Move; sight: Sight }) {
  const piece = pieceOf(facts, move.board[squareNumber(move.to!)]!)
  if (!piece) return null
  const { x, y } = centreOf(move.to!, sight)
  const changed = [...board].map((_, at) => at).filter(at => board[at] !== '-' && board[at] !== move.board[at])
  const touched = changed.map(squareName).filter(square => square !== move.to && square !== move.from)
  return (
    <g class={`preview piece-${piece.color}`} aria-hidden="true">
      <g class="preview-piece" transform={`translate(${x} ${y})`} {...pieceShapes(piece)} />
      {touched.map(square => {
        const centre = centreOf(square, sight)
        return <circle key={square} class="preview-turned" data-preview={square} cx={centre.x} cy={centre.y} r="0.13" />
      })}
    </g>
  )
}

export function Marks({ marks, sight }: { marks: ReadonlyMap<string, Mark>; sight: Sight }) {
  return (
    <g class="marks" aria-hidden="true">
      {[...marks].map(([square, { text, tone, exact, verdict }]) => {
        const { x, y } = centreOf(square, sight)
        if (verdict)
          return (
            <g key={square} class={`mark badge ${verdict}`} transform={`translate(${x + 0.32} ${y - 0.32})`}>
              <circle r="0.2" />
              <text y="0.08">{text}</text>
            </g>
          )
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
  const rank = `rank-${Math.min(3, arrow.rank ?? 0)}${arrow.drawn ? ' drawn' : ''}`
  if (!arrow.from) return <circle class={`arrow-ring ${rank}`} cx={end.x} cy={end.y} r="0.46" />
  const start = centreOf(arrow.from, sight)
  const length = Math.hypot(end.x - start.x, end.y - start.y) || 1
  const [ux, uy] = [(end.x - start.x) / length, (end.y - start.y) / length]
  const [tipX, tipY] = [end.x - 0.12 * ux, end.y - 0.12 * uy]
  const [neckX, neckY] = [tipX - 0.36 * ux, tipY - 0.36 * uy]
  const head = `${tipX},${tipY} ${neckX - 0.2 * uy},${neckY + 0.2 * ux} ${neckX + 0.2 * uy},${neckY - 0.2 * ux}`
  return (
    <g class={`arrow ${rank}`}>
      <line x1={start.x + 0.2 * ux} y1={start.y + 0.2 * uy} x2={neckX} y2={neckY} />
      <polygon points={head} />
    </g>
  )
}

export function Arrows({ arrows, sight }: { arrows: readonly Arrow[]; sight: Sight }) {
  return (
    <g class="arrows" aria-hidden="true">
      {[...arrows].reverse().map(arrow => (
        <ArrowShape key={`${arrow.from}${arrow.to}${arrow.drawn}`} arrow={arrow} sight={sight} />
      ))}
    </g>
  )
}

/** The square's own rectangle: what is pressed, and what shows the last move and the chosen piece. */
export const squareShape = (square: string, className: string, sight: Sight) => {
  const { x, y } = cornerOf(square, sight)
  return (
    <>
      <rect class={`square ${className}`} x={x} y={y} width="1" height="1" />
      <rect class="square-frame" x={x + 0.05} y={y + 0.05} width="0.9" height="0.9" />
    </>
  )
}
