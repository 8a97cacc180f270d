// SPDX-License-Identifier: MIT
//
// Pictures of all views, for tools/page_pictures.mjs, which makes them, and test_pictures.mjs, which compares them with the ones that were
// accepted last. A picture changes with the page alone: the clock stands still, chance is none, nothing moves, no engine plays or
// thinks, and the review that is shown was made once (pictures/review.json).
//
// The accepted ones are small copies, a quarter as wide and high. Each pixel is the mean of 16, in which the edges of letters, which
// differ from one version of a browser to the next, hardly show.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { CHROMIUM, CHROMIUM_ARGS, PATIENCE_MS, require, Site } from './harness.mjs'
import { square } from './play_page.mjs'
import { games } from './review_page.mjs'
import { serve } from './serving.mjs'

export const accepted = new URL('pictures/', import.meta.url)
export const sizes = { desktop: { width: 1280, height: 800 }, tablet: { width: 768, height: 1024 }, phone: { width: 390, height: 844 } }
export const themes = ['light', 'dark']
const GAME = games.othello.replaceAll(' ', '').replaceAll('pass', '')
const SMALLER = 4
const BLOCK = 4 // pixels of a small picture, 16 of the page
const QUALITY = 0.85 // of WebP
/** A review that was made once, of the game of a view. */
const reviewOf = view => new URL(/^review_/.test(view) ? `${view}.json` : 'review.json', accepted)

/** The address of each view, and what is done there before it is pictured. */
export const views = {
  play: [`#/play?g=${GAME.slice(0, 28)}`, page => page.waitForSelector('.play .how')],
  learn: ['#/learn?game=draughts&task=2', page => page.waitForSelector('.learn-board .board')],
  review: [
    `#/review?g=${GAME}&begin`,
    async page => {
      await page.waitForFunction(() => document.querySelector('.summary caption .quiet')?.textContent.includes('14')) // the deeper review
      await page.waitForSelector('.review-controls progress', { state: 'detached' })
      await page.keyboard.press('p') // from the end: the mistake before it
    },
  ],
  review_open: ['#/review', page => page.waitForSelector('.open-form textarea')],
  study: [
    '#/study?g=f5d6c3',
    async page => {
      await page.waitForSelector('.marks .mark') // of the book
      await page.waitForSelector('.share-bar')
    },
  ],
  puzzles: ['#/puzzles?level=2', page => page.waitForSelector('.puzzles .board')],
  setup: [`#/setup?g=${GAME.slice(0, 28)}`],
  contests: ['#/contests', page => page.waitForSelector('.contests .board')],
  history: ['#/history', page => page.waitForSelector('#history-games', { state: 'attached' })],
  settings: ['#/settings', page => page.waitForSelector('.settings .board')],
  library: ['#/library?g=f5d6c3', page => page.waitForSelector('[data-found]')],
  library_game: [
    '#/library?g=f5d6c3d3c4',
    async page => {
      await page.locator('.library-game').first().click()
      await page.waitForSelector('[data-game]')
    },
  ],
  live_door: ['#/live?game=draughts'],
  live_waiting: ['#/live?game=othello', makeRoom],
  live: ['#/live?game=othello', playLive],
  farm: [
    '#/farm',
    async page => {
      await page.waitForSelector('[data-run] progress')
      await write(page, '.farm-sums dd', ['2', '41.7 M', '12.5', '0:04:10'])
    },
  ],
}

const behindServer = view => /^(library|live|farm)/.test(view)

/** Put texts, which vary, into the first elements of a selector. */
const write = (page, selector, texts) =>
  page.$$eval(selector, (all, texts) => texts.forEach((text, at) => (all[at].textContent = text)), texts)

/** Make a game with a clock; its code, of which the page shows another. */
async function makeRoom(page) {
  await page.locator('.live-create select[name=clock]').selectOption('4')
  await page.click('.live-create button[type=submit]')
  const code = await page.textContent('[data-testid=code]')
  await write(page, '[data-testid=code]', ['KQ7M-3XWA'])
  return code.trim()
}

