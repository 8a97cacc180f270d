// SPDX-License-Identifier: MIT
//
// Moving pieces on the page: discs that turn, captures of several jumps by drags and clicks, what the board says of them, and
// pieces that may not move; clocks while one looks back; what a screen reader is told.
import assert from 'node:assert/strict'
import { says, Site, Tests } from './harness.mjs'
import { begin, cells, drag, having, middle, movesOf, people, plies, said, square, status, unfold } from './play_page.mjs'

const tests = new Tests()
const site = await Site.start()
const STILL = { reducedMotion: 'reduce' }
const MAN = 'W:Wc3,a1:Bc4,d5,h8' // c3 takes two, c3xc5xe5
const KING = 'W:WKa8:BKb3,h5,a6,d6,f6,g7' // takes five: a8xa3xf3xf7xh7xh4, or another way

const told = (page, text) =>
  page.waitForFunction(wanted => document.querySelector('[data-testid="announcer"]').textContent.includes(wanted), text)
const label = (page, name) => square(page, name).getAttribute('aria-label')

/** The elements that Element.animate was called on, by the kind of what is drawn and its square. */
async function watchMotion(page) {
  await page.evaluate(() => {
    const { animate } = Element.prototype
    globalThis.animated = []
    Element.prototype.animate = function (...given) {
      const { piece, ghost } = this.dataset
      globalThis.animated.push(piece ? `piece ${piece}` : `ghost ${ghost}`)
      return animate.apply(this, given)
    }
  })
}

// ---- Motion

const TURNS = {
  othello: { moves: ['d3'], turned: ['d4'] },
  tothello: { moves: ['c3', 'd3', 'e3'], turned: ['d3', 'd4'] },
}
for (const [game, { moves, turned }] of Object.entries(TURNS))
  await tests.run(`discs turn: ${game}`, async () => {
    const page = await tests.open(site.url, { reducedMotion: 'no-preference' })
    await begin(page, { game, sides: 2 })
    for (const [at, name] of moves.entries()) {
      if (at === moves.length - 1) await watchMotion(page)
      await square(page, name).click()
      await page.waitForFunction(count => document.querySelectorAll('.moves .move').length === count, at + 1)
    }
    const wanted = [...turned.map(name => `ghost ${name}`), ...[...turned, moves.at(-1)].map(name => `piece ${name}`)]
    await page.waitForFunction(count => globalThis.animated.length >= count, wanted.length)
    assert.deepEqual((await page.evaluate('globalThis.animated')).sort(), wanted.sort())
    await page.waitForFunction(() => !document.querySelector('[data-ghost]'))
  })

/** The colours of points of a square, as they are drawn, from `page`'s own picture: its middle by default. */
async function drawnAt(page, names) {
  const png = (await page.screenshot()).toString('base64')
  const places = await page.evaluate(names => names.map(name => document.querySelector(`[data-square="${name}"]`).getBoundingClientRect()).map(({ x, y, width }) => [x + width / 2, y + width / 2]), names)
  return page.evaluate(async ({ png, places }) => {
    const picture = await createImageBitmap(await (await fetch(`data:image/png;base64,${png}`)).blob())
    const canvas = new OffscreenCanvas(picture.width, picture.height).getContext('2d')
    canvas.drawImage(picture, 0, 0)
    return places.map(([x, y]) => [...canvas.getImageData(x, y, 1, 1).data])
  }, { png, places })
}

const SLOWLY = ':root { --leg: 60s !important; --turn: 60s !important; --put: 60s !important }'
const isDark = ([red, green, blue]) => Math.max(red, green, blue) < 90
const isLight = ([red, green, blue]) => Math.min(red, green, blue) > 170
const isCloth = ([red, green]) => green > red + 30

