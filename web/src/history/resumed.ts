// SPDX-License-Identifier: MIT
//
// The game of the history with which the play view is to go on: its link holds the moves, this who played, how strong, and the clocks.
import type { KeptMatch } from '../game/match'

let wanted: KeptMatch | null = null

/** To be called right before the address changes to the game's link in the play view. */
export const resumeNext = (kept: KeptMatch | null) => void (wanted = kept)

/** The game, once. */
export function takeResumed(): KeptMatch | null {
  const kept = wanted
  wanted = null
  return kept
}
