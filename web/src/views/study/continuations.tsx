// SPDX-License-Identifier: MIT
//
// The continuation: each move with the name it leads to, its value in the book, and what became of tournament games.
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks'
import { colorText } from '../../board/spoken'
import type { LibraryMove, LibraryTally } from '../../engine/library'
import type { BookMove, GameFacts } from '../../engine/types'
import type { GameTree } from '../../game/tree'
import { shortNumber, t } from '../../i18n'
import { openingText } from '../../i18n/openings'
import { ResultsBar } from '../../parts/results_bar'
import { numberText } from '../../parts/values'
import { useServices } from '../../services/context'
import { imagesOf } from '../../study/canonical'
import { shownOf, wantedSource, type Found, type Source, type Statistics } from '../../study/statistics'

interface Row {
  move: string | null
  name?: string
  book?: BookMove
  games?: LibraryMove
}

/** The names that moves lead to, if they are not the name that there is already. */
function useNames(tree: GameTree): Map<string, string> {
  const { rules } = useServices()
  const node = tree.cursor.value
  return useMemo(() => {
    const { opening, legal } = tree.line.value
    const played = tree.played(node)
    const names = new Map<string, string>()
    for (const { move } of legal) {
      const next = rules.line({ ...played, moves: [...(played.moves ?? []), move] }).opening
      if (next && next !== opening) names.set(move, next)
    }
    return names
  }, [tree, node])
}

/** Of moves that are each other's image the sources know one: its numbers are those of all. */
function rowsOf(
  tree: GameTree,
  names: Map<string, string>,
  book: readonly BookMove[],
  moves: readonly LibraryMove[],
): Row[] {
  const image = imagesOf(tree.facts, tree.line.value)
  const gamesOf = (move: string) =>
    moves.find(each => each.move === move) ?? moves.find(each => each.move && image(each.move) === image(move))
  const played = tree.line.value.legal.flatMap(({ move }) => (gamesOf(move) ? move : []))
  const told = new Set([...played, ...book.map(({ move }) => move), ...names.keys()])
  const rows: Row[] = [...told].map(move => ({
    move,
    name: names.get(move),
    book: book.find(each => each.move === move),
    games: gamesOf(move),
  }))
  const order = ({ games, book: value }: Row) => (games?.games ?? 0) + (value ? value.score / 1000 : -1)
  rows.sort((a, b) => order(b) - order(a))
  const others = moves.find(({ move }) => move === null)
  return others ? [...rows, { move: null, games: others }] : rows
}

/** `side`: who is to move at the position; all values of a row are that side's. */
function Games({ facts, side, tally }: { facts: GameFacts; side: string; tally: LibraryTally | undefined }) {
  if (!tally) return <><td /><td /></>
  const isFirst = side === facts.colors[0]
  const [first, second] = (isFirst ? facts.colors : [facts.colors[1], facts.colors[0]]).map(colorText) as [string, string]
  return (
    <>
      <td class="number">{shortNumber(tally.games)}</td>
      <td class="results">
        <ResultsBar facts={facts} tally={tally} />
        {tally.average !== undefined && (
          <span class="average quiet" title={t('study.average.about', { first, second })}>
            {t('study.average', { score: numberText(isFirst ? tally.average : -tally.average) })}
          </span>
        )}
      </td>
    </>
  )
}

function Continuation({ tree, row, best, library }: { tree: GameTree; row: Row; best: boolean; library: boolean }) {
  const { move, name, book, games } = row
  return (
    <tr data-move={move ?? 'others'}>
      <th scope="row">
        {move === null ? (
          <span class="quiet">{t(library ? 'study.ended' : 'study.others')}</span>
        ) : (
          <button type="button" class="move" onClick={() => tree.playText(move)}>
            {move}
          </button>
        )}
        {name && <span class="leads-to">{openingText(name).replaceAll('/', '/\u200b')}</span>}
      </th>
      <td class={best ? 'number best-value' : 'number'}>{book && numberText(book.score)}</td>
      <Games facts={tree.facts} side={tree.line.value.side} tally={games} />
    </tr>
  )
}

function sourceText({ source, place }: Found): string {
  if (!place) return t('study.no_games')
  const { first_year: first, last_year: last } = place
  if (!first || !last) return t('study.source.library.undated')
  return t(`study.source.${source}`, { years: first === last ? first : t('study.source.years', { first, last }) })
}

/** The source of the numbers; a choice for whoever has both. */
function SourceLine({ statistics, found }: { statistics: Statistics | undefined; found: Found | undefined }) {
  if (!found) return <p class="quiet study-source">{t(statistics ? 'study.no_statistics' : 'study.loading')}</p>
  return (
    <div class="study-source">
      {statistics?.library && statistics.extract && (
        <label>
          {t('study.source')}{' '}
          <select
            value={found.source}
            onChange={event => (wantedSource.value = event.currentTarget.value as Source)}
          >
            <option value="library">{t('study.source.library.name')}</option>
            <option value="extract">{t('study.source.extract.name')}</option>
          </select>
        </label>
      )}
      <p class="quiet">{sourceText(found)}</p>
    </div>
  )
}

/** A row that gets another place, because a source has answered, keeps the focus that is in it. */
function useKeptFocus(within: { current: HTMLElement | null }) {
  const focused = within.current?.contains(document.activeElement) ? (document.activeElement as HTMLElement) : null
  useLayoutEffect(() => {
    if (focused?.isConnected && document.activeElement !== focused) focused.focus({ preventScroll: true })
  })
}

interface ContinuationsProps {
  tree: GameTree
  book: readonly BookMove[] | undefined
  statistics: Statistics | undefined
}

export function Continuations({ tree, book: answered, statistics }: ContinuationsProps) {
  const found = statistics && shownOf(statistics)
  const asked = answered === undefined
  const book = answered ?? []
  const { facts } = tree
  const names = useNames(tree)
  const place = found?.place
  const rows = rowsOf(tree, names, book, place?.moves ?? [])
  const best = numberText(Math.max(...book.map(({ score }) => score)))
  const section = useRef<HTMLElement>(null)
  useKeptFocus(section)
  return (
    <section ref={section} data-position={tree.line.value.position} data-source={found?.source} data-book={asked ? 'asked' : 'here'}>
      {rows.length > 0 && (
        <table class="continuations">
          <caption>
            {t('study.moves')} <span class="quiet">{t('study.moves.side', { color: colorText(tree.line.value.side) })}</span>
          </caption>
          <thead>
            <tr>
              <th scope="col">{t('study.move')}</th>
              <th scope="col" class="number" title={t('study.book.about')}>
                {t('study.book')}
              </th>
              <th scope="col" class="number">
                {t('study.games')}
              </th>
              <th scope="col">{t('study.won')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(row => (
              <Continuation
                key={row.move}
                tree={tree}
                row={row}
                best={row.book !== undefined && numberText(row.book.score) === best}
                library={found?.source === 'library'}
              />
            ))}
          </tbody>
          {place && (
            <tfoot>
              <tr>
                <th scope="row">{t('study.total')}</th>
                <td />
                <Games facts={facts} side={tree.line.value.side} tally={place} />
              </tr>
            </tfoot>
          )}
        </table>
      )}
      <SourceLine statistics={statistics} found={found} />
    </section>
  )
}
