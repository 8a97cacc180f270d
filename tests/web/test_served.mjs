// SPDX-License-Identifier: MIT
//
// The page as `flank serve` serves it: its own headers forbid nothing that the page needs, the server's engine thinks with the values
// of the command and of WebAssembly, the library answers, and a server
// that goes and comes back is found again (test_server_gone.mjs has more of that).
//   node test_served.mjs DIST_FOLDER FLANK
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Site, Tests, until } from './harness.mjs'
import { lastingPort, serve as startServer } from './serving.mjs'

const flank = process.argv[3]
const games = fileURLToPath(new URL('../formats/wthor/WTH_2001.wtb', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'flank-served-'))
const library = join(folder, 'flank', 'library.sqlite')
mkdirSync(dirname(library))
const tests = new Tests()

const serve = port => startServer(flank, { port, env: { XDG_DATA_HOME: folder } })

async function opened(url) {
  const page = await tests.open()
  const complaints = []
  page.on('console', message => ['error', 'warning'].includes(message.type()) && complaints.push(message.text()))
  await page.goto(url)
  await page.waitForFunction(() => globalThis.flank?.engine) // a text would be evaluated, which the headers forbid
  return { page, complaints }
}

const ask = (page, question) => page.evaluate(async q => (await globalThis.flank.engine).request(q).done, question)
const native = (...args) => JSON.parse(execFileSync(flank, [...args, '--json'], { encoding: 'utf8' }).trim().split('\n').at(-1))

await tests.run('the headers allow what the page needs', async () => {
  const server = await serve()
  const { page, complaints } = await opened(server.url)
  assert.equal(await page.evaluate('crossOriginIsolated'), true)
  await page.waitForSelector('[data-square=d3]')
  assert.deepEqual(await page.evaluate('flank.engine.then(t => [t.kind, t.threads])'), ['native', 1])
  assert.equal(await page.evaluate("navigator.serviceWorker.getRegistrations().then(all => all.length)"), 0)
  assert.deepEqual(complaints, [])
  await server.stop()
})

/** The page as a messenger fetches it: status, headers, and the addresses in it. */
const fetched = (server, headers) =>
  new Promise((done, failed) => {
    const { port } = new URL(server.url)
    get({ port, host: '127.0.0.1', headers }, async response => {
      const parts = await response.toArray()
      const text = Buffer.concat(parts).toString()
      const line = name => new RegExp(`property="${name}" content="([^"]*)"`).exec(text)?.[1]
      done({ status: response.statusCode, headers: response.headers, text, url: line('og:url'), image: line('og:image') })
    }).on('error', failed)
  })

await tests.run('a page that is built without an address has that of the server in its preview', async () => {
  const server = await startServer(flank, { args: ['--host', 'flank.example.org'] })
  const { host } = new URL(server.url)
  const plain = await fetched(server, { host })
  assert.equal(plain.url, `http://${host}/`)
  assert.match(plain.image, new RegExp(`^http://${host}/assets/preview-[\\w-]+\\.png$`))
  assert.equal((await fetch(plain.image)).headers.get('content-type'), 'image/png')
  assert.equal(Number(plain.headers['content-length']), Buffer.byteLength(plain.text))
  // A variant that was compressed at the build knows no address.
  const wished = await fetched(server, { host, 'accept-encoding': 'br, gzip' })
  assert.equal(wished.headers['content-encoding'], undefined)
  assert.equal(wished.text, plain.text)
  // Behind a proxy.
  const named = { host: 'flank.example.org', 'x-forwarded-proto': 'https' }
  const proxied = await fetched(server, named)
  assert.equal(proxied.url, 'https://flank.example.org/')
  assert.equal((await fetched(server, { ...named, 'x-forwarded-proto': 'gopher"' })).url, 'http://flank.example.org/')
  // An answer known under one address is not known under another.
  const tag = proxied.headers.etag
  assert.equal((await fetched(server, { ...named, 'if-none-match': tag })).status, 304)
  assert.equal((await fetched(server, { host, 'if-none-match': tag })).status, 200)
  assert.equal((await fetched(server, { host: named.host, 'if-none-match': tag })).status, 200)
  await server.stop()
})

