// SPDX-License-Identifier: MIT
//
// Puzzles: a wrong move is refuted, the right one is praised and played out to the win, what was answered is remembered; and the
// committed puzzles are what they say, by the solver.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { Site, Tests } from './harness.mjs'

const flank = process.argv[3]
const levels = JSON.parse(readFileSync(new URL('../../web/data/puzzles.json', import.meta.url), 'utf8'))
const tests = new Tests()
const site = await Site.start()
const words = page => page.locator('.puzzles-words')
const press = (page, name) => page.getByRole('button', { name, exact: true }).click()
const playOn = (page, square) => page.locator(`.board [data-square="${square}"]`).click()

await tests.run('every puzzle has exactly one winning move', async () => {
  const puzzles = levels.flat()
  const input = puzzles.map(([position]) => `${position};\n`).join('')
  const args = ['solve', '--json', '--all-moves', '--threads', '2', '-']
  const lines = execFileSync(flank, args, { input, encoding: 'utf8', maxBuffer: 1 << 26 }).trim().split('\n')
  assert.equal(lines.length, puzzles.length)
  assert.equal(puzzles.length, 360)
  for (const [index, [position, move, score, second]] of puzzles.entries()) {
    const { moves } = JSON.parse(lines[index])
    assert.deepEqual([moves[0].move, moves[0].score, moves[1].score], [move, score, second], position)
    assert.ok(score > 0 && second <= 0, position)
  }
})

for (const [width, height] of [
  [1280, 720],
  [1280, 800],
  [390, 844],
])
  await tests.run(`a puzzle says who is to move above its board, and the board is seen whole, ${width} by ${height}`, async () => {
    const page = await tests.open(`${site.url}#/puzzles?level=2`, { viewport: { width, height } })
    const board = await page.waitForSelector('.puzzles .board')
    const box = await board.boundingBox()
    assert.ok(box.y + box.height <= height, `its end is at ${box.y + box.height}`)
    const task = await page.locator('.puzzles h1').boundingBox()
    assert.ok(task.y + task.height <= box.y)
    assert.match(await page.textContent('.puzzles h1'), /Black|White/)
  })

await tests.run('a wrong move is refuted, the right one wins to the end', async () => {
  const page = await tests.open(`${site.url}#/puzzles?level=2`)
  const [position, move] = levels[1][0]
  await page.waitForSelector('.puzzles .board')
  const { moves } = JSON.parse(execFileSync(flank, ['solve', '--json', '--all-moves', '-'], { input: `${position};\n`, encoding: 'utf8' }))
  const bad = moves.at(-1).move
  await playOn(page, bad)
  await words(page).getByText(`✗ ${bad}`).waitFor()
  await press(page, 'Once more')
  await playOn(page, move)
  await words(page).getByText(`✓ ${move} is right`).waitFor()
  await press(page, 'Play it out')
  // The win is kept by the moves that the solver knows.
  for (let moves = [move]; ; ) {
    await page.waitForFunction(() => /Go on|Won|Not won/.test(document.querySelector('.puzzles-words').textContent))
    if (!(await words(page).textContent()).startsWith('Go on')) break
    const board = await page.evaluate(() => document.querySelector('.puzzles-board').dataset.position)
    moves = JSON.parse(execFileSync(flank, ['solve', '--json', '-'], { input: `${board};\n`, encoding: 'utf8' })).pv
    await playOn(page, moves[0])
  }
  assert.match(await words(page).textContent(), /^Won: \+\d+\.$/)
})

await tests.run('what was wrong is to be repeated, what was right is known, after a reload too', async () => {
  const page = await tests.open(`${site.url}#/puzzles?level=1`)
  await page.waitForSelector('.puzzles .board')
  await playOn(page, levels[0][0][1])
  await page.getByText('In this level: 1 known, 0 to repeat, 59 new').waitFor()
  await press(page, 'Next puzzle')
  await press(page, 'Show the move')
  await page.getByText('In this level: 1 known, 1 to repeat, 58 new').waitFor()
  await page.reload()
  await page.getByText('In this level: 1 known, 1 to repeat, 58 new').waitFor()
})

await tests.end()
