// SPDX-License-Identifier: MIT
//
// Reviews, kept by the moves that they are about, each level by itself, so that they are there at once when the game is opened again.
// One of sixty moves has about 4 kB, compressed.
import type { Played } from '../engine/rules'
import type { ReviewedGame } from '../engine/types'
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

/** The review of a game that was made last, at whatever level. */
export async function findReview(played: Played): Promise<KeptReview | undefined> {
  const prefix = prefixOf(played)
  const found = await shelf.entries(prefix)
  for (const [key, entry] of found.sort(([, a], [, b]) => Number((b as Entry)?.at) - Number((a as Entry)?.at))) {
    const game = await readEntry(played, entry)
    if (game) return { level: levelIn(key, prefix), game }
  }
  return undefined
}
