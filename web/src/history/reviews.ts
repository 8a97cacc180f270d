// SPDX-License-Identifier: MIT
//
// Reviews, kept by the moves that they are about, each level by itself, so that they are there at once when the game is opened again.
// One of sixty moves has about 4 kB, compressed.
import type { Played } from '../engine/rules'
import type { ReviewedGame } from '../engine/types'
import { checkOf } from '../game/share'
import { packMoves } from './moves_text'
import { Shelf } from './shelf'

const MOST_REVIEWS = 400
const MOST_BYTES = 100_000 // of one: the shelf has a bound, whatever is reviewed

/** `at`: when it was made. */
interface Entry {
  at: number
  bytes: Uint8Array
}

const shelf = new Shelf<string, Entry>('reviews', MOST_REVIEWS)

const prefixOf = ({ game, rules = '', start = '', moves = [] }: Played) => `${game}|${rules}|${start}|${packMoves(moves)}|`

const levelIn = (key: string, prefix: string) => Number(key.slice(prefix.length))

async function through(bytes: BlobPart, change: CompressionStream | DecompressionStream): Promise<ArrayBuffer> {
  return new Response(new Blob([bytes]).stream().pipeThrough(change)).arrayBuffer()
}

export interface KeptReview {
  level: number
  game: ReviewedGame
}

/** Keep a review, unless it has a part of the game alone and one of all of it is here. A whole one takes the place of those less deep. */
export async function keepReview(played: Played, { level, game }: KeptReview) {
  const prefix = prefixOf(played)
  const key = prefix + level
  if (!game.complete && (await readEntry(played, await shelf.get(key)))?.complete) return
  const bytes = new Uint8Array(await through(JSON.stringify(game), new CompressionStream('deflate-raw')))
  if (bytes.length > MOST_BYTES) return
  await shelf.put([[key, { at: Date.now(), bytes }]])
  const others = game.complete ? await shelf.entries(prefix) : []
  await shelf.remove(others.map(([other]) => other).filter(other => levelIn(other, prefix) < level))
}

const isReview = (game: Partial<ReviewedGame> | null, played: Played) =>
  game?.game === played.game && typeof game.sides === 'object' && Array.isArray(game.moves) && game.moves.length === (played.moves?.length ?? 0) + 1

/** The review in an entry; undefined if it is damaged. */
async function readEntry(played: Played, entry: unknown): Promise<ReviewedGame | undefined> {
  try {
    const bytes = await through((entry as Entry).bytes as Uint8Array<ArrayBuffer>, new DecompressionStream('deflate-raw'))
    const game = JSON.parse(new TextDecoder().decode(bytes)) as ReviewedGame
    return isReview(game, played) ? game : undefined
  } catch {
    return undefined
  }
}

type Found = { level: number; game: ReviewedGame; entry: Entry }

/** The newest of some entries of one game that is whole. */
async function newestOf(played: Played, entries: [string, unknown][]): Promise<Found | undefined> {
  const prefix = prefixOf(played)
  for (const [key, entry] of entries.sort(([, a], [, b]) => Number((b as Entry)?.at) - Number((a as Entry)?.at))) {
    const game = await readEntry(played, entry)
    if (game) return { level: levelIn(key, prefix), game, entry: entry as Entry }
  }
  return undefined
}

/** The review of a game that was made last, at whatever level. */
export async function findReview(played: Played): Promise<KeptReview | undefined> {
  return newestOf(played, await shelf.entries(prefixOf(played)))
}

// ---- As a text: "1.LEVEL.AT.BYTES.CHECK", 1 the version, the bytes as base64

/** The review of each game that was made last, of those that have one. */
export async function packReviews<Key>(games: Iterable<readonly [Key, Played]>): Promise<Map<Key, string>> {
  const byGame = new Map<string, [string, unknown][]>()
  for (const entry of await shelf.entries()) {
    const prefix = entry[0].slice(0, entry[0].lastIndexOf('|') + 1)
    byGame.set(prefix, [...(byGame.get(prefix) ?? []), entry])
  }
  const packed = new Map<Key, string>()
  for (const [key, played] of games) {
    const found = await newestOf(played, byGame.get(prefixOf(played)) ?? [])
    if (!found) continue
    const { at, bytes } = found.entry
    const text = ['1', found.level, at, btoa(Array.from(bytes, byte => String.fromCharCode(byte)).join(''))].join('.')
    packed.set(key, `${text}.${checkOf(text)}`)
  }
  return packed
}

function entryOf(text: string): { level: string; entry: Entry } | undefined {
  const end = text.lastIndexOf('.')
  const [, level, at, letters] = /^1\.(\d{1,2})\.(\d{1,15})\.([A-Za-z0-9+/]+={0,2})$/.exec(text.slice(0, Math.max(0, end))) ?? []
  if (!level || !letters || letters.length % 4 || checkOf(text.slice(0, end)) !== text.slice(end + 1)) return undefined
  const bytes = Uint8Array.from(atob(letters), letter => letter.charCodeAt(0))
  return bytes.length <= MOST_BYTES ? { level, entry: { at: Number(at), bytes } } : undefined
}

/** Keep the review of such a text, unless one of the same level is here that says as much. Returns false if it cannot be read. */
export async function unpackReview(played: Played, text: string): Promise<boolean> {
  const found = entryOf(text)
  const game = found && (await readEntry(played, found.entry))
  if (!game) return false
  const key = prefixOf(played) + found.level
  const before = await readEntry(played, await shelf.get(key))
  if (!before || (game.complete && !before.complete)) await shelf.put([[key, found.entry]])
  return true
}
