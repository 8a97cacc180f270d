// SPDX-License-Identifier: MIT
//
// Playing on the page: whole games of every kind against the engine, by clicks, by keyboard, by dragging; passes, taking
// back, two people, clocks, and the game that is still there after a reload. The parts that need no browser (where
// squares lie, what presses mean, what moves) are tried with the board's own files.
import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { drawn, holdQuestions, pageModule, require, says, Site, speak, Tests, thinkTo } from './harness.mjs'
import { begin, cells, having, movesOf, people, plies, square, status, unfold } from './play_page.mjs'

const tests = new Tests()
const site = await Site.start()
const board = await load('../../web/src')
const STILL = { reducedMotion: 'reduce' }
const PLIES_MAX = 400

/** Plain files of the page as one module, made from TypeScript. */
async function load(folder) {
  const { rolldown } = require('rolldown')
  const path = fileURLToPath(new URL(folder, import.meta.url))
  const out = mkdtempSync(join(tmpdir(), 'flank-board-'))
  const files = ['board/squares', 'board/geometry', 'board/hand', 'board/motion', 'game/clock'].map(
    name => `export * from ${JSON.stringify(join(path, `${name}.ts`))}`,
  )
  const plugin = { name: 'all', resolveId: id => (id === 'all' ? id : null), load: id => (id === 'all' ? files.join('\n') : null) }
  const bundle = await rolldown({ input: 'all', plugins: [plugin], platform: 'node' })
  await bundle.write({ file: join(out, 'board.mjs'), format: 'esm' })
  const loaded = await import(pathToFileURL(join(out, 'board.mjs')).href)
  rmSync(out, { recursive: true })
  return loaded
}

// ---- Without a browser

await tests.run('squares lie where they are seen, from all sides', () => {
  const { placeOf, squareAt, quarterTurned, mirrored } = board
  for (let turn = 0; turn < 8; turn++)
    for (const row1OnTop of [true, false])
      for (let square = 0; square < 64; square++)
        assert.equal(squareAt(...placeOf(square, row1OnTop, turn), row1OnTop, turn), square)
  for (let turn = 0; turn < 8; turn++)
    for (const square of [0, 10, 37]) {
      const [x, y] = placeOf(square, true, turn)
      assert.deepEqual(placeOf(square, true, quarterTurned(turn)), [7 - y, x])
      assert.deepEqual(placeOf(square, true, mirrored(turn)), [7 - x, y])
    }
})

await tests.run('coordinates, points and neighbours follow the way one looks', () => {
  const { coordinates, squareAtPoint, beside, centreOf, sightOf } = board
  const [othello, draughts] = [{ row_1_on_top: true }, sightOf({ row_1_on_top: false })]
  assert.equal(coordinates(draughts).rows.join(''), '87654321')
  assert.equal(coordinates(draughts).columns.join(''), 'abcdefgh')
  assert.equal(coordinates(sightOf(othello, '', 4)).columns.join(''), '12345678')
  assert.equal(coordinates(sightOf(othello, '', 3)).columns.join(''), 'hgfedcba')
  assert.deepEqual(centreOf('a1', draughts), { x: 0.5, y: 7.5 })
  assert.equal(squareAtPoint({ x: 7.9, y: 0.1 }, draughts), 'h8')
  assert.equal(squareAtPoint({ x: 8.1, y: 0.1 }, draughts), null)
  assert.equal(beside('d4', 1, 0, draughts), 'e4')
  assert.equal(beside('d4', 0, -1, draughts), 'd5')
  assert.equal(beside('h8', 1, 0, draughts), 'h8')
  assert.equal(beside('d4', 1, 0, sightOf({ row_1_on_top: false }, '', 3)), 'c4')
})

const moveOf = (move, path, captured = []) => ({ move, from: path[0], to: path.at(-1), path, captured, board: '', side: '' })

await tests.run('a hand means one move, step by step or at once', () => {
  const { press, targets } = board
  const long = moveOf('a8xa6xc6', ['a8', 'a6', 'c6'])
  const other = moveOf('a8xa5xc5', ['a8', 'a5', 'c5'])
  const legal = [long, other]
  const hand = press(legal, null, 'a8').hand
  assert.deepEqual([...targets(legal, hand).keys()].sort(), ['a5', 'a6', 'c5', 'c6'])
  assert.equal(press(legal, hand, 'c6').move, long)
  const stepped = press(legal, hand, 'a5')
  assert.equal(stepped.move, undefined)
  assert.deepEqual([...targets(legal, stepped.hand)], [['c5', 'end']])
  assert.equal(press(legal, stepped.hand, 'c5').move, other)
  assert.equal(press(legal, hand, 'h8').hand, null)
  assert.equal(press(legal, hand, 'a8').hand, null)
  const put = { move: 'd3', to: 'd3', captured: [], board: '', side: '' }
  assert.equal(press([put], null, 'd3').move, put)
})

await tests.run('of several ways to one square the hand asks for the next step', () => {
  const { press, targets } = board
  const up = moveOf('a8xa6xc6xc8', ['a8', 'a6', 'c6', 'c8'])
  const down = moveOf('a8xa5xc5xc8', ['a8', 'a5', 'c5', 'c8'])
  const legal = [up, down]
  const asked = press(legal, { from: 'a8', through: [] }, 'c8')
  assert.equal(asked.move, undefined)
  assert.deepEqual([...targets(legal, asked.hand)], [['a6', 'step'], ['a5', 'step']])
  assert.equal(press(legal, asked.hand, 'a5').move, down)
})

await tests.run('what moves is worked out from two boards', () => {
  const { motionOf, motionBack } = board
  const put = (pieces, empty = '-'.repeat(64)) => {
    const squares = [...empty]
    for (const [square, glyph] of Object.entries(pieces)) squares[board.squareNumber(square)] = glyph
    return squares.join('')
  }
  const before = put({ d4: 'O', e4: 'X' })
  const after = put({ c4: 'X', d4: 'X', e4: 'X' })
  const placed = motionOf(before, after, { move: 'c4', to: 'c4', captured: [], board: after, side: '' }) // as Othello's rules say it
  assert.deepEqual(placed.turned, [{ square: 'd4', was: 'O', distance: 1 }])
  assert.equal(placed.placed, 'c4')
  const king = put({ a8: 'W', a6: 'b', b5: 'b' })
  const done = put({ c5: 'W' })
  const jump = { ...moveOf('a8xc5', ['a8', 'a5', 'c5'], ['a6', 'b5']), board: done }
  assert.deepEqual(motionOf(king, done, jump).taken, [
    { square: 'a6', was: 'b', leg: 0 },
    { square: 'b5', was: 'b', leg: 1 },
  ])
  assert.equal(motionOf(done, king, jump), null) // going back
  const unflipped = motionBack(after, before, { move: 'c4', to: 'c4', captured: [], board: after, side: '' })
  assert.deepEqual(unflipped.turned.map(({ square, was }) => [square, was]), [['d4', after[27]]])
  assert.deepEqual(unflipped.taken.map(({ square }) => square), ['c4'])
  const back = motionBack(done, king, jump)
  assert.deepEqual(back.path, [...motionOf(king, done, jump).path].reverse())
  assert.deepEqual(back.returned.map(({ square }) => square), jump.captured)
  assert.equal(motionOf(put({ h1: 'b' }, king), done, jump), null) // another game
})

await tests.run('discs turn outwards from the move, each in 220 ms, 25 ms after those that are nearer', () => {
  const { playMotion } = board
  // There is no page here: the times are read from the style sheet itself.
  const times = Object.fromEntries(
    [...readFileSync(new URL('../../web/src/tokens.css', import.meta.url), 'utf8').matchAll(/(--[a-z]+): ([\d.]+m?s);/g)].map(([, ...pair]) => pair),
  )
  Object.assign(globalThis, { document: {}, getComputedStyle: () => ({ getPropertyValue: name => times[name] ?? '' }) })
  const turned = ['d4', 'e4', 'f4'].map((square, at) => ({ square, was: 'O', distance: at + 1 }))
  const seen = []
  const element = kind => square => ({ animate: (frames, timing) => seen.push({ kind, square, ...timing }) })
  playMotion({ path: [], placed: null, turned, taken: [], returned: [] }, { row1OnTop: true, turn: 0 }, element('new'), element('old'))
  delete globalThis.document
  delete globalThis.getComputedStyle
  const delays = kind => seen.filter(one => one.kind === kind).map(({ delay }) => delay)
  assert.deepEqual(delays('old'), [0, 25, 50])
  assert.deepEqual(delays('new'), [110, 135, 160])
  assert.ok(seen.every(({ duration }) => duration === 110))
})

await tests.run('a time is read as people write it', () => {
  const { parseTotal } = board
  assert.deepEqual(['5', '0.5', '2:30', '1:30:00'].map(parseTotal), [300_000, 30_000, 150_000, 5_400_000])
  for (const bad of ['', '0', '-1', 'soon', '1:2:3:4', '1e9', '25:00:00']) assert.ok(Number.isNaN(parseTotal(bad)), bad)
})

// ---- Actions of the tests on the page

/** Until a person is to move or the game is over. */
const settled = page =>
  page.waitForFunction(() => {
    const all = [...document.querySelectorAll('[data-square]')].map(cell => cell.getAttribute('aria-label'))
    const open = all.some(label => label.includes('legal move') || label.includes('can move'))
    const status = document.querySelector('[data-testid="status"]').textContent
    const pass = [...document.querySelectorAll('.now')].some(button => button.textContent === 'Pass')
    return open || pass || (/won|lost|draw/i.test(status) && 'over')
  })
