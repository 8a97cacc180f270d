// SPDX-License-Identifier: MIT
//
// Pictures of all views of the page, light and dark, on a desktop, a tablet and a phone:
//
//   node tools/page_pictures.mjs build/web/dist FOLDER [NAME …]      FOLDER/VIEW-SIZE-THEME.jpg; NAME: only those, "review-desktop-light"
//
// docs/pictures/ keeps those that documents show. Nothing moves in them, and no engine plays a move, so that a picture changes with the
// page alone; the values of the review are those of level 10.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { Site, Tests } from '../tests/web/harness.mjs'
import { games } from '../tests/web/review_page.mjs'

const [, , , folder, ...names] = process.argv
const sizes = { desktop: { width: 1280, height: 800 }, tablet: { width: 768, height: 1024 }, phone: { width: 390, height: 844 } }
const GAME = games.othello.replaceAll(' ', '').replaceAll('pass', '')

/** Review the game, and go to its first mistake. */
async function reviewed(page) {
  await page.selectOption('.review-level select, select', { index: 0 }).catch(() => {})
  const begin = page.locator('text="Review this game"')
  if (await begin.count()) await begin.click()
  await page.waitForSelector('.review-graph, .graph', { timeout: 120_000 })
  await page.waitForSelector('progress', { state: 'detached', timeout: 120_000 })
  await page.keyboard.press('n')
}

const views = {
  play: [`#/play?g=${GAME.slice(0, 28)}`],
  learn: ['#/learn?game=draughts&task=2'],
  review: [`#/review?g=${GAME}`, reviewed],
  study: ['#/study?g=f5d6c3'],
  puzzles: ['#/puzzles?level=2'],
  setup: [`#/setup?g=${GAME.slice(0, 28)}`],
  contests: ['#/contests'],
  history: ['#/history'],
  settings: ['#/settings'],
}

const tests = new Tests()
const site = await Site.start()
mkdirSync(folder, { recursive: true })
for (const [view, [hash, act]] of Object.entries(views))
  for (const [size, viewport] of Object.entries(sizes))
    for (const colorScheme of ['light', 'dark']) {
      const name = `${view}-${size}-${colorScheme}`
      if (names.length && !names.includes(name)) continue
      const page = await tests.open(site.url, { viewport, colorScheme, reducedMotion: 'reduce', serviceWorkers: 'block', locale: 'en' })
      await page.addInitScript(() => {
        const settings = { game: 'othello', rules: '', players: ['person', 'person'], level: 3, time: null }
        localStorage.setItem('flank.play', JSON.stringify({ match: { settings, moves: [], ply: 0 } }))
      })
      await page.goto(site.url + hash)
      await page.reload()
      await page.waitForSelector('main :is(h1, h2, .board)')
      await page.waitForFunction("globalThis.flank && !document.querySelector('.loading')")
      await act?.(page)
      await page.evaluate(() => document.fonts.ready.then(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))))
      await page.screenshot({ path: join(folder, `${name}.jpg`), type: 'jpeg', quality: 88 })
      await page.context().close()
      console.log(name)
    }
await site.stop()
await tests.browser.close()
