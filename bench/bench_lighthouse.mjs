// SPDX-License-Identifier: MIT
//
// Lighthouse's report of the page as a visitor with a phone meets it: from a plain static host that sends compressed files, nothing
// kept from before, Lighthouse's own telephone (a slow line and a processor slowed four times, both simulated). As rows for
// bench/results/page-lighthouse.csv; of some visits the one whose performance is the median.
//
//   node bench/bench_lighthouse.mjs build/web/dist [VISITS [FILE]]       FILE: Lighthouse's report of that visit, as JSON
//
// Lighthouse is no package of the page: npx fetches it once (190 MB with what it needs). CHROME_PATH names another browser. A
// machine that has other work to do is measured along: the simulation reads how long tasks took.
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { CHROMIUM, Site } from '../tests/web/harness.mjs'

const [, , dist, visits = '5', kept] = process.argv
const LIGHTHOUSE = 'lighthouse@12.8.2' // 13 asks for node 22.19, which Debian 12 does not have
const METRICS = {
  'first-contentful-paint': ['first contentful paint', 's'],
  'largest-contentful-paint': ['largest contentful paint', 's'],
  'speed-index': ['speed index', 's'],
  interactive: ['time to interactive', 's'],
  'total-blocking-time': ['total blocking time', 'ms'],
  'cumulative-layout-shift': ['cumulative layout shift', '-'],
}

async function visit(url, file) {
  const options = ['--quiet', '--output=json', `--output-path=${file}`, '--chrome-flags=--headless=new --no-sandbox --disable-dev-shm-usage']
  const env = { CHROME_PATH: CHROMIUM, ...process.env }
  await promisify(execFile)('npx', ['--yes', LIGHTHOUSE, url, ...options], { env, maxBuffer: 1 << 26 })
  return JSON.parse(readFileSync(file, 'utf8'))
}

/** The report without pictures and without what each audit lists: 25 kB of 600. */
function brief({ lighthouseVersion, fetchTime, userAgent, environment, categories, audits }) {
  const scores = Object.values(categories).map(({ title, score }) => [title, score])
  const told = ({ title, score, displayValue }) => ({ title, score, displayValue })
  const results = Object.entries(audits).map(([id, audit]) => [id, told(audit)])
  const report = { lighthouseVersion, fetchTime, userAgent, environment }
  return JSON.stringify({ ...report, categories: Object.fromEntries(scores), audits: Object.fromEntries(results) }, null, 1) + '\n'
}

function print({ categories, audits, environment }) {
  const row = (metric, value, unit) =>
    console.log(`THE PAGE,Flank,${metric},${value},,${unit},MACHINE,COMMIT,node bench/bench_lighthouse.mjs build/web/dist,`)
  for (const { title, score } of Object.values(categories)) row(title === 'SEO' ? title : title.toLowerCase(), Math.round(100 * score), 'of 100')
  for (const [id, [name, unit]] of Object.entries(METRICS)) {
    const value = audits[id].numericValue
    row(name, unit === 's' ? (value / 1000).toFixed(1) : unit === 'ms' ? Math.round(value) : value.toFixed(3), unit)
  }
  console.error(`load ${loadavg()[0].toFixed(1)}, ${environment.hostUserAgent}, benchmark index ${environment.benchmarkIndex}`)
}

const folder = mkdtempSync(join(tmpdir(), 'flank-lighthouse-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
const site = await Site.start({ folder: dist, isolated: false, offline: true })
const reports = []
for (let number = 0; number < Number(visits); number++) {
  const file = join(folder, `${number}.json`)
  const report = await visit(site.url, file)
  reports.push(report)
  console.error(`visit ${number + 1}: ${Math.round(100 * report.categories.performance.score)}`)
}
await site.stop()
reports.sort((a, b) => a.categories.performance.score - b.categories.performance.score)
const median = reports[reports.length >> 1]
if (kept) writeFileSync(kept, brief(median))
print(median)