const isOver = async page => /won|lost|draw/i.test(await status(page))

/** Play to the end with what `act` does at each turn; `pick` varies the choice. */
async function playOut(page, act) {
  for (let turn = 0; turn < PLIES_MAX; turn++) {
    await settled(page)
    if (await isOver(page)) return turn
    const before = await plies(page)
    const all = await cells(page)
    await act(page, all, turn)
    await page.waitForFunction(count => document.querySelectorAll('.moves .move').length > count, before)
  }
  throw new Error(`no end after ${PLIES_MAX} turns`)
}

const nth = (list, turn) => list[(turn * 7) % list.length]

async function byClicks(page, all, turn) {
  const placed = having(all, 'legal move')
  if (placed.length) return square(page, nth(placed, turn)).click()
  const pieces = having(all, 'can move')
  if (!pieces.length) return page.click('.now:has-text("Pass")')
  await square(page, nth(pieces, turn)).click()
  await clickTarget(page, turn)
}

async function clickTarget(page, turn) {
  const now = await cells(page)
  const ends = having(now, 'legal move')
  const steps = having(now, 'step on the way')
  await square(page, nth(ends.length ? ends : steps, turn)).click()
  const after = await cells(page)
  if (having(after, 'chosen').length && having(after, 'step on the way').length) await clickTarget(page, turn)
}

// ---- Whole games

for (const game of ['othello', 'tothello', 'draughts', 'loa'])
  await tests.run(`a whole game by clicks: ${game}`, async () => {
    const page = await tests.open(site.url, STILL)
    await begin(page, { game })
    await playOut(page, byClicks)
    assert.match(await status(page), /(won|lost|draw)/i)
    assert.match(await page.textContent('[data-testid="announcer"]'), /(won|lost|draw)/i)
    assert.equal(await page.locator('.move.current').count(), 1)
  })

// ---- Controls that stay

/** From now on: every place that a control has had, by its name. Controls within the list of moves and those that come and go are left out. */
const watchPlaces = page =>
  page.evaluate(() => {
    globalThis.places = {}
    const look = () => {
      const kept = '.board, .icon-bar > button, .icon-bar summary, .play-tools > :not(.now, span), .situation, .moves, .play > * > .switch'
      for (const control of document.querySelectorAll(kept)) {
        const { x, y, width, height } = control.getBoundingClientRect()
        const name = control.textContent.trim() && control.tagName === 'BUTTON' ? control.textContent.trim() : control.getAttribute('class')
        const place = [x, y + scrollY, width, height].map(Math.round).join(' ')
        ;(globalThis.places[name] ??= new Set()).add(place)
      }
      globalThis.looking = requestAnimationFrame(look)
    }
    cancelAnimationFrame(globalThis.looking)
    look()
  })

const SCREENS = { desktop: { width: 1280, height: 800 }, tablet: { width: 768, height: 1024 }, phone: { width: 390, height: 844 } }
const placesSeen = page => page.evaluate(() => Object.entries(globalThis.places).map(([name, all]) => [name, ...all]))
const moved = places => places.filter(([, ...all]) => all.length > 1).map(all => all.join(' | '))

for (const [game, screen] of [
  ['othello', 'desktop'],
  ['othello', 'phone'],
  ['draughts', 'phone'],
  ['loa', 'tablet'],
])
  await tests.run(`no control moves in a whole game of ${game} on a ${screen}`, async () => {
    const page = await tests.open(site.url, { ...STILL, viewport: SCREENS[screen] })
    await begin(page, { game })
    if (screen !== 'phone') await page.click('.play > * > .switch input')
    await settled(page)
    await watchPlaces(page)
    await playOut(page, async (_, all, turn) => {
      if (turn !== 2) return byClicks(page, all, turn)
      await page.click('text="Take back"')
      await page.click('text="Forward"')
      await page.locator('.moves .move').first().click()
      await page.click('text="To the last move"')
      await settled(page)
      await byClicks(page, await cells(page), turn)
    })
    const places = await placesSeen(page)
    assert.ok(places.length >= 12, `${places.length} controls`)
    assert.deepEqual(moved(places), [])
  })

await tests.run('on a wide screen the moves stand in the third column from the first one on, and results that come move nothing', async () => {
  const page = await tests.open(site.url, { ...STILL, viewport: { width: 1440, height: 900 } })
  await page.waitForSelector('.table-third .tile')
  await begin(page, { game: 'othello', level: 'child' })
  await square(page, 'd3').click()
  await page.waitForSelector('.table-third .moves .move')
  const [moves, side, board] = await Promise.all(['.moves', '.table-side', '.board'].map(one => page.locator(one).boundingBox()))
  assert.ok(moves.x >= side.x + side.width && moves.y + moves.height > board.y + board.height, JSON.stringify([moves, side, board]))
  await page.waitForFunction(() => document.querySelectorAll('.moves .move').length === 2)
  await settled(page)
  await watchPlaces(page)
  await page.click('.play-tools > .apart')
  await page.locator('dialog[open] button', { hasText: 'Resign' }).click()
  await page.waitForSelector('.play .history-results')
  await settled(page)
  const places = await placesSeen(page)
  assert.ok(places.length >= 12, `${places.length} controls`)
  assert.deepEqual(moved(places), [])
})

// Each: a move that gives something away, one that does not, and the words of the warning.
const dangers = [
  ['loa', '1x1o2x1/1x6/6o1/5x1o/6xo/5x2/2x2ox1/8 x', 'c2xf2', 'c2-c1', { kind: 'connects' }, 'That lets the other side connect.'],
  [
    'draughts',
    'W:Wa2,b2,c2,d2,e2,f2,g2,h2,a3,b3,d3,f3,g3,h3,e4:Bb5,a6,b6,e6,f6,g6,h6,a7,b7,e7,f7,g7,h7',
    'b3-b4',
    'c2-c3',
    { kind: 'pieces', count: 2 },
    'That gives pieces away: 2.',
  ],
  ['draughts', 'B:Wa2,e2,g2,h2,g3,h3,a5:Bb6', 'b6-b5', 'b6-c6', { kind: 'lost' }, 'That loses the game at once.'],
]

/** The parts of a phone that are seen, from above, and those of one on its side beside the board. */
const UPRIGHT = ['.board', '.icon-bar', '.play-tools', '.status-text, .now', '.status h1', '.moves-head', '.moves .move, .moves']
const SIDEWAYS = ['.players', '.icon-bar', '.play-tools', '.status', '.moves-head', '.moves']

/** The empty heights between parts, where a finger or a line of text could be. */
const stripes = (page, parts = UPRIGHT) =>
  page.evaluate(parts => {
    const boxes = parts.map(part => [...document.querySelectorAll(`.play ${part.replaceAll(', ', ', .play ')}`)].map(one => one.getBoundingClientRect()))
    const [tops, ends] = [boxes.map(all => Math.min(...all.map(box => box.top))), boxes.map(all => Math.max(...all.map(box => box.bottom)))]
    return parts.slice(1).map((part, at) => [part, tops[at + 1] - ends[at]]).filter(([, height]) => height > 24)
  }, parts)

for (const [width, height] of [[360, 740], [390, 844]])
  await tests.run(`on a phone the board is as wide as the screen, and no stripe is empty: ${width}x${height}`, async () => {
    const page = await tests.open(site.url, { ...STILL, hasTouch: true, viewport: { width, height } })
    await begin(page, { game: 'othello', sides: 2 })
    await square(page, 'd3').click()
    await page.waitForSelector('.moves .move')
    await drawn(page)
    const { x, width: wide } = await page.locator('.board').boundingBox()
    assert.deepEqual([x, wide], [0, width])
    assert.deepEqual(await stripes(page), [])
    await page.locator('.moves').press('Home')
    await page.waitForSelector('.now')
    await page.evaluate('scrollTo(0, 0)')
    assert.deepEqual(await stripes(page), [])
  })

await tests.run('on a phone on its side no stripe is empty, and moves are seen beside the board', async () => {
  for (const [width, height] of [[844, 390], [640, 360]]) {
    const page = await tests.open(site.url, { ...STILL, hasTouch: true, viewport: { width, height } })
    await begin(page, { game: 'othello', sides: 2 })
    await square(page, 'd3').click()
    await page.waitForSelector('.moves .move')
    await page.locator('.moves').press('Home')
    await page.waitForSelector('.now')
    await page.evaluate('scrollTo(0, 0)')
    await drawn(page)
    assert.deepEqual(await stripes(page, SIDEWAYS), [], `at ${width}`)
    const move = await page.locator('.moves .move').first().boundingBox()
    assert.ok(move.y + move.height <= height, `at ${width} the first move ends at ${move.y + move.height}`)
    await page.context().close()
  }
})

