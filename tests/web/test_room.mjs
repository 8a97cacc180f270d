// SPDX-License-Identifier: MIT
//
// Every view and what opens in it, those behind a server too, in every language and four sizes: nothing is wider than the screen, no
// control lies upon another, no word is broken, and all begin at one edge. A view is opened once; then its language and its size change.
//   node test_room.mjs DIST_FOLDER FLANK
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { accepted, openSites, openView, views } from './pictures_page.mjs'
import { drawn, speak, Tests } from './harness.mjs'
import { begin, square } from './play_page.mjs'
import { flankText, games, openText } from './review_page.mjs'
import { crowded, tooWide } from './room.mjs'

const SIZES = [[390, 844], [768, 1024], [1280, 800], [1920, 1080]]
const LANGUAGES = (process.env.LANGUAGES ?? 'en zh-Hant zh-Hans ja tr').split(' ')
const GAME = 'f5d6c3d3c4f4f6f3e6e7d7'
const tests = new Tests()
const sites = await openSites(process.argv[3], process.argv[2])

const dialog = async (page, button) => {
  await page.locator(button).first().click()
  await page.waitForSelector('dialog[open]')
}
const opened = (page, summary) => page.locator(summary).first().evaluate(one => (one.closest('details').open = true))

/** Switch the engine on, and wait for its lines. */
async function lines(page, switches) {
  await page.check(switches)
  await page.waitForSelector('.engine-lines li')
}

/** A game of two people at this board, played to its end, stands among the others. */
async function playedGames(page) {
  await page.evaluate(() => (location.hash = '#/play'))
  for (const [ply, name] of ['e6', 'f4', 'e3', 'f6', 'g5', 'd6', 'e7', 'f5', 'c5'].entries()) {
    await square(page, name).click()
    await page.waitForFunction(count => document.querySelectorAll('.moves .move').length === count, ply + 1)
  }
  await page.evaluate(() => (location.hash = '#/history'))
  await page.waitForSelector('.history-row')
}

/** A game with a friend by link, whose move it is. */
async function friendsMove(page) {
  await begin(page, { sides: 4 })
  await square(page, 'd3').click()
  await page.waitForSelector('.now')
}

/** A game in which a move loses a part of the chance to win; openView knows its review. */
async function chances(page, game) {
  assert.ok(existsSync(new URL(`review_${game}.json`, accepted)))
  await openText(page, flankText(game, games[game]))
  await page.waitForSelector('.summary')
  await page.waitForSelector('.review-controls progress', { state: 'detached' })
}

async function drill(page) {
  const line = { game: 'othello', rules: '', moves: ['f5', 'd6', 'c3', 'd3', 'c4'], color: 'black' }
  await page.evaluate(line => localStorage.setItem('flank.study', JSON.stringify({ openings: [], lines: [line] })), line)
  await page.reload()
  await page.locator('.deck .buttons button').first().click()
  await page.waitForSelector('[data-phase=asked]')
}

/** States on the way, by the same names as in pictures_page.mjs: an address, and what is done there. */
const states = {
  new_game: ['#/play', page => dialog(page, '.play-tools > button')],
  play_menu: ['#/play', page => page.click('.play-tools .menu summary')],
  resigning: ['#/play?g=f5d6', page => dialog(page, '.play-tools > .apart')],
  sharing: [`#/review?g=${GAME}`, page => dialog(page, '.review-tools [aria-haspopup=dialog]')],
  comment: [`#/review?g=${GAME}`, page => page.click('.walk [aria-keyshortcuts=C]')],
  again: [
    views.review[0],
    async page => {
      await views.review[1](page)
      await page.keyboard.press('p') // from the end
      await page.click('.judgement [aria-keyshortcuts=T]')
      await page.waitForSelector('.again')
    },
  ],
  ...Object.fromEntries(
    ['play', 'study?g=f5d6c3', 'library'].map(view => [`${view.split('?')[0]}_layers`, [`#/${view}`, page => page.click('.icon-bar .menu summary')]]),
  ),
  learn_line: ['#/study?g=f5d6c3', page => opened(page, '.learn summary')],
  drills: ['#/study?tab=drills', page => page.waitForSelector('.new-deck')],
  drill: ['#/study?tab=drills', drill],
  rules: ['#/learn?game=loa'],
  ...Object.fromEntries(['qoj13463', 'uva395', 'tothello', 'xtreme10'].map(name => [`contest_${name}`, [`#/contests?problem=${name}`]])),
  played_games: ['#/history', playedGames],
  new_game_more: ['#/play', page => dialog(page, '.play-tools > button').then(() => opened(page, 'dialog summary'))],
  library_study: ['#/study?g=f5d6c3', page => page.waitForSelector('.study-tools a')],
  library_openings: [
    '#/library?g=f5d6c3',
    async page => {
      await page.waitForSelector('[data-names]')
      await page.locator('.library-names .buttons button').nth(2).click()
      await page.waitForSelector('[data-names=openings]')
    },
  ],
  friend: ['#/play', friendsMove],
  review_draughts: ['#/review', page => chances(page, 'draughts')],
  review_loa: ['#/review', page => chances(page, 'loa')],
  live_openings: ['#/live?game=othello'],
  live_rules: ['#/live?game=draughts', page => opened(page, '.live-create summary')],
}
Object.assign(views, states)

