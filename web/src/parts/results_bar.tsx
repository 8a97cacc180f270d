// SPDX-License-Identifier: MIT
//
// Games won, drawn and lost as a bar with numbers.
import { colorText } from '../board/spoken'
import type { LibraryTally } from '../engine/library'
import type { GameFacts } from '../engine/types'
import { t } from '../i18n'
import { wonBy } from '../study/statistics'
import './results_bar.css'

export function ResultsBar({ facts, tally }: { facts: GameFacts; tally: LibraryTally }) {
  const percent = (count: number) => Math.round((100 * count) / Math.max(1, tally.games))
  const [a, b, c] = [percent(wonBy(tally, 0)), percent(tally.drawn), percent(wonBy(tally, 1))]
  const [first, second] = facts.colors.map(colorText) as [string, string]
  const words = t('study.share', { first, second, a, b, c })
  const part = (name: string, share: number) => (
    <span class={`share-${name}`} style={{ flexGrow: share }}>
      {share >= 14 ? share : ''}
    </span>
  )
  return (
    <span class="share-bar" role="img" aria-label={words} title={words}>
      {part(`side ${facts.colors[0]}`, a)}
      {part('drawn', b)}
      {part(`side ${facts.colors[1]}`, c)}
    </span>
  )
}