await tests.run('weights are not waited for: they are fetched at leisure, for when the server goes', async () => {
  const server = await serve()
  const page = await tests.open()
  let release
  const held = new Promise(done => (release = done))
  await page.route(/weights/, route => held.then(() => route.continue()))
  await page.goto(server.url)
  await page.waitForFunction(() => globalThis.flank?.engine)
  assert.equal((await ask(page, { ask: 'think', game: 'othello', depth: 2 })).depth, 2)
  const fetched = page.waitForResponse(/weights/)
  release()
  assert.equal((await fetched).status(), 200)
  await server.stop()
})

await tests.run('values are those of the command and of WebAssembly', async () => {
  const server = await serve()
  const site = await Site.start({ isolated: false })
  const { page } = await opened(server.url)
  const { page: alone } = await opened(site.url)
  for (const [game, moves, depth] of [
    ['othello', 'f5d6c3d3c4', 10],
    ['tothello', '', 6],
    ['loa', '', 4],
    ['draughts', '', 7],
  ]) {
    const question = { ask: 'think', game, moves, depth, lines: 0 }
    const answers = [await ask(page, question), await ask(alone, question)].map(answer => answer.moves.map(of => [of.move, of.score]))
    const wanted = native('hint', game, '--moves', moves, '--depth', String(depth), '--hash', '64').moves.map(of => [of.move, of.score])
    assert.deepEqual(answers, [wanted, wanted], game)
  }
  await site.stop()
  await server.stop()
})

await tests.run('reports come on the way, and a search is stopped', async () => {
  const server = await serve()
  const { page } = await opened(server.url)
  const answer = await page.evaluate(async () => {
    const engine = await globalThis.flank.engine
    const task = engine.request({ ask: 'think', game: 'othello', lines: 0 }, event => event.event === 'report' && task.stop())
    const next = engine.request({ ask: 'think', game: 'loa', depth: 2 })
    const dropped = engine.request({ ask: 'think', game: 'loa' })
    dropped.stop()
    const refused = await dropped.done.then(() => 'answered', error => error.message)
    return [(await task.done).stopped, (await next.done).depth, refused]
  })
  assert.deepEqual(answer.slice(0, 2), [true, 2])
  assert.notEqual(answer[2], 'answered')
  await server.stop()
})

/** The "think" questions that a page sends to its server, as they come. */
function thoughtsAsked(page) {
  const asked = []
  page.on('websocket', socket =>
    socket.on('framesent', ({ payload }) => {
      const question = JSON.parse(String(payload))
      if (question.ask === 'think') asked.push(question)
    }),
  )
  return asked
}

await tests.run('an analysis has no end: when the server ends it, it goes on from where it was', async () => {
  const server = await startServer(flank, { args: ['--time-limit', '1'] })
  const page = await tests.open()
  const asked = thoughtsAsked(page)
  const depths = []
  await page.exposeFunction('toldDepth', text => depths.push(Number(/\d+/.exec(text)?.[0] ?? 0)))
  await page.goto(`${server.url}#/study?g=f5d6c3`)
  await page.waitForSelector('.explorer .board')
  await page.keyboard.press('a')
  await page.waitForSelector('.engine-lines li')
  await page.evaluate(() => {
    const state = document.querySelector('.engine-state')
    new MutationObserver(() => globalThis.toldDepth(state.textContent)).observe(state, { subtree: true, characterData: true, childList: true })
  })
  await until(() => asked.length >= 3)
  assert.equal(await page.getAttribute('.live .engine', 'aria-busy'), 'true')
  assert.deepEqual(depths, [...depths].sort((a, b) => a - b), 'never less deep than before')
  await page.keyboard.press('a')
  await page.waitForSelector('.live .engine', { state: 'detached' })
  await server.stop()
})

