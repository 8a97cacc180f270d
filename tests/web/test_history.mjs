// SPDX-License-Identifier: MIT
//
// Games that were played here: kept by themselves, found again, gone on with, deleted and brought back, saved as a file and read from one;
// reviews that are there again. A damaged entry harms no other, and a browser that keeps nothing goes on without.
//   node test_history.mjs DIST_FOLDER FLANK
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pageModule, require, says, Site, Tests, until } from './harness.mjs'
import { historyModules, playedGame } from './history_page.mjs'
import { begin, movesOf, plies, square, status, toHistory } from './play_page.mjs'
import { games, openText } from './review_page.mjs'

const [dist, flank] = process.argv.slice(2)
const tests = new Tests()
const site = await Site.start()
const history = await historyModules(dist)
const { rules } = history
const folder = mkdtempSync(join(tmpdir(), 'flank-history-'))
const STILL = { reducedMotion: 'reduce' }

/** Games of every kind and every way to end. */
const some = [
  ...['othello', 'tothello', 'loa', 'draughts'].map((game, hour) => playedGame(history, hour, { game, side: hour % 2, plies: 60 })),
  playedGame(history, 10, { level: 7 }),
  playedGame(history, 11, { level: 7, side: 1 }),
  playedGame(history, 12, { level: 12, given: 8, drawn: 'xot' }),
  playedGame(history, 13, { byRules: 'goal=fewest' }),
  playedGame(history, 14, { plies: 20, ending: { winner: 1, how: 'resigned' } }),
  playedGame(history, 15, { plies: 21, ending: { winner: 1, how: 'time' } }),
  playedGame(history, 16, { players: ['person', 'person'] }),
  playedGame(history, 17, { plies: 12 }),
  playedGame(history, 18, { given: 30, level: 12 }),
]
const file = join(folder, 'some.flank')
writeFileSync(file, history.gamesText(rules, some))

// ---- Without a browser

await tests.run('moves become a short text, and moves again', () => {
  const { packMoves, unpackMoves } = history
  for (const { moves } of some) assert.equal(packMoves(unpackMoves(moves)), moves)
  assert.equal(packMoves(['f5', 'pass', 'b8-h8', 'a8xa6xc6']), 'l.5-/4:o:q')
  assert.deepEqual(unpackMoves(packMoves(['f5', 'pass', 'b8-h8', 'a8xa6xc6'])), ['f5', 'pass', 'b8-h8', 'a8xa6xc6'])
  assert.deepEqual(unpackMoves(packMoves(['N@e4', 'x'])), ['N@e4', 'x'])
  for (const bad of ['-', 'A-', 'A--B', 'é', 'A B']) assert.equal(unpackMoves(bad), undefined, bad)
})

await tests.run('a game is a line of some hundred bytes, and a game again', () => {
  for (const game of some) {
    const record = history.writeRecord(game)
    assert.deepEqual(history.readRecord(game.begun, record), game)
    const perMove = game.moves.length / history.unpackMoves(game.moves).length
    assert.ok(record.length < 60 + game.moves.length, record)
    assert.ok(perMove <= (game.game === 'othello' || game.game === 'tothello' ? 1 : 3.5), `${game.game}: ${perMove}`)
  }
})

await tests.run('a record in which a letter is lost, added or another one is refused', () => {
  for (const game of some) {
    const record = history.writeRecord(game)
    for (let at = 0; at < record.length; at++)
      for (const text of [record.slice(0, at), record.slice(0, at) + record.slice(at + 1), `${record.slice(0, at)}~${record.slice(at + 1)}`])
        assert.equal(history.readRecord(game.begun, text), undefined, text)
  }
  for (const odd of [undefined, null, 5, {}, '', '|', '|'.repeat(12)]) assert.equal(history.readRecord(1, odd), undefined)
  for (const key of ['1', Number.NaN, 1e300]) assert.equal(history.readRecord(key, history.writeRecord(some[0])), undefined)
})

await tests.run('a file holds all of the games', async () => {
  const { games: read, failed, others } = await history.readFile(rules, { data: history.gamesText(rules, some) })
  assert.deepEqual([failed, others], [0, 0])
  const byTime = (a, b) => a.begun - b.begun
  // Two people have no level.
  const told = game => ({ ...game, level: game.players.includes('engine') ? game.level : 1 })
  assert.deepEqual(read.sort(byTime), some.map(told).sort(byTime))
  for (const how of ['agreed', 'long']) {
    const drawn = playedGame(history, 19, { game: 'loa', players: ['person', 'person'], plies: 20, ending: { winner: null, how } })
    const again = await history.readFile(rules, { data: history.gamesText(rules, [drawn]) })
    assert.deepEqual(again.games, [told(drawn)])
    assert.deepEqual(history.readRecord(drawn.begun, history.writeRecord(drawn)), drawn)
  }
})

await tests.run('the command turns such a file into others and back', async () => {
  const [lines, back] = ['games.json', 'back.flank'].map(name => join(folder, name))
  execFileSync(flank, ['convert', file, lines])
  execFileSync(flank, ['convert', lines, back])
  assert.equal(readFileSync(lines, 'utf8').trim().split('\n').length, some.length)
  const [was, is] = await Promise.all([file, back].map(path => history.readFile(rules, { data: readFileSync(path) })))
  assert.deepEqual(is.games, was.games)
})

