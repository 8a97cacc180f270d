// SPDX-License-Identifier: MIT
//
// The board. Its props say everything that it draws (geometry.ts, layers.tsx). Its own state is only the move that is being entered, such
// as a piece that is picked up (hand.ts), and the square that the keyboard is on. Screen readers see a grid of squares with names.
import { useSignal, type Signal } from '@preact/signals'
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { GameFacts, Move } from '../engine/types'
import { t } from '../i18n'
import { useDrag } from './drag'
import { pieceOf } from './drawing'
import { beside, boxAround, centreOf, FRAME, sightOf, squareAtPoint, squaresSeen, viewBox, type Sight } from './geometry'
import { boardInHand, press, standsOn, takenSoFar, targets, type Hand } from './hand'
import { useKnown } from './known'
import { Arrows, Coordinates, Ghosts, Ground, Hints, Marks, Pieces, pieceShapes, Preview, squareShape, type Arrow, type Mark } from './layers'
import { isMotionShown, motionBack, motionOf, playMotion, tokenTime, type Motion } from './motion'
import { OverlayMarks, type Overlay } from './overlay_layer'
import { compulsionText, squareText } from './spoken'
import { squareAt, squareName, squareNumber, type Turn } from './squares'
import './board.css'

export type { Arrow, Mark } from './layers'
export type { Overlay } from './overlay_layer'

export interface BoardProps {
  facts: GameFacts
  board: string // 64 characters from a1
  /** The legal moves; none: nothing. */
  legal?: readonly Move[]
  lastMove?: Move | null
  turn?: Turn
  /** Those of the game, where they make another board of it; the usual ones if undefined. */
  rules?: string
  /** Values of moves by their names, the best one first: shown where a move ends, or on the piece that makes it. */
  values?: ReadonlyMap<string, Mark>
  /** Marks on squares; they hide values. */
  marks?: ReadonlyMap<string, Mark>
  arrows?: readonly Arrow[]
  /** A piece that could have been put somewhere, drawn as a ghost. */
  missed?: { glyph: string; square: string } | null
  /** Quiet marks on discs and squares. */
  overlay?: Overlay
  label: string
  /** The id of what is said about using it. */
  describedBy?: string
  /** Shows letters and digits at the edges of the board; true if undefined. */
  coordinates?: boolean
  /** Shows the squares where one can play and the pieces that can move; true if undefined. */
  hints?: boolean
  /** Shows how pieces move, where the system allows it; true if undefined. */
  animated?: boolean
  /** The view goes through a game by Left, Right, Home and End: they are the board's once Tab or another of its keys has led to its squares. */
  walked?: boolean
  onMove?(move: Move): void
  /** A square was pressed where nothing can be played, with the piece `from` if one is chosen. */
  onRefused?(square: string, from?: string): void
  /** For setting up: every square can be pressed, and this is told. */
  onSquare?(square: string): void
  /** Takes a text that is to be said to screen readers. */
  onSaid?(text: string): void
}

/** The values as they lie on the squares: on the ends of moves, or on the pieces while none is chosen. */
function valuesOnSquares(props: BoardProps, hand: Hand | null): Map<string, Mark> {
  const shown = new Map<string, Mark>(props.marks)
  for (const [name, mark] of props.values ?? []) {
    const move = props.legal?.find(legal => legal.move === name)
    const square = move?.from && move.from !== hand?.from ? (hand ? undefined : move.from) : move?.to
    if (square && !shown.has(square)) shown.set(square, mark)
  }
  return shown
}

/** The hints about the hand, so that everybody sees why nothing has moved yet. */
function handText(legal: readonly Move[], hand: Hand): string | null {
  if (hand.to) return t('board.ways')
  if (!hand.through.length) return null
  return t('board.stepped', { square: standsOn(hand), count: takenSoFar(legal, hand).length })
}

