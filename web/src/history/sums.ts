// SPDX-License-Identifier: MIT
//
// The outcome of a game from a person's own side, and the sums of all games by level.
import type { PlayerIndex } from '../game/clock'
import type { PlayedGame } from './record'

export type Outcome = 'won' | 'drawn' | 'lost'
export const outcomes: readonly Outcome[] = ['won', 'drawn', 'lost']

/** The player who is a person against the engine; undefined for two people, wherever they sit. */
export function personOf({ players }: PlayedGame): PlayerIndex | undefined {
  return players[0] === players[1] || !players.includes('engine') ? undefined : players[0] === 'person' ? 0 : 1
}

/** Undefined for a game that is not over, and for one of two people. */
export function outcomeOf(game: PlayedGame): Outcome | undefined {
  const person = personOf(game)
  if (!game.result || person === undefined) return undefined
  if (game.result.winner === null) return 'drawn'
  return game.result.winner === person ? 'won' : 'lost'
}

export interface LevelSum extends Record<Outcome, number> {
  level: number
}

/** The games of one kind. */
export interface KindSum {
  game: string
  rules: string
  levels: LevelSum[]
}

/** Sums by game, rules and level, of whole games against the engine: a position that was set up says little of one's strength. An opening
 * that was drawn belongs to a whole game. */
export function sumsOf(games: readonly PlayedGame[]): KindSum[] {
  const kinds = new Map<string, KindSum>()
  for (const played of games) {
    const outcome = outcomeOf(played)
    if (!outcome || played.start || (played.given && !played.drawn)) continue
    const { game, rules, level } = played
    const key = `${game}|${rules}`
    const kind = kinds.get(key) ?? { game, rules, levels: [] }
    kinds.set(key, kind)
    let sum = kind.levels.find(each => each.level === level)
    if (!sum) kind.levels.push((sum = { level, won: 0, drawn: 0, lost: 0 }))
    sum[outcome]++
  }
  for (const { levels } of kinds.values()) levels.sort((a, b) => a.level - b.level)
  return [...kinds.values()]
}
