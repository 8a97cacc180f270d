// SPDX-License-Identifier: MIT
//
// Sharing: links hold whole games of every kind and tell when they are damaged; text in all notations, pictures, files.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { Site, speak, Tests } from './harness.mjs'
import { flankText, games, openText, shared, squares } from './review_page.mjs'

const tests = new Tests()
const site = await Site.start()
const address = `${site.url}#/review`
const clipboard = { permissions: ['clipboard-read', 'clipboard-write'] }

/** A page with the game open, walked to its 10th move. */
async function opened(game, options) {
  const page = await tests.open(address, options)
  await openText(page, flankText(game, games[game], '[Black "Ann Ü"]\n[White "Bob"]'))
  await page.waitForSelector('.review .moves')
  await page.click('.moves .move >> nth=9')
  return page
}

for (const game of Object.keys(games))
  await tests.run(`a link holds a game of ${game}, its variation, names and where one stands`, async () => {
    const page = await opened(game)
    await openTree(page, game)
    await page.click('.moves .move >> nth=9')
    const here = await squares(page)
    const { link, text } = await shared(page)
    const limit = { othello: 180, tothello: 130, draughts: 120, loa: 120 }[game]
    assert.ok(link.length - site.url.length < limit, `${link} is short`)
    assert.doesNotMatch(link.replace(/^[^#]*#/, ''), /%|\+/)

    const other = await tests.open(link)
    await other.waitForSelector('.review .moves')
    assert.equal(await squares(other), here)
    assert.equal((await shared(other)).text, text)
    assert.ok((await other.textContent('.review-title')).includes('Ann Ü'))
  })

/** Open the game with another first move as a variation. */
async function openTree(page, game) {
  const [first, ...rest] = await page.evaluate(
    ([name, moves]) => flank.rules.line({ game: name, moves: [moves] }, true).plies.map(ply => ply.move),
    [game, games[game]],
  )
  const legal = await page.evaluate(name => flank.rules.line({ game: name }).legal.map(one => one.move), game)
  const second = legal.find(move => move !== first)
  await page.click('text=Another game')
  await openText(page, flankText(game, `1. ${first} (1. ${second}) ${rest.join(' ')}`, '[Black "Ann Ü"]\n[White "Bob"]'))
  await page.waitForSelector('.variation')
}

await tests.run('the address keeps the game: a reload brings it back', async () => {
  const page = await opened('draughts')
  const here = await squares(page)
  await page.waitForFunction(() => location.hash.includes('g=1.draughts.') && /\.a\.[^.]*\.[^.]*$/.test(location.hash))
  await page.reload()
  await page.waitForSelector('.review .moves')
  assert.equal(await squares(page), here)
})

await tests.run('the result stays: counted where the game is finished, else with the address; old links still open', async () => {
  const rows = [
    ['(;FF[4]GM[2]PB[Ann]PW[Bob]RE[W+Resign];B[f5];W[d6];B[c3])', 'White won · 0–1'],
    ['f5d6c3 (W+4)', 'White won · 30–34'],
    ['(;FF[4]GM[2]PB[Ann]PW[Bob]RE[B+12];B[f5];W[d6];B[c3])', 'Black won · 38–26'],
    ['e6f4e3f6g5d6e7f5c5', 'Black won · 64–0'], // white is wiped out
    ['e6f4e3f6g5d6e7f5', undefined],
  ]
  for (const [text, result] of rows) {
    const page = await tests.open(address)
    await openText(page, text)
    const told = () => page.locator('.review-title p').textContent()
    await page.waitForSelector('.review .moves')
    const before = await told()
    if (result) assert.ok(before.endsWith(` · ${result}`), before)
    else assert.doesNotMatch(before, /\d–\d/)
    await page.waitForFunction(() => location.hash.includes('g=1.'))
    await page.reload()
    await page.waitForSelector('.review .moves')
    assert.equal(await told(), before)
    const other = await tests.open((await shared(page)).link)
    await other.waitForSelector('.review .moves')
    assert.equal(await other.locator('.review-title p').textContent(), before)
    await Promise.all([page.context().close(), other.context().close()])
  }
  const old = await tests.open(`${address}?g=1.othello...DAA..QW5uCkJvYgpDdXAKMjAwMS4_Py4_Pw.-N7D`)
  await old.waitForSelector('.review-title:has-text("Ann")')
  assert.match(await old.textContent('.review-title'), /Bob.*Cup · 2001$/)
})

await tests.run('a position is held, too', async () => {
  const page = await tests.open(address)
  await openText(page, 'W:Wa2,b2,Kc4:Bd6,Ke8')
  await page.waitForSelector('.review-title')
  const here = await squares(page)
  const other = await tests.open((await shared(page, 'position-fen')).link)
  await other.waitForSelector('.review-title')
  assert.equal(await squares(other), here)
  assert.equal((await shared(other, 'position-fen')).text, 'W:Wa2,b2,Kc4:Bd6,Ke8')
})

await tests.run('a damaged link is told', async () => {
  const page = await opened('othello')
  const { link } = await shared(page)
  const damaged = [link.slice(0, -9), link.replace('.othello...', '.othello...x'), `${link}x`, link.replace(/g=1\.othello/, 'g=1.chess')]
  for (const one of damaged) {
    const other = await tests.open(one)
    await other.waitForSelector('.failure:has-text("This link is damaged")')
    await other.context().close()
  }
})

await tests.run('what is told of a bad link is in the language of the page, also when that changes', async () => {
  const told = { en: 'This link is damaged', ja: 'このリンクは壊れています', tr: 'Bu bağlantı bozuk' }
  for (const view of ['review', 'play', 'study', 'setup']) {
    const page = await tests.open(`${site.url}#/${view}?g=1.othello.broken`, { locale: 'en' })
    for (const [language, text] of Object.entries(told)) {
      await speak(page, language)
      await page.getByText(text).first().waitFor()
    }
    await page.context().close()
  }
  const page = await tests.open(`${site.url}#/review?g=f5d6c3a1c4`, { locale: 'en' })
  await page.locator('.notice', { hasText: 'Move 4 of this link' }).waitFor()
  await speak(page, 'ja')
  await page.locator('.notice', { hasText: 'このリンクの 4 手目「a1」は打てません' }).waitFor()
})

await tests.run('a link by hand with an impossible move says which it is, and shows what is before it', async () => {
  const problem = 'Move 4 of this link, “a1”, is not possible: the game is shown up to there.'
  for (const [view, list] of [['review', '.review .moves .move'], ['play', '.play .moves .move'], ['study', '.study .moves .move']]) {
    const page = await tests.open(`${site.url}#/${view}?g=f5d6c3a1c4`)
    await page.getByText(problem).waitFor()
    assert.equal(await page.getByText(problem).count(), 1, view) // shown as an alert, which is not announced once more
    assert.deepEqual((await page.locator(list).allTextContents()).slice(0, 3), ['f5', 'd6', 'c3'], view)
    await page.context().close()
  }
  const setup = await tests.open(`${site.url}#/setup?g=f5d6c3a1c4`)
  await setup.getByText(problem).waitFor()
  const first = await tests.open(`${site.url}#/review?g=1.%20a1`)
  await first.getByText('Move 1 of this link, “a1”, is not possible').waitFor()
  await first.waitForSelector('.review .board')
  const jump = await tests.open(`${site.url}#/review?g=1.%20a3-a4%20h6-h5%202.%20a4-a8`)
  await jump.getByText('Move 3 of this link, “a4-a8”').waitFor()
})

await tests.run('comments and signs go with the link, unless it gets too long by them, which is told', async () => {
  const page = await tests.open(address)
  await openText(page, '(;FF[4]GM[2];B[f5]C[hello: “世界”](;W[d6];B[c3])(;W[f6]TE[1]C[two\nlines];B[e6]))')
  await page.waitForSelector('.variation')
  const { link, text } = await shared(page)
  assert.match(link, /g=2\.othello\./)
  assert.match(text, /世界/)
  const other = await tests.open(link)
  await other.waitForSelector('.variation')
  assert.equal((await shared(other)).text, text)
  await other.getByRole('button', { name: 'Write a comment' }).click()
  await other.fill('#review-comment', 'x'.repeat(4000))
  await other.click('button[aria-haspopup=dialog]:has-text("Share")')
  await other.getByText('The comments would make the link too long and were left out').waitFor()
  assert.match(await other.inputValue('#share-link'), /g=1\.othello\./)
})

await tests.run('a link written by hand', async () => {
  const page = await tests.open(`${site.url}#/review?g=f5d6c3`)
  await page.waitForSelector('.review .moves')
  assert.equal(await page.locator('.moves .move').count(), 3)
  const old = await tests.open(`${site.url}#/review?g=1.othello...DAA...qcMB`) // as the page has made them since 2026
  await old.waitForSelector('.review .moves')
  assert.deepEqual(await old.locator('.moves .move').allTextContents(), ['f5', 'd6', 'c3'])
  const none = await tests.open(`${site.url}#/review?g=nothing`)
  await none.waitForSelector('.failure:has-text("There is no game in this link")')
})

await tests.run('a link that is pasted', async () => {
  const page = await tests.open(address)
  await openText(page, `look: ${site.url}#/play?g=f5d6c3 !`)
  await page.waitForSelector('.review .moves')
  assert.equal(await page.locator('.moves .move').count(), 3)
})

await tests.run('a link to play opens the game there', async () => {
  const page = await opened('loa')
  const here = await squares(page)
  await page.click('text=Play from here')
  await page.waitForFunction(() => location.hash === '#/play') // so the game of the link is taken
  await page.waitForSelector('.play [role=grid]')
  assert.equal(await squares(page), here)
})

await tests.run('text in every format that holds the game; what is lost is told', async () => {
  const page = await opened('othello', clipboard)
  const formats = await page.evaluate(() =>
    flank.rules.formats.filter(f => f.writes && f.games.includes('othello')).map(f => f.name),
  )
  await page.click('button:has-text("Share")')
  await page.waitForSelector('#share-style')
  const offered = await page.locator('#share-style option').evaluateAll(all => all.map(one => one.value))
  for (const format of formats) assert.ok(offered.includes(format), format)
  await page.click('.share-close button')
  await page.waitForSelector('dialog.share', { state: 'detached' })
  const ggf = await shared(page, 'ggf')
  assert.match(ggf.text, /PB\[Ann Ü\].*B\[C4\]/)
  assert.deepEqual(ggf.losses, [])
  const plain = await shared(page, 'fen')
  assert.ok(plain.losses.some(loss => /moves: 1, left out/.test(loss)), plain.losses.join())

  await page.click('button:has-text("Share")')
  await page.selectOption('#share-style', 'transcript')
  await page.click('.share-row:has(#share-style) button:has-text("Copy")')
  await page.waitForSelector('.share [role=status]:has-text("Copied")')
  assert.ok((await page.evaluate(() => navigator.clipboard.readText())).includes(games.othello))
})

await tests.run('moves alone: the names of the players are not missed, a comment is', async () => {
  const page = await tests.open(`${site.url}#/play`)
  await page.locator('.board [aria-label*="legal move"]').first().click()
  await page.waitForFunction(() => document.querySelectorAll('.moves .move').length === 2)
  const { text, losses } = await shared(page, 'transcript')
  assert.match(text, /^([a-h][1-8]){2}\n$/)
  assert.deepEqual(losses, [])
  assert.deepEqual((await shared(page, 'fen')).losses, ['facts about the game: 1, left out', 'moves: 1, left out'])
  const other = await tests.open(address)
  await openText(other, '(;FF[4]GM[2]PB[Ann];B[f5]C[hello](;W[d6];B[c3])(;W[f6];B[e6]))')
  await other.waitForSelector('.variation')
  const lost = (await shared(other, 'transcript')).losses.join()
  assert.match(lost, /comments: 1/)
  assert.match(lost, /variations: 1/)
  assert.doesNotMatch(lost, /facts/)
})

await tests.run('files and pictures', async () => {
  const page = await opened('othello')
  await page.click('button:has-text("Share")')
  const saved = async button => {
    const [download] = await Promise.all([page.waitForEvent('download'), page.click(`.share button:has-text("${button}")`)])
    return [download.suggestedFilename(), readFileSync(await download.path())]
  }
  const [svgName, svg] = await saved('SVG')
  assert.equal(svgName, 'Ann_Ü-Bob.svg')
  assert.match(svg.toString(), /^<svg [^>]*xmlns/)
  const [pngName, png] = await saved('PNG')
  assert.equal(pngName, 'Ann_Ü-Bob.png')
  assert.deepEqual([...png.subarray(0, 4)], [0x89, 0x50, 0x4e, 0x47])
  assert.ok(png.readUInt32BE(16) >= 512 && png.length > 5000)
  await page.selectOption('#share-style', 'wthor')
  const [wtbName, wtb] = await saved('Save file')
  assert.equal(wtbName, 'Ann_Ü-Bob.wtb')
  assert.equal(wtb.length, 16 + 68)
})

await tests.end()
