// SPDX-License-Identifier: MIT
//
// The match that is being played; it outlives the view. It comes from a link, from the last visit, or begins anew.
import { signal } from '@preact/signals'
import type { PlayerIndex } from '../../game/clock'
import { Match, type KeptMatch, type MatchSettings } from '../../game/match'
import { mainLine, type GameTree } from '../../game/tree'
import { takeResumed } from '../../history/resumed'
import { isBeginOf } from '../../history/tabs'
import { openingMoves } from '../../parts/opening_moves'
import type { Services } from '../../services/context'
import { findLater, rememberLater } from './accompany'
import { readKept, writeKept } from './kept'

export const currentMatch = signal<Match | null>(null)

/** A game that was going on when another was opened in its place. */
export const asideMatch = signal<KeptMatch | null>(readKept().aside ?? null)

/** Keep a game for later; undefined: none any more. */
function setAside(kept: KeptMatch | undefined) {
  asideMatch.value = kept ?? null
  writeKept({ aside: kept })
}

/** A new game, with the moves that it begins with. One that goes on is set aside; one that was set aside before stays so while there is none. */
export function beginInstead(services: Services, settings: MatchSettings, moves: string[] = []): Match {
  const before = currentMatch.value
  const kept = before?.keep()
  if (kept?.moves.length) setAside(before!.over() ? undefined : kept)
  return beginMatch(services, settings, moves.length ? { settings, moves, ply: moves.length } : undefined)
}

/** The moves that a game was given to begin with. */
export function givenMoves(match: Match): string[] {
  const { moves, begun } = match.keep()
  return match.settings.value.drawn ? moves.slice(0, begun?.given ?? 0) : []
}

/** The same again: with the opening of before, or with another one of its kind; with that of before if none can be fetched. */
export async function beginAgain(services: Services, match: Match, isSame = false) {
  const settings = match.settings.value
  const given = givenMoves(match)
  const moves = isSame || !settings.drawn ? given : await openingMoves(services.rules, settings).catch(() => given)
  if (currentMatch.value === match) beginMatch(services, settings, { settings, moves, ply: moves.length })
}

/** Back to the game that was set aside; the one that is there gives way. */
export function takeBackAside(services: Services): Match | null {
  const kept = asideMatch.value
  setAside(undefined)
  return kept && beginMatch(services, kept.settings, kept)
}

const usual = (game: string): MatchSettings => ({ game, rules: '', players: ['person', 'engine'], level: 3, time: null })

export function beginMatch({ rules, engine }: Services, settings: MatchSettings, kept?: KeptMatch): Match {
  const before = currentMatch.value
  before?.sleep()
  const match = new Match(rules, engine, settings, kept)
  const going = before?.keep()
  if (kept?.begun && kept.begun.at === going?.begun?.at) rememberLater(rules, match.keep()) // the same game, which has grown
  else if (going && !before!.over()) rememberLater(rules, going)
  return (currentMatch.value = match)
}

/** The players who play on from a position: a person against the engine sits at the side to move. */
function playersAt(tree: GameTree, players: MatchSettings['players']): MatchSettings['players'] {
  if (players[0] === players[1]) return players
  if (players.includes('friend')) return ['person', 'person']
  return tree.line.value.side === tree.facts.colors[0] ? ['person', 'engine'] : ['engine', 'person']
}

/** The same against a friend, who has just moved, or who resigned. */
const friendAt = (tree: GameTree, resigned: PlayerIndex | undefined): MatchSettings['players'] =>
  (resigned ?? (tree.line.value.side === tree.facts.colors[0] ? 1 : 0)) === 1 ? ['person', 'friend'] : ['friend', 'person']

/** Go on with a game of the history, as it was played; the one that is there is set aside, unless it is the same. A game without the engine
 * has no level of its own: that of before stays. */
