// SPDX-License-Identifier: MIT
//
// The pictures by which the page is known outside of itself, drawn from web/src/icon.svg and the colours of web/src/tokens.css by
// Debian's Chromium:
//
//   node tools/page_icons.mjs            writes web/pictures/
//
// icon-192.png and icon-512.png are the icon as it is. A maskable icon and the one for iOS are cut to a shape by the system, so they
// have no corners of their own. preview.png is what a messenger shows beside a link. tests/web/test_installed.mjs draws them again
// and compares.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { Tests } from '../tests/web/harness.mjs'

const web = new URL('../web/', import.meta.url)
const read = name => readFileSync(new URL(`src/${name}`, web), 'utf8')

// A position of a game with both colours in every row.
const POSITION = `
--------
--XXXXX-
--OXXO--
-OOXOOO-
--OOXXX-
--OXXOX-
---XOO--
----O---`.trim().split('\n')

const disc = (letter, x, y) => {
  const color = letter === 'X' ? 'black' : 'white'
  return `<ellipse cx="${x + 0.52}" cy="${y + 0.58}" rx=".42" ry=".42" fill="var(--shade)" opacity=".3"/>
    <circle cx="${x + 0.5}" cy="${y + 0.53}" r=".41" fill="var(--${color}-side)"/>
    <circle cx="${x + 0.5}" cy="${y + 0.5}" r=".41" fill="url(#${color})"/>`
}

const gradient = color => `<radialGradient id="${color}" cx=".36" cy=".3" r=".8"><stop offset="0" stop-color="var(--${color}-lit)"/>
  <stop offset=".55" stop-color="var(--${color})"/><stop offset="1" stop-color="var(--${color}-shaded)"/></radialGradient>`

function board() {
  const lines = [1, 2, 3, 4, 5, 6, 7].map(at => `M${at} 0V8M0 ${at}H8`).join('')
  const discs = POSITION.flatMap((row, y) => [...row].map((letter, x) => (letter === '-' ? '' : disc(letter, x, y)))).join('')
  const dots = [2, 6].flatMap(x => [2, 6].map(y => `<circle cx="${x}" cy="${y}" r=".08" fill="var(--board-line)"/>`)).join('')
  return `<svg class="board" viewBox="-.25 -.25 8.5 8.5"><defs>${gradient('black')}${gradient('white')}</defs>
    <rect x="-.25" y="-.25" width="8.5" height="8.5" rx=".3" fill="var(--board-frame)"/><rect width="8" height="8" fill="var(--board)"/>
    <path d="${lines}" stroke="var(--board-line)" stroke-width=".04"/>${dots}${discs}</svg>`
}

const preview = () => `<style>${read('tokens.css')}
  :root { color-scheme: light; font-family: 'DejaVu Sans', sans-serif; }
  body { margin: 0; width: 1200px; height: 630px; background: var(--page); color: var(--text); display: flex; align-items: center; }
  .board { width: 530px; margin: 0 60px 0 50px; }
  h1 { display: flex; align-items: center; gap: 22px; font-size: 92px; margin: 0 0 34px; }
  h1 svg { width: 92px; }
  p { font-size: 34px; line-height: 1.5; margin: 0; color: var(--quiet); }
  </style>${board()}<div><h1>${read('icon.svg')}Flank</h1><p>Othello<br>Tothello<br>Lines of Action<br>Turkish draughts</p></div>`

const icon = () => `<style>body { margin: 0; } svg { display: block; width: 100vw; }</style>${read('icon.svg')}`
const uncut = () => icon().replace(' rx="3"', '')

/** Name, width, height, the page that is the picture, and true if what it leaves free is seen through. */
export const pictures = [
  ['icon-192.png', 192, 192, icon, true],
  ['icon-512.png', 512, 512, icon, true],
  ['maskable-192.png', 192, 192, uncut, false],
  ['maskable-512.png', 512, 512, uncut, false],
  ['apple-touch-icon.png', 180, 180, uncut, false],
  ['preview.png', 1200, 630, preview, false],
]

/** A picture, as PNG. */
export async function drawn(tests, [, width, height, content, omitBackground]) {
  const page = await tests.open(undefined, { viewport: { width, height } })
  await page.setContent(content())
  const picture = await page.screenshot({ omitBackground })
  await page.context().close()
  return picture
}

async function main() {
  const tests = new Tests()
  mkdirSync(new URL('pictures/', web), { recursive: true })
  for (const picture of pictures) writeFileSync(new URL(`pictures/${picture[0]}`, web), await drawn(tests, picture))
  await tests.browser.close()
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) await main()
