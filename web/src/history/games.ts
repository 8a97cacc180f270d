// SPDX-License-Identifier: MIT
//
// The games that were played here.
import { signal } from '@preact/signals'
import type { Rules } from '../engine/rules'
import type { KeptMatch } from '../game/match'
import { unpackMoves } from './moves_text'
import { gameOf, holdsMore, matchOf, readRecord, writeRecord, type PlayedGame } from './record'
import { isLoose, Shelf } from './shelf'
import { forgetOfTabs, isBeginOf, sharedMatch, straysOfTabs } from './tabs'

export const MOST_GAMES = 5000

const shelf = new Shelf<number, string>('games', MOST_GAMES)

/** The games, the newest first, and the keys of what is no game any more. */
export interface KeptGames {
  games: PlayedGame[]
  damaged: number[]
}

export async function readGames(rules: Rules): Promise<KeptGames> {
  await takeStrays(rules)
  return storedGames()
}

async function storedGames(): Promise<KeptGames> {
  const kept: KeptGames = { games: [], damaged: [] }
  for (const [key, record] of await shelf.entries()) {
    const game = readRecord(key, record)
    if (game) kept.games.push(game)
    else kept.damaged.push(key)
  }
  kept.games.sort((a, b) => b.begun - a.begun)
  return kept
}

/** The newest game of a kind that goes on. */
export async function unfinishedGame(rules: Rules, isSought: (kept: KeptMatch) => boolean): Promise<KeptMatch | undefined> {
  const { games } = await readGames(rules)
  return games.filter(game => !game.result).map(matchOf).find(isSought)
}

/** Add games of a file; of one that is here already, the state that holds more of it. Returns how many are new or hold more now. */
export async function addGames(games: readonly PlayedGame[]): Promise<number> {
  const known = new Map((await storedGames()).games.map(game => [game.begun, game]))
  const wanted = new Map<number, PlayedGame>()
  for (const game of games) {
    const before = known.get(game.begun)
    if (before && !holdsMore(game, before)) continue
    known.set(game.begun, game)
    wanted.set(game.begun, game)
  }
  await putGames([...wanted.values()])
  return wanted.size
}

/** Counts the changes of what is kept. */
export const changes = signal(0)

export async function putGames(games: readonly PlayedGame[]) {
  await shelf.put(games.map(game => [game.begun, writeRecord(game)]))
  changes.value++
}

export async function removeGames(keys: readonly number[]) {
  await shelf.remove(keys)
  changes.value++
}

/** Keep a match as it is now, if somebody has played in it. An end stays, though moves were taken back from it. */
export async function rememberMatch(rules: Rules, kept: KeptMatch) {
  const game = gameOf(rules, kept)
  if (!game) return
  const before = game.result ? undefined : readRecord(game.begun, await shelf.get(game.begun))
  if (!before?.result) await putGames([game])
}

/** Is one of two states of a game what the other was or becomes? */
function isOneLine(a: PlayedGame, b: PlayedGame): boolean {
  const [first, second] = [unpackMoves(a.moves)!, unpackMoves(b.moves)!]
  return isBeginOf(first, second) || isBeginOf(second, first)
}

/** Take the games of tabs that no other place holds, unless more is known of them by now. One game that two tabs went on with in two ways is
 * two. One that is damaged is let go. */
async function takeStrays(rules: Rules) {
  const strays = straysOfTabs()
  if (!strays.length) return
  const playable = (kept: KeptMatch | undefined) => {
    try {
      return kept && gameOf(rules, kept)
    } catch {
      return undefined
    }
  }
  const known = new Map((await storedGames()).games.map(game => [game.begun, game]))
  const shared = playable(sharedMatch())
  if (shared) known.set(shared.begun, shared) // it comes there in its time
  const wanted: PlayedGame[] = []
  for (const { kept } of strays) {
    const game = playable(kept)
    if (!game) continue
    for (let at = known.get(game.begun); at && !isOneLine(at, game); at = known.get(game.begun)) game.begun++
    const before = known.get(game.begun)
    if (before && !holdsMore(game, before)) continue
    known.set(game.begun, game)
    wanted.push(game)
  }
  if (wanted.length) await putGames(wanted)
  if (!isLoose()) forgetOfTabs(strays)
}
