// SPDX-License-Identifier: MIT
//
// Chromium and Firefox alike: the order of Tab; the keys of the board, and those that work wherever the focus is; without a network, and
// with a newer page; thinking with and without threads. In Firefox alone: the main path through every view, those behind a server too, by
// clicks and by keys, on which the other tests lead Chromium.
//   node test_browsers.mjs DIST_FOLDER FLANK [BROWSER]       PART=offline,room runs only these parts
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { appendFileSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { BrowserTests, browsers } from './browsers.mjs'
import { Site } from './harness.mjs'
import { openSites } from './pictures_page.mjs'

const [, , , flank, only] = process.argv
const puzzles = JSON.parse(readFileSync(new URL('../../web/data/puzzles.json', import.meta.url), 'utf8'))
const phone = { width: 390, height: 844 }
const PLIES_MAX = 70
const tests = new BrowserTests()
const site = await Site.start()
const sites = await openSites(flank, process.argv[2])

// ---- Acting and seeing

/** Wait for a condition in the page. */
async function until(page, what, condition, ...args) {
  await page.waitForFunction(condition, {}, ...args).catch(error => {
    throw new Error(`${what}: ${error.message}`)
  })
}

/** Wait until a text of the page matches. */
const shows = (page, selector, pattern) =>
  until(
    page,
    `${selector} shows ${pattern}`,
    (selector, source) => {
      const wanted = new RegExp(source, 'u')
      return [...document.querySelectorAll(selector)].some(one => one.checkVisibility() && wanted.test(one.textContent))
    },
    selector,
    pattern.source,
  )

/** Wait until the list has these moves and no others, and stands at the last one. */
const movesAre = (page, moves) =>
  until(
    page,
    `the moves are ${moves}`,
    moves => {
      const all = [...document.querySelectorAll('.moves .move')]
      return all.map(move => move.textContent).join(' ') === moves && all.at(-1)?.matches('.current')
    },
    moves,
  )
const currentIs = (page, move) => shows(page, '.moves .current', new RegExp(`^${move}$`))

const pressed = text => `::-p-xpath(.//*[self::button or self::a or self::label or self::summary][normalize-space()="${text}"])`
const press = (page, text) => page.locator(pressed(text)).click()
const square = name => `.board [data-square="${name}"]`
const playOn = async (page, ...names) => {
  for (const name of names) await page.locator(square(name)).click()
}
const label = (page, name) => page.$eval(square(name), cell => cell.getAttribute('aria-label'))
const keys = async (page, ...names) => {
  for (const name of names) await page.keyboard.press(name)
}

/** Press on the first square, and let go on the last one. */
async function drag(page, ...names) {
  for (const [at, name] of names.entries()) {
    const { x, y, width, height } = await page.locator(square(name)).waitHandle().then(cell => cell.boundingBox())
    await page.mouse.move(x + width / 2, y + height / 2, { steps: 8 })
    if (!at) await page.mouse.down()
  }
  await page.mouse.up()
}

/** Press several keys at once. */
async function chord(page, held, key) {
  await page.keyboard.down(held)
  await page.keyboard.press(key)
  await page.keyboard.up(held)
}

/** The focus, as Tab would bring it: Puppeteer's own focus() knows no SVG. */
const focus = (page, selector) => page.locator(selector).wait().then(() => page.$eval(selector, one => one.focus()))
const here = page => page.evaluate(() => document.activeElement.dataset.square ?? document.activeElement.textContent.trim())

async function opened(hash, viewport) {
  const isBehindServer = /^#\/(library|live|farm)/.test(hash)
  const page = await tests.open(`${isBehindServer ? sites.url('library') : site.url}${hash}`, viewport)
  await page.locator(isBehindServer ? 'main h1' : 'main .board [data-square], main textarea').wait()
  return page
}

/** Begin a game in the dialog: by the names that are read there. */
async function begin(page, ...choices) {
  await press(page, 'New game')
  await page.locator('dialog[open]').wait()
  for (const choice of choices) await page.locator(`dialog[open] ${pressed(choice)}`).click()
  await press(page, 'Start')
  await until(page, 'the dialog is gone', () => !document.querySelector('dialog'))
}

/** Squares by the words that a screen reader has for them. */
const having = (page, text) =>
  page.$$eval(`.board [data-square][aria-label*="${text}"]`, all => all.map(cell => cell.dataset.square))

/** Until one can move or the game is over; true if it is over. */
async function settled(page) {
  await until(page, 'one can move', () => {
    const open = document.querySelector('.board [aria-label*="legal move"], .board [aria-label*="can move"]')
    const pass = [...document.querySelectorAll('.now')].some(button => button.textContent === 'Pass')
    return open || pass || /won|lost|draw/i.test(document.querySelector('[data-testid="status"]').textContent)
  })
  return page.$eval('[data-testid="status"]', status => /won|lost|draw/i.test(status.textContent))
}

/** Play a move by clicks: a piece and where it goes, or just that. */
async function moveByClicks(page, turn) {
  const pieces = await having(page, 'can move')
  if (pieces.length) await playOn(page, pieces[turn % pieces.length])
  const ends = await having(page, 'legal move')
  if (ends.length) await playOn(page, ends[(turn * 7) % ends.length])
  else await press(page, 'Pass')
}

/** The number of moves up to where one stands. */
const ply = page => page.$$eval('.moves .current', ([current]) => Number(current?.dataset.ply ?? 0))
const plyIs = (page, least, most = least) =>
  until(
    page,
    `${least} to ${most} moves are played`,
    (least, most) => {
      const ply = Number(document.querySelector('.moves .current')?.dataset.ply ?? 0)
      return least <= ply && ply <= most
    },
    least,
    most,
  )

/** The number of pieces on the drawn board, and those that are not within their squares; their shadows may lie beyond. */
const drawn = page =>
  page.$$eval('.pieces [data-piece]', all => {
    const edges = { left: Math.min, top: Math.min, right: Math.max, bottom: Math.max }
    const boxOf = one => {
      const boxes = [...one.querySelectorAll('[class^=piece-]:not(.piece-shadow)')].map(shape => shape.getBoundingClientRect())
      return Object.fromEntries(Object.entries(edges).map(([edge, most]) => [edge, most(...boxes.map(box => box[edge]))]))
    }
    const cellOf = square => document.querySelector(`[data-square="${square}"]`)
    const pairs = all.map(piece => [piece.dataset.piece, boxOf(piece), cellOf(piece.dataset.piece).getBoundingClientRect().toJSON()])
    const isIn = ([, { left, top, right, bottom }, cell]) =>
      right - left > cell.width / 2 && left >= cell.left && right <= cell.right && top >= cell.top && bottom <= cell.bottom
    return { count: all.length, outside: pairs.filter(pair => !isIn(pair)) }
  })

// ---- Tab

/** All stops of Tab from the top of the page to its end: what they are called, and where they lie. */
async function stopsOf(page) {
  await page.evaluate(() => (globalThis.stops = []))
  for (let more = true; more; ) {
    await page.keyboard.press('Tab')
    more = await page.evaluate(() => {
      const at = document.activeElement
      if (at === document.body || stops.includes(at)) return false
      return stops.push(at)
    })
  }
  return page.evaluate(() => {
    for (const one of document.querySelectorAll('*')) one.scrollTop = 0
    const controls = 'a[href], button, input, select, textarea, summary, [tabindex="0"]'
    const skipped = one => one.type === 'radio' && !one.checked && [...document.getElementsByName(one.name)].some(other => other.checked)
    const isReachable = one => one.checkVisibility() && !one.matches(':disabled') && one.tabIndex >= 0 && !skipped(one)
    const reachable = [...document.querySelectorAll(controls)].filter(isReachable)
    const nameOf = one => [one.tagName, one.dataset.square, one.id, one.name, one.textContent.trim().slice(0, 20)].filter(Boolean).join(' ')
    const place = one => {
      const { left, top, right, bottom } = (one.closest('.board') ?? one.closest('label') ?? one).getBoundingClientRect()
      let fixed = false
      let unseen = false // it lies beyond the edge of a part that scrolls
      for (let at = one; at && !fixed; at = at.parentElement) {
        const { position, overflowY } = getComputedStyle(at)
        fixed = position === 'fixed'
        unseen ||= /auto|scroll/.test(overflowY) && top >= at.getBoundingClientRect().bottom
      }
      return { left, top, right, bottom, fixed, unseen }
    }
    // A part that scrolls is a stop of its own, too, if nothing in it is one.
    const named = stops.filter(one => one.matches(controls)).map(one => ({ name: nameOf(one), ...place(one) }))
    const scrolls = one => one.scrollHeight > one.clientHeight || one.scrollWidth > one.clientWidth
    const odd = stops.filter(one => !one.matches(controls) && !(one instanceof HTMLElement && scrolls(one)))
    return { named, reachable: reachable.map(nameOf), odd: odd.map(nameOf) }
  })
}

/** Stops that lie before the one before them: above it and not beside it to the right, or to its left in the same row. */
const backward = stops =>
  stops.flatMap((stop, number) => {
    const before = stops[number - 1]
    if (!before || before.unseen || stop.unseen || stop.name.startsWith('A Skip') || before.name.startsWith('A Skip')) return [] // seen with the focus alone
    const above = stop.bottom <= before.top + 1 && stop.left < before.right - 1
    const left = stop.right <= before.left + 1 && stop.top < before.bottom - 1
    return above || left ? [`${before.name} -> ${stop.name}`] : []
  })

/** Until the game that was opened is reviewed by itself; the deeper review behind the quick one is stopped. */
const reviewed = page =>
  until(page, 'the review is there', () => {
    document.querySelector('.summary') && document.querySelector('.review-controls progress ~ button')?.click()
    return document.querySelector('.summary') && !document.querySelector('.review-controls progress')
  })

/** Then to a move of which there is a better one. */
async function reviewedAtMistake(page) {
  await reviewed(page)
  await keys(page, 'Home', 'n')
  await page.locator('.judgement button').wait()
}

/** A game of two people, which one of them wins by taking all, stands among one's games. */
async function playedGame(page) {
  await begin(page, 'Two people at one board')
  const moves = ['e6', 'f4', 'e3', 'f6', 'g5', 'd6', 'e7', 'f5', 'c5']
  for (const [ply, name] of moves.entries()) {
    await playOn(page, name)
    await plyIs(page, ply + 1)
  }
  await page.evaluate(() => (location.hash = '#/history'))
  await page.locator('.history-row').wait()
}

/** Wait until the game is open with the moves of playedGame. */
const playedMoves = page =>
  until(page, 'its moves are there', () => [...document.querySelectorAll('.moves .move')].map(move => move.textContent).join(' ') === 'e6 f4 e3 f6 g5 d6 e7 f5 c5')

const libraryIsThere = page => Promise.all(['[data-found]', '[data-names]'].map(part => page.locator(part).wait()))

async function gameOfLibrary(page) {
  await libraryIsThere(page)
  await page.locator('.library-game').click()
  await page.locator('[data-game] .moves .move').wait()
}

/** Make a game, and give its code. */
async function makeRoom(page) {
  await press(page, 'Make the game')
  await page.locator('[data-testid=code]').wait()
  return (await page.$eval('[data-testid=code]', code => code.textContent)).trim()
}

/** A game that a friend joins by its code; the friend's page. */
async function playLive(page) {
  const code = await makeRoom(page)
  const friend = await opened('#/live')
  await focus(friend, '.live-join input')
  await friend.keyboard.type(code)
  await keys(friend, 'Enter')
  for (const one of [page, friend]) await one.locator('.live-dot.here').wait()
  return friend
}

const views = {
  play: ['#/play?g=f5d6c3d3c4', page => currentIs(page, 'c4').then(() => page.locator('.play .how').wait())], // fetched behind the picture
  review: ['#/review'],
  'a game under review': ['#/review?g=f5d6c3d3c4', page => currentIs(page, 'c4')],
  'a reviewed game': ['#/review?g=c4c3e6c5b2e3d3b3f2b1&begin=1', reviewedAtMistake],
  setup: ['#/setup'],
  study: ['#/study?g=f5d6c3', page => page.locator('[data-book=here][data-source=extract]').wait()],
  puzzles: ['#/puzzles'],
  contests: ['#/contests'],
  settings: ['#/settings'],
  'history': ['#/history', page => shows(page, '#history-games', /^Games: 0$/)],
  'the history of a game': ['#/play', playedGame],
  'library': ['#/library?g=f5d6c3', page => libraryIsThere(page)],
  'a game of the library': ['#/library?g=f5d6c3', gameOfLibrary],
  'live': ['#/live?game=othello', page => page.locator('.live-create').wait()],
  'live, until the friend is there': ['#/live?game=othello', makeRoom],
  'a live game': ['#/live?game=othello', playLive],
  'farm': ['#/farm', page => page.locator('[data-run] progress').wait()],
  'a first visit': ['#/play', page => Promise.all(['.tiles button', '.play .how'].map(part => page.locator(part).wait()))],
  learn: ['#/learn?game=othello&task=1'],
}

async function orderOfTab() {
  for (const [name, [hash, act]] of Object.entries(views))
    for (const [screen, viewport] of [['desktop', undefined], ['phone', phone]])
      await tests.run(`Tab reaches everything in ${name}, in the order that is seen, on a ${screen}`, async () => {
        const page = await opened(hash, viewport)
        await act?.(page)
        await page.evaluate(() => {
          const start = document.body.insertBefore(document.createElement('div'), document.body.firstChild)
          start.tabIndex = -1
          start.focus()
          getSelection().removeAllRanges()
        })
        const { named, reachable, odd } = await stopsOf(page)
        assert.deepEqual(named.map(({ name }) => name), reachable)
        assert.deepEqual(odd, [])
        // The tabs of a phone stay at the bottom of the screen, whatever part of the page is above them: they are in order themselves.
        assert.deepEqual(backward(named.filter(({ fixed }) => !fixed)), [])
        assert.deepEqual(backward(named.filter(({ fixed }) => fixed)), [])
        assert.equal(named[0].name, 'A Skip to the contents')
        assert.ok(named.filter(({ name }) => /^g [a-h][1-8]/.test(name)).length <= 1, 'a board is one stop')
      })
}

// ---- Keys

async function keysOfTheBoard() {
  await tests.run('the board is one stop of Tab: arrows move in it, Enter and Space play', async () => {
    const page = await opened('#/play')
    await begin(page, 'Two people at one board')
    await focus(page, square('d3'))
    await keys(page, 'ArrowRight', 'ArrowUp', 'ArrowLeft', 'ArrowDown')
    assert.equal(await here(page), 'd3')
    await keys(page, 'Enter')
    await movesAre(page, 'd3')
    assert.match(await label(page, 'd3'), /Black piece/)
    await keys(page, 'ArrowLeft', ' ')
    await movesAre(page, 'd3 c3')
    assert.match(await label(page, 'd4'), /White piece/)
    await keys(page, 'End', 'PageDown')
    assert.equal(await here(page), 'h8')
    await keys(page, 'Tab')
    assert.equal(await here(page), 'To the start') // the first button below the board that is of use now
    await chord(page, 'Shift', 'Tab')
    assert.equal(await here(page), 'h8')
    await chord(page, 'Shift', 'Tab')
    assert.equal(await here(page), 'Settings')
  })

  await tests.run('a piece is chosen, put down and moved by keys', async () => {
    const page = await opened('#/play')
    await begin(page, 'Turkish draughts', 'Two people at one board')
    await focus(page, square('a3'))
    await keys(page, 'Enter')
    assert.match(await label(page, 'a3'), /chosen/)
    await keys(page, 'Escape')
    assert.doesNotMatch(await label(page, 'a3'), /chosen/)
    await keys(page, ' ', 'ArrowUp', 'Enter')
    await movesAre(page, 'a3-a4')
  })

  await tests.run('pieces are dragged by the mouse, and set up by painting', async () => {
    const page = await opened('#/play')
    await begin(page, 'Turkish draughts', 'Two people at one board')
    await drag(page, 'a3', 'a4')
    await movesAre(page, 'a3-a4')
    await drag(page, 'h6', 'f3') // no move
    await drag(page, 'h6', 'h5')
    await movesAre(page, 'a3-a4 h6-h5')
    const setup = await opened('#/setup')
    await drag(setup, 'b2', 'b5', 'e5')
    for (const name of ['b2', 'b3', 'b5', 'c5']) assert.match(await label(setup, name), /Black piece/)
    assert.match(await label(setup, 'b6'), /empty/)
  })

  await tests.run('the keys of the game work wherever the focus is, but not where one writes or chooses', async () => {
    const page = await opened('#/play')
    await begin(page, 'Two people at one board')
    await playOn(page, 'd3', 'c3')
    for (const place of ['nav a', square('e4'), '.icon-bar button:enabled', '.play-tools > button', '.icon-bar .menu summary', '.play-tools .menu summary', '.moves', '.play > * > .switch input', null]) {
      if (place) await focus(page, place)
      else await page.evaluate(() => document.activeElement.blur())
      await keys(page, 'u')
      await currentIs(page, 'd3')
      await keys(page, 'f')
      await currentIs(page, 'c3')
      await chord(page, 'Control', 'z')
      await currentIs(page, 'd3')
      await chord(page, 'Control', 'y')
      await currentIs(page, 'c3')
    }
    await press(page, 'New game')
    await keys(page, 'u', 'Escape')
    await until(page, 'the dialog is gone', () => !document.querySelector('dialog'))
    assert.equal(await here(page), 'New game') // as it was before the dialog
    await currentIs(page, 'c3')
  })

  await tests.run('letters stay in the field where one writes, and the arrows walk through the game elsewhere', async () => {
    const page = await opened('#/review?g=f5d6c3d3c4')
    await currentIs(page, 'c4')
    await keys(page, 'ArrowLeft', 'ArrowLeft')
    await currentIs(page, 'c3')
    await keys(page, 'c')
    await page.keyboard.type('can be')
    await keys(page, 'ArrowLeft', 'Home')
    assert.equal(await page.evaluate(() => document.activeElement.value), 'can be')
    await currentIs(page, 'c3')
    await focus(page, '.moves')
    await keys(page, 'Home', 'ArrowRight')
    await currentIs(page, 'f5')
    await keys(page, 'End')
    await currentIs(page, 'c4')
  })

  await tests.run('in a review the arrows go through the game, also behind a press on the board, until Tab leads to its squares', async () => {
    const page = await opened('#/review')
    await press(page, 'Show an example')
    await until(page, 'the board has the focus', () => document.activeElement.closest('.board'))
    await keys(page, 'End', 'Home', 'ArrowRight', 'ArrowRight')
    await plyIs(page, 2)
    await keys(page, 'End', 'ArrowLeft')
    const last = (await ply(page)) + 1
    assert.ok(last > 3)
    await playOn(page, 'd4') // a disc is there
    await keys(page, 'ArrowLeft', 'ArrowRight', 'ArrowLeft', 'ArrowLeft')
    await plyIs(page, last - 3)
    assert.equal(await here(page), 'd4')
    await keys(page, 'ArrowUp', 'ArrowRight') // up is no key of the game: from here on the squares are walked
    assert.equal(await here(page), 'e3')
    await playOn(page, 'd4')
    await keys(page, 'ArrowRight')
    await plyIs(page, last - 2)
    await chord(page, 'Shift', 'Tab')
    await keys(page, 'Tab')
    assert.equal(await here(page), 'd4')
    await keys(page, 'ArrowRight', 'ArrowRight', 'ArrowLeft')
    assert.equal(await here(page), 'e4')
    await plyIs(page, last - 2)
  })
}

// ---- The views

async function playing() {
  await tests.run('Play: a game is chosen by keys alone', async () => {
    const page = await opened('#/play')
    await focus(page, '.play-tools > button')
    await keys(page, 'Enter')
    await page.locator('dialog[open]').wait()
    const tabTo = async name => {
      for (let at; at !== name; at = await page.evaluate(() => document.activeElement.name)) await keys(page, 'Tab')
    }
    await tabTo('game')
    await keys(page, 'ArrowDown', 'ArrowDown')
    await tabTo('group')
    await keys(page, 'ArrowLeft')
    for (let at; at !== 'SUMMARY'; at = await page.evaluate(() => document.activeElement.tagName)) await keys(page, 'Tab')
    await keys(page, 'Enter')
    await tabTo('level')
    await keys(page, 'ArrowRight')
    await shows(page, '.exact-level output', /^2$/)
    await keys(page, 'Home')
    await shows(page, '.exact-level output', /^1$/)
    const chosen = await page.$$eval('dialog input:checked', all => all.map(one => one.closest('label').textContent))
    await keys(page, 'Enter')
    await shows(page, '.status h1', new RegExp(`^${chosen[0]}$`))
    assert.notEqual(chosen[0], 'Othello')
    await shows(page, '.player-name', /level 1$/)
    await press(page, 'New game')
    await page.locator('dialog[open]').wait()
    await tabTo('group')
    await keys(page, 'ArrowRight', 'Enter')
    await shows(page, '.player-name', /level 3$/)
  })

  await tests.run('Play: a whole game of Othello against level 1, with a turn taken back', async () => {
    const page = await opened('#/play')
    await begin(page, 'Child')
    await shows(page, '.player-name', /level 1$/)
    for (let turn = 0; !(await settled(page)); turn++) {
      assert.ok(turn < PLIES_MAX)
      const before = await ply(page)
      await moveByClicks(page, turn)
      await plyIs(page, before + 1, PLIES_MAX)
      if (turn !== 1) continue
      await settled(page)
      await press(page, 'Take back')
      await plyIs(page, before)
    }
    await shows(page, '[data-testid="announcer"]', /won|lost|draw/i)
    await press(page, 'Review the game')
    await page.locator('.review-title').wait()
  })

  await tests.run('Play: a move and its answer are heard, and muted they are not', async () => {
    const page = await tests.open()
    const told = []
    page.on('console', message => told.push(message.text()))
    await page.evaluateOnNewDocument(() => {
      globalThis.heard = 0
      const { start } = OscillatorNode.prototype
      OscillatorNode.prototype.start = function (at) {
        globalThis.heard++
        return start.call(this, at)
      }
    })
    await page.goto(site.url)
    await begin(page, 'Child')
    const exchange = async turn => {
      await settled(page)
      await moveByClicks(page, turn)
      await plyIs(page, 2 * turn + 2)
    }
    await exchange(0)
    await until(page, 'both are heard', () => globalThis.heard === 2)
    const change = async name => {
      await page.locator('.play-tools .menu > summary').click()
      await press(page, name)
    }
    await change('Mute')
    await exchange(1)
    assert.equal(await page.evaluate(() => globalThis.heard), 2)
    await change('Unmute')
    await exchange(2)
    await until(page, 'both are heard again', () => globalThis.heard === 4)
    assert.deepEqual(told.filter(text => /audio/i.test(text)), [])
  })

  for (const [game, pieces] of [['Othello', 4], ['Tothello', 4], ['Lines of Action', 24], ['Turkish draughts', 32]])
    await tests.run(`Play: ${game} is opened, drawn and answered`, async () => {
      const page = await opened('#/play')
      await begin(page, game, 'Child')
      await shows(page, '.status h1', new RegExp(`^${game}$`))
      await settled(page)
      assert.deepEqual(await drawn(page), { count: pieces, outside: [] })
      const before = await ply(page) // 1 where the engine begins
      await moveByClicks(page, 0)
      await plyIs(page, before + 2, PLIES_MAX)
      assert.deepEqual((await drawn(page)).outside, [])
      await settled(page)
      await press(page, 'Take back')
      await plyIs(page, before)
    })

  await tests.run('Play: a game is shared as a link, which opens it, and as a picture', async () => {
    const page = await opened('#/play')
    await begin(page, 'Two people at one board')
    await playOn(page, 'd3', 'c3', 'c4')
    await page.locator('.play-tools .menu summary').click()
    await press(page, 'Share …')
    await page.locator(`dialog.share .share-row ${pressed('Copy')}`).click()
    await shows(page, 'dialog.share [role=status]', /^Copied\.$/)
    const link = await page.$eval('#share-link', one => one.value)
    const picture = await page.$eval('.share-picture', one => one.decode().then(() => [one.naturalWidth > 0, one.complete]))
    assert.deepEqual(picture, [true, true])
    await press(page, 'Close')
    await press(page, 'Review')
    await focus(page, '#open-text')
    await chord(page, 'Control', 'v')
    await movesAre(page, 'd3 c3 c4')
    const other = await tests.open(link)
    await movesAre(other, 'd3 c3 c4')
  })
}

/** Write a text, cut it out and paste it again, as from elsewhere. */
async function paste(page, text) {
  await focus(page, '#open-text')
  await page.keyboard.type(text)
  await chord(page, 'Control', 'a')
  await chord(page, 'Control', 'x')
  await chord(page, 'Control', 'v')
}

/** Until a review runs: it may be over before one looks. */
const reviewBegins = page =>
  page.evaluate(
    () =>
      new Promise(done => {
        const look = (_, observer) => document.querySelector('.review-controls progress') && done(observer.disconnect())
        new MutationObserver(look).observe(document.body, { childList: true, subtree: true })
      }),
  )

async function reviewing() {
  await tests.run('Review: a game is pasted, reviewed and walked through', async () => {
    const page = await opened('#/review')
    await paste(page, 'c4c3e6c5b2e3d3b3f2b1')
    await page.locator('.review-title').wait()
    await reviewed(page) // a game that is pasted is reviewed by itself
    const begun = reviewBegins(page)
    await page.select('.review-controls select', '6')
    await press(page, 'Review again')
    await begun
    await page.locator('.summary').wait()
    await page.locator('.review-controls:not(.resting)').wait()
    await focus(page, '[role=slider]')
    await keys(page, 'Home', 'ArrowRight')
    await currentIs(page, 'c4')
    await shows(page, '.judgement', /Best move|Good move/)
    await keys(page, 'n')
    await shows(page, '.judgement h2', /Inaccuracy|Mistake|Blunder/)
    await focus(page, '.moves')
    await keys(page, 'End')
    await currentIs(page, 'b1')
    await shows(page, '.judgement h2', /Blunder/)
    await keys(page, 'ArrowLeft')
    await currentIs(page, 'f2')
    await until(page, 'the address has the place', () => location.hash.split('.')[5] === '9')
    await page.reload()
    await currentIs(page, 'f2')
  })

  await tests.run('Review: a game with a repetition is opened and walked through', async () => {
    const page = await opened('#/review')
    const moves = '1. a1-a2 h8-h7 2. a2-a1 h7-h8 3. a1-a2 h8-h7 4. a2-a1 h7-h8 5. a1-a2 h8-h7'
    await paste(page, `[GameType "30"] [FEN "W:WKa1:BKh8,Kh6"] ${moves} *`)
    await shows(page, '.review-title', /Turkish draughts/)
    await focus(page, '.moves')
    await keys(page, 'End')
    await plyIs(page, 8)
    assert.match(await label(page, 'h8'), /Black king/)
    await keys(page, 'ArrowLeft')
    await plyIs(page, 7)
    assert.match(await label(page, 'h7'), /Black king/)
  })
}

async function otherViews() {
  await tests.run('Puzzles: one is solved and known after a reload', async () => {
    const page = await opened('#/puzzles?level=1')
    const position = await page.$eval('.puzzles-board', board => board.dataset.position)
    const [, move] = puzzles[0].find(([start]) => start === position)
    await playOn(page, move)
    await shows(page, '.puzzles-words', new RegExp(`^✓ ${move} is right`))
    await shows(page, '.puzzles', /1 known, 0 to repeat/)
    await press(page, 'Next puzzle')
    await until(page, 'another one is asked', position => document.querySelector('.puzzles-board').dataset.position !== position, position)
    await page.reload()
    await shows(page, '.puzzles', /1 known, 0 to repeat/)
  })

  await tests.run('Study: an opening is opened by its address, goes on, and is there after a reload', async () => {
    const page = await opened('#/study?g=f5d6c3')
    await shows(page, '[data-testid=opening]', /^Perpendicular Opening$/)
    await shows(page, '.continuations', /Games/)
    await playOn(page, 'd3', 'c4')
    await shows(page, '[data-testid=opening]', /^Tiger$/)
    await until(page, 'the address has all moves', () => location.hash.split('.')[4]?.length === 5)
    await page.reload()
    await shows(page, '[data-testid=opening]', /^Tiger$/)
    await movesAre(page, 'f5 d6 c3 d3 c4')
  })

  await tests.run('Set up: a piece is placed by the mouse and another by keys, and one plays from there', async () => {
    const page = await opened('#/setup')
    await playOn(page, 'c4')
    assert.match(await label(page, 'c4'), /Black piece/)
    await focus(page, square('c4'))
    await keys(page, 'ArrowUp', '2', 'Enter')
    assert.match(await label(page, 'c3'), /White piece/)
    await chord(page, 'Control', 'z')
    assert.match(await label(page, 'c3'), /empty/)
    await shows(page, '.setup-state', /empty squares: 59/)
    await page.locator('.setup-texts dd button').click()
    await shows(page, '.setup-texts [role=status]', /^Copied as board\.$/)
    await press(page, 'Play from here')
    await page.locator('.play').wait()
    await until(page, 'the game of the link is taken', () => location.hash === '#/play')
    assert.match(await label(page, 'c4'), /Black piece/)
  })

  await tests.run('Contest problems: a sample gives what the command gives, and its boards are walked', async () => {
    const page = await opened('#/contests')
    await press(page, 'Lines of Action (UVa 395)')
    await shows(page, '.contests-list [aria-pressed=true]', /UVa 395/)
    await until(page, 'the sample is there', () => document.querySelectorAll('.contests-texts textarea')[1]?.value)
    const [input, output] = await page.$$eval('.contests-texts textarea', all => all.map(one => one.value))
    assert.equal(output, execFileSync(flank, ['contest', 'uva395'], { input, encoding: 'utf8' }))
    await press(page, 'Forward')
    await shows(page, '.contests-steps [role=status]', /^2 of /)
    await focus(page, '.contests-steps input[type=range]')
    await keys(page, 'Home')
    await shows(page, '.contests-steps [role=status]', /^1 of /)
  })

  await tests.run('Settings: theme and language change at once, and are kept', async () => {
    const page = await opened('#/settings')
    const background = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
    await press(page, 'Light')
    const light = await background()
    await focus(page, 'input[name=theme]:checked')
    await keys(page, 'ArrowRight')
    await until(page, 'it is dark', light => getComputedStyle(document.documentElement).backgroundColor !== light, light)
    await page.select('.settings select', 'ja')
    await shows(page, 'h1', /^設定$/u)
    await until(page, 'the tab has its name', () => document.title === '設定 · Flank')
    await page.reload()
    await shows(page, 'h1', /^設定$/u)
    assert.notEqual(await background(), light)
  })
}

/** Press a square with arrow keys and Enter; the focus is on the board, where row 8 is on top. */
async function pressByKeys(page, name) {
  for (let from = await here(page); from !== name; from = await here(page)) {
    assert.match(from, /^[a-h][1-8]$/)
    if (from[0] !== name[0]) await keys(page, from[0] < name[0] ? 'ArrowRight' : 'ArrowLeft')
    else await keys(page, from[1] < name[1] ? 'ArrowUp' : 'ArrowDown')
  }
  await keys(page, 'Enter')
}

const onBoard = page => until(page, 'the focus is on the board', () => document.activeElement.dataset.square)

async function learning() {
  const solved = (page, task) =>
    until(page, `${task} is solved`, task => document.querySelector(`[data-task="${task}"]`) && document.querySelector('.learn-words').textContent.includes('✓'), task)
  const asked = (page, task) => page.locator(`[data-task="${task}"] .board`).wait()

  await tests.run('Learn: all tasks of Turkish draughts by clicks, and on to a game of it', async () => {
    const page = await opened('#/learn?game=draughts')
    const moves = { 'draughts.sideways': 'c3d3', 'draughts.most': 'c4e8', 'draughts.offer': 'd4d5', 'draughts.landing': 'a4g4', 'draughts.block': 'c1h1' }
    for (const [task, move] of Object.entries(moves)) {
      await asked(page, task)
      await playOn(page, ...move.match(/../g))
      await solved(page, task)
      if (task !== 'draughts.block') await press(page, 'Next task')
    }
    await press(page, 'Play a game of it')
    await shows(page, '.status h1', /^Turkish draughts$/)
  })

  await tests.run('Learn: all tasks of Lines of Action by keys, a wrong move first, and on to the next game', async () => {
    const page = await opened('#/learn?game=loa')
    await focus(page, '.learn-board [data-square][tabindex="0"]')
    const wrong = ['b1', 'b3']
    for (const name of wrong) await pressByKeys(page, name)
    await page.locator('.learn-words .bad').wait()
    await keys(page, 'u')
    await onBoard(page)
    const moves = { 'loa.count': 'b1h1', 'loa.capture': 'd3a3', 'loa.jump': 'c3f3', 'loa.connect': 'g3e5', 'loa.alone': 'f3e3' }
    for (const [task, move] of Object.entries(moves)) {
      await asked(page, task)
      await onBoard(page) // the focus goes on with the task
      for (const name of move.match(/../g)) await pressByKeys(page, name)
      await solved(page, task)
      await keys(page, 'n')
    }
    await asked(page, 'othello.two')
    await onBoard(page)
    await page.reload()
    await page.locator('.learn-board .board').wait()
    await press(page, 'Lines of Action')
    await until(page, 'all five are ticked', () => [...document.querySelectorAll('.learn-steps a')].filter(step => step.textContent.includes('✓')).length === 5)
  })
}

async function ownGames() {
  await tests.run('Your games: a game that was played is there after a reload, opened, deleted and brought back by clicks', async () => {
    const page = await opened('#/play')
    await playedGame(page)
    await page.reload()
    await shows(page, '.history-end', /Black won/)
    await press(page, 'Delete')
    await shows(page, '#history-games', /^Games: 0$/)
    await press(page, 'Bring it back')
    await shows(page, '#history-games', /^Games: 1$/)
    await press(page, 'Open in Play')
    await playedMoves(page)
    await press(page, 'Your games')
    await page.locator('.history-row').wait()
    await page.locator('.history-row button ::-p-text(Review)').click()
    await page.locator('.review-title').wait()
    await playedMoves(page)
  })

  await tests.run('Your games: two tabs with a game each, and neither is lost; one game that goes on in two ways is two', async () => {
    const first = await opened('#/play')
    const another = async () => {
      const page = await tests.openTab(first.browserContext(), `${site.url}#/play`)
      await page.locator('main .board [data-square]').wait()
      return page
    }
    const bring = page => page.bringToFront().then(() => page)
    /** Closed as a visitor does it, so that the page may still write. */
    const close = async page => {
      const closed = new Promise(done => page.once('close', done))
      await page.close({ runBeforeUnload: true })
      await closed
    }
    await begin(first, 'Two people at one board')
    const second = await another()
    await playOn(second, 'd3', 'c3', 'c4')
    await movesAre(second, 'd3 c3 c4')
    await playOn(await bring(first), 'f5', 'd6')
    await movesAre(first, 'f5 d6')
    await playOn(await bring(second), 'e3')
    await movesAre(second, 'd3 c3 c4 e3')
    await close(second)
    await playOn(await bring(first), 'c3')
    await movesAre(first, 'f5 d6 c3')
    await first.reload() // one's own game is there again
    await movesAre(first, 'f5 d6 c3')

    // A third tab goes on with what the first one has; so does the first.
    const third = await another()
    await movesAre(third, 'f5 d6 c3')
    await playOn(third, 'd3')
    await movesAre(third, 'f5 d6 c3 d3')
    await playOn(await bring(first), 'f3')
    await movesAre(first, 'f5 d6 c3 f3')
    await close(third)
    await close(first)

    const last = await another()
    await movesAre(last, 'f5 d6 c3 f3')
    await last.goto(`${site.url}#/history`)
    await shows(last, '#history-games', /^Games: 2$/) // and the one on the board
    const goOn = row => last.locator(`.history-row:nth-child(${row}) button ::-p-text(Go on)`).click()
    await goOn(1)
    await movesAre(last, 'f5 d6 c3 d3')
    await last.goto(`${site.url}#/history`)
    await shows(last, '#history-games', /^Games: 3$/) // it has given way, and is there
    await goOn(3)
    await movesAre(last, 'd3 c3 c4 e3')
  })

  await tests.run('Your games: the same by keys alone, and the arrows walk through the game', async () => {
    const page = await opened('#/play')
    await playedGame(page)
    const pieces = count => until(page, `${count} pieces`, count => document.querySelectorAll('.table-board [data-piece]').length === count, count)
    await pieces(13)
    await keys(page, 'Home')
    await pieces(4)
    await keys(page, 'ArrowRight', 'ArrowRight', 'ArrowLeft')
    await pieces(5)
    await keys(page, 'End')
    await pieces(13)
    await tabTo(page, 'Delete')
    await keys(page, 'Enter')
    await until(page, 'the way back has the focus', () => document.activeElement.textContent === 'Bring it back')
    await keys(page, ' ')
    await until(page, 'the title has the focus', () => document.activeElement.textContent === 'Your games')
    await tabTo(page, 'Review')
    await keys(page, 'Enter')
    await page.locator('.review-title').wait()
    await playedMoves(page)
  })
}

/** Tab on to what is called so. */
async function tabTo(page, name) {
  for (let at; at !== name; at = await here(page)) await keys(page, 'Tab')
}

async function behindServer() {
  await tests.run('Library: games of a position are found, one is replayed and left again by clicks', async () => {
    const page = await opened('#/live')
    await press(page, 'Library')
    await libraryIsThere(page)
    await playOn(page, 'f5', 'd6', 'c3')
    await until(page, 'the address has the position', () => new URLSearchParams(location.hash.split('?')[1]).get('g')?.split('.')[4]?.length === 3)
    await libraryIsThere(page)
    const count = await page.$eval('[data-found]', found => found.dataset.found)
    assert.ok(count > 0)
    await gameOfLibrary(page)
    await press(page, 'Back to the list')
    await until(page, 'the list is there again', count => document.querySelector(`.library:not([data-game]) [data-found="${count}"]`), count)
    await press(page, 'Study')
    await page.locator('.explorer .board').wait()
  })

  await tests.run('Library: games are found by a name, and walked through, by keys alone', async () => {
    const page = await opened('#/library')
    await libraryIsThere(page)
    const all = await page.$eval('[data-found]', found => found.dataset.found)
    await focus(page, '.library-filters [name=player]')
    await page.keyboard.type('Tastet')
    await keys(page, 'Enter')
    await until(page, 'fewer games are found', all => Number(document.querySelector('[data-found]')?.dataset.found ?? all) < Number(all), all)
    await until(page, 'the address has the name', () => location.hash.includes('Tastet'))
    await page.reload()
    await libraryIsThere(page)
    for (let at; at !== 'library-game'; at = await page.evaluate(() => document.activeElement.className)) await keys(page, 'Tab')
    await keys(page, 'Enter')
    await page.locator('[data-game] .moves .move').wait()
    await keys(page, 'Home', 'ArrowRight', 'ArrowRight')
    await plyIs(page, 2)
  })

  await tests.run('Live: two friends play by clicks and by keys, take back, and one resigns', async () => {
    const page = await opened('#/live?game=othello')
    const friend = await playLive(page)
    const bothHave = moves => Promise.all([page, friend].map(one => movesAre(one, moves)))
    const canMove = (one, name) => until(one, `one can move to ${name}`, name => document.querySelector(`[data-square="${name}"][aria-label*="legal move"]`), name)
    await canMove(page, 'f5')
    await page.bringToFront() // Firefox draws one of two pages at a time, and Puppeteer presses what is drawn
    await playOn(page, 'f5')
    await bothHave('f5')
    await canMove(friend, 'd6')
    await friend.bringToFront()
    await focus(friend, square('d6'))
    await keys(friend, 'Enter')
    await bothHave('f5 d6')
    await keys(friend, 'u')
    await page.bringToFront()
    await press(page, 'Accept')
    await bothHave('f5')
    await canMove(friend, 'f6')
    await friend.bringToFront()
    await playOn(friend, 'f6')
    await bothHave('f5 f6')
    await page.bringToFront()
    await focus(page, '.play-tools .apart')
    await keys(page, 'Enter')
    await page.locator('dialog[open]').wait()
    await page.locator(`dialog[open] ${pressed('Resign')}`).click()
    await shows(page, '[data-testid=status]', /^You lost/)
    await shows(friend, '[data-testid=status]', /^You won/)
    await friend.bringToFront()
    await press(friend, 'Review the game')
    await friend.locator('.review-title').wait()
  })

  await tests.run('Farm: its runs are shown, with what is done of them', async () => {
    const page = await opened('#/library')
    await focus(page, 'nav a[href="#/farm"]')
    await keys(page, 'Enter')
    await page.locator('[data-run=list] progress').wait()
    await shows(page, '[data-run=levels]', /paused/)
    const [done, all] = await page.$eval('[data-run=list] progress', ({ value, max }) => [value, max])
    assert.ok(done > 0 && done === all)
  })
}

// ---- Without a network, and with a newer page

async function offline() {
  const isKept = page => page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))

  await tests.run('without a network every view is opened by its address, in every language, and a game of each kind goes on', async () => {
    const host = await Site.start({ offline: true })
    const page = await tests.open(host.url)
    await isKept(page)
    await host.stop()
    const open = async hash => {
      await page.goto('about:blank')
      await page.goto(`${host.url}#/${hash}`)
    }
    const views = { play: '.board', 'review?g=f5d6c3d3c4&begin': '.summary', 'study?g=f5d6c3': '.marks .mark', setup: '.palette', puzzles: '.puzzles .board' }
    const seldom = { learn: '.learn-board .board', history: '#history-games', contests: '.contests .board', settings: '.settings select' }
    for (const [hash, selector] of Object.entries({ ...views, ...seldom })) {
      await open(hash)
      await page.locator(selector).wait()
    }
    for (const language of ['ja', 'tr', 'zh-Hant', 'zh-Hans', 'en']) {
      await page.select('.settings select', language)
      await until(page, 'the language is there', tag => document.documentElement.lang === tag, language)
    }
    await press(page, 'Play')
    for (const game of ['Othello', 'Tothello', 'Lines of Action', 'Turkish draughts']) {
      await begin(page, game, 'I play Black', 'Child')
      await settled(page)
      const before = await ply(page)
      await moveByClicks(page, 0)
      await plyIs(page, before + 2, Infinity)
    }
  })

  await tests.run('a newer page that comes in a game is told, moves nothing, and the game goes on in it', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'flank-page-'))
    const host = await Site.start({ offline: true })
    const page = await tests.open(host.url)
    await isKept(page)
    await begin(page, 'Two people at one board')
    await page.reload() // from what is kept
    await playOn(page, 'd3', 'c5')
    await movesAre(page, 'd3 c5')
    cpSync(host.folder, folder, { recursive: true })
    for (const name of ['index.html', 'sw.js']) for (const ending of ['.br', '.gz']) rmSync(join(folder, name + ending), { force: true })
    writeFileSync(join(folder, 'index.html'), readFileSync(join(folder, 'index.html'), 'utf8').replace('<body>', '<body data-new>'))
    appendFileSync(join(folder, 'sw.js'), '\n// another version\n')
    host.folder = folder
    const place = () => page.$eval('.board', board => board.getBoundingClientRect().top)
    const before = await place()
    await page.evaluate(() => navigator.serviceWorker.getRegistration().then(kept => kept.update()).then(() => undefined))
    await page.locator('.update button').wait()
    assert.equal(await place(), before)
    await playOn(page, 'b6')
    await movesAre(page, 'd3 c5 b6')
    await page.locator('.update button').click()
    await page.locator('body[data-new] .board').wait()
    await movesAre(page, 'd3 c5 b6')
    await host.stop()
    rmSync(folder, { recursive: true })
  })
}

