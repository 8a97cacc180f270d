// SPDX-License-Identifier: MIT
//
// The essential parts of each view are seen without scrolling, in every language and at four sizes: no box of them ends outside the screen,
// behind the tabs of a phone, or within a box that cuts it off. One page shows it all, and no engine thinks (pictures_page.mjs).
//   node test_boxes.mjs DIST_FOLDER FLANK
import assert from 'node:assert/strict'
import { openSites, openView, views } from './pictures_page.mjs'
import { drawn, speak, Tests } from './harness.mjs'
import { square } from './play_page.mjs'

const SIZES = [[390, 844], [768, 1024], [1280, 800], [1920, 1080]]
const LANGUAGES = ['en', 'zh-Hant', 'zh-Hans', 'ja', 'tr']
const tests = new Tests()
const sites = await openSites(process.argv[3], process.argv[2])
const url = sites.url('play')

/** The essential parts, by view: at least one of each is there, and all of them are seen. `act`: what is done before; `each`: at each size;
 * `still`: before each look, as a menu closes where its place changes with the width; `large`: seen where the screen is higher than the
 * smallest phone's; `sizes`: where they are not the usual ones. */
const essential = {
  'play': { sizes: [[360, 740], ...SIZES], boxes: ['.player', '.status-text', '.status h1', '.welcome p', '.tile', '.icon-bar > *', '.play-tools > *'] },
  'play, a new game': {
    act: page => page.locator('.play-tools > button').first().click(),
    boxes: ['.new-game h2', '.new-game fieldset:not(details *)', '.new-game .choices label', '.new-game summary', '.new-game .buttons > *'],
  },
  'play, a window': { sizes: [[540, 800], [600, 700], [639, 900], [660, 900]], boxes: ['.player', '.board', '.icon-bar > *', '.status-text'] },
  'play, a move later': {
    act: page => page.keyboard.press('Escape').then(() => square(page, 'f5').click()),
    boxes: ['.player', '.status-text', '.icon-bar > *', '.play-tools > *', '.moves .move'],
  },
  'play, the menu': { still: page => page.locator('.play-tools .menu').evaluate(menu => (menu.open = true)), boxes: ['.play-tools .menu-list > *'] },
  'play, the menu of drawings': { act: page => page.click('.icon-bar .menu > summary'), boxes: ['.icon-bar .menu-list > *'] },
  'play, the last of many moves': {
    hash: views.play[0],
    each: async page => {
      await page.waitForFunction(() => document.querySelectorAll('.moves .move').length === 14)
      await page.locator('.moves').evaluate(moves => moves.dispatchEvent(new KeyboardEvent('keydown', { key: 'Home', bubbles: true })))
      await page.locator('.moves').evaluate(moves => moves.dispatchEvent(new KeyboardEvent('keydown', { key: 'End', bubbles: true })))
    },
    sizes: [[360, 740], ...SIZES],
    boxes: ['.moves .current'],
  },
  'play, an opening': { hash: '#/play?g=f5d6c3d3c4', boxes: ['.status-text', '.moves-head [data-testid=opening]'] },
  'review, a mistake': {
    hash: views.review[0],
    act: async page => {
      await page.waitForSelector('.graph')
      await page.keyboard.press('Home')
      await page.keyboard.press('n')
    },
    each: async page => {
      const [line, moves] = await page.$eval('.judgement p:has(.move)', ({ firstChild, children }) => {
        const range = document.createRange()
        range.selectNodeContents(firstChild)
        return [range.getClientRects()[0].height, [...children[0].children].map(move => move.getBoundingClientRect().height)]
      })
      assert.ok(moves.every(height => height < 2 * line), `moves of ${moves} in lines of ${line}`)
    },
    sizes: [[360, 740], ...SIZES],
    boxes: ['.review-player', '.review-title p', '.walk > *', '.judgement', '.judgement p', '.judgement button'],
    large: ['.graph'],
  },
  'review, the mistake behind it': { act: page => page.keyboard.press('n'), boxes: ['.judgement', '.judgement p', '.judgement button'], large: ['.graph'] },
  'review, step by step': {
    each: async page => {
      await page.waitForFunction(() => innerWidth < 640 === (document.querySelector('.table-under .graph') === null)) // the graph stands in the width's order
      const places = await placesOnTheWay(page)
      for (const [part, all] of Object.entries(places)) assert.equal(all.length, 1, `${part} of a review moves: ${all.join('; ')}`)
    },
    sizes: [[360, 740], ...SIZES],
    boxes: ['.judgement'],
  },
  'review, a comment': { act: page => page.keyboard.press('c'), boxes: ['.board', '#review-comment'], sizes: [[1280, 800], [1920, 1080]] },
  'review, the menu of drawings': { act: page => page.click('.icon-bar .menu > summary'), boxes: ['.icon-bar .menu-list > *'] },
  'review, no game yet': { hash: '#/review', act: page => page.click('.review-tools button:last-child'), boxes: ['.table-head h1', '.table-board', '.open-form textarea', '.open-buttons > *'] },
  'study': { hash: views.study[0], boxes: ['[data-testid=opening]', '.icon-bar > *', '.study-head button', '.continuations tbody tr:first-child'] },
  'puzzles': { hash: '#/puzzles?level=2', boxes: ['.table-head h1', '.puzzles-words', '.table-under button', '.table-side .buttons:first-of-type button'] },
  'setup': { hash: views.setup[0], boxes: ['.table-head h1', '.palette label', '.setup-sides label', '.setup-state'] },
  'learn': { hash: '#/learn?game=loa&task=1', boxes: ['.table-head h2', '.learn-words', '.table-under button'] },
  'history': { hash: '#/history', boxes: ['.table-head h1', '.table-side section p'] },
  'contests': { hash: '#/contests', boxes: ['.table-head h1', '.contests-steps'] },
  'settings': { hash: '#/settings', boxes: ['h1', 'main select', '.settings .board', '.settings label:has([name=board])'] },
}

