// SPDX-License-Identifier: MIT
//
// A server that goes away while it thinks for the page: it is said, the engine in the browser goes on with what was asked, and the
// server takes over when it is back. The same when the server has no place, or makes one wait; and no clock runs for nobody.
//   node test_server_gone.mjs DIST_FOLDER FLANK
import assert from 'node:assert/strict'
import { Tests } from './harness.mjs'
import { unfold } from './play_page.mjs'
import { lastingPort, serve } from './serving.mjs'

const flank = process.argv[3]
const tests = new Tests()
const TRYING = 'The server does not answer. Trying again …'
const INSTEAD = 'The server does not answer, so the engine in the browser thinks.'

/** Keep what the line about the server has said: one that is slow to look may see only the last of it. */
function keepLines() {
  globalThis.lines = []
  const look = () => {
    const text = document.querySelector('.server-line .notice span')?.textContent
    if (text && globalThis.lines.at(-1) !== text) globalThis.lines.push(text)
  }
  new MutationObserver(look).observe(document, { childList: true, subtree: true, characterData: true })
}

/** The page of a server, with all that the browser needs when the server has gone. */
async function opened(server, hash = '', options = {}) {
  const page = await tests.open('', { reducedMotion: 'reduce', ...options })
  const files = [/flank-(?!rules)[^/]*\.wasm/, /worker-[^/]*\.js/, /othello-[^/]*\.weights/, /othello-[^/]*\.book/]
  await page.addInitScript(keepLines)
  const stored = files.map(name => page.waitForEvent('requestfinished', request => name.test(request.url())))
  await page.goto(server.url + hash)
  await Promise.all(stored)
  return page
}

const line = (page, text) => page.locator('.server-line').getByText(text).waitFor()
/** That it was said, whatever is said by now. */
const wasSaid = (page, text) => page.waitForFunction(text => globalThis.lines.includes(text), text)
const noLine = page => page.locator('.server-line .notice').waitFor({ state: 'detached' })
const kind = page => page.evaluate(async () => (await globalThis.flank.engine).kind)

/** Have it think on and on. `reports(...kinds)` waits until the last of these engines has reported, each after the one before. */
async function thinkOn(page) {
  await page.evaluate(async () => {
    globalThis.reported = []
    const engine = await globalThis.flank.engine
    globalThis.task = engine.request({ ask: 'think', game: 'othello', lines: 0 }, ({ event }) => {
      if (event === 'report' && globalThis.reported.at(-1) !== engine.kind) globalThis.reported.push(engine.kind)
    })
  })
  const reports = (...kinds) => page.waitForFunction(kinds => globalThis.reported.join() === kinds, kinds.join())
  await page.waitForFunction(() => globalThis.reported.length)
  return reports
}

await tests.run('a server that is killed: the browser thinks on, until another one is there', async () => {
  const server = await serve(flank, { port: await lastingPort() })
  const page = await opened(server, '#/settings')
  const reports = await thinkOn(page)
  await server.signal('SIGKILL')
  await wasSaid(page, TRYING)
  await line(page, INSTEAD)
  await page.getByText('engine in the browser', { exact: false }).last().waitFor()
  await reports('native', 'browser')
  assert.equal(await kind(page), 'browser')
  const again = await serve(flank, { port: server.port })
  await page.evaluate(() => document.querySelector('.server-line button')?.click()) // it may be back by itself before that
  await noLine(page)
  await page.getByTestId('announcer').getByText('The server is back.').waitFor()
  assert.equal(await kind(page), 'native')
  await reports('native', 'browser', 'native')
  const answer = await page.evaluate(() => (globalThis.task.stop(), globalThis.task.done))
  assert.equal(answer.stopped, true)
  assert.ok(answer.moves.length > 0)
  await again.stop()
})

for (const [width, height] of [[1280, 800], [390, 844]])
  await tests.run(`the board stays where it is when the server goes away: ${width}x${height}`, async () => {
    const server = await serve(flank)
    const page = await opened(server, '#/play', { viewport: { width, height } })
    const place = async () => Object.values(await page.locator('svg.board').boundingBox()).map(Math.round).join(' ')
    const before = await place()
    await server.signal('SIGKILL')
    await page.locator('[data-square=d3], [data-square=f5]').first().click()
    await line(page, INSTEAD)
    assert.equal(await place(), before)
    await page.locator('.server-line').getByRole('button', { name: 'Close' }).click()
    await noLine(page)
    assert.equal(await place(), before)
  })