// ---- Room for the bars of scrolling

async function room() {
  await tests.run('the board stands at one place in all views, whether they scroll or not', async () => {
    const page = await opened('#/play', { width: 1900, height: 700 })
    const [places, lengths] = [new Map(), new Set()]
    const look = () => [document.querySelector('main .board').getBoundingClientRect().left, document.documentElement.scrollHeight > innerHeight]
    const views = { 'review?g=f5d6c3d3c4': '.review', setup: '.setup', history: '.history', learn: '.learn-board', contests: '.contests', settings: '.settings', puzzles: '.puzzles' }
    for (const [hash, selector] of Object.entries(views)) {
      await page.evaluate(hash => (location.hash = `#/${hash}`), hash)
      await page.locator(`main ${selector} .board`).wait()
      const [left, isLong] = await page.evaluate(look)
      places.set(left, hash)
      lengths.add(isLong)
    }
    assert.equal(lengths.size, 2)
    assert.equal(places.size, 1, JSON.stringify([...places]))
  })
}

// ---- The engine

async function thinking() {
  for (const [isolated, threads] of [[true, 3], [false, 1]])
    await tests.run(`${isolated ? 'with' : 'without'} isolation: ${threads} threads think, and a game is answered`, async () => {
      const host = await Site.start({ isolated })
      const page = await tests.open()
      await page.evaluateOnNewDocument("Object.defineProperty(navigator, 'hardwareConcurrency', { value: 4 })")
      await page.goto(`${host.url}#/settings`)
      await shows(page, '.settings', new RegExp(`engine in the browser, threads: ${threads}`))
      assert.equal(await page.evaluate(() => crossOriginIsolated), isolated)
      await press(page, 'Play')
      await begin(page, 'Child')
      await playOn(page, 'd3')
      await plyIs(page, 2)
      await page.locator('.play > * > .switch input').click()
      await shows(page, '.engine-state', /Depth \d/)
      await page.locator('.marks .mark.best').wait()
      await host.stop()
    })
}

const parts = {
  alike: [orderOfTab, keysOfTheBoard, offline, room, thinking],
  views: [playing, reviewing, otherViews, learning, ownGames, behindServer],
}
for (const browser of browsers.filter(name => !only || name === only)) {
  const begun = performance.now()
  await tests.use(browser)
  console.log(`# ${browser} ${await tests.browser.version()} begins in ${(performance.now() - begun).toFixed(0)} ms`)
  const wanted = [...parts.alike, ...(browser === 'Firefox' ? parts.views : [])].filter(part => !process.env.PART || process.env.PART.includes(part.name))
  for (const part of wanted)
    await part()
  console.log(`# ${browser} took ${((performance.now() - begun) / 1000).toFixed(0)} s`)
}
await site.stop()
await sites.stop()
await tests.end()