/** The boxes that are not wholly seen. */
const unseen = (page, selectors) =>
  page.evaluate(selectors => {
    const nav = document.querySelector('header nav').getBoundingClientRect()
    const hasTabs = nav.top > innerHeight / 2 && !document.querySelector('dialog[open]') // a dialog lies over the tabs
    const end = hasTabs ? nav.top : innerHeight
    const cuts = element => /auto|scroll|hidden|clip/.test(getComputedStyle(element).overflowY)
    const found = []
    for (const selector of selectors) {
      const all = [...document.querySelectorAll(selector)].filter(element => element.checkVisibility())
      if (!all.length) found.push(`${selector}: none`)
      for (const element of all) {
        const { left, top, right, bottom } = element.getBoundingClientRect()
        const name = `${selector} “${element.textContent.trim().slice(0, 24)}”`
        if (left < -1 || right > innerWidth + 1 || top < -1 || bottom > end + 1) found.push(`${name}: ${Math.round(top)} to ${Math.round(bottom)} of ${end}`)
        if (cuts(element) && (element.scrollHeight > element.clientHeight + 1 || element.scrollWidth > element.clientWidth + 1)) found.push(`${name}: cut`)
        for (let at = element.parentElement; at !== document.body; at = at.parentElement) {
          const port = at.getBoundingClientRect()
          if (cuts(at) && (bottom > port.bottom + 1 || right > port.right + 1)) found.push(`${name}: cut by ${at.className}`)
        }
      }
    }
    return found
  }, selectors)

/** The places at which parts of a review stand while it is walked through from its start, by their selectors. */
const placesOnTheWay = page =>
  page.evaluate(async () => {
    const press = key => {
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
      return new Promise(done => requestAnimationFrame(done))
    }
    const parts = ['.judgement', '.graph', '.review-controls', '.moves', '.variation-tools']
    const places = Object.fromEntries(parts.map(part => [part, []]))
    await press('Home')
    for (const _ of document.querySelectorAll('.moves .move')) {
      for (const part of parts) {
        const { top, height } = document.querySelector(`.review ${part}`).getBoundingClientRect()
        const place = `${Math.round(top + scrollY)}, ${Math.round(height)} high`
        if (!places[part].includes(place)) places[part].push(place)
      }
      await press('ArrowRight')
    }
    return places
  })

/** The view stands still, at its beginning. */
const settled = page => page.evaluate('scrollTo(0, 0)').then(() => drawn(page))

