// SPDX-License-Identifier: MIT
//
// Settings hold at once, and still after a reload; the way through the views works by keyboard.
import assert from 'node:assert/strict'
import { Site, Tests } from './harness.mjs'

const tests = new Tests()
const site = await Site.start()
const root = (page, expression) => page.evaluate(`document.documentElement.${expression}`)
const open = async options => {
  const page = await tests.open(`${site.url}#/settings`, options)
  await page.waitForSelector('.settings .board')
  return page
}

await tests.run('theme and board are kept', async () => {
  const page = await open({ colorScheme: 'light' })
  const background = () => page.evaluate('getComputedStyle(document.documentElement).backgroundColor')
  const light = await background()
  await page.getByLabel('Dark', { exact: true }).check()
  await page.getByLabel('Wood').check()
  await page.getByLabel('Where one can play').uncheck()
  await page.reload()
  await page.waitForSelector('.settings .board')
  assert.notEqual(await background(), light)
  assert.equal(await root(page, 'dataset.board'), 'wood')
  assert.equal(await page.locator('.hint-end').first().isVisible(), false)
})

await tests.run('what is chosen in another window holds in this one, and both choices are kept', async () => {
  const page = await open()
  const other = await page.context().newPage()
  await other.goto(`${site.url}#/settings`)
  await other.getByLabel('Wood').check()
  await page.waitForFunction(() => document.documentElement.dataset.board === 'wood')
  await page.getByLabel('Dark', { exact: true }).check()
  await other.waitForFunction(() => document.documentElement.style.colorScheme === 'dark')
  assert.equal(await root(other, 'dataset.board'), 'wood')
  await other.locator('select').selectOption('tr')
  await page.waitForFunction(() => document.documentElement.lang === 'tr')
})

await tests.run('the views are reached by keyboard, the contents by the first key', async () => {
  const page = await open()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  assert.equal(await page.evaluate('document.activeElement.id'), 'main')
  await page.getByRole('link', { name: 'Contest problems' }).focus()
  await page.keyboard.press('Enter')
  await page.waitForSelector('.contests h1')
})

await tests.run('the tab is named after the view, in the language', async () => {
  const page = await open()
  await page.waitForFunction(() => document.title === 'Settings · Flank')
  await page.getByRole('link', { name: 'Study' }).click()
  await page.waitForFunction(() => document.title === 'Study · Flank')
  await page.goto(`${site.url}#/settings`)
  await page.locator('select').selectOption('ja')
  await page.waitForFunction(() => document.title === '設定 · Flank')
})

await tests.run('an address without a view says so, until another one is chosen', async () => {
  for (const name of ['nonsense', 'farm']) {
    const page = await tests.open(`${site.url}#/${name}`)
    await page.getByRole('alert').getByText(`There is no page “${name}” here.`).waitFor()
    await page.waitForSelector('.play .board')
    await page.getByRole('link', { name: 'Settings' }).click()
    await page.waitForSelector('.settings .board')
    assert.equal(await page.getByText('There is no page').count(), 0)
  }
})

await tests.run('the licences of what the page is built from stand beside it', async () => {
  const page = await open()
  await page.getByRole('link', { name: 'Licences' }).click()
  await page.waitForURL('**/licenses.txt')
  const text = await page.textContent('body')
  for (const part of ['preact', '@preact/signals', 'wasi-libc', 'compiler-rt']) assert.ok(text.includes(`\n${part}\n`), part)
  assert.ok(text.match(/Permission is hereby granted|CC0/g).length >= 4)
})

await tests.run('a choice of several lines stands beside its button, not under it', async () => {
  const page = await tests.open(`${site.url}#/settings`, { locale: 'tr', viewport: { width: 360, height: 740 } })
  await page.waitForSelector('.settings-choice label')
  const under = await page.$$eval('.settings-choice label', labels =>
    labels.filter(label => {
      const words = document.createRange()
      words.selectNodeContents(label)
      const [button, ...lines] = [label.querySelector('input').getBoundingClientRect(), ...words.getClientRects()]
      return lines.some(({ left, top, width }) => width > 0 && left < button.right && top >= button.bottom)
    }).map(label => label.textContent),
  )
  assert.deepEqual(under, [])
})

await tests.end()
