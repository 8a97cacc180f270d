// SPDX-License-Identifier: MIT
//
// The opening that is looked at; it is still there when one comes back from another view.
import { signal } from '@preact/signals'
import type { Rules } from '../../engine/rules'
import { GameTree } from '../../game/tree'

const opened = signal<GameTree | null>(null)

export function openTree(tree: GameTree) {
  opened.value = tree
}

/** The first game's start, if nothing was opened. */
export function openedTree(rules: Rules): GameTree {
  return (opened.value ??= new GameTree(rules, rules.about.games[0]!.name))
}

/** The line of moves from the start, played. */
export function treeOf(rules: Rules, game: string, moves: readonly string[], variant = '', start?: string): GameTree {
  const tree = new GameTree(rules, game, variant, start)
  for (const move of moves) if (!tree.playText(move)) break
  return tree
}
