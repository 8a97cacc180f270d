// SPDX-License-Identifier: MIT
//
// The package's example in Chromium, on hosts with and without shared memory.   node test_example.mjs PACKAGE
import assert from 'node:assert/strict'
import { Site, Tests } from '../web/harness.mjs'

const tests = new Tests()
const VERDICTS = ['best', 'good', 'inaccuracy', 'mistake', 'blunder']

for (const isolated of [true, false])
  await tests.run(`the example reviews a game, ${isolated ? 'with threads' : 'with one thread'}`, async () => {
    const site = await Site.start({ isolated, index: 'example/index.html' })
    const page = await tests.open(`${site.url}example/index.html`)
    await page.click('button:not(:disabled)')
    await page.waitForSelector('tr:nth-child(12)')
    await page.waitForSelector('button:not(:disabled)')
    const rows = await page.$$eval('tbody tr', rows => rows.map(row => [...row.cells].map(cell => cell.textContent)))
    assert.equal(rows.length, 12)
    assert.deepEqual(rows.slice(0, 3).map(([move]) => move), ['f5', 'd6', 'c3'])
    for (const [, value, verdict] of rows) assert.ok(Number.isFinite(Number(value)) && VERDICTS.includes(verdict), [value, verdict].join())
    assert.equal(site.requests.has('dist/files/flank-threads.wasm'), isolated)
    assert.equal(site.requests.has('dist/files/flank.wasm'), !isolated)
    await page.fill('textarea', 'hello')
    await page.click('button')
    await page.waitForFunction(() => /neither a game nor a position/.test(document.querySelector('output').value))
    await site.stop()
  })

await tests.run('a file that is missing is told in one line', async () => {
  const site = await Site.start({ index: 'example/index.html' })
  site.allows = name => !name.endsWith('.weights')
  const page = await tests.open(`${site.url}example/index.html`)
  await page.waitForFunction(() => document.querySelector('output').value)
  const said = await page.$eval('output', output => output.value)
  assert.match(said, /^flank: a file of the package cannot be read: \S*othello\.weights: 503[^\n]*$/)
  await site.stop()
})

await tests.end()
