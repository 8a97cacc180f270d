// SPDX-License-Identifier: MIT
//
// A game of two friends over one `flank serve`: made, joined by link and by code, played, taken back, loaded again, ended; without
// barriers, in every language, on a phone, by keyboard. The server's decisions are in tests/server/test_live.py.
//   node test_live.mjs DIST_FOLDER FLANK
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { drawn, require, says, Tests, until } from './harness.mjs'
import { begin, movesOf, square, status } from './play_page.mjs'
import { lastingPort, serve } from './serving.mjs'

const flank = process.argv[3]
const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8')
const tests = new Tests()
const server = await serve(flank)
const clipboard = { permissions: ['clipboard-read', 'clipboard-write'] }

const violations = page =>
  page.evaluate(async source => {
    globalThis.axe ?? new Function(source)()
    return (await globalThis.axe.run()).violations.map(({ id, nodes }) => `${id}: ${nodes[0].html}`)
  }, axe)

/** Make a game and give its code. */
async function make(page, { game = 'othello', board, color = 'black', clock = 'none', at = server } = {}) {
  await page.goto(`${at.url}#/live?game=${game}`)
  await page.locator(`.live-create input[name=color][value=${color}]`).check({ force: true })
  await page.locator('.live-create select[name=clock]').selectOption(clock)
  if (board) {
    await page.locator('.live-create details').evaluateAll(all => all.forEach(one => (one.open = true)))
    await page.locator('.live-create select[name=board]').selectOption(board)
  }
  await page.click('text="Make the game"')
  return (await page.textContent('[data-testid=code]')).trim()
}

async function join(page, code, at = server) {
  await page.goto(`${at.url}#/live`)
  await page.fill('input[name=code]', code)
  await page.press('input[name=code]', 'Enter')
  await page.waitForSelector('.live .board')
}

/** The game of a link is joined. */
const accept = page => page.click('.live-join button[type=submit]')

const plies = (page, count) => page.waitForFunction(count => document.querySelectorAll('.moves .move').length === count, count)

/** A move, once it can be made: before both know of each other, and of the move before, nobody can. */
async function move(page, other, name, count) {
  await page.waitForSelector(`[data-square="${name}"][aria-label*="legal move"]`)
  await square(page, name).click()
  await plies(page, count)
  await plies(other, count)
}

const statusIs = (page, pattern) => says(page, '[data-testid=status]', new RegExp(pattern, 'i'))
const hears = (page, pattern) => says(page, '[data-testid=announcer]', pattern)

/**
 * Stand between a page, which has yet to be loaded, and the server. `asked` gives what is sent in place of a question, or nothing; `told`
 * the same for an event. `tell` sends the page an event, `cut` ends the connection.
 */
async function between(page, { asked = text => text, told = text => text }) {
  const line = {}
  await page.routeWebSocket(/engine/, socket => {
    const server = socket.connectToServer()
    const pass = (to, text) => text !== undefined && to.send(text)
    socket.onMessage(text => pass(server, asked(text)))
    server.onMessage(text => pass(socket, told(text)))
    line.tell = text => socket.send(text)
    line.cut = () => Promise.all([socket.close({ code: 4000 }), server.close({ code: 4000 })])
  })
  return line
}

/** The time that stands on the clock of a player. */
const shownSeconds = async (page, player) => {
  const [minutes, seconds] = (await page.textContent(`.player[data-player="${player}"] .clock`)).split(':').map(Number)
  return 60 * minutes + seconds
}

/** The places of the board and of the buttons that offer something. */
const situation = page => page.locator('.situation').boundingBox()
const boardBox = page => page.locator('.live .board').first().boundingBox()

await tests.run('a board of 36 squares has no others, for both', async () => {
  const [ann, bob] = [await tests.open(), await tests.open()]
  await join(bob, await make(ann, { board: '6' }))
  for (const page of [ann, bob]) await page.waitForFunction(() => document.querySelectorAll('.live .board [data-square]').length === 36)
})

