// SPDX-License-Identifier: MIT
//
// The graph of a reviewed game: what each position was worth to the first colour, in discs or in chances to win. It is a
// slider: one walks along the game by pressing, dragging, or with the keys. Nothing is said by colour alone: the halves are
// named, mistakes are discs as dark or light as the pieces, the turning points larger.
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import { colorText } from '../../board/spoken'
import type { GameFacts, Review } from '../../engine/types'
import { t } from '../../i18n'
import { useOneColumn } from '../../parts/columns'
import { isMistake, judgementOf, nextMistake, worthOf, type Reviewed } from './reviewing'
import { percent, valueText, verdictText, type Worth } from './words'

const HEIGHT = 104
const LOW = 86 // on a phone, where the words about a move and the graph share what the board leaves
const TOP = 8
const UNDER = 18 // for the names of the phases
const LEFT = 54
const RIGHT = 9

interface Scale {
  x(ply: number): number
  y(value: number): number
  range: number
  plies: number
  bottom: number
  middle: number
}

/** The worth of a position to the first colour: discs, or percent above an even chance. */
function valueOf(facts: GameFacts, { color, score, chance = 0.5 }: Worth): number {
  const sign = color === facts.colors[0] ? 1 : -1
  return sign * (facts.scores_discs ? score : 100 * (chance - 0.5))
}

function rangeOf(facts: GameFacts, values: readonly number[]): number {
  if (!facts.scores_discs) return 50
  const most = Math.max(...values.map(Math.abs), 0)
  return [8, 16, 24, 32, 48].find(range => most <= range) ?? 64
}

function useWidth(): [{ current: HTMLDivElement | null }, number] {
  const ref = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(600)
  useLayoutEffect(() => {
    const observer = new ResizeObserver(([entry]) => setWidth(Math.max(200, Math.round(entry!.contentRect.width))))
    observer.observe(ref.current!)
    return () => observer.disconnect()
  }, [])
  return [ref, width]
}

type Known = Worth & { ply: number }

const knownOf = (reviewed: Reviewed): Known[] =>
  reviewed.nodes.flatMap(node => {
    const worth = worthOf(reviewed, node)
    return worth ? [{ ...worth, ply: node.ply }] : []
  })

function scaleOf(facts: GameFacts, reviewed: Reviewed, width: number, height: number): Scale {
  const plies = reviewed.game.moves.length - 1
  const range = rangeOf(facts, knownOf(reviewed).map(worth => valueOf(facts, worth)))
  const bottom = height - UNDER
  const middle = (TOP + bottom) / 2
  return {
    x: at => LEFT + (at / Math.max(1, plies)) * (width - LEFT - RIGHT),
    y: value => middle - (Math.max(-range, Math.min(range, value)) / range) * (middle - TOP),
    range,
    plies,
    bottom,
    middle,
  }
}

interface GraphProps {
  facts: GameFacts
  reviewed: Reviewed
  /** The current place. */
  ply: number
  onPly(ply: number): void
}

export function Graph({ facts, reviewed, ply, onPly }: GraphProps) {
  const [box, width] = useWidth()
  const height = useOneColumn() ? LOW : HEIGHT
  const scale = useMemo(() => scaleOf(facts, reviewed, width, height), [facts, reviewed, width, height])
  const { plies } = scale
  const still = useMemo(() => <Still facts={facts} reviewed={reviewed} scale={scale} width={width} />, [scale]) // a step moves the line alone
  const goTo = (at: number) => onPly(Math.max(0, Math.min(plies, at)))
  const keyDown = (event: KeyboardEvent) => {
    const jump = (step: 1 | -1) => nextMistake(reviewed, reviewed.nodes[ply]!, step)?.ply ?? ply
    const to = { ArrowLeft: ply - 1, ArrowDown: ply - 1, ArrowRight: ply + 1, ArrowUp: ply + 1, Home: 0, End: plies }[event.key]
    if (event.key === 'PageUp') goTo(jump(-1))
    else if (event.key === 'PageDown') goTo(jump(1))
    else if (to !== undefined) goTo(to)
    else return
    event.preventDefault()
  }
  const pointer = (event: PointerEvent) => {
    const svg = event.currentTarget as SVGSVGElement
    if (event.type === 'pointerdown') svg.setPointerCapture(event.pointerId)
    else if (!svg.hasPointerCapture(event.pointerId)) return
    const x = event.clientX - svg.getBoundingClientRect().left
    goTo(Math.round(((x - LEFT) / (width - LEFT - RIGHT)) * plies))
  }
  return (
    <div class="graph on-paper" ref={box}>
      <svg
        width={width}
        height={height}
        viewBox={`0 0 ${width} ${height}`}
        role="slider"
        tabindex={0}
        aria-label={t('review.graph')}
        aria-valuemin={0}
        aria-valuemax={plies}
        aria-valuenow={ply}
        aria-valuetext={spoken(facts, reviewed, ply)}
        onKeyDown={keyDown}
        onPointerDown={pointer}
        onPointerMove={pointer}
      >
        {still}
        <line class="graph-cursor" x1={scale.x(ply)} x2={scale.x(ply)} y1={TOP} y2={scale.bottom} />
      </svg>
    </div>
  )
}

