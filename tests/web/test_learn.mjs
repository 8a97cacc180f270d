// SPDX-License-Identifier: MIT
//
// The view that teaches the games: all tasks of a game by keyboard and all of another one by mouse, answers to wrong moves, progress that
// is kept, addresses, and the way there from the choice of a new game.
import assert from 'node:assert/strict'
import { Site, Tests } from './harness.mjs'
import { drag, square, unfold } from './play_page.mjs'

const tests = new Tests()
const site = await Site.start()
const words = page => page.locator('.learn-words')
const button = (page, name) => page.getByRole('button', { name, exact: true })
const task = page => page.locator('.learn-board').getAttribute('data-task')
const taskShown = (page, id) => page.waitForSelector(`[data-task="${id}"] .board`)
const focused = page => page.evaluate(() => document.activeElement.dataset.square)

async function open(address, options) {
  const page = await tests.open(`${site.url}#/learn${address}`, options)
  await page.waitForSelector('.learn-board .board')
  return page
}

/** Press a square with arrow keys and Enter; the focus is on the board. `up`: the key towards row 8. */
async function pressByKeys(page, name, up = 'ArrowUp') {
  const down = up === 'ArrowUp' ? 'ArrowDown' : 'ArrowUp'
  for (let from = await focused(page); from !== name; from = await focused(page)) {
    assert.ok(from, 'the focus is on the board')
    if (from[0] !== name[0]) await page.keyboard.press(from[0] < name[0] ? 'ArrowRight' : 'ArrowLeft')
    else await page.keyboard.press(from[1] < name[1] ? up : down)
  }
  await page.keyboard.press('Enter')
}

await tests.run('all tasks of Lines of Action by keyboard', async () => {
  const page = await open('?game=loa')
  assert.equal(await task(page), 'loa.count')
  await page.locator('.learn-board [data-square][tabindex="0"]').focus()
  const moves = { 'loa.count': 'b1h1', 'loa.capture': 'd3a3', 'loa.jump': 'c3f3', 'loa.connect': 'g3e5', 'loa.alone': 'f3e3' }
  for (const [id, move] of Object.entries(moves)) {
    await taskShown(page, id)
    await page.waitForFunction(() => document.activeElement.dataset.square) // the focus goes on with the task
    for (const name of move.match(/../g)) await pressByKeys(page, name)
    await words(page).getByText('✓').waitFor()
    if (id !== 'loa.alone') await page.keyboard.press('n')
  }
  await page.getByText('You have solved all five tasks').waitFor()
  await page.keyboard.press('n')
  await taskShown(page, 'othello.two')
  await page.waitForFunction(() => document.activeElement.dataset.square)
})

await tests.run('all tasks of Turkish draughts by mouse, and on to a game of it', async () => {
  const page = await open('?game=draughts')
  const moves = { 'draughts.sideways': 'c3d3', 'draughts.most': 'c4e8', 'draughts.offer': 'd4d5', 'draughts.landing': 'a4g4', 'draughts.block': 'c1h1' }
  for (const [id, move] of Object.entries(moves)) {
    await taskShown(page, id)
    const [from, to] = move.match(/../g)
    if (id === 'draughts.block') await drag(page, from, to)
    else for (const name of [from, to]) await square(page, name).click()
    await words(page).getByText('✓').waitFor()
    if (id !== 'draughts.block') await button(page, 'Next task').click()
  }
  await page.getByRole('link', { name: 'Play a game of it' }).click()
  await page.waitForSelector('.play .board')
  assert.equal(await page.locator('main h1').textContent(), 'Turkish draughts')
})

