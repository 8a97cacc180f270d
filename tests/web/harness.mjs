// SPDX-License-Identifier: MIT
//
// The tools that the page's tests share: a plain static host for a built page, Debian's Chromium, TAP.
//
//   import { Site, Tests } from './harness.mjs'
//   const tests = new Tests()
//   const site = await Site.start()                     // node TEST.mjs DIST_FOLDER
//   await tests.run('the page loads', async () => { const page = await tests.open(site.url); … assert … })
//   await tests.end()
//
// Wait for what should happen (page.waitForSelector, page.waitForFunction, expect-like loops of Playwright), never for a time: the
// machine may be ten times slower than yours. For one who writes a test: PATIENCE=15000 waits for 15 s; SLOW=6 gives the pages a sixth of
// the processor, and with LATE=300 timers, Workers, servers and files answer them 300 ms later, so that a test that looks too early fails.
import { createReadStream, existsSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import { extname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'

export const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium-headless-shell' // the same without a window, at half the cost
// Workers and shared memory need room that /dev/shm of a container does not have.
export const CHROMIUM_ARGS = ['--no-sandbox', '--disable-dev-shm-usage']
export const PATIENCE_MS = Number(process.env.PATIENCE ?? 180_000)
export const SLOWER = Number(process.env.SLOW ?? 1)
export const LATE_MS = Number(process.env.LATE ?? 0)
export const web = fileURLToPath(new URL('../../web/', import.meta.url))
export const require = createRequire(join(web, 'package.json')) // the page's own packages

/** Modules of the page's sources, without the page: what all the web/src/PATH export. Classes that they share are the same. */
export async function pageModule(...paths) {
  const { rolldown } = await import(require.resolve('rolldown'))
  const all = paths.map(path => `export * from ${JSON.stringify(join(web, 'src', path))}`).join('\n')
  const together = { name: 'together', resolveId: id => (id === 'together' ? id : null), load: id => (id === 'together' ? all : null) }
  const bundle = await rolldown({ input: 'together', plugins: [together], external: /^node:/ })
  const { output } = await bundle.generate({ format: 'esm', codeSplitting: false })
  return import(`data:text/javascript,${encodeURIComponent(output[0].code)}`)
}

const TYPES = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.png': 'image/png',
  '.wasm': 'application/wasm',
}

/** A static host on a free port of loopback, under a sub-path, as somebody's web space might be. */
export class Site {
  /** Paths asked for, with how often and the bytes sent. */
  requests = new Map()
  /** (path) => false: answer 503 instead of the file. */
  allows = () => true

  /** `isolated`: with the headers that allow threads. `offline`: with the service worker, which fetches all files in each context: a
   * third of what opening a page costs. `folder`: the built page, whose first file is `index`. */
  static async start({ isolated = true, offline = false, folder = process.argv[2], base = '/some/where/', index = 'index.html' } = {}) {
    if (!folder || !existsSync(join(folder, index))) throw new Error(`no page in ${folder}`)
    const site = new Site()
    Object.assign(site, { isolated, offline, folder, base })
    site.server = createServer((request, response) => site.answer(request, response))
    await new Promise(done => site.server.listen(0, '127.0.0.1', done))
    site.port = site.server.address().port
    site.url = `http://127.0.0.1:${site.port}${base}`
    return site
  }

  answer(request, response) {
    const path = decodeURIComponent(new URL(request.url, 'http://host').pathname)
    const name = path.startsWith(this.base) ? normalize(path.slice(this.base.length) || 'index.html') : '..'
    const file = join(this.folder, name)
    const isThere = !name.startsWith('..') && (this.offline || name !== 'sw.js') && existsSync(file) && statSync(file).isFile()
    if (this.isolated) {
      response.setHeader('Cross-Origin-Opener-Policy', 'same-origin')
      response.setHeader('Cross-Origin-Embedder-Policy', 'require-corp')
    }
    if (!isThere) return response.writeHead(404).end()
    if (!this.allows(name)) return response.writeHead(503).end()
    if (!LATE_MS) return this.send(request, response, name, file)
    return setTimeout(() => this.send(request, response, name, file), LATE_MS)
  }

  send(request, response, name, file) {
    const packed = (request.headers['accept-encoding'] ?? '').includes('br') && existsSync(`${file}.br`)
    const sent = packed ? `${file}.br` : file
    const { size } = statSync(sent)
    const known = this.requests.get(name) ?? { count: 0, bytes: 0 }
    this.requests.set(name, { count: known.count + 1, bytes: known.bytes + size })
    response.setHeader('Content-Type', TYPES[extname(name)] ?? 'application/octet-stream')
    response.setHeader('Content-Length', size)
    response.setHeader('Cache-Control', 'no-cache')
    if (packed) response.setHeader('Content-Encoding', 'br')
    createReadStream(sent).on('error', () => response.destroy()).pipe(response) // the error: a test removes the folder meanwhile
  }

  /** Stop the server and close its open connections. */
  async stop() {
    this.server.closeAllConnections()
    await new Promise(done => this.server.close(done))
  }
}

/** From now on the engine of a page answers nothing: a question waits until it is stopped. Returns what waits for so many questions, and tells
 * of each whether it was stopped. */
export async function holdQuestions(page) {
  await page.evaluate(async () => {
    const held = (globalThis.held = [])
    const engine = await globalThis.flank.engine
    engine.request = () => {
      const { promise, reject } = Promise.withResolvers()
      const question = { stopped: false }
      held.push(question)
      const stop = () => {
        question.stopped = true
        reject(new Error('stopped'))
      }
      return { done: promise, stop }
    }
  })
  return async (...stopped) => {
    const wanted = JSON.stringify(stopped)
    await page.waitForFunction(wanted => JSON.stringify(globalThis.held.map(question => question.stopped)) === wanted, wanted)
  }
}

/** From now on the engine of a page looks no deeper than this: its lines come, and then stand still. */
export const thinkTo = (page, depth) =>
  page.evaluate(async depth => {
    const engine = await globalThis.flank.engine
    const request = engine.request.bind(engine)
    engine.request = (question, onEvent) => request(question.ask === 'think' ? { ...question, depth } : question, onEvent)
  }, depth)

/** Wait until the text of an element matches. */
export const says = (page, selector, { source, flags }) =>
  page.waitForFunction(
    ([selector, source, flags]) => new RegExp(source, flags).test(document.querySelector(selector)?.textContent ?? ''),
    [selector, source, flags],
  )

/** Wait for something that the test itself notes. */
export async function until(holds) {
  const end = Date.now() + PATIENCE_MS
  while (!holds() && Date.now() < end) await new Promise(done => setTimeout(done, 20))
  if (!holds()) throw new Error(`waited in vain for ${holds}`)
}

/** A language is chosen in another window of the page, and holds in this one. */
export async function speak(page, language) {
  await page.evaluate(language => {
    localStorage.setItem('flank.settings', JSON.stringify({ language }))
    dispatchEvent(new StorageEvent('storage', { key: 'flank.settings' }))
  }, language)
  await page.waitForFunction(tag => document.documentElement.lang === tag, language)
}

/** In the page, before its scripts: what comes by itself comes later. */
export function answerLate(late) {
  const { setTimeout: soon } = globalThis
  globalThis.setTimeout = (act, time = 0, ...given) => soon(act, time + late, ...given)
  for (const { prototype } of [Worker, WebSocket]) {
    const { set, get } = Object.getOwnPropertyDescriptor(prototype, 'onmessage')
    const later = act => {
      const held = event => soon(() => get.call(event.target) === held && act.call(event.target, event), late)
      return act && held
    }
    Object.defineProperty(prototype, 'onmessage', { get, set(act) { set.call(this, later(act)) } })
  }
}

async function slowDown(page) {
  const session = await page.context().newCDPSession(page).catch(() => null) // it may be closed by now
  await session?.send('Emulation.setCPUThrottlingRate', { rate: SLOWER }).catch(() => {})
}

/** All changes are drawn. */
export const drawn = page =>
  page.evaluate(() => document.fonts.ready.then(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))))

