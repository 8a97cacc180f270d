// SPDX-License-Identifier: MIT
//
// Pieces of the first and of the second colour.
import type { GameFacts } from '../engine/types'

export function countPieces(facts: GameFacts, board: string): [number, number] {
  const counts: [number, number] = [0, 0]
  for (const glyph of board) {
    const at = facts.glyphs.indexOf(glyph)
    if (at >= 0) counts[at & 1 ? 1 : 0]++
  }
  return counts
}

/** As the rules count them at the end of a game: squares that they give to the winner count for it. */
export function countedPieces(facts: GameFacts, board: string, winner: string | null, discs: number): [number, number] {
  const counts = countPieces(facts, board)
  const won = winner === null ? -1 : facts.colors.indexOf(winner)
  if (won >= 0 && Math.abs(counts[0] - counts[1]) !== Math.abs(discs)) counts[won ? 1 : 0] = counts[won ? 0 : 1] + Math.abs(discs)
  return counts
}
