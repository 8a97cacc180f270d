// SPDX-License-Identifier: MIT
//
// The time from a press to the picture that shows what it did, as the browser measures it (Event Timing, in steps of 8 ms), for what one
// presses most in each view, with the processor as it is and slowed four times; as rows for bench/results/page-input.csv. Each action is
// done a few times; the value is the median, and the slowest one stands beside it.
//
//   node bench/bench_input.mjs build/web/dist [TIMES]
import { loadavg } from 'node:os'
import { Site, Tests } from '../tests/web/harness.mjs'
import { games } from '../tests/web/review_page.mjs'

const [, , , times = '7'] = process.argv
const SHORTEST = 16 // what the browser reports at all
const SPEEDS = { 'at normal speed': 1, 'slowed four times': 4 }
const GAME = games.othello.replaceAll(' ', '').replaceAll('pass', '')
const LINE = games.othello.match(/[a-h][1-8]/g)

const press = selector => page => page.locator(selector).first().click()
const key = name => page => page.keyboard.press(name)
const square = name => press(`[data-square="${name}"]`)

/** Name, address, what is done before, and what is measured; both take the page and the number of the time. */
const ACTIONS = [
  ['Play: a move', '#/play', undefined, (page, time) => square(LINE[time])(page)],
  ['Play: take back', '#/play', square(LINE[0]), key('u')],
  ['Play: turn the board', '#/play', undefined, key('r')],
  ['Play: another game', '#/play', undefined, (page, time) => page.locator('.tile').nth(1 + (time % 3)).click(), { fresh: true }],
  ['Play: a piece is picked up', '#/play?game=draughts', undefined, (page, time) => square('cdefg'[time % 5] + '3')(page)],
  ['Review: the next move', `#/review?g=${GAME}`, key('Home'), key('ArrowRight')],
  ['Review: to the end', `#/review?g=${GAME}`, key('Home'), key('End')],
  ['Study: a move', '#/study', key('Home'), (page, time) => square(['f5', 'e6', 'd3', 'c4'][time % 4])(page)],
  ['Set up: a disc', '#/setup', undefined, (page, time) => square('abcdefgh'[time % 8] + '1')(page)],
  ['Puzzles: the next one', '#/puzzles?level=2', undefined, press('text="Next puzzle"')],
  ['from Play to Study', '#/play', page => page.goto(page.url().replace(/#.*/, '#/play')), press('nav a[href="#/study"]')],
]

const observe = () => {
  globalThis.pressed = []
  new PerformanceObserver(list => globalThis.pressed.push(...list.getEntries().filter(entry => entry.interactionId).map(entry => entry.duration))).observe({
    type: 'event',
    durationThreshold: 16,
  })
}
/** Two pictures later, all that was measured has been told. */
const settled = page =>
  page.evaluate(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 150)))))

async function opened(tests, site, hash, rate) {
  const page = await tests.open(undefined, { viewport: { width: 390, height: 844 }, locale: 'en', serviceWorkers: 'block' })
  await page.addInitScript(() => {
    const settings = { game: 'othello', rules: '', players: ['person', 'person'], level: 1, time: null }
    localStorage.setItem('flank.play', JSON.stringify({ match: { settings, moves: [], ply: 0 } }))
  })
  await page.goto(site.url + hash)
  await page.waitForSelector('main :is(h1, h2, .board)')
  await page.waitForFunction("globalThis.flank && !document.querySelector('.loading')")
  await settled(page)
  await page.evaluate(observe)
  const browser = await page.context().newCDPSession(page)
  await browser.send('Emulation.setCPUThrottlingRate', { rate })
  return page
}

/** The longest event of each time that the action is done, in ms. */
async function measured(tests, site, [, hash, before, act, { fresh = false } = {}], rate) {
  const durations = []
  let page
  for (let time = 0; time < Number(times); time++) {
    if (fresh) await page?.context().close()
    if (fresh || !page) page = await opened(tests, site, hash, rate)
    await before?.(page, time)
    await settled(page)
    await page.evaluate('globalThis.pressed.length = 0')
    await act(page, time)
    await settled(page)
    durations.push(Math.max(SHORTEST, ...(await page.evaluate('globalThis.pressed'))))
  }
  await page.context().close()
  return durations.sort((a, b) => a - b)
}

const tests = new Tests()
const site = await Site.start()
for (const [speed, rate] of Object.entries(SPEEDS))
  for (const action of ACTIONS) {
    const durations = await measured(tests, site, action, rate)
    const row = (metric, value) => console.log(`${action[0]},Flank,"${metric}",${value},,ms,MACHINE,COMMIT,node bench/bench_input.mjs build/web/dist,`)
    row(speed, durations[durations.length >> 1])
    row(`${speed}, the slowest`, durations.at(-1))
  }
console.error(`load ${loadavg()[0].toFixed(1)}`)
await site.stop()
await tests.browser.close()
process.exit()