for (const locale of ['en', 'tr', 'ja', 'zh-Hans', 'zh-Hant'])
  await tests.run(`a warning on a phone lies upon no move, ${locale}`, async () => {
    const [game, start, bad] = dangers[0]
    const page = await tests.open(`${site.url}#/play`, { ...STILL, locale, hasTouch: true, viewport: { width: 390, height: 844 } })
    await page.waitForFunction(tag => document.documentElement.lang === tag && document.querySelector('.play .how'), locale)
    await page.evaluate(text => (location.hash = `#/play?g=${encodeURIComponent(text)}`), `[Game "${game}"]\n[Position "${start}"]\n`)
    await page.waitForFunction(() => location.hash === '#/play' && document.querySelector('[data-square=c2] [data-piece], [data-piece=c2]'))
    await holdQuestions(page)
    for (const each of bad.match(/[a-h][1-8]/g)) await square(page, each).click()
    const warning = page.locator('.status-warning')
    await warning.waitFor()
    for (const size of [{ width: 390, height: 844 }, { width: 360, height: 740 }, { width: 844, height: 390 }]) {
      await page.setViewportSize(size)
      await drawn(page)
      const [box, button, moves] = await Promise.all([warning, warning.getByRole('button'), page.locator('.moves')].map(part => part.boundingBox()))
      assert.ok(box.y + box.height <= moves.y + 1, `${size.width}: ${box.y + box.height} > ${moves.y}`)
      assert.ok(button.x + button.width <= size.width && box.height <= button.height + 1, `${size.width}: ${box.height} high`)
    }
  })

await tests.run('no control moves when a capture asks for its way on a phone', async () => {
  const page = await tests.open(site.url, { ...STILL, viewport: SCREENS.phone })
  await people(page, site.url, 'W:WKa8:BKb3,h5,a6,d6,f6,g7')
  await page.waitForFunction(() => document.querySelectorAll('[data-piece]').length === 7)
  await watchPlaces(page)
  for (const name of ['a8', 'h4']) await square(page, name).click()
  await page.waitForSelector('.board-note')
  await page.evaluate(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))))
  assert.deepEqual(moved(await placesSeen(page)), [])
})

await tests.run('no control moves when a game is set aside, whatever the language', async () => {
  for (const locale of ['en', 'tr', 'ja', 'zh-Hans', 'zh-Hant'])
    for (const viewport of Object.values(SCREENS)) {
      const page = await tests.open(`${site.url}#/play`, { ...STILL, viewport, locale })
      const movesAre = count => page.waitForFunction(count => document.querySelectorAll('.moves .move').length === count, count)
      await page.waitForFunction(tag => document.documentElement.lang === tag && document.querySelector('.play .how'), locale)
      await square(page, 'd3').click()
      await movesAre(2)
      await watchPlaces(page)
      await page.goto(`${site.url}#/play?game=loa`)
      await page.waitForSelector('[data-piece=b8]')
      await square(page, 'b8').click()
      await square(page, 'h8').click()
      await movesAre(2)
      await page.keyboard.press('u')
      await page.waitForSelector('.icon-bar [aria-keyshortcuts^=U]:disabled')
      await page.locator('.notice .icon-button').click()
      await drawn(page)
      assert.deepEqual(moved(await placesSeen(page)), [], `${locale} ${viewport.width}`)
      await page.context().close()
    }
})

await tests.run('no control moves while one walks through a game, whatever the language', async () => {
  const whole = 'f5d6c4d3e6f4e3f3c3c5d2b4b3c2e2c6a5a3d7d1f1c1b6e1b5a6a4d8e7c7g4g3f6h4e8f8c8b8b1b2b7g7f2g5h8h6f7a8a7g8h7g6h5h3g2h1g1a1a2h2'
  for (const viewport of Object.values(SCREENS)) {
    const page = await tests.open(`${site.url}#/play?g=${whole}`, { ...STILL, viewport })
    await page.waitForSelector('.now.main')
    for (const language of ['en', 'tr', 'ja', 'zh-Hans', 'zh-Hant']) {
      await speak(page, language)
      await page.locator('.moves').press('Home')
      await drawn(page)
      await watchPlaces(page)
      await page.evaluate(async () => {
        const list = document.querySelector('.moves')
        for (let ply = 0; ply < 62; ply++) {
          list.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true }))
          await new Promise(requestAnimationFrame) // in each the places are looked at
        }
      })
      await page.waitForSelector('.now.main')
      assert.deepEqual(moved(await placesSeen(page)), [], `${language} ${viewport.width}`)
    }
    await page.context().close()
  }
})

/** The keys that lead from one square to another, row 1 on top. */
function keysBetween(from, to) {
  const right = to.charCodeAt(0) - from.charCodeAt(0)
  const down = Number(to[1]) - Number(from[1])
  return [
    ...Array(Math.abs(right)).fill(right > 0 ? 'ArrowRight' : 'ArrowLeft'),
    ...Array(Math.abs(down)).fill(down > 0 ? 'ArrowDown' : 'ArrowUp'),
  ]
}

await tests.run('a whole game by keyboard alone', async () => {
  const page = await tests.open(site.url, STILL)
  await page.waitForSelector('.board')
  for (let at = ''; at !== 'New game'; ) {
    await page.keyboard.press('Tab')
    at = await page.evaluate(() => document.activeElement.textContent)
  }
  await page.keyboard.press('Enter')
  await page.waitForSelector('dialog[open]')
  for (let group; group !== 'group'; ) {
    await page.keyboard.press('Tab')
    group = await page.evaluate(() => document.activeElement.name)
  }
  await page.keyboard.press('ArrowLeft') // from beginner to child
  assert.equal(await page.locator('input[name=group]:checked').inputValue(), 'child')
  await page.keyboard.press('Enter')
  await page.waitForSelector('dialog[open]', { state: 'detached' })
  for (let at = null; !at; ) {
    await page.keyboard.press('Shift+Tab')
    at = await page.evaluate(() => document.activeElement.dataset.square)
  }
  const focus = await page.evaluate(() => [
    getComputedStyle(document.activeElement).outlineStyle, // widths are squares there
    getComputedStyle(document.activeElement.querySelector('.square-frame')).stroke,
  ])
  assert.deepEqual(focus, ['none', 'rgb(255, 255, 255)'])
  await playOut(page, async (_, all, turn) => {
    const here = await page.evaluate(() => document.activeElement.dataset.square)
    for (const key of keysBetween(here, nth(having(all, 'legal move'), turn))) await page.keyboard.press(key)
    await page.keyboard.press(turn % 2 ? 'Enter' : ' ')
  })
})

await tests.run('the link to another view is marked first, the view is drawn behind that picture', async () => {
  const page = await tests.open(site.url, STILL)
  await page.waitForSelector('.play .board')
  const first = await page.evaluate(async () => {
    document.querySelector('nav a[href="#/learn"]').click()
    await new Promise(done => queueMicrotask(() => queueMicrotask(done))) // so far the press itself
    const marked = document.querySelector('nav [aria-current]').getAttribute('href')
    await new Promise(done => addEventListener('hashchange', done, { once: true }))
    await new Promise(done => setTimeout(done)) // begun before the one that waits for the picture
    return [marked, document.querySelector('nav [aria-current]').getAttribute('href'), document.querySelector('main .play') !== null]
  })
  assert.deepEqual(first, ['#/learn', '#/learn', true])
  await page.waitForSelector('main .play', { state: 'detached' })
  await page.waitForSelector('main h1')
})

await tests.run('a board that is turned is drawn with the same elements, and the focus stays on its square', async () => {
  const page = await tests.open(site.url, STILL)
  await begin(page, { game: 'othello', sides: 2 })
  await square(page, 'd3').focus()
  await page.keyboard.press('ArrowRight')
  const corner = await page.$('.board .cell')
  const piece = await page.$('[data-piece="d4"]')
  for (const name of ['a8', 'h8', 'h1', 'a1']) {
    await page.keyboard.press('r')
    await page.waitForFunction(([corner, name]) => corner.dataset.square === name, [corner, name])
    assert.equal(await page.evaluate(() => document.activeElement.dataset.square), 'e3')
  }
  assert.deepEqual(await page.evaluate(all => all.map(one => one.isConnected), [corner, piece]), [true, true])
})

await tests.run('the board is one stop of Tab, where the arrow keys left it', async () => {
  const page = await tests.open(site.url, STILL)
  await begin(page, { game: 'othello', sides: 2 })
  // Chromium reaches more than what has tabindex; Firefox reaches nothing else, and of SVG it knows only this spelling.
  const named = await page.$$eval('[data-square]', all => all.filter(cell => cell.hasAttributeNS(null, 'tabindex')).length)
  assert.equal(named, 64)
  const here = () => page.evaluate(() => document.activeElement.dataset.square)
  await square(page, 'd3').focus()
  await page.keyboard.press('ArrowRight')
  assert.equal(await here(), 'e3')
  for (const [away, back] of [['Tab', 'Shift+Tab'], ['Shift+Tab', 'Tab']]) {
    await page.keyboard.press(away)
    assert.equal(await here(), undefined)
    await page.keyboard.press(back)
    assert.equal(await here(), 'e3')
  }
})

