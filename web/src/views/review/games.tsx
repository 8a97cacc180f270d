// SPDX-License-Identifier: MIT
//
// The games of a collection: found by any word of players, event and year; a page of them at a time.
import { useMemo, useState } from 'preact/hooks'
import type { Rules } from '../../engine/rules'
import type { Sheet } from '../../engine/types'
import type { Collection, Row } from '../../game/source'
import { maybeText, messageOf, t } from '../../i18n'

const PAGE = 50

/** True if every word of `words` is somewhere in the row. */
function matches(row: Row, words: readonly string[]): boolean {
  const text = `${row.players.join(' ')} ${row.event} ${row.date} ${row.result}`.toLocaleLowerCase()
  return words.every(word => text.includes(word))
}

interface GamesProps {
  rules: Rules
  collection: Collection
  onSheet(sheet: Sheet): void
}

export function Games({ rules, collection, onSheet }: GamesProps) {
  const [filter, setFilter] = useState('')
  const [page, setPage] = useState(0)
  const { rows } = collection
  const count = collection.count.value
  const found = useMemo(() => {
    const words = filter.toLocaleLowerCase().split(/\s+/).filter(Boolean)
    return words.length ? rows.filter(row => matches(row, words)) : rows
  }, [rows, count, filter])
  const pages = Math.max(1, Math.ceil(found.length / PAGE))
  const at = Math.min(page, pages - 1)
  const shown = found.slice(at * PAGE, at * PAGE + PAGE)
  const several = useMemo(() => rows.some(row => row.game !== rows[0]!.game), [rows, count])
  return (
    <div class="games">
      <h2>{t('review.games.title', { n: count })}</h2>
      <div class="games-tools">
        <label>
          {t('review.games.filter')}{' '}
          <input
            type="search"
            value={filter}
            onInput={event => {
              setFilter(event.currentTarget.value)
              setPage(0)
            }}
          />
        </label>
        <span class="pages">
          <button type="button" disabled={at === 0} onClick={() => setPage(at - 1)} aria-label={t('review.games.before')}>
            ‹
          </button>
          <span role="status">
            {t('review.games.shown', { from: found.length ? at * PAGE + 1 : 0, to: at * PAGE + shown.length, n: found.length })}
          </span>
          <button type="button" disabled={at >= pages - 1} onClick={() => setPage(at + 1)} aria-label={t('review.games.after')}>
            ›
          </button>
        </span>
        {collection.reading.value && <span class="quiet">{t('review.games.reading')}</span>}
      </div>
      <Failures collection={collection} />
      <ol class="games-list" start={at * PAGE + 1}>
        {shown.map(row => (
          <li key={row.number}>
            <button type="button" class="game-row" onClick={() => onSheet(collection.sheet(row))}>
              <span class="game-number">{row.number + 1}</span>
              <span class="game-players">{playersText(row)}</span>
              <span class="game-result">{row.result}</span>
              <span class="game-event">
                {[several ? maybeText(`game.${row.game}`, rules.game(row.game).title) : '', row.event, row.year]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </button>
          </li>
        ))}
      </ol>
    </div>
  )
}

function playersText({ players, kind, moves }: Row): string {
  if (players[0] || players[1]) return `${players[0] || '?'} – ${players[1] || '?'}`
  return kind === 'position' ? t('review.games.position') : t('review.games.moves', { n: moves })
}

function Failures({ collection }: { collection: Collection }) {
  const failed = collection.failed.value
  if (!failed) return null
  return (
    <details class="failure">
      <summary>{t('review.games.failed', { n: failed })}</summary>
      <ul>
        {collection.failures.value.map((failure, i) => (
          <li key={i}>
            {failure.line
              ? t('review.games.at_line', { line: failure.line, error: messageOf(failure) })
              : t('review.games.at_byte', { byte: failure.offset, error: messageOf(failure) })}
          </li>
        ))}
      </ul>
    </details>
  )
}
