// SPDX-License-Identifier: MIT
//
// Links and files of progress as strangers may change them: taken, or refused with a reason, and what was taken is whole. The
// page's own modules in node, with the rules in WebAssembly; damage by a seeded generator.
//
//   node test_damaged.mjs MODULES [COUNT [SEED]]       the folder of the modules, so many links and so many files
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { pageModule, Tests } from './harness.mjs'

const [folder, count = '3000', seed = '1'] = process.argv.slice(2)
const COUNT = Number(count)

/** A browser's store. */
const kept = new Map()
globalThis.localStorage = new Proxy(
  {
    getItem: key => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
  },
  { ownKeys: () => [...kept.keys()], getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }) },
)

const page = await pageModule('game/share.ts', 'game/tree.ts', 'engine/rules.ts', 'study/kept.ts', 'study/repetition.ts')
const compiled = name => WebAssembly.compile(readFileSync(`${folder}/${name}`))
const rules = await page.Rules.load(await compiled('flank-rules.wasm'))
await rules.complete(await compiled('flank.wasm'))

// ---- Damage

let state = BigInt(seed)
/** SplitMix64, by Steele, Lea and Flood: 0 … below-1. */
function random(below) {
  state = BigInt.asUintN(64, state + 0x9e3779b97f4a7c15n)
  let word = state
  word = BigInt.asUintN(64, (word ^ (word >> 30n)) * 0xbf58476d1ce4e5b9n)
  word = BigInt.asUintN(64, (word ^ (word >> 27n)) * 0x94d049bb133111ebn)
  return Number((word ^ (word >> 31n)) % BigInt(below))
}
const oneOf = list => list[random(list.length)]

const LETTERS = 'ABCDXYZabcdefgh0123456789-_.!?:{}[]",\\ \n\0é😀%+'
const letter = () => oneOf([...LETTERS])

const CHANGES = [
  text => text.slice(0, random(text.length + 1)),
  text => text.slice(random(text.length + 1)),
  (text, at) => text.slice(0, at) + letter() + text.slice(at + 1),
  (text, at) => text.slice(0, at) + letter() + text.slice(at),
  (text, at) => text.slice(0, at) + text.slice(at + 1 + random(4)),
  (text, at) => text.slice(0, at) + text.slice(random(text.length + 1)),
  (text, at) => text.slice(0, at) + oneOf(['-', '_', '9', '.']).repeat(1 + random(80)) + text.slice(at),
]

function damaged(text, times = 1 + random(3)) {
  for (let left = times; left > 0; left--) text = oneOf(CHANGES)(text, random(text.length + 1))
  return text
}

// ---- Links

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/** The fields with the check that belongs to them: damage that no check tells. */
function sealed(fields) {
  let hash = 0x811c9dc5
  for (let i = 0; i < fields.length; i++) hash = Math.imul(hash ^ fields.charCodeAt(i), 0x01000193) >>> 0
  hash ^= hash >>> 24
  return `${fields}.${[18, 12, 6, 0].map(shift => DIGITS[(hash >>> shift) & 63]).join('')}`
}

/** Links of every game: some moves, a variation, a comment. */
function links() {
  const found = []
  for (const { name } of rules.about.games)
    for (let number = 0; number < 6; number++) {
      const tree = new page.GameTree(rules, name)
      for (let ply = random(30); ply > 0 && tree.movesAt(tree.cursor.value).length; ply--) {
        const before = tree.cursor.value
        tree.play(oneOf([...tree.movesAt(before)]))
        if (random(6) === 0 && tree.movesAt(before).length > 1) {
          tree.goTo(before)
          tree.play(oneOf([...tree.movesAt(before)]))
        }
      }
      if (number % 2) Object.assign(tree.root.children[0] ?? tree.root, { comment: 'Ünter\nuns', symbol: '!?' })
      if (number % 3 === 0) tree.tags.Black = 'Anna'
      found.push(page.packGame(rules, tree))
    }
  return [...found, 'f5d6c3d3c4', '1. f5 d6 2. c3', 'c1c3 h3f3']
}

const tests = new Tests()

await tests.run('a link whose start is no position is refused, though it has no moves', () => {
  for (const { name } of rules.about.games)
    assert.throws(() => page.unpackGame(rules, sealed(`1.${name}.zzX....`)), page.LinkError)
})

await tests.run(`${COUNT} damaged links are read or refused`, () => {
  const whole = links()
  let read = 0
  for (const link of whole.slice(0, -3)) assert.equal(page.packGame(rules, page.unpackGame(rules, link)), link)
  for (let left = COUNT; left > 0; left--) {
    const link = oneOf(whole)
    const text = random(2) ? damaged(link) : sealed(damaged(link.slice(0, link.lastIndexOf('.')), 1))
    let tree
    try {
      tree = page.unpackGame(rules, text)
    } catch (error) {
      assert.ok(error instanceof page.LinkError, `${JSON.stringify(text)}: ${error.stack}`)
      assert.ok(error.message, `${JSON.stringify(text)}: refused without a reason`)
      continue
    }
    read++
    const { packed, shortened } = page.packLink(rules, tree)
    assert.equal(page.packGame(rules, page.unpackGame(rules, packed)), packed, `${JSON.stringify(text)}${shortened}`)
  }
  console.log(`# ${read} of ${COUNT} were read`)
  assert.ok(read > COUNT / 100)
})

