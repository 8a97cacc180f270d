// SPDX-License-Identifier: MIT
//
// Puzzles: a wrong move is refuted, the right one is praised and played out to the win, what was answered is remembered; and the
// committed puzzles are what they say, by the solver.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { holdQuestions, pageModule, Site, Tests } from './harness.mjs'

const flank = process.argv[3]
const wins = JSON.parse(readFileSync(new URL('../../web/data/puzzles-wins.json', import.meta.url), 'utf8'))
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

await tests.run('an address with a level that is none shows the first', async () => {
  const page = await tests.open(`${site.url}#/puzzles?level=nonsense`)
  await page.waitForSelector('.puzzles .board')
  assert.equal(await page.textContent('.puzzles [aria-pressed=true]:has-text("1")'), 'Level 1')
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

await tests.run('the next puzzle begins anew, is drawn with the same squares, and the focus stays on its button', async () => {
  const page = await tests.open(`${site.url}#/puzzles?level=1`)
  const corner = await page.waitForSelector('.puzzles .cell')
  await press(page, 'Show the move')
  await words(page).getByText(levels[0][0][1]).waitFor()
  for (const [position] of [levels[0][1], levels[0][0]]) {
    await press(page, 'Next puzzle')
    await page.waitForSelector(`[data-position="${position}"]`)
    await words(page).getByText('Only one move wins.').waitFor()
    assert.equal(await page.evaluate(() => document.activeElement.textContent), 'Next puzzle')
  }
  assert.ok(await corner.evaluate(one => one.isConnected))
})

await tests.run('a search that nobody waits for any more is stopped: once more, the next puzzle, another view', async () => {
  const page = await tests.open(`${site.url}#/puzzles?level=2`, { reducedMotion: 'reduce' })
  await page.waitForSelector('.puzzles .board')
  const stopped = await holdQuestions(page)
  const errWith = async ([position, right]) => {
    await page.waitForSelector(`.puzzles-board[data-position="${position}"]`)
    const moves = await page.evaluate(start => flank.rules.line({ game: 'othello', start }).legal.map(({ move }) => move), position)
    await playOn(page, moves.find(move => move !== right))
  }
  await errWith(levels[1][0])
  await stopped(false)
  await press(page, 'Once more')
  await stopped(true)
  await errWith(levels[1][0])
  await stopped(true, false)
  await press(page, 'Next puzzle')
  await stopped(true, true)
  await errWith(levels[1][1])
  await stopped(true, true, false)
  await page.evaluate(() => (location.hash = '#/learn'))
  await stopped(true, true, true)
})

await tests.run('an engine that fails while a win is played out is told of, and asked once more', async () => {
  const page = await tests.open(`${site.url}#/puzzles?level=2`, { reducedMotion: 'reduce' })
  await page.waitForSelector('.puzzles .board')
  await playOn(page, levels[1][0][1])
  await words(page).getByText('✓').waitFor()
  await page.evaluate(async () => {
    const engine = await flank.engine
    const { request } = engine
    engine.request = () => {
      engine.request = request
      return { done: Promise.reject(new Error('the engine has failed')), stop() {} }
    }
  })
  await press(page, 'Play it out')
  await words(page).getByText('the engine has failed').waitFor()
  await press(page, 'Play it out')
  await words(page).getByText(/Go on|Won/).waitFor()
})

// ---- Lines of Action and draughts: forced wins

const hint = (game, position, depth, lines = 2) => {
  const args = ['hint', game, '--position', position, '--depth', depth, '--lines', lines, '--hash', 64, '--no-book', '--json']
  return JSON.parse(execFileSync(flank, args.map(String), { encoding: 'utf8' }).trim().split('\n').at(-1))
}

await tests.run('in every puzzle of the other games exactly one move forces the win, in as many moves as its level says', () => {
  assert.deepEqual(Object.keys(wins).sort(), ['draughts', 'loa'])
  for (const [game, list] of Object.entries(wins)) {
    assert.equal(list.length, 3)
    for (const [level, puzzles] of list.entries()) {
      assert.ok(puzzles.length >= [55, 58, 27][level], `${game}, level ${level + 1}: ${puzzles.length}`) // the longest are rare
      for (const [position, move, plies, depth] of puzzles) {
        assert.ok(depth >= 1 && depth <= plies, `${position}: ${depth}`)
        assert.equal(plies, 2 * level + 3)
        const [best] = hint(game, position, plies, 1).moves
        assert.deepEqual([best.move, best.win_in, best.exact], [move, plies, true], position)
        const [, second] = hint(game, position, plies + 2).moves
        assert.equal(second.win_in, undefined, `${position}: ${second.move} wins, too`)
      }
    }
  }
})

await tests.run('no other move of a puzzle wins later: of every fourth puzzle the answers to all moves are searched for a loss', () => {
  for (const [game, list] of Object.entries(wins)) {
    const sheets = list
      .flat()
      .filter((_, index) => index % 4 === 0)
      .flatMap(([position, right]) =>
        hint(game, position, 1, 1000).moves.flatMap(({ move }) => (move === right ? [] : { game, kind: 'game', position, moves: [{ move }] })),
      )
    const input = sheets.map(sheet => JSON.stringify(sheet) + '\n').join('')
    const args = ['solve', game, '--json', '--threads', '2', '--hash', '32', '--nodes', '30000', '-']
    const lines = execFileSync(flank, args, { input, encoding: 'utf8', maxBuffer: 1 << 26 })
    const answers = lines.trim().split('\n').map(line => JSON.parse(line))
    assert.equal(answers.length, sheets.length)
    const others = sheets.filter((_, index) => answers[index].solved && answers[index].score < 0)
    assert.deepEqual(others, [], game)
  }
})

for (const game of ['loa', 'draughts'])
  await tests.run(`${game}: a wrong move is answered, the right one is played out to the win`, async () => {
    const page = await tests.open(`${site.url}#/puzzles`, { reducedMotion: 'reduce' })
    await page.getByRole('button', { name: game === 'loa' ? 'Lines of Action' : 'Turkish draughts' }).click()
    const [position, move, plies] = wins[game][0][0]
    await page.getByRole('heading', { name: `to move and win in ${(plies + 1) / 2}` }).waitFor()
    const make = async name => {
      const squares = name.match(/[a-h][1-8]/g)
      for (const square of [squares[0], ...squares.slice(1)]) await playOn(page, square)
    }
    const all = hint(game, position, 1, 1000).moves
    const bad = all.map(each => each.move).find(name => name !== move && name.match(/[a-h][1-8]/g).length === 2)
    await make(bad)
    await words(page).getByText(`✗ ${bad} does not win in`).waitFor()
    await press(page, 'Once more')
    await make(move)
    await words(page).getByText(`✓ ${move} is right, and wins in 2 moves.`).waitFor()
    await press(page, 'Play it out')
    await words(page).getByText('Go on').waitFor()
    const board = await page.evaluate(() => document.querySelector('.puzzles-board').dataset.position)
    await make(hint(game, board, 1, 1).moves[0].move)
    await words(page).getByText('Won.', { exact: true }).waitFor()
  })

// ---- Places

for (const [width, height] of [[360, 740], [390, 844], [1280, 800]])
  await tests.run(`"Next puzzle" stays where it is in every state, in every language: ${width}x${height}`, async () => {
    for (const locale of ['en', 'zh-TW', 'zh-CN', 'ja', 'tr']) {
      const page = await tests.open(`${site.url}#/puzzles?level=1`, { reducedMotion: 'reduce', locale, viewport: { width, height } })
      await page.waitForSelector('.puzzles .board')
      const buttons = page.locator('.puzzles .table-under button')
      const place = async () => Object.values(await buttons.last().boundingBox()).map(Math.round).join(' ')
      const [position, move] = levels[0][0]
      const asked = await place()
      const wrong = hint('othello', position, 1, 1000).moves.map(each => each.move).find(name => name !== move)
      await playOn(page, wrong)
      await page.waitForFunction(() => document.querySelector('.puzzles-words .bad')?.textContent.match(/[a-h][1-8]/g).length > 2) // the moves that refute it
      const refuted = await place()
      await buttons.first().click()
      await playOn(page, move)
      await words(page).getByText('✓').waitFor()
      const right = await place()
      await buttons.nth(1).click()
      await page.waitForFunction(() => document.querySelectorAll('.puzzles .table-under button').length === 2)
      assert.deepEqual([refuted, right, await place()], [asked, asked, asked], locale)
      await page.context().close()
    }
  })

// ---- The rating

await tests.run('the rating goes by how hard a puzzle is, and by twenty points an answer in the end', async () => {
  const { answered, ratingOf, readRating } = await pageModule('study/rating.ts')
  assert.deepEqual([1, 2, 14].map(ratingOf), [900, 1000, 2200])
  const after = (rating, count, puzzle, right) => answered({ rating, count }, puzzle, right)
  assert.deepEqual(after(1000, 0, 1000, true), { rating: 1020, count: 1 })
  assert.deepEqual(after(1000, 20, 1000, false), { rating: 990, count: 21 })
  assert.equal(Math.round(after(1000, 20, 1400, true).rating * 11), 11000 + 200) // ten to one: 20 - 20/11
  assert.equal(readRating({ rating: 1000, count: 0 }), null)
  assert.equal(readRating({ rating: 'high', count: 3 }), null)
  assert.ok(levels.flat().every(puzzle => puzzle.length === 7 && puzzle[6] >= 1 && puzzle[6] < 15))
  const mean = level => level.reduce((sum, puzzle) => sum + puzzle[6], 0) / level.length
  assert.ok(mean(levels[0]) < mean(levels[2]) && mean(levels[2]) < mean(levels[5]))
})

await tests.run('a puzzle counts for the rating once, which is kept, saved and read', async () => {
  const page = await tests.open(`${site.url}#/puzzles?level=1`, { reducedMotion: 'reduce' })
  await page.waitForSelector('.puzzles .board')
  const [, move, , , , , depth] = levels[0][0]
  const puzzle = 900 + 100 * (depth - 1)
  const rating = Math.round(1000 + 40 * (1 - 1 / (1 + 10 ** ((puzzle - 1000) / 400))))
  const says = page => page.locator('.puzzles-rating').getByText(`Your rating: ${rating}, from puzzles: 1.`).waitFor()
  await page.locator('.puzzles-rating').getByText(`Your rating: 1000, from puzzles: 0. This puzzle: ${puzzle}.`).waitFor()
  await playOn(page, move)
  await says(page)
  await press(page, 'Once more')
  await playOn(page, move)
  await words(page).getByText('✓').waitFor()
  await page.reload()
  await says(page)
  const text = await page.evaluate(() => localStorage.getItem('flank.rating'))
  assert.deepEqual(Object.keys(JSON.parse(text)), ['rating', 'count'])
})

// ---- In a row

await tests.run('right answers in a row are counted, and the puzzle of the day is the same for all and counts the days', async () => {
  const page = await tests.open()
  const streak = page.locator('.puzzles-streak')
  const says = text => streak.getByText(text).waitFor()
  const today = async day => {
    await page.clock.setFixedTime(new Date(2026, 0, day, 12))
    await page.goto('about:blank')
    await page.goto(`${site.url}#/puzzles?day`)
    await page.waitForSelector('.puzzles .board')
    return page.evaluate(() => document.querySelector('.puzzles-board').dataset.position)
  }
  const answer = async () => {
    const position = await page.evaluate(() => document.querySelector('.puzzles-board').dataset.position)
    await playOn(page, levels.flat().find(([each]) => each === position)[1])
    await words(page).getByText('✓').waitFor()
  }
  const seen = [await today(5)]
  await says('Right in a row: 0, at best 0. Puzzles of the day in a row: 0.')
  await answer()
  await says('Right in a row: 1, at best 1. Puzzles of the day in a row: 1.')
  assert.equal(await today(5), seen[0])
  await answer() // the same day counts once
  await says('Right in a row: 2, at best 2. Puzzles of the day in a row: 1.')
  seen.push(await today(6))
  await answer()
  await says('Puzzles of the day in a row: 2.')
  seen.push(await today(7))
  await press(page, 'Show the move')
  await says('Right in a row: 0, at best 3. Puzzles of the day in a row: 2.')
  seen.push(await today(9))
  await says('Puzzles of the day in a row: 0.')
  assert.equal(new Set(seen).size, seen.length)
})

await site.stop()
await tests.end()