await tests.run('two friends play by link, take back, load the page again, and end', async () => {
  const [ann, bob] = [await tests.open(undefined, clipboard), await tests.open()]
  const code = await make(ann, { clock: '4' })
  assert.match(code, /^[ACDEFGHJKMNPQRTWXY34679]{4}-[ACDEFGHJKMNPQRTWXY34679]{4}$/)
  assert.match(await status(ann), /Waiting for your friend/)
  await ann.click('text="Copy the link"')
  await ann.waitForSelector('text="Copied."')
  const link = await ann.evaluate(() => navigator.clipboard.readText())
  await bob.goto(link)
  await accept(bob)
  await statusIs(ann, /Your move: black/)
  await statusIs(bob, /Your friend’s move: black/)
  assert.deepEqual(await ann.locator('.player-name').allTextContents(), ['You', 'Friend'])
  assert.deepEqual(await bob.locator('.player-name').allTextContents(), ['Friend', 'You'])
  assert.deepEqual(await bob.locator('.clock').allTextContents(), ['25:00', '25:00'])
  await ann.keyboard.press('u') // there is nothing to take back, as the button says

  await move(ann, bob, 'f5', 1)
  await bob.waitForSelector('.player[data-player="1"] .clock.running')
  await square(ann, 'f6').click() // it is not Ann's turn
  await move(bob, ann, 'f6', 2)
  assert.deepEqual(await movesOf(ann), ['f5', 'f6'])
  assert.equal(await ann.locator('.status [role=alert]').count(), 0)

  // The game goes on while one looks elsewhere, which says so.
  await ann.evaluate(() => (location.hash = '#/play'))
  await ann.getByText('Your live game with a friend goes on.').waitFor()
  await ann.reload()
  await ann.click('text="Back to the table"')
  await plies(ann, 2)

  // A move is taken back by consent, and no offer moves the board.
  const before = await boardBox(ann)
  await bob.click('text="Take back"')
  await ann.waitForSelector('[data-offer=takeback]')
  assert.deepEqual(await boardBox(ann), before)
  await hears(ann, /asks to take a move back/)
  await ann.click('text="Refuse"')
  for (const page of [ann, bob]) await page.waitForSelector('.live-offer[data-settled=takeback]:has-text("was not taken back")')
  await hears(bob, /was not taken back/)
  assert.deepEqual(await movesOf(bob), ['f5', 'f6'])
  await bob.keyboard.press('u')
  await ann.click('text="Accept"')
  await plies(ann, 1)
  await plies(bob, 1)
  for (const page of [ann, bob]) await page.waitForSelector('.live-offer[data-settled=takeback]:has-text("was taken back")')
  await hears(ann, /was taken back/)
  assert.deepEqual(await boardBox(ann), before)
  await move(bob, ann, 'd6', 2)
  await ann.waitForSelector('.live-offer:empty')

  // One loads the page again, and is seen to be away meanwhile; the other's page is lost and opened anew.
  await bob.goto('about:blank')
  await ann.waitForSelector('[data-testid=friend]:has-text("away")')
  await bob.goBack()
  await plies(bob, 2)
  await ann.waitForSelector('[data-testid=friend]:has-text("Your friend is here")')
  await ann.reload()
  await plies(ann, 2)
  await statusIs(ann, /Your move/)
  await move(ann, bob, 'c3', 3)

  await bob.click('.play-tools >> text="Resign"')
  await bob.click('dialog[open] >> text="Resign"')
  await statusIs(ann, /You won: the other side resigned/)
  await statusIs(bob, /You lost: you have resigned/)

  await bob.evaluate(() => (location.hash = '#/play'))
  await bob.waitForSelector('.play .board')
  assert.equal(await bob.getByText('Your live game with a friend goes on.').count(), 0)
  await bob.goBack()

  // A rematch with colours turned.
  await ann.click('text="Rematch"')
  await bob.click('text="Accept"')
  await statusIs(bob, /Your move: black/)
  await statusIs(ann, /Your friend’s move: black/)
  assert.deepEqual(await ann.locator('.player-name').allTextContents(), ['Friend', 'You'])
  await plies(ann, 0)
})

