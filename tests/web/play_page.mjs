// SPDX-License-Identifier: MIT
//
// The actions of the tests of playing on the page.

export const cells = page =>
  page.$$eval('[data-square]', all => all.map(cell => ({ square: cell.dataset.square, label: cell.getAttribute('aria-label') })))
export const having = (all, text) => all.filter(({ label }) => label.includes(text)).map(({ square }) => square)
export const square = (page, name) => page.locator(`[data-square="${name}"]`)
export const status = page => page.textContent('[data-testid="status"]')
export const movesOf = page => page.$$eval('.moves .move', all => all.map(move => move.textContent))
export const plies = page => page.locator('.moves .move').count()

/** Open what the dialog of a new game has folded. */
export const unfold = page => page.locator('dialog[open] details').evaluate(details => (details.open = true))

/** Choose a new game in the dialog: sides 0 first colour, 1 second, 2 two people, 3 the engine alone, 4 and 5 a friend by link. */
export async function begin(page, { game, sides = 0, level = 'child', clock = 'none', total, seconds }) {
  await page.click('text="New game"')
  const dialog = page.locator('dialog[open]')
  await unfold(page)
  if (game) await dialog.locator(`input[name=game][value=${game}]`).check({ force: true })
  await dialog.locator(`input[name=side][value="${sides}"]`).check({ force: true })
  if (sides < 4 && sides !== 2) await dialog.locator(`input[name=group][value=${level}]`).check({ force: true })
  if (sides < 4) await dialog.locator('select[name=clock]').selectOption(clock)
  if (total) await dialog.locator('input[name=total]').fill(total)
  if (seconds) await dialog.locator('input[name=seconds]').fill(seconds)
  await dialog.locator('text="Start"').click()
  await dialog.waitFor({ state: 'detached' })
}

/** The text of the live region. */
export const said = page => page.textContent('[data-testid="announcer"]')

/** The middle of a square, in the window. */
export async function middle(page, name) {
  const box = await square(page, name).boundingBox()
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

/** Drag whatever stands on a square to another one. */
export async function drag(page, from, to) {
  const [start, end] = [await middle(page, from), await middle(page, to)]
  await page.mouse.move(start.x, start.y)
  await page.mouse.down()
  await page.mouse.move(end.x, end.y, { steps: 4 })
  await page.mouse.up()
}

/** Two people at one board, from a position or a packed game. */
export async function people(page, url, position) {
  await begin(page, { sides: 2 })
  if (position) await page.goto(`${url}#/play?g=${encodeURIComponent(position)}`)
  await page.waitForFunction(() => location.hash === '#/play' || !location.hash)
}

/** From a game to the view of all games, which stands in the game's menu. */
export async function toHistory(page) {
  await page.click('.play-tools .menu > summary')
  await page.locator('.play-tools .menu').getByRole('link', { name: 'Your games' }).click()
}
