// SPDX-License-Identifier: MIT
//
// Setting up: by mouse, by keyboard, by text; what cannot be is told; and on from there.
import assert from 'node:assert/strict'
import { Site, speak, Tests } from './harness.mjs'
import { squares } from './review_page.mjs'

const tests = new Tests()
const site = await Site.start()
const address = `${site.url}#/setup`
const clipboard = { permissions: ['clipboard-read', 'clipboard-write'] }

const style = (page, name) => page.locator(`.setup-texts [data-style="${name}"] code`).textContent()

await tests.run('pieces by the mouse: placed, taken away, painted, taken back', async () => {
  const page = await tests.open(address)
  await page.waitForSelector('.palette')
  await page.click('button:has-text("Clear")')
  await page.click('[data-square=d4]')
  await page.click('.palette label >> nth=1')
  assert.deepEqual(await page.locator('.palette label.chosen input').evaluateAll(all => all.map(each => each.checked)), [true])
  const [from, to] = await Promise.all(['a1', 'e1'].map(square => page.locator(`[data-square=${square}]`).boundingBox()))
  await page.mouse.move(from.x + 10, from.y + 10)
  await page.mouse.down()
  await page.mouse.move(to.x + 10, to.y + 10, { steps: 20 })
  await page.mouse.up()
  assert.equal(await style(page, 'board'), `OOOOO${'-'.repeat(22)}X${'-'.repeat(36)} X`)
  await page.click('[data-square=c1]')
  assert.equal(await style(page, 'board'), `OO-OO${'-'.repeat(22)}X${'-'.repeat(36)} X`)
  await page.keyboard.press('Control+z')
  await page.keyboard.press('Control+z')
  assert.equal(await style(page, 'board'), `${'-'.repeat(27)}X${'-'.repeat(36)} X`)
})

await tests.run('by the keyboard alone', async () => {
  const page = await tests.open(address)
  await page.waitForSelector('.palette')
  await page.focus('button:has-text("Clear")')
  await page.keyboard.press('Enter')
  await page.focus('[role=gridcell][tabindex="0"]')
  await page.keyboard.press('2')
  await page.keyboard.press('Enter')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('1')
  await page.keyboard.press(' ')
  const board = await style(page, 'board')
  assert.match(board, /^-+OX-+ X$/)
  await page.focus('.setup-sides input >> nth=0')
  await page.keyboard.press('ArrowDown')
  assert.match(await style(page, 'board'), / O$/)
})

await tests.run('mirrors, colours, the start', async () => {
  const page = await tests.open(address)
  await page.waitForSelector('.palette')
  await page.click('button:has-text("Clear")')
  await page.click('[data-square=b1]')
  await page.click('button:has-text("↔")')
  assert.match(await style(page, 'board'), /^-{6}X-{57} X$/)
  await page.click('button:has-text("↕")')
  assert.match(await style(page, 'board'), /^-{62}X- X$/)
  await page.click('button:has-text("Swap")')
  assert.match(await style(page, 'board'), /^-{62}O- X$/)
  await page.click('button:has-text("Start")')
  assert.equal(await style(page, 'board'), '---------------------------OX------XO--------------------------- X')
})

await tests.run('a position by other rules is set up, and played by them', async () => {
  const page = await tests.open(address)
  await page.waitForSelector('.palette')
  await page.click('.setup details summary')
  await page.selectOption('.setup select[name=board]', '6')
  await page.selectOption('.setup select[name=goal]', 'fewest')
  await page.locator('.setup-state', { hasText: '32' }).waitFor() // 36 squares, four discs
  await page.click('.setup >> text="Start"')
  assert.equal(await page.inputValue('.setup select[name=board]'), '6')
  await page.click('text="Play from here"')
  await page.locator('.play h1', { hasText: 'Othello · fewest discs · the 36 squares in the middle' }).waitFor()
})

/** A board of 36 squares: no others are drawn, named or reached, and they fill the drawing. */
async function isSmall(page) {
  const board = page.locator('.board')
  await page.waitForFunction(() => document.querySelectorAll('.board [data-square]').length === 36)
  assert.equal(await board.getAttribute('viewBox'), '0.84 0.84 6.32 6.32')
  assert.equal(await page.locator('.board-dot').count(), 0)
  assert.deepEqual(await page.locator('.coordinates text').allTextContents(), [...'bcdefg234567'])
  const [cloth, corner] = await Promise.all(['.board-cloth', '[data-square=b2] .square'].map(part => board.locator(part).boundingBox()))
  assert.ok(Math.abs(cloth.x - corner.x) < 2 && Math.abs(cloth.y - corner.y) < 2, JSON.stringify({ cloth, corner }))
}