await tests.run('pieces that move are drawn where they are', async () => {
  const page = await tests.open(site.url, { reducedMotion: 'no-preference' })
  await page.addStyleTag({ content: SLOWLY })
  await begin(page, { game: 'othello', sides: 2 })
  await square(page, 'd3').click()
  await page.waitForSelector('[data-ghost]')
  await page.evaluate(() => Promise.all(document.getAnimations().map(animation => animation.ready)))
  const [placed, turning, corner] = await drawnAt(page, ['d3', 'd4', 'a1'])
  assert.ok(isDark(placed) && isLight(turning) && isCloth(corner), JSON.stringify({ placed, turning, corner }))
  await people(page, site.url, 'W:Wc3,a1:Bd5,h8')
  await square(page, 'c3').click()
  await square(page, 'c4').click()
  await page.waitForFunction(() => document.getAnimations().length > 0)
  await page.evaluate(() => Promise.all(document.getAnimations().map(animation => animation.ready)))
  const [start] = await drawnAt(page, ['c3'])
  assert.ok(isLight(start), `a man that leaves c3: ${start}`)
})

await tests.run('nothing turns where motion is not wanted', async () => {
  const page = await tests.open(site.url, STILL)
  await begin(page, { game: 'othello', sides: 2 })
  await watchMotion(page)
  await square(page, 'd3').click()
  await page.waitForFunction(() => document.querySelectorAll('.moves .move').length === 1)
  assert.deepEqual(await page.evaluate('globalThis.animated'), [])
  assert.match(await label(page, 'd4'), /Black piece/)
})

// ---- Captures of several jumps

const VIA = { drags: [true, true], 'a drag and a click': [true, false], 'a click and a drag': [false, true] }
for (const [how, ways] of Object.entries(VIA))
  await tests.run(`a man jumps twice by ${how}`, async () => {
    const page = await tests.open(site.url, STILL)
    await people(page, site.url, MAN)
    const step = async (dragged, from, to) => {
      if (dragged) return drag(page, from, to)
      if (from === 'c3') await square(page, from).click()
      return square(page, to).click()
    }
    await step(ways[0], 'c3', 'c5')
    await page.waitForSelector('[data-piece="c5"]')
    assert.equal(await page.locator('[data-piece="c3"]').count(), 0)
    assert.equal(await page.locator('[data-piece="c4"]').count(), 0) // gone at once
    assert.match(await label(page, 'c5'), /White piece, chosen/)
    assert.match(await label(page, 'c4'), /empty/)
    assert.equal(await plies(page), 0)
    assert.match(await page.textContent('.board-note'), /c5: 1 taken so far/)
    assert.match(await said(page), /c5: 1 taken so far/)
    await step(ways[1], 'c5', 'e5')
    await page.waitForFunction(() => document.querySelectorAll('.moves .move').length >= 1)
    assert.equal((await movesOf(page))[0], 'c3xe5')
    assert.equal(await page.locator('.board-note').count(), 0)
  })

await tests.run('a king is dragged along its way; a drop elsewhere changes nothing', async () => {
  const page = await tests.open(site.url, STILL)
  await people(page, site.url, KING)
  const way = ['a8', 'a3', 'f3', 'f7']
  for (const [at, from] of way.slice(0, -1).entries()) {
    await drag(page, from, way[at + 1])
    await page.waitForSelector(`[data-piece="${way[at + 1]}"]`)
  }
  await drag(page, 'f7', 'b7')
  assert.match(await label(page, 'f7'), /White king, chosen/)
  const taken = ['a6', 'b3', 'f6']
  for (const name of taken) assert.match(await label(page, name), /empty/)
  await drag(page, 'f7', 'h7')
  await page.waitForSelector('[data-piece="h7"]')
  await square(page, 'h4').click()
  await page.waitForFunction(() => document.querySelectorAll('.moves .move').length >= 1)
  assert.equal((await movesOf(page))[0], 'a8xa3xf3xf7xh7xh4')
})

