// SPDX-License-Identifier: MIT
//
// The view of a farm behind `flank serve --farm`: fetched when it is shown, live, without barriers, in every language, on a narrow
// phone; and a server without a farm has no such view.
//   node test_farm.mjs DIST_FOLDER FLANK
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { require, Tests } from './harness.mjs'
import { serve } from './serving.mjs'

const flank = process.argv[3]
const list = fileURLToPath(new URL('../golden/farm_list.obf', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'flank-farm-'))
const store = join(folder, 'farm.db')
const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8')
const tests = new Tests()
execFileSync(flank, ['farm', 'init', store])
execFileSync(flank, ['farm', 'submit', store, 'solve', list, '--name', 'list'])
const server = await serve(flank, { args: ['--farm', store] })

const violations = page =>
  page.evaluate(async source => {
    globalThis.axe ?? new Function(source)()
    return (await globalThis.axe.run()).violations.map(({ id, nodes }) => `${id}: ${nodes[0].html}`)
  }, axe)

for (const [locale, colorScheme, width] of [
  ['en', 'light', 1200],
  ['zh-TW', 'dark', 320],
  ['zh-CN', 'light', 320],
  ['ja', 'dark', 1200],
  ['tr', 'light', 320],
])
  await tests.run(`it has no barriers and fits, ${locale}, ${colorScheme}, ${width}`, async () => {
    const page = await tests.open(undefined, { locale, colorScheme, viewport: { width, height: 700 }, bypassCSP: true })
    await page.goto(`${server.url}#/farm`)
    await page.waitForSelector('[data-run=list] progress')
    await page.waitForFunction(() => !document.querySelector('.loading'))
    assert.deepEqual(await violations(page), [])
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= width)
  })

await tests.run('it is fetched when it is shown, by keyboard, and follows a worker', async () => {
  const page = await tests.open()
  const fetched = []
  page.on('request', request => /farm-.*js$/.test(request.url()) && fetched.push(request.url()))
  await page.goto(server.url)
  const link = page.locator('nav a[href="#/farm"]')
  await link.focus()
  assert.equal(fetched.length, 0)
  await page.keyboard.press('Enter')
  const bar = page.locator('[data-run=list] progress')
  await bar.waitFor()
  assert.equal(fetched.length, 1)
  assert.equal(await bar.evaluate(of => of.value), 0)
  execFileSync(flank, ['work', store, '--until-empty'])
  await page.waitForFunction(() => {
    const of = document.querySelector('[data-run=list] progress')
    return of.value === of.max && of.max > 1
  })
  const name = await bar.getAttribute('aria-label')
  assert.match(name, /^list: (\d+) of \1 tasks done$/)
})

await tests.run('a run whose question is named as its kind says it once', async () => {
  execFileSync(flank, ['farm', 'submit', store, 'match', 'flank:level=1', 'flank:level=2', '--games', '2', '--name', 'levels'])
  const page = await tests.open(`${server.url}#/farm`)
  await page.waitForSelector('[data-run=levels]')
  assert.equal(await page.locator('[data-run=levels] p').first().textContent(), 'match · open')
})

await tests.run('a server without a farm has no such view', async () => {
  const other = await serve(flank)
  const page = await tests.open(`${other.url}#/farm`)
  await page.waitForSelector('[data-square=d3]')
  assert.equal(await page.locator('nav a[href="#/farm"]').count(), 0)
  await other.stop()
})

await server.stop()
rmSync(folder, { recursive: true })
await tests.end()