// ---- Files of progress

const ODD = [null, true, 0, -1, 1.5, 1e300, -1e308, '', 'toString', '__proto__', [], {}, [[]], { box: 1 }, { box: 2, due: 5 }, { box: -1, due: 0 }]
const NAMES = ['', 'a', '__proto__', 'constructor', 'toString', 'own.othello.black..', 'length', '0']

/** The value with a part of it replaced, named otherwise, or gone. */
function bent(value) {
  if (typeof value !== 'object' || value === null || random(5) === 0) return structuredClone(oneOf(ODD))
  const entries = Object.entries(value)
  const at = random(entries.length + 1)
  if (at === entries.length) entries.push([oneOf(NAMES), structuredClone(oneOf(ODD))])
  else if (random(4) === 0) entries[at] = [oneOf(NAMES), entries[at][1]]
  else if (random(6) === 0) entries.splice(at, 1)
  else entries[at] = [entries[at][0], bent(entries[at][1])]
  return Array.isArray(value) ? entries.map(([, part]) => part) : Object.fromEntries(entries)
}

const FILE = {
  flank: 'study',
  version: 1,
  openings: [{ line: 'f5', color: 'black' }, { line: '', color: 'white' }],
  lines: [{ game: 'othello', rules: '', moves: ['f5', 'd6'], color: 'black' }, { game: 'loa', rules: '', start: 'x', moves: [], color: 'white' }],
  memory: { 'own.othello.black..': { f5: { box: 1, due: 5 }, 'f5 d6': { box: 6, due: 1e12 } }, tiger: { 'f5d6c3': { box: 0, due: 0 } }, puzzles: {} },
}

function clear() {
  kept.clear()
  page.kept.value = { openings: [], lines: [] }
}

/** Everything that the page does with a deck. */
function useDeck(name) {
  const deck = new page.Deck(name, () => 100)
  const cards = ['f5', 'toString', 'new']
  const { known, due, fresh } = deck.count(cards)
  assert.equal(known + due + fresh, cards.length)
  assert.ok(deck.next(cards) === undefined || cards.includes(deck.next(cards)))
  deck.answer('f5', true)
  assert.ok(!deck.isDue('f5'))
  deck.rename(new Map([['f5', 'f6']]))
}

const isValid = memory => Number.isInteger(memory?.box) && memory.box >= 0 && Number.isFinite(memory.due)

/** The cards of a file that are valid, as "deck/card". */
const cardsOf = ({ memory }) =>
  Object.entries(memory ?? {}).flatMap(([deck, cards]) =>
    typeof cards === 'object' ? Object.entries(cards ?? {}).filter(([, card]) => isValid(card)).map(([card]) => `${deck}/${card}`) : [])

function takeFile(text) {
  clear()
  let taken
  try {
    taken = page.importStudy(text)
  } catch (error) {
    assert.ok(error instanceof Error && error.message, `${text}: ${error}`)
    assert.equal(kept.size, 0, `${text}: refused, but half taken`)
    return false
  }
  const once = page.exportStudy()
  const there = JSON.parse(once)
  assert.deepEqual(cardsOf(there).sort(), cardsOf(JSON.parse(text)).sort(), `${text}: cards are lost`)
  assert.equal(taken.cards, cardsOf(there).length)
  clear()
  page.importStudy(once)
  assert.deepEqual(JSON.parse(page.exportStudy()), there, `${text}: not the same again`)
  for (const name of Object.keys(there.memory)) useDeck(name)
  return true
}

await tests.run(`${COUNT} damaged files of progress are taken or refused`, () => {
  let taken = 0
  assert.ok(takeFile(JSON.stringify(FILE)))
  for (let left = COUNT; left > 0; left--)
    taken += takeFile(random(3) ? JSON.stringify(bent(random(2) ? bent(FILE) : FILE)) : damaged(JSON.stringify(FILE)))
  console.log(`# ${taken} of ${COUNT} were taken`)
  assert.ok(taken > COUNT / 10)
})

await tests.run(`${COUNT} damaged decks of the browser are used as far as they can be read`, () => {
  const deck = FILE.memory['own.othello.black..']
  for (let left = COUNT; left > 0; left--) {
    const text = random(2) ? JSON.stringify(bent(deck)) : damaged(JSON.stringify(deck))
    clear()
    kept.set('flank.deck.damaged', text)
    assert.doesNotThrow(() => useDeck('damaged'), text)
  }
})

await tests.end()
