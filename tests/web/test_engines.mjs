// SPDX-License-Identifier: MIT
//
// The engine in the browser: with threads and without it gives the values of the command, stops when it is told to, and can be asked
// again and again.   node test_engines.mjs DIST_FOLDER FLANK
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { Site, Tests, until } from './harness.mjs'

const flank = process.argv[3]
const DATA = fileURLToPath(new URL('../../data', import.meta.url))
const tests = new Tests()

// The 40th position of the FFO test suite, 20 empties: +38 with a2 (data/ffo-show.obf says the source).
const FFO_40 = 'O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X'
const OPENING = 'f5d6c3d3c4f4c5b3c2e3d2c6'

/** Ask in the page; how long each event took comes along. */
const ask = (page, question) =>
  page.evaluate(async question => {
    const engine = await globalThis.flank.engine
    return engine.request(question).done
  }, question)

const native = (...args) => JSON.parse(execFileSync(flank, [...args, '--json'], { encoding: 'utf8' }).trim().split('\n').at(-1))

const CORES = 4 // as the page is told, so that there are helpers on the smallest machine

async function opened(isolated) {
  const site = await Site.start({ isolated })
  const page = await tests.open()
  await page.addInitScript(`Object.defineProperty(navigator, 'hardwareConcurrency', { value: ${CORES} })`)
  await page.goto(site.url)
  await page.waitForFunction(() => globalThis.flank?.engine)
  return { site, page }
}

