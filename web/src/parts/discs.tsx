// SPDX-License-Identifier: MIT
//
// The number of pieces of each colour.
import { pieceOf } from '../board/drawing'
import { colorText } from '../board/spoken'
import type { GameFacts } from '../engine/types'
import { t } from '../i18n'
import { PieceIcon } from './piece'

/** Pieces of the first and of the second colour. */
export function countPieces(facts: GameFacts, board: string): [number, number] {
  const counts: [number, number] = [0, 0]
  for (const glyph of board) {
    const piece = pieceOf(facts, glyph)
    if (piece) counts[piece.second ? 1 : 0]++
  }
  return counts
}

/** One colour's count; both stand beside the players' names. */
export function PieceCount({ facts, board, second }: { facts: GameFacts; board: string; second: boolean }) {
  const color = facts.colors[second ? 1 : 0]
  const count = countPieces(facts, board)[second ? 1 : 0]
  return (
    <span class="piece-count" aria-label={t('parts.count', { color: colorText(color), count })} role="img">
      <PieceIcon color={color} second={second} />
      <span aria-hidden="true">{count}</span>
    </span>
  )
}
