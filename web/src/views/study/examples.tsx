// SPDX-License-Identifier: MIT
//
// Games of the library through a position, the newest first; one opens in the review, at this position.
import { useRef, useState } from 'preact/hooks'
import type { LibraryGame } from '../../engine/library'
import { packGame } from '../../game/share'
import { GameTree, mainLine } from '../../game/tree'
import { t } from '../../i18n'
import { numberText } from '../../parts/values'
import { useServices } from '../../services/context'
import { goTo, route } from '../../services/router'

function resultText({ result, score }: LibraryGame): string {
  if (score !== undefined) return numberText(score)
  if (result === 'drawn') return t('study.example.drawn')
  return result === 'black' ? '1–0' : result === 'white' ? '0–1' : ''
}

/** The text below the players: event, year, result. */
const aboutGame = (game: LibraryGame) => [game.event, game.date.slice(0, 4), resultText(game)].filter(Boolean).join(' · ')

export function Examples({ tree, games }: { tree: GameTree; games: readonly LibraryGame[] }) {
  const { rules, library } = useServices()
  const [failed, setFailed] = useState(false)
  const wanted = useRef<number>(undefined)
  if (!library || !games.length) return null
  const unknown = t('study.example.unknown')
  const open = async (game: LibraryGame) => {
    const { view } = route.value
    const node = tree.cursor.value
    wanted.current = game.id
    try {
      const sheet = await library.game(game.id)
      // A reader who has gone on since does not want it any more.
      if (wanted.current !== game.id || route.value.view !== view || tree.cursor.value !== node) return
      const found = GameTree.ofSheet(rules, sheet)
      found.goTo(mainLine(found)[tree.cursor.value.ply] ?? found.root)
      goTo('review', { g: packGame(rules, found), begin: '' })
    } catch {
      setFailed(true)
    }
  }
  return (
    <section class="examples">
      <h3>{t('study.examples')}</h3>
      <ul>
        {games.map(game => (
          <li key={game.id}>
            <button type="button" class="opening-name" onClick={() => void open(game)}>
              {t('study.example', { black: game.black || unknown, white: game.white || unknown })}
              <span class="quiet">{aboutGame(game)}</span>
            </button>
          </li>
        ))}
      </ul>
      {failed && (
        <p class="bad" role="alert">
          {t('study.example.failed')}
        </p>
      )}
    </section>
  )
}
