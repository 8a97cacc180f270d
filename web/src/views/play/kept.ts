// SPDX-License-Identifier: MIT
//
// The state that the play view keeps between visits, in the browser's own storage. It is written behind the picture of what has changed,
// or when the page is left before that.
import type { Turn } from '../../board/squares'
import type { KeptMatch } from '../../game/match'
import { displace } from '../../history/displaced'
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

const textOf = (match: KeptMatch | undefined) => match && JSON.stringify(match)
/** The match that this tab found or wrote last, as text: another one is another tab's. */
let own = textOf(stored().match)

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

const holds = (kept: KeptMatch, { moves }: KeptMatch) => moves.every((move, ply) => move === kept.moves[ply])

/** May a match take the place of another tab's? That one is set aside for it, unless it is the same game with fewer moves. Nothing gives way to
 * an earlier state of itself, nor to a board on which nobody has moved when its tab is left. */
function displaces(match: KeptMatch, other: KeptMatch): boolean {
  if (!other.begun) return true
  const isSame = other.begun.at === match.begun?.at
  if (isSame && other.ending && !match.ending && match.moves.length <= other.moves.length) return false // its end counts
  if (isSame && holds(match, other)) return true
  if (isSame ? holds(other, match) : isLeft && !match.begun) return false
  // Two tabs may go on with one game in two ways: the other's is a game of its own.
  displace({ ...other, begun: { ...other.begun, at: other.begun.at + (isSame ? 1 : 0) } })
  return true
}

function write() {
  try {
    if (!waiting) return
    const { match, ...rest } = waiting
    const kept = { ...stored(), ...rest }
    const isOthers = kept.match && textOf(kept.match) !== own
    if (match && (!isOthers || displaces(match, kept.match!))) own = textOf((kept.match = match))
    localStorage.setItem(KEY, JSON.stringify(kept))
  } catch {
    // no room, or storage is forbidden: the game is not kept
  } finally {
    waiting = null
  }
}

addEventListener('pagehide', () => {
  isLeft = true // others write when the page is left
  write()
})
addEventListener('pageshow', () => (isLeft = false))
