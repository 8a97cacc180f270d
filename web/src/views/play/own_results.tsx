// SPDX-License-Identifier: MIT
//
// One's results at the game that is played, beside it; before the first of them, the way to its rules. Fetched behind the first picture.
import { useEffect, useState } from 'preact/hooks'
import { changes, readGames } from '../../history/games'
import type { PlayedGame } from '../../history/record'
import { sumsOf } from '../../history/sums'
import { t } from '../../i18n'
import { Results } from '../../parts/results'
import { useServices } from '../../services/context'
import { learnHash } from '../../services/router'

/** Those that were read last: they stand there at once where this is shown anew. */
let known: readonly PlayedGame[] | null = null

export function OwnResults({ game, rules }: { game: string; rules: string }) {
  const services = useServices()
  const [games, setGames] = useState(known)
  const changed = changes.value
  useEffect(() => {
    let isWanted = true
    void readGames(services.rules).then(kept => {
      known = kept.games
      if (isWanted) setGames(known)
    })
    return () => void (isWanted = false)
  }, [changed])
  if (!games) return null
  const own = games.filter(each => each.game === game && each.rules === rules)
  if (!sumsOf(own).length)
    return (
      <a class="how" href={learnHash(game, rules)}>
        {t('play.how')}
      </a>
    )
  return (
    <>
      <Results games={own} />
      <a class="how" href="#/history">
        {t('nav.history')}
      </a>
    </>
  )
}
