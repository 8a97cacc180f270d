// SPDX-License-Identifier: MIT
//
// Studying: openings by name, numbers of tournament games as the library has them, drills that remember, one's progress as a file,
// lines of one's own in another game, without a mouse, on a phone.
//   node test_study.mjs DIST_FOLDER FLANK
import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isDeepStrictEqual } from 'node:util'
import { require, Site, Tests } from './harness.mjs'

const flank = process.argv[3]
const tests = new Tests()
const site = await Site.start()
const file = path => fileURLToPath(new URL(`../../${path}`, import.meta.url))
const games = file('tests/formats/wthor/WTH_2001.wtb')
const folder = mkdtempSync(join(tmpdir(), 'flank-study-'))
const library = join(folder, 'library.sqlite')
const run = (...args) => execFileSync(flank, args, { encoding: 'utf8' })

const open = async (hash, options) => {
  const page = await tests.open(`${site.url}#/study${hash}`, { reducedMotion: 'reduce', ...options })
  await page.waitForSelector('.study')
  return page
}
const button = (page, name) => page.getByRole('button', { name, exact: true })
const press = (page, name) => button(page, name).click()
const playOn = (page, square) => page.locator(`.board [data-square="${square}"]`).click()
const opening = page => page.locator('[data-testid=opening]')
const phase = (page, kind, line) =>
  page.locator(`[data-phase=${kind}]${line === undefined ? '' : `[data-line="${line}"]`}`).waitFor()
const counts = (page, text) => page.getByText(text, { exact: true }).first().waitFor()

// ---- Numbers

const percent = (count, of) => Math.round((100 * count) / of)
const signed = value => {
  const rounded = Number(Math.abs(value).toFixed(1))
  return rounded === 0 ? '0' : `${value < 0 ? '\u2212' : '+'}${rounded}`
}
/** A row of the table, as the library's JSON says it should be. */
const rowOf = ({ games, black, drawn, white, average }, side) => [
  String(games),
  `Black won ${percent(black, games)} %, drawn ${percent(drawn, games)} %, White won ${percent(white, games)} %`,
  signed(side === 'X' ? average : -average), // the page tells it for the side to move, as it tells the book's values
]
const libraryRows = place => {
  const side = place.position.slice(-1)
  return Object.fromEntries([...place.moves.map(move => [move.move, rowOf(move, side)]), ['here', rowOf(place, side)]])
}

/** The rows of the page's table that have games. */
const pageRows = page =>
  page.evaluate(() => {
    const rows = [...document.querySelectorAll('.continuations tbody tr, .continuations tfoot tr')]
    const shown = rows.filter(row => row.querySelector('.share-bar'))
    return Object.fromEntries(
      shown.map(row => [
        row.dataset.move ?? 'here',
        [
          row.querySelectorAll('td')[1].textContent,
          row.querySelector('.share-bar').getAttribute('aria-label'),
          row.querySelector('.average').textContent.replace('⌀ ', ''),
        ],
      ]),
    )
  })

/** The library has one of several moves that are each other's image; the page tells the same of all of them. */
function isWhatTheLibraryHas(shown, rows, line) {
  const { length } = Object.keys(shown)
  assert.deepEqual({ ...shown, ...rows }, shown, line)
  for (const [move, row] of Object.entries(shown))
    if (!(move in rows)) assert.ok(Object.values(rows).some(other => isDeepStrictEqual(other, row)), `${line}: ${move} of ${length}`)
}

/** The first moves of Othello. */
function areImages(shown) {
  assert.deepEqual(Object.keys(shown).sort(), ['c4', 'd3', 'e6', 'f5', 'here'])
  for (const move of ['c4', 'd3', 'e6']) assert.deepEqual(shown[move], shown.f5)
}

/** Lines of the sample: parts of its games, also mirrored and turned. */
function sampleLines() {
  const lines = run('convert', games, '-', '--to', 'json').trim().split('\n')
  const played = lines.map(line => JSON.parse(line).moves.slice(0, 16).map(({ move }) => move))
  const swap = square => 'abcdefgh'[square[1] - 1] + ('abcdefgh'.indexOf(square[0]) + 1)
  const turn = square => 'hgfedcba'['abcdefgh'.indexOf(square[0])] + (9 - square[1])
  const images = [square => square, swap, turn, square => swap(turn(square))]
  return played.slice(0, 24).map((moves, index) => moves.slice(0, index % 17).map(images[index % 4]).join(''))
}