for (const way of [['g3', 'g7', 'c7', 'c3'], ['c7', 'g7', 'g3', 'c3'], ['c7', 'g7', 'g3', 'd3']])
  await tests.run(`of two ways with one result either is clicked: ${way.join(' ')}`, async () => {
    const page = await tests.open(site.url, STILL)
    await people(page, site.url, 'W:WKc3:Bc5,e7,g5,e3,h8')
    await square(page, 'c3').click()
    for (const name of way) {
      assert.equal(await plies(page), 0)
      await square(page, name).click()
    }
    await page.waitForFunction(() => document.querySelectorAll('.moves .move').length >= 1)
    assert.equal((await movesOf(page))[0], `c3x${way.at(-1)}`)
    assert.match(await label(page, way.at(-1)), /White king/)
  })

await tests.run('several ways to one square: that is seen, not only said', async () => {
  const page = await tests.open(site.url, STILL)
  await people(page, site.url, KING)
  await square(page, 'a8').click()
  await square(page, 'h4').click()
  assert.match(await page.textContent('.board-note'), /Several ways lead there/)
})

// ---- Movable pieces

await tests.run('pieces that can move are marked while none is chosen', async () => {
  const page = await tests.open(site.url, STILL)
  await begin(page, { game: 'loa', sides: 2 })
  assert.equal(await page.locator('.hint-from').count(), 12)
  await square(page, 'b1').click()
  assert.equal(await page.locator('.hint-from').count(), 0)
  await people(page, site.url, MAN)
  assert.equal(await page.locator('.hint-from').count(), 1)
  await begin(page, { game: 'othello', sides: 2 })
  assert.equal(await page.locator('.hint-from').count(), 0)
})

await tests.run('why another piece may not move is said and shown', async () => {
  const page = await tests.open(site.url, STILL)
  await people(page, site.url, MAN)
  await square(page, 'h8').click() // the other side's
  assert.equal(await page.locator('.board-note').count(), 0)
  await square(page, 'a1').click()
  assert.equal(await page.textContent('.board-note'), 'The capture of most pieces, 2, is compulsory. These pieces can: c3.')
  await told(page, 'The capture of most pieces')
  await square(page, 'c3').click()
  assert.equal(await page.locator('.board-note').count(), 0)
  await people(page, site.url, 'W:Wc3,a1:Bc4,h8')
  await square(page, 'a1').click()
  assert.equal(await page.textContent('.board-note'), 'Capturing is compulsory. These pieces can: c3.')
})

// ---- Values, levels

await tests.run('values of pieces have hundredths and a unit; only the best are marked as best', async () => {
  const page = await tests.open(site.url, STILL)
  await people(page, site.url, 'W:Wa2,b2,c3,d3,f4,h3:Ba7,b6,c6,d6,f6,h7')
  await page.click('text="Hint"')
  await page.waitForFunction(() => document.querySelector('.engine-state')?.getAttribute('aria-busy') !== 'true' && document.querySelectorAll('.marks .mark').length > 3)
  await page.waitForSelector('text="pieces for White"')
  const values = await page.evaluate(async () => {
    const game = globalThis.flank.rules.line({ game: 'draughts', start: 'W:Wa2,b2,c3,d3,f4,h3:Ba7,b6,c6,d6,f6,h7' })
    const { moves } = await (await globalThis.flank.engine).request({ ask: 'think', game: 'draughts', start: game.start, depth: 5, lines: 0 }).done
    return moves.map(({ score }) => score)
  })
  assert.ok(values.some(value => !Number.isInteger(value * 10)))
  const texts = await page.$$eval('.marks .mark', all => all.map(mark => ({ best: mark.classList.contains('best'), text: mark.textContent })))
  assert.equal(new Set(texts.filter(({ best }) => best).map(({ text }) => text)).size, 1)
})