/** A friend joins, the two play on, and the friend wants a move back. */
async function playLive(page, tests) {
  const friend = await tests.open()
  await friend.goto(page.url().replace(/#.*/, `#/live?code=${await makeRoom(page)}`))
  await friend.click('.live-join button')
  for (const one of [page, friend]) await one.waitForSelector('.live-dot.here') // before that nobody can move
  for (const [ply, move] of GAME.slice(0, 20).match(/../g).entries()) {
    await square(ply % 2 ? friend : page, move).click()
    for (const one of [page, friend]) await one.waitForFunction(count => document.querySelectorAll('.moves .move').length === count, ply + 1)
  }
  await friend.waitForSelector('[aria-keyshortcuts=U]:enabled', { state: 'attached' })
  await friend.keyboard.press('u')
  await page.waitForSelector('[data-offer=takeback]')
  await write(page, '.clock', ['24:31', '23:58'])
}

/** The page as files, and `flank serve` with a library and a farm, each the same every time: { url(view), stop() }. */
export async function openSites(flank, folder) {
  const site = await Site.start({ isolated: false, folder }) // one thread: nothing depends on which was faster
  const kept = mkdtempSync(join(tmpdir(), 'flank-pictures-'))
  const [library, farm] = [join(kept, 'library.sqlite'), join(kept, 'farm.db')]
  const run = (...words) => execFileSync(flank, words, { stdio: 'pipe' })
  const file = name => fileURLToPath(new URL(name, import.meta.url))
  run('library', 'import', '--library', library, file('../formats/wthor/WTH_2001.wtb'))
  run('farm', 'init', farm)
  run('farm', 'submit', farm, 'solve', file('../golden/farm_list.obf'), '--name', 'list')
  run('work', farm, '--until-empty')
  run('farm', 'submit', farm, 'label', file('../solve/hard-20.obf'), '--name', 'hard-20')
  run('farm', 'submit', farm, 'match', 'flank:level=3', 'flank:level=4', '--name', 'levels')
  run('farm', 'pause', farm, 'levels')
  const server = await serve(flank, { args: ['--library', library, '--farm', farm] })
  return {
    url: view => (behindServer(view) ? server : site).url,
    async stop() {
      await site.stop()
      await server.stop()
      rmSync(kept, { recursive: true })
    },
  }
}

/** A browser that draws letters the same way on every screen. */
export const browser = () =>
  require('playwright-core').chromium.launch({
    executablePath: CHROMIUM,
    args: [...CHROMIUM_ARGS, '--font-render-hinting=none', '--disable-lcd-text', '--force-color-profile=srgb'],
    timeout: PATIENCE_MS,
  })

/** In the page, before its scripts: `review` is the answer to its question for one, if it is known. */
function fix(review) {
  let seed = 1
  Math.random = () => (seed = (seed * 16807) % 2147483647) / 2147483647
  const settings = { game: 'othello', rules: '', players: ['person', 'person'], level: 3, time: null }
  localStorage.setItem('flank.play', JSON.stringify({ match: { settings, moves: [], ply: 0 } }))
  const quiet = new Set(['think', 'solve', 'play'])
  const never = { done: new Promise(() => {}), stop() {} }
  const stilled = engine => {
    const ask = engine.request.bind(engine)
    engine.request = (question, onEvent) => {
      if (quiet.has(question.ask)) return never
      if (question.ask !== 'review') return ask(question, onEvent)
      if (review) return { done: Promise.resolve(review), stop() {} }
      const task = ask({ ...question, level: 10 }, onEvent)
      void task.done.then(answer => (globalThis.reviewMade = answer))
      return task
    }
    return engine
  }
  let services
  Object.defineProperty(globalThis, 'flank', {
    get: () => services,
    set: given => {
      given.engine = given.engine.then(stilled)
      services = given
    },
  })
}

/** A view, opened and still. Options are those of Tests.open. */
export async function openView(tests, sites, view, options = {}) {
  const [hash, act] = views[view]
  const still = { colorScheme: 'light', reducedMotion: 'reduce', serviceWorkers: 'block', locale: 'en', timezoneId: 'UTC' }
  const page = await tests.open(undefined, { viewport: sizes.desktop, ...still, ...options })
  const kept = reviewOf(view)
  const review = existsSync(kept) ? JSON.parse(readFileSync(kept, 'utf8')) : undefined
  await page.clock.setFixedTime(Date.UTC(2026, 0, 1, 12))
  await page.addInitScript(fix, review)
  await page.goto(sites.url(view) + hash)
  await page.waitForSelector('main :is(h1, h2, .board)')
  await page.waitForFunction(() => globalThis.flank && !document.querySelector('.loading'))
  await act?.(page, tests)
  await page.evaluate(() => document.activeElement?.blur())
  return page
}

/** Keep the review that was made for an opened view, if one was. */
export async function keepReview(page, view) {
  const made = await page.evaluate('globalThis.reviewMade')
  if (made) writeFileSync(reviewOf(view), `${JSON.stringify(made)}\n`)
}

/** The pictures of an opened view, of all sizes and themes, as PNG: [name, picture]. */
export async function* picturesOf(page, view) {
  for (const [size, viewport] of Object.entries(sizes)) {
    await page.setViewportSize(viewport)
    for (const colorScheme of themes) {
      await page.emulateMedia({ colorScheme })
      await page.evaluate(() => {
        scrollTo(0, 0)
        return document.fonts.ready.then(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 100)))))
      })
      yield [`${view}-${size}-${colorScheme}`, await page.screenshot({ animations: 'disabled', caret: 'hide' })]
    }
  }
}