await tests.run('a whole game by code ends by the rules, is reviewed, and stands among the games that were played', async () => {
  const [ann, bob] = [await tests.open(), await tests.open()]
  const code = await make(ann, { color: 'white' })
  await join(bob, code.toLowerCase().replace('-', ' '))
  const moves = ['e6', 'f4', 'e3', 'f6', 'g5', 'd6', 'e7', 'f5', 'c5'] // white is wiped out
  await ann.evaluate(() => {
    globalThis.counts = []
    const place = document.querySelector('[data-player="0"] .piece-count')
    new MutationObserver(() => globalThis.counts.push(Number(place.textContent))).observe(place, { subtree: true, characterData: true, childList: true })
  })
  for (const [ply, name] of moves.entries()) await (ply % 2 ? move(ann, bob, name, ply + 1) : move(bob, ann, name, ply + 1))
  await ann.waitForFunction(() => globalThis.counts.includes(0) && globalThis.counts.at(-1) === 13) // counted up, as in Play
  await statusIs(bob, /You won/)
  await statusIs(ann, /You lost/)
  await ann.emulateMedia({ media: 'print' })
  for (const seen of ['.players', '.board', '.moves']) assert.ok(await ann.isVisible(seen), seen)
  assert.deepEqual(await ann.$$eval('main :is(button, summary, .status, .live-dot, .live-offer)', all => all.filter(one => one.checkVisibility() && !one.matches('.move')).map(one => one.className)), [])
  await ann.emulateMedia({ media: 'screen' })
  await bob.keyboard.press('Tab')
  await bob.click('text="Leave"')
  await bob.waitForSelector('input[name=code]')
  await ann.waitForSelector('[data-testid=friend]:has-text("has left")')
  await bob.goto(`${server.url}#/history`)
  await bob.waitForFunction(() => /Othello/.test(document.querySelector('main').textContent) && /9/.test(document.querySelector('main').textContent))
  await ann.click('text="Review the game"')
  await ann.waitForFunction(() => location.hash.startsWith('#/review'))
})

await tests.run('what cannot be joined is told, and a second tab of the same browser may take the seat over', async () => {
  const [ann, bob] = [await tests.open(), await tests.open()]
  const code = await make(ann)
  await bob.goto(`${server.url}#/live?code=AAAAAAAA`)
  await accept(bob)
  await bob.waitForSelector('.live-join [role=alert]:has-text("There is no game with this code here; it may have ended.")')
  const second = await ann.context().newPage()
  await second.goto(`${server.url}#/live?code=${code}`)
  await second.click('text="Go on with it"')
  await second.waitForSelector('[data-testid=code]')
  await ann.waitForSelector('.live-ended:has-text("another window")')
  await ann.click('text="Play here"')
  await second.waitForSelector('.live-ended')
  await ann.click('text="Leave"')
  await ann.waitForSelector('input[name=code]')
})

await tests.run('a code that cannot be one is refused before the server is asked, in a link too', async () => {
  const bob = await tests.open()
  const asked = []
  await between(bob, { asked: text => (asked.push(JSON.parse(text).ask), text) })
  await bob.goto(`${server.url}#/live?code=AAAAAAA0`)
  const refused = () => bob.waitForSelector('.live-join [role=alert]:has-text("A code has eight of these letters and digits")')
  await refused()
  for (const code of ['AAAAAAAO', 'AAAAAAA', 'AAAA-AAAA-A']) {
    await bob.fill('input[name=code]', 'ACDE')
    await bob.fill('input[name=code]', code)
    await bob.press('input[name=code]', 'Enter')
    await refused()
  }
  assert.equal(asked.filter(ask => ask === 'live_join').length, 0)
  await bob.fill('input[name=code]', 'aaaa－aaaa') // as the keyboard of a phone may write it
  await bob.press('input[name=code]', 'Enter')
  await bob.waitForSelector('.live-join [role=alert]:has-text("no game with this code")')
})

await tests.run('a link that is only looked at takes no seat', async () => {
  const [ann, eve, bob] = [await tests.open(), await tests.open(), await tests.open()]
  const link = `${server.url}#/live?code=${await make(ann)}`
  await eve.goto(link) // as a browser within another app does
  await eve.waitForSelector('.live-join button.main:enabled')
  await bob.goto(link)
  await accept(bob)
  await statusIs(bob, /Your friend’s move: black/)
})