for (const language of process.env.LANGUAGES?.split(' ') ?? LANGUAGES)
  await tests.run(`what is essential is on the screen, ${language}`, async () => {
    const page = await openView(tests, sites, 'review')
    const devtools = await page.context().newCDPSession(page)
    await page.evaluate(tag => localStorage.setItem('flank.settings', JSON.stringify({ language: tag })), language)
    await page.goto(`${url}#/play`)
    await page.reload()
    await page.waitForFunction(tag => document.documentElement.lang === tag, language)
    const found = []
    for (const [name, { hash, act, each, still, boxes, large = [], sizes = SIZES }] of Object.entries(essential)) {
      await page.evaluate(hash => hash && (location.hash = hash), hash)
      if (hash) await page.waitForSelector('main :is(.table-head, h1)')
      await act?.(page)
      for (const selector of boxes) await page.waitForSelector(selector, { state: 'attached' })
      for (const [width, height] of sizes) {
        await page.setViewportSize({ width, height })
        await devtools.send('Emulation.setTouchEmulationEnabled', { enabled: true }) // a finger presses what is higher
        await settled(page)
        await each?.(page)
        const wanted = height < 800 ? boxes : [...boxes, ...large]
        let left = []
        for (let tries = 0; tries < 30; tries++) { // parts that change their order with the width do so a little later
          await settled(page)
          await still?.(page)
          left = await unseen(page, wanted)
          if (!left.length) break
        }
        for (const box of left) found.push(`${name}, ${width}: ${box}`)
      }
    }
    assert.deepEqual(found, [])
  })

/** The first screen of these on a phone has the button that leads on. */
const waysOn = { 'live?game=othello': '.live-create button[type=submit]', setup: '.setup-onward > :first-child' }

for (const locale of LANGUAGES)
  await tests.run(`the way on is on the first screen of a phone, ${locale}`, async () => {
    for (const [hash, button] of Object.entries(waysOn)) {
      const page = await tests.open(`${sites.url('live_door')}#/${hash}`, { locale, hasTouch: true, viewport: { width: 360, height: 740 } })
      await page.waitForSelector(button)
      for (const [width, height] of [[360, 740], [390, 844]]) {
        await page.setViewportSize({ width, height })
        await settled(page)
        assert.deepEqual(await unseen(page, [button]), [], `${hash}, ${width}`)
      }
    }
  })

await tests.run('the icon bar of a game is one row in every window', async () => {
  const page = await tests.open(`${url}#/play`)
  await page.waitForSelector('.icon-bar')
  for (const width of [360, 600, 640, 660, 700, 715, 720, 831, 832]) {
    await page.setViewportSize({ width, height: 900 })
    await drawn(page)
    const tops = await page.$$eval('.icon-bar > *', all => all.map(one => one.getBoundingClientRect().top))
    assert.deepEqual([tops.length, new Set(tops).size], [7, 1], `${width}`)
  }
})

/** The current move is wholly within its list. */
const isCurrentInSight = () => {
  const [list, current] = ['.moves', '.moves .current'].map(one => document.querySelector(one)?.getBoundingClientRect())
  return current && current.top >= list.top - 1 && current.bottom <= list.bottom + 1
}

for (const view of ['play', 'review'])
  await tests.run(`the current move stays in sight while the window changes, ${view}`, async () => {
    const page = await openView(tests, sites, view, { viewport: { width: 390, height: 844 } })
    await page.locator('.moves').press('End')
    for (const [width, height] of [[390, 844], [390, 640], [844, 390], [390, 844], [1280, 1000], [1280, 560], [1000, 1000], [1000, 560]]) {
      await page.setViewportSize({ width, height })
      await page.waitForFunction(isCurrentInSight)
    }
  })

/** The buttons at the foot of the open dialog that a press at their middle would not reach, at its beginning and at its end. */
const coveredFeet = page =>
  page.evaluate(async () => {
    const dialog = document.querySelector('dialog[open]')
    const found = []
    for (const top of [0, dialog.scrollHeight]) {
      dialog.scrollTop = top
      await new Promise(done => requestAnimationFrame(done))
      const buttons = [...dialog.querySelectorAll('.dialog-foot button')]
      if (!buttons.length) found.push('none')
      for (const button of buttons) {
        const { left, top, right, bottom } = button.getBoundingClientRect()
        const isReached = document.elementFromPoint((left + right) / 2, (top + bottom) / 2) === button
        if (!isReached || bottom > innerHeight || right > innerWidth) found.push(`${button.textContent}: ${Math.round(top)} to ${Math.round(bottom)}`)
      }
    }
    return found
  })

