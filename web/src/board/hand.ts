// SPDX-License-Identifier: MIT
//
// The state of the hand: a piece is chosen, squares of its way are named, until one legal move is meant. Plain state and
// functions; clicks, taps, drags and keys all end here.
import type { Move } from '../engine/types'
import { squareNumber } from './squares'

/** A chosen piece. */
export interface Hand {
  from: string
  /** The squares of its way that were named so far. */
  through: string[]
  /** The end that was named although several ways lead there. */
  to?: string
}

export interface Pressed {
  hand: Hand | null
  move?: Move
}

/** Steps of a king of chess between two squares. */
export const distance = (a: string, b: string) =>
  Math.max(Math.abs(a.charCodeAt(0) - b.charCodeAt(0)), Math.abs(a.charCodeAt(1) - b.charCodeAt(1)))

/** Does a piece that goes from one square to another, on a straight line, pass or reach this one? */
function onLeg(square: string, from: string, to: string): boolean {
  const [right, up] = [to.charCodeAt(0) - from.charCodeAt(0), to.charCodeAt(1) - from.charCodeAt(1)]
  const aside = right * (square.charCodeAt(1) - from.charCodeAt(1)) - up * (square.charCodeAt(0) - from.charCodeAt(0))
  return aside === 0 && distance(from, square) <= distance(from, to) && distance(square, to) < distance(from, to)
}

/** The leg of a path, from 0, on which a square is passed; -1: none. */
export const legOf = (square: string, path: readonly string[]): number =>
  path.slice(1).findIndex((to, at) => onLeg(square, path[at]!, to))

/** The squares that a move goes through, its own two with them. */
export const pathOf = (move: Move): string[] => move.path ?? (move.from && move.to ? [move.from, move.to] : [])

const waysOf = (move: Move): string[][] => move.ways ?? [pathOf(move)]

/** The ways of a move that go on as the hand has begun. */
const waysOn = (move: Move, hand: Hand): string[][] =>
  waysOf(move).filter(way => [hand.from, ...hand.through].every((square, step) => way[step] === square))

/** The moves that a hand can still mean. */
export function meant(legal: readonly Move[], hand: Hand): Move[] {
  return legal.filter(
    move => move.from === hand.from && (!hand.to || move.to === hand.to) && waysOn(move, hand).length > 0,
  )
}

/** The next landings of a move, other than its end. */
function nextSteps(move: Move, hand: Hand): string[] {
  const step = hand.through.length + 1
  return waysOn(move, hand).flatMap(way => (step < way.length - 1 ? way[step]! : []))
}

/** A move as the hand has made it. */
function made(move: Move, hand: Hand): Move {
  const path = waysOn(move, hand)[0]
  return move.ways && path ? { ...move, path } : move
}

/** The next landing comes before an end that other ways lead to: who names step by step means what is next. */
function continued(legal: readonly Move[], hand: Hand, square: string): Pressed | null {
  const moves = meant(legal, hand)
  const ends = moves.filter(move => move.to === square)
  const here = ends.filter(move => waysOn(move, hand).some(way => way.length === hand.through.length + 2))
  const step = !here.length && moves.some(move => nextSteps(move, hand).includes(square))
  if (step) {
    const further = { ...hand, through: [...hand.through, square] }
    const left = meant(legal, further)
    return hand.to && left.length === 1 ? { hand: null, move: made(left[0]!, further) } : { hand: further }
  }
  if (ends.length === 1) return { hand: null, move: made(ends[0]!, hand) }
  return ends.length > 1 ? { hand: { ...hand, to: square } } : null
}

/** A square was pressed. */
export function press(legal: readonly Move[], hand: Hand | null, square: string): Pressed {
  const placed = legal.find(move => !move.from && move.to === square)
  if (placed) return { hand: null, move: placed }
  if (hand?.from === square && !hand.through.length) return { hand: null } // put down, though a way may lead back there
  const pressed = hand && continued(legal, hand, square)
  if (pressed) return pressed
  if (hand?.from === square) return { hand: null }
  return { hand: legal.some(move => move.from === square) ? { from: square, through: [] } : null }
}

/** The place where the chosen piece stands by now. */
export const standsOn = (hand: Hand): string => hand.through.at(-1) ?? hand.from

/** The pieces that the steps that were named have taken. */
export function takenSoFar(legal: readonly Move[], hand: Hand): string[] {
  const [move] = meant(legal, hand)
  return move?.captured.filter(square => legOf(square, [hand.from, ...hand.through]) >= 0) ?? []
}

/** The board as the hand has left it: the piece where its last step led, without what it has jumped. */
export function boardInHand(board: string, legal: readonly Move[], hand: Hand | null): string {
  if (!hand?.through.length) return board
  const squares = [...board]
  for (const taken of takenSoFar(legal, hand)) squares[squareNumber(taken)] = '-'
  const piece = squares[squareNumber(hand.from)]!
  squares[squareNumber(hand.from)] = '-'
  squares[squareNumber(standsOn(hand))] = piece
  return squares.join('')
}

/** The squares where the hand can go on: squares where a move ends, and steps on the way of longer ones. */
export function targets(legal: readonly Move[], hand: Hand | null): Map<string, 'end' | 'step'> {
  const found = new Map<string, 'end' | 'step'>()
  if (!hand) {
    for (const move of legal) if (!move.from && move.to) found.set(move.to, 'end')
    return found
  }
  for (const move of meant(legal, hand)) {
    for (const step of nextSteps(move, hand)) found.set(step, 'step')
  }
  if (hand.to) return found
  for (const move of meant(legal, hand)) {
    const next = waysOn(move, hand).some(way => way.length === hand.through.length + 2)
    const down = move.to === hand.from && !hand.through.length
    if (!down && (next || found.get(move.to!) !== 'step')) found.set(move.to!, 'end')
  }
  return found
}