await tests.run('the texts name the same things in every language', async () => {
  const { texts } = await pageModule('views/history/texts.ts')
  const named = text => [...text.matchAll(/\{\w+\}/g)].map(([name]) => name).sort().join()
  for (const [tag, all] of Object.entries(texts))
    for (const [key, text] of Object.entries(all)) {
      assert.equal(named(text), named(texts.en[key]), `${tag} ${key}`)
      if (tag !== 'en') assert.notEqual(text, texts.en[key], `${tag} ${key}`)
    }
})

// ---- Actions of the tests on the page

const rows = page => page.locator('.history-row')
const rowTexts = page => rows(page).allTextContents()

async function openHistory(page) {
  await page.goto(`${site.url}#/history`)
  await page.waitForSelector('.history h1')
}

/** The history, with the games of the file in it. */
async function withGames(options = {}, path = file) {
  const page = await tests.open(`${site.url}#/history`, { ...STILL, ...options })
  await page.setInputFiles('.history input[type=file]', path)
  await page.waitForSelector('.history-row')
  return page
}

const count = page => page.textContent('#history-games')

/** A move for the person whose turn it is, and the engine's answer. */
async function playOnce(page, name = 'd3') {
  const before = await plies(page)
  await square(page, name).click()
  await page.waitForFunction(count => document.querySelectorAll('.moves .move').length >= count + 2, before)
}

async function resign(page) {
  await page.click('.play >> text="Resign"')
  await page.click('dialog[open] .danger')
  await page.waitForSelector('text="Play again"')
}

/** Until the history has so many games. */
const holds = (page, n) => page.waitForFunction(n => document.querySelectorAll('.history-row').length === n, n)

await tests.run('"1-0" is a win of the side that begins the usual start, as the command has it, also where the other side begins', async () => {
  const starts = [
    ['othello', rules.line({ game: 'othello', moves: ['f5'] }).position],
    ['loa', rules.line({ game: 'loa', moves: ['b1-b3'] }).position],
    ['draughts', rules.line({ game: 'draughts' }).position],
    ['draughts', rules.line({ game: 'draughts', moves: ['a3-a4'] }).position],
  ]
  const odd = starts.flatMap(([game, start], hour) =>
    [0, 1].map(winner => {
      const settings = { game, rules: '', start, players: ['person', 'person'], level: 3, time: null }
      const moves = [rules.line({ game, start }).legal[0].move]
      return history.gameOf(rules, { settings, moves, ply: 1, begun: { at: 3_600_000 * (2 * hour + winner), given: 0 }, ending: { winner, how: 'resigned' } })
    }),
  )
  const [own, other] = ['own.flank', 'other.flank'].map(name => join(folder, name))
  writeFileSync(own, history.gamesText(rules, odd))
  execFileSync(flank, ['convert', own, other])
  const winners = games => games.sort((a, b) => a.begun - b.begun).map(({ result }) => result.winner)
  const signs = execFileSync(flank, ['convert', own, '-', '--to', 'json'], { encoding: 'utf8' }).match(/"sign":-?1/g)
  assert.deepEqual(signs, [...odd].reverse().map(({ result }) => `"sign":${result.winner ? -1 : 1}`))
  for (const name of [own, other]) assert.deepEqual(winners((await history.readFile(rules, { data: readFileSync(name), name })).games), winners(odd))
})

await tests.run('settings and games are there before the engine is, and a file is read once it is', async () => {
  const own = await Site.start()
  const send = own.send.bind(own)
  const late = []
  own.send = (...given) => (/flank-(threads-)?[\w-]{8}\.wasm$/.test(given[2]) ? late.push(given) : send(...given))
  const page = await tests.open(`${own.url}#/settings`, STILL)
  await page.getByLabel('Wood').check()
  await page.waitForFunction(() => document.documentElement.dataset.board === 'wood')
  await page.evaluate(() => (location.hash = '#/history'))
  await page.setInputFiles('.history input[type=file]', file)
  await page.waitForSelector('.history-done:has-text("are being read")')
  await until(() => late.length > 0)
  own.send = send
  for (const given of late) send(...given)
  await page.waitForSelector('.history-row')
  await own.stop()
})

// ---- Games come by themselves

await tests.run('a game that is resigned is kept, with its level, colour, result and opening, and one sees it after a reload', async () => {
  const page = await tests.open(site.url, STILL)
  await begin(page, { game: 'othello', level: 'child' })
  await playOnce(page)
  await resign(page)
  await toHistory(page)
  await holds(page, 1)
  const [row] = await rowTexts(page)
  for (const words of ['Lost', 'by resignation', 'Othello', 'You played Black against: Child, level 1', 'Moves: 2'])
    assert.ok(row.includes(words), `${words}: ${row}`)
  assert.match(await page.textContent('.history-results'), /Child, level 1\s*001/)
  await page.reload()
  await holds(page, 1)
})

await tests.run('without games there is a way to one, below the words and not among them', async () => {
  const page = await tests.open(`${site.url}#/history`, { viewport: { width: 390, height: 844 } })
  const words = page.locator('section[aria-labelledby=history-games] > p')
  const [before, after] = await Promise.all([words, page.locator('section[aria-labelledby=history-games] a.button')].map(one => one.boundingBox()))
  assert.ok(after.y >= before.y + before.height, JSON.stringify({ before, after }))
  const [board, title] = await Promise.all(['.history .board', '#history-games'].map(part => page.locator(part).boundingBox()))
  assert.ok(title.y <= board.y + board.height + 24, 'no room is empty above them')
})

