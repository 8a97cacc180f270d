// SPDX-License-Identifier: MIT
//
// A game of two friends, each with the page elsewhere: it goes to and fro as links, and no server knows of it.
import assert from 'node:assert/strict'
import { Site, Tests } from './harness.mjs'
import { begin, movesOf, plies, square, status } from './play_page.mjs'

const tests = new Tests()
const site = await Site.start()
const clipboard = { permissions: ['clipboard-read', 'clipboard-write'] }
const button = page => page.locator('.situation button')

/** Press the button that copies the link, and read it. */
async function linkOf(page) {
  await page.click('text="Copy the link for your friend"')
  await page.waitForSelector('.situation button:has-text("Copied.")')
  return page.evaluate(() => navigator.clipboard.readText())
}

async function played(page, name, count) {
  await square(page, name).click()
  await page.waitForFunction(count => document.querySelectorAll('.moves .move').length === count, count)
}

async function follow(page, link, count) {
  await page.goto(link)
  await page.waitForFunction(count => document.querySelectorAll('.moves .move').length === count, count)
  await page.waitForFunction("location.hash === '#/play'")
}

await tests.run('a game goes to and fro between friends, and goes on after a reload', async () => {
  const ann = await tests.open(site.url, clipboard)
  const bob = await tests.open(site.url, clipboard)
  await ann.waitForSelector('.board')
  await begin(ann, { sides: 4 })
  assert.match(await status(ann), /Your move: black/i)
  await played(ann, 'd3', 1)
  assert.match(await status(ann), /Your friend’s move, white: send the link/i)
  await square(ann, 'c3').click() // it is not Ann's turn
  assert.equal(await plies(ann), 1)

  await bob.waitForSelector('.board')
  await follow(bob, await linkOf(ann), 1)
  assert.match(await status(bob), /Your move: white/i)
  assert.deepEqual(await bob.locator('.player-name').allTextContents(), ['Friend', 'You'])
  await played(bob, 'c3', 2)

  await ann.reload()
  await ann.waitForSelector('.board')
  assert.match(await status(ann), /Your friend’s move/)
  await follow(ann, await linkOf(bob), 2)
  assert.match(await status(ann), /Your move: black/i)
  assert.deepEqual(await ann.locator('.player-name').allTextContents(), ['You', 'Friend'])
  assert.equal(await ann.locator('text="The game that you were playing is set aside."').count(), 0)
  assert.deepEqual(await movesOf(ann), ['d3', 'c3'])
})

await tests.run('the one who plays the second colour sends the first link, and neither clock nor resigning is offered', async () => {
  const page = await tests.open(site.url, clipboard)
  await page.waitForSelector('.board')
  await page.click('text="New game"')
  await page.locator('dialog[open] input[name=side][value="5"]').check({ force: true })
  assert.ok(await page.locator('dialog[open] select[name=clock]').isDisabled())
  await page.click('dialog[open] >> text="Start"')
  assert.match(await status(page), /Your friend’s move, black/i)
  assert.ok(await page.locator('text="Resign"').isDisabled())
  const friend = await tests.open(await linkOf(page))
  await friend.waitForSelector('.board')
  assert.match(await status(friend), /Your move: black/i)
})

await tests.run('who makes the last move sends it, too', async () => {
  const page = await tests.open(`${site.url}#/play?g=XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXO-%20X&with=friend`, clipboard)
  await page.waitForSelector('.board')
  await square(page, 'h8').click()
  await page.waitForFunction(() => /won/.test(document.querySelector('[data-testid=status]').textContent))
  await linkOf(page)
  assert.equal(await button(page).first().textContent(), 'Copied.')
})

await tests.run('a page over plain http, which has no clipboard, copies the link all the same', async () => {
  const page = await tests.open(undefined, clipboard)
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'clipboard', { value: undefined })
    document.addEventListener('copy', () => (globalThis.copied = document.activeElement.value))
  })
  await page.goto(site.url)
  await page.waitForSelector('.board')
  await begin(page, { sides: 4 })
  await played(page, 'd3', 1)
  await page.click('text="Copy the link for your friend"')
  await page.waitForSelector('.situation button:has-text("Copied.")')
  assert.match(await page.evaluate('copied'), /#\/play\?g=.+&with=friend$/)
})

await tests.end()
