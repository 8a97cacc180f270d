// SPDX-License-Identifier: MIT
//
// The view of the library behind `flank serve`: games found by names, years, results and positions, with the mouse, the keyboard and by an
// address; a game replayed and handed on; nothing found, no library, a server that has gone; no barriers, at one place with the boards of
// other views, in every language, on a narrow phone.
//   node test_library.mjs DIST_FOLDER FLANK
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { require, Site, Tests } from './harness.mjs'
import { serve } from './serving.mjs'

const flank = process.argv[3]
const folder = mkdtempSync(join(tmpdir(), 'flank-library-'))
const path = join(folder, 'library.sqlite')
const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8')
const tests = new Tests()
const run = (...args) => execFileSync(flank, args, { encoding: 'utf8' })
/** The JSON of `flank library`: what the view must show. */
const told = (...args) =>
  run('library', ...args, '--library', path, '--json')
    .split('\n')
    .filter(Boolean)
    .map(line => JSON.parse(line))
const all = (...args) => told('search', ...args, '--limit', '1000')
const place = line => told('search', '--moves', line, '--limit', '1')[0]

run('library', 'import', '--library', path, fileURLToPath(new URL('../formats/wthor/WTH_2001.wtb', import.meta.url)))
const [stats] = told('stats', '--limit', '1000')
const player = stats.by_player[0].name
const server = await serve(flank, { args: ['--library', path] })
const STILL = { reducedMotion: 'reduce' }

async function open(query = '', options = {}) {
  const page = await tests.open(undefined, { ...STILL, ...options })
  await page.goto(`${server.url}#/library${query}`)
  await page.waitForSelector('[data-names]')
  return page
}
/** Wait until so many games are found. */
const found = (page, count) => page.waitForSelector(`[data-found="${count}"]`)
const field = (page, name) => page.locator(`.library-filters [name=${name}]`)
const square = (page, name) => page.locator(`.board [data-square="${name}"]`)
const press = (page, name) => page.getByRole('button', { name, exact: true }).click()
const signed = value => {
  const rounded = Number(Math.abs(value).toFixed(1))
  return rounded === 0 ? '0' : `${value < 0 ? '\u2212' : '+'}${rounded}`
}
const listed = page => page.$$eval('.library-game > span:first-child', rows => rows.map(row => row.textContent))
const named = games => games.map(({ black, white }) => `${black} – ${white}`)
const at = (page, ply) => page.waitForSelector(`.moves .move[data-ply="${ply}"].current`)
async function write(page, name, text) {
  await field(page, name).fill(text)
  await field(page, name).press('Enter')
}
/** Wait until the address says so. */
const noted = (page, name, value) =>
  page.waitForFunction(([name, value]) => new URLSearchParams(location.hash.split('?')[1]).get(name) === value, [name, value])

// ---- Finding

await tests.run('it is fetched when it is shown, and lists what the command lists', async () => {
  const page = await tests.open()
  const fetched = []
  page.on('request', request => /library-.*js$/.test(request.url()) && fetched.push(request.url()))
  await page.goto(server.url)
  const link = page.locator('nav a[href="#/library"]')
  await link.focus()
  assert.equal(fetched.length, 0)
  await page.keyboard.press('Enter')
  await found(page, stats.games)
  assert.equal(fetched.length, 1)
  assert.deepEqual(await listed(page), named(told('search', '--limit', '20')))
})

await tests.run('pages follow one another, and the address holds the page', async () => {
  const page = await open()
  await found(page, stats.games)
  const games = named(all())
  const last = Math.ceil(games.length / 20)
  assert.ok(last > 1)
  for (let number = 2; number <= last; number++) {
    await press(page, 'More games')
    await noted(page, 'page', String(number))
    await found(page, stats.games)
    assert.deepEqual(await listed(page), games.slice(20 * number - 20, 20 * number))
  }
  assert.ok(await page.getByRole('button', { name: 'More games', exact: true }).isDisabled())
  await page.reload()
  await found(page, stats.games)
  assert.deepEqual(await listed(page), games.slice(20 * last - 20))
})

