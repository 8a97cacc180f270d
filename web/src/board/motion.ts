// SPDX-License-Identifier: MIT
//
// The pieces that move when a move is shown: plain data worked out from two boards, and its playing on the drawn pieces with the
// browser's own animations. Nothing here knows a game: discs that stay turn, pieces that are gone fade.
import type { Move } from '../engine/types'
import { centreOf, type Sight } from './geometry'
import { distance, legOf, pathOf } from './hand'
import { squareName, squareNumber } from './squares'

export interface Motion {
  move: Move
  /** The squares that the piece, which is drawn on the last of them, goes through; none for a placement. */
  path: string[]
  placed: string | null
  /** Discs that change their colour: the letter they had, how far they are from the piece that turns them. */
  turned: { square: string; was: string; distance: number }[]
  /** Pieces that are taken: their letter, and the leg of the path on which it happens. */
  taken: { square: string; was: string; leg: number }[]
  /** A move taken back: pieces that were taken by it, on the leg of the way back on which they are there again. */
  returned: { square: string; leg: number }[]
}

/** The motion of a move that made `after` of `before`; null if it did not (an undo, another game). The fate of other
 * pieces is seen in the two boards: a disc that has another colour has turned. `shown`: steps that the hand has made. */
export function motionOf(before: string, after: string, move: Move | null | undefined, shown = 0): Motion | null {
  if (!move?.to || move.board !== after || before === after) return null
  if (move.from ? before[squareNumber(move.from)] === '-' : before[squareNumber(move.to)] !== '-') return null
  const path = pathOf(move)
  const motion: Motion = { move, path: path.slice(shown), placed: move.from ? null : move.to, turned: [], taken: [], returned: [] }
  for (const [at, was] of [...before].entries()) {
    const square = squareName(at)
    const now = after[at]!
    if (move.captured.includes(square) && (now === '-' || square === move.to)) {
      const leg = Math.max(0, legOf(square, path)) - shown
      if (leg >= 0) motion.taken.push({ square, was, leg })
    } else if (was !== now && square !== move.from && square !== move.to) {
      if (move.from || was === '-' || now === '-') return null
      motion.turned.push({ square, was, distance: distance(square, move.to) })
    }
  }
  motion.taken.sort((a, b) => a.leg - b.leg)
  return motion
}

/** The motion by which a move is taken back: from the board behind it to the one before; null as above. */
export function motionBack(after: string, before: string, move: Move | null | undefined): Motion | null {
  const made = motionOf(before, after, move)
  if (!made) return null
  const { path, placed, turned, taken } = made
  const letterAt = (square: string) => after[squareNumber(square)]!
  return {
    move: made.move,
    path: [...path].reverse(),
    placed: null,
    turned: turned.map(disc => ({ ...disc, was: letterAt(disc.square) })),
    taken: placed ? [{ square: placed, was: letterAt(placed), leg: 0 }] : [],
    returned: taken.map(({ square, leg }) => ({ square, leg: path.length - 2 - leg })),
  }
}

const known = new Map<string, number>()

/** A time of web/src/tokens.css, in milliseconds. */
export function tokenTime(name: 'leg' | 'turn' | 'wave' | 'put' | 'refusal'): number {
  let time = known.get(name)
  if (time === undefined) {
    // A build may write "220ms" as ".22s".
    const [, number, unit] = /([\d.]+)(m?s)/.exec(getComputedStyle(document.documentElement).getPropertyValue(`--${name}`))!
    known.set(name, (time = Number(number) * (unit === 's' ? 1000 : 1)))
  }
  return time
}

/** Returns true if motions are shown: they are wanted and the system allows them. */
export const isMotionShown = (wanted: boolean) => wanted && !matchMedia('(prefers-reduced-motion: reduce)').matches

/** The time that the motion of a move takes, in milliseconds. An answer to the move may wait so long. */
export function motionTime(move: Move): number {
  if (!move.to) return 0
  return move.from ? tokenTime('leg') * (pathOf(move).length - 1) : tokenTime('turn') + 5 * tokenTime('wave')
}

/** The property that puts a piece on its square. */
export const translationTo = (square: string, sight: Sight) => {
  const { x, y } = centreOf(square, sight)
  return { translate: `${x}px ${y}px` }
}

/** Play a motion; `find` gives the drawn piece of a square, `ghost` the one that was there before. By `translate` and `scale`: beside a
 * `transform` that moves Chromium draws pieces without their `translate`, in the corner of the board. */
export function playMotion(
  motion: Motion,
  sight: Sight,
  find: (square: string) => Element | null,
  ghost: (square: string) => Element | null,
): Animation[] {
  const running: Animation[] = []
  const run = (element: Element | null, frames: Keyframe[], timing: KeyframeAnimationOptions) => {
    if (element) running.push(element.animate(frames, { fill: 'both', ...timing }))
  }
  const { path } = motion
  const [leg, turn, wave] = [tokenTime('leg'), tokenTime('turn'), tokenTime('wave')]
  const legs = Math.max(1, path.length - 1)
  const end = path.at(-1)
  if (end)
    run(
      find(end),
      path.map(square => ({ ...translationTo(square, sight), easing: 'ease-in-out' })),
      { duration: leg * legs },
    )
  const onLeg = (number: number) => ({ duration: leg * 0.6, delay: leg * (number + 0.5) })
  for (const { square, leg: number } of motion.taken) run(ghost(square), [{ opacity: 1 }, { opacity: 0 }], onLeg(number))
  for (const { square, leg: number } of motion.returned) run(find(square), [{ opacity: 0 }, { opacity: 1 }], onLeg(number))
  if (motion.placed)
    run(find(motion.placed), [{ scale: '0.6' }, { scale: '1' }], { duration: tokenTime('put') })
  // The old disc rises on its edge, the new one falls from there.
  const [flat, edge] = [{ scale: '1 1' }, { scale: '0 1.1' }]
  for (const { square, distance: far } of motion.turned) {
    const half = { duration: turn / 2, delay: wave * (far - 1) }
    run(ghost(square), [flat, edge], { ...half, easing: 'ease-in' })
    run(find(square), [edge, flat], { ...half, delay: half.delay + turn / 2, easing: 'ease-out' })
  }
  return running
}