await tests.run('a line of what the engine thinks is previewed; one move of it is played, and further on another game begins', async () => {
  const page = await tests.open(site.url, { reducedMotion: 'reduce' })
  await people(page, site.url)
  await thinkTo(page, 8)
  await square(page, 'd3').click()
  await page.getByLabel('Show what the engine thinks').check()
  const line = page.locator('.engine-line').first().locator('.move')
  await page.waitForFunction(() => document.querySelector('.engine')?.getAttribute('aria-busy') === 'false')
  const before = await cells(page)
  const first = await line.first().textContent()
  await line.nth(1).click()
  await page.waitForSelector('.previewing .board')
  assert.notDeepEqual(await cells(page), before)
  await page.keyboard.press('Escape')
  await page.waitForSelector('.previewing', { state: 'detached' })
  assert.deepEqual(await movesOf(page), ['d3'])
  await line.first().click()
  await page.click('text="Go on from here"')
  await page.waitForSelector('.moves .current[data-ply="2"]')
  assert.deepEqual(await movesOf(page), ['d3', first])
  await page.waitForFunction(() => document.querySelector('.engine')?.getAttribute('aria-busy') === 'false')
  const two = (await line.allTextContents()).slice(0, 2)
  await line.nth(1).click()
  await page.click('text="Go on from here"')
  await page.waitForSelector('.moves .current[data-ply="4"]')
  assert.deepEqual(await movesOf(page), ['d3', first, ...two])
})

await tests.run('the keys of the game work wherever the focus is, but not where one writes', async () => {
  const page = await tests.open(site.url, STILL)
  await begin(page, { game: 'othello', sides: 2 })
  for (const name of ['d3', 'c3']) await square(page, name).click()
  const current = text => page.waitForFunction(text => document.querySelector('.move.current')?.textContent === text, text)
  await page.focus('.play-tools .menu summary')
  await page.keyboard.press('u')
  await current('d3')
  await page.keyboard.press('f')
  await current('c3')
  await page.focus('.play > * > .switch input')
  await page.keyboard.press('Control+z')
  await current('d3')
  await page.evaluate(() => document.activeElement.blur())
  await page.keyboard.press('Control+y')
  await current('c3')
  await page.keyboard.press('h')
  await page.waitForSelector('.engine-line')
  await page.click('text="New game"')
  await page.keyboard.press('u')
  await page.keyboard.press('Escape')
  await current('c3')
})

await tests.run('pieces are dragged', async () => {
  const page = await tests.open(site.url, STILL)
  await begin(page, { game: 'loa' })
  let drags = 0
  await playOut(page, async (_, all, turn) => {
    if (turn >= 3) return byClicks(page, all, turn)
    const from = nth(having(all, 'can move'), turn)
    await square(page, from).hover() // once nothing moves any more
    const start = await square(page, from).boundingBox()
    await page.mouse.down()
    await page.mouse.move(start.x + start.width / 2 + 12, start.y + start.height / 2 + 12)
    await page.waitForSelector(`[data-square="${from}"][aria-selected="true"]`)
    const end = await square(page, nth(having(await cells(page), 'legal move'), turn)).boundingBox()
    await page.mouse.move(end.x + end.width / 2, end.y + end.height / 2, { steps: 4 })
    await page.mouse.up()
    drags++
  })
  assert.ok(drags > 0)
})

const boardInSight = page =>
  page.waitForFunction(() => {
    const { top, bottom } = document.querySelector('svg.board').getBoundingClientRect()
    return top >= 0 && bottom <= innerHeight
  })

await tests.run('a finger drags a piece, and the page stays where it is', async () => {
  const phone = { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true }
  const page = await tests.open(site.url, { ...STILL, ...phone })
  await begin(page, { game: 'draughts', sides: 2 })
  await boardInSight(page)
  const scrolled = await page.evaluate('scrollY')
  const middle = async name => {
    const box = await square(page, name).boundingBox()
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  }
  const [from, to] = [await middle('c3'), await middle('c4')]
  const fingers = await page.context().newCDPSession(page)
  const touch = (type, ...touchPoints) => fingers.send('Input.dispatchTouchEvent', { type, touchPoints })
  await touch('touchStart', from)
  for (const part of [0.3, 0.6, 1]) await touch('touchMove', { x: from.x + part * (to.x - from.x), y: from.y + part * (to.y - from.y) })
  await touch('touchEnd')
  await page.waitForFunction(() => document.querySelectorAll('.moves .move').length === 1)
  assert.equal(await page.evaluate('scrollY'), scrolled)
  await page.tap('[data-square="c6"]')
  await page.tap('[data-square="c5"]')
  await page.waitForFunction(() => document.querySelectorAll('.moves .move').length === 2)
})

await tests.run('the engine plays itself, with motion', async () => {
  const page = await tests.open(site.url)
  await begin(page, { game: 'draughts', sides: 3 })
  const pieces = await page.waitForFunction(
    () => document.querySelectorAll('.moves .move').length >= 6 && document.querySelectorAll('.pieces [data-piece]').length,
  )
  assert.ok((await pieces.jsonValue()) > 20)
})

await tests.run('where nearly every empty square can be played no dots say so; pointing at one shows what happens there', async () => {
  const page = await tests.open(site.url, STILL)
  await begin(page, { game: 'othello', sides: 2 })
  assert.equal(await page.locator('.hint-end').count(), 4)
  await begin(page, { game: 'tothello', sides: 2 })
  await page.waitForFunction(() => document.querySelectorAll('[data-square][aria-label*="legal move"]').length > 24)
  assert.equal(await page.locator('.hint-end').count(), 0)
  await square(page, 'c5').hover()
  await page.waitForSelector('.preview-piece')
})

await tests.run('a square where nothing can be played says so to a screen reader', async () => {
  const page = await tests.open(site.url, STILL)
  await begin(page, { game: 'othello', sides: 2 })
  await square(page, 'a1').click()
  await page.waitForFunction(() => /a1: not a legal move/.test(document.querySelector('[data-testid="announcer"]').textContent))
})

// ---- Turns

async function resign(page) {
  await page.click('text="Resign"')
  await page.locator('dialog.ask').getByRole('button', { name: 'Resign' }).click()
}

await tests.run('resigning is asked for in a dialog: Escape and Cancel give the focus back', async () => {
  const page = await tests.open(site.url, STILL)
  await begin(page, { game: 'othello', sides: 2 })
  const button = page.getByRole('button', { name: 'Resign' })
  assert.ok(await button.isDisabled(), 'before the first move')
  await square(page, 'd3').click()
  const focused = () => page.evaluate(() => document.activeElement.textContent.trim())
  for (const key of ['Escape', 'Enter']) {
    await button.focus()
    await page.keyboard.press('Enter')
    await page.getByRole('alertdialog', { name: 'Resign this game?' }).waitFor()
    assert.equal(await focused(), 'Cancel')
    await page.keyboard.press(key)
    await page.locator('dialog').waitFor({ state: 'detached' })
    assert.equal(await focused(), 'Resign')
  }
  await page.keyboard.press('Enter')
  await page.getByRole('alertdialog').waitFor()
  assert.equal(await page.locator('dialog .main').count(), 0) // to give up is nothing that the page proposes
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.waitForFunction(() => /resigned/.test(document.querySelector('[data-testid="status"]').textContent))
  assert.equal(await focused(), 'Play again')
})

for (const screen of ['desktop', 'phone'])
  await tests.run(`the focus is on "Play again" before the key behind a resignation, also the second time, ${screen}`, async () => {
    const page = await tests.open(site.url, { ...STILL, viewport: SCREENS[screen] })
    for (const time of [1, 2]) {
      await begin(page, { game: 'othello', sides: 2 })
      await square(page, 'd3').click()
      await page.click('.play-tools > .apart:enabled')
      const focused = await page.evaluate(async () => {
        document.querySelector('dialog.ask .danger').click()
        await new Promise(done => queueMicrotask(() => queueMicrotask(done))) // so far the press itself
        return document.activeElement.textContent
      })
      assert.equal(focused, 'Play again', `time ${time}`)
    }
  })

await tests.run('moves are seen, and taken back, too: discs turn and turn again and pieces slide back, move by move; not with reduced motion', async () => {
  const watched = async options => {
    const page = await tests.open('', options)
    await page.addInitScript(() => {
      globalThis.animated = []
      const { animate } = Element.prototype
      Element.prototype.animate = function (...args) {
        const { piece, ghost } = this.dataset
        globalThis.animated.push(piece ? `piece ${piece}` : `ghost ${ghost}`)
        return animate.apply(this, args)
      }
    })
    await page.goto(site.url)
    return page
  }
  const forget = page => page.evaluate(() => (globalThis.animated = []))
  const seen = (page, names) => page.waitForFunction(names => names.every(name => globalThis.animated.includes(name)), names)
  const page = await watched({})
  await begin(page, { game: 'othello' })
  await square(page, 'd3').click()
  await page.waitForFunction(() => document.querySelectorAll('.moves .move').length === 2)
  const [, reply] = await movesOf(page)
  await seen(page, ['piece d3', 'piece d4', 'ghost d4', `piece ${reply}`])
  await settled(page)
  await forget(page)
  await page.click('text="Take back"')
  await seen(page, [`ghost ${reply}`, 'ghost d3', 'piece d4', 'ghost d4'])
  await page.waitForFunction(() => document.querySelectorAll('.move.current').length === 0)
  await begin(page, { game: 'draughts', sides: 2 })
  for (const name of ['a3', 'a4']) await square(page, name).click()
  await page.waitForFunction(() => document.querySelectorAll('.moves .move').length === 1)
  await forget(page)
  await page.click('text="Take back"')
  await seen(page, ['piece a3'])
  const still = await watched(STILL)
  await begin(still, { game: 'othello', sides: 2 })
  await square(still, 'd3').click()
  await still.click('text="Take back"')
  await still.waitForFunction(() => document.querySelectorAll('.move.current').length === 0)
  assert.deepEqual(await still.evaluate(() => globalThis.animated), [])
})