await tests.run('a position of other views is looked for: of a study, a review, and one that is set up', async () => {
  const line = 'f5d6c3'
  const { games } = place(line)
  const page = await tests.open(`${server.url}#/study?g=${line}`, STILL)
  await page.waitForSelector('.explorer .board')
  await page.click('text="Search in the library"')
  await found(page, games)
  await page.goto('about:blank')
  await page.goto(`${server.url}#/review?g=${line}`)
  await page.waitForSelector('.review .moves')
  await page.locator('.moves').press('End')
  await page.click('text="Search in the library"')
  await found(page, games)
  await page.goto('about:blank')
  await page.goto(`${server.url}#/setup?g=${line}`)
  await page.click('.setup-side >> text="Search in the library"')
  await found(page, games)
})

await tests.run('fields choose games; Back, a reload and a link bring a choice back', async () => {
  const page = await open()
  await write(page, 'player', player)
  const games = all('--player', player)
  await found(page, games.length)
  await field(page, 'color').selectOption('black')
  const asBlack = all('--black', player)
  assert.ok(asBlack.length > 0 && asBlack.length < games.length)
  await found(page, asBlack.length)
  await field(page, 'result').selectOption('white')
  const lost = all('--black', player, '--result', 'white')
  await found(page, lost.length)
  assert.deepEqual(await listed(page), named(lost).slice(0, 20))
  await page.goBack()
  await noted(page, 'result', null)
  await found(page, asBlack.length)
  assert.equal(await field(page, 'result').inputValue(), '')
  await page.goBack()
  await found(page, games.length)
  await page.goForward()
  await found(page, asBlack.length)
  await page.reload()
  await found(page, asBlack.length)
  assert.equal(await field(page, 'player').inputValue(), player)
  const other = await open(page.url().split('#/library')[1])
  await found(other, asBlack.length)
  await press(other, 'Clear all')
  await found(other, stats.games)
})

await tests.run('opponents, events, openings and years', async () => {
  const page = await open()
  const [game] = told('search', '--black', player, '--limit', '1')
  await write(page, 'player', player)
  await write(page, 'opponent', game.white)
  await found(page, all('--black', player, '--white', game.white).length + all('--white', player, '--black', game.white).length)
  await press(page, 'Clear all')
  await found(page, stats.games)
  for (const name of ['event', 'opening']) {
    const part = game[name].slice(0, 5)
    await write(page, name, part)
    await found(page, all(`--${name}`, part).length)
    await press(page, 'Clear all')
    await found(page, stats.games)
  }
  await write(page, 'from', '2001')
  await write(page, 'to', '2001')
  await found(page, all('--year', '2001').length)
  await write(page, 'from', '2002')
  await found(page, 0)
  await page.getByText('No game fits all of this.').waitFor()
})

await tests.run('what is written as soon as another field is chosen by stays', async () => {
  const page = await open()
  const written = await page.evaluate(async player => {
    const field = name => document.querySelector(`.library-filters [name=${name}]`)
    const write = (name, text, ...events) => {
      field(name).value = text
      for (const event of events) field(name).dispatchEvent(new Event(event, { bubbles: true }))
    }
    write('player', player, 'input', 'change')
    for (const _ of 'xxx') await null // so far the event itself
    write('opponent', 'somebody', 'input')
    for (const _ of 'xxx') await null
    return field('opponent').value
  }, player)
  assert.equal(written, 'somebody')
})

/** The names of the list with the numbers of their games. */
const rows = page =>
  page.$$eval('.library-rows li', list => list.map(one => [one.querySelector('button > span').textContent, Number(one.textContent.match(/(\d+)$/)[1])]))