for (const locale of LANGUAGES)
  await tests.run(`the foot of a dialog is seen on a phone, ${locale}`, async () => {
    const page = await tests.open(`${url}#/play?g=f5d6c3d3c4`, { locale, hasTouch: true, viewport: { width: 360, height: 740 } })
    await page.waitForSelector('.moves .move')
    const found = []
    for (const [name, open] of [
      ['new game', () => page.locator('.play-tools > button').first().click()],
      ['share', () => page.locator('.play-tools .menu > summary').click().then(() => page.locator('.menu [aria-haspopup=dialog]').click())],
    ]) {
      await page.setViewportSize({ width: 360, height: 740 })
      await open()
      await page.waitForSelector(name === 'share' ? '.share-close' : 'dialog[open] details')
      if (name === 'share') await page.waitForSelector('.share-picture')
      else await page.locator('dialog[open] details').evaluate(details => (details.open = true))
      for (const [width, height] of [[360, 740], [390, 844]]) {
        await page.setViewportSize({ width, height })
        await drawn(page)
        for (const box of await coveredFeet(page)) found.push(`${name}, ${width}: ${box}`)
        const rows = await page.$$eval('dialog[open] .dialog-foot button', all => new Set(all.map(button => button.offsetTop)).size)
        if (name === 'new game' && rows > 1) found.push(`${name}, ${width}: ${rows} rows`)
      }
      await page.keyboard.press('Escape')
      await page.waitForSelector('dialog[open]', { state: 'detached' })
    }
    assert.deepEqual(found, [])
  })

for (const locale of LANGUAGES)
  await tests.run(`the menu of a server that has all views is one row, ${locale}`, async () => {
    const page = await tests.open(`${sites.url('library')}#/library`, { locale, hasTouch: true })
    await page.waitForSelector('.top nav [href="#/farm"]', { state: 'attached' })
    for (const width of [768, 832, 1024, 1199, 1200, 1280]) {
      await page.setViewportSize({ width, height: 768 })
      const tops = () => page.$$eval('.top nav a, .tab-more', all => [...new Set(all.filter(one => one.checkVisibility()).map(one => one.getBoundingClientRect().bottom))])
      assert.equal((await tops()).length, 1, `at ${width}`)
    }
  })

/** Look at the library in every language, at every size. `look(page, at)`: `at` tells where, for a fault. */
async function everyLibrary(look) {
  const page = await openView(tests, sites, 'library', { hasTouch: true })
  for (const language of process.env.LANGUAGES?.split(' ') ?? LANGUAGES) {
    await speak(page, language)
    for (const [width, height] of [[320, 640], [360, 740], ...SIZES]) {
      await page.setViewportSize({ width, height })
      await drawn(page)
      await look(page, `${language}, ${width}`)
    }
  }
}

await tests.run('the groups of names in the library stand in rows of as many, in every language', () =>
  everyLibrary(async (page, at) => {
    const tops = await page.$$eval('.library-names .buttons button', all => all.map(one => one.getBoundingClientRect().top))
    const rows = [...new Set(tops)].map(top => tops.filter(each => each === top).length)
    assert.equal(new Set(rows).size, 1, `${at}: rows of ${rows}`)
  }),
)

await tests.run('how many games are found and the pages of them stand in one row, in every language', () =>
  everyLibrary(async (page, at) => {
    const [line, count, ...controls] = await page.$$eval('.library-line, .library-line p, .library-pages > *', all =>
      all.map(one => {
        const range = document.createRange()
        range.selectNodeContents(one)
        const { top, bottom } = one.getBoundingClientRect()
        return { middle: Math.round((top + bottom) / 2), rows: new Set([...range.getClientRects()].map(row => Math.round(row.top))).size }
      }),
    )
    assert.equal(count.rows, 1, `${at}: the count takes ${count.rows} rows`)
    assert.equal(controls.length, 3)
    for (const { middle } of controls) assert.ok(Math.abs(middle - line.middle) < 3 && Math.abs(middle - count.middle) < 3, at)
  }),
)

/** The selects of a view, and what is there when all of them are. */
const selects = {
  '#/play': '[name=opening-moves]',
  '#/setup': '.game-choice select',
  '#/study': '.game-choice select',
  '#/review?g=f5d6c3': '.review-controls select',
  '#/library': '.library-filters select',
  '#/live': '.live-create select[name=opening-moves]',
  '#/settings': 'main select',
}

/** The selects that are narrower than the longest of their texts. */
const narrowSelects = page =>
  page.evaluate(() => {
    for (const details of document.querySelectorAll('details:has(select)')) details.open = true
    return [...document.querySelectorAll('select')].flatMap(select => {
      if (!select.checkVisibility()) return []
      const whole = select.cloneNode(true)
      whole.style.cssText = 'position: absolute; visibility: hidden; width: max-content; min-width: 0; max-width: none'
      select.after(whole)
      const [wanted, room] = [whole, select].map(one => one.getBoundingClientRect().width)
      whole.remove()
      return wanted > room + 0.5 ? [`${select.name || select.className} with “${select.options[0].text}”: ${room} of ${wanted}`] : []
    })
  })

