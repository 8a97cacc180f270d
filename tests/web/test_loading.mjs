// SPDX-License-Identifier: MIT
//
// The page comes up: as somebody's static files in a sub-path, with and without the headers that allow threads, quickly, small; it
// says what is in the way, goes on when that is gone, works offline, and follows updates.
import assert from 'node:assert/strict'
import { appendFileSync, cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Site, Tests } from './harness.mjs'

const tests = new Tests()
const dist = process.argv[2]

// The times of docs/developers/benchmarks.md from loopback, and how much slower than ours the machine may be.
const PAINT_MS = 1000
const VALUE_MS = 2000
const SLOWER = 10
const BYTES = 160_000 // of what a visit fetches before its board, compressed, in any language; the engine and other views come behind it

const loaded = page => page.waitForSelector('.board')
const thinks = page =>
  page.evaluate(async () => (await (await globalThis.flank.engine).request({ ask: 'think', game: 'othello', depth: 4 }).done).depth)
const isKept = page => page.evaluate(() => navigator.serviceWorker.ready.then(kept => kept.active.state))

/** Have weights and book wait until the function that is returned is called. */
function holdKnowledge(site) {
  const send = site.send.bind(site)
  const late = []
  site.send = (...given) => (/\.(weights|book)/.test(given[2]) ? late.push(given) : send(...given))
  return () => {
    site.send = send
    for (const given of late) send(...given)
  }
}

await tests.run('the bar of what is loaded never runs backwards', async () => {
  const site = await Site.start({ offline: true })
  const page = await tests.open(undefined, { serviceWorkers: 'block' })
  await page.addInitScript(() => {
    globalThis.seen = []
    const look = () => {
      const bar = document.querySelector('.loading progress')
      if (bar && globalThis.seen.at(-1) !== bar.value) globalThis.seen.push(bar.value)
      requestAnimationFrame(look)
    }
    look()
  })
  const bring = holdKnowledge(site)
  await page.goto(site.url)
  await loaded(page)
  await page.waitForSelector('.loading progress')
  bring()
  await page.waitForSelector('.loading', { state: 'detached' })
  const seen = await page.evaluate('globalThis.seen')
  assert.ok(seen.length > 0)
  assert.deepEqual(seen, [...seen].sort((a, b) => a - b))
  assert.ok(seen[0] < 100)
  await site.stop()
})

/** Load the page, and look how long that takes. */
async function times(isolated, how) {
  const site = await Site.start({ isolated, offline: true })
  const page = await tests.open(undefined, { serviceWorkers: 'block' }) // it would fetch what is for later
  await page.addInitScript(() => {
    const told = new Promise(resolve => {
      let services
      Object.defineProperty(globalThis, 'flank', {
        get: () => services,
        set: async to => {
          services = to
          ;(await to.engine).request({ ask: 'think', game: 'othello', depth: 10 }, () => resolve(performance.now()))
        },
      })
    })
    globalThis.firstValue = told
  })
  await page.goto(site.url)
  const value = await page.evaluate('firstValue')
  const painted = await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime)
  const paint = await painted.jsonValue()
  console.log(`# ${how}: first paint after ${paint.toFixed(0)} ms, first value after ${value.toFixed(0)} ms`)
  assert.ok(paint < SLOWER * PAINT_MS, `first paint after ${paint} ms`)
  assert.ok(value < SLOWER * VALUE_MS, `first value after ${value} ms`)
  await site.stop()
}

for (const isolated of [true, false]) {
  const how = `${isolated ? 'with' : 'without'} isolation headers`

  await tests.run(`the page loads ${how}`, async () => {
    const site = await Site.start({ isolated, offline: true })
    const page = await tests.open(site.url)
    await loaded(page)
    assert.equal(await page.evaluate('crossOriginIsolated'), isolated)
    assert.match(await page.title(), /Flank/)
    assert.equal(await page.getAttribute('html', 'lang'), 'en')
    await site.stop()
  })

  await tests.run(`paint and first value come soon ${how}`, () => times(isolated, how))

  await tests.run(`the page works offline after a visit ${how}`, async () => {
    const site = await Site.start({ isolated, offline: true })
    const page = await tests.open(site.url)
    await loaded(page)
    await isKept(page)
    const twice = [...site.requests].filter(([name, { count }]) => name.startsWith('assets/') && count > 1)
    assert.deepEqual(twice.filter(([name]) => /\.(wasm|weights|book)$/.test(name)), [])
    const kept = await page.evaluate(async () => (await (await caches.open((await caches.keys())[0])).keys()).map(({ url }) => url))
    assert.equal(kept.filter(url => /errors-(en|zh-Han[st]|ja|tr)-/.test(url)).length, 5)
    await site.stop()
    await page.reload()
    await loaded(page)
    assert.equal(await thinks(page), 4)
    // The service worker isolates the page where the host does not.
    assert.equal(await page.evaluate('crossOriginIsolated'), true)
  })
}

