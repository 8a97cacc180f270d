// SPDX-License-Identifier: MIT
//
// The time that the page takes to open a large file, in Debian's Chromium, as rows for bench/results/page-files.csv.
//
//   node bench/bench_page.mjs build/web/dist build/src/cli/flank [MEBIBYTES]
//
// The file is GGF: one game of 60 moves again and again, each with other players. "blocked" is the longest time for which the page
// answers nothing.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { execFileSync } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Site, Tests } from '../tests/web/harness.mjs'
import { games } from '../tests/web/review_page.mjs'

const [, , , flank, size = '63'] = process.argv
const folder = mkdtempSync(join(tmpdir(), 'flank-bench-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))

/** A file of about that many MiB; the number of its games. */
function makeFile(path) {
  writeFileSync(join(folder, 'game.txt'), `${games.othello}\n`)
  const game = execFileSync(flank, ['convert', join(folder, 'game.txt'), '-', '--to', 'ggf'], { encoding: 'utf8' })
  const parts = []
  for (let bytes = 0; bytes < Number(size) << 20; bytes += parts.at(-1).length)
    parts.push(game.replace('(;', `(;PB[Player ${parts.length}]PW[Other ${parts.length % 97}]`))
  writeFileSync(path, parts.join(''))
  return parts.length
}

/** Milliseconds of opening the file in the review view: until the list is there, until all is read, until the last game is shown. */
async function measure(page, path, count) {
  await page.evaluate(() => {
    globalThis.longest = 0
    new PerformanceObserver(list => list.getEntries().forEach(({ duration }) => (longest = Math.max(longest, duration)))).observe({ type: 'longtask' })
  })
  const begun = Date.now()
  await page.setInputFiles('input[type=file]', path)
  await page.waitForSelector('.games-list')
  const listed = Date.now() - begun
  await page.waitForFunction(n => document.querySelector('.games h2')?.textContent.replace(/\D/g, '') === String(n), count)
  await page.waitForSelector('.games-tools > .quiet', { state: 'detached' })
  const read = Date.now() - begun
  const longest = await page.evaluate('longest')
  await page.fill('.games-tools input', `"Player ${count - 1}"`.slice(1, -1))
  const chosen = Date.now()
  await page.locator('.game-row').last().click()
  await page.waitForSelector('.review-title')
  return { listed, blocked: Math.round(longest), read, 'the last game shown': Date.now() - chosen }
}

const tests = new Tests()
const site = await Site.start({ offline: true })
const path = join(folder, 'games.ggf')
const count = makeFile(path)
const page = await tests.open(`${site.url}#/review`)
await page.waitForFunction('globalThis.flank')
for (const [metric, value] of Object.entries(await measure(page, path, count)))
  console.log(`"GGF, ${size} MiB, ${count} games",Flank,${metric},${value},,ms,MACHINE,COMMIT,node bench/bench_page.mjs build/web/dist build/src/cli/flank ${size},`)
await site.stop()
await tests.browser.close()
process.exit()