await tests.run('a wrong move is answered with the reason, taken back, and can be shown right', async () => {
  const page = await open('?game=othello&task=1')
  await square(page, 'c2').click()
  await words(page).getByText('Pieces turned here: 1').waitFor()
  await button(page, 'Try again').click()
  assert.equal(await words(page).textContent(), '')
  assert.ok(await focused(page)) // the button is gone, the focus is on the board
  await square(page, 'd2').click()
  await page.keyboard.press('u')
  await square(page, 'd2').click()
  await button(page, 'Show me').click()
  await words(page).getByText('c5 is a move that does it').waitFor()
  await button(page, 'Try again').click()
  assert.equal(await page.locator('.learn-steps a').first().textContent(), '1') // shown is not solved
  await square(page, 'c5').click()
  await words(page).getByText('✓ Well done!').waitFor()
  assert.equal(await page.locator('.learn-steps a').first().getAttribute('aria-label'), 'Task 1, solved')
})

await tests.run('the keys are told within the window, beside the rules', async () => {
  for (const [locale, game] of [['en', 'othello'], ['en', 'loa'], ['tr', 'draughts']]) {
    const page = await open(`?game=${game}`, { viewport: { width: 1280, height: 800 }, locale })
    assert.ok(await page.locator('.learn-rules').first().evaluate(({ open }) => open))
    const { y, height } = await page.locator('.of-keys').boundingBox()
    assert.ok(y + height <= 800, `${game}: ${y + height}`)
  }
})

await tests.run('the answer is in sight on a small phone, and so is the next task', async () => {
  const page = await open('?game=othello&task=1', { viewport: { width: 320, height: 640 }, hasTouch: true })
  await square(page, 'c5').tap()
  await words(page).getByText('✓').waitFor()
  const inSight = async locator => {
    const { y, height } = await locator.boundingBox()
    return y >= 0 && y + height <= 640
  }
  assert.ok(await inSight(words(page)))
  assert.ok(await inSight(button(page, 'Next task')))
  await button(page, 'Next task').tap()
  await taskShown(page, 'othello.directions')
  assert.ok(await inSight(page.locator('.learn-goal h2')))
})

for (const [width, height] of [[360, 740], [390, 844], [1280, 800]])
  await tests.run(`"Next task" stands right below the board, and stays there in every state: ${width}x${height}`, async () => {
    for (const locale of ['en', 'zh-TW', 'zh-CN', 'ja', 'tr']) {
      const page = await open('?game=othello&task=1', { viewport: { width, height }, locale })
      const buttons = page.locator('.learn-view .table-under button')
      const place = async () => Object.values(await buttons.last().boundingBox()).map(Math.round).join(' ')
      const asked = await place()
      const [board, next] = await Promise.all([page.locator('.learn-board .board').boundingBox(), buttons.last().boundingBox()])
      assert.ok(next.y - board.y - board.height <= 16)
      await square(page, 'c2').click()
      await page.waitForFunction(() => document.querySelectorAll('.learn-view .table-under button').length === 3)
      const wrong = await place()
      await buttons.nth(1).click()
      await page.waitForFunction(() => document.querySelectorAll('.learn-view .table-under button').length === 2)
      const shown = await place()
      await buttons.first().click()
      await square(page, 'c5').click()
      await words(page).getByText('✓').waitFor()
      assert.deepEqual([wrong, shown, await place()], [asked, asked, asked], locale)
      await page.context().close()
    }
  })

await tests.run('a square where nothing can be played is explained, by click and by drag', async () => {
  const page = await open('?game=othello&task=1')
  await square(page, 'a1').click()
  await words(page).getByText('a1 would turn nothing').waitFor()
  await page.goto(`${site.url}#/learn?game=loa&task=5`)
  await taskShown(page, 'loa.alone')
  await square(page, 'c4').click()
  await square(page, 'c8').click()
  await words(page).getByText('Pieces on the line from c4 to c8: 1').waitFor()
  await drag(page, 'd4', 'd6')
  await words(page).getByText('A white piece stands in the way to d6').waitFor()
})

await tests.run('one may pass where the rules allow it', async () => {
  const page = await open('?game=tothello&task=5')
  await square(page, 'a1').click()
  await words(page).getByText('The game goes on').waitFor()
  await button(page, 'Try again').click()
  await button(page, 'Pass').click()
  await words(page).getByText('✓ Correct!').waitFor()
  await page.goto(`${site.url}#/learn?game=othello&task=4`)
  await taskShown(page, 'othello.pass')
  assert.equal(await button(page, 'Pass').count(), 0)
})