await tests.run('the link of a game that is over says so', async () => {
  const [ann, bob, eve] = [await tests.open(), await tests.open(), await tests.open()]
  const code = await make(ann)
  await join(bob, code)
  await move(ann, bob, 'f5', 1)
  await bob.click('.play-tools >> text="Resign"')
  await bob.click('dialog[open] >> text="Resign"')
  await statusIs(ann, /You won/)
  await eve.goto(`${server.url}#/live?code=${code}`)
  await accept(eve)
  await eve.waitForSelector('.live-join [role=alert]:has-text("Two people play this game already.")')
  for (const page of [ann, bob]) await page.click('text="Leave"')
  await ann.waitForSelector('input[name=code]')
  await eve.reload()
  await accept(eve)
  await eve.waitForSelector('.live-join [role=alert]:has-text("it may have ended.")')
})

for (const [locale, stop] of [['zh-TW', '。'], ['zh-CN', '。'], ['ja', '。'], ['tr', '.']])
  await tests.run(`what is refused is said as a sentence, ${locale}`, async () => {
    const page = await tests.open(`${server.url}#/live?code=AAAAAAAA`, { locale })
    await accept(page)
    await page.waitForFunction(
      stop => {
        const text = document.querySelector('.live-join [role=alert]')?.textContent ?? ''
        return text.length > 9 && text.endsWith(stop) && text[0] === text[0].toLocaleUpperCase(document.documentElement.lang)
      },
      stop,
    )
  })

await tests.run('a move that is refused leaves the clock as it is', async () => {
  const [ann, bob] = [await tests.open(), await tests.open()]
  await between(bob, { asked: text => text.replace(/"move":"f6"/, '"move":"a1"') })
  await join(bob, await make(ann, { clock: '4' }))
  await move(ann, bob, 'f5', 1)
  await bob.waitForFunction(() => !document.querySelector('.player[data-player="1"] .clock').textContent.startsWith('25:'))
  await square(bob, 'f6').click()
  await bob.waitForSelector('.status [role=alert]')
  assert.ok((await shownSeconds(bob, 1)) < 25 * 60)
  await bob.waitForSelector('.player[data-player="1"] .clock.running')
  await move(bob, ann, 'd6', 2)
})

await tests.run('what is asked again after a lost answer is asked of the friend once', async () => {
  const [ann, bob] = [await tests.open(), await tests.open()]
  let offer = ''
  const line = await between(ann, {
    asked: text => {
      const { ask, id } = JSON.parse(text)
      if (ask === 'live_offer') offer = id
      return text
    },
    told: text => (JSON.parse(text).id === offer ? undefined : text),
  })
  const reports = []
  await between(bob, { told: text => (reports.push(JSON.parse(text)), text) })
  await join(bob, await make(ann))
  await move(ann, bob, 'f5', 1)
  await ann.click('text="Take back"')
  await bob.click('[data-offer=takeback] >> text="Refuse"')
  await ann.waitForSelector('[data-settled=takeback]')
  const before = reports.length
  await line.cut()
  await until(() => reports.slice(before).some(({ friend }) => friend === 'away') && reports.findLast(({ friend }) => friend)?.friend === 'here') // it may be gone too soon to be seen
  await bob.waitForSelector('[data-testid=friend]:has-text("is here")')
  await move(bob, ann, 'd6', 2)
  await move(ann, bob, 'c3', 3)
  assert.deepEqual(reports.slice(before).filter(({ offer }) => offer), [])
  assert.equal(await ann.locator('.status [role=alert]').count(), 0)
})

await tests.run('a seat is kept when the server only has no time', async () => {
  const ann = await tests.open()
  let busy = false
  const refusal = { event: 'error', code: 'LIVE_TOO_FAST', arguments: [], error: '' }
  await between(ann, {
    asked: text => (busy ? text.replace(/"token":"\w+"/, '"token":"x"') : text),
    told: text => (busy ? JSON.stringify({ ...refusal, id: JSON.parse(text).id }) : text),
  })
  const code = await make(ann)
  busy = true
  await ann.reload()
  await ann.waitForSelector('.live-door [role=alert]:has-text("too many questions")')
  busy = false
  await ann.click('text="Go on with it"')
  assert.equal((await ann.textContent('[data-testid=code]')).trim(), code)
})

