// SPDX-License-Identifier: MIT
//
// The state that the play view keeps between visits, in the browser's own storage.
import type { Turn } from '../../board/squares'
import type { KeptMatch } from '../../game/match'

const KEY = 'flank.play'

export interface KeptPlay {
  match?: KeptMatch
  /** The game in whose place another was opened. */
  aside?: KeptMatch
  turn?: Turn
  analysing?: boolean
}

export function readKept(): KeptPlay {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}')
    return kept && typeof kept === 'object' ? (kept as KeptPlay) : {}
  } catch {
    return {} // nothing there, or nobody may look
  }
}

export function writeKept(part: KeptPlay) {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...readKept(), ...part }))
  } catch {
    // no room, or storage is forbidden: the game is not kept
  }
}