await tests.run('a game that is kept when one looks at the history already is seen there', async () => {
  const page = await tests.open(undefined, STILL)
  let release
  const held = new Promise(done => (release = done))
  await page.route(/view-companion-/, route => held.then(() => route.continue())) // it keeps the games
  await page.goto(site.url)
  await begin(page, { game: 'othello', level: 'child' })
  await playOnce(page)
  await resign(page)
  await toHistory(page)
  await page.getByText('Games: 0', { exact: true }).waitFor()
  release()
  await holds(page, 1)
})

await tests.run('a game that is played to its end is kept with its discs, and a game of the engine alone is not', async () => {
  const page = await tests.open(site.url, STILL)
  await begin(page, { sides: 2 })
  const moves = history.unpackMoves(some[4].moves)
  await page.goto(`${site.url}#/play?g=${moves.slice(0, -1).join('')}`)
  await page.waitForFunction(n => document.querySelectorAll('.moves .move').length === n, moves.length - 1)
  await square(page, moves.at(-1)).click()
  await page.waitForSelector('text="Play again"')
  await begin(page, { sides: 3 })
  await page.waitForFunction(() => document.querySelectorAll('.moves .move').length > 1)
  await begin(page, { sides: 0 })
  await openHistory(page)
  await holds(page, 1)
  const [row] = await rowTexts(page)
  const { winner, discs } = some[4].result
  assert.ok(row.includes(`${['Black', 'White'][winner]} won`), row)
  assert.ok(row.includes(`+${Math.abs(discs)}`), row)
  assert.equal(await page.locator('.history-results').count(), 0)
})

await tests.run('a game that is set aside is kept, and goes on as it was played: one game, which is then finished', async () => {
  const page = await tests.open(site.url, STILL)
  await begin(page, { game: 'othello', level: 'casual', sides: 0 })
  await playOnce(page)
  const moves = await movesOf(page)
  await begin(page, { game: 'loa', level: 'child', sides: 2 })
  await openHistory(page)
  await holds(page, 1)
  assert.ok((await rowTexts(page))[0].includes('Unfinished'))
  await page.getByRole('button', { name: 'Go on' }).click()
  await page.waitForFunction(() => document.querySelectorAll('.moves .move').length === 2)
  assert.deepEqual(await movesOf(page), moves)
  assert.match(await page.textContent('.players'), /Casual, level 7/)
  await page.waitForFunction(() => [...document.querySelectorAll('[data-square]')].some(cell => cell.getAttribute('aria-label').includes('legal move')))
  await resign(page)
  await openHistory(page)
  await page.waitForSelector('.history-end.lost')
  await holds(page, 1)
})

/** One's own game of two moves, set aside; what another tab has kept of it meanwhile; and the list of games. */
async function withOtherTab(movesOfOther) {
  const page = await tests.open(site.url, STILL)
  await begin(page, { game: 'othello', level: 'casual', sides: 0 })
  await playOnce(page)
  const moves = await movesOf(page)
  const kept = await (await page.waitForFunction(() => {
    const { match } = JSON.parse(localStorage.getItem('flank.play') ?? '{}')
    return match?.moves.length === 2 && match
  })).jsonValue()
  await begin(page, { game: 'loa', level: 'child', sides: 2 })
  const others = movesOfOther(moves)
  await page.evaluate(text => localStorage.setItem('flank.play.other', text), JSON.stringify({ ...kept, moves: others, ply: others.length }))
  await openHistory(page)
  const othersWrite = moves => page.evaluate(text => localStorage.setItem('flank.play.other', text), JSON.stringify({ ...kept, moves, ply: moves.length }))
  return { page, moves, othersWrite }
}
const otherIsTaken = page => page.waitForFunction(() => localStorage.getItem('flank.play.other') === null)

await tests.run('an earlier state of a game, which another tab has, takes nothing from it', async () => {
  const { page, moves } = await withOtherTab(moves => moves.slice(0, 1))
  await otherIsTaken(page)
  await holds(page, 1)
  await page.getByRole('button', { name: 'Go on' }).click()
  await page.waitForFunction(() => document.querySelectorAll('.moves .move').length === 2)
  assert.deepEqual(await movesOf(page), moves)
})

await tests.run('a game that another tab went on with in its own way is one more, whoever wrote last', async () => {
  const { page, moves } = await withOtherTab(([first, reply]) => [first, reply === 'c5' ? 'c3' : 'c5'])
  await otherIsTaken(page)
  await holds(page, 2)
  await rows(page).first().getByRole('button', { name: 'Go on' }).click()
  await page.waitForFunction(() => /^(c3|c5)$/.test(document.querySelectorAll('.moves .move')[1]?.textContent))
  assert.notDeepEqual((await movesOf(page)).slice(0, 2), moves)
  await openHistory(page)
  await holds(page, 2)
})

