// SPDX-License-Identifier: MIT
//
// Games in whose place another tab kept its own. They are written down at once, as a page that is left has no time for the database, and
// come to the games that were played (games.ts) as soon as somebody reads those.
import type { KeptMatch } from '../game/match'

const KEY = 'flank.displaced'

export function displaced(): KeptMatch[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(kept) ? (kept as KeptMatch[]) : []
  } catch {
    return [] // nothing there, or nobody may look
  }
}

function write(games: readonly KeptMatch[]) {
  if (games.length) localStorage.setItem(KEY, JSON.stringify(games))
  else localStorage.removeItem(KEY)
}

/** Throws where there is no room. Of a game that is there already, this is its state now. */
export function displace(kept: KeptMatch) {
  write([...displaced().filter(({ begun }) => begun?.at !== kept.begun?.at), kept])
}

/** These are kept elsewhere now. */
export function forgetDisplaced(taken: readonly KeptMatch[]) {
  const texts = new Set(taken.map(kept => JSON.stringify(kept)))
  write(displaced().filter(kept => !texts.has(JSON.stringify(kept))))
}
