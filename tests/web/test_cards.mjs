// SPDX-License-Identifier: MIT
//
// The cards of the page without the page: web/src/study/repetition.ts alone, in node, with a clock that the test turns.
//
//   node test_cards.mjs
import assert from 'node:assert/strict'
import { pageModule, Tests } from './harness.mjs'

const DAY_MS = 24 * 3600 * 1000
const { Deck } = await pageModule('study/repetition.ts')

/** A browser's store, and a clock. */
const kept = new Map()
globalThis.localStorage = {
  getItem: key => kept.get(key) ?? null,
  setItem: (key, value) => void kept.set(key, value),
}
let now = 1000 * DAY_MS
const clock = () => now
let decks = 0
const newDeck = () => new Deck(`test${decks++}`, clock)
/** Answer right so many times. */
const learn = (deck, card, times) => Array.from({ length: times }, () => deck.answer(card, true))

const tests = new Tests()

await tests.run('a right answer moves up a box, the last one stays', () => {
  const deck = newDeck()
  for (const [index, days] of [1, 3, 7, 16, 35, 90, 90].entries()) {
    deck.answer('a', true)
    assert.deepEqual(deck.memory('a'), { box: Math.min(index + 1, 6), due: now + days * DAY_MS })
    assert.deepEqual(JSON.parse(kept.get(`flank.deck.test${decks - 1}`)), { a: deck.memory('a') })
  }
})

await tests.run('a wrong answer goes back to the first box from any', () => {
  for (const boxes of [0, 1, 3, 6]) {
    const deck = newDeck()
    learn(deck, 'a', boxes)
    deck.answer('a', false)
    assert.deepEqual(deck.memory('a'), { box: 0, due: now })
    assert.ok(deck.isDue('a'))
  }
})

await tests.run('a card is due when its time has come, not before', () => {
  const deck = newDeck()
  assert.ok(deck.isDue('new'))
  deck.answer('a', true)
  now += DAY_MS - 1
  assert.ok(!deck.isDue('a'))
  now += 1
  assert.ok(deck.isDue('a'))
})

await tests.run('of two cards that become one, the memory that is due later counts', () => {
  for (const [old, there] of [[1, 4], [4, 1], [2, 0]]) {
    const deck = newDeck()
    learn(deck, 'old', old)
    learn(deck, 'new', there)
    deck.rename(new Map([['old', 'new']]))
    assert.equal(deck.memory('new').box, Math.max(old, there))
    assert.equal(deck.memory('old'), undefined)
  }
})

await tests.run('a renamed card is kept by its new name', () => {
  const deck = newDeck()
  const name = `flank.deck.test${decks - 1}`
  learn(deck, 'old', 2)
  const before = deck.memory('old')
  deck.rename(new Map([['other', 'x'], ['old', 'new']]))
  assert.deepEqual(JSON.parse(kept.get(name)), { new: before })
  assert.deepEqual(new Deck(name.slice('flank.deck.'.length), clock).memory('new'), before)
})

await tests.run('the next card is the one due longest, then a new one, then none', () => {
  const deck = newDeck()
  const cards = ['a', 'b', 'c', 'd']
  learn(deck, 'a', 1)
  learn(deck, 'b', 2)
  deck.answer('c', false)
  assert.deepEqual(deck.count(cards), { known: 2, due: 1, fresh: 1 })
  assert.equal(deck.next(cards), 'c')
  assert.equal(deck.next(cards, 'c'), 'd')
  learn(deck, 'c', 3)
  assert.equal(deck.next(cards), 'd')
  assert.equal(deck.next(cards, 'd'), undefined)
  learn(deck, 'd', 6)
  assert.equal(deck.next(cards), undefined)
  now += 3 * DAY_MS
  assert.deepEqual(deck.count(cards), { known: 2, due: 2, fresh: 0 })
  assert.equal(deck.next(['d', 'b', 'c', 'a']), 'a')
  assert.equal(deck.next(cards, 'a'), 'b')
})

await tests.run('a store that cannot be read or written is none', () => {
  kept.set('flank.deck.bad', '{')
  const deck = new Deck('bad', clock)
  const { setItem } = localStorage
  localStorage.setItem = () => {
    throw new Error('full')
  }
  deck.answer('a', true)
  localStorage.setItem = setItem
  assert.equal(deck.memory('a').box, 1)
})

await tests.end()