await tests.run('a game that ends in two ways in two tabs is two games', async () => {
  const page = await tests.open(site.url, STILL)
  await begin(page, { game: 'othello', level: 'casual', sides: 0 })
  await playOnce(page)
  await page.waitForFunction(() => JSON.parse(localStorage.getItem('flank.play') ?? '{}').match?.moves.length === 2)
  const copy = await page.context().newPage()
  await copy.goto(site.url)
  await copy.waitForFunction(() => document.querySelectorAll('.moves .move').length === 2)
  const next = copy.locator('[data-square][aria-label*="legal move"]').first()
  await next.waitFor({ state: 'attached' })
  await playOnce(copy, await next.getAttribute('data-square'))
  await resign(copy)
  await resign(page)
  await openHistory(page)
  await holds(page, 2)
  assert.deepEqual((await rowTexts(page)).map(text => /Moves: (\d+)/.exec(text)[1]).sort(), ['2', '4'])
})

await tests.run('where there is no room for a game that is said, and what was kept before stays', async () => {
  const page = await tests.open(site.url, STILL)
  await begin(page, { game: 'othello', level: 'child' })
  await playOnce(page)
  const kept = () => page.evaluate(() => JSON.stringify(Object.entries(localStorage).filter(([key]) => key.startsWith('flank.play')).sort()))
  await page.waitForFunction(() => JSON.parse(localStorage.getItem('flank.play') ?? '{}').match?.moves.length === 2)
  assert.equal(await page.locator('.notice').count(), 0)
  const before = await kept()
  await page.evaluate(() => {
    let last = ''
    localStorage.setItem('full.', last)
    for (let text = 'x'.repeat(1 << 20); text; ) {
      try {
        localStorage.setItem(`full.${text.length}.${localStorage.length}`, text)
      } catch {
        text = text.slice(text.length >> 1 || 1)
      }
    }
    try {
      for (;;) localStorage.setItem('full.', (last += 'x')) // less room than another key takes holds a move
    } catch {
      // not a byte is left
    }
  })
  const next = page.locator('[data-square][aria-label*="legal move"]').first()
  await next.waitFor({ state: 'attached' })
  await playOnce(page, await next.getAttribute('data-square'))
  await page.waitForSelector('.notice:has-text("no room for the game")')
  assert.equal(await kept(), before)
  await page.evaluate(() => Object.keys(localStorage).filter(key => key.startsWith('full.')).forEach(key => localStorage.removeItem(key)))
  await page.click('.play >> text="Resign"')
  await page.click('dialog[open] .danger')
  await page.locator('.notice').waitFor({ state: 'detached' })
})

await tests.run('a game that was deleted does not come back from another tab, unless it is played on there', async () => {
  const { page, moves, othersWrite } = await withOtherTab(moves => moves)
  await otherIsTaken(page)
  await holds(page, 1)
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByText('The game is deleted.').waitFor()
  for (const [others, n] of [[moves, 0], [moves.slice(0, 1), 0], [[...moves, history.rules.line({ game: 'othello', moves }).legal[0].move], 1]]) {
    await othersWrite(others)
    await page.reload()
    await page.waitForSelector('#history-games')
    await otherIsTaken(page)
    await holds(page, n)
  }
  assert.equal(await page.getByText('Not readable').count(), 0)
})

await tests.run('a game of another tab that gives way to a new board is kept, though its tab writes nothing more', async () => {
  const page = await tests.open(site.url, STILL)
  await page.waitForSelector('.play .board')
  const { begun: at, moves } = some[11]
  const kept = { settings: { game: 'othello', rules: '', players: ['person', 'engine'], level: 3, time: null }, moves: history.unpackMoves(moves), ply: 12, begun: { at, given: 0 } }
  await page.evaluate(kept => {
    localStorage.setItem('flank.play.other', JSON.stringify(kept))
    localStorage.setItem('flank.play', JSON.stringify({ match: kept }))
  }, kept)
  await openHistory(page)
  await otherIsTaken(page) // the state of all tabs holds it
  await page.evaluate("location.hash = '#/play'")
  await page.waitForFunction(() => !JSON.parse(localStorage.getItem('flank.play')).match.begun)
  await openHistory(page)
  await holds(page, 1)
})

await tests.run('a finished game is opened in Play, and what is played on from it is a game of its own', async () => {
  const page = await withGames()
  const row = rows(page).filter({ hasText: 'by resignation' })
  await row.getByRole('button', { name: 'Open in Play' }).click()
  await page.waitForFunction(() => document.querySelectorAll('.moves .move').length === 20)
  assert.match(await status(page), /to move|Your move|thinks|loaded/)
})

// ---- The list

await tests.run('games are filtered, results are counted by level, and games from given positions count for none', async () => {
  const page = await withGames()
  assert.equal(await count(page), `Games: ${some.length}`)
  await page.click('text="Show more (1)"')
  assert.equal(await rows(page).count(), some.length)
  const results = () =>
    page
      .locator('.history-results tbody')
      .evaluateAll(all => all.map(one => [...one.rows].map(row => [...row.cells].map(cell => cell.textContent))))
  const othello = (await results()).find(([[name]]) => name === 'Othello')
  const [, ...levels] = othello
  const expected = new Map()
  for (const { game, rules, level, given, drawn, players, result } of some) {
    if (game !== 'othello' || rules || (given && !drawn) || !result || players[0] === players[1]) continue
    const sum = expected.get(level) ?? [0, 0, 0]
    expected.set(level, sum)
    sum[result.winner === null ? 1 : players[result.winner] === 'person' ? 0 : 2]++
  }
  assert.deepEqual(levels.map(cells => cells.slice(1, 4).map(Number)), [...expected].sort(([a], [b]) => a - b).map(([, sum]) => sum))
  assert.ok((await results()).some(([[name]]) => name === 'Othello · fewest discs'))
  await page.locator('.history-filter select').selectOption('loa')
  assert.equal(await count(page), 'Games: 1')
  assert.deepEqual((await results()).map(([[name]]) => name), some[2].result ? ['Lines of Action'] : [])
})

