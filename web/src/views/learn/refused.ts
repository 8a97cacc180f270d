// SPDX-License-Identifier: MIT
//
// The reason why nothing can be played on a square that was pressed.
import { distance } from '../../board/hand'
import { pieceOf } from '../../board/drawing'
import { squareNumber } from '../../board/squares'
import type { GameFacts, Line } from '../../engine/types'
import { colorOn, countOnLine, directionTo, type Words } from './goals'

function whyNotPlaced({ board }: Line, square: string): Words {
  const occupied = board[squareNumber(square)] !== '-'
  return { key: occupied ? 'refused.occupied' : 'refused.nothing', args: { square } }
}

function whyNotMoved(facts: GameFacts, { board, side }: Line, from: string, square: string): Words {
  const direction = directionTo(from, square)
  if (!direction) return { key: 'refused.line', args: { from, square } }
  const count = countOnLine(board, from, direction)
  if (distance(from, square) !== count) return { key: 'refused.count', args: { from, square, count } }
  return { key: colorOn(facts, board, square) === side ? 'refused.own' : 'refused.over', args: { square } }
}

function whyNotStepped(facts: GameFacts, { board, legal }: Line, from: string): Words {
  const count = legal[0]?.captured.length ?? 0
  if (count) return { key: 'refused.must', args: { count } }
  return { key: pieceOf(facts, board[squareNumber(from)]!)?.king ? 'refused.king' : 'refused.man' }
}

/** `from`: the piece that is chosen. Null for a piece that cannot move: the board itself says why where others must capture. */
export function whyRefused(facts: GameFacts, line: Line, square: string, from?: string): Words | null {
  if (!line.legal.some(move => move.from)) return whyNotPlaced(line, square)
  if (!from) return colorOn(facts, line.board, square) === line.side ? null : { key: 'refused.choose' }
  return facts.name === 'loa' ? whyNotMoved(facts, line, from, square) : whyNotStepped(facts, line, from)
}