for (const locale of ['en', 'zh-Hant', 'zh-Hans', 'ja', 'tr'])
  await tests.run(`little is fetched before the board, ${locale}`, async () => {
    const site = await Site.start({ offline: true })
    const page = await tests.open(undefined, { serviceWorkers: 'block', locale })
    await page.addInitScript(() => {
      const look = (_, observer) => {
        if (!document.querySelector('.board')) return
        globalThis.drawnAt = performance.now()
        observer.disconnect()
      }
      new MutationObserver(look).observe(document, { childList: true, subtree: true })
    })
    await page.goto(site.url)
    await loaded(page)
    await thinks(page)
    const asked = await page.evaluate(() => {
      const all = [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
      return all.filter(({ startTime }) => startTime < globalThis.drawnAt).map(({ name }) => new URL(name).pathname)
    })
    const names = asked.map(path => path.slice(site.base.length) || 'index.html')
    const sent = names.filter(name => !/flank-(threads-)?[\w-]{8}\.wasm$/.test(name)) // comes behind the rules, though the board may wait for its language
    const bytes = sent.reduce((sum, name) => sum + site.requests.get(name).bytes, 0)
    console.log(`# ${locale}: ${bytes} bytes in ${sent.length} files`)
    const rules = sent.find(name => /flank-rules/.test(name))
    assert.equal(await page.getAttribute('link[rel=preload][as=fetch]', 'href'), `./${rules}`) // beside the scripts, and not once more by them
    assert.equal(site.requests.get(rules).count, 1)
    assert.deepEqual(sent.filter(name => /\.(weights|book)$|errors-|review|study/.test(name)), [])
    assert.ok(bytes < BYTES)
    await site.stop()
  })

await tests.run('the rules that the browser fetches beside the scripts are used at every visit, and not waited for where they are kept', async () => {
  const site = await Site.start({ offline: true })
  const page = await tests.open(undefined, { serviceWorkers: 'block' })
  await page.addInitScript(() => {
    globalThis.fetched = []
    const { fetch } = globalThis
    globalThis.fetch = (...question) => (globalThis.fetched.push(new URL(question[0], document.baseURI).href), fetch(...question))
  })
  for (const visit of ['first', 'second']) {
    await page.goto('about:blank')
    await page.goto(site.url)
    await loaded(page)
    await thinks(page)
    assert.ok(await page.evaluate(() => globalThis.fetched.includes(document.querySelector('link[rel=preload][as=fetch]').href)), visit)
  }
  await page.route(/flank-rules/, route => route.fulfill({ status: 404 })) // of another version by now
  await page.goto('about:blank')
  await page.goto(site.url)
  await loaded(page)
  await site.stop()
})

await tests.run('every other view is fetched when it is shown, and again after a failure', async () => {
  const site = await Site.start({ offline: true })
  const page = await tests.open(site.url, { serviceWorkers: 'block' })
  await loaded(page)
  await thinks(page)
  const isFetched = view => [...site.requests.keys()].some(name => name.startsWith(`assets/view-${view}-`) && name.endsWith('.js'))
  for (const view of ['review', 'setup', 'study', 'puzzles', 'contests', 'settings']) {
    assert.ok(!isFetched(view), view)
    site.allows = () => false
    await page.click(`nav a[href="#/${view}"]`)
    const again = await page.waitForSelector('.trouble[role=alert] button')
    site.allows = () => true
    await again.click()
    await page.waitForSelector('main :is(h1, h2, .board)')
    assert.equal(await page.locator('.trouble').count(), 0)
    assert.ok(isFetched(view), view)
  }
  for (const view of ['play', 'review', 'setup', 'study']) {
    await page.click(`nav a[href="#/${view}"]`) // once more
    await page.waitForSelector('main :is(h1, h2, .board)')
  }
  await site.stop()
})

for (const isolated of [true, false])
  await tests.run(`levels of beginners play before the weights are here, all else waits, ${isolated ? 'with' : 'without'} threads`, async () => {
    const site = await Site.start({ isolated, offline: true })
    const page = await tests.open(undefined, { serviceWorkers: 'block' })
    const bring = holdKnowledge(site)
    await page.goto(site.url)
    await loaded(page)
    await page.click('[data-square=d3]')
    await page.waitForFunction(() => document.querySelectorAll('.moves .move').length >= 2) // the usual level is one of beginners
    const asked = await page.evaluate(async () => {
      const engine = await globalThis.flank.engine
      const answers = (globalThis.answers = [])
      const ask = (name, question) => engine.request({ game: 'othello', ...question }).done.then(answer => answers.push([name, answer]))
      ask('think', { ask: 'think', depth: 4 })
      ask('level 6', { ask: 'play', level: 6, seed: 1 })
      await ask('level 5', { ask: 'play', level: 5, seed: 1 })
      return answers.map(([name]) => name)
    })
    assert.deepEqual(asked, ['level 5'])
    bring()
    await page.waitForFunction(() => answers.length === 3)
    const [, [, think]] = await page.evaluate('answers')
    assert.equal(think.depth, 4)
    await site.stop()
  })

for (const [what, ending] of [
  ['module', '.wasm'],
  ['weights', '.weights'],
])
  await tests.run(`without the ${what} it says so, and one can try again`, async () => {
    const site = await Site.start({ offline: true })
    site.allows = name => !name.endsWith(ending)
    const page = await tests.open(site.url)
    const again = await page.waitForSelector('[role=alert] button')
    assert.match(await page.textContent('[role=alert]'), /503/)
    const place = what === 'weights' && (await page.locator('.board').boundingBox())
    site.allows = () => true
    await again.click()
    await loaded(page)
    assert.equal(await thinks(page), 4)
    if (place) assert.deepEqual(await page.locator('.board').boundingBox(), place)
    assert.equal(await page.locator('[role=alert]').count(), 0)
    await site.stop()
  })

await tests.run('damaged weights are told by their code', async () => {
  const site = await Site.start({ offline: true })
  const page = await tests.open(undefined, { serviceWorkers: 'block' })
  await page.route(/\.weights$/, async route => {
    const response = await route.fetch()
    const body = await response.body()
    body[0] ^= 1
    await route.fulfill({ response, body })
  })
  await page.goto(site.url)
  await loaded(page)
  const refusal = await page.evaluate(async () => {
    const task = (await globalThis.flank.engine).request({ ask: 'think', game: 'othello', depth: 1 })
    return task.done.catch(error => error.problem)
  })
  assert.deepEqual(refusal, { code: 'WEIGHTS_NO_FILE', arguments: [] })
  await site.stop()
})

await tests.run('a browser without WebAssembly is told', async () => {
  const site = await Site.start({ offline: true })
  const page = await tests.open()
  await page.addInitScript('delete globalThis.WebAssembly')
  await page.goto(site.url)
  await page.waitForSelector('[role=alert]')
  assert.match(await page.textContent('[role=alert]'), /WebAssembly/)
  await site.stop()
})

await tests.run('an update is fetched, told, and there after a reload', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'flank-page-'))
  const site = await Site.start({ offline: true })
  const page = await tests.open(site.url)
  await loaded(page)
  await isKept(page)
  await page.reload() // now from what is kept
  await loaded(page)
  cpSync(dist, folder, { recursive: true })
  for (const name of ['index.html', 'sw.js']) for (const ending of ['.br', '.gz']) rmSync(join(folder, name + ending), { force: true })
  writeFileSync(join(folder, 'index.html'), readFileSync(join(folder, 'index.html'), 'utf8').replace('<body>', '<body data-new>'))
  appendFileSync(join(folder, 'sw.js'), '\n// another version\n')
  site.folder = folder
  await page.evaluate(() => navigator.serviceWorker.getRegistration().then(kept => kept.update()))
  const reload = await page.waitForSelector('.update button')
  assert.equal(await page.locator('body[data-new]').count(), 0)
  await reload.click()
  await page.waitForSelector('body[data-new] .board')
  assert.equal(await thinks(page), 4)
  await site.stop()
  rmSync(folder, { recursive: true })
})

await tests.end()