await tests.run('numbers of the extract are those of the library, however a position is turned', async () => {
  const extract = join(folder, 'stats.bin')
  run('library', 'import', '--library', library, games)
  execFileSync('python3', [file('tools/make_opening_stats.py'), flank, extract, games, '--games', '1'], { stdio: 'pipe' })
  const page = await tests.open()
  await page.route(/opening-stats/, route => route.fulfill({ body: readFileSync(extract) }))
  await page.goto(`${site.url}#/study`)
  let compared = 0
  for (const line of sampleLines()) {
    const [first] = run('library', 'search', '--library', library, '--position', line || 'startpos', '--json').split('\n')
    const place = JSON.parse(first)
    await page.evaluate(line => (location.hash = `#/study?g=${line}`), line)
    if (!line) await page.evaluate(() => (location.hash = '#/study?game=othello'))
    await page.locator(`[data-position="${place.position}"][data-source=extract]`).waitFor()
    isWhatTheLibraryHas(await pageRows(page), libraryRows(place), line)
    compared += place.moves.length
  }
  assert.ok(compared > 40, `${compared} moves compared`)
  await page.getByText('Tournament games of 2001 (WTHOR); positions of few games are left out.', { exact: true }).waitFor()
})

await tests.run('behind flank serve: the numbers of the library, and its games, which open in the review', async () => {
  const server = spawn(flank, ['serve', '--port', '0', '--threads', '1', '--library', library], { stdio: ['ignore', 'pipe', 'inherit'] })
  process.on('exit', () => server.kill('SIGKILL'))
  const ended = once(server, 'exit').then(([status]) => `ended with ${status}`)
  const greeting = await Promise.race([once(server.stdout, 'data'), ended])
  const [url] = /http:\S+/.exec(String(greeting))
  const [first, game] = run('library', 'search', '--library', library, '--position', 'f5d6', '--json').split('\n').map(line => line && JSON.parse(line))
  const page = await tests.open(new URL('#/study?g=f5d6', url).href)
  await page.locator(`[data-position="${first.position}"][data-source=library]`).waitFor()
  isWhatTheLibraryHas(await pageRows(page), libraryRows(first))
  await page.getByText('Games of your library, 2001.', { exact: true }).waitFor()
  await page.evaluate(() => (location.hash = '#/study?game=othello'))
  const [start] = run('library', 'search', '--library', library, '--position', 'startpos', '--json').split('\n').map(line => line && JSON.parse(line))
  await page.locator(`[data-position="${start.position}"][data-source=library]`).waitFor()
  areImages(await pageRows(page))
  await page.evaluate(() => (location.hash = '#/study?g=f5d6'))
  await page.locator(`[data-position="${first.position}"][data-source=library]`).waitFor()
  await page.getByLabel('Numbers from').selectOption('extract')
  await page.locator('[data-source=extract]').waitFor()
  await page.locator('.examples button').first().getByText(`${game.black} – ${game.white}`).click()
  await page.locator('.review-players').getByText(game.black).waitFor()
  await page.locator('.review .move.current[data-ply="2"]').waitFor()
  server.kill('SIGTERM')
  await ended
})

await tests.run('the extract that comes with the page: all games, and kept for when there is no network', async () => {
  const page = await open('')
  await page.locator('[data-source=extract]').waitFor()
  areImages(await pageRows(page))
  await page.getByText('Tournament games of 1977 to 2015').waitFor()
  assert.match(readFileSync(join(process.argv[2], 'sw.js'), 'utf8'), /opening-stats-[\w-]+\.bin/)
})

await tests.run('numbers of games by the usual rules stand beside no position of other rules, which are told, in the drills, too', async () => {
  for (const [link, told] of [
    ['1.othello..Z29hbD1mZXdlc3Q.DAAAB.5..0g2z', 'Othello · fewest discs'], // both f5d6c3d3c4, of which there are many games
    ['1.othello..Ym9hcmQ9Ng.DAAAB.5..cPPg', 'Othello · the 36 squares in the middle'],
  ]) {
    const page = await open(`?g=${link}`)
    await page.waitForSelector('.moves .move[data-ply="5"].current')
    await page.locator('[data-source]').waitFor()
    assert.deepEqual(await pageRows(page), {}, told)
    await page.getByText(`Flank has no names and no book of openings of ${told}.`).waitFor()
    assert.equal(await page.locator('.opening-names [aria-current]').count(), 0, told)
    await page.locator('.opening-list').waitFor() // the way to the usual ones
    await page.getByText('Learn it').click()
    await page.getByRole('group', { name: 'Put these 5 moves' }).getByRole('button', { name: 'Black' }).click()
    await press(page, 'Drills')
    await page.getByRole('button', { name: `Drill: My repertoire: ${told}, Black` }).waitFor()
  }
})

