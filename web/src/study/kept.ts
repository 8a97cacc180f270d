// SPDX-License-Identifier: MIT
//
// A person's cards, kept in the browser: decks of named openings, lines of their own; and all of it, with what was
// learned (repetition.ts), as a file.
import { signal } from '@preact/signals'
import { keepRating, rating, readRating } from './rating'
import { readDeck } from './repetition'

const KEY = 'flank.study'
const DECK_KEY = 'flank.deck.'

/** A deck of a named opening and what comes of it, from one side; the line "" is all openings. */
export interface OpeningChoice {
  line: string
  color: string
}

/** A line of one's own, from one side. */
export interface OwnLine {
  game: string
  rules: string
  start?: string
  moves: string[]
  color: string
}

export interface Kept {
  openings: OpeningChoice[]
  lines: OwnLine[]
}

const isText = (value: unknown): value is string => typeof value === 'string'
const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
const asList = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

const isChoice = (value: unknown): value is OpeningChoice => isObject(value) && isText(value['line']) && isText(value['color'])
const isLine = (value: unknown): value is OwnLine =>
  isObject(value) &&
  isText(value['game']) &&
  isText(value['rules']) &&
  isText(value['color']) &&
  (value['start'] === undefined || isText(value['start'])) &&
  Array.isArray(value['moves']) &&
  value['moves'].every(isText)

/** The readable part of a kept text. */
function understood(value: unknown): Kept {
  const parts = isObject(value) ? value : {}
  return { openings: asList(parts['openings']).filter(isChoice), lines: asList(parts['lines']).filter(isLine) }
}

function readStored(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null')
  } catch {
    return null
  }
}

function store(key: string, value: unknown) {
  try {
    localStorage.setItem(key, JSON.stringify(value))
  } catch {
    // No room, or not allowed: it holds until the page is left.
  }
}

export const kept = signal<Kept>(understood(readStored(KEY)))

function keep(next: Kept) {
  kept.value = next
  store(KEY, next)
}

const sameChoice = (a: OpeningChoice, b: OpeningChoice) => a.line === b.line && a.color === b.color

/** Lines of one deck: from the same start, by the same rules, for the same side. */
export const deckOf = ({ game, rules, start, color }: OwnLine) => `own.${game}.${color}.${rules}.${start ?? ''}`

const begins = (short: OwnLine, long: OwnLine) =>
  deckOf(short) === deckOf(long) && short.moves.every((move, index) => long.moves[index] === move)

export function addOpening(choice: OpeningChoice) {
  const { openings, lines } = kept.value
  if (!openings.some(each => sameChoice(each, choice))) keep({ openings: [...openings, choice], lines })
}

export function removeOpening(choice: OpeningChoice) {
  const { openings, lines } = kept.value
  keep({ openings: openings.filter(each => !sameChoice(each, choice)), lines })
}

/** Add a line; one that it goes on from is replaced. False: it was there already. */
export function addLine(line: OwnLine): boolean {
  const { openings, lines } = kept.value
  if (lines.some(each => begins(line, each))) return false
  keep({ openings, lines: [...lines.filter(each => !begins(each, line)), line] })
  return true
}

export function removeLine(line: OwnLine) {
  const { openings, lines } = kept.value
  keep({ openings, lines: lines.filter(each => each !== line) })
}

// ---- As a file

function deckNames(): string[] {
  try {
    return Object.keys(localStorage).filter(key => key.startsWith(DECK_KEY)).map(key => key.slice(DECK_KEY.length))
  } catch {
    return []
  }
}

/** Everything: what is studied and what was learned, of every deck (the puzzles' too), and the rating. */
export function exportStudy(): string {
  const memory = Object.fromEntries(deckNames().map(name => [name, readDeck(readStored(DECK_KEY + name))]))
  return `${JSON.stringify({ flank: 'study', version: 1, ...kept.value, memory, rating: rating.value }, null, 1)}\n`
}

/** Add what is in a file to what is here; of a card that both know, the one that is due later counts, and the rating
 * from more puzzles. Throws. */
export function importStudy(text: string): { openings: number; lines: number; cards: number } {
  const file: unknown = JSON.parse(text)
  if (!isObject(file) || file['flank'] !== 'study' || file['version'] !== 1) throw new Error('not a file of this kind')
  const { openings, lines } = understood(file)
  for (const choice of openings) addOpening(choice)
  for (const line of lines) addLine(line)
  const other = readRating(file['rating'])
  if (other && other.count > rating.value.count) keepRating(other)
  let cards = 0
  for (const [name, deck] of Object.entries(isObject(file['memory']) ? file['memory'] : {})) {
    const here = new Map(Object.entries(readDeck(readStored(DECK_KEY + name)))) // no object: a card may be called "toString"
    for (const [card, memory] of Object.entries(readDeck(deck))) {
      const known = here.get(card)
      cards++
      if (!known || known.due < memory.due) here.set(card, memory)
    }
    store(DECK_KEY + name, Object.fromEntries(here))
  }
  return { openings: openings.length, lines: lines.length, cards }
}
