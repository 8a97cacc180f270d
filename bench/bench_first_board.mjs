// SPDX-License-Identifier: MIT
//
// The time until one can play on a slow telephone: the page from a static host over a line of 1.6 Mbit/s and 150 ms, the page's thread four
// times slower, nothing kept from before; as rows for bench/results/page-first-board.csv. Time runs from the request: until a
// board is drawn that takes a move, and from a first move until the reply of level 1 and of level 5. Median of some visits.
//
//   node bench/bench_first_board.mjs build/web/dist [VISITS]
import { Site, Tests } from '../tests/web/harness.mjs'

const [, , , visits = '5'] = process.argv
const BYTES_PER_S = 1.6e6 / 8
const LATENCY_MS = 150
const SLOWER = 4

/** A visit: seconds until the board, and from the move to the reply. */
async function visit(tests, site, level) {
  const page = await tests.open(undefined, { serviceWorkers: 'block' })
  await page.addInitScript(level => {
    const settings = { game: 'othello', rules: '', players: ['person', 'engine'], level, time: null }
    localStorage.setItem('flank.play', JSON.stringify({ match: { settings, moves: [], ply: 0 } }))
  }, level)
  const browser = await page.context().newCDPSession(page)
  const line = { offline: false, latency: LATENCY_MS, downloadThroughput: BYTES_PER_S, uploadThroughput: BYTES_PER_S }
  await browser.send('Network.emulateNetworkConditions', line)
  await browser.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  const begun = performance.now()
  await page.goto(site.url, { waitUntil: 'commit' })
  await page.waitForSelector('.board [data-square=d3]')
  const board = performance.now()
  await page.click('[data-square=d3]')
  await page.waitForFunction(() => document.querySelectorAll('.moves .move').length >= 2)
  const reply = performance.now()
  await page.context().close()
  return [(board - begun) / 1000, (reply - board) / 1000]
}

const median = values => values.sort((a, b) => a - b)[values.length >> 1]

const tests = new Tests()
const site = await Site.start()
const row = (metric, values) =>
  console.log(`THE PAGE,Flank,${metric},${median(values).toFixed(1)},,s,MACHINE,COMMIT,node bench/bench_first_board.mjs build/web/dist,`)
for (const level of [1, 5]) {
  const times = []
  for (let i = 0; i < Number(visits); i++) times.push(await visit(tests, site, level))
  if (level === 1) row('a board to play on', times.map(([board]) => board))
  row(`first reply of level ${level}`, times.map(([, reply]) => reply))
}
await site.stop()
await tests.browser.close()