/** TAP, and one Chromium for all tests of a file. */
export class Tests {
  count = 0
  failed = 0
  contexts = []
  errors = []

  async chromium() {
    if (!existsSync(CHROMIUM)) throw new Error(`${CHROMIUM} is missing: tools/install_packages.sh test installs it`)
    const { chromium } = require('playwright-core')
    this.browser ??= await chromium.launch({ executablePath: CHROMIUM, args: CHROMIUM_ARGS, timeout: PATIENCE_MS, handleSIGTERM: false })
    return this.browser
  }

  /**
   * A page in a context of its own (no storage shared), at `url`. Options are Playwright's of newContext: viewport, colorScheme,
   * reducedMotion, locale … Errors of the page that nobody caught fail the test.
   */
  async open(url, options = {}) {
    const context = await (await this.chromium()).newContext({ viewport: { width: 1200, height: 800 }, ...options })
    context.setDefaultTimeout(PATIENCE_MS)
    this.contexts.push(context)
    context.on('weberror', error => this.errors.push(error.error()))
    if (SLOWER > 1) context.on('page', slowDown)
    if (LATE_MS) await context.addInitScript(answerLate, LATE_MS)
    const page = await context.newPage()
    if (url) await page.goto(url)
    return page
  }

  /** A page stays open over the checks that follow; who keeps it closes its context. */
  keep(page) {
    this.contexts.splice(this.contexts.indexOf(page.context()), 1)
  }

  /** One check with a name; it fails by throwing (node:assert). */
  async run(name, body) {
    this.errors = []
    this.count++
    process.removeAllListeners('SIGTERM').once('SIGTERM', () => {
      console.log(`not ok ${this.count} - ${name}\n# it was not done when the program was told to end`)
      process.exit(1) // the browser ends with its pipe
    })
    try {
      await body()
      if (this.errors.length) throw this.errors[0]
      console.log(`ok ${this.count} - ${name}`)
    } catch (error) {
      this.failed++
      console.log(`not ok ${this.count} - ${name}`)
      console.log(`${error?.stack ?? error}`.replace(/data:text\/javascript\S*?(:\d+:\d+\)?)(?=\s|$)/g, 'module$1').replace(/^/gm, '# '))
    }
    for (const context of this.contexts.splice(0)) await context.close()
  }

  /** Print the plan, end the browser and the program. */
  async end() {
    await this.browser?.close()
    console.log(`1..${this.count}`)
    process.exit(this.failed ? 1 : 0)
  }
}