await tests.run('a game is deleted and brought back by keyboard', async () => {
  const page = await withGames()
  const before = await rowTexts(page)
  await rows(page).first().getByRole('button', { name: 'Delete' }).focus()
  await page.keyboard.press('Enter')
  await page.waitForFunction(n => document.querySelector('#history-games').textContent === `Games: ${n}`, some.length - 1)
  await page.waitForFunction(() => document.activeElement.textContent === 'Bring it back')
  assert.match(await page.textContent('.history [role=status]'), /The game is deleted/)
  await page.reload()
  await page.waitForSelector('.history-row')
  assert.equal(await count(page), `Games: ${some.length - 1}`)
  await rows(page).first().getByRole('button', { name: 'Delete' }).focus()
  const first = await rows(page).first().textContent()
  const focused = page.evaluate(
    () =>
      new Promise(done => {
        const look = (_, observer) => document.querySelector('.history-done button') && done((observer.disconnect(), document.activeElement.textContent))
        new MutationObserver(look).observe(document.body, { childList: true, subtree: true })
      }),
  )
  await page.keyboard.press('Enter')
  assert.equal(await focused, 'Bring it back') // as soon as it is there: the next key is for it
  await page.keyboard.press('Enter')
  await page.getByText('The game is back.').waitFor()
  assert.equal(await rows(page).first().textContent(), first)
  assert.notEqual(first, before[0])
})

// ---- Files

await tests.run('the chosen game is on the board, from its last position back to its first', async () => {
  const page = await withGames()
  const newest = [...some].sort((a, b) => b.begun - a.begun)
  const pieces = () => page.locator('.table-board [data-piece]').count()
  const boardOf = ({ game, rules: byRules, start, moves }, plies) => {
    const all = history.unpackMoves(moves)
    const { board } = rules.line({ game, rules: byRules, ...(start && { start }), moves: all.slice(0, plies ?? all.length) })
    return board.replaceAll('-', '').length
  }
  const shows = (game, plies) =>
    page.waitForFunction(
      ([begun, count]) => document.querySelector(`[data-shown="${begun}"]`)?.querySelectorAll('[data-piece]').length === count,
      [game.begun, boardOf(game, plies)],
    )
  await shows(newest[0]) // nobody chose: the newest
  const loa = some.find(({ game }) => game === 'loa')
  await page.locator(`[data-begun="${loa.begun}"] h3 button`).focus()
  await page.keyboard.press('Enter')
  await shows(loa)
  assert.equal(await page.locator('.history-row h3 [aria-pressed=true]').count(), 1)
  await page.keyboard.press('Home')
  await shows(loa, 0)
  assert.equal(await pieces(), 24)
  await page.getByRole('button', { name: 'On', exact: true }).click()
  await shows(loa, 1)
})

await tests.run('all games are saved as a file, which another browser reads, twice without doubling any', async () => {
  const page = await withGames()
  const [saved] = await Promise.all([page.waitForEvent('download'), page.click('text="Save all as a file"')])
  const path = join(folder, saved.suggestedFilename())
  await saved.saveAs(path)
  const other = await withGames({}, path)
  assert.equal(await count(other), `Games: ${some.length}`)
  await other.getByText(`Added: ${some.length}. Here before: 0.`).waitFor()
  await other.setInputFiles('.history input[type=file]', path)
  await other.getByText(`Added: 0. Here before: ${some.length}.`).waitFor()
  assert.equal(await count(other), `Games: ${some.length}`)
})

await tests.run('a game with a friend comes back from a file as one', async () => {
  const games = [['person', 'friend'], ['friend', 'person'], ['person', 'person']].map((players, number) => ({ ...some[0], begun: some[0].begun + number, players }))
  const data = history.gamesText(rules, games)
  const { games: read } = await history.readFile(rules, { data })
  assert.deepEqual(new Set(read.map(({ players }) => players.join())), new Set(games.map(({ players }) => players.join())))
  const twice = await history.readFile(rules, { data: data.replace(/\[White "Friend"\]/, '[White "Friend"]\n[Black "Friend"]') })
  assert.ok(twice.games.every(({ players }) => players.includes('person'))) // a file that somebody has changed
})

await tests.run('a file that somebody has changed brings no level that is not there', async () => {
  const game = some.find(({ players }) => players.includes('engine') && players.includes('person'))
  const data = level => history.gamesText(rules, [game]).replace(/"Flank, level \d+"/g, `"Flank, level ${level}"`)
  for (const level of [1, 9, 10, 59, 60]) assert.equal((await history.readFile(rules, { data: data(level) })).games[0].level, level)
  for (const level of [0, '07', 61, 99]) {
    const [read] = (await history.readFile(rules, { data: data(level) })).games
    assert.deepEqual([read.level, read.players.includes('engine')], [1, false])
  }
})