await tests.run('a server that has no time for a page that is loaded again takes nothing from it', async () => {
  const [ann, bob] = [await tests.open(), await tests.open()]
  let busy = false
  const asked = new Set()
  await between(ann, {
    asked: text => {
      const { ask, id } = JSON.parse(text)
      if (busy && ask === 'live') asked.add(id)
      return text
    },
    told: text => {
      const { id } = JSON.parse(text)
      return asked.has(id) ? JSON.stringify({ id, event: 'error', code: 'LIVE_TOO_FAST', arguments: [], error: '' }) : text
    },
  })
  await join(bob, await make(ann))
  await move(ann, bob, 'f5', 1)
  await move(bob, ann, 'd6', 2)
  busy = true
  await ann.reload()
  await ann.waitForSelector('.live-ended:has-text("keeps it")')
  await ann.waitForSelector('.status [role=alert]:has-text("too many questions")')
  assert.deepEqual(await movesOf(ann), ['f5', 'd6'])
  busy = false
  asked.clear()
  await ann.click('text="Go on with it"')
  await move(ann, bob, 'c3', 3)
  assert.equal(await ann.locator('.live-ended, .status [role=alert]').count(), 0)
  await bob.click('.play-tools >> text="Resign"')
  await bob.click('dialog[open] >> text="Resign"')
  await statusIs(ann, /You won/)
  await ann.evaluate(() => (location.hash = '#/history'))
  await ann.waitForSelector('.history-row:has-text("Won")')
  assert.equal(await ann.locator('.history-row').count(), 1) // the same game
})

await tests.run('a game that was resigned has its result in Review', async () => {
  const [ann, bob] = [await tests.open(), await tests.open()]
  await join(bob, await make(ann))
  await move(ann, bob, 'f5', 1)
  await bob.click('.play-tools >> text="Resign"')
  await bob.click('dialog[open] >> text="Resign"')
  for (const page of [ann, bob]) {
    await page.click('text="Review the game"')
    await page.waitForSelector('.review .moves')
    await page.getByText('1–0').first().waitFor()
  }
})

await tests.run('a link that is opened once more leads to the game as the first time', async () => {
  const [ann, bob] = [await tests.open(), await tests.open()]
  let lost = true
  await between(bob, { asked: text => (lost ? text.replace(/"code":"\w+"/, '"code":"AAAAAAAA"') : text) })
  const code = (await make(ann)).replace('-', '')
  const follow = () =>
    bob.evaluate(hash => {
      const link = document.createElement('a')
      link.href = hash
      document.body.append(link)
      link.click()
      link.remove()
    }, `#/live?code=${code}`)
  await bob.goto(server.url)
  await bob.waitForSelector('.play .board')
  await follow()
  await accept(bob)
  await bob.waitForSelector('.live-join [role=alert]:has-text("no game with this code")')
  lost = false
  await follow()
  await bob.waitForSelector('.live-join [role=alert]', { state: 'detached' })
  await accept(bob)
  await statusIs(bob, /Your friend’s move: black/)
  await follow() // at the table
  await bob.waitForFunction(() => location.hash === '#/live')
  await statusIs(bob, /Your friend’s move: black/)
})

await tests.run('by keyboard alone, from the dialog of a new game', async () => {
  const [ann, bob] = [await tests.open(), await tests.open()]
  await ann.goto(server.url)
  await ann.waitForSelector('.board')
  await ann.locator('text="New game"').focus()
  await ann.keyboard.press('Enter')
  await ann.locator('dialog[open] a:has-text("live on this server")').focus()
  await ann.keyboard.press('Enter')
  await ann.locator('.live-create button[type=submit]').focus()
  await ann.keyboard.press('Enter')
  const code = (await ann.textContent('[data-testid=code]')).trim()
  await join(bob, code)
  await statusIs(ann, /Your move/)
  await square(ann, 'f5').focus()
  await ann.keyboard.press('Enter')
  await plies(bob, 1)
  await ann.waitForSelector('.situation button[title=U]:enabled') // the server has told Ann, too
  await ann.keyboard.press('u')
  await bob.locator('[data-offer=takeback] button.main').focus()
  await bob.keyboard.press('Enter')
  await plies(ann, 0)
})

