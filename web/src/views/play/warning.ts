// SPDX-License-Identifier: MIT
//
// The warning of a move that gives a corner away: the other side can take one, and another move would have let it take none. By the rules
// alone, so it is there at once and the engine is not asked.
import type { Rules } from '../../engine/rules'
import type { Match } from '../../game/match'
import type { Node } from '../../game/tree'
import { settings } from '../../services/settings'

const GAME = 'othello' // corners mean nothing in the others
const CORNERS: readonly string[] = ['a1', 'a8', 'h1', 'h8']
const LEVELS_LOW = 5

/** A person's last move, while nothing but the engine's reply has followed. */
function ownMove(match: Match): Node | null {
  const { tree } = match
  const node = tree.cursor.value
  const isOwn = (at: Node | null) =>
    !!at?.parent && !!at.move?.to && match.settings.value.players[match.playerOf(tree.sideAt(at.parent))] === 'person'
  if (!match.atEnd.value) return null
  return isOwn(node) ? node : isOwn(node.parent) ? node.parent : null
}

function isWanted({ tree, settings: { value } }: Match): boolean {
  const { warn } = settings.value // the visitor's
  const isUsual = tree.facts.name === GAME && !tree.rules
  const alone = value.players.includes('engine') && value.players.includes('person')
  return isUsual && alone && (warn === 'always' || (warn === 'low' && value.level <= LEVELS_LOW))
}

const cornersOf = (legal: readonly { to?: string }[]) => legal.flatMap(({ to }) => (to && CORNERS.includes(to) ? to : []))

/** The corner, or null. */
export function cornerGiven(rules: Rules, match: Match): string | null {
  const node = isWanted(match) ? ownMove(match) : null
  if (!node) return null
  const { tree } = match
  const before = node.parent!
  const side = tree.sideAt(before)
  const [corner] = tree.sideAt(node) === side ? [] : cornersOf(tree.movesAt(node))
  if (!corner) return null
  const played = tree.played(before)
  const keeps = (move: string) => {
    const line = rules.line({ ...played, moves: [...(played.moves ?? []), move] })
    return line.side === side || !cornersOf(line.legal).length
  }
  const others = tree.movesAt(before).filter(({ move }) => move !== node.move!.move)
  return others.some(({ move }) => keeps(move)) ? corner : null
}