await tests.run('a square where nothing can be played lights up for a moment', async () => {
  const page = await tests.open(site.url, STILL)
  await page.waitForSelector('.board [aria-label*="legal move"]')
  const lights = name =>
    square(page, name).evaluate(cell => {
      cell.dispatchEvent(new MouseEvent('click', { bubbles: true }))
      return cell.getAnimations({ subtree: true }).length
    })
  assert.equal(await lights('a1'), 1)
  assert.equal(await lights('d4'), 1)
  assert.equal(await plies(page), 0)
  const [legal] = having(await cells(page), 'legal move')
  assert.equal(await lights(legal), 0)
  await people(page, site.url, 'W:Wa2,c3:Bc7,h8')
  assert.equal(await lights('a2'), 0) // it is chosen
  assert.equal(await lights('a2'), 0) // and put down again
  assert.equal(await lights('h8'), 1)
})

await tests.run('a new game that is begun far down on a phone shows its board', async () => {
  const page = await tests.open(site.url, { ...STILL, viewport: { width: 360, height: 640 } })
  await begin(page, { game: 'draughts', sides: 2 })
  await boardInSight(page)
  await square(page, 'c3').click()
  await square(page, 'c4').click()
  await page.locator('.play-tools > button').first().scrollIntoViewIfNeeded()
  await page.click('text="New game"')
  await page.locator('dialog[open] input[name=game][value=othello]').check({ force: true })
  const [top, bottom, height] = await page.evaluate(async () => {
    scrollTo(0, document.documentElement.scrollHeight)
    document.querySelector('dialog .main').click()
    for (const _ of 'xxx') await null // so far the press itself
    const { top, bottom } = document.querySelector('svg.board').getBoundingClientRect()
    return [top, bottom, innerHeight]
  })
  assert.ok(top >= 0 && bottom <= height, `the board is at ${top} to ${bottom}`) // nobody presses on what moves away a little later
  await page.waitForSelector('dialog[open]', { state: 'detached' })
  await boardInSight(page)
})

await tests.run('a mouse over a square shows what a move there would turn', async () => {
  const page = await tests.open(site.url, STILL)
  await begin(page, { game: 'othello', sides: 2 })
  const turned = () => page.$$eval('[data-preview]', all => all.map(one => one.dataset.preview))
  await square(page, 'd3').hover()
  await page.waitForSelector('.preview.piece-black .preview-piece')
  assert.deepEqual(await turned(), ['d4'])
  await square(page, 'a1').hover()
  await page.waitForSelector('.preview', { state: 'detached' })
  await square(page, 'd3').focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowUp')
  await page.waitForSelector('.preview')
  await page.keyboard.press('Enter')
  await page.waitForSelector('.preview', { state: 'detached' })
})

await tests.run('the boards of the games differ: four dots, two colours, or lines alone', async () => {
  const page = await tests.open(site.url, STILL)
  for (const [game, dots, dark] of [['othello', 4, 0], ['tothello', 4, 0], ['loa', 0, 1], ['draughts', 0, 0]]) {
    await begin(page, { game, sides: 2 })
    assert.deepEqual([await page.locator('.board-dot').count(), await page.locator('.board .board-dark').count()], [dots, dark], game)
  }
})

await tests.run('a first visit has a line, four games, and a board that can be played at once', async () => {
  for (const viewport of [SCREENS.desktop, SCREENS.phone]) {
    const page = await tests.open(site.url, { ...STILL, viewport })
    await page.locator('.welcome', { hasText: 'Othello and three relatives' }).waitFor()
    const tiles = page.locator('.tile')
    await tiles.nth(3).waitFor()
    assert.deepEqual(await tiles.filter({ has: page.locator('.board-dark') }).allTextContents(), ['Lines of Action']) // as its board has
    assert.deepEqual((await tiles.allTextContents()).sort(), ['Lines of Action', 'Othello', 'Tothello', 'Turkish draughts'])
    assert.ok((await tiles.first().boundingBox()).y + 44 < viewport.height - 56)
    await tiles.filter({ hasText: 'Lines of Action' }).click()
    await page.waitForSelector('.board .board-dark')
    await tiles.filter({ hasText: 'Turkish draughts' }).click() // White begins, and that is oneself
    await says(page, '[data-testid="status"]', /Your move: White/)
    await tiles.filter({ hasText: 'Othello' }).first().click()
    await page.waitForSelector('.board-dot')
    await says(page, '[data-testid="status"]', /Your move: Black/)
    await square(page, 'd3').click()
    await page.waitForSelector('.moves .move')
    assert.equal(await tiles.count(), 0)
    await page.context().close()
  }
})

await tests.run('the game that is pressed is marked first, its board is drawn behind that picture', async () => {
  const page = await tests.open(site.url, STILL)
  await page.waitForSelector('.tile')
  const first = await page.evaluate(async () => {
    const tile = [...document.querySelectorAll('.tile')].find(one => one.textContent === 'Lines of Action')
    tile.click()
    await new Promise(done => queueMicrotask(() => queueMicrotask(done))) // so far the press itself
    return [tile.getAttribute('aria-pressed'), document.querySelectorAll('.tile[aria-pressed=true]').length, document.querySelector('.board .board-dark') !== null]
  })
  assert.deepEqual(first, ['true', 1, false])
  await page.waitForSelector('.board .board-dark')
  assert.equal(await page.locator('.tile[aria-pressed=true]').textContent(), 'Lines of Action')
})

await tests.run('what is seldom needed is in a menu: Escape and a press beside it close it', async () => {
  const page = await tests.open(site.url, STILL)
  await page.click('.play-tools .menu summary')
  await page.locator('.play-tools .menu button', { hasText: 'Mirror' }).focus()
  await page.keyboard.press('Escape')
  await page.locator('.play-tools .menu button').first().waitFor({ state: 'hidden' })
  assert.equal(await page.evaluate(() => document.activeElement.tagName), 'SUMMARY')
  await page.keyboard.press('Enter')
  await page.locator('.play-tools .menu button').first().waitFor()
  await page.click('.status')
  await page.locator('.play-tools .menu button').first().waitFor({ state: 'hidden' })
})

await tests.run('overlays and arrows are there while one plays, and in what is previewed', async () => {
  const page = await tests.open(site.url, STILL)
  await begin(page, { game: 'othello', sides: 2 })
  await page.click('.icon-bar .menu summary')
  for (const name of ['Frontier discs', 'Mobility of both sides']) await page.getByLabel(name).check()
  await page.keyboard.press('Escape')
  const marks = (frontier, mobility) =>
    page.waitForFunction(
      wanted => ['[data-frontier]', '[data-mobility]'].map(one => document.querySelectorAll(one).length).join() === wanted,
      `${frontier},${mobility}`,
    )
  await marks(4, 8)
  await square(page, 'd3').click()
  await marks(5, 6) // white to move has three squares, black would have three
  await square(page, 'c3').press('Shift+Enter')
  await square(page, 'c5').press('Shift+Enter')
  await page.waitForSelector('.drawn')
  assert.equal(await plies(page), 1) // drawing makes no move
  await square(page, 'c3').click()
  await page.waitForFunction(() => !document.querySelector('.drawn')) // another position has none
})

/** Counts and dots that meet a letter or a digit of the board, or leave the circle that may be drawn around their square. */
const crowded = page =>
  page.evaluate(() => {
    const boxesOf = selector => [...document.querySelectorAll(selector)].map(one => ({ one, box: one.getBoundingClientRect() }))
    const within = ({ left, top, width, height }, text) => (text ? { left, right: left + width, top: top + 0.25 * height, bottom: top + 0.8 * height } : { left, right: left + width, top, bottom: top + height })
    const letters = boxesOf('.board .coordinates text').map(({ one, box }) => ({ text: one.textContent, ...within(box, true) }))
    return boxesOf('.board :is(.region-count, .overlay-mobility)').flatMap(({ one, box }) => {
      const name = `${one.getAttribute('class')} ${one.textContent}`
      const { left, right, top, bottom } = within(box, one.matches('text'))
      const met = letters.filter(letter => left < letter.right && letter.left < right && top < letter.bottom && letter.top < bottom)
      const cell = document.elementFromPoint((left + right) / 2, (top + bottom) / 2).closest('[data-square]').getBoundingClientRect()
      const [x, y] = [cell.left + cell.width / 2, cell.top + cell.height / 2]
      const corners = [left, right].flatMap(at => [top, bottom].map(to => Math.hypot(at - x, to - y)))
      const round = Math.hypot((left + right) / 2 - x, (top + bottom) / 2 - y) + (right - left) / 2
      const far = (one.matches('text') ? Math.max(...corners) : round) / cell.width
      return [...met.map(({ text }) => `${name} meets ${text}`), ...(far > 0.45 ? [`${name} reaches ${far} from the middle`] : [])]
    })
  })

await tests.run('counts and dots of what is marked keep off letters, digits and circles, from each side', async () => {
  const page = await tests.open(site.url, STILL)
  for (const game of ['othello', 'loa']) {
    await begin(page, { game, sides: 2 })
    await page.locator('.table-under .menu > summary').click()
    for (const name of ['Parity', 'Mobility of both sides']) if (await page.getByLabel(name).count()) await page.getByLabel(name).check()
    await page.keyboard.press('Escape')
    await page.waitForSelector('.overlay-mobility')
    for (let turn = 0; turn < 4; turn++) {
      assert.deepEqual(await crowded(page), [], `${game}, turned ${turn}`)
      await page.keyboard.press('r')
    }
  }
})

