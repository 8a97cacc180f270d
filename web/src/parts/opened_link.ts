// SPDX-License-Identifier: MIT
//
// The game of a link, and what people are told when there is none, or only a part of one.
import type { Rules } from '../engine/rules'
import { isPacked, LinkError, unpackGame } from '../game/share'
import type { GameTree } from '../game/tree'
import { t } from '../i18n'
import type { Explained } from '../i18n/errors'

/** `tree`: the game, or what could be read of it; `problem`: why that is not all. */
export interface OpenedLink {
  tree: GameTree | null
  problem: Explained | null
}

/** A link with a text in it, which the whole rules read (Rules.isWhole). */
export const isWritten = (link: string) => !isPacked(link)

export function openLink(rules: Rules, packed: string): OpenedLink {
  try {
    return { tree: unpackGame(rules, packed), problem: null }
  } catch (error) {
    if (!(error instanceof LinkError)) throw error
    const { broken, damaged } = error
    if (!broken) return { tree: null, problem: () => t(damaged ? 'share.damaged' : 'share.nothing') }
    const { tree, number, move } = broken
    return { tree, problem: () => t('share.broken', { number, move }) }
  }
}
