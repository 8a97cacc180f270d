// SPDX-License-Identifier: MIT
//
// The kept games, a row each: what it was, how it ended, and what can be done with it.
import { useState } from 'preact/hooks'
import { colorText } from '../../board/spoken'
import type { GameFacts } from '../../engine/types'
import { unpackMoves } from '../../history/moves_text'
import type { PlayedGame } from '../../history/record'
import { outcomeOf, personOf } from '../../history/sums'
import { openingText } from '../../i18n/openings'
import { kindText } from '../../parts/game_names'
import { levelText, resultsText } from '../../parts/results_texts'
import { useServices } from '../../services/context'
import { historyText, timeText } from './texts'

const PAGE = 12

export interface ListActs {
  review(game: PlayedGame): void
  play(game: PlayedGame): void
  remove(game: PlayedGame): void
  /** On the board beside the list. */
  show(game: PlayedGame): void
}

/** "Black has won", where nobody of the two is "you". */
function endText(game: PlayedGame, facts: GameFacts | undefined): string {
  const outcome = outcomeOf(game)
  if (outcome) return resultsText(outcome)
  if (!game.result) return historyText('open')
  const { winner } = game.result
  return winner === null ? resultsText('drawn') : historyText('winner', { color: colorText(facts?.colors[winner] ?? '') })
}

/** By how much, or why: "+12", "by resignation". */
function detailText(game: PlayedGame): string {
  const { how, discs } = game.result ?? {}
  if (how === 'resigned' || how === 'time') return historyText(`how.${how}`)
  if (!discs) return ''
  const own = personOf(game) === undefined ? Math.abs(discs) : personOf(game) === 1 ? -discs : discs
  return `${own < 0 ? '\u2212' : '+'}${Math.abs(own)}`
}

function sidesText(game: PlayedGame, facts: GameFacts | undefined): string {
  const { players, level } = game
  if (players[0] === players[1]) return historyText('people')
  const color = colorText(facts?.colors[players.indexOf('person')] ?? '')
  return players.includes('friend') ? historyText('friend', { color }) : historyText('sides', { color, level: levelText(level) })
}

function Row({ game, acts, shown }: { game: PlayedGame; acts: ListActs; shown: boolean }) {
  const facts = useServices().rules.about.games.find(({ name }) => name === game.game)
  const id = `game-${game.begun}`
  const plies = (unpackMoves(game.moves) ?? []).length
  const button = (text: string, act: (game: PlayedGame) => void) => (
    <button type="button" aria-describedby={`${id} ${id}-time`} disabled={!facts} onClick={() => act(game)}>
      {text}
    </button>
  )
  return (
    <li class="history-row" data-begun={game.begun}>
      <p class={`history-end ${outcomeOf(game) ?? 'open'}`}>
        <strong>{endText(game, facts)}</strong> <span>{detailText(game)}</span>
      </p>
      <div class="history-what">
        <h3 id={id}>
          <button type="button" class="history-show" aria-pressed={shown} aria-describedby={`${id}-time`} onClick={() => acts.show(game)}>
            {kindText(facts, game)}
          </button>
        </h3>
        <p>{sidesText(game, facts)}</p>
        <p class="quiet">
          <time id={`${id}-time`} dateTime={new Date(game.begun).toISOString()}>
            {timeText(game.begun)}
          </time>
          {['', game.opening && openingText(game.opening), historyText('moves', { n: plies })].filter((part, place) => part || !place).join(' · ')}
        </p>
      </div>
      <div class="buttons">
        {button(historyText('review'), acts.review)}
        {button(historyText(game.result ? 'show' : 'goon'), acts.play)}
        {button(historyText('remove'), acts.remove)}
      </div>
    </li>
  )
}

/** `shown`: the one on the board. */
export function GameList({ games, acts, shown }: { games: readonly PlayedGame[]; acts: ListActs; shown: number | undefined }) {
  const [most, setMost] = useState(PAGE)
  return (
    <>
      <ol class="history-list">
        {games.slice(0, most).map(game => (
          <Row key={game.begun} game={game} acts={acts} shown={game.begun === shown} />
        ))}
      </ol>
      {games.length > most && (
        <button type="button" onClick={() => setMost(most + PAGE)}>
          {historyText('more', { n: games.length - most })}
        </button>
      )}
    </>
  )
}