// ---- The address

await tests.run('a reload and the way back keep the position, and the drill that runs', async () => {
  const page = await open('?g=f5d6c3')
  const stands = moves => page.waitForFunction(
    moves => [...document.querySelectorAll('.moves .move')].map(move => move.textContent).join('') === moves && document.querySelector('.moves .move.current'),
    moves,
  )
  await stands('f5d6c3')
  const tops = async () => {
    const all = []
    for (const [width, height] of [[390, 844], [1200, 800]]) {
      await page.setViewportSize({ width, height })
      all.push(await page.$eval('svg.board', board => board.getBoundingClientRect().top + scrollY))
    }
    return all
  }
  const places = await tops()
  const before = await page.evaluate('location.hash')
  await playOn(page, 'd3')
  await page.waitForFunction(before => /g=1\.othello/.test(location.hash) && location.hash !== before, before)
  await page.waitForFunction(() => flank && location.hash.split('.')[4]?.length === 4) // all four moves
  await page.reload()
  await stands('f5d6c3d3')
  const line = { game: 'othello', rules: '', moves: ['f5', 'd6', 'c3', 'd3', 'c4'], color: 'black' }
  await page.evaluate(line => localStorage.setItem('flank.study', JSON.stringify({ openings: [], lines: [line] })), line)
  await page.goto(`${site.url}#/settings`)
  await page.goBack()
  await stands('f5d6c3d3')
  await page.reload()
  await page.click('[role=group] button >> nth=1')
  await page.click('.deck .buttons button')
  await phase(page, 'asked')
  await page.reload()
  await phase(page, 'asked')
  assert.deepEqual(await tops(), places, 'the board of a drill stands where that of openings does')
  await page.goBack()
  await page.waitForSelector('.decks')
  await page.goBack()
  await stands('f5d6c3d3')
  await press(page, 'To the start')
  await page.waitForFunction(() => location.hash.split('.')[5] === '')
  await page.reload()
  await page.waitForFunction(() => document.querySelectorAll('.moves .move').length === 4)
  assert.equal(await page.locator('.move.current').count(), 0)
  await press(page, 'To the end')
  await stands('f5d6c3d3')
  await press(page, 'Turn the board')
  await page.waitForFunction(() => {
    const [a1, h8] = ['a1', 'h8'].map(square => document.querySelector(`[data-square=${square}]`).getBoundingClientRect())
    return a1.left > h8.left
  })
})

// ---- Names and the book

await tests.run('values are told for the side to move: of the book, of the games, on the squares, at the head; the bar has Black’s part', async () => {
  const page = await open('?g=f5')
  await page.locator('[data-book=here][data-source]').waitFor()
  const moves = JSON.parse(run('book', 'show', file('data/othello.book'), '--moves', 'f5', '--json')).moves
  const cells = await page.locator('.continuations tbody tr').evaluateAll(rows => rows.map(row => [row.dataset.move, row.querySelector('td').textContent]))
  for (const { move, score } of moves) assert.equal(Object.fromEntries(cells)[move], signed(score), move)
  const marks = await page.locator('.marks .mark text').allTextContents()
  assert.deepEqual(marks.sort(), moves.map(({ score }) => signed(score)).sort())
  await page.getByText('(values for White)').waitFor()
  const worth = await page.locator('.moves-worth').textContent()
  const best = Math.max(...moves.map(({ score }) => score))
  assert.equal(worth, `White ${signed(best)}`)
  const [black, white] = await page.$$eval('.worth-bar > span', all => all.map(part => Number(part.style.flexGrow)))
  assert.ok(best ? Math.sign(white - black) === Math.sign(best) : white === black)
})

