// SPDX-License-Identifier: MIT
//
// The beginnings of games: an XOT opening, moves at random, the moves of a link, even of the same one again.
//   node test_beginnings.mjs DIST_FOLDER
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { Site, Tests } from './harness.mjs'
import { movesOf, plies, unfold } from './play_page.mjs'

const tests = new Tests()
const site = await Site.start()
const STILL = { reducedMotion: 'reduce' }
const lines = readFileSync(new URL('../../data/xot-openings.txt', import.meta.url), 'utf8').split('\n')

/** A new game of two people, from the dialog. */
async function begin(page, game, opening) {
  await page.click('text="New game"')
  const dialog = page.locator('dialog[open]')
  await dialog.locator(`input[name=game][value=${game}]`).check({ force: true })
  await dialog.locator('input[name=side][value="2"]').check({ force: true })
  await unfold(page)
  await dialog.locator('select[name=opening-moves]').selectOption(opening)
  await dialog.locator('text="Start"').click()
  await dialog.waitFor({ state: 'detached' })
}
const having = (page, count) => page.waitForFunction(count => document.querySelectorAll('.moves .move').length === count, count)

await tests.run('XOT: eight moves of the list, and the game goes on from there', async () => {
  const page = await tests.open(site.url, STILL)
  const seen = new Set()
  for (let game = 0; game < 3; game++) {
    await begin(page, 'othello', 'xot')
    await having(page, 8)
    const line = (await movesOf(page)).join('')
    assert.ok(lines.includes(line), line)
    seen.add(line)
  }
  assert.ok(seen.size > 1) // equal three times: once in thirteen million tests
  await page.locator('.board [aria-label*="legal move"]').first().click()
  await having(page, 9)
})

await tests.run('moves at random, in every game; XOT in Othello alone', async () => {
  const page = await tests.open(site.url, STILL)
  for (const game of ['othello', 'tothello', 'loa', 'draughts']) {
    await begin(page, game, 'random')
    await having(page, 4)
    await page.click('text="New game"')
    const kinds = await page.locator('dialog[open] select[name=opening-moves] option').evaluateAll(all => all.map(one => one.value))
    assert.deepEqual(kinds, game === 'othello' ? ['usual', 'xot', 'random'] : ['usual', 'random'])
    await page.keyboard.press('Escape')
  }
})

await tests.run('the kind of opening stays for the next game, and Play again draws anew or takes the same one', async () => {
  const page = await tests.open(site.url, STILL)
  await begin(page, 'othello', 'xot')
  await having(page, 8)
  const resign = async () => {
    await page.locator('.board [aria-label*="legal move"]').first().click()
    await having(page, 9)
    await page.click('text="Resign"')
    await page.locator('dialog.ask').getByRole('button', { name: 'Resign' }).click()
  }
  const line = async () => (await movesOf(page)).slice(0, 8).join('')
  const first = await line()
  await resign()
  await page.click('text="Same opening"')
  await having(page, 8)
  assert.equal(await line(), first)
  const seen = new Set([first])
  for (let game = 0; game < 3; game++) {
    await resign()
    await page.click('text="Play again"')
    await having(page, 8)
    assert.ok(lines.includes(await line()), await line())
    seen.add(await line())
  }
  assert.ok(seen.size > 1) // equal four times: once in fifty billion tests
  await page.reload()
  await having(page, 8)
  await page.click('text="New game"')
  const select = page.locator('dialog[open] select[name=opening-moves]')
  assert.equal(await select.inputValue(), 'xot')
  await page.locator('dialog[open] input[name=game][value=loa]').check({ force: true })
  assert.equal(await select.inputValue(), 'usual')
})

await tests.run('XOT, whose lines are even by the usual rules, is offered for no others', async () => {
  const page = await tests.open(site.url, STILL)
  await page.click('text="New game"')
  await page.click('dialog[open] details summary')
  const kinds = page.locator('dialog[open] select[name=opening-moves] option')
  for (const [rule, value] of [['goal', 'fewest'], ['board', '6']]) {
    assert.equal(await kinds.count(), 3)
    await page.selectOption(`dialog[open] select[name=${rule}]`, value)
    assert.deepEqual(await kinds.evaluateAll(all => all.map(one => one.value)), ['usual', 'random'])
    await page.selectOption(`dialog[open] select[name=${rule}]`, { index: 0 })
  }
})

await tests.run('a list that cannot be fetched is told in the dialog, and fetched the next time', async () => {
  const page = await tests.open(undefined, STILL)
  let there = false
  await page.route(/xot-openings/, route => (there ? route.continue() : route.abort()))
  await page.goto(site.url)
  await page.click('text="New game"')
  const dialog = page.locator('dialog[open]')
  await dialog.locator('input[name=side][value="2"]').check({ force: true })
  await unfold(page)
  await dialog.locator('select[name=opening-moves]').selectOption('xot')
  await dialog.locator('text="Start"').click()
  await dialog.getByText('The list of openings cannot be loaded now.').waitFor()
  there = true
  await dialog.locator('text="Start"').click()
  await having(page, 8)
})

await tests.run('a link to play that is opened again opens again', async () => {
  const page = await tests.open(`${site.url}#/play`, STILL)
  await page.waitForSelector('.play [role=grid]')
  const open = async () => {
    await page.evaluate(() => (location.hash = '#/play?g=f5d6c3'))
    await page.waitForSelector('.play .moves .move.current[data-ply="3"]')
    await page.waitForFunction(() => location.hash === '#/play')
  }
  await open()
  await page.keyboard.press('u')
  await page.waitForSelector('.play .moves .move.current:not([data-ply="3"])')
  await open()
  assert.equal(await plies(page), 3)
})

await site.stop()
await tests.end()
