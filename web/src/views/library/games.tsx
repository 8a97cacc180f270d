// SPDX-License-Identifier: MIT
//
// The games that were found, a page of them at a time.
import type { LibraryGame } from '../../engine/library'
import { resultText } from '../../game/source'
import { dateText, decimal, sentenceOf, t } from '../../i18n'
import { openingText } from '../../i18n/openings'
import type { Answer } from './answer'
import { libraryText } from './texts'

export const PAGE = 20

export interface Found {
  found: number
  games: LibraryGame[]
}

/** "40–24" where discs are known, else who won. */
function scoreText({ result, score }: LibraryGame): string {
  const text = result === 'drawn' ? '½-½' : result === 'black' ? '1-0' : result === 'white' ? '0-1' : ''
  return resultText({ text, discs: score })
}

const aboutText = ({ event, date, opening }: LibraryGame) => [event, dateText(date), opening && openingText(opening)].filter(Boolean).join(' · ')

function Row({ game, open, onGame }: { game: LibraryGame; open: boolean; onGame(game: LibraryGame): void }) {
  const { black, white } = game
  return (
    <li>
      <button type="button" class="library-game" aria-current={open ? 'true' : undefined} onClick={() => onGame(game)}>
        <span>{libraryText('opened', { black: black || '?', white: white || '?' })}</span> <span class="library-score">{scoreText(game)}</span>
        <span class="quiet">{aboutText(game)}</span>
      </button>
    </li>
  )
}

interface GamesProps {
  answer: Answer<Found>
  page: number
  /** They go through the position on the board. */
  placed: boolean
  open: number | undefined
  onGame(game: LibraryGame): void
  onPage(page: number): void
}

export function Games({ answer, page, placed, open, onGame, onPage }: GamesProps) {
  const { value, busy, failed, again } = answer
  const from = page * PAGE
  return (
    <section class="library-found" aria-busy={busy} data-found={busy ? undefined : value?.found}>
      <div class="library-line">
        <p role="status">
          {value ? libraryText(placed ? 'found.place' : 'found', { n: value.found }) : busy ? t('study.loading') : ''}
        </p>
        {value && (value.found > PAGE || page > 0) && (
          <span class="library-pages">
            <button type="button" disabled={page === 0} aria-label={t('review.games.before')} onClick={() => onPage(page - 1)}>
              ‹
            </button>
            <span>{`${decimal(Math.min(from + 1, value.found), 0)}–${decimal(Math.min(from + PAGE, value.found), 0)}`}</span>
            <button type="button" disabled={from + PAGE >= value.found} aria-label={t('review.games.after')} onClick={() => onPage(page + 1)}>
              ›
            </button>
          </span>
        )}
      </div>
      {failed && (
        <p class="bad" role="alert">
          {sentenceOf(failed)}{' '}
          <button type="button" onClick={again}>
            {t('loading.again')}
          </button>
        </p>
      )}
      {value?.found === 0 && <p>{libraryText('none')}</p>}
      {value && value.games.length > 0 && (
        <ol class="library-games" start={from + 1}>
          {value.games.map(game => (
            <Row key={game.id} game={game} open={game.id === open} onGame={onGame} />
          ))}
        </ol>
      )}
    </section>
  )
}
