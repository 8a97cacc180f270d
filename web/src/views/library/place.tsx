// SPDX-License-Identifier: MIT
//
// The continuations of the games from a position.
import type { LibraryMove, LibraryPlace, LibraryTally } from '../../engine/library'
import type { GameFacts } from '../../engine/types'
import { shortNumber, t } from '../../i18n'
import { colorText } from '../../board/spoken'
import { ResultsBar } from '../../parts/results_bar'
import { numberText } from '../../parts/values'

function Numbers({ facts, tally }: { facts: GameFacts; tally: LibraryTally }) {
  const [first, second] = facts.colors.map(colorText) as [string, string]
  return (
    <>
      <td class="number">{shortNumber(tally.games)}</td>
      <td>
        <ResultsBar facts={facts} tally={tally} />
      </td>
      <td class="number" title={t('study.average.about', { first, second })}>
        {tally.average !== undefined && numberText(tally.average)}
      </td>
    </>
  )
}

function Row({ facts, move, onMove }: { facts: GameFacts; move: LibraryMove; onMove(text: string): void }) {
  return (
    <tr data-move={move.move ?? 'ended'}>
      <th scope="row">
        {move.move === null ? (
          <span class="quiet">{t('study.ended')}</span>
        ) : (
          <button type="button" class="library-move" onClick={() => onMove(move.move!)}>
            {move.move}
          </button>
        )}
      </th>
      <Numbers facts={facts} tally={move} />
    </tr>
  )
}

export function Place({ facts, place, onMove }: { facts: GameFacts; place: LibraryPlace | undefined; onMove(text: string): void }) {
  if (!place?.games) return null
  return (
    <table class="library-place" data-position={place.position}>
      <caption>{t('study.moves')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('study.move')}</th>
          <th scope="col" class="number">
            {t('study.games')}
          </th>
          <th scope="col">{t('study.won')}</th>
          <th scope="col" class="number">
            <span aria-hidden="true">⌀</span>
            <span class="hidden-text">{t('study.average.about', { first: colorText(facts.colors[0]), second: colorText(facts.colors[1]) })}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {place.moves.map(move => (
          <Row key={move.move} facts={facts} move={move} onMove={onMove} />
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{t('study.total')}</th>
          <Numbers facts={facts} tally={place} />
        </tr>
      </tfoot>
    </table>
  )
}