await tests.run('values that read alike look alike, at every depth', async () => {
  const page = await tests.open(`${site.url}#/play?g=f5f6d3c5e6d2c2b2d6c3d1e1`, STILL)
  await page.waitForFunction(() => location.hash === '#/play' && document.querySelectorAll('.moves .move').length === 12)
  await page.evaluate(() => {
    globalThis.unlike = []
    globalThis.alike = 0
    new MutationObserver(() => {
      const marks = [...document.querySelectorAll('.marks .mark')].map(mark => [mark.textContent, mark.classList.contains('best')])
      const best = marks.find(([, marked]) => marked)?.[0]
      globalThis.alike = Math.max(globalThis.alike, marks.filter(([text]) => text === best).length)
      globalThis.unlike.push(...marks.filter(([text, marked]) => marked !== (text === best)))
    }).observe(document.querySelector('.play-board'), { subtree: true, childList: true, characterData: true, attributes: true })
  })
  await page.getByLabel('Show what the engine thinks').check()
  await page.waitForFunction(() => globalThis.alike > 1)
  assert.deepEqual(await page.evaluate('globalThis.unlike'), [])
})

await tests.run('an exact value has its depth, and its line goes to the end of the game', async () => {
  const page = await tests.open(site.url, STILL)
  const line = await page.evaluate(async () => {
    await new Promise(done => (function wait() { globalThis.flank ? done() : setTimeout(wait, 20) })())
    const moves = []
    for (let at; !at || 60 - moves.length > 12; moves.push(at.legal[0].move)) at = globalThis.flank.rules.line({ game: 'othello', moves })
    return moves.filter(move => move !== 'pass').join('')
  })
  await people(page, site.url, line)
  await page.locator('.moves').focus()
  await page.keyboard.press('End')
  await page.click('text="Hint"')
  await page.waitForFunction(() => /^Depth \d+, exact/.test(document.querySelector('.engine-state')?.textContent))
  await page.waitForFunction(() => document.querySelector('.engine-line').querySelectorAll('.engine-moves .move').length >= 8)
})

await tests.run('who knows openings has a book', async () => {
  const page = await tests.open(site.url, STILL)
  await page.click('text="New game"')
  await page.waitForSelector('dialog[open]')
  const about = async game => {
    await page.locator(`input[name=game][value=${game}]`).check({ force: true })
    await page.locator('input[name=group][value=club]').check({ force: true })
    return page.textContent('dialog .about')
  }
  for (const game of ['othello', 'loa', 'draughts']) assert.match(await about(game), /Knows openings/)
  assert.doesNotMatch(await about('tothello'), /opening/i)
})

// ---- Small screens

for (const [width, height] of [[844, 390], [640, 320]])
  await tests.run(`a phone on its side shows the whole board: ${width}x${height}`, async () => {
    const page = await tests.open(site.url, { ...STILL, viewport: { width, height } })
    for (const game of ['othello', 'draughts']) {
      await begin(page, { game, sides: 2 })
      await page.waitForFunction(() => {
        const { left, top, right, bottom } = document.querySelector('svg.board').getBoundingClientRect()
        return left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight // it is brought into sight
      })
    }
  })

for (const [width, height] of [[1280, 800], [1920, 1080], [390, 844]])
  await tests.run(`the board stands at one place in all views, and is seen whole: ${width}x${height}`, async () => {
    const page = await tests.open(null, { ...STILL, viewport: { width, height } })
    const places = new Set()
    for (const hash of ['play', 'review?g=f5d6c3', 'setup', 'study', 'puzzles', 'learn', 'history', 'contests', ...(width > 400 ? ['settings'] : [])]) {
      await page.goto(`${site.url}#/${hash}`)
      await page.waitForSelector('.table-head')
      const { x, y, width: wide, height: high } = await page.locator('svg.board').boundingBox()
      places.add([x, y, wide, high].map(Math.round).join(' '))
      assert.ok(y + high <= height, hash)
      await page.goto('about:blank')
    }
    assert.equal(places.size, 1, [...places].join(' | '))
  })

