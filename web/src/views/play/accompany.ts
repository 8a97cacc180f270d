// SPDX-License-Identifier: MIT
//
// The company of a game: all that goes along with it and is not needed for the first board. It is fetched with the first move
// (companion.ts).
import type { Rules } from '../../engine/rules'
import type { Begun, Ending, KeptMatch, Match, MatchEvents } from '../../game/match'
import { painted } from '../../services/painted'

type Companion = typeof import('./companion')
let fetched: Promise<Companion> | undefined

/** Behind the picture of what has happened. Without a network, on a first visit, nothing comes: the game goes on without it, and the next
 * event asks again. */
function withCompanion(act: (companion: Companion) => unknown) {
  const fetch = () => (fetched ??= import('./companion'))
  painted().then(fetch).then(act).catch(() => (fetched = undefined))
}

function outcome({ settings }: Match, { winner }: Ending) {
  if (winner === null) return 'drawn'
  return settings.value.players[winner] === 'person' || !settings.value.players.includes('person') ? 'won' : 'lost'
}

/** Keep a game in the history as it is now. */
export const rememberLater = (rules: Rules, kept: KeptMatch) => withCompanion(({ rememberMatch }) => rememberMatch(rules, kept))

/** Look for a game that goes on among those of the history, and say when it began. */
export const findLater = (rules: Rules, isSought: (kept: KeptMatch) => boolean, found: (begun: Begun) => void) =>
  withCompanion(async ({ unfinishedGame }) => {
    const kept = await unfinishedGame(rules, isSought)
    if (kept?.begun) found(kept.begun)
  })

/** The events of a match for its view, told to what goes along with it, too. */
export function accompanied(rules: Rules, match: Match, events: MatchEvents): MatchEvents {
  return {
    ...events,
    moved(move, side, forced) {
      events.moved(move, side, forced)
      // A piece that moves is heard at the end of its way.
      const delay = move.from ? events.showTime(move) : 0
      const own = match.settings.value.players[match.playerOf(side)] === 'person'
      withCompanion(({ soundMove }) => move.to && soundMove(own, delay))
    },
    ended(ending) {
      events.ended(ending)
      rememberLater(rules, match.keep())
      withCompanion(({ soundEnd }) => soundEnd(outcome(match, ending)))
    },
  }
}
