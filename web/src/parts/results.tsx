// SPDX-License-Identifier: MIT
//
// Results by level: a table, and a bar for each of its rows.
import type { GameFacts } from '../engine/types'
import type { PlayedGame } from '../history/record'
import { outcomes, sumsOf, type KindSum, type LevelSum } from '../history/sums'
import { decimal } from '../i18n'
import { kindText } from './game_names'
import { useServices } from '../services/context'
import { levelText, resultsText } from './results_texts'
import './results.css'

const WIDTH = 100

/** The shares of a row as a picture; its numbers stand beside it. */
function Bar({ sum, most }: { sum: LevelSum; most: number }) {
  let x = 0
  return (
    <svg class="history-bar" viewBox={`0 0 ${WIDTH} 8`} preserveAspectRatio="none" aria-hidden="true">
      {outcomes.map(outcome => {
        const width = (sum[outcome] / most) * WIDTH
        x += width
        return <rect key={outcome} class={outcome} x={x - width} width={width} height={8} />
      })}
    </svg>
  )
}

function Kind({ of, facts }: { of: KindSum; facts: GameFacts | undefined }) {
  const most = Math.max(...of.levels.map(sum => sum.won + sum.drawn + sum.lost))
  return (
    <tbody>
      <tr>
        <th scope="rowgroup" colSpan={outcomes.length + 1}>
          {kindText(facts, of)}
        </th>
      </tr>
      {of.levels.map(sum => (
        <tr key={sum.level}>
          <th scope="row">
            {levelText(sum.level)}
            <Bar sum={sum} most={most} />
          </th>
          {outcomes.map(outcome => (
            <td key={outcome} data-outcome={outcome}>
              {decimal(sum[outcome], 0)}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  )
}

export function Results({ games }: { games: readonly PlayedGame[] }) {
  const { about } = useServices().rules
  const kinds = sumsOf(games)
  if (!kinds.length) return null
  return (
    <section class="history-results">
      <h2>{resultsText('results')}</h2>
      <table>
        <caption class="hidden-text">{resultsText('results.about')}</caption>
        <thead>
          <tr>
            <th scope="col">{resultsText('level')}</th>
            {outcomes.map(outcome => (
              <th key={outcome} scope="col">
                <span class={`history-key ${outcome}`} aria-hidden="true" />
                {resultsText(outcome)}
              </th>
            ))}
          </tr>
        </thead>
        {kinds.map(kind => (
          <Kind key={`${kind.game}|${kind.rules}`} of={kind} facts={about.games.find(({ name }) => name === kind.game)} />
        ))}
      </table>
      <p class="quiet">{resultsText('results.about')}</p>
    </section>
  )
}
