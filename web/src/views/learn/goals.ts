// SPDX-License-Identifier: MIT
//
// The goals of tasks: predicates over a move that was made. A move that misses its goal gets the reason, which the learner reads.
import { distance } from '../../board/hand'
import { pieceOf } from '../../board/drawing'
import { colorText } from '../../board/spoken'
import { squareName, squareNumber } from '../../board/squares'
import type { GameFacts, Line, Move } from '../../engine/types'
import type { LearnKey } from '../../i18n/learn/en'

/** A text with its arguments. */
export interface Words {
  key: LearnKey
  args?: Record<string, string | number>
}

/** A move that was made in a task. */
export interface Attempt {
  facts: GameFacts
  before: Line
  move: Move
  after: Line
  /** The position behind an answer to the move. */
  behind(answer: Move): Line
}

/** Null if the move does what is asked, and otherwise why it does not. */
export type Goal = (attempt: Attempt) => Words | null

const SIZE = 8
const DIRECTIONS: readonly (readonly [number, number])[] = [[1, 0], [1, 1], [0, 1], [-1, 1], [-1, 0], [-1, -1], [0, -1], [1, -1]]
const CORNERS = ['a1', 'h1', 'a8', 'h8']

const fault = (key: LearnKey, args: Words['args'] = {}): Words => ({ key, args })

/** Squares of a board from a square in a direction, the nearest first. */
export function ray(from: string, [right, up]: readonly [number, number]): string[] {
  const at = squareNumber(from)
  const squares: string[] = []
  for (let file = (at & 7) + right, rank = (at >> 3) + up; file >= 0 && file < SIZE && rank >= 0 && rank < SIZE; file += right, rank += up)
    squares.push(squareName(file + SIZE * rank))
  return squares
}

/** The direction of a straight way from one square to another; null if there is none. */
export function directionTo(from: string, to: string): readonly [number, number] | null {
  return DIRECTIONS.find(direction => ray(from, direction).includes(to)) ?? null
}

/** The squares between two squares on a straight line. */
export function between(from: string, to: string): string[] {
  const direction = directionTo(from, to)
  return direction ? ray(from, direction).slice(0, distance(from, to) - 1) : []
}

export const colorOn = (facts: GameFacts, board: string, square: string) => pieceOf(facts, board[squareNumber(square)]!)?.color

/** Pieces on a row, column or diagonal of a board: the whole line through a square. */
export function countOnLine(board: string, square: string, [right, up]: readonly [number, number]): number {
  const line = [square, ...ray(square, [right, up]), ...ray(square, [-right, -up])]
  return line.filter(each => board[squareNumber(each)] !== '-').length
}

const allSquares = Array.from({ length: SIZE * SIZE }, (_, at) => squareName(at))

/** Squares whose piece was the opponent's and is the mover's now. */
const turnedBy = ({ facts, before, move }: Attempt) =>
  allSquares.filter(square => {
    const color = colorOn(facts, before.board, square)
    return color && color !== before.side && colorOn(facts, move.board, square) === before.side
  })

/** The number of groups in which a colour's pieces stand, over sides and corners. */
function groupsOf(facts: GameFacts, board: string, color: string): number {
  const left = new Set(allSquares.filter(square => colorOn(facts, board, square) === color))
  let groups = 0
  for (const first of left) {
    groups++
    const reached = [first]
    for (const square of reached)
      for (const other of left)
        if (distance(square, other) <= 1) {
          left.delete(other)
          reached.push(other)
        }
  }
  return groups
}

const hasWon = ({ before, after }: Attempt) => after.over && after.winner === before.side

const goesOn = ({ after }: Attempt) => fault('fault.goes_on', { color: colorText(after.side) })

// ---- Games in which pieces turn

export const turnsExactly = (wanted: number): Goal => attempt => {
  const { length: count } = turnedBy(attempt)
  return count === wanted ? null : fault('fault.turned', { count })
}

export const turnsNothing: Goal = attempt => {
  if (!attempt.move.to) return fault('fault.passed')
  const { length: count } = turnedBy(attempt)
  return count ? fault('fault.turned_some', { count }) : null
}

export const turnsInDirections = (wanted: number): Goal => attempt => {
  const count = new Set(turnedBy(attempt).map(square => String(directionTo(attempt.move.to!, square)))).size
  return count >= wanted ? null : fault('fault.directions', { count })
}

export const takesCorner: Goal = ({ move }) => (CORNERS.includes(move.to!) ? null : fault('fault.no_corner', { square: move.to! }))

export const leavesNoMove: Goal = ({ after }) => {
  const squares = after.legal.flatMap(({ to }) => to ?? [])
  return squares.length ? fault('fault.can_move', { squares: squares.join(', ') }) : null
}

export const turnsAll: Goal = ({ facts, before, move }) => {
  const count = allSquares.filter(square => (colorOn(facts, move.board, square) ?? before.side) !== before.side).length
  return count ? fault('fault.red_left', { count }) : null
}

/** Turns something, and the next piece of the opponent, wherever it is placed, does not turn the new one. */
export const turnsSafely: Goal = attempt => {
  const { facts, before, move, after } = attempt
  if (!turnedBy(attempt).length) return fault('fault.turned_none')
  const answer = after.legal.find(({ board }) => colorOn(facts, board, move.to!) !== before.side)
  return answer ? fault('fault.turned_back', { square: answer.to! }) : null
}

export const endsAsWinner: Goal = attempt => (hasWon(attempt) ? null : fault('fault.not_over'))

// ---- Games in which pieces move

export const goesSteps = (wanted: number): Goal => ({ move }) => {
  const steps = distance(move.from!, move.to!)
  return steps === wanted ? null : fault('fault.steps', { steps })
}

export const captures: Goal = ({ move }) => (move.captured.length ? null : fault('fault.no_capture'))

export const jumpsOwn: Goal = ({ facts, before, move }) => {
  const jumped = between(move.from!, move.to!).some(square => colorOn(facts, before.board, square) === before.side)
  return jumped ? null : fault('fault.no_jump')
}

export const connects: Goal = attempt => {
  const { facts, before, move, after } = attempt
  if (hasWon(attempt)) return null
  if (after.over && after.winner === null) return fault('fault.both')
  return fault('fault.groups', { count: groupsOf(facts, move.board, before.side) })
}

export const goesSideways: Goal = ({ move }) => (move.from![1] === move.to![1] ? null : fault('fault.forward'))

export const becomesKing: Goal = ({ facts, move }) =>
  pieceOf(facts, move.board[squareNumber(move.to!)]!)!.king ? null : fault('fault.no_king')

/** The opponent must capture, whatever it captures, and so many pieces can be taken then. */
export const offers = (wanted: number): Goal => ({ after, behind }) => {
  if (!after.legal.every(answer => answer.captured.length)) return fault('fault.no_offer')
  const count = Math.min(...after.legal.map(answer => behind(answer).legal[0]?.captured.length ?? 0))
  return count >= wanted ? null : fault('fault.bad_offer', { count })
}

export const landsSafely: Goal = ({ move, after }) => {
  const answer = after.legal.find(({ captured }) => captured.includes(move.to!))
  return answer ? fault('fault.king_lost', { move: answer.move }) : null
}

export const wins: Goal = attempt => (hasWon(attempt) ? null : goesOn(attempt))
