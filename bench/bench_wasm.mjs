// SPDX-License-Identifier: MIT
//
// The speed of the browser's engine, beside the native engine in plain C: the endgames of a file, one thread each, the
// same nodes, the least time of some rounds taken in turn.
//   node bench/bench_wasm.mjs build/web/dist build/src/cli/flank [FILE] [ROUNDS]
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { Site, Tests } from '../tests/web/harness.mjs'

const [, , , flank, file = 'data/ffo-show.obf', rounds = '5'] = process.argv
const positions = readFileSync(file, 'utf8').split('\n').map(line => line.split(';')[0].trim()).filter(line => /^[-XO]{64} [XO]$/.test(line))

const native = () =>
  execFileSync(flank, ['solve', file, '--cpu', 'plain', '--threads', '1', '--json'], { encoding: 'utf8' }).trim().split('\n').map(JSON.parse)

async function inBrowser(tests, url) {
  const page = await tests.open(url)
  await page.waitForFunction('globalThis.flank')
  const answers = []
  for (const start of positions)
    answers.push(await page.evaluate(async start => (await flank.engine).request({ ask: 'solve', game: 'othello', start }).done, start))
  await page.context().close()
  return answers
}

const tests = new Tests()
const site = await Site.start({ isolated: false })
const best = { native: [], wasm: [] }
for (let round = 0; round < Number(rounds); round++) {
  for (const [name, answers] of [['native', native()], ['wasm', await inBrowser(tests, site.url)]])
    answers.forEach((answer, i) => {
      if (!best[name][i] || answer.time_s < best[name][i].time_s) best[name][i] = answer
    })
}
const sum = name => best[name].reduce((all, answer) => all + answer.time_s, 0)
console.log('position  score  native: nodes    s      wasm: nodes      s   wasm / native')
positions.forEach((_, i) => {
  const [a, b] = [best.native[i], best.wasm[i]]
  const row = [String(i + 1).padStart(8), String(a.score).padStart(6), String(a.nodes).padStart(14), a.time_s.toFixed(3).padStart(7),
    String(b.nodes).padStart(13), b.time_s.toFixed(3).padStart(7), (a.time_s / b.time_s).toFixed(2).padStart(8)]
  console.log(row.join(' '), a.score === b.score ? '' : `  DIFFERS: ${b.score}`)
})
console.log(`all: ${sum('native').toFixed(3)} s and ${sum('wasm').toFixed(3)} s: ${(sum('native') / sum('wasm')).toFixed(2)} of plain C's speed`)
await site.stop()
await tests.browser.close()
