// SPDX-License-Identifier: MIT
//
// The state that the play view keeps between visits, in the browser's own storage. It is written behind the picture of what has changed,
// or when the page is left before that.
import { signal } from '@preact/signals'
import type { Turn } from '../../board/squares'
import type { KeptMatch } from '../../game/match'
import { isBeginOf, keepOfTab, keepReplaced, SHARED, straysOfTabs } from '../../history/tabs'
import { painted } from '../../services/painted'

export interface KeptPlay {
  match?: KeptMatch
  /** The game in whose place another was opened. */
  aside?: KeptMatch
  turn?: Turn
  analysing?: boolean
}

/** True while the game that is played could not be written: what was kept before it stays as it is. */
export const isUnkept = signal(false)

/** Not written yet. */
let waiting: KeptPlay | null = null
let isLeft = false

const textOf = (match: KeptMatch | undefined) => match && JSON.stringify(match)
/** The match that this tab found or wrote last, as text: another one is another tab's. */
let own = textOf(stored().match)
straysOfTabs() // keys that tabs of earlier visits have left

export const readKept = (): KeptPlay => ({ ...stored(), ...waiting })

function stored(): KeptPlay {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(SHARED) ?? '{}')
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

/** May a match take the place of another tab's? Not an earlier state of the same game, nor, when its tab is left, a board on which nobody has
 * moved. */
function mayReplace(match: KeptMatch, other: KeptMatch): boolean {
  if (!other.begun) return true
  if (other.begun.at !== match.begun?.at) return !isLeft || !!match.begun
  if (other.ending && !match.ending && match.moves.length <= other.moves.length) return false // its end counts
  return isBeginOf(other.moves, match.moves) || !isBeginOf(match.moves, other.moves)
}

function write() {
  let isOfTab = false // kept by itself at least
  try {
    if (!waiting) return
    const { match, ...rest } = waiting
    const kept = { ...stored(), ...rest }
    const isOthers = kept.match && textOf(kept.match) !== own
    if (match) keepOfTab(match)
    isOfTab = true
    if (match && (!isOthers || mayReplace(match, kept.match!))) {
      if (isOthers) keepReplaced(kept.match!, match)
      own = textOf((kept.match = match))
    }
    localStorage.setItem(SHARED, JSON.stringify(kept))
    if (match) isUnkept.value = false
  } catch {
    if (waiting?.match) isUnkept.value = !isOfTab && !!waiting.match.begun // no room, or storage is forbidden
  } finally {
    waiting = null
  }
}

addEventListener('pagehide', () => {
  isLeft = true // others write when the page is left
  write()
})
addEventListener('pageshow', () => (isLeft = false))