interface StillProps {
  facts: GameFacts
  reviewed: Reviewed
  scale: Scale
  width: number
}

/** The part that stays where it is while one walks along. */
function Still({ facts, reviewed, scale, width }: StillProps) {
  const known = knownOf(reviewed)
  const discs = discsOf(facts, reviewed, scale)
  return (
    <>
      <Ground facts={facts} scale={scale} reviews={reviewed.game.moves} width={width} />
      <Curve facts={facts} scale={scale} known={known} />
      <Mistakes discs={discs} />
      <Sides facts={facts} scale={scale} known={known} discs={discs} width={width} />
    </>
  )
}

/** The halves, the even line, the phases; a piece beside each end of the axis says for whom the values there are good. */
function Ground({ facts, scale, reviews, width }: { facts: GameFacts; scale: Scale; reviews: Review[]; width: number }) {
  const { bottom, middle } = scale
  const right = width - RIGHT
  const label = facts.scores_discs ? `${scale.range}` : percent(1)
  const phases = reviews.filter((review, i) => i === 0 || review.phase !== reviews[i - 1]!.phase)
  return (
    <>
      <rect class="graph-first" x={LEFT} y={TOP} width={right - LEFT} height={middle - TOP} />
      <rect class="graph-second" x={LEFT} y={middle} width={right - LEFT} height={bottom - middle} />
      <text class="graph-label" x={LEFT - 4} y={TOP + 10} text-anchor="end">
        {label}
      </text>
      <text class="graph-label" x={LEFT - 4} y={middle + 4} text-anchor="end">
        {facts.scores_discs ? '0' : percent(0.5)}
      </text>
      <text class="graph-label" x={LEFT - 4} y={bottom} text-anchor="end">
        {label}
      </text>
      {facts.colors.map((color, i) => (
        <g key={color} class={`graph-for piece-${color}`}>
          <circle class="piece-body" cx="6" cy={i ? bottom - 4 : TOP + 6} r="4" />
        </g>
      ))}
      {phases.map((review, i) => (
        <g key={review.ply}>
          {i > 0 && <line class="graph-phase" x1={scale.x(review.ply)} x2={scale.x(review.ply)} y1={TOP} y2={bottom} />}
          <text class="graph-label" x={scale.x(review.ply) + (i ? 0 : 2)} y={bottom + UNDER - 6}>
            {t(`review.phase.${review.phase}`)}
          </text>
        </g>
      ))}
      <line class="graph-zero" x1={LEFT} x2={right} y1={middle} y2={middle} />
    </>
  )
}

const NAME = 110 // pixels at an end of the graph in which the curve may come near the name of a half
const LINE = 15 // the height of such a name

interface Spot {
  x: number
  y: number
  atEnd: boolean
}

/** About how wide a name is drawn. */
const widthOf = (text: string) => [...text].reduce((width, letter) => width + (letter > '\u2e80' ? 12 : 6.5), 0)

/** The mistakes that a name at a spot would lie under. */
function covered({ x, y, atEnd }: Spot, width: number, discs: readonly Disc[]): number {
  const left = atEnd ? x - width : x
  return discs.filter(disc => disc.x + disc.r > left && disc.x - disc.r < left + width && disc.y + disc.r > y - LINE + 3 && disc.y - disc.r < y + 3).length
}

/** The places for the name of a half, the best one first: along the edge, then nearer and nearer to the even line; at the end where the curve
 * is farther from the edge, at the other one, and then between them. */
function spotsOf(scale: Scale, upper: boolean, atEnd: boolean, right: number): Spot[] {
  const [edge, inner, step] = upper ? [TOP + 14, scale.middle - 3, 3] : [scale.bottom - 6, scale.middle + LINE - 3, -3]
  const rows = Array.from({ length: 1 + Math.floor((inner - edge) / step) }, (_, i) => edge + step * i)
  const between = Array.from({ length: Math.floor((right - LEFT - NAME) / 6) }, (_, i) => ({ x: LEFT + 12 + 6 * i, atEnd: false }))
  const ends = [atEnd, !atEnd].map(atEnd => ({ x: atEnd ? right - 6 : LEFT + 6, atEnd }))
  return [ends, between].flatMap(places => rows.flatMap(y => places.map(place => ({ ...place, y }))))
}