for (const [locale, colorScheme, width] of [
  ['en', 'light', 1280],
  ['zh-TW', 'dark', 390],
  ['zh-CN', 'light', 320],
  ['ja', 'dark', 1280],
  ['tr', 'light', 390],
])
  await tests.run(`it has no barriers and fits, ${locale}, ${colorScheme}, ${width}`, async () => {
    const options = { locale, colorScheme, viewport: { width, height: 844 }, bypassCSP: true }
    const [ann, bob] = [await tests.open(undefined, options), await tests.open(undefined, options)]
    const fits = async page => {
      await page.waitForFunction(() => !document.querySelector('.loading'))
      assert.deepEqual(await violations(page), [])
      assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= width)
    }
    await ann.goto(`${server.url}#/live?game=draughts`)
    await ann.waitForSelector('.live-create')
    await fits(ann)
    await ann.locator('.live-create select[name=clock]').selectOption('3')
    await ann.click('.live-create button[type=submit]')
    const code = (await ann.textContent('[data-testid=code]')).trim()
    await fits(ann)
    await join(bob, code)
    await bob.waitForSelector('.situation button')
    const [place, own] = [await situation(bob), await situation(ann)]
    await ann.click('.situation button:nth-child(2)')
    await bob.waitForSelector('[data-offer=draw]')
    await ann.waitForSelector('[data-offer=draw]')
    assert.deepEqual(await situation(bob), place)
    assert.deepEqual(await situation(ann), own)
    await fits(bob)
    await bob.click('[data-offer=draw] button.main')
    await bob.waitForSelector('.situation .main:enabled')
    await fits(bob)
  })

for (const [which, before, name] of [['a move', ['f5', 'd6', 'c3'], 'd3'], ['one’s first move', ['f5'], 'd6']])
  await tests.run(`${which} is asked back in the moment in which it is made`, async () => {
    const [ann, bob] = [await tests.open(), await tests.open()]
    await join(bob, await make(ann))
    for (const [ply, played] of before.entries()) await move(...(ply % 2 ? [bob, ann] : [ann, bob]), played, ply + 1)
    await bob.evaluate(name => {
      document.querySelector(`[data-square=${name}]`).dispatchEvent(new MouseEvent('click', { bubbles: true }))
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'u', bubbles: true })) // no report can have come meanwhile
    }, name)
    await ann.waitForSelector('[data-offer=takeback]')
    await ann.click('[data-offer=takeback] button.main')
    for (const page of [ann, bob]) await plies(page, before.length)
    assert.equal(await bob.locator('.status [role=alert]').count(), 0)
  })

await tests.run('a move is asked back between its answer and its report', async () => {
  const [ann, bob] = [await tests.open(), await tests.open()]
  const late = []
  let [asked, answered, holding] = ['', false, true]
  const line = await between(ann, {
    asked: text => {
      const { ask, id } = JSON.parse(text)
      if (ask === 'live_move') asked = id
      return text
    },
    told: text => {
      const { id, moves } = JSON.parse(text)
      answered ||= id === asked
      return holding && moves?.length ? void late.push(text) : text
    },
  })
  await join(bob, await make(ann))
  await square(ann, 'f5').click()
  await plies(bob, 1)
  await until(() => answered && late.length)
  await drawn(ann)
  await ann.keyboard.press('u')
  holding = false
  for (const text of late) line.tell(text)
  await bob.click('[data-offer=takeback] button.main')
  for (const page of [ann, bob]) await plies(page, 0)
  assert.equal(await ann.locator('.status [role=alert]').count(), 0)
})

await tests.run('a move is answered after the move of the friend that follows it', async () => {
  const [ann, bob] = [await tests.open(), await tests.open()]
  const late = []
  let asked = ''
  const line = await between(ann, {
    asked: text => {
      const { ask, id } = JSON.parse(text)
      if (ask === 'live_move') asked = id
      return text
    },
    told: text => (JSON.parse(text).id === asked ? void late.push(text) : text),
  })
  await join(bob, await make(ann))
  await move(ann, bob, 'f5', 1)
  await move(bob, ann, 'd6', 2)
  assert.equal(late.length, 1)
  await move(ann, bob, 'c3', 3)
  line.tell(late[0])
  await move(bob, ann, 'd3', 4)
  await move(ann, bob, 'c4', 5)
})