await tests.run('of a file with other games, or with damage, the own ones are taken, and the rest is told', async () => {
  const page = await tests.open(`${site.url}#/history`, STILL)
  const mixed = join(folder, 'mixed.flank')
  writeFileSync(mixed, `${history.gamesText(rules, some.slice(0, 2))}\n[Game "othello"]\n\n1. f5 d6\n\n[Game "othello"]\n\n1. f5 a1\n`)
  await page.setInputFiles('.history input[type=file]', mixed)
  const told = page.locator('.history [role=status]')
  await told.getByText('Added: 2. Here before: 0. Games from elsewhere, left out: 1. Not readable: 1.').waitFor()
  writeFileSync(mixed, 'no games at all')
  await page.setInputFiles('.history input[type=file]', mixed)
  await told.getByText('neither a game nor a position').waitFor()
  assert.equal(await count(page), 'Games: 2')
})

await tests.run('of more games than there is room for the newest are taken, and the rest is told, each time', async () => {
  const { MOST_GAMES } = await pageModule('history/games.ts')
  const [game] = some.slice(-1)
  const many = Array.from({ length: MOST_GAMES + 3 }, (_, older) => ({ ...game, moves: game.moves.slice(0, 40), result: null, begun: game.begun - older * 60_000 }))
  const path = join(folder, 'many.flank')
  writeFileSync(path, history.gamesText(rules, many))
  const page = await tests.open(`${site.url}#/history`, STILL)
  const told = page.locator('.history [role=status]')
  const rest = 'Older than the last 5000, left out: 3.'
  await page.setInputFiles('.history input[type=file]', path)
  await told.getByText(`Added: 5000. Here before: 0. ${rest}`).waitFor()
  await page.locator('#history-games', { hasText: 'Games: 5000' }).waitFor() // the list comes a little later
  await page.reload()
  await page.waitForSelector('.history-row')
  await page.setInputFiles('.history input[type=file]', path)
  await told.getByText(`Added: 0. Here before: 5000. ${rest}`).waitFor()
})

await tests.run('of two states of a game the fuller one stays, whichever comes first', async () => {
  const whole = some[4]
  const part = { ...whole, moves: whole.moves.slice(0, 10), result: null }
  for (const order of [[whole, part], [part, whole]]) {
    const page = await tests.open(`${site.url}#/history`, STILL)
    for (const [number, game] of order.entries()) {
      const path = join(folder, 'state.flank')
      writeFileSync(path, history.gamesText(rules, [game]))
      await page.setInputFiles('.history input[type=file]', path)
      const known = number === 1 && game === part ? 1 : 0
      await page.getByText(`Added: ${1 - known}. Here before: ${known}.`).waitFor()
      if (number) break
      await page.reload() // the words are gone
      await page.waitForSelector('.history-row')
    }
    await page.reload()
    await holds(page, 1)
    assert.ok((await rowTexts(page))[0].includes(`Moves: ${history.unpackMoves(whole.moves).length}`))
  }
})

// ---- Damage, and browsers that keep nothing

/** Put something into the browser's database. */
const plant = (page, store, key, value) =>
  page.evaluate(
    ([store, key, value]) =>
      new Promise((done, failed) => {
        const request = indexedDB.open('flank.history')
        request.onerror = failed
        request.onsuccess = () => {
          const transaction = request.result.transaction(store, 'readwrite')
          transaction.objectStore(store).put(value, key)
          transaction.oncomplete = () => (request.result.close(), done())
        }
      }),
    [store, key, value],
  )

await tests.run('a damaged entry is told, harms no other, and can be removed', async () => {
  const page = await withGames()
  await plant(page, 'games', 5, '1|othello|nonsense')
  await plant(page, 'games', 6, { odd: true })
  await page.reload()
  await page.getByText('Not readable: 2. The other games are whole.').waitFor()
  assert.equal(await count(page), `Games: ${some.length}`)
  await page.click('text="Remove what cannot be read"')
  await page.getByText('Not readable').waitFor({ state: 'detached' })
  await page.reload()
  await page.waitForSelector('.history-row')
  assert.equal(await page.getByText('Not readable').count(), 0)
})

for (const [how, script] of [
  ['that forbids storage', "Object.defineProperty(globalThis, 'indexedDB', { get: () => { throw new DOMException('no', 'SecurityError') } })"],
  ['whose storage fails', "IDBFactory.prototype.open = () => { const request = {}; setTimeout(() => request.onerror()); return request }"],
])
  await tests.run(`a browser ${how} goes on without, and says so`, async () => {
    const page = await tests.open(undefined, STILL)
    await page.addInitScript(script)
    await page.goto(site.url)
    await begin(page, { game: 'othello', level: 'child' })
    await playOnce(page)
    await resign(page)
    await toHistory(page)
    await holds(page, 1)
    await page.getByText('This browser does not keep all of these games').waitFor()
  })

// ---- Reviews

/** The keys of the reviews that are kept, once they are those of these levels: they are kept a little later than they are shown. */
const keptReviews = (page, ...levels) =>
  page.evaluate(
    wanted =>
      new Promise(done => {
        const levelsOf = keys => keys.map(key => Number(key.split('|').at(-1))).sort((a, b) => a - b)
        const look = () => {
          const request = indexedDB.open('flank.history')
          request.onsuccess = () => {
            const all = request.result.transaction('reviews').objectStore('reviews').getAllKeys()
            all.onsuccess = () => (request.result.close(), levelsOf(all.result).join() === wanted ? done(all.result) : setTimeout(look, 20))
          }
        }
        look()
      }),
    levels.join(),
  )