await tests.run('what was solved is kept, and the next one is what one comes back to', async () => {
  const page = await open('?game=othello')
  await square(page, 'c5').click()
  await words(page).getByText('✓').waitFor()
  assert.equal(await task(page), 'othello.two') // it does not go on by itself
  await page.reload()
  await taskShown(page, 'othello.directions')
  assert.equal(await page.locator('.learn-steps a[aria-label$=solved]').count(), 1)
  await page.evaluate(() => localStorage.setItem('flank.learn', '{"damaged":')) // as a stranger may leave it
  await page.reload()
  await taskShown(page, 'othello.two')
})

await tests.run('a task has an address, and one that is none leads to the first', async () => {
  const page = await open('?game=loa&task=3')
  assert.equal(await task(page), 'loa.jump')
  for (const [address, id] of [['?game=loa&task=9', 'loa.count'], ['?game=chess', 'othello.two'], ['?game=draughts&task=x', 'draughts.sideways']]) {
    await page.goto(`${site.url}#/learn${address}`)
    await taskShown(page, id)
  }
  await page.goBack()
  await taskShown(page, 'othello.two')
})

await tests.run('the choice of a new game leads there', async () => {
  const page = await tests.open(`${site.url}#/play`)
  await page.click('text="New game"')
  await page.locator('dialog[open] input[value=loa]').check({ force: true })
  await page.getByRole('dialog').getByRole('link', { name: 'How is this played?' }).click()
  await taskShown(page, 'loa.count')
  assert.equal(await page.locator('dialog').count(), 0)
})

await tests.run('a game by other rules leads to words that are true for it', async () => {
  const page = await tests.open(`${site.url}#/play`)
  await page.click('text="New game"')
  const dialog = page.getByRole('dialog')
  await unfold(page)
  await dialog.locator('select[name=goal]').selectOption('fewest')
  await dialog.locator('select[name=board]').selectOption('6')
  await dialog.getByText('Start', { exact: true }).click()
  await page.locator('.play .how').click()
  await taskShown(page, 'othello.two')
  const rules = page.locator('.learn-rules').first()
  assert.ok(await rules.evaluate(({ open }) => open))
  assert.equal(await rules.locator('summary').textContent(), 'The rules · fewest discs · the 36 squares in the middle')
  assert.match(await rules.textContent(), /only the 36 squares from b2 to g7.*At the start, two discs of each colour stand in the middle.*fewest discs win.*by the usual rules/)
  assert.doesNotMatch(await rules.textContent(), /most discs|64/)
  const others = page.locator('.learn-rules.others')
  await others.locator('summary').click()
  assert.match(await others.locator('ul').innerText(), /64 squares.*\n.*most discs win/)
  await button(page, 'Next task').click()
  await taskShown(page, 'othello.directions')
  await page.locator('.learn-steps a').last().click()
  await taskShown(page, 'othello.end')
  assert.match(await rules.textContent(), /fewest discs win/)
  await page.goto(`${site.url}#/learn?game=othello&rules=goal=nobody,loa=3`)
  await page.waitForFunction(() => /most discs win/.test(document.querySelector('.learn-rules').textContent))
  assert.equal(await rules.locator('summary').textContent(), 'The rules')
})

await tests.run('its texts follow the language, and are there without a network', async () => {
  site.offline = true
  const page = await open('?game=othello&task=3', { locale: 'ja' })
  await page.getByRole('heading', { name: '隅を取ってください。' }).waitFor()
  await page.evaluate(() => navigator.serviceWorker.ready.then(kept => kept.active.state))
  await page.reload()
  await page.context().setOffline(true)
  await page.goto(`${site.url}#/settings`)
  await page.locator('select').selectOption('tr')
  await page.goto(`${site.url}#/learn?game=othello&task=3`)
  await page.getByRole('heading', { name: 'Bir köşeyi alın.' }).waitFor()
})

await tests.end()
