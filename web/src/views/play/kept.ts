// SPDX-License-Identifier: MIT
//
// The state that the play view keeps between visits, in the browser's own storage. It is written behind the picture of what has changed,
// or when the page is left before that.
import type { Turn } from '../../board/squares'
import type { KeptMatch } from '../../game/match'
import { painted } from '../../services/painted'

const KEY = 'flank.play'

export interface KeptPlay {
  match?: KeptMatch
  /** The game in whose place another was opened. */
  aside?: KeptMatch
  turn?: Turn
  analysing?: boolean
}

/** Not written yet. */
let waiting: KeptPlay | null = null
let isLeft = false

export const readKept = (): KeptPlay => ({ ...stored(), ...waiting })

function stored(): KeptPlay {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}')
    return kept && typeof kept === 'object' ? (kept as KeptPlay) : {}
  } catch {
    return {} // nothing there, or nobody may look
  }
}

export function writeKept(part: KeptPlay) {
  if (!waiting && !isLeft) void painted().then(write)
  waiting = { ...waiting, ...part }
  if (isLeft) write()
}

function write() {
  try {
    if (waiting) localStorage.setItem(KEY, JSON.stringify(readKept()))
  } catch {
    // no room, or storage is forbidden: the game is not kept
  }
  waiting = null
}

addEventListener('pagehide', () => {
  isLeft = true // others write when the page is left
  write()
})
addEventListener('pageshow', () => (isLeft = false))