await tests.run('the position of a study is analysed, and a line of the engine is gone on with', async () => {
  const page = await open('?game=loa')
  await page.getByLabel('Analyse this position').check()
  await page.locator('.engine-line .move').nth(1).click()
  await page.waitForSelector('.previewing')
  await page.keyboard.press('Escape')
  await page.waitForSelector('.previewing', { state: 'detached' })
  await page.locator('.engine-line .move').first().click()
  await press(page, 'Go on from here')
  await page.waitForFunction(() => document.querySelectorAll('.moves .move').length === 1)
  await page.waitForFunction(() => /^(Black|White) [+−0]/.test(document.querySelector('.moves-worth').textContent))
})

await tests.run('an opening is found by its name, and walked through by keyboard', async () => {
  const page = await open('')
  await page.getByLabel('Search names and moves').fill('tiger')
  const names = readFileSync(file('data/opening-names.txt'), 'utf8').split('\n').filter(row => /^f.*tiger/i.test(row))
  await page.getByText(`${names.length} found`).waitFor()
  await page.keyboard.press('Enter')
  await opening(page).getByText('Tiger', { exact: true }).waitFor()
  const tiger = JSON.parse(run('book', 'show', file('data/othello.book'), '--moves', 'f5d6c3d3c4', '--json'))
  const tenths = Math.abs(tiger.score).toFixed(1)
  const value = tenths === '0.0' ? '0' : (tiger.score < 0 ? '−' : '+') + tenths
  await page.locator('[data-book=here][data-source] .best-value').getByText(value, { exact: true }).waitFor() // no row moves any more
  await button(page, 'b3').press('Enter')
  await opening(page).getByText('Aubrey/Tanaka').waitFor()
  await page.getByRole('group', { name: 'Moves' }).press('ArrowLeft')
  await opening(page).getByText('Tiger', { exact: true }).waitFor()
  await page.locator('.board [data-square=c4]').focus()
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowRight', 'Enter']) await page.keyboard.press(key) // f4
  await page.locator('tr[data-move=f6] .leads-to').getByText('Stephenson').waitFor()
  await page.getByLabel('Search names and moves').fill('no such')
  await page.getByText('No opening of this name.').waitFor()
})

// ---- Drills

const newDeck = async (page, line, color) => {
  await page.locator('select[name=opening]').selectOption(line)
  await page.locator('select[name=color]').selectOption(color)
  await press(page, 'Add')
}

await tests.run('values of the book that read alike look alike', async () => {
  const page = await tests.open(`${site.url}#/study?g=f5d6c4d3c5f4`)
  await page.waitForSelector('[data-book=here] .continuations .best-value')
  const rows = await page.$$eval('.continuations td.number:nth-child(2)', all =>
    all.filter(one => one.textContent).map(one => [one.textContent, one.classList.contains('best-value')]),
  )
  const [best] = rows.find(([, marked]) => marked)
  assert.ok(rows.filter(([text]) => text === best).length > 1)
  for (const [text, marked] of rows) assert.equal(marked, text === best, text)
})