await tests.run('a server that falls silent during a game: the move comes all the same, and the next one from the server', async () => {
  const server = await serve(flank)
  const page = await opened(server, '#/play')
  const moves = count => page.waitForFunction(count => document.querySelectorAll('.moves .move').length === count, count)
  await server.signal('SIGSTOP') // nothing is closed, as with a network that is gone
  await page.locator('[data-square=d3], [data-square=f5]').first().click()
  await line(page, INSTEAD)
  await moves(2)
  await server.signal('SIGCONT')
  await noLine(page)
  await page.locator('.board [aria-label*="legal move"]').first().click()
  await moves(4)
  assert.equal(await kind(page), 'native')
  await server.stop()
})

await tests.run('nobody’s clock runs while nobody can think', async () => {
  const server = await serve(flank, { port: await lastingPort() })
  const page = await tests.open('', { reducedMotion: 'reduce' })
  await page.route(/weights/, route => route.abort()) // no engine in the browser, then
  await page.goto(`${server.url}#/play`)
  await page.getByRole('button', { name: 'New game' }).click()
  await unfold(page)
  await page.locator('select[name=clock]').selectOption({ index: 1 })
  await page.getByRole('button', { name: 'Start', exact: true }).click()
  await page.locator('.clock').first().waitFor()
  await server.signal('SIGKILL')
  await page.locator('[data-square=d3], [data-square=f5]').first().click()
  await line(page, TRYING)
  await page.getByTestId('status').getByText('White to move').waitFor()
  assert.equal(await page.getByText(TRYING).count(), 1, 'it is told once')
  assert.equal(await page.locator('.clock.running').count(), 0)
  assert.match(await page.locator('[data-player="1"] .clock').textContent(), /1:00/)
  const again = await serve(flank, { port: server.port })
  await page.waitForFunction(() => document.querySelectorAll('.moves .move').length === 2)
  await again.stop()
})

await tests.run('a server whose engines are taken: one waits for one’s turn, and it is said', async () => {
  const server = await serve(flank, { args: ['--searches', '1'] })
  const first = await opened(server, '#/settings')
  await thinkOn(first)
  const second = await opened(server, '#/review?g=f5d6c3d3c4')
  await second.getByLabel('Analyse this position').check()
  await second.getByText('Waiting for its turn at the server …').waitFor()
  await first.evaluate(() => globalThis.task.stop())
  await second.locator('.engine-lines li').first().waitFor()
  assert.equal(await second.getByText('Waiting for its turn').count(), 0)
  await server.stop()
})

await tests.run('a server without a place: the browser thinks until there is one', async () => {
  const server = await serve(flank, { args: ['--connections', '1'] })
  // The place is taken by a connection that, unlike a page's own, is never given up because the server seems silent.
  const first = await tests.open(server.url)
  await first.evaluate(async () => {
    const { engine } = await (await fetch('server.json')).json()
    const socket = new WebSocket(new URL(engine, document.baseURI).href.replace(/^http/, 'ws'))
    socket.onopen = () => socket.send(JSON.stringify({ ask: 'think', game: 'othello', id: '1' }))
    await new Promise(heard => (socket.onmessage = heard))
    globalThis.socket = socket
  })
  const second = await opened(server, '#/settings')
  const asked = thinkOn(second)
  await line(second, 'The server has no place left, so the engine in the browser thinks.')
  await asked
  await first.close()
  await noLine(second)
  await second.waitForFunction(async () => (await globalThis.flank.engine).kind === 'native')
  await server.stop()
})

await tests.run('it is said in one’s language; the library tells a code', async () => {
  const server = await serve(flank)
  const page = await opened(server, '#/settings', { locale: 'ja-JP' })
  await page.evaluate(() => globalThis.flank.library.stats().catch(() => {}))
  await server.signal('SIGKILL')
  const why = await page.evaluate(() => globalThis.flank.library.stats().catch(error => error.problem))
  assert.deepEqual(why, { code: 'SERVER_SILENT', arguments: [] }) // the page says it in its language
  const asked = page.evaluate(async () => (await (await globalThis.flank.engine).request({ ask: 'think', game: 'loa', depth: 1 }).done).depth)
  await line(page, 'ブラウザー内のエンジンが考えます')
  assert.equal(await asked, 1)
})

await tests.end()