await tests.run('the board of 36 squares has no others, wherever it is drawn', async () => {
  const page = await tests.open(address)
  await page.waitForSelector('.board-dot')
  await page.waitForFunction(() => location.hash.includes('g='))
  const start = await page.evaluate(() => location.hash) // the address follows the position after a moment
  await page.click('[data-square=a1]')
  await page.waitForFunction(start => location.hash !== start, start)
  const large = await page.evaluate(() => location.hash)
  await page.click('.setup details summary')
  await page.selectOption('.setup select[name=board]', '6')
  await isSmall(page)
  await page.waitForSelector('.setup-state:not(.bad)') // the disc on a1 is gone with its square
  await page.focus('[data-square][tabindex="0"]')
  for (const key of ['Home', 'PageUp', 'ArrowLeft', 'ArrowUp']) await page.keyboard.press(key)
  assert.equal(await page.evaluate(() => document.activeElement.getAttribute('aria-label')), 'b2, empty')
  await page.click('button:has-text("Share")')
  const picture = decodeURIComponent(await page.getAttribute('.share-picture', 'src'))
  assert.equal(picture.match(/width="1" height="1"/g).length, 36)
  assert.match(picture, /viewBox="0.6 0.6 6.5 6.5"/)
  await page.keyboard.press('Escape')
  await page.waitForFunction(large => location.hash.includes('g=') && location.hash !== large, large)
  const [, packed] = /g=([^&]+)/.exec(page.url())
  for (const view of ['play', 'review', 'study']) {
    await page.evaluate(hash => (location.hash = hash), `#/${view}?g=${packed}`)
    await page.waitForSelector(`.${view} .board`)
    await isSmall(page)
  }
  await page.evaluate(() => (location.hash = '#/setup'))
  await page.click('button:has-text("Undo")')
  await page.waitForFunction(() => document.querySelectorAll('.board [data-square]').length === 64)
  assert.match(await style(page, 'board'), /^X/)
})

await tests.run('what cannot be a position is told by the engine; kings', async () => {
  const page = await tests.open(address)
  await page.waitForSelector('.palette')
  await page.selectOption('.game-choice select', 'draughts')
  await page.click('button:has-text("Clear")')
  await page.waitForSelector('.setup-state.bad')
  assert.equal(await page.locator('a:visible', { hasText: 'Play from here' }).count(), 0)
  await page.click('.palette label >> nth=3')
  await page.click('[data-square=d4]')
  await page.click('.palette label >> nth=0')
  for (const square of ['d6', 'e6', 'f6']) await page.click(`[data-square=${square}]`)
  await page.waitForSelector('.setup-state:not(.bad)')
  assert.equal(await style(page, 'fen'), 'W:WKd4:Bd6,e6,f6')
  assert.match(await page.textContent('.setup-state'), /Legal moves: \d+, empty squares: 60/)
})

for (const [width, height, hasTouch] of [[320, 640, true], [360, 740, true], [375, 667, true], [390, 844, true], [768, 1024, true], [900, 700, false], [1280, 800, false]])
  await tests.run(`no control moves when a position is told to be none, ${width}x${height}`, async () => {
    const page = await tests.open(address, { viewport: { width, height }, hasTouch })
    await page.selectOption('.game-choice select', 'draughts')
    const state = page.locator('.setup-state')
    const places = () =>
      page.$$eval('.setup :is(.setup-onward, .setup-side summary, .setup-side button)', all =>
        all.filter(one => !one.closest('dl')).map(one => `${one.textContent}: ${one.getBoundingClientRect().top + scrollY}`),
      )
    const moved = []
    for (const language of ['en', 'zh-Hant', 'zh-Hans', 'ja', 'tr']) {
      await speak(page, language)
      const clear = page.locator('.setup-side .buttons:not(.setup-onward) button')
      await clear.first().click()
      await page.waitForSelector('.setup-state:not(.bad)')
      const before = await places()
      const compare = async () => {
        await page.waitForSelector('.setup-state.bad')
        for (const [at, place] of (await places()).entries()) if (place !== before[at]) moved.push(`${language}, ${await state.textContent()}: ${before[at]}, ${place}`)
      }
      await page.locator('.palette label').first().click()
      await page.click('[data-square=d1]') // a man that would be a king
      await compare()
      await clear.nth(1).click() // no piece
      await compare()
    }
    assert.deepEqual(moved, [])
  })