/** The reason why a piece of who is to move stays where it is although others move. */
function whyNot({ facts, board, legal = [] }: BoardProps, square: string): string | null {
  const mover = legal.find(move => move.from)
  const colorOn = (name: string) => pieceOf(facts, board[squareNumber(name)]!)?.color
  if (!mover || colorOn(square) !== colorOn(mover.from!) || legal.some(move => move.from === square)) return null
  return compulsionText(legal)
}

/** The drawn pieces and the way they came there; `still`: the next change is shown at once. */
interface Shown {
  board: string
  lastMove: Move | null | undefined
  motion: Motion | null
  still: boolean
}

/** The motion that leads from the board drawn before to this one, until it is over. */
function useMotion({ board, lastMove, animated = true }: BoardProps, sight: Sight, svg: { current: SVGSVGElement | null }) {
  const state = useRef<Shown>({ board, lastMove, motion: null, still: false })
  const shown = useRef(0) // steps that the hand has made of the move that comes
  const [, redraw] = useState(0)
  const { current: before } = state
  if (before.board !== board) {
    const found = motionOf(before.board, board, lastMove, shown.current) ?? motionBack(before.board, board, before.lastMove)
    state.current = { board, lastMove, motion: before.still || !isMotionShown(animated) ? null : found, still: false }
    shown.current = 0
  }
  const { motion } = state.current
  useLayoutEffect(() => {
    if (!motion || !svg.current) return
    const find = (kind: string) => (square: string) => svg.current!.querySelector(`[data-${kind}="${square}"]`)
    const running = playMotion(motion, sight, find('piece'), find('ghost'))
    let over = false
    const end = () => {
      if (over) return
      over = true
      for (const animation of running) animation.cancel()
      if (state.current.motion === motion) state.current.motion = null
    }
    void Promise.allSettled(running.map(animation => animation.finished)).then(() => {
      end()
      redraw(n => n + 1)
    })
    return end
  }, [motion])
  /** The next change of the board is shown at once: the hand has already moved the piece. */
  return { motion, still: () => (state.current.still = true), stepped: (steps: number) => (shown.current = steps) }
}

interface PointedProps {
  facts: GameFacts
  board: string
  legal: readonly Move[]
  hand: Hand | null
  sight: Sight
  square: Signal<string | null>
}

/** The effect of the move to the square that a mouse or the keyboard points at; by itself, so that nothing else is drawn anew. */
function Pointed({ legal, hand, square, ...props }: PointedProps) {
  const moves = square.value ? legal.filter(move => move.to === square.value && move.from === hand?.from) : []
  const [move] = moves
  return move && moves.length === 1 && !hand?.through.length ? <Preview {...props} move={move} /> : null
}

function Missed({ facts, glyph, square, sight }: { facts: GameFacts; glyph: string; square: string; sight: Sight }) {
  const piece = pieceOf(facts, glyph)
  if (!piece) return null
  const { x, y } = centreOf(square, sight)
  return (
    <g class={`missed piece-${piece.color}`} data-missed={square} aria-hidden="true">
      <g class="preview-piece" transform={`translate(${x} ${y})`} {...pieceShapes(piece)} />
    </g>
  )
}

const steps: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  Home: [-7, 0],
  End: [7, 0],
  PageUp: [0, -7],
  PageDown: [0, 7],
}
const WALKING: readonly string[] = ['ArrowLeft', 'ArrowRight', 'Home', 'End']

