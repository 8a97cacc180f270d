// SPDX-License-Identifier: MIT
//
// The warning of a move that gives something away which another move would have kept: a corner in Othello, a win in one move in Lines of
// Action, pieces or the game in draughts. By the rules alone, so it is there at once and the engine is not asked.
//
// A danger is seen in the replies to a move, one or two plies deep. The other moves are looked at until one of them has no danger, which
// is soon. Most replies in Lines of Action are passed over by their boards; the rules are asked about the others.
import { distance } from '../../board/hand'
import { pieceOf } from '../../board/drawing'
import { areaOf, squareName } from '../../board/squares'
import type { Rules } from '../../engine/rules'
import type { GameFacts, Move, Played } from '../../engine/types'
import type { Match } from '../../game/match'
import type { Node } from '../../game/tree'
import { settings } from '../../services/settings'

const LEVELS_LOW = 5

export type Danger = { kind: 'corner'; square: string } | { kind: 'connects' } | { kind: 'lost' } | { kind: 'pieces'; count: number }

/** A position behind a move: the other side is to move there. */
interface Behind {
  facts: GameFacts
  rules: string
  move: Move
  replies: readonly Move[]
  /** The line that ends with a reply. */
  after(reply: Move): { over: boolean; winner?: string | null; side: string; legal: readonly Move[] }
}

const most = (counts: readonly number[]) => Math.max(0, ...counts)

function cornersOf(rules: string): string[] {
  const { first, last } = areaOf(rules)
  const ends = [first, last]
  return ends.flatMap(row => ends.map(column => squareName(8 * row + column)))
}

function corner({ rules, replies }: Behind): Danger | null {
  const corners = cornersOf(rules)
  const square = replies.find(({ to }) => to && corners.includes(to))?.to
  return square ? { kind: 'corner', square } : null
}

function isConnected(facts: GameFacts, board: string, color: string): boolean {
  const left = new Set([...board].flatMap((glyph, square) => (pieceOf(facts, glyph)?.color === color ? squareName(square) : [])))
  const reached = [...left].slice(0, 1)
  for (const square of reached)
    for (const other of left) if (distance(square, other) <= 1 && left.delete(other) && other !== square) reached.push(other)
  return !left.size
}

/** The other side wins with its next move. */
const isLost = ({ move, after }: Behind, reply: Move) => after(reply).winner === move.side

function connection(behind: Behind): Danger | null {
  const { facts, move, replies } = behind
  const wins = replies.some(reply => isConnected(facts, reply.board, move.side) && isLost(behind, reply))
  return wins ? { kind: 'connects' } : null
}

/** So few pieces can be blocked; with more that is too rare to ask for it at every move. */
const FEW = 2
const isFew = ({ facts, move }: Behind) =>
  [...move.board].filter(glyph => glyph !== '-' && pieceOf(facts, glyph)?.color !== move.side).length <= FEW

/** Pieces that are taken, less those that the move has taken and those that can be taken back at once. */
function pieces(behind: Behind): Danger | null {
  const { move, replies, after } = behind
  const forceful = replies.filter(({ captured }) => captured.length || isFew(behind))
  if (forceful.some(reply => isLost(behind, reply))) return { kind: 'lost' }
  const lostBy = (reply: Move) =>
    reply.captured.length && reply.captured.length - move.captured.length - most(after(reply).legal.map(({ captured }) => captured.length))
  const count = most(forceful.map(lostBy))
  return count ? { kind: 'pieces', count } : null
}

const dangers: Record<string, (behind: Behind) => Danger | null> = { othello: corner, loa: connection, draughts: pieces }

/** A person's last move, while nothing but the engine's reply has followed. */
function ownMove(match: Match): Node | null {
  const { tree } = match
  const node = tree.cursor.value
  const isOwn = (at: Node | null) =>
    !!at?.parent && !!at.move?.to && match.settings.value.players[match.playerOf(tree.sideAt(at.parent))] === 'person'
  if (!match.atEnd.value) return null
  return isOwn(node) ? node : isOwn(node.parent) ? node.parent : null
}

function isWanted({ tree, ending, settings: { value } }: Match): boolean {
  const { warn } = settings.value // the visitor's
  const isUsual = tree.facts.name in dangers && (tree.facts.name !== 'othello' || !tree.rules.includes('goal=')) // a corner may be bad to have
  const alone = !ending.value && value.players.includes('engine') && value.players.includes('person')
  return isUsual && alone && (warn === 'always' || (warn === 'low' && value.level <= LEVELS_LOW))
}

/** The loss by a move at the end of `played`; null if nothing, and if the same side moves again. */
export function dangerOf(rules: Rules, facts: GameFacts, played: Played, move: Move, side: string): Danger | null {
  const moves = [...(played.moves ?? []), move.move]
  const { legal } = rules.line({ ...played, moves })
  const after = (reply: Move) => rules.line({ ...played, moves: [...moves, reply.move] })
  return move.side === side ? null : dangers[facts.name]!({ facts, rules: played.rules ?? '', move, replies: legal, after })
}

/** The loss by a person's last move that another one would have avoided, or null. */
export function givenAway(rules: Rules, match: Match): Danger | null {
  const node = isWanted(match) ? ownMove(match) : null
  if (!node) return null
  const { tree } = match
  const before = node.parent!
  const dangerBehind = (move: Move) => dangerOf(rules, tree.facts, tree.played(before), move, tree.sideAt(before))
  const danger = dangerBehind(node.move!)
  const others = tree.movesAt(before).filter(({ move }) => move !== node.move!.move)
  return danger && others.some(move => !dangerBehind(move)) ? danger : null
}
