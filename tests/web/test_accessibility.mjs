// SPDX-License-Identifier: MIT
//
// axe-core finds nothing to say about any view, light and dark, on a desktop and on a phone; nothing is wider than the narrowest
// screen; the language of the texts is told.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { drawn, require, Site, speak, Tests } from './harness.mjs'

const tests = new Tests()
const site = await Site.start()
const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8')
const sizes = { desktop: { width: 1200, height: 800 }, phone: { width: 360, height: 740 } }

async function opened(hash, options) {
  const page = await tests.open(`${site.url}${hash}`, { reducedMotion: 'reduce', ...options })
  await page.waitForSelector('main :is(h1, h2, .board, form, section)')
  await page.evaluate('flank.engine')
  await page.waitForFunction(() => !document.querySelector('.loading'))
  return page
}

const found = page =>
  page.evaluate(async source => {
    globalThis.axe ?? new Function(source)()
    const { violations } = await globalThis.axe.run()
    return violations.flatMap(({ id, help, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${help}: ${html.slice(0, 160)} ${failureSummary.replace(/\s+/g, ' ')}`),
    )
  }, axe)

const first = await tests.open(site.url)
await first.waitForSelector('nav a[href^="#/"]')
const hashes = await first.$$eval('nav a[href^="#/"]', links => links.map(link => link.getAttribute('href')))

/** All four screens. */
const screens = ['light', 'dark'].flatMap(colorScheme => Object.entries(sizes).map(([name, viewport]) => ({ colorScheme, name, viewport })))

/** The faults of a page that is open already, by screen; `language`: the one that it is in there, by the number of the screen. */
async function barriers(page, language = () => 'en') {
  const all = []
  for (const [number, { colorScheme, name, viewport }] of screens.entries()) {
    await page.setViewportSize(viewport)
    await page.emulateMedia({ colorScheme })
    await speak(page, language(number))
    let left = []
    for (let tries = 0; tries < 5; tries++) { // parts that change with the width do so a little later
      await drawn(page)
      left = await found(page)
      const wide = await page.evaluate(() => document.documentElement.scrollWidth)
      if (wide > viewport.width) left.push(`it is ${wide} wide`)
      if (!left.length) break
    }
    all.push(...left.map(what => `${colorScheme}, ${name}, ${language(number)}: ${what}`))
  }
  return all
}

for (const hash of hashes)
  await tests.run(`${hash} has no barriers, and fits into 320 points`, async () => {
    const page = await opened(hash, { viewport: sizes.desktop })
    assert.deepEqual(await barriers(page), [])
    await page.setViewportSize({ width: 320, height: 640 })
    await page.waitForFunction(() => document.documentElement.scrollWidth <= 320)
  })

// ---- Fingers

/** Whatever a finger presses besides squares and links in sentences, and its height where that is less than 44 pixels. */
const low = page =>
  page.evaluate(() =>
    [...document.querySelectorAll('a, button, summary, select, input:not(.hidden-text), textarea')]
      .filter(one => one.checkVisibility() && !one.closest('p, .skip'))
      .map(one => [one.closest('label') ?? one, one])
      .filter(([box]) => box.getBoundingClientRect().height < 44)
      .map(([box, one]) => `${one.outerHTML.slice(0, 60)}: ${box.getBoundingClientRect().height}`),
  )

const steps = [['#/review?g=f5d6c3d3c4f4', 'Analyse this position'], ['#/play', 'Show what the engine thinks'], ['#/study?g=f5d6'], ['#/study?tab=drills']]
for (const [hash, analysis] of [...steps, ...hashes.filter(hash => hash !== '#/play').map(hash => [hash])])
  await tests.run(`${hash} is high enough for fingers`, async () => {
    const page = await opened(hash, { viewport: { width: 390, height: 844 }, hasTouch: true })
    for (const details of await page.$$('details')) await details.evaluate(one => (one.open = true))
    if (analysis) await page.getByLabel(analysis).check()
    if (analysis) await page.waitForSelector('.engine-lines li')
    assert.deepEqual(await low(page), [])
  })

// ---- States on the way

const puzzles = JSON.parse(readFileSync(new URL('../../web/data/puzzles.json', import.meta.url), 'utf8')).flat()
const solutions = new Map(puzzles.map(([position, move]) => [position, move]))
const square = name => `.board [data-square="${name}"]`

/** Answer the puzzle that is shown: with its move, or with another one. */
async function answer(page, right) {
  const start = await page.locator('[data-position]').getAttribute('data-position')
  const solution = solutions.get(start)
  const all = await page.evaluate(start => flank.rules.line({ game: 'othello', start }).legal.map(({ move }) => move), start)
  await page.click(square(right ? solution : all.find(move => move !== solution)))
  await page.waitForSelector(right ? '.puzzles-right' : '.puzzles-words .bad')
}

/** Press what opens a dialog. */
async function asked(page, button) {
  await page.click(button)
  await page.waitForSelector('dialog[open]')
}

async function playing(page) {
  await page.click('.play > * > .switch input')
  await page.click(square('d3'))
  await page.waitForFunction(() => document.querySelectorAll('.moves .move').length === 2)
  await page.waitForSelector('.engine-lines li')
  await page.waitForSelector('.marks .mark')
}

async function drilling(page) {
  const line = { game: 'othello', rules: '', moves: ['f5', 'd6', 'c3', 'd3', 'c4'], color: 'black' }
  await page.evaluate(line => localStorage.setItem('flank.study', JSON.stringify({ openings: [], lines: [line] })), line)
  await page.reload()
  await page.click('.deck .buttons button')
  await page.waitForSelector('[data-phase=asked]')
}

const states = [
  ['a game under review', '#/review?g=f5d6c3d3c4f4c5b3c2e3d2c6', page => page.waitForSelector('.moves .move')],
  ['a link with an impossible move', '#/review?g=f5d6a1', page => page.waitForSelector('[role=alert] .bad')],
  ['a comment being written', '#/review?g=f5d6c3', page => page.click('.walk [aria-keyshortcuts=C]')],
  ['the choice of a new game', '#/play', page => asked(page, '.play-tools > button')],
  ['the question whether one resigns', '#/play?g=f5d6', page => asked(page, '.play-tools > .apart')],
  ['what is seldom needed', '#/play', page => page.click('.play-tools .menu summary')],
  ['sharing', '#/play', page => page.click('.play-tools .menu summary').then(() => asked(page, '.menu [aria-haspopup=dialog]'))],
  ['a game being played, with values', '#/play', playing],
  ['a puzzle being solved', '#/puzzles', page => page.waitForSelector('.puzzles-board .board')],
  ['a puzzle that is solved', '#/puzzles', page => answer(page, true)],
  ['a puzzle with a wrong answer', '#/puzzles', page => answer(page, false)],
  ['a task with a wrong answer', '#/learn?game=othello&task=1', page => page.click(square('c2')).then(() => page.waitForSelector('.learn-words .bad'))],
  ['a task that is solved', '#/learn?game=othello&task=1', page => page.click(square('c5')).then(() => page.waitForSelector('.learn-right'))],
  ['a drill', '#/study?tab=drills', drilling],
  ['a drill with an answer', '#/study?tab=drills', page => drilling(page).then(() => page.keyboard.press('s')).then(() => page.waitForSelector('[data-phase=corrected]'))],
]
const languages = ['en', 'zh-Hant', 'zh-Hans', 'ja', 'tr']
for (const [turn, [what, hash, act]] of states.entries()) // every language with many of them
  await tests.run(`${what} has no barriers`, async () => {
    const page = await opened(hash, { viewport: sizes.desktop })
    await act(page)
    assert.deepEqual(await barriers(page, number => languages[(turn * screens.length + number) % languages.length]), [])
  })

await tests.run('the language of the texts is told', async () => {
  const page = await opened('#/settings')
  const [language, title] = await page.evaluate(() => [document.documentElement.lang, document.title])
  assert.equal(language, 'en')
  assert.notEqual(title, '')
})

await tests.end()
