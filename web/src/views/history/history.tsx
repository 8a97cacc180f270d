// SPDX-License-Identifier: MIT
//
// The games that were played here: found again, opened, deleted; what was reached at each level; all of them as a file.
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { PageError } from '../../engine/module'
import type { Rules } from '../../engine/rules'
import type { Source } from '../../game/source'
import { gamesText, lineOf, readFile, type GamesFile } from '../../history/file'
import { addGames, changes, MOST_GAMES, putGames, readGames, removeDamaged, removeGames, type KeptGames } from '../../history/games'
import type { PlayedGame } from '../../history/record'
import { packReviews, unpackReview } from '../../history/reviews'
import { isLoose } from '../../history/shelf'
import { messageOf, t } from '../../i18n'
import type { Problem } from '../../i18n/errors'
import { sourceOf } from '../../parts/incoming'
import { download } from '../../parts/download'
import { gameText } from '../../parts/game_names'
import { Results } from '../../parts/results'
import { useServices } from '../../services/context'
import { GameList, type ListActs } from './list'
import { openPlay, openReview } from './opened'
import { PreviewBoard, PreviewWalk, usePreview } from './preview'
import { historyText } from './texts'
import './history.css'

/** The games in the browser, read when the view opens, when they change, and when one comes back to it from another window. A game that has
 * just ended is kept a little later. */
function useKept() {
  const { rules } = useServices()
  const [kept, setKept] = useState<KeptGames | null>(null)
  const read = () => readGames(rules).then(setKept)
  const changed = changes.value
  useEffect(() => {
    const look = () => void (document.visibilityState === 'visible' && read())
    look()
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [changed])
  return { kept, read }
}

/** The last thing done, in words. */
interface Told {
  text: Problem
  bad?: boolean
  /** The game that was deleted: it can be brought back. */
  removed?: PlayedGame
}

/** Keep the reviews of a file. Returns how many could not be read. */
async function keepReviews(rules: Rules, { reviews }: GamesFile): Promise<number> {
  let lost = 0
  for (const [game, text] of reviews) if (!(await unpackReview(lineOf(rules, game), text))) lost++
  return lost
}

function Files({ games, onTold, onRead }: { games: readonly PlayedGame[]; onTold(told: Told): void; onRead(): void }) {
  const { rules } = useServices()
  const take = async (source: Source | null) => {
    if (!source) return onTold({ text: t('review.open.large'), bad: true })
    if (!rules.isWhole.value) onTold({ text: historyText('reading') })
    await rules.whenWhole
    try {
      const file = await readFile(rules, source)
      const { added, older } = await addGames(file.games)
      const parts = [historyText('read', { added, known: file.games.length - added - older })]
      if (older) parts.push(historyText('read.older', { most: MOST_GAMES, n: older }))
      if (file.others) parts.push(historyText('read.others', { n: file.others }))
      const lost = await keepReviews(rules, file)
      if (lost) parts.push(historyText('read.reviews', { n: lost }))
      if (file.failed) parts.push(historyText('damaged', { n: file.failed }))
      onTold({ text: parts.join(' '), bad: !file.games.length })
      onRead()
    } catch (error) {
      if (!(error instanceof PageError)) throw error
      onTold({ text: error.problem, bad: true })
    }
  }
  const save = async () => {
    const reviews = await packReviews(games.map(game => [game.begun, lineOf(rules, game)] as const))
    download(gamesText(rules, games, reviews), 'flank-games.flank')
  }
  const choose = (input: HTMLInputElement) => {
    const files = [...(input.files ?? [])]
    input.value = '' // so that the same file can be chosen again
    if (files.length) void sourceOf(files).then(take)
  }
  return (
    <section class="history-files">
      <div class="buttons">
        <button type="button" disabled={!games.length} onClick={() => void save()}>
          {historyText('export')}
        </button>
        <label class="button">
          {historyText('import')}
          <input type="file" class="hidden-text" onChange={event => choose(event.currentTarget)} />
        </label>
      </div>
      <p class="quiet">{historyText('files.about', { n: MOST_GAMES })}</p>
    </section>
  )
}

function GameFilter({ games, game, onGame }: { games: readonly PlayedGame[]; game: string; onGame(name: string): void }) {
  const { about } = useServices().rules
  const names = [...new Set(games.map(each => each.game))]
  if (names.length < 2) return null
  return (
    <label class="game-choice history-filter">
      {historyText('filter')}{' '}
      <select value={game} onChange={event => onGame(event.currentTarget.value)}>
        <option value="">{historyText('filter.all')}</option>
        {names.map(name => (
          <option key={name} value={name}>
            {gameText(about.games.find(each => each.name === name), name)}
          </option>
        ))}
      </select>
    </label>
  )
}

/** The last thing done, with a way back from deleting. The button has the focus at once: the one that was pressed is gone. */
function Done({ told, onUndo }: { told: Told | null; onUndo(game: PlayedGame): void }) {
  const button = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => button.current?.focus(), [told?.removed])
  return (
    <div role="status" class="history-done">
      {told && <span class={told.bad ? 'bad' : ''}>{messageOf(told.text)}</span>}{' '}
      {told?.removed && (
        <button ref={button} type="button" onClick={() => onUndo(told.removed!)}>
          {historyText('undo')}
        </button>
      )}
    </div>
  )
}