for (const [width, height, hasTouch] of [[320, 640, true], [390, 844, true], [768, 1024, true], [1200, 800, false], [1280, 800, false], [1920, 1080, false]])
  await tests.run(`no control moves when a text cannot be read, ${width}x${height}`, async () => {
    const page = await tests.open(address, { viewport: { width, height }, hasTouch })
    await page.waitForSelector('.setup-texts dl')
    const places = () => page.$$eval('.setup-texts :is(button, dt, code)', all => all.map(one => `${one.textContent}: ${one.getBoundingClientRect().top + scrollY}`))
    const told = page.locator('.setup-texts [role=alert]')
    const moved = []
    for (const language of ['en', 'zh-Hant', 'zh-Hans', 'ja', 'tr']) {
      await speak(page, language)
      for (const text of ['nothing of the kind', 'f5d6c3x9', '8/8/8/3qpp2/3Pp3/8/8/8 w', 'W:Wa2:Ba2', `W:W${'a2,'.repeat(40)}`, '(;GM[2]', '{"moves":3}', `[GameType "20"] ${'1. '.repeat(60)}`]) {
        await page.locator('.setup-texts textarea').fill('f5')
        await page.click('.setup-texts form button')
        await page.waitForFunction(() => !document.querySelector('.setup-texts [role=alert]').textContent)
        const before = await places()
        await page.locator('.setup-texts textarea').fill(text)
        await page.click('.setup-texts form button')
        await page.waitForFunction(() => /[^…]/.test(document.querySelector('.setup-texts [role=alert]').textContent))
        for (const [at, place] of (await places()).entries()) if (place !== before[at]) moved.push(`${language}, ${await told.textContent()}: ${before[at]}, ${place}`)
        const cut = await told.evaluate(({ clientHeight, scrollHeight }) => scrollHeight - clientHeight)
        if (cut > 1) moved.push(`${language}, ${await told.textContent()}: ${cut} pixels below its place`)
      }
    }
    assert.deepEqual(moved, [])
  })

for (const [game, text, name] of [
  ['othello', '8/8/8/3ppp2/3Pp3/8/8/8 w', 'fen'],
  ['draughts', 'W:WK36:B9-16', 'numeric'],
  ['loa', '1xxo1x2/2o4o/o3x1oo/8/o1x4o/ox1x3o/7o/1oxxx1x1 x', 'fen'],
  ['tothello', 'redPieces=[D4] blackPieces=[E4,D5,E5,F5] whoseTurn="Red"', 'lists'],
])
  await tests.run(`a position of ${game} as text, copied in every notation, played and reviewed from`, async () => {
    const page = await tests.open(address, clipboard)
    await page.fill('#setup-text', text)
    await page.click('button:has-text("Set up")')
    await page.waitForFunction(value => document.querySelector('.game-choice select').value === value, game)
    const written = await style(page, name)
    assert.ok(written.startsWith(text), `${written} is ${text}`)
    for (const copy of await page.locator('.setup-texts dd button').all()) {
      await copy.click()
      const label = (await copy.getAttribute('aria-label')).replace('Copy as ', '')
      await page.waitForSelector(`.setup-texts [role=status]:has-text("Copied as ${label}.")`)
      assert.equal(await page.evaluate(() => navigator.clipboard.readText()), await copy.locator('xpath=..').locator('code').textContent())
    }
    const here = await squares(page)
    await page.click('a:has-text("Review from here")')
    await page.waitForSelector('.review-title')
    assert.equal(await squares(page), here)
    await page.waitForSelector('.engine-line')
    await page.goBack()
    await page.waitForSelector('.setup')
    await page.click('a:has-text("Play from here")')
    await page.waitForFunction(() => location.hash === '#/play') // so the game of the link is taken
    await page.waitForFunction(
      here => {
        const cells = [...document.querySelectorAll('[role=grid] [role=gridcell]')]
        return cells.map(cell => cell.getAttribute('aria-label').split(',').slice(0, 2).join()).sort().join('; ') === here
      },
      here,
    )
  })

await tests.run('a text that fits several games is one of the chosen game', async () => {
  const page = await tests.open(address)
  await page.locator('.game-choice select').selectOption('loa')
  await page.click('button:has-text("Mirror") >> nth=0')
  const text = (await style(page, 'board')).replace(' X', ' O')
  await page.fill('#setup-text', text)
  await page.click('button:has-text("Set up")')
  await page.waitForFunction(() => document.querySelectorAll('input[name=setup-side]')[1].checked)
  assert.equal(await page.locator('.game-choice select').inputValue(), 'loa')
  assert.equal(await style(page, 'board'), text)
  await page.fill('#setup-text', 'f5d6c3') // no game of Lines of Action
  await page.click('button:has-text("Set up")')
  await page.waitForFunction(() => document.querySelector('.game-choice select').value === 'othello')
})

await tests.run('what is no position is told', async () => {
  const page = await tests.open(address)
  await page.fill('#setup-text', 'W:Wa2:Bb1')
  await page.click('button:has-text("Set up")')
  await page.waitForFunction(() => document.querySelector('.setup-texts [role=alert]').textContent.length > 5)
})

await tests.end()