await tests.run('a notice lies over the page until it is put away, and the board stays where it is', async () => {
  const page = await tests.open(null, { ...STILL, viewport: { width: 390, height: 844 } })
  const top = async () => Math.round((await page.locator('svg.board').boundingBox()).y)
  const show = async hash => {
    await page.goto('about:blank')
    await page.goto(`${site.url}#/${hash}`)
    await page.waitForSelector('svg.board')
  }
  for (const [whole, wrong] of [['review?g=f5d6', 'review?g=f5d6a1'], ['study?g=f5d6', 'study?g=f5d6a1'], ['play', 'nonsense'], ['play', 'play?g=f5d6a1']]) {
    await show(whole)
    const place = await top()
    await show(wrong)
    await page.waitForSelector('.notice[role=alert]')
    assert.equal(await top(), place, wrong)
    await page.locator('.notice').getByRole('button', { name: 'Close' }).click()
    await page.waitForSelector('.notice', { state: 'detached' })
    assert.equal(await top(), place, wrong)
  }
})

for (const view of ['play', 'review', 'study'])
  await tests.run(`a notice that was put away comes again for another link, ${view}`, async () => {
    const page = await tests.open(`${site.url}#/${view}?g=f5d6a1`, STILL)
    const notice = page.locator('.notice[role=alert]')
    await notice.getByRole('button', { name: 'Close' }).click()
    await notice.waitFor({ state: 'detached' })
    await page.evaluate(hash => (location.hash = hash), `#/${view}?g=f5f6a1`) // of which the same is said
    await notice.waitFor()
  })

await tests.run('notices come one at a time, what is wrong before what has happened', async () => {
  const page = await tests.open(`${site.url}#/play?g=f5d6`, { ...STILL, viewport: { width: 390, height: 844 } })
  const seen = () => page.locator('.notice:visible').evaluateAll(all => all.map(one => one.role))
  await page.waitForSelector('svg.board')
  const goTo = hash => page.evaluate(hash => (location.hash = hash), hash)
  await goTo('#/play?game=draughts') // the game of two moves is set aside
  await page.locator('.notice.calm').waitFor()
  await square(page, 'a3').click()
  await square(page, 'a4').click()
  await page.locator('.moves .move').first().waitFor() // now it is this game that gives way to the next one
  for (const address of ['#/nonsense', '#/play?g=f5d6a1']) {
    await goTo(address)
    await page.locator('.notice[role=alert]').waitFor()
    assert.deepEqual(await seen(), ['alert'], address)
    await page.locator('.notice[role=alert]').getByRole('button', { name: 'Close' }).click()
    await page.locator('.notice.calm').waitFor()
    assert.deepEqual(await seen(), ['status'], address)
  }
  await goTo('#/play?g=f5d6c3a1')
  await page.locator('.notice[role=alert]').waitFor()
  await goTo('#/nonsense')
  await page.waitForFunction(() => document.querySelectorAll('.notice[role=alert]').length === 2)
  assert.deepEqual(await seen(), ['alert'])
})

await tests.run('on a phone the board of every task stands at one place', async () => {
  const page = await tests.open(site.url, { ...STILL, viewport: { width: 390, height: 844 } })
  const places = new Set()
  for (const game of ['othello', 'tothello', 'draughts', 'loa'])
    for (let task = 1, count = 1; task <= count; task++) {
      await page.goto(`${site.url}#/learn?game=${game}&task=${task}`)
      await page.waitForSelector(`.learn-steps [aria-current=step]:nth-child(${task})`)
      count = await page.locator('.learn-steps a').count()
      places.add(Math.round((await page.locator('svg.board').boundingBox()).y))
    }
  assert.equal(places.size, 1, [...places].join(' '))
})