await tests.run('no select is narrower than its texts, in every language', async () => {
  const page = await openView(tests, sites, 'library', { hasTouch: true })
  const found = []
  for (const [hash, selector] of Object.entries(selects)) {
    await page.evaluate(hash => (location.hash = hash), hash)
    if (hash === '#/play') await page.locator('.play-tools > button').first().click()
    await page.waitForSelector(selector, { state: 'attached' })
    for (const language of process.env.LANGUAGES?.split(' ') ?? LANGUAGES) {
      await speak(page, language)
      for (const [width, height] of [[360, 740], ...SIZES]) {
        await page.setViewportSize({ width, height })
        await drawn(page)
        await drawn(page)
        for (const select of await narrowSelects(page)) found.push(`${hash}, ${language}, ${width}: ${select}`)
      }
    }
    if (hash === '#/play') await page.keyboard.press('Escape')
  }
  assert.deepEqual(found, [])
})

await tests.run('the texts of all selects begin at one distance from their edges', async () => {
  const page = await openView(tests, sites, 'library')
  const distances = new Set()
  for (const [hash, selector] of Object.entries({ ...selects, '#/settings': '.settings select', '#/study?tab=drills': '.new-deck select' })) {
    await page.evaluate(hash => (location.hash = hash), hash)
    if (hash === '#/play') await page.locator('.play-tools > button').first().click()
    await page.waitForSelector(selector, { state: 'attached' })
    for (const one of await page.$$eval('select', all => all.filter(one => one.checkVisibility()).map(one => getComputedStyle(one).paddingInline))) distances.add(one)
    if (hash === '#/play') await page.keyboard.press('Escape')
  }
  assert.deepEqual([...distances], ['8px 0px'])
})

/** Pixels between the last words of the status and what stands below it. */
const emptyBelow = (page, selector) =>
  page.evaluate(selector => {
    const status = document.querySelector('.status')
    const range = document.createRange()
    range.selectNodeContents(status)
    const texts = [...range.getClientRects()].map(({ bottom }) => bottom)
    return document.querySelector(selector).getBoundingClientRect().top - Math.max(...texts)
  }, selector)

await tests.run('no room waits empty below the status of a game', async () => {
  const play = await openView(tests, sites, 'play', { viewport: { width: 768, height: 1024 }, hasTouch: true })
  assert.ok((await emptyBelow(play, '.play-tools')) < 30)
  const live = await openView(tests, sites, 'live', { viewport: { width: 390, height: 844 }, hasTouch: true })
  assert.ok((await emptyBelow(live, '.play-moves')) < 15)
  await live.setViewportSize({ width: 768, height: 1024 })
  await live.waitForFunction(() => innerWidth === 768)
  assert.ok((await emptyBelow(live, '.play-moves')) < 15)
})

/** Tabs whose label is broken or cut, or whose sign stands higher than the others. */
const brokenTabs = page =>
  page.evaluate(() => {
    const tabs = [...document.querySelectorAll('.top nav > a, .tab-more')]
    const tops = tabs.map(tab => tab.querySelector('svg').getBoundingClientRect().top)
    const range = document.createRange()
    const isWhole = tab => {
      range.selectNodeContents(tab.lastChild)
      const [line, ...others] = range.getClientRects()
      const { left, right } = tab.getBoundingClientRect()
      return !others.length && line.left >= left && line.right <= right
    }
    return tabs.filter((tab, at) => !isWhole(tab) || tops[at] !== tops[0] || tab.getBoundingClientRect().right > innerWidth).map(tab => tab.textContent)
  })

for (const locale of LANGUAGES)
  await tests.run(`no label of a tab is broken, ${locale}`, async () => {
    const page = await tests.open(`${url}#/puzzles`, { locale, viewport: { width: 390, height: 844 } })
    for (const width of [390, 360]) {
      await page.setViewportSize({ width, height: 844 })
      for (const view of ['play', 'review', 'study', 'puzzles', 'settings']) {
        await page.evaluate(view => (location.hash = `#/${view}`), view)
        await page.waitForSelector(view === 'settings' ? '.tab-more.here' : `.top nav > [aria-current][href="#/${view}"]`)
        assert.deepEqual(await brokenTabs(page), [], `${width} ${view}`)
      }
    }
  })

await sites.stop()
await tests.end()
