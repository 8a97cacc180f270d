// SPDX-License-Identifier: MIT
//
// The numbers of tournament games that come with the page (web/data/opening-stats.bin), as tools/make_opening_stats.py
// packs them: its head says how.
import { squareNumber } from '../board/squares'
import type { LibraryMove, LibraryTally } from '../engine/library'
import type { GameFacts, Line, Move } from '../engine/types'
import { canonical, squareIn, type Form } from './canonical'

/** A position of tournament games; a move of null: the games ended, or moves that are too rare to be told apart. */
export type Place = LibraryTally & { moves: LibraryMove[] }

const MAGIC = 'FLKO'
const VERSION = 1
const PASS = 64
const OTHERS = 65
const FIRST_PIECES = 4

class Columns {
  private at = MAGIC.length
  constructor(private readonly bytes: Uint8Array) {}

  number(): number {
    let value = 0
    for (let shift = 1; ; shift *= 128) {
      const byte = this.bytes[this.at++]
      if (byte === undefined) throw new Error('the opening statistics are cut')
      value += (byte & 127) * shift
      if (byte < 128) return value
    }
  }

  column(length: number): number[] {
    return Array.from({ length }, () => this.number())
  }
}

interface PackedMove extends LibraryTally {
  square: number
}

/** 32 bits of FNV-1a. */
function keyOf(text: string): number {
  let key = 0x811c9dc5
  for (let i = 0; i < text.length; i++) key = Math.imul(key ^ text.charCodeAt(i), 0x01000193) >>> 0
  return key
}

const nameOf = (pieces: number, key: number) => `${pieces}:${key}`

function sumOf(moves: readonly PackedMove[]): LibraryTally {
  const sum = (part: (move: PackedMove) => number) => moves.reduce((total, move) => total + part(move), 0)
  const games = sum(move => move.games)
  return {
    games,
    black: sum(move => move.black),
    drawn: sum(move => move.drawn),
    white: sum(move => move.white),
    unknown: 0,
    average: sum(move => move.games * move.average!) / games,
  }
}

/** Further to the right, then further down: which of moves that are each other's image is shown, as in the library. */
const rank = (move: Move) => (move.to ? ((squareNumber(move.to) & 7) << 3) | (squareNumber(move.to) >> 3) : 0)

export class Extract {
  readonly game = 'othello'
  readonly games: number
  private readonly years: [number, number]
  private readonly places = new Map<string, PackedMove[]>()

  constructor(bytes: Uint8Array) {
    if (new TextDecoder().decode(bytes.subarray(0, MAGIC.length)) !== MAGIC) throw new Error('no opening statistics')
    const columns = new Columns(bytes)
    const [version, games, first, last, plies] = columns.column(6) as [number, number, number, number, number, number]
    if (version !== VERSION) throw new Error('opening statistics of another version')
    this.games = games
    this.years = [first, last]
    this.read(columns, plies)
  }

  private read(columns: Columns, plies: number) {
    const counts = columns.column(plies + 1)
    const all = counts.reduce((sum, count) => sum + count, 0)
    const keys = columns.column(all)
    const lengths = columns.column(all)
    const total = lengths.reduce((sum, length) => sum + length, 0)
    const [squares, games, black, drawn, sums] = Array.from({ length: 5 }, () => columns.column(total)) as [
      number[], number[], number[], number[], number[],
    ]
    let place = 0
    let at = 0
    for (const [more, count] of counts.entries()) {
      let key = 0
      for (const end = place + count; place < end; place++) {
        key += keys[place]!
        const moves: PackedMove[] = []
        for (const last = at + lengths[place]!; at < last; at++) {
          const discs = sums[at]! % 2 ? -(sums[at]! + 1) / 2 : sums[at]! / 2
          const white = games[at]! - black[at]! - drawn[at]!
          const tally = { games: games[at]!, black: black[at]!, drawn: drawn[at]!, white, unknown: 0, average: discs / games[at]! }
          moves.push({ square: squares[at]!, ...tally })
        }
        this.places.set(nameOf(FIRST_PIECES + more, key), moves)
      }
    }
  }

  /** The games through a position; null: too few. */
  place(facts: GameFacts, line: Line): Place | null {
    const second = line.side === facts.colors[1]
    const form = canonical(line.board, facts.glyphs[second ? 1 : 0]!)
    const pieces = 64 - [...line.board].filter(letter => letter === '-').length
    const packed = this.places.get(nameOf(pieces, keyOf(form.text + (second ? '1' : '0'))))
    if (!packed) return null
    const moves = packed.map(({ square, ...tally }) => ({ ...tally, move: moveAt(line, form, square) }))
    // A move that is not legal here: another position has the same key.
    if (moves.some(({ move }, index) => move === null && packed[index]!.square !== OTHERS)) return null
    return { ...sumOf(packed), moves: moves as LibraryMove[], first_year: this.years[0], last_year: this.years[1] }
  }
}

/** The legal move that stands on a square of the form. */
function moveAt(line: Line, form: Form, square: number): string | null {
  const fits = line.legal.filter(({ to }) => (to ? squareIn(form, squareNumber(to)) === square : square === PASS))
  return fits.sort((a, b) => rank(b) - rank(a))[0]?.move ?? null
}
