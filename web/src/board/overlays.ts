// SPDX-License-Identifier: MIT
//
// The things that players of Othello look for on a board: discs that can never turn again, discs that others can be placed beside, the empty regions
// and how many moves each has room for. From the letters of a board alone.
import { isInside, squareName, WHOLE, type Area } from './squares'

const EMPTY = '-'
const AXES = [[1, 0], [0, 1], [1, 1], [1, -1]] as const

function squaresOf(area: Area): number[] {
  return [...Array(64).keys()].filter(square => isInside(area, square & 7, square >> 3))
}

/** The neighbour of a square, or -1 beside the board. */
function neighbour(area: Area, square: number, [right, up]: readonly [number, number], step: 1 | -1): number {
  const column = (square & 7) + step * right
  const row = (square >> 3) + step * up
  return isInside(area, column, row) ? column + 8 * row : -1
}

const directions = AXES.flatMap(axis => [[axis, 1], [axis, -1]] as [readonly [number, number], 1 | -1][])
const around = (area: Area, square: number) => directions.map(([axis, step]) => neighbour(area, square, axis, step)).filter(next => next >= 0)

function isFull(board: string, area: Area, square: number, axis: readonly [number, number]): boolean {
  for (const step of [1, -1] as const)
    for (let at = square; at >= 0; at = neighbour(area, at, axis, step)) if (board[at] === EMPTY) return false
  return true
}

/**
 * Discs that no sequence of moves can turn: along each axis the line is full, or on one side there is the edge, or a stable disc of the same
 * colour. It spreads until nothing changes. Some stable discs, in regions that are full together, are not seen. `chains`: turned discs turn
 * others, so that a full line holds nothing.
 */
export function stableDiscs(board: string, area = WHOLE, chains = false): string[] {
  const stable = new Set<number>()
  const discs = squaresOf(area).filter(square => board[square] !== EMPTY)
  const holds = (square: number, next: number) => next < 0 || (stable.has(next) && board[next] === board[square])
  const isSafe = (square: number, axis: readonly [number, number]) =>
    holds(square, neighbour(area, square, axis, 1)) || holds(square, neighbour(area, square, axis, -1)) || (!chains && isFull(board, area, square, axis))
  for (let before = -1; before !== stable.size; ) {
    before = stable.size
    for (const square of discs) if (!stable.has(square) && AXES.every(axis => isSafe(square, axis))) stable.add(square)
  }
  return [...stable].sort((a, b) => a - b).map(squareName)
}

/** Discs with an empty square beside them. */
export function frontierDiscs(board: string, area = WHOLE): string[] {
  const isFrontier = (square: number) => board[square] !== EMPTY && around(area, square).some(next => board[next] === EMPTY)
  return squaresOf(area).filter(isFrontier).map(squareName)
}

/** The empty squares in regions that touch, diagonally too. */
export function emptyRegions(board: string, area = WHOLE): string[][] {
  const left = new Set(squaresOf(area).filter(square => board[square] === EMPTY))
  const regions: string[][] = []
  for (const start of [...left]) {
    if (!left.delete(start)) continue
    const region = [start]
    for (const square of region) for (const next of around(area, square)) if (left.delete(next)) region.push(next)
    regions.push(region.sort((a, b) => a - b).map(squareName))
  }
  return regions
}