await tests.run('a black disc stands out from its card, and from every board, light and dark', async () => {
  const page = await tests.open(site.url, STILL)
  await page.waitForSelector('.player .piece-black')
  const contrasts = () =>
    page.evaluate(() => {
      const probe = document.body.appendChild(document.createElement('i'))
      const light = color => {
        probe.style.color = color
        const [r, g, b] = getComputedStyle(probe).color.match(/[\d.]+/g).map(one => (one / 255 <= 0.04045 ? one / 255 / 12.92 : ((one / 255 + 0.055) / 1.055) ** 2.4))
        return 0.2126 * r + 0.7152 * g + 0.0722 * b
      }
      const contrast = (a, b) => (Math.max(light(a), light(b)) + 0.05) / (Math.min(light(a), light(b)) + 0.05)
      const most = ground => Math.max(contrast('var(--black)', ground), contrast('var(--black-edge)', ground))
      const edge = document.querySelector('.player .piece-black .piece-body')
      const width = Number(getComputedStyle(edge).strokeWidth.replace('px', '')) * edge.getScreenCTM().a
      const found = { width, card: most('var(--card)'), board: most('var(--board)'), dark: most('var(--board-dark)') }
      probe.remove()
      return found
    })
  for (const board of ['green', 'wood', 'grey', 'contrast'])
    for (const colorScheme of ['light', 'dark']) {
      await page.emulateMedia({ colorScheme })
      await page.evaluate(board => (document.documentElement.dataset.board = board), board)
      const { width, ...found } = await contrasts()
      assert.ok(width >= 1, `the edge is ${width} px wide`)
      assert.ok(found.card >= 3, `${board} ${colorScheme} ${JSON.stringify(found)}`)
      assert.ok(Math.min(found.board, found.dark) >= 2.3, `${board} ${colorScheme} ${JSON.stringify(found)}`)
    }
})

await tests.run('one’s results at a game stand beside it once there are some; before that, the way to its rules', async () => {
  const page = await tests.open(site.url, STILL)
  await page.waitForSelector('.play .how[href="#/learn?game=othello"]')
  await begin(page, { game: 'othello', level: 'child' })
  await square(page, 'd3').click()
  await page.click('.play-tools > .apart')
  await page.locator('dialog[open] button', { hasText: 'Resign' }).click()
  await page.waitForSelector('.play .history-results [data-outcome=lost]')
  assert.deepEqual(await page.locator('.play [data-outcome]').allTextContents(), ['0', '0', '1'])
  await begin(page, { game: 'loa', sides: 2 })
  await page.waitForSelector('.play .how[href="#/learn?game=loa"]') // another game, none yet
})

await tests.run('a counted game ends in words of who played, and one goes on to its review', async () => {
  const whole = 'f5d6c4d3e6f4e3f3c3c5d2b4b3c2e2c6a5a3d7d1f1c1b6e1b5a6a4d8e7c7g4g3f6h4e8f8c8b8b1b2b7g7f2g5h8h6f7a8a7g8h7g6h5h3g2h1g1a1a2h2'
  const page = await tests.open(`${site.url}#/play?g=${whole}`, STILL)
  await page.waitForFunction(() => /31/.test(document.querySelector('[data-testid="status"]')?.textContent))
  const side = await page.textContent('[data-player="0"] .player-name')
  assert.equal(await status(page), side === 'You' ? 'You lost 31–33' : 'You won 33–31')
  await page.click('text="Review the game"')
  await page.waitForSelector('.review')
  const two = await tests.open(site.url, STILL)
  await people(two, site.url, whole)
  await two.waitForFunction(() => /White has won by 2 discs/.test(document.querySelector('[data-testid="status"]')?.textContent))
})

await tests.run('the discs of a game that ends are counted up, and stand still where nothing may move', async () => {
  const whole = 'f5d6c4d3e6f4e3f3c3c5d2b4b3c2e2c6a5a3d7d1f1c1b6e1b5a6a4d8e7c7g4g3f6h4e8f8c8b8b1b2b7g7f2g5h8h6f7a8a7g8h7g6h5h3g2h1g1a1a2h2'
  const seen = async options => {
    const page = await tests.open(`${site.url}#/play?g=${whole}`, options)
    await page.waitForFunction(() => document.querySelector('[data-player="1"] .piece-count')?.textContent === '33')
    await page.click('text="Take back"')
    await page.evaluate(() => {
      window.counts = []
      const place = document.querySelector('[data-player="1"] .piece-count')
      const note = () => window.counts.push(Number(place.textContent))
      new MutationObserver(note).observe(place, { subtree: true, characterData: true, childList: true })
    })
    await page.click('text="Forward"')
    await page.waitForFunction(() => window.counts.at(-1) === 33)
    return page.evaluate(() => window.counts)
  }
  const moving = await seen({})
  assert.equal(Math.min(...moving), 0, String(moving))
  const still = await seen(STILL)
  assert.ok(Math.min(...still) >= 30, String(still))
})

await tests.run('a move that is made as soon as a game begins is told of like every other one', async () => {
  const page = await tests.open(site.url, STILL)
  await page.click('text="New game"')
  await page.locator('dialog[open] input[name=side][value="2"]').check({ force: true })
  const told = await page.evaluate(async () => {
    document.querySelector('dialog .main').click()
    for (const _ of 'xxx') await null // so far the press itself
    document.querySelector('[data-square=d3]').dispatchEvent(new MouseEvent('click', { bubbles: true }))
    for (const _ of 'xxx') await null
    return document.querySelector('[data-testid=announcer]').textContent
  })
  assert.match(told, /Black: d3/)
})

await tests.run('two people, taken back and forward again', async () => {
  const page = await tests.open(site.url, STILL)
  await begin(page, { game: 'othello', sides: 2 })
  for (const name of ['d3', 'c3', 'c4']) await square(page, name).click()
  assert.deepEqual(await movesOf(page), ['d3', 'c3', 'c4'])
  assert.equal(await square(page, 'c4').evaluate(cell => getComputedStyle(cell).outlineStyle), 'none') // focused by the click
  assert.match(await status(page), /White/)
  await page.click('text="Take back"')
  await page.click('text="Take back"')
  assert.equal(await page.textContent('.move.current'), 'd3')
  await page.click('text="Forward"')
  assert.equal(await page.textContent('.move.current'), 'c3')
  await square(page, 'd2').click() // no legal move: nothing
  await square(page, 'b3').click() // another move: what came after is dropped
  assert.deepEqual(await movesOf(page), ['d3', 'c3', 'b3'])
  assert.equal(await page.locator('text="Forward"').isDisabled(), true)
})

await tests.run('a turn with the engine’s answer is taken back as one', async () => {
  const page = await tests.open(site.url, STILL)
  await begin(page, { game: 'othello' })
  for (const turn of [0, 1]) {
    await settled(page)
    await byClicks(page, await cells(page), turn)
    await page.waitForFunction(count => document.querySelectorAll('.moves .move').length === count, 2 * turn + 2)
  }
  const moves = await movesOf(page)
  await page.click('text="Take back"')
  assert.equal(await page.textContent('.move.current'), moves[1])
  await page.click('text="Take back"')
  assert.equal(await page.locator('.move.current').count(), 0)
  await page.click('text="Forward"')
  assert.equal(await page.textContent('.move.current'), moves[1])
  await page.locator('.moves').focus()
  await page.keyboard.press('End')
  assert.equal(await page.textContent('.move.current'), moves[3])
  await page.keyboard.press('ArrowLeft')
  assert.equal(await page.textContent('.move.current'), moves[2])
  assert.match(await status(page), /3.*4/) // an earlier position, where the engine does not move by itself
  await page.click('text="Go on from here"')
  await page.waitForFunction(() => document.querySelectorAll('.moves .move').length === 4)
})

await tests.run('a link over a game that goes on sets it aside, with its clocks, and one can go back', async () => {
  const page = await tests.open(site.url, STILL)
  await begin(page, { sides: 2 })
  await square(page, 'd3').click()
  await square(page, 'c3').click()
  await page.goto(`${site.url}#/play?g=f5d6c3`)
  await page.waitForFunction(() => document.querySelectorAll('.moves .move').length === 3)
  await page.reload()
  await page.click('text="Back to it"')
  await page.waitForFunction(() => document.querySelectorAll('.moves .move').length === 2)
  assert.deepEqual(await movesOf(page), ['d3', 'c3'])
  assert.equal(await page.getByText('is set aside').count(), 0)
})

await tests.run('a new game sets the running one aside, and one can go back to it', async () => {
  const page = await tests.open(site.url, STILL)
  await begin(page, { sides: 2 })
  for (const name of ['d3', 'c3']) await square(page, name).click()
  await begin(page, { game: 'loa', sides: 2 })
  await page.waitForSelector('text="Back to it"')
  await begin(page, { game: 'othello', sides: 2 }) // nothing was played: the first one is still the one
  await page.click('text="Back to it"')
  await page.waitForFunction(() => document.querySelectorAll('.moves .move').length === 2)
  assert.deepEqual(await movesOf(page), ['d3', 'c3'])
  await resign(page)
  await begin(page, { sides: 2 })
  assert.equal(await page.getByText('is set aside').count(), 0)
})