/** The names of the halves, over whatever fills them: beside the mistakes, or over as few as can be where these leave no room. */
function Sides({ facts, scale, known, discs, width }: { facts: GameFacts; scale: Scale; known: Known[]; discs: Disc[]; width: number }) {
  const right = width - RIGHT
  const most = (from: number, to: number, sign: number) =>
    Math.max(0, ...known.filter(({ ply }) => scale.x(ply) >= from && scale.x(ply) <= to).map(worth => sign * valueOf(facts, worth)))
  return facts.colors.map((color, i) => {
    const sign = i ? -1 : 1
    const text = t('review.graph.better', { color: colorText(color) })
    const atEnd = most(right - NAME, right, sign) < most(LEFT, LEFT + NAME, sign)
    const spots = spotsOf(scale, i === 0, atEnd, right).map(spot => ({ ...spot, covered: covered(spot, widthOf(text), discs) }))
    const least = Math.min(...spots.map(spot => spot.covered))
    const { x, y, atEnd: endsThere } = spots.find(spot => spot.covered === least)!
    return (
      <text key={color} class="graph-side" x={x} y={y} text-anchor={endsThere ? 'end' : 'start'}>
        {text}
      </text>
    )
  })
}

function Curve({ facts, scale, known }: { facts: GameFacts; scale: Scale; known: Known[] }) {
  if (known.length === 0) return null
  const { bottom, middle } = scale
  const points = known.map(worth => `${scale.x(worth.ply).toFixed(1)},${scale.y(valueOf(facts, worth)).toFixed(1)}`)
  const from = scale.x(known[0]!.ply).toFixed(1)
  const to = scale.x(known.at(-1)!.ply).toFixed(1)
  const proved = known.filter(worth => worth.exact)
  const area = `M${from},${middle}L${points.join('L')}L${to},${middle}Z`
  const bounds = { x: LEFT, width: scale.x(scale.plies) - LEFT, height: middle - TOP }
  return (
    <>
      <clipPath id="graph-upper">
        <rect y={TOP} {...bounds} />
      </clipPath>
      <clipPath id="graph-lower">
        <rect y={middle} {...bounds} />
      </clipPath>
      <path class="graph-area-first" d={area} clip-path="url(#graph-upper)" />
      <path class="graph-area-second" d={area} clip-path="url(#graph-lower)" />
      <polyline class="graph-line" points={points.join(' ')} />
      {proved.length > 1 && facts.scores_discs && (
        <line class="graph-proved" x1={scale.x(proved[0]!.ply)} x2={scale.x(proved.at(-1)!.ply)} y1={bottom + 2} y2={bottom + 2} />
      )}
    </>
  )
}

interface Disc {
  x: number
  y: number
  r: number
  ply: number
  color: string
}

/** The mistakes, where their moves led to. */
const discsOf = (facts: GameFacts, reviewed: Reviewed, scale: Scale): Disc[] =>
  reviewed.nodes.flatMap(node => {
    const review = judgementOf(reviewed, node)
    const after = worthOf(reviewed, node)
    if (!review || !isMistake(review) || !after) return []
    return [{ x: scale.x(node.ply), y: scale.y(valueOf(facts, after)), r: review.turning ? 5.5 : 3.5, ply: node.ply, color: review.color }]
  })

const Mistakes = ({ discs }: { discs: Disc[] }) => (
  <>
    {discs.map(({ ply, color, x, y, r }) => (
      <g key={ply} class={`graph-mistake piece-${color}`}>
        <circle class="piece-body" cx={x} cy={y} r={r} />
      </g>
    ))}
  </>
)

/** "Move 23, e6, mistake; Black +2". */
function spoken(facts: GameFacts, reviewed: Reviewed, ply: number): string {
  const node = reviewed.nodes[ply]!
  const worth = worthOf(reviewed, node)
  const review = judgementOf(reviewed, node)
  const place = node.move ? t('review.graph.move', { n: ply, move: node.move.move }) : t('review.graph.start')
  const value = worth ? worthText(facts, worth) : ''
  return [place, review && !review.forced ? verdictText(review) : '', value].filter(Boolean).join(', ')
}

/** "Black +2", "Black 61 %", "Black +0.5 (book)": from the side of `of`, the first colour unless something else is said. */
export function worthText(facts: GameFacts, worth: Worth, of = facts.colors[0]): string {
  const own = worth.color === of
  const color = colorText(of)
  const key = worth.book ? 'review.worth.book' : 'review.worth'
  if (!facts.scores_discs) {
    const chance = worth.chance ?? 0.5
    return t(key, { color, value: percent(own ? chance : 1 - chance) })
  }
  const score = (own ? 1 : -1) * worth.score
  return t(key, { color, value: valueText(facts, { score, exact: worth.exact }) })
}