/** With an engine that thinks; in the study what it may take for its lines is open, and a move of theirs is on the board. */
const thinking = {
  study_lines: [
    '#/study?g=f5d6c3',
    async page => {
      await lines(page, '.live .switch input')
      await opened(page, '.live-wishes summary')
      await page.locator('.engine-lines .move').nth(1).click()
      await page.waitForSelector('.previewing')
    },
  ],
  play_lines: ['#/play', page => lines(page, '.play > * > .switch input')],
}

async function fits(page, languages = ['en']) {
  const wrong = []
  for (const [width, height] of SIZES) {
    await page.setViewportSize({ width, height })
    for (const language of languages) {
      await speak(page, language)
      let left = []
      for (let tries = 0; tries < 30; tries++) { // parts that change with the width do so a little later
        await drawn(page)
        left = [...(await tooWide(page)), ...(await crowded(page))]
        if (!left.length) break
      }
      for (const what of left) wrong.push(`${language} ${width}: ${what}`)
    }
  }
  return wrong
}

for (const view of Object.keys(views))
  await tests.run(`${view} has room`, async () => {
    const page = await openView(tests, sites, view, { hasTouch: true })
    assert.deepEqual(await fits(page, LANGUAGES), [])
  })
for (const [name, [hash, act]] of Object.entries(thinking))
  await tests.run(`${name} has room`, async () => {
    const page = await tests.open(`${sites.url(name)}${hash}`, { locale: 'en', hasTouch: true, reducedMotion: 'reduce', viewport: { width: 1280, height: 800 } })
    await page.waitForSelector('.board')
    await act(page)
    assert.deepEqual(await fits(page, LANGUAGES), [])
  })

const faults = {
  'a control upon another': '.live-create button[type=submit] { translate: 0 -3rem }',
  'a word that is broken': '.live-join button { width: 2.8rem; overflow-wrap: anywhere; white-space: normal }',
  'a form beyond the screen': '.live-create { translate: 50vw 0 }',
}
for (const [name, css] of Object.entries(faults))
  await tests.run(`it is seen: ${name}`, async () => {
    const page = await openView(tests, sites, 'live_door')
    await page.evaluate(css => {
      const sheet = new CSSStyleSheet() // the policy of the server lets it in
      sheet.replaceSync(css)
      document.adoptedStyleSheets.push(sheet)
    }, css)
    assert.notDeepEqual(await fits(page), [])
  })

await tests.run('the menu stands beside the name, in two rows at most', async () => {
  const page = await openView(tests, sites, 'farm')
  for (const [width, height] of SIZES.filter(([width]) => width >= 768)) {
    await page.setViewportSize({ width, height })
    const [brand, nav, link] = await Promise.all(['.brand', '.top nav', '.top nav a'].map(one => page.locator(one).first().boundingBox()))
    assert.ok(nav.x >= brand.x + brand.width && nav.height < 2.5 * link.height, `${width}: ${JSON.stringify(nav)}`)
  }
})

for (const view of ['study', 'library_study'])
  await tests.run(`the buttons below the board stand in a row, each as large as a finger needs, ${view}`, async () => {
    const page = await openView(tests, sites, view, { hasTouch: true })
    for (const [width, height] of [[360, 740], ...SIZES]) {
      await page.setViewportSize({ width, height })
      for (const language of LANGUAGES) {
        await speak(page, language)
        await drawn(page)
        const boxes = await page.$$eval('.icon-bar > *', all => all.map(one => one.getBoundingClientRect()))
        assert.equal(new Set(boxes.map(({ top }) => Math.round(top))).size, 1, `${language} ${width}: ${boxes.map(({ top }) => top)}`)
        assert.ok(Math.min(...boxes.flatMap(({ width, height }) => [width, height])) >= 44, `${language} ${width}: ${JSON.stringify(boxes)}`)
      }
    }
  })

await tests.run('where no game was played yet, the way to one is as high as a finger needs', async () => {
  const page = await openView(tests, sites, 'history', { hasTouch: true })
  assert.ok((await page.locator('.table-side a[href="#/play"]').boundingBox()).height >= 44)
})

await tests.run('all views begin at one edge', async () => {
  const edges = new Set()
  for (const view of ['play', 'review_open', 'live_door', 'farm', 'history', 'library']) {
    const page = await openView(tests, sites, view)
    edges.add(Math.round((await page.locator('main :is(.table-head, h1)').first().boundingBox()).x))
  }
  assert.equal(edges.size, 1, [...edges].join(' '))
})

await tests.run('the board has one place and size in all views', async () => {
  const places = new Map()
  for (const view of ['play', 'review_open', 'review', 'learn', 'study', 'puzzles', 'setup', 'contests', 'history', 'settings', 'library', 'live_door', 'live_waiting', 'live']) {
    const page = await openView(tests, sites, view)
    for (const [width, height] of SIZES) {
      if (/settings|door/.test(view) && width < 640) continue // a small one beside its choice, and none
      await page.setViewportSize({ width, height })
      await drawn(page)
      const box = await page.locator('.table-board .board').boundingBox()
      const place = [box.x, box.y, box.width, box.height].map(Math.round).join(' ')
      places.set(width, new Map(places.get(width)).set(place, [...(places.get(width)?.get(place) ?? []), view]))
    }
  }
  for (const [width, found] of places) assert.equal(found.size, 1, `${width}: ${JSON.stringify([...found])}`)
})

await sites.stop()
await tests.end()
