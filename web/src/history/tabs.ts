// SPDX-License-Identifier: MIT
//
// The game of each tab. Every tab writes its own under a key of its own, since a browser tells one tab late what another has written: what
// all write to, one may take from another unseen. Games that the state of all tabs (views/play/kept.ts) does not hold come to those that were
// played (games.ts) as soon as somebody reads these.
import type { KeptMatch } from '../game/match'

/** The state of all tabs; it has the match that was written last. */
export const SHARED = 'flank.play'
const PREFIX = `${SHARED}.`
const own = PREFIX + Math.random().toString(36).slice(2)

export interface TabGame {
  key: string
  text: string
  kept: KeptMatch
}

/** Keep the game of this tab; one in which nobody has moved is none. Throws where there is no room. */
export function keepOfTab(kept: KeptMatch) {
  if (kept.begun) localStorage.setItem(own, JSON.stringify(kept))
  else localStorage.removeItem(own)
}

/** Keep a game of another tab in whose place in the state of all another match comes, since its tab may have no key any more. */
export function keepReplaced(game: KeptMatch, by: KeptMatch) {
  if (game.begun && !isHeldBy(game, by)) localStorage.setItem(PREFIX + game.begun.at, JSON.stringify(game))
}

/** Are these the first moves of the other, or all? */
export const isBeginOf = (moves: readonly string[], all: readonly string[]) => moves.every((move, ply) => move === all[ply])

/** Is this the other game, or an earlier state of it? */
const isHeldBy = ({ begun, moves }: KeptMatch, by: KeptMatch | undefined) => begun!.at === by?.begun?.at && isBeginOf(moves, by!.moves)

/** The match of the state of all tabs, if somebody has moved in it. */
export function sharedMatch(): KeptMatch | undefined {
  try {
    const { match } = JSON.parse(localStorage.getItem(SHARED) ?? '{}') as { match?: KeptMatch }
    return match?.begun && match
  } catch {
    return undefined // nothing there, or nobody may look
  }
}

function readGame(key: string): TabGame | undefined {
  const text = localStorage.getItem(key) ?? ''
  try {
    const kept = JSON.parse(text) as KeptMatch
    if (kept.begun && Array.isArray(kept.moves)) return { key, text, kept }
  } catch {
    // damaged
  }
  localStorage.removeItem(key)
  return undefined
}

/** The games of tabs, open or not, that the state of all does not hold. The keys of the others are removed: an open tab writes again. */
export function straysOfTabs(): TabGame[] {
  try {
    const shared = sharedMatch()
    const games = Object.keys(localStorage).filter(key => key.startsWith(PREFIX)).flatMap(key => readGame(key) ?? [])
    forgetOfTabs(games.filter(({ kept }) => isHeldBy(kept, shared)))
    return games.filter(({ kept }) => !isHeldBy(kept, shared))
  } catch {
    return [] // nobody may look
  }
}

/** These are kept elsewhere now, unless their tabs have gone on. */
export function forgetOfTabs(games: readonly TabGame[]) {
  for (const { key, text } of games) if (localStorage.getItem(key) === text) localStorage.removeItem(key)
}