await tests.run('names are found by how a word of them begins, with the numbers of their games', async () => {
  const page = await open()
  assert.deepEqual(await rows(page), stats.by_player.slice(0, 20).map(({ name, games }) => [name, games]))
  const word = stats.by_player[3].name.split(' ').at(-1)
  const wanted = stats.by_player.filter(({ name }) => name.split(' ').some(part => part.toLowerCase().startsWith(word.toLowerCase())))
  await page.getByLabel('Find a name').fill(word.toUpperCase())
  await page.waitForFunction(count => document.querySelectorAll('.library-rows li').length === count, wanted.length)
  assert.deepEqual(await rows(page), wanted.map(({ name, games }) => [name, games]))
  await page.locator('.library-rows button').first().click()
  await found(page, wanted[0].games)
  assert.equal(await field(page, 'player').inputValue(), `"${wanted[0].name}"`)
  await page.getByRole('button', { name: 'Opponents', exact: true }).waitFor() // the list is theirs now
})

await tests.run('nobody is among the opponents by a part of the own name, whichever colour', async () => {
  const page = await open()
  const part = player.split(' ')[0]
  const games = all('--player', part)
  const isSought = name => name.toLowerCase().includes(part.toLowerCase())
  for (const [color, chosen] of [['', games], ['black', all('--black', part)], ['white', all('--white', part)]]) {
    const met = new Set(chosen.flatMap(({ black, white }) => [color !== 'white' && isSought(black) && white, color !== 'black' && isSought(white) && black]).filter(Boolean))
    await page.goto(`${server.url}#/library?player=${part}${color && `&color=${color}`}`)
    await found(page, chosen.length)
    await page.waitForFunction(
      ({ names, most }) => {
        const shown = [...document.querySelectorAll('.library-rows button > span:first-child')]
        return shown.length === Math.min(most, names.length) && shown.every(({ textContent }) => names.includes(textContent))
      },
      { names: [...met], most: 20 },
    )
    const shown = (await rows(page)).map(([name]) => name)
    assert.ok(!shown.includes(player))
  }
})

for (const [tab, member, group] of [['Events', 'by_event', 'events'], ['Openings', 'by_opening', 'openings'], ['Years', 'by_year', 'years']])
  await tests.run(`a name of a list is chosen, and chosen again no more: ${group}`, async () => {
    const page = await open()
    await press(page, tab)
    await page.waitForSelector(`[data-names=${group}]`)
    const below = await page.$eval('.library-names > .buttons', ({ parentElement, lastElementChild }) => {
      const next = parentElement.querySelector('input, .library-rows')
      return next.getBoundingClientRect().top - lastElementChild.getBoundingClientRect().bottom
    })
    assert.ok(below >= 8, `${below} px below the buttons`)
    const [first] = stats[member].filter(({ name }) => name)
    await page.locator('.library-rows button').first().click()
    await found(page, first.games)
    const chosen = page.locator('.library-rows button[aria-pressed=true]')
    assert.equal(await chosen.locator('> span').first().textContent(), first.name)
    await chosen.click()
    await page.waitForFunction(() => !document.querySelector('.library-rows [aria-pressed=true]'))
    await found(page, stats.games)
  })

// ---- Positions

await tests.run('the list follows the board, however the position is turned', async () => {
  const page = await open()
  await page.locator('.library-place [data-move=f5] button').waitFor()
  let line = ''
  for (const move of ['d3', 'c5', 'f6']) {
    line += move
    await square(page, move).click()
    const here = place(line)
    await page.waitForSelector(`.library-place[data-position="${here.position}"]`)
    await found(page, here.games)
    const shown = await page.$$eval('.library-place tbody tr', list => list.map(row => [row.dataset.move, Number(row.querySelector('td').textContent)]))
    assert.deepEqual(shown, here.moves.map(({ move: next, games }) => [next ?? 'ended', games]))
    const averages = await page.$$eval('.library-place tbody tr td:last-child', all => all.map(cell => cell.textContent))
    const toMove = line.length % 4 ? -1 : 1 // of Black's discs minus White's: averages are of the side to move, as in the study
    assert.deepEqual(averages, here.moves.map(({ average }) => (average === undefined ? '' : signed(toMove * average))))
  }
  assert.equal(place('f5d6c3').games, place(line).games) // the same position, turned
  const next = page.locator('.library-place button').first()
  const after = place(line + (await next.textContent()))
  await next.click()
  await page.waitForSelector(`.library-place[data-position="${after.position}"]`)
  await found(page, after.games)
  await press(page, 'Back')
  await page.waitForSelector(`.library-place[data-position="${place(line).position}"]`)
  await page.waitForFunction(() => /\.3\.\.[^.]*$/.test(location.hash)) // behind the third of four moves
  await page.reload()
  await found(page, place(line).games)
})

