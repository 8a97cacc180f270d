// SPDX-License-Identifier: MIT
//
// The contest problems' page: the samples give the command's output, boards are shown one by one, a broken input says where.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { Site, Tests } from './harness.mjs'

const flank = process.argv[3]
const tests = new Tests()
const site = await Site.start()
const open = async problem => {
  const page = await tests.open(`${site.url}#/contests?problem=${problem}`)
  await page.waitForSelector('.contests .board')
  return page
}
const textOf = (page, number) => page.locator('.contests-texts textarea').nth(number).inputValue()
const words = page => page.locator('.contests-steps [role=status]').textContent()

for (const [problem, count, last] of [
  ['uva220', 10, /Game 2: the end of the game/],
  ['uva395', 2, /Case 2: 2[0-9] legal moves/],
  ['tothello', 4, /the best move is c1: 11 own pieces/],
  ['xtreme10', 16, /Case 3: capture 1 of 1|Case 3: 5 ways/],
])
  await tests.run(`${problem}: the page's output is the command's, boards can be walked`, async () => {
    const page = await open(problem)
    const input = await textOf(page, 0)
    assert.equal(await textOf(page, 1), execFileSync(flank, ['contest', problem], { input, encoding: 'utf8' }))
    assert.match(await words(page), /^1 of /)
    await page.locator('.contests-steps input[type=range]').press('End')
    const end = await words(page)
    assert.match(end, last)
    assert.ok(Number(end.split(' of ')[0]) >= Math.min(count, 2))
  })

await tests.run('qoj13463: a game is refereed, a broken rule is named', async () => {
  const page = await open('qoj13463')
  assert.equal(await textOf(page, 1), 'Black -  4 White -  6 *\n')
  await page.locator('.contests-texts textarea').first().fill('(2,3)\n(0,0)\n')
  await page.locator('.contests-failure', { hasText: /^Line 2: “\(0,0\)” is not a legal move of White/ }).waitFor()
})

await tests.run('uva220: a broken input says its line, and what came before is kept', async () => {
  const page = await open('uva220')
  const input = (await textOf(page, 0)).replace('M35', 'M11')
  await page.locator('.contests-texts textarea').first().fill(input)
  await page.locator('.contests-failure', { hasText: /^Line 12: M11 in game 1: not a legal move/ }).waitFor()
  assert.equal(await textOf(page, 1), '(3,5) (4,6) (5,3) (6,4)\n')
  // A board that is none ends the boards, and the page goes on.
  await page.locator('.contests-texts textarea').first().fill(input.replace('---WB---', '---?B---'))
  await page.locator('.contests-failure', { hasText: /^Line / }).waitFor()
})

await tests.end()
