// SPDX-License-Identifier: MIT
//
// A game of two friends, each with the page elsewhere: it goes to and fro as links, and no server knows of it.
import assert from 'node:assert/strict'
import { drawn, pageModule, Site, Tests } from './harness.mjs'
import { begin, movesOf, plies, square, status } from './play_page.mjs'

const tests = new Tests()
const site = await Site.start()
const clipboard = { permissions: ['clipboard-read', 'clipboard-write'] }
const button = page => page.locator('.now')

/** Press the button that copies the link, and read it. */
async function linkOf(page) {
  await page.click('text="Copy the link"')
  await page.waitForSelector('.now:has-text("Copied.")')
  return page.evaluate(() => navigator.clipboard.readText())
}

async function played(page, name, count) {
  await square(page, name).click()
  await page.waitForFunction(count => document.querySelectorAll('.moves .move').length === count, count)
}

async function follow(page, link, count) {
  await page.goto(link)
  await page.waitForFunction(count => document.querySelectorAll('.moves .move').length === count, count)
  await page.waitForFunction(() => location.hash === '#/play')
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

/** Wait until the history has just these games, the newest first. */
async function historyHas(page, ...patterns) {
  await page.goto(`${site.url}#/history`)
  await page.waitForFunction(
    sources => {
      const texts = [...document.querySelectorAll('.history-row')].map(row => row.textContent)
      return texts.length === sources.length && sources.every((source, place) => new RegExp(source, 'i').test(texts[place]))
    },
    patterns.map(({ source }) => source),
  )
}

/** Play moves in turn, each sent to the other one by link. */
async function exchange(pair, moves) {
  const first = await plies(pair[0])
  for (const [ply, name] of moves.entries()) {
    const [mover, other] = ply % 2 ? [pair[1], pair[0]] : pair
    await played(mover, name, first + ply + 1)
    await follow(other, await linkOf(mover), first + ply + 1)
  }
}

/** Two pages, the first of which has begun a game with the second. */
async function pairOf() {
  const pair = [await tests.open(site.url, clipboard), await tests.open(site.url, clipboard)]
  for (const page of pair) await page.waitForSelector('.board')
  await begin(pair[0], { sides: 4 })
  return pair
}

await tests.run('a game that goes to and fro is one of the history of each, which grows, and names the friend', async () => {
  const [ann, bob] = await pairOf()
  await exchange([ann, bob], ['f5', 'd6', 'c3', 'd3'])
  await begin(ann, { sides: 0 }) // the friend's answer comes while something else is on the board
  await follow(ann, await bob.evaluate(() => navigator.clipboard.readText()), 4)
  await exchange([ann, bob], ['c4', 'f4', 'f6'])
  await historyHas(ann, /Unfinished.*You played black against a friend.*Moves: 6/)
  await historyHas(bob, /You played white against a friend.*Moves: 7/)
  await ann.click('text="Go on"')
  await ann.waitForFunction(() => document.querySelectorAll('.moves .move').length === 7)
})

await tests.run('three games with friends at once are three of the history, each of which grows', async () => {
  const ann = await tests.open(site.url, clipboard)
  await ann.waitForSelector('.board')
  const games = [['f5', 'd6', 'c3'], ['f5', 'f6', 'e6'], ['f5', 'f4', 'e3']]
  const friends = []
  for (const moves of games) {
    const friend = await tests.open(site.url, clipboard)
    friends.push(friend)
    await friend.waitForSelector('.board')
    await begin(ann, { sides: 4 })
    await ann.waitForFunction(() => document.querySelectorAll('.moves .move').length === 0)
    await exchange([ann, friend], moves)
  }
  // The first friend's answer: neither the game on the board nor the one that was set aside.
  await played(friends[0], 'd3', 4)
  await follow(ann, await linkOf(friends[0]), 4)
  await exchange([ann, friends[0]], ['c4', 'f4'])
  await begin(ann, { sides: 0 })
  await historyHas(ann, /Moves: 3/, /Moves: 3/, /Moves: 6/)
})

await tests.run('one who resigns tells it by the link, which is checked, and both have the end in the history', async () => {
  const [ann, bob] = await pairOf()
  await exchange([ann, bob], ['d3', 'c3', 'c4'])
  await bob.click('.play >> text="Resign"')
  await bob.locator('dialog.ask').getByRole('button', { name: 'Resign' }).click()
  await bob.waitForFunction(() => /^You lost: you have resigned/.test(document.querySelector('[data-testid=status]').textContent))
  const link = await linkOf(bob)
  const ended = /Black won.*by resignation.*Moves: 3/
  await historyHas(bob, ended) // a page that is left sooner has not kept it yet
  await bob.goBack()
  await bob.reload()
  await bob.waitForSelector('text="Copy the link"')
  for (const changed of [link.slice(0, -1), link.replace('resigned=white', 'resigned=black')]) {
    await ann.goto(changed)
    await ann.locator('[role=alert]', { hasText: 'This link is damaged' }).waitFor()
    assert.match(await status(ann), /Your friend’s move/)
  }
  await ann.goto(link)
  await ann.waitForFunction(() => /^You won: the other side resigned/.test(document.querySelector('[data-testid=status]').textContent))
  assert.deepEqual(await ann.locator('.player-name').allTextContents(), ['You', 'Friend'])
  assert.equal(await button(ann).filter({ hasText: 'Copy the link' }).count(), 0)
  for (const page of [ann, bob]) await historyHas(page, ended)
})

await tests.run('the engine gives no help until the game of two friends is over', async () => {
  const page = await tests.open(`${site.url}#/play?g=XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXO-%20X&with=friend`, clipboard)
  await page.waitForFunction(() => /^Your move/.test(document.querySelector('[data-testid=status]')?.textContent))
  const thoughts = page.getByLabel('Show what the engine thinks')
  await page.waitForSelector('.icon-bar [aria-keyshortcuts=H]:disabled', { state: 'attached' })
  assert.ok(await thoughts.isDisabled())
  await page.keyboard.press('h')
  await drawn(page)
  assert.equal(await page.locator('.engine').count(), 0)
  await page.click('.icon-bar .menu > summary')
  assert.equal(await page.getByLabel('Stable discs').count(), 0)
  await square(page, 'h8').click()
  await page.waitForFunction(() => /^You won/.test(document.querySelector('[data-testid=status]').textContent))
  await thoughts.check()
  await page.waitForSelector('.engine')
})

await tests.run('a link in which somebody else resigns for one leaves the own game as it is', async () => {
  const [ann, bob] = await pairOf()
  await exchange([ann, bob], ['d3', 'c3'])
  const { checkOf } = await pageModule('game/share.ts')
  await bob.reload()
  const [address, packed] = /^.*[?]g=([^&]*)/.exec(await linkOf(bob))
  await ann.goto(`${address}&with=friend&resigned=black.${checkOf(`${packed}.black`)}`)
  await ann.waitForSelector('text="The game that you were playing is set aside."')
  await ann.click('text="Back to it"')
  assert.match(await status(ann), /Your move: black/i)
})

await tests.run('the rules that were chosen stand over the game, at the friend’s, too', async () => {
  const ann = await tests.open(site.url, clipboard)
  await ann.click('text="New game"')
  await ann.locator('dialog[open] input[name=side][value="4"]').check({ force: true })
  await ann.click('dialog[open] details summary')
  await ann.selectOption('dialog[open] select[name=goal]', 'fewest')
  await ann.click('dialog[open] >> text="Start"')
  await played(ann, 'd3', 1)
  const bob = await tests.open(await linkOf(ann))
  for (const page of [ann, bob]) await page.locator('.play h1', { hasText: 'Othello · fewest discs' }).waitFor()
})

await tests.run('the one who plays the second colour sends the first link, and no clock is offered', async () => {
  const page = await tests.open(site.url, clipboard)
  await page.waitForSelector('.board')
  await page.click('text="New game"')
  await page.locator('dialog[open] input[name=side][value="5"]').check({ force: true })
  assert.ok(await page.locator('dialog[open] select[name=clock]').isDisabled())
  await page.click('dialog[open] >> text="Start"')
  assert.match(await status(page), /Your friend’s move, black/i)
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
  await page.evaluate(async () => {
    document.querySelector('[data-square=d3]').dispatchEvent(new MouseEvent('click', { bubbles: true }))
    for (const _ of 'xxx') await null // so far the press itself
    document.querySelector('.now').click() // copies
  })
  await drawn(page)
  assert.equal(await page.textContent('.now'), 'Copied.')
  assert.match(await page.evaluate('copied'), /#\/play\?g=.+&with=friend$/)
})

await tests.run('on a telephone the button sends the link by its own way, and says so', async () => {
  const page = await tests.open(undefined, { hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } })
  await page.addInitScript(() => Object.defineProperty(navigator, 'share', { value: async ({ url }) => (globalThis.sent = url) }))
  await page.goto(site.url)
  await page.waitForSelector('.board')
  await begin(page, { sides: 4 })
  await played(page, 'd3', 1)
  assert.equal(await page.textContent('.now'), 'Send the link')
  await page.click('.now')
  assert.match(await page.evaluate('sent'), /#\/play\?g=.+&with=friend$/)
})

await tests.run('a browser that does not copy is told of', async () => {
  const page = await tests.open(undefined)
  await page.addInitScript(() => (navigator.clipboard.writeText = async () => { throw new Error('no') }))
  await page.goto(site.url)
  await page.waitForSelector('.board')
  await begin(page, { sides: 5 })
  await page.click('.now')
  await page.waitForSelector('.now:has-text("Not copied.")')
})

await tests.end()