/** The times when the reviews were made. */
const madeAt = page =>
  page.evaluate(
    () =>
      new Promise(done => {
        const request = indexedDB.open('flank.history')
        request.onsuccess = () => {
          const all = request.result.transaction('reviews').objectStore('reviews').getAll()
          all.onsuccess = () => (request.result.close(), done(all.result.map(({ at }) => at)))
        }
      }),
  )

const summary = page => page.textContent('.summary')
const summarised = (page, text, same = true) =>
  page.waitForFunction(([text, same]) => document.querySelector('.summary') && (document.querySelector('.summary').textContent === text) === same, [text, same])

await tests.run('a review is there again after a reload, and when the game is opened again', async () => {
  const page = await tests.open(`${site.url}#/review?g=f5d6c3d3c4f4f6f3e6e7d7`, STILL)
  await page.selectOption('.review-controls select', '10')
  await page.click('.review-controls button.main')
  await page.waitForSelector('.summary')
  const sums = await summary(page)
  await keptReviews(page, 10)
  await page.reload()
  await summarised(page, sums)
  await page.click('text="Another game"')
  await openText(page, 'f5d6c3d3c4f4f6f3e6e7')
  await summarised(page, sums, false)
  await keptReviews(page, 10, 10) // the quick one of the other game gives way to the deeper one
  await page.click('text="Another game"')
  await openText(page, 'f5d6c3d3c4f4f6f3e6e7d7')
  await summarised(page, sums)
  await keptReviews(page, 10, 10)
})

await tests.run('a review that begins by itself is quick at first, goes on to the chosen level, and nothing moves', async () => {
  const page = await tests.open(`${site.url}#/review`, STILL)
  await page.evaluate(() => {
    localStorage.setItem('flank.review.level.othello', '10')
    globalThis.seen = { captions: [], heights: [] }
    new MutationObserver(() => {
      const { captions, heights } = globalThis.seen
      const caption = document.querySelector('.summary caption')?.textContent
      const height = document.querySelector('.review-controls-place')?.getBoundingClientRect().height
      if (caption && captions.at(-1) !== caption) captions.push(caption)
      if (caption && heights.at(-1) !== height) heights.push(height)
    }).observe(document.body, { childList: true, subtree: true, characterData: true })
  })
  await openText(page, 'f5d6c3d3c4f4f6f3e6e7d7')
  await page.waitForSelector('.summary caption:has-text("level 10")')
  const { captions, heights } = await page.evaluate('seen')
  assert.deepEqual(captions, ['Summary (level 8 · quick)', 'Summary (level 10)'])
  assert.equal(heights.length, 1, heights.join())
  await page.waitForFunction(() => !document.querySelector('.review-controls progress'))
  await says(page, '[data-testid=announcer]', /A first look is done.*The review is done/s)
  assert.equal((await page.textContent('[data-testid=announcer]')).match(/The review is done/g).length, 1)
  await keptReviews(page, 10)
})

await tests.run('whoever leaves, or asks the engine something else, ends the deeper review and keeps the quick one', async () => {
  const page = await tests.open(`${site.url}#/review`, STILL)
  await page.evaluate(() => localStorage.setItem('flank.review.level.othello', '36'))
  await openText(page, games.othello)
  const goesOn = () => page.waitForFunction(() => document.querySelector('.summary') && document.querySelector('.review-controls progress'))
  const ended = async () => {
    await page.locator('.review-controls:not(.resting) button', { hasText: 'Review again' }).waitFor()
    assert.equal(await page.textContent('.summary caption'), 'Summary (level 8 · quick)')
  }
  await goesOn()
  await page.evaluate("location.hash = '#/setup'")
  await page.waitForSelector('.setup-side')
  await page.evaluate("location.hash = '#/review'")
  await ended()
  await keptReviews(page, 8)
  await page.click('text="Another game"')
  await openText(page, games.othello.slice(0, -2))
  await goesOn()
  await page.keyboard.press('a')
  await page.waitForSelector('.engine-lines li')
  await ended()
})

await tests.run('a damaged review is not shown', async () => {
  const page = await tests.open(`${site.url}#/review?g=f5d6c3`, STILL)
  await page.click('.review-controls button.main')
  await page.waitForSelector('.summary')
  const [key] = await keptReviews(page, 14)
  for (const value of [{ at: 1, bytes: new Uint8Array([1, 2, 3]) }, { at: 2 }, 'nothing']) {
    await plant(page, 'reviews', key, value)
    await page.goto('about:blank')
    await page.goto(`${site.url}#/review?g=f5d6c3`)
    await page.waitForSelector('.review-controls button.main')
    assert.equal(await page.locator('.summary').count(), 0)
  }
})

