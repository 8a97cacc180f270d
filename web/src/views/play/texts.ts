// SPDX-License-Identifier: MIT
//
// The play view's words for players, levels and endings.
import { colorText } from '../../board/spoken'
import type { GameFacts } from '../../engine/types'
import type { ClockTime, PlayerIndex } from '../../game/clock'
import { groupOf } from '../../game/levels'
import type { Ending, Match } from '../../game/match'
import { reasonText, maybeText, t } from '../../i18n'
import { timeText } from '../../parts/clock'

export const gameText = (facts: GameFacts) => maybeText(`game.${facts.name}`, facts.title)

export const levelText = (level: number) => t('play.level', { level, group: t(`play.level.${groupOf(level).name}`) })

export function playerText(match: Match, player: PlayerIndex): string {
  const { players, level } = match.settings.value
  if (players[player] === 'engine') return levelText(level)
  if (players[player] === 'friend') return t('play.friend')
  return t(players[1 - player] === 'person' ? 'play.person' : 'play.you')
}

export function clockText({ total_ms, increment_ms }: ClockTime): string {
  const total = timeText(total_ms)
  return increment_ms ? t('play.clock.increment', { total, seconds: increment_ms / 1000 }) : total
}

/** A pass for want of a move, or one that was chosen. */
export const passedText = (side: string, forced: boolean) =>
  t(forced ? 'play.passes' : 'play.passes.chosen', { color: colorText(side) })

/** "Black has won by 16 discs: nobody has a move left" */
export function endingText(facts: GameFacts, ending: Ending): string {
  const { winner, how, code = '', words = '', discs } = ending
  const reason = how === 'rules' ? reasonText(code, words) : t(`play.reason.${how}`)
  if (winner === null) return t('play.draw', { reason })
  const color = colorText(facts.colors[winner])
  if (discs !== undefined) return t('play.won.by', { color, reason, discs: Math.abs(discs) })
  return t('play.won', { color, reason })
}
