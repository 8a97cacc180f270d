// SPDX-License-Identifier: MIT
//
// Pictures of all views of the page, light and dark, on a desktop, a tablet and a phone (tests/web/pictures_page.mjs):
//
//   node tools/page_pictures.mjs build/web/dist FOLDER [NAME …]      FOLDER/VIEW-SIZE-THEME.jpg; NAME: only those, "review-desktop-light"
//   node tools/page_pictures.mjs build/web/dist --accept [NAME …]    small copies into tests/web/pictures/, which test_pictures.mjs compares
//   node tools/page_pictures.mjs build/web/dist --sheets [VIEW …]    docs/pictures/views/VIEW.webp: the six of a view at half their size
//
// docs/pictures/ keeps the sheets, and those that documents show. --accept without names makes the review anew, too, whose values the pictures show; look
// at the pictures before they are committed. Views that need a server have the one of the same build.
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Tests } from '../tests/web/harness.mjs'
import { accepted, acceptedFile, browser, keepReview, openSites, openView, openWorkshop, picturesOf, themes, views } from '../tests/web/pictures_page.mjs'

const [, , dist, folder, ...names] = process.argv
const accepts = folder === '--accept'
const sheets = folder === '--sheets' && fileURLToPath(new URL('../docs/pictures/views/', import.meta.url))
const isWanted = name => sheets || !names.length || names.includes(name)

const tests = new Tests()
tests.browser = await browser()
const sites = await openSites(join(dist, '..', '..', 'src', 'cli', 'flank'), dist)
const workshop = await openWorkshop(tests)
mkdirSync(accepts ? accepted : sheets || folder, { recursive: true })
// The reviews of the views of test_room.mjs stay: nothing here makes them.
const isOld = name => !/^review_.*\.json$/.test(name)
if (accepts && !names.length) for (const name of readdirSync(accepted).filter(isOld)) rmSync(new URL(name, accepted))
for (const view of Object.keys(views)) {
  if (names.length && !names.some(name => `${name}-`.startsWith(`${view}-`))) continue
  const page = await openView(tests, sites, view)
  if (accepts) await keepReview(page, view)
  const rows = themes.map(() => [])
  for await (const [name, png] of picturesOf(page, view)) {
    if (!isWanted(name)) continue
    if (sheets) rows[themes.findIndex(theme => name.endsWith(theme))].push(png)
    else if (accepts) writeFileSync(acceptedFile(name), await workshop.smallCopy(png))
    else writeFileSync(join(folder, `${name}.jpg`), await workshop.jpeg(png))
    console.log(name)
  }
  if (sheets) writeFileSync(join(sheets, `${view}.webp`), await workshop.sheet(rows))
  await page.context().close()
}
await sites.stop()
await tests.browser.close()