await tests.run('a position together with a field, and one that no game has', async () => {
  const page = await open(`?g=f5d6c3&player=${encodeURIComponent(player)}`)
  await found(page, told('search', '--moves', 'f5d6c3', '--player', player, '--limit', '1')[0].games)
  await page.locator('.game-choice select').selectOption('loa')
  await found(page, 0)
  await press(page, 'Clear all')
  await page.getByText('No game fits all of this.').waitFor()
  assert.equal(await page.locator('.library-place').count(), 0)
})

// ---- A game

await tests.run('a game is opened by keyboard, replayed and handed on; Back closes it', async () => {
  const page = await open('?g=f5d6')
  const [here, game] = told('search', '--moves', 'f5d6', '--limit', '1')
  await found(page, here.games)
  await page.locator('.library-game').first().focus()
  await page.keyboard.press('Enter')
  await page.waitForSelector(`[data-game="${game.id}"]`)
  assert.equal(await page.locator('.library-head h1').textContent(), `${game.black} – ${game.white}`)
  await at(page, 2) // the position that was looked for
  assert.equal(await page.locator('.library-game[aria-current=true]').count(), 1)
  await page.keyboard.press('End')
  await at(page, game.plies)
  await page.keyboard.press('ArrowLeft')
  await at(page, game.plies - 1)
  await noted(page, 'ply', String(game.plies - 1))
  await page.reload()
  await at(page, game.plies - 1)
  await page.locator('.table-under').getByRole('link', { name: 'Review', exact: true }).click()
  await page.waitForSelector(`.review .move[data-ply="${game.plies - 1}"].current`)
  assert.ok((await page.textContent('.review-players')).includes(game.black))
  await page.goBack()
  await page.waitForSelector(`[data-game="${game.id}"]`)
  await page.keyboard.press('Home')
  await page.keyboard.press('ArrowRight')
  await at(page, 1)
  await press(page, 'Search this position')
  await page.waitForSelector('.library-place')
  await found(page, stats.games) // all games have the first move
  await page.goBack()
  await page.waitForSelector(`[data-game="${game.id}"]`)
  await press(page, 'Back to the list')
  await page.waitForSelector('.library:not([data-game])')
  await found(page, here.games)
})

await tests.run('Study has the game; a number that no game has is told in one line', async () => {
  const page = await open('?g=f5d6c3')
  await page.locator('.library-game').first().click()
  await page.waitForSelector('[data-game]')
  await page.locator('.table-under').getByRole('link', { name: 'Study', exact: true }).click()
  await page.waitForSelector('.explorer .moves .move[data-ply="3"].current')
  const other = await open('?id=9999')
  await other.getByRole('alert').filter({ hasText: '9999' }).waitFor()
  await other.getByRole('alert').getByRole('button', { name: 'Back to the list' }).click()
  await other.waitForFunction(() => !document.querySelector('[role=alert]'))
})

// ---- Nothing there

await tests.run('no library yet, a server that has gone and none at all are told in one line', async () => {
  const empty = await serve(flank, { env: { XDG_DATA_HOME: join(folder, 'none') } })
  const page = await tests.open(`${empty.url}#/library`, STILL)
  await page.locator('.table-side').getByText(/^There are no games on this server yet\. .*“flank library import FILE…”/).waitFor()
  assert.equal(await page.locator('.table-side :is(button, summary), .table-third').count(), 0) // nothing is there to look for
  await empty.signal('SIGKILL')
  await square(page, 'd3').click()
  const alert = page.locator('.library-found [role=alert]')
  await alert.getByText(/^The server does not answer\./).waitFor()
  await alert.getByRole('button', { name: 'Try again' }).click()
  await alert.getByText(/^The server does not answer\./).waitFor()
  const site = await Site.start()
  const alone = await tests.open(`${site.url}#/library`, STILL)
  await alone.getByText('There is no page “library” here.').waitFor()
  assert.equal(await alone.locator('nav a[href="#/library"]').count(), 0)
  await site.stop()
})