/** In a page of its own: small copies, and their differences. */
function workshop({ smaller, block, quality }) {
  const pixels = async (base64, type) => {
    const bitmap = await createImageBitmap(await (await fetch(`data:${type};base64,${base64}`)).blob())
    const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d', { willReadFrequently: true })
    context.drawImage(bitmap, 0, 0)
    return context.getImageData(0, 0, bitmap.width, bitmap.height)
  }
  /** Each pixel is the mean of a square of them. */
  const reduced = (image, by) => {
    const [width, height] = [Math.floor(image.width / by), Math.floor(image.height / by)]
    const sums = new Float32Array(4 * width * height)
    for (let y = 0; y < height * by; y++)
      for (let x = 0; x < width * by; x++)
        for (let channel = 0; channel < 4; channel++)
          sums[4 * (Math.floor(y / by) * width + Math.floor(x / by)) + channel] += image.data[4 * (y * image.width + x) + channel]
    return new ImageData(Uint8ClampedArray.from(sums, sum => Math.round(sum / by / by)), width, height)
  }
  const encoded = async (image, type, quality) => {
    const canvas = new OffscreenCanvas(image.width, image.height)
    canvas.getContext('2d').putImageData(image, 0, 0)
    const bytes = new Uint8Array(await (await canvas.convertToBlob({ type, quality })).arrayBuffer())
    return btoa(Array.from(bytes, byte => String.fromCharCode(byte)).join(''))
  }
  /** Pictures at half their size, each list of them in a row. */
  globalThis.asSheet = async rows => {
    const GAP = 12
    const images = await Promise.all(rows.map(row => Promise.all(row.map(async png => reduced(await pixels(png, 'image/png'), 2)))))
    const widths = images.map(row => row.reduce((sum, { width }) => sum + width + GAP, GAP))
    const heights = images.map(row => Math.max(...row.map(({ height }) => height)))
    const canvas = new OffscreenCanvas(Math.max(...widths), heights.reduce((sum, height) => sum + height + GAP, GAP))
    const context = canvas.getContext('2d')
    context.fillStyle = 'gray'
    context.fillRect(0, 0, canvas.width, canvas.height)
    let y = GAP
    for (const [number, row] of images.entries()) {
      let x = GAP
      for (const image of row) {
        context.putImageData(image, x, y)
        x += image.width + GAP
      }
      y += heights[number] + GAP
    }
    return encoded(context.getImageData(0, 0, canvas.width, canvas.height), 'image/webp', 0.8)
  }
  globalThis.asJpeg = async png => encoded(await pixels(png, 'image/png'), 'image/jpeg', 0.88)
  globalThis.smallCopy = async png => encoded(reduced(await pixels(png, 'image/png'), smaller), 'image/webp', quality)
  /** The place at which a picture differs most from a small one: in a block, the mean difference of a channel, of 255. */
  globalThis.difference = async (png, webp) => {
    // Both went the same way, so what WebP loses does not count.
    const [now, before] = [await pixels(await smallCopy(png), 'image/webp'), await pixels(webp, 'image/webp')]
    if (now.width !== before.width || now.height !== before.height) return { most: 255, x: 0, y: 0 }
    const apart = new ImageData(now.data.map((value, at) => Math.abs(value - before.data[at])), now.width, now.height)
    let worst = { most: 0, x: 0, y: 0 }
    for (let y = 0; y + block <= apart.height; y += block / 2)
      for (let x = 0; x + block <= apart.width; x += block / 2) {
        const sums = [0, 0, 0]
        for (let row = 0; row < block; row++)
          for (let column = 0; column < block; column++)
            for (let channel = 0; channel < 3; channel++) sums[channel] += apart.data[4 * ((y + row) * apart.width + x + column) + channel]
        const most = Math.max(...sums) / block / block
        if (most > worst.most) worst = { most, x: smaller * x, y: smaller * y }
      }
    return worst
  }
}

/** Makes copies and compares: { jpeg(png) → jpeg, smallCopy(png) → webp, sheet(rows of png) → webp, difference(png, webp) → { most, x, y } }. */
export async function openWorkshop(tests) {
  const page = await tests.open()
  await page.evaluate(workshop, { smaller: SMALLER, block: BLOCK, quality: QUALITY })
  const asked = async (how, given) => Buffer.from(await page.evaluate(([how, given]) => globalThis[how](given), [how, given]), 'base64')
  const made = (how, png) => asked(how, png.toString('base64'))
  return {
    jpeg: png => made('asJpeg', png),
    smallCopy: png => made('smallCopy', png),
    sheet: rows => asked('asSheet', rows.map(row => row.map(png => png.toString('base64')))),
    difference: (png, webp) => page.evaluate(([a, b]) => globalThis.difference(a, b), [png.toString('base64'), webp.toString('base64')]),
  }
}

export const acceptedFile = name => new URL(`${name}.webp`, accepted)