function resume(services: Services, kept: KeptMatch): Match {
  const before = currentMatch.value
  const going = before?.keep()
  const isSame = (other: KeptMatch | null | undefined) => other?.begun?.at === kept.begun?.at
  if (before && isSame(going)) return before
  if (going?.moves.length && !before!.over()) setAside(going)
  else if (isSame(asideMatch.value)) setAside(undefined)
  const { level } = before?.settings.value ?? readKept().match?.settings ?? usual('')
  return beginMatch(services, kept.settings.players.includes('engine') ? kept.settings : { ...kept.settings, level }, kept)
}

/** A friend brings back one's own game with a move more; who resigns need not have seen one's last. Others bring it as it is. */
function isOneLine(own: readonly string[], brought: readonly string[], withFriend: boolean, resigned: PlayerIndex | undefined): boolean {
  if (!withFriend) return own.join() === brought.join()
  return isBeginOf(own, brought) || (resigned !== undefined && isBeginOf(brought, own))
}

/** Go on with the game of a link: one of the history as it was played, any other one with a friend or as the last game was, from where
 * one stood. A friend may have `resigned`. One's own game stays the same game. */
export function playOn(services: Services, tree: GameTree, withFriend = false, resigned?: PlayerIndex): Match {
  const resumed = takeResumed()
  if (resumed) return resume(services, resumed)
  const { rules } = services
  const before = currentMatch.value
  const last = before?.settings.value ?? readKept().match?.settings ?? usual(tree.facts.name)
  const players = withFriend ? friendAt(tree, resigned) : playersAt(tree, last.players)
  const settings: MatchSettings = { ...last, game: tree.facts.name, rules: tree.rules, players, time: null }
  if (tree.start) settings.start = tree.start
  else delete settings.start
  delete settings.drawn // its moves were brought by the link
  tree.promote(tree.cursor.value) // a match has one line: the one that one looked at
  const moves = mainLine(tree).flatMap(node => node.move?.move ?? [])
  const kindOf = ({ game, rules: byRules, start }: MatchSettings) => [game, byRules, rules.line({ game, rules: byRules, start }).start].join()
  const sameSeats = (kept: KeptMatch) => kept.settings.players.join() === players.join()
  const isSame = (kept: KeptMatch) =>
    !kept.settings.time &&
    kindOf(kept.settings) === kindOf(settings) &&
    (!withFriend || sameSeats(kept)) &&
    isOneLine(kept.moves, moves, withFriend, resigned)
  const going = before && !before.over() ? before.keep() : null
  const aside = asideMatch.value
  const isOwn = (kept: KeptMatch) => sameSeats(kept) && isSame(kept)
  const own = [going, aside].find(kept => kept && isOwn(kept))
  if (going?.moves.length && !isSame(going)) setAside(going)
  else if (own && own === aside) setAside(undefined)
  const kept: KeptMatch = { settings, moves, ply: tree.cursor.value.ply, ...(own?.begun ? { begun: own.begun } : {}) }
  if (resigned !== undefined) {
    if (own && own.moves.length > moves.length) kept.moves = own.moves
    kept.ply = kept.moves.length
    kept.ending = { winner: resigned ? 0 : 1, how: 'resigned' }
  }
  const match = beginMatch(services, settings, kept)
  if (withFriend && !own) {
    // One plays several friends: the others' games are in the history.
    findLater(rules, isOwn, begun => {
      match.adopt(begun)
      rememberLater(rules, match.keep())
      if (currentMatch.value === match) writeKept({ match: match.keep() })
    })
  }
  return match
}

/** The match that is there, that of the last visit, or a new one. */
export function someMatch(services: Services): Match {
  const { match: kept } = readKept()
  if (currentMatch.value) return currentMatch.value
  try {
    if (kept) return beginMatch(services, kept.settings, kept)
  } catch {
    // kept by another version of the page, or damaged: begin anew
  }
  return beginMatch(services, usual(services.rules.about.games[0]!.name))
}