await tests.run('a game begins with an opening of XOT, which both see, also in the rematch', async () => {
  const [ann, bob] = [await tests.open(), await tests.open()]
  await ann.goto(`${server.url}#/live?game=othello`)
  const openings = ann.locator('.live-create select[name=opening-moves]')
  await openings.waitFor()
  assert.deepEqual(await openings.locator('option').evaluateAll(all => all.map(one => one.value)), ['usual', 'xot', 'random'])
  await openings.selectOption('xot')
  await ann.click('text="Make the game"')
  await join(bob, (await ann.textContent('[data-testid=code]')).trim())
  for (const page of [ann, bob]) await plies(page, 8)
  const opening = await movesOf(ann)
  assert.deepEqual(await movesOf(bob), opening)
  await statusIs(ann, /Your move: black/)
  assert.ok(await ann.locator('.situation button').first().isDisabled()) // the opening is nobody's to take back
  const name = await ann.evaluate(() => globalThis.flank.rules.line({ game: 'othello', moves: [...document.querySelectorAll('.moves .move')].map(one => one.textContent) }).legal[0].move)
  await move(ann, bob, name, 9)
  await ann.waitForSelector('.situation button:enabled')
  await bob.click('.play-tools .apart')
  await bob.locator('dialog[open] button', { hasText: 'Resign' }).click()
  await ann.click('.situation .main')
  await bob.click('[data-offer=rematch] button.main')
  for (const page of [ann, bob]) await plies(page, 8)
  assert.deepEqual(await movesOf(bob), opening)
  await statusIs(bob, /Your move: black/)
})

await tests.run('nobody gets help while a game goes on: overlays come with its end, arrows always', async () => {
  const [ann, bob] = [await tests.open(), await tests.open()]
  await join(bob, await make(ann))
  await ann.evaluate(() => localStorage.setItem('flank.settings', JSON.stringify({ overlays: ['frontier'] })))
  await ann.reload() // with the overlays of another view
  await statusIs(ann, /Your move: black/)
  const switches = ann.locator('.icon-bar .menu label')
  await ann.click('.icon-bar .menu > summary')
  assert.deepEqual((await switches.allTextContents()).map(text => text.trim()), ['Arrows and circles'])
  await ann.keyboard.press('Escape')
  assert.equal(await ann.locator('[data-frontier]').count(), 0)
  await square(ann, 'a1').press('Shift+Enter')
  await square(ann, 'c3').press('Shift+Enter')
  await ann.waitForSelector('.drawn')
  await move(ann, bob, 'f5', 1)
  await bob.click('.play-tools .apart')
  await bob.locator('dialog[open] button', { hasText: 'Resign' }).click()
  await ann.waitForSelector('[data-frontier]')
  assert.equal(await switches.count(), 5)
})

await tests.run('the server goes away and comes back without the game', async () => {
  const other = await serve(flank, { port: await lastingPort() })
  const [ann, bob] = [await tests.open(), await tests.open()]
  await join(bob, await make(ann, { at: other }), other)
  await move(ann, bob, 'f5', 1)
  await move(bob, ann, 'd6', 2)
  await ann.reload()
  await plies(ann, 2)
  await move(ann, bob, 'c3', 3)
  await other.signal('SIGKILL')
  for (const page of [ann, bob]) await page.waitForSelector('.status .bad:has-text("does not answer")')
  const again = await serve(flank, { port: other.port })
  for (const page of [ann, bob]) {
    await page.waitForSelector('.live-ended:has-text("The server no longer has this game")')
    assert.deepEqual(await movesOf(page), ['f5', 'd6', 'c3'])
    await page.waitForSelector('.board [data-square="c3"][aria-label*="Black"]')
    await statusIs(page, /White to move/)
    assert.equal(await page.locator('.situation, .live-offer, .play-tools').count(), 0)
  }
  // The game stands among the games that were played, and goes on by link.
  await ann.click('.live-ended .main')
  await ann.waitForFunction(() => location.hash === '#/play')
  assert.deepEqual(await movesOf(ann), ['f5', 'd6', 'c3'])
  await ann.waitForSelector('.situation >> button')
  await bob.evaluate(() => (location.hash = '#/history'))
  await bob.waitForSelector('.history-row:has-text("Unfinished")')
  await bob.goBack()
  await bob.waitForSelector('.live-door') // the seat is worth nothing any more
  assert.equal(await bob.locator('.live-kept').count(), 0)
  await ann.evaluate(() => (location.hash = '#/live'))
  // Both begin anew where they are.
  await bob.click('.live-create button[type=submit]')
  await ann.fill('input[name=code]', await bob.textContent('[data-testid=code]'))
  await ann.press('input[name=code]', 'Enter')
  await statusIs(bob, /Your move/)
  await move(bob, ann, 'f5', 1)
  await again.stop()
})

