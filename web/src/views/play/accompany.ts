// SPDX-License-Identifier: MIT
//
// The company of a game: all that goes along with it and is not needed for the first board. It is fetched with the first move
// (companion.ts).
import type { Rules } from '../../engine/rules'
import type { KeptMatch, Match, MatchEvents } from '../../game/match'

type Companion = typeof import('./companion')
let fetched: Promise<Companion> | undefined

/** Without a network, on a first visit, nothing comes: the game goes on without it, and the next event asks again. */
function withCompanion(act: (companion: Companion) => unknown) {
  fetched ??= import('./companion')
  fetched.then(act).catch(() => (fetched = undefined))
}

/** Keep a game in the history as it is now. */
export const rememberLater = (rules: Rules, kept: KeptMatch) => withCompanion(({ rememberMatch }) => rememberMatch(rules, kept))

/** The events of a match for its view, told to what goes along with it, too. */
export function accompanied(rules: Rules, match: Match, events: MatchEvents): MatchEvents {
  return {
    ...events,
    moved(move, side, forced) {
      events.moved(move, side, forced)
      withCompanion(() => undefined)
    },
    ended(ending) {
      events.ended(ending)
      rememberLater(rules, match.keep())
    },
  }
}
