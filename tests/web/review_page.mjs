// SPDX-License-Identifier: MIT
//
// The actions of the tests of reviewing, sharing and setting up on the page.

/** Legal games, played at random; Tothello's and Othello's with passes. */
export const games = {
  othello:
    'c4c3e6c5b2e3d3b3f2b1a1f7b5c6c2a4b4g1a6a5d6f4e2d7b6e1d8e8c1d2e7a3f8b7a2c7g4f5f1h4g7h7d1h1c8a8f6a7h6g8h3g5g6h5g2h8g3f3b8h2',
  tothello: 'c2 f3 b7 c5 f5 pass e2 pass g1 a1 c3 f7 d7 a2 a7 f6 c6 f8 h3 c8 b3 h7 e1 d6 e7 e6 g4 h5 e3 g3',
  draughts:
    'h3-h4 d6-d5 g3-h3 g6-g5 e3-e4 g5-f5 h4-g4 c6-d6 f3-g3 e6-e5 e4xg8 f5-g5 g4xg6 h6xf6 e2-e3 a6-a5 b3-b4 a5-a4 a3xa5 d6-c6',
  loa: 'b8-h8 h5-f5 e1-g3 h7-e4 e8-f7 e4-e3 f7-h7 a7-d4 b1-e4 h3-e6 c1-c3 h2-f2 g8-b8 h4-f6 h7-g7 e6-h3 c8xa6 f6xd8 g3-e5',
}

/** A game as Flank's own text. */
export const flankText = (game, moves, tags = '') => `[Game "${game}"]\n${tags}\n${moves}\n`

/** Put a text into the field and open it. */
export async function openText(page, text) {
  await page.fill('#open-text', text)
  await page.click('.open-buttons button[type=submit]')
}

/** The squares of the board, as a screen reader is told them. */
export const squares = page =>
  page.locator('[role=grid] [role=gridcell]').evaluateAll(cells =>
    cells.map(cell => cell.getAttribute('aria-label').split(',').slice(0, 2).join()).sort().join('; '),
  )

/** The share dialog: its link, and the game in a format. */
export async function shared(page, format = 'flank') {
  const menu = page.locator('.play-tools .menu:not([open]) summary') // of the view in which one plays
  if (await menu.count()) await menu.click()
  await page.click('button[aria-haspopup=dialog]:has-text("Share")')
  await page.waitForSelector('dialog.share[open]')
  const link = await page.inputValue('#share-link')
  await page.selectOption('#share-style', format)
  const text = await page.inputValue('.share-text')
  const losses = await page.locator('.share-losses li').allTextContents()
  await page.click('.share-close button')
  await page.waitForSelector('dialog.share', { state: 'detached' })
  return { link, text, losses }
}

/** Wait until the review that began by itself is there, the quick one: the deeper one behind it is stopped. */
export const reviewed = page =>
  page.waitForFunction(() => {
    document.querySelector('.summary') && document.querySelector('.review-controls progress ~ button')?.click()
    return document.querySelector('.summary') && !document.querySelector('.review-controls progress')
  })

/** In the page: reviews that begin by themselves are at this level from now on, and no deeper one follows. */
export function reviewsAt(level) {
  for (const game of ['othello', 'tothello', 'loa', 'draughts']) localStorage.setItem(`flank.review.level.${game}`, String(level))
}

/** Open a text, whose game is reviewed by itself at the lowest level: for tests of what is shown of a review, not of what it finds. */
export async function openReviewed(page, text) {
  await page.evaluate(reviewsAt, 6)
  await openText(page, text)
  await reviewed(page)
}

/** Review the game that is open once more, at a level. */
export async function review(page, level = 6) {
  await reviewed(page)
  await page.selectOption('.review-controls select', String(level))
  const done = page.evaluate(
    () =>
      new Promise(done => {
        let began = false
        new MutationObserver((_, observer) => {
          const runs = document.querySelector('.review-controls progress') !== null
          if (began && !runs) done(observer.disconnect())
          began ||= runs
        }).observe(document.body, { childList: true, subtree: true })
      }),
  )
  await page.click('text="Review again"')
  await done
}
