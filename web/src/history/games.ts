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

/** Before the record of a game that was deleted: a tab that shows it does not bring it back. */
const DELETED = '-'

/** The games, the newest first, and the keys of what is no game any more. */
export interface KeptGames {
  games: PlayedGame[]
  damaged: number[]
}

export async function readGames(rules: Rules): Promise<KeptGames> {
  await takeStrays(rules)
  return storedGames()
}

const isDeleted = (record: unknown): record is string => typeof record === 'string' && record.startsWith(DELETED)
const readDeleted = (key: number, record: unknown) => (isDeleted(record) ? readRecord(key, record.slice(DELETED.length)) : undefined)

async function storedGames(): Promise<KeptGames & { deleted: PlayedGame[] }> {
  const kept = { games: [] as PlayedGame[], damaged: [] as number[], deleted: [] as PlayedGame[] }
  for (const [key, record] of await shelf.entries()) {
    const game = readRecord(key, record)
    const deleted = readDeleted(key, record)
    if (game) kept.games.push(game)
    else if (deleted) kept.deleted.push(deleted)
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

/** Add games of a file; of one that is here already, the state that holds more of it. Returns how many are new or hold more now, and for
 * how many older ones there is no room. */
export async function addGames(games: readonly PlayedGame[]): Promise<{ added: number; older: number }> {
  const known = new Map((await storedGames()).games.map(game => [game.begun, game]))
  const wanted = new Map<number, PlayedGame>()
  for (const game of games) {
    const before = known.get(game.begun)
    if (before && !holdsMore(game, before)) continue
    known.set(game.begun, game)
    wanted.set(game.begun, game)
  }
  const begins = new Set([...(await shelf.entries()).map(([key]) => key), ...wanted.keys()])
  const oldest = [...begins].sort((a, b) => b - a)[MOST_GAMES - 1] ?? -Infinity
  const kept = [...wanted.values()].filter(({ begun }) => begun >= oldest)
  await putGames(kept)
  return { added: kept.length, older: wanted.size - kept.length }
}

/** Counts the changes of what is kept. */
export const changes = signal(0)

export async function putGames(games: readonly PlayedGame[]) {
  await shelf.put(games.map(game => [game.begun, writeRecord(game)]))
  changes.value++
}

/** For good, unless somebody plays on. */
export async function removeGames(games: readonly PlayedGame[]) {
  await shelf.put(games.map(game => [game.begun, DELETED + writeRecord(game)]))
  changes.value++
}

export async function removeDamaged(keys: readonly number[]) {
  await shelf.remove(keys)
  changes.value++
}

/** Keep a match as it is now, if somebody has played in it. An end stays, though moves were taken back from it; another end is another game. */
export async function rememberMatch(rules: Rules, kept: KeptMatch) {
  const game = gameOf(rules, kept)
  if (!game) return
  for (;;) {
    const record = await shelf.get(game.begun)
    const deleted = readDeleted(game.begun, record)
    const before = deleted ?? readRecord(game.begun, record)
    if (before && (deleted || before.result) && isOther(before, game)) {
      game.begun++
      continue
    }
    if (deleted ? holdsMore(game, deleted) : !before?.result || game.result) await putGames([game])
    return
  }
}

/** Is one of two states of a game what the other was or becomes? */
function isOneLine(a: PlayedGame, b: PlayedGame): boolean {
  const [first, second] = [unpackMoves(a.moves)!, unpackMoves(b.moves)!]
  return isBeginOf(first, second) || isBeginOf(second, first)
}

/** Are these two games, though they began as one? */
const isOther = (a: PlayedGame, b: PlayedGame) => !isOneLine(a, b) || (!!a.result && !!b.result && a.moves !== b.moves)

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
  const { games, deleted } = await storedGames()
  const known = new Map<number, PlayedGame[]>()
  const know = (game: PlayedGame) => known.set(game.begun, [...(known.get(game.begun) ?? []), game])
  for (const game of [...games, ...deleted]) know(game)
  const shared = playable(sharedMatch())
  if (shared) know(shared) // it comes there in its time
  const wanted: PlayedGame[] = []
  for (const { kept } of strays) {
    const game = playable(kept)
    if (!game) continue
    while (known.get(game.begun)?.every(other => isOther(other, game))) game.begun++
    if (known.get(game.begun)?.some(other => !isOther(other, game) && !holdsMore(game, other))) continue
    know(game)
    wanted.push(game)
  }
  if (wanted.length) await putGames(wanted)
  if (!isLoose()) forgetOfTabs(strays)
}