for (const isolated of [true, false]) {
  const how = isolated ? 'with threads' : 'with one thread'

  await tests.run(`${how}: as many threads as there should be`, async () => {
    const { site, page } = await opened(isolated)
    await ask(page, { ask: 'think', game: 'othello', depth: 4 }) // a pool that fails would be followed by one thread
    assert.equal(await page.evaluate('flank.engine.then(t => t.threads)'), isolated ? CORES - 1 : 1)
    const wanted = isolated ? CORES - 1 : 1
    await until(() => page.workers().length === wanted) // those from before the weights end, and each is told of a little later
    await site.stop()
  })

  await tests.run(`${how}: exact scores`, async () => {
    const { site, page } = await opened(isolated)
    const answer = await ask(page, { ask: 'solve', game: 'othello', start: FFO_40 })
    assert.equal(answer.score, 38)
    assert.equal(answer.move, 'a2')
    await site.stop()
  })

  await tests.run(`${how}: values of all games are the command's`, async () => {
    const { site, page } = await opened(isolated)
    // One thread makes the same search each time; several may cut it short in other places. A level of the other games has one.
    for (const [game, moves, depth] of [
      ['othello', OPENING, 12],
      ['tothello', '', 7],
      ['loa', '', 4],
      ['draughts', '', 7],
    ]) {
      const limit = isolated && game !== 'othello' ? { level: 7 } : { depth }
      const answer = await ask(page, { ask: 'think', game, moves, ...limit, lines: 1 })
      const options = Object.entries(limit).flatMap(([name, value]) => [`--${name}`, String(value)])
      const wanted = native('hint', game, ...(moves ? ['--moves', moves] : []), ...options, '--lines', '1')
      if (!isolated || game !== 'othello') assert.deepEqual(answer.moves[0], wanted.moves[0], game)
      else assert.ok(Math.abs(answer.moves[0].score - wanted.moves[0].score) <= 1, JSON.stringify([answer, wanted]))
    }
    await site.stop()
  })

  if (isolated)
    await tests.run(`${how}: each game is searched by all of them`, async () => {
      const { site, page } = await opened(isolated)
      for (const [game, depth] of [['tothello', 8], ['loa', 6], ['draughts', 9]]) {
        const answer = await ask(page, { ask: 'think', game, depth, lines: 1 })
        assert.equal(answer.depth, depth, game)
        assert.equal(answer.moves[0].pv.length > 0, true, game)
      }
      await site.stop()
    })

  await tests.run(`${how}: the endgame tables know who wins, and how soon`, async () => {
    const { site, page } = await opened(isolated)
    for (const start of ['W:Wa2,h2:Bd7', 'W:Wa2,b2:Bh7']) {
      const { moves } = await ask(page, { ask: 'think', game: 'draughts', start, depth: 2, lines: 1 })
      assert.deepEqual(moves, native('hint', '--position', start, '--depth', '2', '--lines', '1').moves)
    }
    await site.stop()
  })

  await tests.run(`${how}: levels open by the book of their game, with its values, and by the usual rules alone`, async () => {
    const { site, page } = await opened(isolated)
    for (const [game, rules] of [['othello', 'goal=fewest'], ['loa', 'simultaneous=mover'], ['draughts', 'majority=no']]) {
      const answer = await ask(page, { ask: 'play', game, moves: '', level: 8, book: true, seed: 1 })
      assert.equal(answer.from_book, true, game)
      const { moves } = native('book', 'show', `${DATA}/${game}.book`, '--moves', '')
      assert.ok(moves.some(({ move, score }) => move === answer.move && score === answer.score), game)
      const other = await ask(page, { ask: 'play', game, rules, moves: '', level: 6, book: true, seed: 1 })
      assert.equal(other.from_book, undefined, game)
    }
    await site.stop()
  })

  await tests.run(`${how}: a search stops soon and the next one begins`, async () => {
    const { site, page } = await opened(isolated)
    const stops = await page.evaluate(async moves => {
      const engine = await globalThis.flank.engine
      const took = []
      for (let round = 0; round < 6; round++) {
        let reported
        const report = new Promise(resolve => (reported = resolve))
        const task = engine.request({ ask: 'think', game: 'othello', moves, lines: 0 }, reported)
        const early = round === 0 || round === 3 // before it has begun
        if (!early) await report
        const from = performance.now()
        task.stop()
        const answer = await task.done.catch(() => null)
        took.push({ ms: performance.now() - from, score: answer?.moves?.[0]?.score, early })
      }
      return took
    }, OPENING)
    for (const [round, { ms, score, early }] of stops.entries()) {
      assert.ok(ms < 5000, `round ${round}: stopped after ${ms} ms`)
      assert.ok(early || Math.abs(score) < 12, `round ${round}: ${score}`)
    }
    const after = await ask(page, { ask: 'think', game: 'othello', moves: OPENING, depth: 10, lines: 1 })
    assert.equal(after.depth, 10)
    console.log(`# ${how}: stopped after ${stops.map(stop => stop.ms.toFixed(0)).join(', ')} ms`)
    await site.stop()
  })

  // Without threads a stop ends the Worker and the next question loads another, tens of milliseconds each: as many
  // rounds as fit into 20 s, at most as many as with threads.
  await tests.run(`${how}: start and stop at once, again and again`, async () => {
    const { site, page } = await opened(isolated)
    const { longest, rounds } = await page.evaluate(async mostMs => {
      const engine = await globalThis.flank.engine
      const begun = performance.now()
      let longest = 0
      let round = 0
      for (; round < 1000 && performance.now() - begun < mostMs; round++) {
        const task = engine.request({ ask: 'think', game: 'othello', lines: 0 })
        if (round % 3) await new Promise(resolve => setTimeout(resolve, round % 5))
        const from = performance.now()
        task.stop()
        await task.done.catch(() => null)
        longest = Math.max(longest, performance.now() - from)
      }
      return { longest, rounds: round }
    }, isolated ? 600000 : 20000)
    assert.ok(longest < 5000, `the longest was stopped after ${longest} ms`)
    assert.ok(isolated ? rounds === 1000 : rounds >= 10, `${rounds} rounds`)
    console.log(`# ${how}: ${rounds} rounds, the longest was stopped after ${longest.toFixed(0)} ms`)
    await site.stop()
  })

  await tests.run(`${how}: many questions, of one game and the other`, async () => {
    const { site, page } = await opened(isolated)
    const first = await ask(page, { ask: 'think', game: 'othello', moves: OPENING, depth: 8, lines: 1 })
    for (let round = 0; round < 5; round++) {
      await ask(page, { ask: 'think', game: 'loa', depth: 2, lines: 1 })
      const again = await ask(page, { ask: 'think', game: 'othello', moves: OPENING, depth: 8, lines: 1 })
      assert.ok(Math.abs(again.moves[0].score - first.moves[0].score) <= 1)
    }
    const refusal = await page.evaluate("flank.engine.then(t => t.request({ask: 'think', game: 'chess'}).done).catch(e => e.problem)")
    assert.deepEqual([refusal.code, refusal.arguments, refusal.error], ['NO_SUCH_GAME', ['chess'], undefined])
    await site.stop()
  })
}

await tests.run('where helpers cannot begin, one thread thinks', async () => {
  const site = await Site.start()
  const page = await tests.open()
  await page.addInitScript(`Object.defineProperty(navigator, 'hardwareConcurrency', { value: ${CORES} })`)
  // The second Worker is a helper as long as there are no weights to unpack.
  let tellRefused
  const refused = new Promise(done => (tellRefused = done))
  await page.exposeFunction('tellRefused', tellRefused)
  await page.route(/\.weights$/, async route => {
    await refused
    await route.continue()
  })
  await page.addInitScript(() => {
    const { Worker } = globalThis
    let made = 0
    globalThis.Worker = class extends Worker {
      constructor(...args) {
        if (++made === 2) {
          globalThis.tellRefused()
          throw new Error('no more Workers')
        }
        super(...args)
      }
    }
  })
  await page.goto(site.url)
  await page.waitForFunction(() => globalThis.flank?.engine)
  assert.equal((await ask(page, { ask: 'solve', game: 'othello', start: FFO_40 })).score, 38)
  assert.equal(await page.evaluate('flank.engine.then(t => t.threads)'), 1)
  await site.stop()
})

await tests.end()