await tests.run('who must pass in the first position is not told to move', async () => {
  const page = await tests.open(`${site.url}#/play?g=${encodeURIComponent(`-XXXXXXO${'-'.repeat(56)} X`)}`, STILL)
  await page.waitForSelector('.status-pass')
  await page.waitForFunction(() => /passes/.test(document.querySelector('[data-testid="announcer"]').textContent))
  assert.doesNotMatch(await page.textContent('[data-testid="announcer"]'), /move: Black/)
})

await tests.run('who has no move passes, and that is said', async () => {
  const page = await tests.open(site.url, STILL)
  await begin(page, { sides: 2 })
  await page.goto(`${site.url}#/play?g=f5f4g3g4d3h2f3e3h3`)
  await page.waitForFunction(() => document.querySelectorAll('.moves .move').length === 9)
  await page.waitForFunction(() => location.hash === '#/play') // a reload goes on with the game
  await page.locator('.moves').focus()
  await page.keyboard.press('End')
  await square(page, 'h4').click()
  await page.waitForSelector('text="Black has no move and passes."')
  await page.waitForFunction(() => document.querySelectorAll('.moves .move').length === 11)
  assert.equal((await movesOf(page))[10], 'pass')
  assert.match(await page.textContent('[data-testid="announcer"]'), /Black has no move/)
  await page.click('text="Take back"')
  assert.equal(await page.textContent('.move.current'), 'h3')
})

await tests.run('a capture in several jumps is clicked along its way', async () => {
  const page = await tests.open(site.url, STILL)
  await begin(page, { sides: 2 })
  await page.goto(`${site.url}#/play?g=${encodeURIComponent('W:WKa8:BKb3,h5,a6,d6,f6,g7')}`)
  await page.waitForFunction(() => document.querySelectorAll('[data-piece]').length === 7)
  await square(page, 'a8').click()
  await square(page, 'h4').click() // two ways lead there
  assert.match(await page.textContent('[data-testid="announcer"]'), /Several ways/)
  await square(page, 'a3').click()
  await square(page, 'f3').click()
  await page.waitForFunction(() => document.querySelectorAll('.moves .move').length >= 1)
  assert.equal((await movesOf(page))[0], 'a8xa3xf3xf7xh7xh4')
})

await tests.run('players change during a game, which is reviewed at its end', async () => {
  const page = await tests.open(site.url, STILL)
  await begin(page, { game: 'othello', sides: 2 })
  await square(page, 'd3').click()
  await page.click('text="New game"')
  await page.locator('dialog[open] input[name=side][value="0"]').check({ force: true })
  await page.click('text="Change players only"')
  await page.waitForFunction(() => document.querySelectorAll('.moves .move').length === 2)
  await resign(page)
  await page.click('text="Review the game"')
  await page.waitForFunction(() => location.hash.startsWith('#/review'))
})

await tests.run('a link that was cut is told, until another game begins', async () => {
  const page = await tests.open(`${site.url}#/play?g=1.othello.broken`, STILL)
  await page.waitForSelector('text="This link is damaged: it was cut or changed on its way. Ask for it again."')
  await begin(page, { game: 'loa', sides: 2 })
  assert.equal(await page.locator('text=/This link is damaged/').count(), 0)
})

await tests.run('the game is still there after a reload', async () => {
  const page = await tests.open(site.url, STILL)
  await begin(page, { game: 'loa', sides: 2 })
  await square(page, 'b1').click()
  await square(page, 'b3').click()
  await page.click('text="Rotate"')
  const labels = await page.$$eval('.coordinates text', all => all.map(text => text.textContent).join(''))
  await page.reload()
  await page.waitForSelector('.move.current')
  assert.deepEqual(await movesOf(page), ['b1-b3'])
  assert.equal(await page.$$eval('.coordinates text', all => all.map(text => text.textContent).join('')), labels)
  assert.match(await square(page, 'b3').getAttribute('aria-label'), /Black piece/)
})

/** Coordinates that something lies upon, or that what is drawn around them does not lift off; points of a letter are in nothing else's shape. */
const hiddenCoordinates = page =>
  page.evaluate(() => {
    const found = []
    const coordinates = document.querySelector('.board .coordinates')
    for (const below of document.querySelectorAll('.board :is(.pieces, .hints)'))
      if (!(below.compareDocumentPosition(coordinates) & Node.DOCUMENT_POSITION_FOLLOWING)) found.push(`below ${below.className.baseVal}`)
    const isIn = (shape, point) => {
      const at = point.matrixTransform(shape.getScreenCTM().inverse())
      return shape.matches('.hint-from') ? shape.isPointInStroke(at) : shape.isPointInFill(at)
    }
    const shapes = [...document.querySelectorAll('.board :is(.hint-from, .piece-body)')]
    for (const text of coordinates.children) {
      const { left, top, width, height } = text.getBoundingClientRect()
      const points = [0.2, 0.35, 0.5, 0.65, 0.8].flatMap(x => [0.35, 0.5, 0.65, 0.8].map(y => new DOMPoint(left + x * width, top + y * height)))
      if (shapes.some(shape => points.some(point => isIn(shape, point)))) found.push(`${text.textContent} is crossed`)
      const light = color => (color.match(/[\d.]+/g) ?? []).slice(0, 3).map(one => (one / 255 <= 0.04045 ? one / 255 / 12.92 : ((one / 255 + 0.055) / 1.055) ** 2.4))
      const [ink, ground] = ['fill', 'stroke'].map(name => light(getComputedStyle(text)[name])).map(([r, g, b]) => 0.2126 * r + 0.7152 * g + 0.0722 * b)
      const contrast = (Math.max(ink, ground) + 0.05) / (Math.min(ink, ground) + 0.05)
      if (!(contrast >= 4.5)) found.push(`${text.textContent} has a contrast of ${contrast}`)
    }
    return found
  })

await tests.run('letters and digits of the board are readable beside the pieces, on every board, light and dark', async () => {
  for (const game of ['loa', 'draughts']) {
    const page = await tests.open(site.url, STILL)
    await begin(page, { game, sides: 2 })
    await page.waitForSelector('.hint-from')
    for (const board of ['green', 'wood', 'grey', 'contrast'])
      for (const colorScheme of ['light', 'dark']) {
        await page.emulateMedia({ colorScheme })
        await page.evaluate(board => (document.documentElement.dataset.board = board), board)
        assert.deepEqual(await hiddenCoordinates(page), [], `${game} ${board} ${colorScheme}`)
      }
    await page.click('text="Rotate"')
    assert.deepEqual(await hiddenCoordinates(page), [], `${game}, turned`)
  }
})

await tests.run('whose time is up has lost', async () => {
  const page = await tests.open(site.url, STILL)
  await page.click('text="New game"')
  await page.locator('dialog[open] input[name=side][value="2"]').check({ force: true })
  const clocks = await page.locator('select[name=clock] option').allTextContents()
  assert.deepEqual(clocks.slice(1, 3), ['1:00', '3:00 + 2 s a move'])
  await unfold(page)
  await page.locator('select[name=clock]').selectOption('custom')
  await page.fill('input[name=total]', 'nonsense')
  await page.click('dialog >> text="Start"')
  await page.waitForSelector('#clock-bad')
  await page.fill('input[name=total]', '0:01')
  await page.click('dialog >> text="Start"')
  await page.waitForSelector('dialog[open]', { state: 'detached' })
  await square(page, 'd3').click() // from now on it runs
  await page.waitForFunction(() => /won/.test(document.querySelector('[data-testid="status"]').textContent))
  assert.match(await status(page), /Black.*time/)
  assert.match(await page.textContent('[data-player="1"] .clock'), /0:00/)
})

await tests.run('the engine plays by the clock; one can resign', async () => {
  const page = await tests.open(site.url, STILL)
  await begin(page, { game: 'othello', level: 'champion', clock: 'custom', total: '10', seconds: '1' })
  await square(page, 'd3').click()
  await page.waitForFunction(() => document.querySelectorAll('.moves .move').length === 2)
  await resign(page)
  await page.waitForFunction(() => /lost/.test(document.querySelector('[data-testid="status"]').textContent))
  assert.equal(await status(page), 'You lost: you have resigned')
  await page.click('text="Take back"') // the game goes on
  await settled(page)
  await square(page, 'd3').click()
  await page.waitForFunction(() => document.querySelectorAll('.moves .move').length === 2)
  assert.doesNotMatch(await status(page), /resigned/)
})

// ---- Thoughts of the engine

await tests.run('the engine is busy from the press on that asks it to think', async () => {
  const page = await tests.open(site.url, STILL)
  await begin(page, { game: 'othello', sides: 2 })
  const busy = await page.evaluate(async () => {
    document.querySelector('.play > * > .switch input').click()
    for (const _ of 'xxx') await null // so far the press itself
    return document.querySelector('.engine').getAttribute('aria-busy')
  })
  assert.equal(busy, 'true')
})