await tests.run('reviews go along with the games into another browser; a damaged one loses itself alone', async () => {
  const page = await withGames()
  const [first, second] = [some[4], some[5]]
  const quickly = page => page.evaluate(() => localStorage.setItem('flank.review.level.othello', '8')) // and no deeper one behind it
  const review = async (page, { begun }) => {
    await openHistory(page)
    await page.locator(`[data-begun="${begun}"]`).getByRole('button', { name: 'Review' }).click()
    await page.waitForSelector('.summary')
    return summary(page)
  }
  await quickly(page)
  const sums = [await review(page, first), await review(page, second)]
  await keptReviews(page, 8, 8)
  await openHistory(page)
  const [saved] = await Promise.all([page.waitForEvent('download'), page.click('text="Save all as a file"')])
  const path = join(folder, 'reviewed.flank')
  await saved.saveAs(path)
  const text = readFileSync(path, 'utf8')
  assert.equal(text.match(/\[Review "/g).length, 2)
  const damaged = join(folder, 'damaged.flank')
  const at = text.indexOf('[Review "') + 60
  writeFileSync(damaged, text.slice(0, at) + (text[at] === 'A' ? 'B' : 'A') + text.slice(at + 1))

  const other = await tests.open(`${site.url}#/history`, STILL)
  await quickly(other)
  await other.setInputFiles('.history input[type=file]', damaged)
  await other.getByText(`Added: ${some.length}. Here before: 0. Reviews that cannot be read: 1. They can be made again.`).waitFor()
  await keptReviews(other, 8)
  await other.reload()
  await other.setInputFiles('.history input[type=file]', path)
  await other.getByText(`Added: 0. Here before: ${some.length}.`).waitFor()
  await keptReviews(other, 8, 8)
  // They are shown as they were made, and none is made again.
  for (const [number, game] of [first, second].entries()) assert.equal(await review(other, game), sums[number])
  assert.deepEqual(await madeAt(other), await madeAt(page))
})

await tests.run('a review begins by itself for a game of the history, for one that was just played, and for a pasted one', async () => {
  const page = await withGames()
  await rows(page).filter({ hasText: 'Unfinished' }).first().getByRole('button', { name: 'Review' }).click()
  await page.waitForSelector('.summary')
  assert.match(await page.textContent('.review-title'), /Flank, level 3/)

  const played = await tests.open(site.url, STILL)
  await begin(played, { game: 'othello', level: 'child' })
  await playOnce(played)
  await resign(played)
  await played.click('text="Review the game"')
  await played.waitForSelector('.summary')
  await played.locator('.review-title p', { hasText: '0–1' }).waitFor()

  const pasted = await tests.open(`${site.url}#/review`, STILL)
  await openText(pasted, 'f5d6c3d3c4')
  await pasted.waitForSelector('.summary')
  await says(pasted, '[data-testid=announcer]', /The review is done/)
})

await tests.run('a review begins by itself for a game of a list, of the study, and for a link to a game that is over', async () => {
  const page = await tests.open(`${site.url}#/review`, STILL)
  await openText(page, `f5d6c3\n${games.othello}`)
  await page.locator('.game-row').first().click()
  await page.waitForSelector('.summary')
  const study = await tests.open(`${site.url}#/study?g=f5d6c3`, STILL)
  await study.click('.study-bar a:has-text("Review")')
  await study.waitForSelector('.summary')
  const link = await tests.open(`${site.url}#/review?g=${games.othello}`, STILL)
  await link.waitForSelector('.summary')
})

await tests.run('no review begins for a position, and for a link to one', async () => {
  const page = await tests.open(`${site.url}#/review`, STILL)
  const waits = async () => {
    await page.waitForSelector('.review-controls button.main')
    await page.evaluate(() => new Promise(done => setTimeout(done, 300)))
    assert.equal(await page.locator('.review-controls progress, .summary').count(), 0)
  }
  await openText(page, 'W:Wa2,b2,Kc4:Bd6,Ke8')
  await waits()
  await page.goto('about:blank')
  await page.goto(`${site.url}#/review?g=f5d6c3d3c4f4`)
  await waits()
})

// ---- For everybody

const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8')
const violations = page =>
  page.evaluate(async source => {
    globalThis.axe ?? new Function(source)()
    return (await globalThis.axe.run()).violations.map(({ id, nodes }) => `${id}: ${nodes[0].html}`)
  }, axe)

for (const [locale, colorScheme, width] of [
  ['en', 'light', 1280],
  ['zh-TW', 'dark', 320],
  ['zh-CN', 'light', 320],
  ['ja', 'dark', 1280],
  ['tr', 'light', 320],
  ['en', 'dark', 320],
])
  await tests.run(`it has no barriers and fits, ${locale}, ${colorScheme}, ${width}`, async () => {
    const touch = width < 400
    const page = await withGames({ locale, colorScheme, viewport: { width, height: 700 }, hasTouch: touch })
    await page.waitForFunction(() => !document.querySelector('.loading'))
    await rows(page).first().locator('.buttons button').nth(2).click()
    await page.waitForSelector('.history-done button')
    assert.deepEqual(await violations(page), [])
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= width)
    const heights = await page.$$eval('.history :is(button, select, .button)', all => all.map(one => one.getBoundingClientRect().height))
    if (touch) assert.ok(Math.min(...heights) >= 44, `${Math.min(...heights)}`)
  })

await tests.run('the view is fetched when it is shown', async () => {
  const page = await tests.open(undefined, STILL)
  const fetched = []
  page.on('request', request => /(history|games|shelf)-.*js$/.test(request.url()) && fetched.push(request.url()))
  await page.goto(site.url)
  await page.waitForSelector('.board')
  await page.evaluate('flank.engine')
  assert.deepEqual(fetched, [])
  await toHistory(page)
  await page.waitForSelector('.history h1')
  assert.ok(fetched.length > 0)
})

await site.stop()
rmSync(folder, { recursive: true })
await tests.end()