export function Board(props: BoardProps) {
  const { facts, board, legal = [], lastMove, turn = 0, rules, label, coordinates = true, hints = true, onMove, onSquare } = props
  const sight = sightOf(facts, rules, turn)
  const { first } = sight.area
  const svg = useRef<SVGSVGElement>(null)
  const [held, setHeld] = useState<{ board: string; hand: Hand | null; why: string | null }>({ board, hand: null, why: null })
  const hand = held.board === board && legal.some(move => move.from === held.hand?.from) ? held.hand : null
  const note = (hand && handText(legal, hand)) ?? (held.board === board ? held.why : null)
  const [focus, setFocus] = useState<string>()
  const pointed = useSignal<string | null>(null)
  const { motion, still, stepped } = useMotion(props, sight, svg)
  const hold = (next: Hand | null, why: string | null = null) => setHeld({ board, hand: next, why })

  const take = (next: Hand | null, move: Move | undefined, why: string | null = null) => {
    hold(next, why)
    const text = (next && handText(legal, next)) ?? why
    if (text) props.onSaid?.(text)
    if (!move) return
    stepped(hand && hand.from === move.from ? hand.through.length : 0)
    onMove?.(move)
  }
  /** A square where nothing can be played lights up for a moment; the ear is told, unless somebody tells the reason. */
  const refuse = (square: string, why: string | null) => {
    svg.current?.querySelector(`[data-square="${square}"] .square-frame`)?.animate({ stroke: ['var(--last-dot)', 'transparent'] }, tokenTime('refusal'))
    if (props.onRefused) props.onRefused(square, hand?.from)
    else if (!why) props.onSaid?.(t('board.refused', { square }))
  }
  const pressed = (square: string) => {
    if (onSquare) return onSquare(square)
    const { hand: next, move } = press(legal, hand, square)
    const why = next || move || !onMove ? null : whyNot(props, square)
    if (onMove && !next && !move && legal.length && hand?.from !== square) refuse(square, why)
    take(next, move, why)
  }
  const at = hand?.through.length ? standsOn(hand) : undefined // the square that its steps have led the piece to
  const left = at && hand?.from // nothing is drawn there any more
  const movable = (square: string) =>
    !onSquare && (square === at || (square !== left && legal.some(move => move.from === square)))
  const inHand = (square: string): Hand => (hand && standsOn(hand) === square ? hand : { from: square, through: [] })
  const drag = useDrag(svg, {
    movable,
    picked: square => hold(inHand(square)),
    dropped: (square, point) => {
      const end = squareAtPoint(point, sight)
      const from = inHand(square)
      if (!end || end === square) return
      if (!targets(legal, from).has(end)) return props.onRefused?.(end, from.from)
      const { hand: next, move } = press(legal, from, end)
      if (move) still()
      take(next, move)
    },
  })

  const seen = squaresSeen(sight)
  const here = beside(focus ?? lastMove?.to ?? squareName(squareAt(3, 3, sight.row1OnTop, turn)), 0, 0, sight) // a square of this board
  const entered = useRef(false) // by keyboard, and not by a press or by the page
  const keyDown = (event: KeyboardEvent) => {
    const step = steps[event.key]
    if (event.altKey || event.ctrlKey || event.metaKey) return
    if (event.defaultPrevented) return void (entered.current = true) // it draws on the square
    if (props.walked && !entered.current && WALKING.includes(event.key)) return
    if (step) {
      const next = beside(here, ...step, sight)
      setFocus(next)
      svg.current?.querySelector<SVGElement>(`[data-square="${next}"]`)?.focus()
    } else if (event.key === 'Enter' || event.key === ' ') pressed(here)
    else if (event.key === 'Escape' && hand) hold(null)
    else return
    entered.current = true
    event.preventDefault()
  }
  const keyUp = (event: KeyboardEvent) => event.key === 'Tab' && (entered.current = true)
  const blurred = ({ relatedTarget }: FocusEvent) => {
    pointed.value = null
    // A window that is left keeps its focus.
    if (![relatedTarget, document.activeElement].some(one => svg.current?.contains(one as Node | null))) entered.current = false
  }

  // Of the squares, not of the board: Chromium makes an SVG that listens to the focus a stop of Tab.
  const focused = (square: string, cell: Element) => {
    setFocus(square)
    if (cell.matches(':focus-visible')) pointed.value = square
  }
  const squareOf = (event: Event) => (event.target as Element).closest('[data-square]')?.getAttribute('data-square') ?? null
  const pointing = {
    onPointerOver: (event: PointerEvent) => (pointed.value = event.pointerType === 'mouse' ? squareOf(event) : null),
    onPointerLeave: () => (pointed.value = null),
  }

  // The squares stay where they are when the board turns; the focus goes with the board.
  useLayoutEffect(() => {
    const { activeElement } = document
    if (activeElement?.matches('[data-square]') && svg.current?.contains(activeElement))
      svg.current.querySelector<SVGElement>(`[data-square="${here}"]`)?.focus({ preventScroll: true })
  }, [turn, facts, first])

  const where = onMove ? targets(legal, hand) : new Map<string, 'end' | 'step'>()
  const marks = valuesOnSquares(props, hand)
  const shown = boardInHand(board, legal, hand)
  const unchosen = !hand && onMove ? [...new Set(legal.flatMap(move => move.from ?? []))] : []
  // The kept part of a square listens as the board of this picture does.
  const listening = useRef({ pressed, focused, blurred })
  listening.current = { pressed, focused, blurred }
  const known = useKnown()
  const cell = (square: string, place: string) => {
    const last = square === lastMove?.to || square === lastMove?.from
    const chosen = hand !== null && square === standsOn(hand)
    const state = {
      square,
      glyph: shown[squareNumber(square)]!,
      target: where.get(square),
      chosen,
      movable: movable(square),
      last,
      mark: marks.get(square),
    }
    const names = [last && 'last', chosen && 'chosen', (square === hand?.to || (at && (square === left || hand?.through.includes(square)))) && 'through', state.movable && 'movable']
    const text = squareText(facts, state)
    const className = names.filter(Boolean).join(' ')
    const index = square === here ? 0 : -1
    return known(place, [square, text, className, index].join('|'), () => (
      <g
        key={place}
        role="gridcell"
        tabindex={index} // SVG knows only this spelling
        aria-label={text}
        aria-selected={chosen}
        data-square={square}
        class="cell"
        onClick={event => drag.isDrop(event) || listening.current.pressed(square)}
        onFocus={event => listening.current.focused(square, event.currentTarget)}
        onBlur={event => listening.current.blurred(event)}
      >
        {known(`${place} shape`, `${square}|${className}`, () => squareShape(square, className, sight))}
      </g>
    ))
  }
  const ground = useMemo(() => <Ground facts={facts} sight={sight} />, [facts, turn, first])
  const letters = useMemo(() => <Coordinates sight={sight} />, [facts, turn, first])
  return (
    <>
      <svg
        ref={svg}
        class={['board', onSquare && 'editable', !hints && 'unhinted'].filter(Boolean).join(' ')}
        viewBox={viewBox(boxAround(sight, FRAME))}
        role="grid"
        aria-label={label}
        aria-describedby={props.describedBy}
        onKeyDown={keyDown}
        onKeyUp={keyUp}
        onPointerDownCapture={() => (entered.current = false)}
        {...pointing}
        {...drag.listeners}
      >
        {ground}
        {seen.map((row, number) => (
          <g key={first + number} role="row">
            {row.map((square, column) => cell(square, `${first + column}${first + number}`))}
          </g>
        ))}
        <g class="overlay">
          {motion && <Ghosts facts={facts} motion={motion} sight={sight} />}
          <Pieces
            facts={facts}
            board={shown}
            sight={sight}
            above={at ?? lastMove?.to}
          />
          {onMove && hints && <Pointed facts={facts} board={shown} legal={legal} hand={hand} sight={sight} square={pointed} />}
          <Hints board={shown} movable={unchosen} targets={where} values={marks} lastMove={motion ? null : lastMove} sight={sight} />
          {coordinates && letters}
          {props.overlay && <OverlayMarks overlay={props.overlay} sight={sight} />}
          <Marks marks={marks} sight={sight} />
          {props.missed && <Missed facts={facts} sight={sight} {...props.missed} />}
          {props.arrows && <Arrows arrows={props.arrows} sight={sight} />}
        </g>
      </svg>
      {note && <p class="board-note">{note}</p>}
    </>
  )
}