await tests.run('a hint shows values that grow deeper, and ends with the move', async () => {
  const page = await tests.open(site.url, STILL)
  await begin(page, { game: 'othello' })
  await page.click('text="Hint"')
  await page.waitForSelector('.marks .mark.best')
  await page.waitForFunction(() => /Depth \d{2}/.test(document.querySelector('.engine-state').textContent))
  assert.match(await square(page, 'd3').getAttribute('aria-label'), /^d3, empty, legal move, value /)
  assert.ok((await page.locator('.engine-line').count()) > 0)
  await square(page, 'd3').click()
  await page.waitForFunction(() => document.querySelectorAll('.moves .move').length === 2)
  assert.equal(await page.locator('.marks .mark').count(), 0)
  assert.equal((await page.textContent('[data-testid="opening"]')).length > 0, true)
})

await tests.run('a hint ends with the game and with the position, and does not come back by itself', async () => {
  const page = await tests.open(site.url, STILL)
  await begin(page, { game: 'othello', sides: 2 })
  const none = () => page.waitForFunction(() => !document.querySelector('.engine') && !document.querySelector('.marks .mark'))
  await square(page, 'd3').click()
  await page.keyboard.press('h')
  await page.waitForSelector('.engine-line')
  await page.keyboard.press('u')
  await none()
  await page.keyboard.press('f')
  await page.waitForFunction(() => document.querySelector('.moves .current')?.dataset.ply === '1')
  await none()
  await page.keyboard.press('h')
  await page.waitForSelector('.engine-line')
  await page.click('.play-tools > .apart')
  await page.locator('dialog[open] button', { hasText: 'Resign' }).click()
  await page.waitForSelector('.now.main')
  await none()
  assert.equal(await page.locator('.play > * > .switch input').isChecked(), false)
})

await tests.run('the play view is accessible, light and dark, on a desktop and a phone', async () => {
  const { source } = require('axe-core')
  for (const colorScheme of ['light', 'dark'])
    for (const viewport of [{ width: 1200, height: 800 }, { width: 320, height: 640 }]) {
      const page = await tests.open(site.url, { ...STILL, colorScheme, viewport })
      await begin(page, { game: 'draughts', sides: 1 })
      await page.click('text="Hint"')
      await page.waitForSelector('.engine-line')
      await page.evaluate(source)
      const violations = await page.evaluate('axe.run().then(found => found.violations.map(v => v.id + ": " + v.nodes[0].html))')
      assert.deepEqual(violations, [])
      assert.equal(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), true)
      await page.click('text="New game"')
      await page.waitForSelector('dialog[open]')
      const inDialog = await page.evaluate('axe.run().then(found => found.violations.map(v => v.id + ": " + v.nodes[0].html))')
      assert.deepEqual(inDialog, [])
      await page.context().close()
    }
})

await tests.run('a move that gives a corner away is warned of against beginners, and taken back; not if one wishes no warnings', async () => {
  const before = 'f5f6e6d6' // now g7 lets White take h8
  const page = await tests.open(site.url, STILL)
  await begin(page, { level: 'child' })
  const playHere = async () => {
    await page.evaluate(moves => (location.hash = `#/play?g=${moves}`), before)
    await page.waitForFunction(() => document.querySelectorAll('.moves .move').length === 4 && location.hash === '#/play')
    await square(page, 'g7').click()
  }
  await playHere()
  await page.waitForSelector('.status-warning:has-text("That gives the corner h8 away.")')
  // Nothing moves for it, on a desktop and on a phone.
  const height = () => page.locator('.status').evaluate(box => box.clientHeight)
  const withIt = []
  for (const size of [{ width: 1200, height: 800 }, { width: 390, height: 844 }]) {
    await page.setViewportSize(size)
    withIt.unshift(await height())
  }
  await page.click('.status-warning button')
  await page.waitForFunction(() => document.querySelectorAll('.moves .move').length === 4 || document.querySelector('.moves .current[data-ply="4"]'))
  await page.waitForSelector('.status-warning', { state: 'detached' })
  const without = [await height()]
  await page.setViewportSize({ width: 1200, height: 800 })
  assert.deepEqual([...without, await height()], withIt)
  await square(page, 'c5').click()
  await page.waitForFunction(() => document.querySelectorAll('.moves .move').length >= 5)
  assert.equal(await page.locator('.status-warning').count(), 0)
  await page.goto(`${site.url}#/settings`)
  await page.locator('input[name=warn]').nth(2).check()
  await page.goto(`${site.url}#/play`)
  await playHere()
  await page.waitForFunction(() => document.querySelectorAll('.moves .move').length >= 5)
  assert.equal(await page.locator('.status-warning').count(), 0)
})

await tests.run('what a move gives away is seen in the replies to it', async () => {
  globalThis.addEventListener ??= () => {}
  globalThis.location ??= { hash: '' }
  const { dangerOf, Rules } = await pageModule('views/play/warning.ts', 'engine/rules.ts')
  const rules = await Rules.load(await WebAssembly.compile(readFileSync(join(process.argv[2], '..', 'flank-rules.wasm'))))
  for (const [game, start, bad, good, danger] of dangers) {
    const { legal, side } = rules.line({ game, start })
    const found = name => dangerOf(rules, rules.game(game), { game, start }, legal.find(({ move }) => move === name), side)
    assert.deepEqual([found(bad), found(good)], [danger, null], start)
  }
  // A man for a man is nothing given away: the one that is taken is taken back.
  const start = 'W:Wc2,c3,c4,h2:Bc6,h7,a7'
  const { legal, side } = rules.line({ game: 'draughts', start })
  const exchange = legal.find(({ move }) => move === 'c4-c5')
  assert.deepEqual(rules.line({ game: 'draughts', start, moves: ['c4-c5'] }).legal.map(({ move }) => move), ['c6xc4'])
  assert.deepEqual(rules.line({ game: 'draughts', start, moves: ['c4-c5', 'c6xc4'] }).legal.map(({ captured }) => captured), [['c4']])
  assert.equal(dangerOf(rules, rules.game('draughts'), { game: 'draughts', start }, exchange, side), null)
})

await tests.run('the corners of a small board are its own, and a move that gives one of them away is warned of', async () => {
  globalThis.addEventListener ??= () => {}
  globalThis.location ??= { hash: '' }
  const { dangerOf, Rules } = await pageModule('views/play/warning.ts', 'engine/rules.ts')
  const rules = await Rules.load(await WebAssembly.compile(readFileSync(join(process.argv[2], '..', 'flank-rules.wasm'))))
  const kind = { game: 'othello', rules: 'board=6' }
  const corners = ['b2', 'b7', 'g2', 'g7']
  const moves = []
  let given
  while (!given) {
    const { legal, side } = rules.line({ ...kind, moves })
    const found = legal.map(move => dangerOf(rules, rules.game('othello'), { ...kind, moves }, move, side))
    for (const [place, move] of legal.entries()) {
      const after = rules.line({ ...kind, moves: [...moves, move.move] })
      const reply = after.side !== side && after.legal.find(({ to }) => corners.includes(to))
      assert.deepEqual(found[place], reply ? { kind: 'corner', square: reply.to } : null)
      if (reply && found.includes(null)) given ??= { move: move.to, square: reply.to }
    }
    if (!given) moves.push(legal[0].move)
  }
  const page = await tests.open(site.url, STILL)
  await begin(page, { level: 'child' })
  await page.evaluate(text => (location.hash = `#/play?g=${encodeURIComponent(text)}`), `[Game "othello"]\n[Rules "board=6"]\n\n${moves.join(' ')}\n`)
  await page.waitForFunction(count => location.hash === '#/play' && document.querySelectorAll('.moves .move').length === count, moves.length)
  await square(page, given.move).click()
  await page.locator('.status-warning', { hasText: `That gives the corner ${given.square} away.` }).waitFor()
})

for (const [game, start, bad, good, , words] of dangers)
  await tests.run(`${game}: "${words}" is said, and the focus is on the board when the move is taken back`, async () => {
    const page = await tests.open(site.url, STILL)
    await begin(page, { level: 'child' })
    await page.evaluate(text => (location.hash = `#/play?g=${encodeURIComponent(text)}`), `[Game "${game}"]\n[Position "${start}"]\n`)
    await page.waitForFunction(() => location.hash === '#/play' && !document.querySelector('.moves .move'))
    const make = async name => {
      for (const each of name.match(/[a-h][1-8]/g)) await square(page, each).click()
      await page.waitForSelector('.moves .move')
    }
    await page.evaluate(() => {
      globalThis.warned = ''
      const look = () => (globalThis.warned += document.querySelector('.status-warning')?.textContent ?? '')
      new MutationObserver(look).observe(document.querySelector('.status'), { subtree: true, childList: true, characterData: true })
    })
    await make(bad)
    await page.waitForFunction(words => globalThis.warned.includes(words), words)
    const warning = page.locator('.status-warning', { hasText: words })
    const height = () => page.locator('.status').evaluate(box => box.clientHeight)
    await page.waitForFunction(() => document.querySelectorAll('.moves .move').length > 1)
    const isOver = await page.getByText('Play again', { exact: true }).count() // the words of an end are longer, and nothing else is said then
    assert.equal(await page.locator('.status-warning').count(), isOver ? 0 : 1)
    const withIt = await height()
    if (!isOver) await warning.getByRole('button').focus()
    await page.keyboard.press(isOver ? 'u' : 'Enter')
    await warning.waitFor({ state: 'detached' })
    await page.waitForFunction(() => document.activeElement.closest('.table-board [data-square]'))
    if (!isOver) assert.equal(await height(), withIt)
    await make(good)
    assert.equal(await page.locator('.status-warning').count(), 0)
  })

await site.stop()
await tests.end()
