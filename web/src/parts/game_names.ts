// SPDX-License-Identifier: MIT
//
// The names of games, and of the rules by which they are played.
import type { GameFacts } from '../engine/types'
import { maybeText } from '../i18n'

export const gameText = (facts: GameFacts | undefined, name: string) => maybeText(`game.${name}`, facts?.title ?? name)

/** The rules that differ from the usual ones, in words that stand alone: "fewest discs", "no move loses". */
export function rulesTexts(game: string, rules: string): string[] {
  const settings = rules ? rules.split(',').map(setting => setting.replace('=', '.')) : []
  return settings.map(setting => maybeText(`kind.${game}.${setting}`, maybeText(`param.${game}.${setting}`, setting.replace('.', '='))))
}

/** A game with these rules: "Othello · fewest discs". */
export const kindText = (facts: GameFacts | undefined, { game, rules }: { game: string; rules: string }) =>
  [gameText(facts, game), ...rulesTexts(game, rules)].join(' · ')

/** The same of a game on a board. */
export const titleText = ({ facts, rules }: { facts: GameFacts; rules: string }) => kindText(facts, { game: facts.name, rules })
