// SPDX-License-Identifier: MIT
//
// The names of games, and of the rules by which they are played.
import type { GameFacts } from '../engine/types'
import { maybeText } from '../i18n'

export const gameText = (facts: GameFacts | undefined, name: string) => maybeText(`game.${name}`, facts?.title ?? name)

/** A game with the rules that differ from the usual ones: "Othello · fewest discs". */
export function kindText(facts: GameFacts | undefined, { game, rules }: { game: string; rules: string }): string {
  const settings = rules ? rules.split(',') : []
  const named = settings.map(setting => maybeText(`param.${game}.${setting.replace('=', '.')}`, setting))
  return [gameText(facts, game), ...named].join(' · ')
}

/** The same of a game on a board. */
export const titleText = ({ facts, rules }: { facts: GameFacts; rules: string }) => kindText(facts, { game: facts.name, rules })
