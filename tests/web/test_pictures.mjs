// SPDX-License-Identifier: MIT
//
// Every view, in both themes and three sizes, looks as it did when it was accepted last (pictures_page.mjs):
//   node test_pictures.mjs DIST_FOLDER FLANK
// A view that is meant to look otherwise is accepted by `node tools/page_pictures.mjs build/web/dist --accept`. PICTURES=FOLDER keeps
// the pictures that differ, as they are now.
import assert from 'node:assert/strict'
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Tests } from './harness.mjs'
import { accepted, acceptedFile, browser, openSites, openView, openWorkshop, picturesOf, sizes, themes, views } from './pictures_page.mjs'

const MOST = 9 // of 255: the mean difference of a channel in some square of 16 by 16 pixels
const BYTES = 1 << 20 // of all accepted pictures

const tests = new Tests()
tests.browser = await browser()
const sites = await openSites(process.argv[3], process.argv[2])
const workshop = await openWorkshop(tests)
const ownContexts = tests.contexts.splice(0) // the workshop outlives the first test
const names = Object.keys(views).flatMap(view => Object.keys(sizes).flatMap(size => themes.map(theme => `${view}-${size}-${theme}`)))

await tests.run('there is an accepted picture of each view, and all are small', () => {
  const files = readdirSync(accepted)
  assert.deepEqual(files.filter(name => name.endsWith('.webp')).sort(), names.map(name => `${name}.webp`).sort())
  assert.ok(files.reduce((sum, name) => sum + statSync(new URL(name, accepted)).size, 0) < BYTES)
})

/** The differences: "play-phone-dark: 31 at (200, 340)". */
async function differing(page, view) {
  const told = []
  for await (const [name, png] of picturesOf(page, view)) {
    const { most, x, y } = await workshop.difference(png, readFileSync(acceptedFile(name)))
    if (process.env.SHOW) console.log(`# ${name}: ${most.toFixed(1)} at (${x}, ${y})`)
    if (most <= MOST) continue
    told.push(`${name}: ${most.toFixed(0)} at (${x}, ${y})`)
    if (!process.env.PICTURES) continue
    mkdirSync(process.env.PICTURES, { recursive: true })
    writeFileSync(join(process.env.PICTURES, `${name}.png`), png)
  }
  return told
}

for (const view of Object.keys(views))
  await tests.run(`${view} looks as accepted`, async () => {
    const page = await openView(tests, sites, view)
    assert.deepEqual(await differing(page, view), [])
  })

const faults = {
  'a board that is moved by 8 pixels': '.board { translate: 8px 0 }',
  'a button that is lost': '.icon-bar > :nth-child(5) { visibility: hidden }',
  'words that are lost': '.player-name { color: transparent }',
  'another colour of the board': ':root { --board: #2f6d6d }',
  'a disc that is missing': '[data-piece="d3"] { visibility: hidden }',
}
await tests.run('a small fault is seen, in every picture', async () => {
  const page = await openView(tests, sites, 'play')
  const [square] = await page.evaluate(() => [...document.querySelectorAll('[data-piece]')].map(piece => piece.dataset.piece))
  for (const [name, css] of Object.entries(faults)) {
    const style = await page.addStyleTag({ content: css.replace('d3', square) })
    const seen = await differing(page, 'play')
    assert.equal(seen.length, Object.keys(sizes).length * themes.length, `${name}: ${seen}`)
    await style.evaluate(element => element.remove())
  }
  assert.deepEqual(await differing(page, 'play'), [])
})

for (const context of ownContexts) await context.close()
await sites.stop()
await tests.end()