await tests.run('threads and memory of an analysis are wished for, within the limits that the server tells', async () => {
  const server = await startServer(flank, { threads: 2, args: ['--hash', '64'] })
  const page = await tests.open()
  const asked = thoughtsAsked(page)
  await page.addInitScript(() => localStorage.setItem('flank.settings', JSON.stringify({ threads: 8, memory: 512 })))
  await page.goto(`${server.url}#/study?g=f5d6c3`)
  await page.waitForSelector('.explorer .board')
  await page.keyboard.press('a')
  await page.waitForSelector('.engine-lines li')
  assert.deepEqual([asked[0].threads, asked[0].memory_mb], [2, 64], 'more is not asked for')
  await page.locator('.live-wishes summary').click()
  await page.getByText('Limits of this server: threads 2, memory 64 MB').waitFor()
  const wish = name => page.locator('.live-wishes label', { hasText: name }).locator('select')
  assert.deepEqual(await wish('Threads').locator('option').allTextContents(), ['automatic', '1', '2'])
  assert.deepEqual(await wish('Memory').locator('option').allTextContents(), ['automatic', '16', '32', '64'])
  assert.deepEqual([await wish('Threads').inputValue(), await wish('Memory').inputValue()], ['2', '64'])
  await wish('Threads').selectOption('1')
  await wish('Memory').selectOption('16')
  await until(() => asked.at(-1).threads === 1 && asked.at(-1).memory_mb === 16)
  await page.waitForSelector('.engine[aria-busy=true] .engine-lines li')
  await server.stop()
})

await tests.run('an analysis that the server refuses is switched off, and the reason told', async () => {
  const server = await startServer(flank)
  const page = await tests.open()
  await page.addInitScript(() => {
    const { send } = WebSocket.prototype
    WebSocket.prototype.send = function (text) {
      send.call(this, text.replace('"ask":"think"', '"ask":"think","selectivity":200'))
    }
  })
  await page.goto(`${server.url}#/study?g=f5d6c3`)
  await page.waitForSelector('.explorer .board')
  await page.keyboard.press('a')
  await page.locator('.live [role=status]', { hasText: 'The analysis ended:' }).waitFor()
  assert.equal(await page.isChecked('.live .switch input'), false)
  await server.stop()
})

await tests.run('errors are told with their place', async () => {
  const server = await serve()
  const { page } = await opened(server.url)
  const error = await page.evaluate(async () =>
    (await globalThis.flank.engine).request({ ask: 'think', game: 'othello', moves: 'f5f5', depth: 1 }).done.catch(e => [e.name, e.offset]),
  )
  assert.equal(error[1], 2)
  await server.stop()
})

await tests.run('a server that comes back is found, and answers what it was asked', async () => {
  const server = await serve(await lastingPort())
  const { page } = await opened(server.url)
  await page.evaluate(async () => {
    const engine = await globalThis.flank.engine
    await new Promise(begun => {
      globalThis.task = engine.request({ ask: 'think', game: 'othello', lines: 0 }, begun)
    })
  })
  await server.stop()
  const again = await serve(server.port)
  const stopped = await page.evaluate(async () => {
    const engine = await globalThis.flank.engine
    const next = engine.request({ ask: 'think', game: 'loa', depth: 2 }) // waits behind the long one
    globalThis.task.stop() // told to the new server, or before there is one
    await globalThis.task.done.catch(() => {})
    return (await next.done).depth
  })
  assert.equal(stopped, 2)
  await again.stop()
})

await tests.run('the library answers', async () => {
  const server = await serve()
  const { page } = await opened(server.url)
  const empty = await page.evaluate('flank.library.stats().catch(error => error.message)')
  assert.match(empty, /flank library import/)
  execFileSync(flank, ['library', 'import', '--library', library, games])
  const [stats, found, place, sheet] = await page.evaluate(async () => {
    const { library } = globalThis.flank
    const found = await library.search({ limit: 3, player: 'a' })
    return [await library.stats(), found, await library.position({ game: 'othello', moves: ['f5'] }), await library.game(found.games[0].id)]
  })
  assert.equal(stats.games, 50)
  assert.equal(found.games.length, 3)
  assert.equal(sheet.moves.length, found.games[0].plies)
  assert.equal(place.moves.reduce((sum, of) => sum + of.games, 0), place.games)
  await server.stop()
})

rmSync(folder, { recursive: true })
await tests.end()