await tests.run('a page that is loaded again while its server is away still has the game, with its own last move, and its level of before', async () => {
  const other = await serve(flank, { port: await lastingPort() })
  const [ann, bob] = [await tests.open(), await tests.open()]
  await ann.goto(other.url)
  await ann.waitForSelector('.play .board')
  await begin(ann, { level: 'casual' })
  let mute = false
  await between(ann, { asked: text => (mute && JSON.parse(text).ask === 'live_move' ? undefined : text) })
  await ann.reload()
  await join(bob, await make(ann, { at: other }), other)
  await move(ann, bob, 'f5', 1)
  await move(bob, ann, 'd6', 2)
  mute = true
  await ann.waitForSelector('[data-square="c3"][aria-label*="legal move"]')
  await square(ann, 'c3').click() // the server never hears of it
  await plies(ann, 3)
  await other.signal('SIGKILL')
  await ann.waitForSelector('.status .bad:has-text("does not answer")')
  await ann.goto('about:blank')
  const again = await serve(flank, { port: other.port })
  await ann.goBack()
  await ann.waitForSelector('.live-ended:has-text("The server no longer has this game")')
  assert.deepEqual(await movesOf(ann), ['f5', 'd6', 'c3'])
  await ann.click('.live-ended .main')
  await ann.waitForFunction(() => location.hash === '#/play')
  assert.deepEqual(await movesOf(ann), ['f5', 'd6', 'c3'])
  await ann.waitForFunction(() => JSON.parse(localStorage.getItem('flank.play')).match?.moves.length === 3)
  assert.equal(await ann.evaluate(() => JSON.parse(localStorage.getItem('flank.play')).match.settings.level), 7)
  await ann.evaluate(() => (location.hash = '#/history'))
  await ann.waitForSelector('.history-row:has-text("Moves: 3"):has-text("Unfinished")')
  await again.stop()
})

await tests.run('a game stands among those that were played if its server comes back without games of friends', async () => {
  const other = await serve(flank, { port: await lastingPort() })
  const [ann, bob] = [await tests.open(), await tests.open()]
  await join(bob, await make(ann, { at: other }), other)
  await move(ann, bob, 'f5', 1)
  await move(bob, ann, 'd6', 2)
  await other.signal('SIGKILL')
  await ann.goto('about:blank')
  const again = await serve(flank, { port: other.port, args: ['--rooms', '0'] })
  await ann.goto(`${again.url}#/history`)
  await ann.waitForSelector('.history-row:has-text("Moves: 2"):has-text("Unfinished")')
  await ann.waitForFunction(() => !Object.keys(localStorage).some(key => key.startsWith('flank.live.seat.'))) // the seat is worth nothing any more
  await again.stop()
})

await tests.run('a move of one’s own that a server which was started again has not heard of stays', async () => {
  const other = await serve(flank, { port: await lastingPort() })
  const [ann, bob] = [await tests.open(), await tests.open()]
  let mute = false
  await between(ann, { asked: text => (mute && JSON.parse(text).ask === 'live_move' ? undefined : text) })
  await join(bob, await make(ann, { at: other }), other)
  await move(ann, bob, 'f5', 1)
  await move(bob, ann, 'd6', 2)
  mute = true
  await ann.waitForSelector('[data-square="c3"][aria-label*="legal move"]')
  await square(ann, 'c3').click()
  await plies(ann, 3)
  mute = false
  await other.signal('SIGKILL')
  await ann.waitForSelector('.status .bad:has-text("does not answer")')
  const again = await serve(flank, { port: other.port })
  await ann.waitForSelector('.live-ended:has-text("The server no longer has this game")')
  await ann.evaluate(() => (location.hash = '#/history'))
  await ann.waitForSelector('.history-row:has-text("Moves: 3"):has-text("Unfinished")')
  await again.stop()
})

await server.stop()
await tests.end()
