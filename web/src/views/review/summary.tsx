// SPDX-License-Identifier: MIT
//
// The sums of a review: how often each side's moves were of which kind, and what they lost, in all and in each phase.
import { colorText } from '../../board/spoken'
import type { GameFacts, Phase, ReviewSum, Verdict } from '../../engine/types'
import { decimal, t } from '../../i18n'
import { levelText } from './controls'
import { signs, type Reviewed } from './reviewing'
import { percent, percentText } from './words'

const verdicts: Verdict[] = ['best', 'good', 'inaccuracy', 'mistake', 'blunder']
const phases: Phase[] = ['opening', 'midgame', 'endgame']

export function Summary({ facts, reviewed, players }: { facts: GameFacts; reviewed: Reviewed; players: [string, string] }) {
  const sides = facts.colors.map(color => reviewed.game.sides[color]!)
  const average = (sum: ReviewSum) => (facts.scores_discs ? decimal(sum.average_loss, 1, 1) : percentText(sum.average_loss, 1))
  const row = (key: string, label: string, values: string[]) => (
    <tr key={key}>
      <th scope="row">{label}</th>
      {values.map((value, color) => (
        <td key={color}>{value}</td>
      ))}
    </tr>
  )
  return (
    <table class={`summary on-paper ${facts.scores_discs ? '' : 'of-chances'}`}>
      <caption>
        {t('review.summary')} <span class="quiet">{t('review.summary.level', { level: levelText(facts, reviewed.level) })}</span>
      </caption>
      <thead>
        <tr>
          <td />
          {facts.colors.map((color, i) => (
            <th key={color} scope="col">
              {players[i] ? t('review.player', { name: players[i], color: colorText(color) }) : colorText(color)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {row('accuracy', t('review.accuracy'), sides.map(side => percent(side.accuracy)))}
        {row('loss', t(facts.scores_discs ? 'review.average.discs' : 'review.average.chance'), sides.map(average))}
        {verdicts.map(verdict => (
          <tr key={verdict}>
            <th scope="row" class="counted">
              <span class={`sign ${verdict}`} aria-hidden="true">
                {signs[verdict]}
              </span>{' '}
              {t(`review.verdicts.${verdict}`)}
            </th>
            {sides.map((side, color) => (
              <td key={color}>{side[verdict]}</td>
            ))}
          </tr>
        ))}
        {phases.map(phase =>
          row(
            phase,
            t(`review.phase.${phase}`),
            sides.map(side => (side[phase].moves ? t('review.phase.sum', { share: percent(side[phase].accuracy), loss: average(side[phase]) }) : '–')),
          ),
        )}
      </tbody>
    </table>
  )
}