for (const width of [390, 320])
  await tests.run(`the views are tabs at the bottom of a phone ${width} wide, the seldom ones behind "More"`, async () => {
    const page = await tests.open(site.url, { ...STILL, viewport: { width, height: 844 } })
    const seen = page.locator('header nav :is(a, button):visible')
    const more = page.getByRole('button', { name: 'More', exact: true, expanded: false })
    await more.waitFor()
    assert.deepEqual(await seen.allTextContents(), ['Play', 'Review', 'Study', 'Puzzles', 'More'])
    for (const tab of await seen.all()) {
      const box = await tab.boundingBox()
      assert.ok(box.x >= 0 && box.x + box.width <= width && box.height >= 44 && box.y > 844 - 80, await tab.textContent())
    }
    await more.click()
    assert.equal(await page.locator('header nav a:visible').count(), 9)
    for (const link of await page.locator('header nav a').all()) {
      const box = await link.boundingBox()
      assert.ok(box.x >= 0 && box.x + box.width <= width && box.y + box.height <= 844, await link.textContent())
    }
    await page.click('header nav >> text="Settings"')
    await page.waitForSelector('.settings')
    assert.equal(await page.locator('header nav a:visible').count(), 4)
  })

await tests.run('"More" that is pressed as soon as another view is chosen stays open', async () => {
  const page = await tests.open(site.url, { ...STILL, viewport: { width: 390, height: 844 } })
  await page.getByRole('button', { name: 'More', exact: true }).waitFor()
  await page.evaluate(async () => {
    document.querySelector('nav a[href="#/learn"]').click()
    await new Promise(done => queueMicrotask(() => queueMicrotask(done))) // so far the press itself
    document.querySelector('.tab-more').click()
  })
  await page.waitForSelector('.learn-board .board')
  assert.equal(await page.getAttribute('.tab-more', 'aria-expanded'), 'true')
})

// ---- Clocks

const clockOf = async (page, player) => {
  const [minutes, seconds] = (await page.textContent(`[data-player="${player}"] .clock`)).split(':').map(Number)
  return 60 * minutes + seconds
}
const runs = (page, player) => page.waitForSelector(`[data-player="${player}"] .clock.running`)
const below = (page, player, limit) =>
  page.waitForFunction(
    ([of, most]) => {
      const [minutes, seconds] = document.querySelector(`[data-player="${of}"] .clock`).textContent.split(':').map(Number)
      return 60 * minutes + seconds < most
    },
    [player, limit],
  )

await tests.run('who looks back at earlier moves uses time', async () => {
  const page = await tests.open(site.url, STILL)
  await begin(page, { game: 'othello', sides: 2, clock: 'custom', total: '10', seconds: '0' })
  for (const name of ['d3', 'c3', 'c4']) await square(page, name).click()
  await below(page, 1, 599)
  await page.locator('.moves').focus()
  for (const key of ['ArrowLeft', 'ArrowLeft', 'Home']) {
    await page.keyboard.press(key)
    await runs(page, 1)
  }
  assert.ok((await clockOf(page, 1)) < 599)
  await below(page, 1, 597)
  await page.keyboard.press('End')
  await runs(page, 1)
  assert.ok((await clockOf(page, 1)) < 597)
})

await tests.run('time that was used stays used when a move is taken back', async () => {
  const page = await tests.open(site.url, STILL)
  await begin(page, { game: 'othello', sides: 2, clock: 'custom', total: '10', seconds: '60' })
  await square(page, 'd3').click()
  assert.equal(await clockOf(page, 0), 600) // the first move is free
  await below(page, 1, 599)
  await square(page, 'c3').click()
  const used = await clockOf(page, 1)
  assert.ok(used > 600 && used < 659)
  await page.click('text="Take back"')
  await runs(page, 1) // the player that has taken back is to move
  await below(page, 1, used - 1)
  await square(page, 'e3').click()
  await runs(page, 0)
  assert.ok((await clockOf(page, 1)) < used) // and gets nothing more for the other move
  await page.click('text="New game"')
  await unfold(page)
  await page.locator('dialog[open] select[name=clock]').selectOption('0')
  assert.match(await page.textContent('dialog[open]'), /Time that was used stays used/)
})

