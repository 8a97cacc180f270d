// SPDX-License-Identifier: MIT
//
// Games with friends as games of the history.
import type { Rules } from '../../engine/rules'
import type { PlayerIndex } from '../../game/clock'
import type { KeptMatch } from '../../game/match'
import { rememberMatch } from '../../history/games'
import { isLoose } from '../../history/shelf'
import { dropSeat, keptSeats, type Seen } from './seat'

/** A game that is not over goes on without a clock, by link. */
export function playedOf(rules: Rules, { report, begun }: Seen): KeptMatch {
  const { game, moves, given, over, total_ms, increment_ms, how } = report
  const { colors } = rules.game(game)
  const winner = report.winner ? (colors.indexOf(report.winner) as PlayerIndex) : null
  return {
    settings: {
      game,
      rules: report.rules,
      players: report.color === colors[0] ? ['person', 'friend'] : ['friend', 'person'],
      level: 1, // nobody's
      time: over && total_ms ? { total_ms, increment_ms } : null,
    },
    moves,
    ply: moves.length,
    ...(how && how !== 'rules' ? { ending: { winner, how } } : {}),
    begun: { at: begun, given },
  }
}

/** Give up all seats, whose games a server that offers none has forgotten: the games come into the history. */
export async function leaveSeats(rules: Rules) {
  for (const seat of keptSeats()) {
    try {
      if (seat.seen && !seat.seen.report.over) await rememberMatch(rules, playedOf(rules, seat.seen))
    } catch {
      // the kept report is damaged
    }
    if (!isLoose()) dropSeat(seat)
  }
}
