// SPDX-License-Identifier: MIT
//
// The choice of a game: a list of all of them.
import { maybeText } from '../i18n'
import { useServices } from '../services/context'

export function GameChoice({ label, game, onGame }: { label: string; game: string; onGame(name: string): void }) {
  const { rules } = useServices()
  return (
    <label class="game-choice">
      <span>{label}</span>{' '}
      <select value={game} onChange={event => onGame(event.currentTarget.value)}>
        {rules.about.games.map(({ name, title }) => (
          <option key={name} value={name}>
            {maybeText(`game.${name}`, title)}
          </option>
        ))}
      </select>
    </label>
  )
}