await tests.run('the engine thinks on while one looks back, and does not pay for what is shown', async () => {
  const page = await tests.open(site.url)
  await page.waitForSelector('.board')
  await page.evaluate(async () => {
    globalThis.thought = 0 // milliseconds
    const engine = await globalThis.flank.engine
    const request = engine.request.bind(engine)
    engine.request = (...question) => {
      const begun = performance.now()
      const task = request(...question)
      void task.done.then(() => (globalThis.thought += performance.now() - begun), () => {})
      return task
    }
  })
  await begin(page, { game: 'othello', sides: 3, clock: 'custom', total: '10', seconds: '0' })
  const used = await page.waitForFunction(() => {
    const clocks = [...document.querySelectorAll('.clock')]
    if (document.querySelectorAll('.moves .move').length < 6 || clocks.some(clock => clock.matches('.running'))) return false
    const left = clocks.map(clock => clock.textContent.split(':').map(Number)).reduce((sum, [minutes, seconds]) => sum + 60 * minutes + seconds, 0)
    return { shown: 1200 - left, thought: globalThis.thought / 1000 } // each clock shows a whole second that has begun
  })
  const { shown, thought } = await used.jsonValue()
  assert.ok(shown < thought + 1, `${shown} s for ${thought} s of thinking`) // 0.7 s a move are for the eyes, 3.5 s in all
  // A move that is found waits for the eyes until it is made: meanwhile the game goes on, and both clocks stand still.
  await page.waitForFunction(
    thinks => document.querySelector('[data-testid="status"]').textContent.includes(thinks) && !document.querySelector('.clock.running'),
    'thinks',
  )
  const moves = await plies(page)
  await page.locator('.moves').focus()
  await page.keyboard.press('Home')
  await page.waitForFunction(count => document.querySelectorAll('.moves .move').length > count, moves)
})

// ---- Announcements

await tests.run('a pass for want of a move and one by choice have different words', async () => {
  const page = await tests.open(site.url, STILL)
  await begin(page, { game: 'tothello', sides: 2 })
  await page.click('.now:has-text("Pass")')
  await told(page, 'Black could move, but passes.')
  assert.equal(await page.textContent('.status-pass'), 'Black could move, but passes.')
  assert.doesNotMatch(await said(page), /no move/)
})

await tests.run('taking back, going forward, a hint and a new game are told', async () => {
  const page = await tests.open(site.url, STILL)
  await begin(page, { game: 'othello', sides: 2 })
  await told(page, 'New game: Othello')
  await told(page, 'Black to move')
  await square(page, 'd3').click()
  await told(page, 'White to move')
  await square(page, 'd3').focus()
  await page.keyboard.press('u')
  await told(page, 'Taken back.')
  await told(page, 'The beginning')
  await told(page, 'Move 0 of 1: Black to move')
  await page.keyboard.press('f')
  await told(page, 'Gone forward.')
  await told(page, 'Black: d3')
  await page.keyboard.press('h')
  await told(page, 'The engine thinks about a hint.')
  await told(page, 'Best: ')
})

await tests.run('the first move taken back against the engine: it is one’s move again, and said so', async () => {
  const page = await tests.open(site.url, STILL)
  await begin(page, { game: 'othello' })
  await square(page, 'd3').click()
  await page.waitForFunction(() => document.querySelectorAll('.moves .move').length === 2)
  await page.keyboard.press('u')
  await says(page, '[data-testid=status]', /^Your move again: Black$/)
  await page.click('text="To the last move"')
  await says(page, '[data-testid=status]', /^Your move: Black$/)
})

await site.stop()
await tests.end()
