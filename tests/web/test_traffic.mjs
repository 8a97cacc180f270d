// SPDX-License-Identifier: MIT
//
// The requests of the page to the engine, counted: a line of play goes over once and then only its new moves, to the
// server, to Workers and to the rules module; a connection that is made anew knows nothing and is told again. The text
// of a collection goes over once.
//   node test_traffic.mjs DIST_FOLDER FLANK
import assert from 'node:assert/strict'
import { Site, Tests, until } from './harness.mjs'
import { games, openText } from './review_page.mjs'
import { lastingPort, serve } from './serving.mjs'

const flank = process.argv[3]
const moves = games.othello.match(/../g)
const SMALL = 130 // bytes of a request that names a line
const tests = new Tests()

/** Walk along the game and back to the middle by requests of depth 1; the answers that are right. `passes`: with those that lists leave out. */
const walk = (page, passes = true) =>
  page.evaluate(async ([list, passes]) => {
    const whole = { ask: 'line', game: 'othello', plies: true }
    const right = moves => globalThis.flank.rules.first.module.answer({ ...whole, moves: moves.join(' ') })
    const moves = passes ? right(list).plies.map(({ move }) => move) : list
    const engine = await globalThis.flank.engine
    const plies = [...moves.keys(), ...[...moves.keys()].reverse().slice(0, 30)]
    const positions = []
    for (const ply of plies) {
      const played = { game: 'othello', moves: moves.slice(0, ply) }
      const { position } = await engine.request({ ask: 'think', played, depth: 1 }).done
      const here = [position, globalThis.flank.rules.line(played).position]
      positions.push(here.every(text => text === right(played.moves).position))
    }
    return positions
  }, [moves, passes])

function assertSmall(sizes, count) {
  assert.equal(sizes.length, count)
  assert.ok(count > moves.length)
  const most = Math.max(...sizes)
  console.log(`# ${count} requests, ${Math.round(sizes.reduce((sum, size) => sum + size) / count)} bytes on the average, ${most} at most`)
  assert.ok(most <= SMALL, `at most ${SMALL} bytes: ${sizes}`)
}

await tests.run('the server gets a line once, and again on a new connection', async () => {
  const server = await serve(flank, { port: await lastingPort() })
  const page = await tests.open()
  const sent = []
  const sockets = []
  page.on('websocket', socket => {
    sockets.push(socket)
    socket.on('framesent', ({ payload }) => payload.includes('"think"') && sent.push(payload))
  })
  await page.route(/weights/, route => route.abort()) // no engine in the browser: the server is waited for, however late it is back
  await page.goto(server.url)
  await page.waitForFunction(() => globalThis.flank?.engine)
  const before = await walk(page)
  assert.ok(before.every(Boolean))
  assertSmall(sent.splice(0).map(text => text.length), before.length)
  await server.signal('SIGKILL')
  await until(() => sockets[0].isClosed()) // else the page may send into it what it sends again later
  const another = await serve(flank, { port: server.port })
  await page.evaluate(async moves => {
    const played = { game: 'othello', moves: moves.slice(0, 40) }
    return (await globalThis.flank.engine).request({ ask: 'think', played, depth: 1 }).done
  }, moves)
  const whole = sent.filter(text => text.includes(moves.slice(0, 40).join(' ')))
  assert.equal(whole.length, 1)
  assert.ok(!whole[0].includes('"line"'), whole[0])
  sent.length = 0
  assert.ok((await walk(page)).every(Boolean))
  assertSmall(sent.map(text => text.length), before.length)
  assert.ok((await walk(page, false)).every(Boolean), 'lines without their passes')
  await another.stop()
})

const site = await Site.start()
await tests.run('Workers get a line once', async () => {
  const page = await tests.open()
  await page.addInitScript(() => {
    globalThis.sent = []
    const post = Worker.prototype.postMessage
    Worker.prototype.postMessage = function (message, ...rest) {
      if (message.request) sent.push(JSON.stringify(message.request).length)
      return post.call(this, message, ...rest)
    }
  })
  await page.goto(site.url)
  await page.waitForFunction('globalThis.flank?.engine')
  const answers = await walk(page)
  assert.ok(answers.every(Boolean))
  assertSmall(await page.evaluate('sent'), answers.length)
  assert.ok((await walk(page, false)).every(Boolean), 'lines without their passes')
})

/** A page that keeps the requests of both modules of its rules, the sizes of texts among them. */
async function watched(hash) {
  const page = await tests.open(site.url + hash)
  await page.waitForFunction('globalThis.flank?.rules.isWhole.value')
  await page.evaluate(() => {
    globalThis.asked = []
    for (const module of [globalThis.flank.rules.first.module, globalThis.flank.rules.whole.module]) {
      const request = module.request.bind(module)
      module.request = (fields, onEvent) => {
        asked.push({ ...fields, size: Object.values(fields).reduce((sum, value) => sum + String(value?.length ?? value).length, 0), text: fields.text?.length })
        return request(fields, onEvent)
      }
    }
  })
  return page
}

await tests.run('a pasted game goes over once: its tree is made of the answer', async () => {
  const page = await watched('#/review')
  await openText(page, games.othello)
  await page.waitForSelector('.review-title')
  const asked = await page.evaluate('asked')
  assert.equal(asked.filter(({ ask }) => ask === 'sheets').length, 1)
  assert.ok(asked.every(({ plies, ask }) => ask === 'sheets' || !plies), 'the moves are not asked for again')
  for (let i = 0; i < 3; i++) await page.click('.walk button >> nth=2')
  await page.click('.walk button >> nth=1')
  const lines = (await page.evaluate('asked')).filter(({ ask }) => ask === 'line')
  assert.ok(lines.every(({ moves: text = '' }) => text.split(' ').length <= 1 || lines.length < 3), JSON.stringify(lines))
})

await tests.run('the text of a collection goes over once, whichever games are looked at', async () => {
  const page = await watched('#/review')
  const count = 2300
  const text = Array.from({ length: count }, (_, i) => moves.slice(0, 4 + (i % 50)).join('')).join('\n') + '\n'
  await openText(page, text)
  await page.waitForFunction(n => document.querySelector('.games h2')?.textContent.replace(/\D/g, '') === String(n), count)
  await page.waitForSelector('.games-tools > .quiet', { state: 'detached' })
  await page.click('.game-row >> nth=7')
  await page.waitForSelector('.review-title')
  const asked = (await page.evaluate('asked')).filter(({ ask }) => ask === 'sheets')
  assert.ok(asked.length > 4)
  assert.deepEqual(asked.filter(({ text }) => text).map(({ text }) => text), [text.length])
})

await site.stop()
await tests.end()