const nothing: KeptGames = { games: [], damaged: [] }

export function HistoryView() {
  const { rules } = useServices()
  const { kept, read } = useKept()
  const [filter, setFilter] = useState('')
  const [told, setTold] = useState<Told | null>(null)
  const title = useRef<HTMLHeadingElement>(null)
  const [chosen, setChosen] = useState<number | null>(null)
  const { games, damaged } = kept ?? nothing
  const isThere = games.some(({ game }) => game === filter)
  const found = isThere ? games.filter(({ game }) => game === filter) : games
  const shown = found.find(({ begun }) => begun === chosen) ?? found[0]
  const tree = usePreview(shown)
  const open = (act: typeof openPlay) => (game: PlayedGame) => {
    try {
      act(rules, game)
    } catch (error) {
      if (!(error instanceof PageError)) throw error
      setTold({ text: error.problem, bad: true })
    }
  }
  const acts: ListActs = {
    review: open(openReview),
    play: open(openPlay),
    show: ({ begun }) => setChosen(begun),
    async remove(game) {
      await removeGames([game])
      await read()
      setTold({ text: historyText('removed'), removed: game })
    },
  }
  const undo = async (game: PlayedGame) => {
    await putGames([game])
    await read()
    setTold({ text: historyText('undone') })
    title.current?.focus()
  }
  const clear = async () => {
    await removeDamaged(damaged)
    await read()
    title.current?.focus()
  }
  return (
    <div class="table history">
      <header class="table-head">
        <h1 ref={title} tabIndex={-1}>
          {t('nav.history')}
        </h1>
        <GameFilter games={games} game={isThere ? filter : ''} onGame={setFilter} />
      </header>
      <PreviewBoard tree={tree} game={shown} />
      <div class="table-under">
        {shown && <PreviewWalk tree={tree} />}
        <Done told={told} onUndo={game => void undo(game)} />
      </div>
      <div class="table-side">
        {isLoose() && <p class="bad">{historyText('loose')}</p>}
        {damaged.length > 0 && (
          <p class="bad">
            {historyText('damaged', { n: damaged.length })}{' '}
            <button type="button" onClick={() => void clear()}>
              {historyText('damaged.clear')}
            </button>
          </p>
        )}
        {!kept && <p class="quiet">{historyText('reading')}</p>}
        {kept && (
          <section aria-labelledby="history-games">
            <h2 id="history-games">{historyText('count', { n: found.length })}</h2>
            {games.length ? (
              <GameList key={filter} games={found} acts={acts} shown={shown?.begun} />
            ) : (
              <>
                <p>{historyText('none')}</p>
                <a class="button" href="#/play">
                  {t('nav.play')}
                </a>
              </>
            )}
          </section>
        )}
      </div>
      <div class="table-third">
        <Results games={found} />
        {kept && <Files games={games} onTold={setTold} onRead={() => void read()} />}
      </div>
    </div>
  )
}
