// SPDX-License-Identifier: MIT
//
// Spaced repetition in boxes (after Sebastian Leitner, 1972): what was right moves up a box and comes back later, what was
// wrong goes back to the first. Kept in the browser, one entry a card.

const DAY_MS = 24 * 3600 * 1000
const DAYS = [0, 1, 3, 7, 16, 35, 90] // until a card of a box is due again

/** All that is known of a card: its box, and when it is due (milliseconds since 1970). */
export interface Memory {
  box: number
  due: number
}

const isMemory = (value: unknown): value is Memory =>
  typeof value === 'object' &&
  value !== null &&
  Number.isInteger((value as Memory).box) &&
  (value as Memory).box >= 0 &&
  Number.isFinite((value as Memory).due)

/** The readable part of a kept deck. */
export function readDeck(value: unknown): Record<string, Memory> {
  const cards = typeof value === 'object' && value !== null ? Object.entries(value) : []
  return Object.fromEntries(cards.filter((card): card is [string, Memory] => isMemory(card[1])))
}

/** The cards of one deck that were seen. */
export class Deck {
  private readonly cards: Map<string, Memory>

  constructor(
    private readonly name: string,
    private readonly now: () => number = Date.now,
  ) {
    this.cards = new Map(Object.entries(read(this.key)))
  }

  private get key() {
    return `flank.deck.${this.name}`
  }

  memory(card: string): Memory | undefined {
    return this.cards.get(card)
  }

  answer(card: string, right: boolean) {
    const before = this.cards.get(card)?.box ?? 0
    const box = right ? Math.min(before + 1, DAYS.length - 1) : 0
    this.cards.set(card, { box, due: this.now() + DAYS[box]! * DAY_MS })
    this.store()
  }

  /** Cards that have other names now: what was known by the old ones is known by the new ones; of two the one due later. */
  rename(names: ReadonlyMap<string, string>) {
    let changed = false
    for (const [old, card] of names) {
      const memory = this.cards.get(old)
      if (!memory) continue
      changed = true
      this.cards.delete(old)
      const there = this.cards.get(card)
      if (!there || there.due < memory.due) this.cards.set(card, memory)
    }
    if (changed) this.store()
  }

  private store() {
    try {
      localStorage.setItem(this.key, JSON.stringify(Object.fromEntries(this.cards)))
    } catch {
      // No room, or not allowed: it is known until the page is left.
    }
  }

  isDue(card: string): boolean {
    const memory = this.cards.get(card)
    return !memory || memory.due <= this.now()
  }

  /** The card to ask next: the one that is due longest, then the first that was never seen; none if all are learned. */
  next(cards: readonly string[], but?: string): string | undefined {
    const due = cards.filter(card => this.cards.has(card) && this.isDue(card) && card !== but)
    due.sort((a, b) => this.cards.get(a)!.due - this.cards.get(b)!.due)
    return due[0] ?? cards.find(card => !this.cards.has(card) && card !== but)
  }

  /** The numbers of cards that are known (box 1 or higher and not due), due, and new. */
  count(cards: readonly string[]): { known: number; due: number; fresh: number } {
    const seen = cards.filter(card => this.cards.has(card))
    const due = seen.filter(card => this.isDue(card)).length
    return { known: seen.length - due, due, fresh: cards.length - seen.length }
  }
}

function read(key: string): Record<string, Memory> {
  try {
    return readDeck(JSON.parse(localStorage.getItem(key) ?? '{}'))
  } catch {
    return {}
  }
}