await tests.run('a drill: wrong, good and right answers; what was missed comes back, what is known does so later', async () => {
  const page = await open('?tab=drills')
  await newDeck(page, 'f5d6c3d3c4f4e3', 'black') // Brightwell, a single line
  await counts(page, '0 to repeat, 3 new, 0 known')
  await page.getByRole('button', { name: 'Drill: Brightwell, Black' }).click()
  await phase(page, 'asked', 'f5 d6')
  await playOn(page, 'c7')
  await page.getByText(/^Not c7.*: here one plays c3 \(/).first().waitFor()
  await phase(page, 'corrected', 'f5 d6')
  await playOn(page, 'c4') // not what is asked for: nothing happens
  await phase(page, 'corrected', 'f5 d6')
  await playOn(page, 'c3')
  await phase(page, 'asked', 'f5 d6 c3 d3')
  await playOn(page, 'c4')
  await page.getByText(/^c4 is right/).first().waitFor()
  await phase(page, 'asked', 'f5 d6 c3 d3 c4 f4')
  await playOn(page, 'e3')
  await page.getByText('The line is finished: 2 right, 1 missed.').waitFor()
  await counts(page, '1 to repeat, 0 new, 2 known')
  await press(page, 'Next line') // only what was missed is asked again
  await phase(page, 'asked', 'f5 d6')
  await page.keyboard.press('s')
  await page.getByText(/^Here one plays c3/).first().waitFor()
  await page.keyboard.press('n')
  await page.getByText('The line is finished: 0 right, 1 missed.').waitFor()
  await page.reload()
  await counts(page, '1 to repeat, 0 new, 2 known')
  await page.getByRole('button', { name: 'Drills (1 due)' }).waitFor()
  await page.clock.setFixedTime(Date.now() + 2 * 86_400_000)
  await page.reload()
  await page.getByRole('button', { name: 'Drills (3 due)' }).waitFor()
})

await tests.run('a move within half a disc of the best counts, and what the line has is told', async () => {
  const page = await open('?tab=drills')
  const { moves } = JSON.parse(run('book', 'show', '--moves', 'f5d6', '--json'))
  const [best, second] = moves
  assert.ok(best.score - second.score <= 0.5, 'the book has two good moves there')
  const line = ['f5', 'd6', best.move]
  await page.evaluate(
    lines => localStorage.setItem('flank.study', JSON.stringify({ openings: [], lines })),
    [{ game: 'othello', rules: '', moves: line, color: 'black' }],
  )
  await page.reload()
  await page.getByRole('button', { name: /^Drill: My repertoire/ }).click()
  await phase(page, 'asked', 'f5 d6')
  await playOn(page, second.move)
  await page.getByText(`${second.move} is good, too`).first().waitFor()
  await press(page, 'Go on')
  await page.getByText('The line is finished: 1 right, 0 missed.').waitFor()
})

const ownLines = async (page, lines, memory = {}) => {
  await page.evaluate(
    ([lines, memory]) => {
      localStorage.setItem('flank.study', JSON.stringify({ openings: [], lines }))
      for (const [deck, cards] of Object.entries(memory)) localStorage.setItem(`flank.deck.${deck}`, JSON.stringify(cards))
    },
    [lines, memory],
  )
  await page.reload()
}
const lineOf = (moves, color, game = 'othello') => ({ game, rules: '', moves: moves.split(' '), color })

await tests.run('a position is one card, whatever order of moves leads there, and each answer of the lines is right', async () => {
  const page = await open('?tab=drills')
  const known = { box: 1, due: Date.now() + 86_400_000 }
  const lines = ['f5 d6 c3 d3 c4 f4', 'f5 d6 c4 d3 c3 b3'].map(moves => lineOf(moves, 'white'))
  // Cards were once named by their moves: of "f5", and of the position that both lines lead to, something is known.
  await ownLines(page, lines, { 'own.othello.white..': { f5: known, 'f5 d6 c4': known } })
  await counts(page, '0 to repeat, 2 new, 2 known')
  await page.getByRole('button', { name: /^Drill: My repertoire/ }).click()
  await phase(page, 'asked', 'f5 d6 c3')
  await playOn(page, 'd3')
  await phase(page, 'asked', 'f5 d6 c3 d3 c4')
  await playOn(page, 'b3')
  await page.getByText('The line is finished: 2 right, 0 missed.').waitFor()
  await counts(page, '0 to repeat, 0 new, 4 known')
})

await tests.run('the image of a right answer is right where the position is its own image, and the line goes on in it', async () => {
  const page = await open('?tab=drills')
  const moves = ['f5', 'f6', 'e6', 'f4']
  for (let i = 0; i < 2; i++)
    moves.push(await page.evaluate(moves => flank.rules.line({ game: 'othello', moves }).legal[0].move, moves))
  await ownLines(page, [lineOf(moves.join(' '), 'white')])
  await page.getByRole('button', { name: /^Drill: My repertoire/ }).click()
  await phase(page, 'asked', 'f5')
  await playOn(page, 'f6')
  await phase(page, 'asked', 'f5 f6 e6')
  const swapped = square => 'abcdefgh'[square[1] - 1] + ('abcdefgh'.indexOf(square[0]) + 1)
  await playOn(page, swapped('f4'))
  await phase(page, 'asked', `f5 f6 e6 ${swapped('f4')} ${swapped(moves[4])}`)
  await playOn(page, swapped(moves[5]))
  await page.getByText('The line is finished: 3 right, 0 missed.').waitFor()
})

await tests.run('a game that knows up and down has fewer images', async () => {
  const page = await open('?tab=drills')
  // In Turkish draughts a mirror changes nothing, but men go forward: left and right only.
  await ownLines(page, ['a3-a4 a6-a5', 'h3-h4 h6-h5', 'b3-b4 b6-b5'].map(moves => lineOf(moves, 'black', 'draughts')))
  await counts(page, '0 to repeat, 2 new, 0 known')
})

await tests.run('progress goes to another browser as a file', async () => {
  const page = await open('?tab=drills')
  await newDeck(page, 'f5d6c3d3c4f4e3', 'white')
  await page.getByRole('button', { name: 'Drill: Brightwell, White' }).click()
  await phase(page, 'asked')
  await press(page, 'Show the move')
  await press(page, 'To the decks')
  await counts(page, '1 to repeat, 2 new, 0 known')
  await page.evaluate(() => localStorage.setItem('flank.rating', '{"rating":1234.5,"count":9}'))
  await page.reload()
  await counts(page, '1 to repeat, 2 new, 0 known')
  const [download] = await Promise.all([page.waitForEvent('download'), press(page, 'Save as a file')])
  const saved = join(folder, download.suggestedFilename())
  await download.saveAs(saved)
  const other = await open('?tab=drills')
  await other.locator('input[type=file]').setInputFiles({ name: 'x.json', mimeType: 'application/json', buffer: Buffer.from('{"flank":1}') })
  await other.getByText('This is not a file with somebody’s progress.').waitFor()
  await other.locator('input[type=file]').setInputFiles(saved)
  await other.getByText('Read: 1 decks, 0 lines, 1 cards.').waitFor()
  await counts(other, '1 to repeat, 2 new, 0 known')
  assert.equal(await other.evaluate(() => localStorage.getItem('flank.rating')), '{"rating":1234.5,"count":9}')
})

await tests.run('lines of one’s own, of any game', async () => {
  const page = await open('?game=loa')
  await page.getByText('The openings of Lines of Action have no names.').waitFor()
  for (const square of ['b1', 'b3', 'a5', 'c5']) await playOn(page, square)
  await page.getByText('Learn it').click()
  await page.getByRole('group', { name: 'Put these 2 moves' }).getByRole('button', { name: 'Black' }).click()
  await page.getByText('It is in your repertoire now.').waitFor()
  await press(page, 'Drills')
  await page.getByRole('button', { name: 'Drill: My repertoire: Lines of Action, Black' }).click()
  await phase(page, 'asked', '')
  for (const square of ['c1', 'c3']) await playOn(page, square)
  await page.getByText(/^Not .*c1.*: here one plays .*b1/).first().waitFor()
  for (const square of ['b1', 'b3']) await playOn(page, square)
  await page.getByText('The line is finished: 0 right, 1 missed.').waitFor()
  await press(page, 'To the decks')
  await page.getByText('Lines (1)').click()
  await page.getByRole('button', { name: /^Remove / }).click()
  await page.getByText('No deck yet').waitFor()
})

await tests.run('a line comes from a game that is played', async () => {
  const page = await tests.open(`${site.url}#/play`)
  await playOn(page, 'f5')
  await page.getByText('Learn it').click()
  await page.getByRole('group', { name: /^Put these/ }).getByRole('button', { name: 'Black' }).click()
  await page.getByRole('link', { name: 'To the drills' }).click()
  await page.getByRole('button', { name: 'Drill: My repertoire: Othello, Black' }).waitFor()
})

// ---- For everybody

for (const [name, hash] of [['openings', '?g=f5d6c3d3c4'], ['drills', '?tab=drills']])
  for (const colorScheme of ['light', 'dark'])
    await tests.run(`${name} on a small phone, ${colorScheme}: nothing is cut, nothing is in the way of a screen reader`, async () => {
      const page = await open(hash, { viewport: { width: 320, height: 640 }, colorScheme })
      if (name === 'drills') await newDeck(page, 'f5d6c3d3c4', 'black')
      else await page.locator('[data-book=here][data-source]').waitFor()
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 320)
      await page.addScriptTag({ path: require.resolve('axe-core') })
      const { violations } = await page.evaluate(() => globalThis.axe.run('.study'))
      assert.deepEqual(violations.map(({ id, nodes }) => [id, nodes[0].html]), [])
      if (name === 'drills') return
      await page.locator('.opening-list summary').click()
      await page.locator('.opening-list [type=search]').fill('tiger')
      await page.locator('.opening-name').first().click()
      await page.waitForFunction(() => document.querySelector('svg.board').getBoundingClientRect().top >= 0)
    })

rmSync(folder, { recursive: true })
await tests.end()
