// SPDX-License-Identifier: MIT
//
// The continuations of the games from a position.
import type { LibraryMove, LibraryPlace, LibraryTally } from '../../engine/library'
import type { GameFacts } from '../../engine/types'
import { shortNumber, t } from '../../i18n'
import { colorText } from '../../board/spoken'
import { ResultsBar } from '../../parts/results_bar'
import { numberText } from '../../parts/values'

interface Side {
  facts: GameFacts
  /** The side to move at the position: averages are its, as in the study. */
  side: string
}

function averageAbout({ facts, side }: Side): string {
  const [first, second] = (side === facts.colors[0] ? facts.colors : [facts.colors[1], facts.colors[0]]).map(colorText) as [string, string]
  return t('study.average.about', { first, second })
}

function Numbers({ facts, side, tally }: Side & { tally: LibraryTally }) {
  return (
    <>
      <td class="number">{shortNumber(tally.games)}</td>
      <td>
        <ResultsBar facts={facts} tally={tally} />
      </td>
      <td class="number" title={averageAbout({ facts, side })}>
        {tally.average !== undefined && numberText(side === facts.colors[0] ? tally.average : -tally.average)}
      </td>
    </>
  )
}

function Row({ facts, side, move, onMove }: Side & { move: LibraryMove; onMove(text: string): void }) {
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
      <Numbers facts={facts} side={side} tally={move} />
    </tr>
  )
}

export function Place({ facts, side, place, onMove }: Side & { place: LibraryPlace | undefined; onMove(text: string): void }) {
  if (!place?.games) return null
  return (
    <table class="library-place" data-position={place.position}>
      <caption>
        {t('study.moves')} <span class="quiet">{t('study.moves.side', { color: colorText(side) })}</span>
      </caption>
      <thead>
        <tr>
          <th scope="col">{t('study.move')}</th>
          <th scope="col" class="number">
            {t('study.games')}
          </th>
          <th scope="col">{t('study.won')}</th>
          <th scope="col" class="number">
            <span aria-hidden="true">⌀</span>
            <span class="hidden-text">{averageAbout({ facts, side })}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {place.moves.map(move => (
          <Row key={move.move} facts={facts} side={side} move={move} onMove={onMove} />
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{t('study.total')}</th>
          <Numbers facts={facts} side={side} tally={place} />
        </tr>
      </tfoot>
    </table>
  )
}