// ---- Room and barriers

const violations = page =>
  page.evaluate(async source => {
    globalThis.axe ?? new Function(source)()
    return (await globalThis.axe.run()).violations.map(({ id, nodes }) => `${id}: ${nodes[0].html.slice(0, 200)} ${nodes[0].failureSummary}`)
  }, axe)
/** Whatever a finger presses besides squares, that is lower than 44 pixels. */
const low = page =>
  page.evaluate(() =>
    [...document.querySelectorAll('a, button, summary, select, input')]
      .filter(one => one.checkVisibility() && !one.closest('p, .skip') && (one.closest('label') ?? one).getBoundingClientRect().height < 44)
      .map(one => one.outerHTML.slice(0, 80)),
  )
/** Whatever reaches beyond the screen, and buttons with a text that is wider than they are. */
const misfits = page =>
  page.evaluate(() => {
    const root = document.documentElement
    const wide = element => element.scrollWidth > element.clientWidth
    const beyond = element => element.getBoundingClientRect().right > root.clientWidth + 1
    const misfit = [root, ...document.querySelectorAll('main :is(button, .button)')].filter(wide)
    misfit.push(...[...document.querySelectorAll('main *')].filter(beyond))
    return misfit.map(element => `${element.tagName}.${element.className}: ${element.textContent.trim().slice(0, 60)}`)
  })

for (const [locale, colorScheme, width] of [
  ['en', 'light', 1280],
  ['zh-TW', 'dark', 320],
  ['zh-CN', 'light', 390],
  ['ja', 'dark', 1280],
  ['tr', 'light', 320],
  ['tr', 'dark', 1280],
  ['en', 'dark', 390],
])
  await tests.run(`it has no barriers and fits, ${locale}, ${colorScheme}, ${width}`, async () => {
    const page = await open('?g=f5d6', { locale, colorScheme, viewport: { width, height: 800 }, hasTouch: width < 500, bypassCSP: true })
    await page.waitForFunction(() => !document.querySelector('.loading'))
    await page.waitForSelector('[data-found]')
    const look = async () => {
      for (const details of await page.$$('main details')) await details.evaluate(one => (one.open = true))
      assert.deepEqual(await violations(page), [])
      assert.deepEqual(await misfits(page), [])
      if (width < 500) assert.deepEqual(await low(page), [])
    }
    await look()
    await page.locator('.library-game').first().click()
    await page.waitForSelector('[data-game]')
    await look()
  })

for (const [width, height] of [[1280, 800], [1920, 1080], [768, 1024], [390, 844]])
  await tests.run(`the board stands where it stands in other views, and stays there: ${width}x${height}`, async () => {
    const page = await tests.open(undefined, { ...STILL, viewport: { width, height } })
    await page.goto(`${server.url}#/study`)
    await page.waitForSelector('.table-head')
    const places = []
    const note = async () => {
      await page.evaluate(() => scrollTo(0, 0))
      const { x, y, width: wide, height: high } = await page.locator('svg.board').boundingBox()
      places.push([x, y, wide, high].map(Math.round).join(' '))
      assert.ok(y + high <= height)
    }
    await note()
    await page.evaluate(() => (location.hash = '#/library'))
    await found(page, stats.games)
    await note()
    await square(page, 'f5').click()
    await page.waitForSelector('.library-place')
    await note()
    await page.locator('.library-game').last().click()
    await page.waitForSelector('[data-game]')
    const { top, bottom } = await page.$eval('svg.board', board => board.getBoundingClientRect())
    assert.ok(top >= 0 && bottom <= height, `from ${top} to ${bottom} on the screen`)
    await note()
    assert.equal(new Set(places).size, 1, places.join(' | '))
  })

await server.stop()
rmSync(folder, { recursive: true })
await tests.end()
