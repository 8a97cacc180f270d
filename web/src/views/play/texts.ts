// SPDX-License-Identifier: MIT
//
// The play view's words for players, levels and endings.
import { colorText } from '../../board/spoken'
import type { GameFacts } from '../../engine/types'
import type { PlayerIndex } from '../../game/clock'
import { groupOf } from '../../game/levels'
import type { Ending, Match } from '../../game/match'
import { losersReasonText, maybeText, reasonText, t, winnersReasonText } from '../../i18n'
import { countedPieces } from '../../game/counts'

export const gameText = (facts: GameFacts) => maybeText(`game.${facts.name}`, facts.title)

export const levelText = (level: number) => t('play.level', { level, group: t(`play.level.${groupOf(level).name}`) })

export function playerText(match: Match, player: PlayerIndex): string {
  const { players, level } = match.settings.value
  if (players[player] === 'engine') return levelText(level)
  if (players[player] === 'friend') return t('play.friend')
  return t(players[1 - player] === 'person' ? 'play.person' : 'play.you')
}

/** A pass for want of a move, or one that was chosen. */
export const passedText = (side: string, forced: boolean) =>
  t(forced ? 'play.passes' : 'play.passes.chosen', { color: colorText(side) })

/** "You lost 7–57": a counted game of a person against the engine. */
function countedText({ tree, settings }: Match, { how, winner, discs }: Ending): string | null {
  const { players } = settings.value
  if (how !== 'rules' || discs === undefined || players[0] === players[1]) return null
  const counts = countedPieces(tree.facts, tree.line.value.board, winner === null ? null : tree.facts.colors[winner]!, discs)
  const own = players[0] === 'person' ? 0 : 1
  const key = winner === null ? 'draw' : winner === own ? 'won' : 'lost'
  return t(`play.counted.${key}`, { own: counts[own], other: counts[1 - own]! })
}

/** "You won 40–24", "You lost: time is up", or "Black has won by 16 discs: nobody has a move left" */
export function endingText(match: Match, ending: Ending): string {
  const counted = countedText(match, ending)
  if (counted) return counted
  const { facts } = match.tree
  const { winner, how, code = '', words = '', discs } = ending
  const { players } = match.settings.value
  const own = players[0] !== players[1] ? players.indexOf('person') : -1
  const gaveUp = how === 'resigned' && own >= 0 && winner !== own
  const color = winner === null ? null : colorText(facts.colors[winner])
  const ofWinner = own >= 0 && winner !== own ? losersReasonText : winnersReasonText
  const ofRules = () => (color ? ofWinner(code, words, color) : reasonText(code, words))
  const reason = how === 'rules' ? ofRules() : t(gaveUp ? 'play.reason.resigned.you' : `play.reason.${how}`)
  if (color === null) return t('play.draw', { reason })
  if (own >= 0) return t(winner === own ? 'play.won.you' : 'play.lost.you', { reason })
  if (discs !== undefined) return t('play.won.by', { color, reason, discs: Math.abs(discs) })
  return t('play.won', { color, reason })
}
