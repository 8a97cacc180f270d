// SPDX-License-Identifier: MIT
//
// The moves that a new game is given: none, those of an XOT opening, or some at random.
import xotUrl from '@data/xot-openings.txt?url'
import type { Rules } from '../engine/rules'
import { drawnKinds, type DrawnKind, type MatchSettings } from '../game/match'

export const openingKinds = ['usual', ...drawnKinds] as const
export type OpeningKind = 'usual' | DrawnKind

type Wanted = Pick<MatchSettings, 'game' | 'rules' | 'start' | 'drawn'>

const RANDOM_PLIES = 4

/** XOT's lines are even by the usual rules. */
export const hasOpening = ({ game, rules }: Pick<MatchSettings, 'game' | 'rules'>, kind: OpeningKind) =>
  kind !== 'xot' || (game === 'othello' && !rules)

/** The setting of a kind of opening, where the game has it. */
export const drawnOf = (kind: Pick<MatchSettings, 'game' | 'rules'>, opening: OpeningKind): { drawn?: DrawnKind } =>
  opening !== 'usual' && hasOpening(kind, opening) ? { drawn: opening } : {}

const anyOf = <Of>(all: readonly Of[]): Of | undefined => all[Math.floor(Math.random() * all.length)]

let lines: Promise<string[]> | undefined

/** The list, fetched when it is first needed; a failure is tried again the next time. */
function loadLines(): Promise<string[]> {
  lines ??= fetch(xotUrl)
    .then(response => (response.ok ? response.text() : Promise.reject(new Error(response.statusText))))
    .then(text => text.split('\n').filter(line => /^([a-h][1-8])+$/.test(line)))
  lines.catch(() => (lines = undefined))
  return lines
}

/** Moves that can be made, whatever they are worth; fewer if the game ends. */
function randomMoves(rules: Rules, { game, rules: variant, start }: Wanted): string[] {
  const moves: string[] = []
  for (let ply = 0; ply < RANDOM_PLIES; ply++) {
    const move = anyOf(rules.line({ game, rules: variant, start, moves }).legal)
    if (!move) break
    moves.push(move.move)
  }
  return moves
}

/** Rejects if the list of openings cannot be fetched. */
export async function openingMoves(rules: Rules, settings: Wanted): Promise<string[]> {
  const { drawn: kind } = settings
  if (!kind) return []
  if (kind === 'random') return randomMoves(rules, settings)
  return anyOf(await loadLines())?.match(/../g) ?? []
}
