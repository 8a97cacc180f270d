// SPDX-License-Identifier: MIT
//
// Sounds of a game: a knock for each move, the engine's softer, a chord at the end, trembling where a phone can; nothing before the visitor
// has pressed something, nothing when they are off, which stays.
import assert from 'node:assert/strict'
import { Site, Tests } from './harness.mjs'
import { begin, plies, square, toHistory } from './play_page.mjs'

const tests = new Tests()
const site = await Site.start()

/** Write down what would be heard and felt. */
const listen = `
  globalThis.heard = { contexts: 0, levels: [], tones: 0, trembled: 0 }
  const Context = AudioContext
  globalThis.AudioContext = class extends Context { constructor() { super(); heard.contexts++ } }
  const start = OscillatorNode.prototype.start
  const set = AudioParam.prototype.setValueAtTime
  OscillatorNode.prototype.start = function (at) { heard.tones++; return start.call(this, at) }
  AudioParam.prototype.setValueAtTime = function (value, at) { heard.levels.push(value); return set.call(this, value, at) }
  navigator.vibrate = () => (heard.trembled++, true)
`
const heard = page => page.evaluate('globalThis.heard')

async function open(hash = '', options = {}) {
  const page = await tests.open(undefined, { reducedMotion: 'reduce', ...options })
  await page.addInitScript(listen)
  await page.goto(`${site.url}${hash}`)
  return page
}

const movesAre = (page, count) => page.waitForFunction(n => document.querySelectorAll('.moves .move').length >= n, count)

async function resign(page) {
  await page.click('.play >> text="Resign"')
  await page.click('dialog[open] .danger')
}

/** A move of each side, and the end. */
async function shortGame(page) {
  await page.getByRole('link', { name: 'Play', exact: true }).click()
  await begin(page, { game: 'othello', level: 'child' })
  await square(page, 'd3').click()
  await movesAre(page, 2)
  await resign(page)
  await page.waitForSelector('text="Play again"')
}

await tests.run('a move is heard and felt, the engine is softer, the end is a chord', async () => {
  const page = await open()
  await begin(page, { game: 'othello', level: 'child' })
  await square(page, 'd3').click()
  await movesAre(page, 2)
  await page.waitForFunction(() => globalThis.heard.levels.length === 4)
  const { contexts, levels, tones, trembled } = await heard(page)
  assert.deepEqual([contexts, tones, trembled], [1, 2, 1])
  assert.ok(levels[0] > 2 * levels[2] && levels[2] > 0, `${levels}`)
  await resign(page)
  await page.waitForFunction(() => globalThis.heard.tones === 5)
  assert.equal((await heard(page)).trembled, 2)
})

await tests.run('nothing sounds before something was pressed', async () => {
  const page = await tests.open(undefined, { reducedMotion: 'reduce' })
  await page.addInitScript(listen)
  // Playwright's own doings count as presses.
  await page.addInitScript("Object.defineProperty(navigator, 'userActivation', { value: { hasBeenActive: false } })")
  const match = { settings: { game: 'othello', rules: '', players: ['engine', 'person'], level: 1, time: null }, moves: [], ply: 0 }
  await page.addInitScript(match => localStorage.setItem('flank.play', JSON.stringify({ match })), match)
  await page.goto(site.url)
  await movesAre(page, 1)
  assert.equal(await plies(page), 1)
  await toHistory(page)
  await page.waitForSelector('.history h1') // by now the companion is here
  assert.deepEqual(await heard(page), { contexts: 0, levels: [], tones: 0, trembled: 0 })
})

for (const [how, script] of [
  ['without sound', 'delete globalThis.AudioContext'],
  ['that refuses sound', "globalThis.AudioContext = class { constructor() { throw new DOMException('no', 'NotSupportedError') } }"],
  ['whose sound does not wake up', "AudioContext.prototype.resume = () => (globalThis.woken = Promise.reject(new DOMException('no', 'InvalidStateError')))"],
])
  await tests.run(`a game is played to its end in a browser ${how}`, async () => {
    const page = await tests.open(undefined, { reducedMotion: 'reduce' })
    await page.addInitScript(`${script}; Object.defineProperty(globalThis.AudioContext?.prototype ?? {}, 'state', { get: () => 'interrupted' })`)
    await page.goto(site.url)
    await shortGame(page)
    await toHistory(page)
    await page.waitForSelector('.history-row')
    assert.equal(await page.evaluate("typeof globalThis.woken"), /wake/.test(how) ? 'object' : 'undefined')
  })

await tests.run('switched off, nothing is heard or felt, and it stays so', async () => {
  const page = await open('#/settings')
  for (const name of ['Sounds', 'Vibration']) await page.getByLabel(name).uncheck()
  await page.reload()
  await page.waitForSelector('.settings .board')
  for (const name of ['Sounds', 'Vibration']) assert.equal(await page.getByLabel(name).isChecked(), false)
  await shortGame(page)
  await toHistory(page)
  await page.waitForSelector('.history-row') // the companion is here
  assert.deepEqual(await heard(page), { contexts: 0, levels: [], tones: 0, trembled: 0 })
})

for (const [off, other] of [['Sounds', 'Vibration'], ['Vibration', 'Sounds']])
  await tests.run(`${off} are switched by themselves`, async () => {
    const page = await open('#/settings')
    await page.getByLabel(off).uncheck()
    assert.equal(await page.getByLabel(other).isChecked(), true)
    await shortGame(page)
    await page.waitForFunction(off => (off === 'Sounds' ? globalThis.heard.trembled === 2 : globalThis.heard.tones === 5), off)
    const { tones, trembled } = await heard(page)
    assert.deepEqual([tones > 0, trembled > 0], [off !== 'Sounds', off !== 'Vibration'])
  })

await tests.run('the switch of before, for both, is honoured where it was off', async () => {
  const page = await tests.open()
  await page.addInitScript(() => localStorage.setItem('flank.settings', JSON.stringify({ sound: false })))
  await page.goto(`${site.url}#/settings`)
  await page.waitForSelector('.settings .board')
  for (const name of ['Sounds', 'Vibration']) assert.equal(await page.getByLabel(name).isChecked(), false)
})

await tests.run('Play has a button that mutes, by mouse and keyboard, and the setting says the same', async () => {
  const page = await open()
  const menu = page.locator('.play-tools .menu > summary')
  await menu.click()
  await page.getByRole('button', { name: 'Mute', exact: true }).click()
  await page.waitForFunction(() => JSON.parse(localStorage.getItem('flank.settings')).sound === false)
  await begin(page, { game: 'othello', level: 'child' })
  await square(page, 'd3').click()
  await movesAre(page, 2)
  assert.deepEqual((await heard(page)).levels, [])
  await page.getByRole('link', { name: 'Settings' }).click()
  await page.waitForSelector('.settings .board')
  assert.equal(await page.getByLabel('Sounds').isChecked(), false)
  await page.getByRole('link', { name: 'Play', exact: true }).click()
  await menu.click()
  await page.getByRole('button', { name: 'Unmute' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Mute', exact: true }).waitFor()
  await square(page, 'd3').click()
  await movesAre(page, 2)
  const before = (await heard(page)).tones
  await resign(page)
  await page.waitForFunction(tones => globalThis.heard.tones > tones, before)
})

await site.stop()
await tests.end()
