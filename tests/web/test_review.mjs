// SPDX-License-Identifier: MIT
//
// Reviewing: whatever is pasted, dropped or chosen is opened or told; a review is made, stopped, walked along; variations.
import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { drawn, holdQuestions, pageModule, says, Site, speak, Tests, thinkTo, require } from './harness.mjs'
import { flankText, games, openReviewed, openText, review, reviewed, reviewsAt, shared, squares } from './review_page.mjs'

const tests = new Tests()
const site = await Site.start()
const address = `${site.url}#/review`
const wthor = ['WTH_2001.wtb', 'WTHOR.JOU', 'WTHOR.TRN'].map(name => fileURLToPath(new URL(`../formats/wthor/${name}`, import.meta.url)))
const short = 'f5d6c3d3c4f4f6f3e6e7d7'

const moves = page => page.locator('.moves .move').allTextContents()

await tests.run('a transcript is opened', async () => {
  const page = await tests.open(address)
  await openText(page, short)
  await page.waitForSelector('.review .moves')
  assert.equal((await moves(page)).length, 11)
  assert.ok((await page.textContent('.review-title')).includes('Othello'))
})

await tests.run('a comment behind two dashes is passed over', async () => {
  const rows = [
    ['f5d6c3d3c4 -- a tiger', 5],
    ['f5d6c3 -- よい\n', 3],
  ]
  for (const [text, count] of rows) {
    const page = await tests.open(address)
    await openText(page, text)
    await page.waitForSelector('.review .moves')
    assert.equal((await moves(page)).length, count, text)
  }
})

await tests.run('the moves in a link to another site are opened', async () => {
  const rows = [
    ['https://example.org/board?moves=f5d6c3d3c4', 5],
    ['http://example.org/#F5D6C3', 3],
    ['https://example.org/abc1d2/view?x=50%&game=f5%2Cd6%2cc3,d3&level=a1', 4],
    ['https://example.org/loa?m=b8-h8+h5-f5+e1-g3', 3],
  ]
  for (const [text, count] of rows) {
    const page = await tests.open(address)
    await openText(page, text)
    await page.waitForSelector('.review .moves, .failure')
    assert.equal((await moves(page)).length, count, text)
  }
  const page = await tests.open(address)
  await openText(page, 'https://example.org/games')
  await page.waitForSelector('.failure:has-text("Nothing could be read")')
})

const notations = [
  ['GGF', '(;GM[Othello]PB[Ann]PW[Bob]RE[2]TI[5:00]TY[8]BO[8 ---------------------------O*------*O--------------------------- *]B[F5/1.2/3]W[D6//4];)', ['Ann', 'Bob', '33–31'], 2],
  ['PDN', '[GameType "30"]\n[White "Cem"]\n[Black "Deniz"]\n1. a3-a4 {a comment} h6-h5 2. b3-b4 *', ['Cem', 'Deniz', 'Turkish draughts'], 3],
  ['OBF', '--XXXXX--OOOXX-O-OOXXOXX-OXOXXXX-OOXXXXX-OOOXXXX--O-XX------X--- X;', ['Othello'], 0],
  ['FEN', 'W:Wa2,b2,Kc4:Bd6,Ke8', ['Turkish draughts'], 0],
  ['Flank', flankText('loa', games.loa, '[Black "X"]'), ['Lines of Action', 'X'], 19],
]
for (const [name, text, words, count] of notations)
  await tests.run(`${name} is opened`, async () => {
    const page = await tests.open(address)
    await openText(page, text)
    await page.waitForSelector('.review-title')
    const title = await page.textContent('.review-title')
    for (const word of words) assert.ok(title.includes(word), `${word} in ${title}`)
    assert.equal((await moves(page)).length, count)
  })

await tests.run('games that go on behind a repetition are opened: as far as the rules have them, or without that rule', async () => {
  const shuffled = '1. a1-a2 h8-h7 2. a2-a1 h7-h8 3. a1-a2 h8-h7 4. a2-a1 h7-h8'
  const again = 'b8-b6 a7-c7 b6-b8 c7-a7'
  for (const [text, count] of [
    [`[GameType "30"] [FEN "W:WKa1:BKh8,Kh6"] ${shuffled} 5. a1-a2 h8-h7 *`, 8],
    [`[GameType "30"]\n[FEN "W:WKa1:BKh8,Kh6"]\n\n${shuffled} 5. a1-a2 h8-h7 1/2-1/2`, 8],
    [`${again} ${again} b8-b6 a7-c7`, 10],
  ]) {
    const page = await tests.open(address)
    await openText(page, text)
    await page.waitForSelector('.review .moves')
    assert.equal((await moves(page)).length, count)
    await page.locator('.table-side .review-told').getByText(/goes on behind a repetition, at move \d+: /).waitFor()
    await page.locator('.moves').press('End')
    await page.waitForSelector(`.moves .current[data-ply="${count}"]`)
  }
})

await tests.run('a game ends for want of progress by the rules of its file, and one that goes on is opened without that rule', async () => {
  const pairs = Array.from({ length: 52 }, (_, i) => {
    const [white, black] = ['abcdefgh', 'bcdefgh'].map(files => [files[i % files.length], files[(i + 1) % files.length]])
    return `${white[0]}1-${white[1]}1 ${black[0]}8-${black[1]}8`
  })
  const text = count => `[Game "draughts"]\n[Rules "no_progress=100"]\n[Position "W:WKa1,a2:BKb8"]\n\n${pairs.slice(0, count).join(' ')}\n`
  const ended = await tests.open(address)
  await openText(ended, text(50))
  await ended.waitForSelector('.review .moves')
  assert.equal((await moves(ended)).length, 100)
  assert.equal(await ended.getByText(/for want of progress/).count(), 0)
  const page = await tests.open(address)
  await openText(page, text(52))
  await page.locator('.table-side .review-told').getByText(/for want of progress, at move 100: read with the rule no_progress=none/).waitFor()
  assert.equal((await moves(page)).length, 104)
})

for (const [locale, book] of Object.entries({ en: '(book)', 'zh-Hant': '（開局庫）', 'zh-Hans': '（开局库）', ja: '（定石）', tr: '(kitap)' }))
  await tests.run(`a value of the book is told apart from those of searches, ${locale}`, async () => {
    const page = await tests.open(`${address}?g=f5d6c3d3c4&begin`, { locale })
    await page.waitForSelector('.graph')
    await page.waitForFunction(book => document.querySelector('.moves-worth')?.textContent.endsWith(book), book)
    assert.ok((await page.getAttribute('.graph[role=slider], .graph [role=slider]', 'aria-valuetext')).endsWith(book))
  })

await tests.run('what is told of a repetition is in the language of the page', async () => {
  const shuffled = '1. a1-a2 h8-h7 2. a2-a1 h7-h8 3. a1-a2 h8-h7 4. a2-a1 h7-h8 5. a1-a2 h8-h7'
  const page = await tests.open(address, { locale: 'tr' })
  await openText(page, `[GameType "30"] [FEN "W:WKa1:BKh8,Kh6"] ${shuffled} *`)
  await page.locator('.table-side .review-told').getByText('8. hamledeki tekrardan sonra oyun sürüyor: ondan sonraki hamleler (2) alınmadı').waitFor()
})

const guesses = {
  ja: ['8\u00a0行目が上にあるため、ラインズ・オブ・アクションとみなしました', '手番が書かれていません。黒の手番とみなしました'],
  tr: ['tahtanın 8. sırası üstte olduğu için Lines of Action sayıldı', 'sıranın kimde olduğu yazmıyor: siyah sayıldı'],
}
for (const [locale, told] of Object.entries(guesses))
  await tests.run(`what was guessed of a board is told in the language of the page, ${locale}`, async () => {
    const page = await tests.open(address, { locale })
    await openText(page, ['8 .bbbbbb.', ...[7, 6, 5, 4, 3, 2].map(row => `${row} w......w`), '1 .bbbbbb.'].join('\n'))
    await page.waitForSelector('.review-told')
    await page.waitForFunction(() => !document.querySelector('.review-told').textContent.includes('…')) // the texts come behind the page
    assert.deepEqual(await page.locator('.review-told').allTextContents(), told)
  })

await tests.run('a review is offered at the usual level of its game, and each game remembers another one', async () => {
  const page = await tests.open(address)
  const level = '.review-controls select'
  const named = async () => {
    const options = page.locator(`${level} option`).filter({ hasText: '·' })
    await options.first().waitFor({ state: 'attached' }) // a review that has begun by itself hides them until its end
    return options.allTextContents()
  }
  await openText(page, short)
  await page.waitForSelector('.review .moves')
  assert.equal(await page.inputValue(level), '14')
  assert.deepEqual(await named(), ['8 · quick', '14 · usual', '18 · deep', '22 · very deep'])
  await page.selectOption(level, '18')
  await page.goto('about:blank') // else the review in the page may put its game into the address again
  await page.goto(address)
  await openText(page, flankText('loa', games.loa))
  await page.waitForSelector('.review-title:has-text("Lines of Action")')
  assert.equal(await page.inputValue(level), '8')
  assert.deepEqual(await named(), ['7 · quick', '8 · usual', '10 · deep', '12 · very deep'])
  await page.goto('about:blank') // else the review in the page may put its game into the address again
  await page.goto(address)
  await openText(page, short)
  await page.waitForSelector('.review-title:has-text("Othello")')
  assert.equal(await page.inputValue(level), '18')
})

await tests.run('SGF with variations, comments and signs; a variation is made the main line, and deleted, and brought back', async () => {
  const page = await tests.open(address)
  await openText(page, '(;FF[4]GM[2]PB[Ann]PW[Bob]C[about it];B[f5]C[hello](;W[d6];B[c3])(;W[f6]TE[1]C[the other];B[e6];W[f4]))')
  await page.waitForSelector('.variation')
  assert.ok((await page.textContent('.judgement')).includes('about it'))
  await page.click('.variation .move:has-text("f6")')
  assert.ok((await page.textContent('.judgement')).includes('the other'))
  await page.click('text=Make main line')
  await page.waitForSelector('.variation .move:has-text("d6")')
  const { text } = await shared(page)
  assert.match(text, /f6! \{the other\} \(1\.\.\. d6 2\. c3\) 2\. e6 f4/)
  await page.click('text=Delete from here')
  await page.waitForSelector('.variation', { state: 'detached' })
  await page.click('text=Bring f6 back')
  await page.waitForSelector('.variation .move:has-text("d6")')
})

await tests.run('Ctrl+V anywhere opens a game', async () => {
  const page = await tests.open(address)
  await page.waitForSelector('#open-text')
  await page.evaluate(text => {
    const data = new DataTransfer()
    data.setData('text/plain', text)
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
  }, short)
  await page.waitForSelector('.review .moves')
  assert.equal((await moves(page)).length, 11)
})

await tests.run('a dropped file is opened', async () => {
  const page = await tests.open(address)
  await page.waitForSelector('#open-text')
  await page.evaluate(text => {
    const data = new DataTransfer()
    data.items.add(new File([text], 'game.txt'))
    document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }))
  }, short)
  await page.waitForSelector('.review .moves')
})

await tests.run('a WTHOR file with its lists: find a game, open it, come back to the list', async () => {
  const page = await tests.open(address)
  await page.setInputFiles('input[type=file]', wthor)
  await page.waitForSelector('.game-row')
  assert.equal(await page.textContent('.games h2'), 'Games: 50')
  assert.deepEqual((await page.locator('.game-number').allTextContents()).slice(0, 2), ['1', '2'])
  await page.fill('.games input[type=search]', 'brightwell cambridge 2001')
  await page.waitForFunction(() => document.querySelectorAll('.game-row').length === 1)
  assert.ok((await page.textContent('.game-row')).includes('Arnold Roy – Brightwell Graham'))
  await page.click('.game-row')
  await page.waitForSelector('.review .moves')
  assert.ok((await page.textContent('.review-title')).includes('20–44'))
  await page.click('text=Back to the list')
  await page.waitForSelector('.game-row')
})

await tests.run('a file in UTF-16, as some editors write, is text', async () => {
  for (const order of ['le', 'be']) {
    const page = await tests.open(address)
    const bytes = Buffer.from('\ufefff5d6c3d3c4', 'utf16le')
    if (order === 'be') bytes.swap16()
    await page.setInputFiles('input[type=file]', { name: 'game.txt', mimeType: 'text/plain', buffer: bytes })
    await page.waitForFunction(() => document.querySelectorAll('.moves .move').length === 5)
  }
})

await tests.run('thousands of games come in pages, and are read while one looks', async () => {
  const page = await tests.open(address)
  const folder = mkdtempSync(join(tmpdir(), 'flank-review-'))
  const file = readFileSync(wthor[0])
  const many = Buffer.concat([file.subarray(0, 16), ...Array(60).fill(file.subarray(16))])
  many.writeUInt32LE(3000, 4)
  writeFileSync(join(folder, 'WTH_2001.wtb'), many)
  await page.setInputFiles('input[type=file]', join(folder, 'WTH_2001.wtb'))
  await page.waitForSelector('.game-row')
  await page.waitForFunction(() => document.querySelector('.games h2').textContent === 'Games: 3000')
  assert.equal(await page.locator('.game-row').count(), 50)
  await page.click('.pages button >> nth=1')
  await page.waitForFunction(() => document.querySelector('.pages [role=status]').textContent === '51–100 of 3000')
})

await tests.run('what cannot be read is told with its place, and what stands before it is offered', async () => {
  const page = await tests.open(address)
  await openText(page, 'f5d6c3x9')
  await page.waitForSelector('.failure')
  await page.locator('.failure', { hasText: "Line 1, character 7: 'x9' is not a square" }).waitFor()
  await page.click('.failure button')
  await page.waitForSelector('.review .moves')
  assert.equal((await moves(page)).length, 3)
  await page.click('text=Another game')
  await openText(page, 'hello world')
  await page.waitForSelector('.failure:has-text("neither a game nor a position")')
  await openText(page, 'f5d6a1') // legal in Tothello, which was not meant
  await page.waitForSelector('.failure:has-text("Line 1, character 5: a1 is not legal here")')
})

await tests.run('of a text that cannot be read the word at fault is marked, and nothing else', async () => {
  const page = await tests.open(address)
  for (const [text, marked] of [['1. b1-h7 a3-d6', 'b1-h7'], ['f5d6c3x9e6', 'x9'], ['f5 d6 c3 wrong e6', 'wrong']]) {
    await openText(page, text)
    await page.waitForFunction(marked => document.querySelector('.failure mark')?.textContent === marked, marked)
    assert.equal(await page.textContent('.failure pre'), text)
  }
})

await tests.run('of a collection with a damaged game the others are opened', async () => {
  const page = await tests.open(address)
  await openText(page, 'f5d6c3d3c4f4\nf5a1\nf5f6e6')
  await page.waitForSelector('.game-row')
  assert.equal(await page.locator('.game-row').count(), 2)
  await page.click('.failure summary')
  await page.locator('.failure', { hasText: 'Line 2' }).waitFor()
})

await tests.run('of a damaged WTHOR file what is left is opened, and the damage told', async () => {
  const page = await tests.open(address)
  const bytes = Uint8Array.from(readFileSync(wthor[0]))
  bytes.fill(0xff, 16 + 68 * 3, 16 + 68 * 4)
  await page.setInputFiles('input[type=file]', { name: 'WTH_2001.wtb', mimeType: 'application/octet-stream', buffer: Buffer.from(bytes) })
  await page.waitForSelector('.game-row')
  assert.equal(await page.textContent('.games h2'), 'Games: 49')
  await page.click('.failure summary')
  await page.locator('.failure', { hasText: /Byte 2\d\d/ }).waitFor()
})

await tests.run('a game by other rules says so', async () => {
  const page = await tests.open(address)
  await openText(page, '[Variant "Anti-Reversi"]\n\n1. f5 d6')
  await page.locator('.review-title', { hasText: 'Othello · fewest discs' }).waitFor()
})

await tests.run('own comments and signs go into the file', async () => {
  const page = await tests.open(address)
  await openText(page, short)
  await page.waitForSelector('.review .moves')
  await page.click('.moves .move >> nth=2')
  await page.click('.notes summary')
  await page.click('.notes button:text-is("!?")')
  await page.fill('#review-comment', 'a fine move')
  const { text } = await shared(page, 'sgf')
  assert.match(text, /;B\[c3\]IT\[\d?\]C\[a fine move\]/)
})

await tests.run('a review replaces the comments of the one before, and one’s own words stay', async () => {
  globalThis.addEventListener ??= () => {}
  globalThis.location ??= { hash: '' }
  const { annotate, GameTree, ownComment, Rules } = await pageModule('views/review/reviewing.ts', 'game/tree.ts', 'engine/rules.ts')
  const rules = await Rules.load(await WebAssembly.compile(readFileSync(join(process.argv[2], '..', 'flank-rules.wasm'))))
  const tree = new GameTree(rules, 'othello')
  for (const name of ['f5', 'd6', 'c3']) tree.playText(name)
  const nodes = [tree.root]
  while (nodes.at(-1).children[0]) nodes.push(nodes.at(-1).children[0])
  const say = ({ verdict, best }) => `${verdict}: ${best}`
  const reviewOf = (level, verdicts, before) => ({ level, nodes, before, game: { moves: [...verdicts.map(verdict => ({ verdict, best: `e${level}`, played_score: level })), {}] } })
  tree.note(nodes[1], { comment: 'mine' })
  const first = reviewOf(1, ['mistake', 'blunder', 'good'])
  annotate(tree, first, say)
  annotate(tree, first, say)
  const noted = () => nodes.slice(1).map(({ comment, symbol }) => [comment, symbol])
  assert.deepEqual(noted(), [['mine\nmistake: e1', '?'], ['blunder: e1', '??'], [undefined, undefined]])
  tree.note(nodes[2], { comment: `${nodes[2].comment}\nmine, too` })
  const next = reviewOf(2, ['blunder', 'good', 'inaccuracy'], first)
  assert.deepEqual(nodes.slice(1).map(node => ownComment(next, node, say)), ['mine', 'mine, too', '']) // as it is printed
  annotate(tree, next, say)
  assert.deepEqual(noted(), [['mine\nblunder: e2', '??'], ['mine, too', undefined], ['inaccuracy: e2', '?!']])
})

await tests.run('a comment of a review at another level is neither kept nor printed beside the new one', async () => {
  const page = await tests.open(address)
  await openText(page, games.othello)
  const rows = page.locator('.told-mistakes p')
  await review(page, 6)
  await page.click('text=Write it into the game')
  await page.waitForSelector('.moves .move:has-text("??")')
  await review(page, 8)
  const printed = await rows.allTextContents()
  for (const row of printed) assert.ok(!row.includes('\n') || !/\n(Inaccuracy|Mistake|Blunder): /.test(row), row)
  await page.click('text=Write it into the game')
  await page.waitForFunction(() => document.querySelectorAll('.told-mistakes p').length > 0)
  const { text } = await shared(page, 'flank')
  const counts = text.match(/\{[^}]*\}/g).map(comment => comment.match(/(Inaccuracy|Mistake|Blunder): /g)?.length ?? 0)
  assert.ok(counts.filter(count => count === 1).length > 5)
  assert.equal(Math.max(...counts), 1)
})

await tests.run('the keys of a board that is walked are told to screen readers', async () => {
  const page = await tests.open(address)
  await openText(page, short)
  await page.waitForSelector('.review .moves')
  assert.match(await page.getByRole('grid').evaluate(grid => document.getElementById(grid.getAttribute('aria-describedby')).textContent), /arrow keys and Enter/)
})

await tests.run('a review: sums, words, from mistake to mistake, the better line, the graph by keyboard', async () => {
  const page = await tests.open(address)
  await openReviewed(page, games.othello)
  const sums = await page.textContent('.summary')
  for (const word of ['Black', 'White', 'Blunders', 'Endgame']) assert.ok(sums.includes(word))

  const next = page.locator('button:has-text("Mistake ›")')
  await next.click()
  await page.waitForSelector('.judgement .sign')
  const first = await page.textContent('.judgement')
  assert.match(first, /Inaccuracy|Mistake|Blunder/)
  await page.keyboard.press('n')
  await page.waitForFunction(before => document.querySelector('.judgement').textContent !== before, first)
  await page.keyboard.press('p')
  await page.waitForFunction(before => document.querySelector('.judgement').textContent === before, first)

  const before = await squares(page)
  await page.click('text=Show the better line')
  await page.waitForSelector('.variation .move.current')
  assert.notEqual(await squares(page), before)

  const pieces = await page.$$eval('.graph-for .piece-body', all =>
    all.map(one => [getComputedStyle(one).fill, one.getBoundingClientRect().y]).sort((a, b) => a[1] - b[1]),
  )
  const labels = await page.$$eval('.graph-label[text-anchor=end]', all => all.map(one => one.getBoundingClientRect().y))
  assert.deepEqual(pieces.map(([fill]) => fill), ['url("#paint-black")', 'url("#paint-white")'], 'a black piece is above a white one')
  for (const [at, y] of [pieces[0][1] - labels[0], pieces[1][1] - labels[2]].entries()) assert.ok(Math.abs(y) < 8, `sign ${at} is beside its value`)

  const graph = page.locator('.graph [role=slider]')
  const last = await graph.getAttribute('aria-valuemax')
  const standsAt = ply => page.waitForSelector(`.graph [role=slider][aria-valuenow="${ply}"]`)
  await graph.focus()
  await page.keyboard.press('End')
  await standsAt(last)
  await page.keyboard.press('Home')
  await standsAt(0)
  await page.keyboard.press('ArrowRight')
  await standsAt(1)
  assert.match(await graph.getAttribute('aria-valuetext'), /^Move 1, c4/)
  await page.keyboard.press('PageDown')
  await page.waitForFunction(before => document.querySelector('.judgement').textContent === before, first)
  const box = await graph.boundingBox()
  await page.mouse.click(box.x + box.width - 9, box.y + box.height / 2)
  await standsAt(last)

  await page.click('text=Write it into the game')
  const { text } = await shared(page, 'sgf')
  assert.match(text, /TE\[|BM\[|DO\[/)
  assert.match(text, /gives away/)
})

const bottomOf = (page, selector) => page.locator(selector).first().evaluate(node => node.getBoundingClientRect().bottom)

await tests.run('the graph is seen with the board on a laptop, the words with the board on a phone', async () => {
  const game = 'f5d6c3d3c4f4c5b3c2e3d2c6'
  const laptop = await tests.open(address, { viewport: { width: 1280, height: 800 } })
  await openText(laptop, game)
  await review(laptop)
  assert.ok((await bottomOf(laptop, '.graph')) <= 800)
  const phone = await tests.open(address, { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true })
  await openText(phone, 'f5d6c3h8')
  await phone.waitForFunction(() => {
    const told = document.querySelector('.failure')?.getBoundingClientRect()
    return told?.top >= 0 && told.bottom <= document.querySelector('header nav').getBoundingClientRect().top
  })
  await openReviewed(phone, game)
  await phone.locator('.moves .move').nth(7).evaluate(move => move.click())
  await phone.waitForSelector('.moves .current[data-ply="8"]')
  await phone.evaluate(() => scrollTo(0, 0))
  const tabs = await phone.locator('header nav').boundingBox()
  assert.ok((await bottomOf(phone, '.judgement p')) <= tabs.y, 'the words are below the screen')
  assert.ok((await bottomOf(phone, '.judgement h2')) > (await bottomOf(phone, '.walk')), 'the words come before the buttons')
})

// One review for all tests of what is shown of it: it takes as long as twenty of them.
const loa = await tests.open(address)
tests.keep(loa)

await tests.run('the axis of the graph says how much is good for whom, and what is lost has its unit', async () => {
  const page = loa
  await openReviewed(page, flankText('loa', games.loa))
  const { crowded, crossed, behind } = await page.$eval('.graph svg', svg => {
    const boxes = [...svg.querySelectorAll('.graph-label')].map(label => label.getBoundingClientRect())
    const discs = [...svg.querySelectorAll('.graph-for')].map(disc => disc.getBoundingClientRect())
    const meet = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
    const { DOCUMENT_POSITION_FOLLOWING } = Node
    const area = svg.querySelector('.graph-area-first')
    return {
      crowded: [...svg.querySelectorAll('.graph-side')].filter((side, i) => {
        const points = svg.querySelector('.graph-line').getAttribute('points').split(' ').map(point => point.split(',').map(Number))
        const middle = Number(svg.querySelector('.graph-zero').getAttribute('y1'))
        const { x, width } = svg.querySelector('.graph-first').getBBox()
        const most = (from, to) => Math.max(0, ...points.filter(([at]) => at >= from && at <= to).map(([, y]) => (i ? y - middle : middle - y)))
        const atEnd = side.getAttribute('text-anchor') === 'end'
        return atEnd !== most(x + width - 110, x + width) < most(x, x + 110)
      }).length,
      crossed: boxes.filter(box => discs.some(disc => meet(box, disc))).length,
      behind: [...svg.querySelectorAll('.graph-side')].filter(side => !(area.compareDocumentPosition(side) & DOCUMENT_POSITION_FOLLOWING)).length,
    }
  })
  assert.deepEqual([crowded, crossed, behind], [0, 0, 0])
  const losses = (await page.$$eval('.move-note', all => all.map(note => note.dataset.text))).filter(text => text.includes('\u2212'))
  assert.ok(losses.length > 0)
  for (const text of losses) assert.match(text, /\u2212[\d.]+\s%$/)
})

await tests.run('the names of the halves of the graph stand beside its mistakes, and never under one, and no move is broken in two, in every language', async () => {
  const page = await tests.open(address, { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true })
  for (const [game, most] of [[games.othello, 2], [flankText('draughts', games.draughts), 0]]) {
    await page.goto('about:blank')
    await page.goto(address)
    await openReviewed(page, game)
    for (const language of ['en', 'zh-Hant', 'zh-Hans', 'ja', 'tr']) {
      await speak(page, language)
      for (const width of [360, 390, 768]) {
        await page.setViewportSize({ width, height: 844 })
        await drawn(page)
        const [count, met, under] = await page.$eval('.graph svg', svg => {
          const meet = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
          const discs = [...svg.querySelectorAll('.graph-mistake')]
          const names = [...svg.querySelectorAll('.graph-side')]
          const met = names.map(name => discs.filter(disc => meet(disc.getBoundingClientRect(), name.getBoundingClientRect())))
          const isOver = (disc, name) => (name.compareDocumentPosition(disc) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0
          return [discs.length, met.flat().length, names.filter((name, i) => met[i].some(disc => isOver(disc, name))).length]
        })
        assert.ok(count > 0)
        assert.ok(met <= most, `${met} of ${count} mistakes lie upon names, ${language}, ${width}`)
        assert.equal(under, 0, `${language}, ${width}`)
        const moves = await page.$$eval('.moves .move-text', all => all.map(move => [move.textContent, move.getClientRects().length]))
        assert.ok(moves.length >= 20)
        assert.deepEqual(moves.filter(([, lines]) => lines > 1), [], `${language}, ${width}`)
      }
    }
    await speak(page, 'en')
  }
})

await tests.run('a mistake in the graph, and a part of the bar, is as dark or light as the pieces of its side, light and dark', async () => {
  const page = loa
  for (const colorScheme of ['light', 'dark']) {
    await page.emulateMedia({ colorScheme })
    const { mistakes, bar, edge } = await page.evaluate(() => {
      const { x, width } = document.querySelector('.graph-first').getBoundingClientRect()
      const plies = Number(document.querySelector('.graph [role=slider]').ariaValueMax)
      const painted = circle => [getComputedStyle(circle).fill, getComputedStyle(circle).stroke].join(' ')
      const [black, white] = ['black', 'white'].map(color => document.querySelector(`.graph-for.piece-${color} .piece-body`))
      return {
        mistakes: [...document.querySelectorAll('.graph-mistake')].map(mistake => {
          const circle = mistake.querySelector('circle') ?? mistake
          const box = circle.getBoundingClientRect()
          const ply = Math.round(((box.x + box.width / 2 - x) / width) * plies) // Black makes the odd ones
          return [ply, painted(circle), painted(ply % 2 ? black : white)]
        }),
        bar: getComputedStyle(document.querySelector('.worth-bar > .black')).boxShadow,
        edge: getComputedStyle(black).stroke,
      }
    })
    for (const parity of [0, 1]) assert.ok(mistakes.some(([ply]) => ply % 2 === parity))
    for (const [ply, seen, wanted] of mistakes) assert.equal(seen, wanted, `${colorScheme} ${ply}`)
    assert.ok(bar.startsWith(edge), `${colorScheme}: the bar has ${bar} around Black's part, a piece ${edge}`)
  }
})

for (const [locale, said] of [['en', /^[A-Z][a-z ]+: [\d.]+ discs? lost$/], ['ja', /^.+：[\d.]+\u00a0石の損$/], ['zh-TW', /^.+：損失 [\d.]+\u00a0子$/], ['zh-CN', /^.+：损失 [\d.]+\u00a0子$/], ['tr', /^.+: [\d,]+ taş kayıp$/]])
  await tests.run(`who points at a number behind a move, or hears it, is told that it was lost, ${locale}`, async () => {
    const page = await tests.open(address, { locale })
    await openReviewed(page, games.othello)
    const told = await page.$$eval('.moves .move', all => all.filter(move => move.querySelector('[data-text*="\u2212"]')).map(move => [move.querySelector('.move-note').title, move.ariaLabel, move.title]))
    assert.ok(told.length > 10)
    for (const [title, label, again] of told) {
      assert.equal(again, '') // it would be a description, which is read behind the name that says it already
      assert.match(title, said)
      assert.ok(label.endsWith(title), label)
    }
  })

await tests.run('what a move was worth stands at its corner, at the head of the moves and as a bar', async () => {
  const page = await tests.open(address)
  await openReviewed(page, 'f5d6c3d3c4f4c5b3c2e3d2c6')
  await page.locator('.moves').press('End')
  await page.waitForSelector('.moves .current[data-ply="12"]')
  assert.match(await page.textContent('.moves-worth'), /^Black [+−]?\d/)
  assert.notEqual(await page.textContent('[data-testid=opening]'), '')
  const [black, white] = await page.$$eval('.worth-bar span', all => all.map(side => Number(side.style.flexGrow)))
  assert.ok(black > 0 && white > 0 && Math.abs(black + white - 1) < 0.01)
  for (let ply = 1; ply <= 12 && !(await page.locator('.marks .badge').count()); ply++) await page.keyboard.press('ArrowLeft')
  assert.equal(await page.locator('.marks .badge').count(), 1)
})

/** A sheet of A4 without its margins (app.css), in pixels. */
const SHEET = { width: Math.floor(((210 - 2 * 12) / 25.4) * 96), height: Math.floor(((297 - 2 * 12) / 25.4) * 96) }

await tests.run('on paper a review has the board, the graph, the moves and the sums, and no buttons', async () => {
  const page = await tests.open(address, { colorScheme: 'dark' })
  await openReviewed(page, 'f5d6c3d3c4f4c5b3c2e3d2c6')
  await page.emulateMedia({ media: 'print' })
  for (const seen of ['.review-title', '.board', '.graph', '.moves', '.summary']) assert.ok(await page.isVisible(seen), seen)
  for (const gone of ['.top', '.walk', '.review-controls', '.variation-tools', '.notes', '.live', '.review-tools', 'text=Walk along']) assert.ok(!(await page.isVisible(gone)), gone)
  const [height, whole] = await page.$eval('.moves', list => [list.clientHeight, list.scrollHeight])
  assert.ok(whole <= height + 1)
  assert.equal(await page.evaluate(() => getComputedStyle(document.body).color), 'rgb(28, 31, 29)') // as in the light
  const [head, board] = await page.$$eval('.review-title, .board', both => both.map(one => one.getBoundingClientRect().toJSON()))
  assert.ok(head.left >= board.left - 1 && head.right <= board.right + 1, JSON.stringify([head, board]))
  assert.equal(await page.$eval('.review-title h1', names => getComputedStyle(names).justifyContent), 'center')
})

await tests.run('on paper all mistakes stand with their better lines, and all comments, wherever one is; the screen has none of it', async () => {
  const page = await tests.open(address)
  const [first, second, ...rest] = games.othello.match(/[a-h][1-8]/g)
  const text = `1. ${first} {Ann speaks first} ${second} {a double} (1... e3 {or so}) ${rest.map((move, at) => (at % 2 ? move : `${at / 2 + 2}. ${move}`)).join(' ')}`
  await openReviewed(page, flankText('othello', text.replace('1. ', '{about all of it} 1. ')))
  const rows = page.locator('.told-mistakes p')
  assert.ok(!(await rows.first().isVisible()))
  const faults = await page.$$eval('.moves .move:is(.verdict-inaccuracy, .verdict-mistake, .verdict-blunder)', all => all.map(move => [move.querySelector('.move-text').textContent, move.dataset.ply]))
  assert.ok(faults.length > 10)
  await page.locator('.moves').press('Home')
  await page.keyboard.press('n')
  await page.waitForSelector('.judgement .engine-moves .move')
  const ply = Number(await page.getAttribute('.moves .current', 'data-ply'))
  await page.emulateMedia({ media: 'print' })
  const told = (await rows.allInnerTexts()).map(row => row.replace(/\s+/g, ' '))
  for (const words of [/^about all of it$/, /^1\. \S+ .*Ann speaks first$/, /^1\.\. \S+ .*a double$/, /^1\.\. e3 or so$/]) assert.equal(told.filter(row => words.test(row)).length, 1, String(words))
  const number = ply => `${(ply + 1) >> 1}.${ply % 2 ? '' : '.'}`
  const described = told.filter(row => /\u2212[\d.]+ discs?/.test(row))
  assert.deepEqual(described.map(row => row.split(' ').slice(0, 2).join(' ')), faults.map(([move, ply]) => `${number(Number(ply))} ${move}`))
  for (const row of described) assert.match(row, /^\S+ \S+ \?[?!]? \u2212[\d.]+ discs? .*(: ([a-h][1-8]( |$)|pass( |$))+|[a-h][1-8] [^:]*\.)/, row) // a line of one move stands in the sentence
  assert.ok(described.some(row => (row.match(/: (.*)/)?.[1] ?? '').split(' ').filter(word => /^[a-h][1-8]$/.test(word)).length > 8), 'no line is long')
  const here = described.find(row => row.startsWith(`${number(ply)} `))
  const sentence = (await page.innerText('.judgement p:has(.engine-moves)')).replace(/\s+/g, '')
  assert.ok(sentence.length > 20 && here.replaceAll(' ', '').includes(sentence), `${sentence} | ${here}`)
  assert.ok(!(await page.isVisible('.judgement button:not(.move)')))
  await page.emulateMedia({ media: 'screen' })
  await page.click('text=Write it into the game')
  await page.waitForSelector('.moves .move:has-text("??")')
  const bare = rows => rows.map(row => row.replace(/\s/g, '')) // the signs stand at the moves now
  assert.deepEqual(bare(await rows.allTextContents()), bare(told)) // once, and not as a comment again
})

for (const [view, hash, list] of [['play', '#/play?g=f5d6c3d3c4', ['f5', 'd6', 'c3', 'd3', 'c4']], ['study', '#/study?g=f5d6c3d3', ['f5', 'd6', 'c3', 'd3']], ['review', '#/review?g=f5d6c3', ['f5', 'd6', 'c3']]])
  await tests.run(`on paper the view ${view} has who plays, the board and the moves, and nothing that only a screen can do`, async () => {
    const page = await tests.open(`${site.url}${hash}`, { viewport: { width: 1280, height: 800 } })
    await page.waitForSelector('.moves .current')
    if (view === 'play') await page.locator('.switch', { hasText: 'Show what the engine thinks' }).locator('input').check()
    if (view === 'review') await page.locator('.live .switch input').check()
    await page.waitForSelector('.marks .mark rect')
    await page.emulateMedia({ media: 'print' })
    await page.setViewportSize(SHEET)
    await drawn(page)
    const seen = await page.$$eval('main *, .top', all => all.filter(one => one.checkVisibility({ visibilityProperty: true }) && !one.closest('.unseen, .board')).map(one => one.closest('button, a, select, input, textarea, label, summary, .status, .situation, .live, .engine, .continuations, .top')?.getAttribute('class')))
    assert.deepEqual([...new Set(seen.map(name => name?.split(' ')[0]))].filter(Boolean), ['move'])
    assert.ok(!(await page.locator('.marks .mark rect, .moves-worth, .hints').filter({ visible: true }).count()))
    assert.deepEqual(await page.locator('.moves .move').filter({ visible: true }).allTextContents(), list)
    assert.ok(await page.isVisible(view === 'study' ? '.table-head [data-testid=opening]' : '.table-head'))
    const [board, moves] = await page.$$eval('.board, .moves', both => both.map(one => one.getBoundingClientRect().toJSON()))
    assert.ok(board.width > 300 && board.right <= SHEET.width && moves.top >= board.bottom && moves.bottom <= SHEET.height, JSON.stringify([board, moves]))
    const pdf = (await page.pdf({ format: 'A4' })).toString('latin1')
    assert.equal(pdf.match(/\/Type\s*\/Page\b/g).length, 1)
  })

const PRINTED = '.review-title, .board, .summary, .graph, .moves'

for (const [name, game, locale] of [
  ['of 12 moves', 'f5d6c3d3c4f4c5b3c2e3d2c6', 'en'],
  ['of 60 moves', games.othello, 'en'],
  ['of 60 moves', games.othello, 'tr'],
  ['of 60 moves', games.othello, 'ja'],
])
  await tests.run(`a game ${name} fills one sheet of A4, with nothing beyond it, over or upon another thing, and its mistakes another one, ${locale}`, async () => {
    const page = await tests.open(undefined, { locale })
    await page.addInitScript(reviewsAt, 6)
    await page.goto(`${site.url}#/review?g=${game.replaceAll(/ |pass/g, '')}&begin`)
    await page.waitForSelector('.summary')
    await page.waitForFunction(() => !document.querySelector('.review-controls progress'))
    const pdf = (await page.pdf({ format: 'A4' })).toString('latin1')
    assert.equal(pdf.match(/\/Type\s*\/Page\b/g).length, game === games.othello ? 2 : 1)
    await page.emulateMedia({ media: 'print' })
    await page.setViewportSize(SHEET)
    await drawn(page) // the graph takes its width then
    const boxes = await page.$$eval(`.review :is(${PRINTED})`, all => all.map(one => [one.getAttribute('class'), one.getBoundingClientRect().toJSON()]))
    assert.equal(boxes.length, PRINTED.split(',').length)
    for (const [at, [part, box]] of boxes.entries()) {
      assert.ok(box.width > 0 && box.height > 0 && box.left >= 0 && box.right <= SHEET.width, `${part} ${JSON.stringify(box)}`)
      assert.ok(box.top >= 0 && box.bottom <= SHEET.height, `${part} ${JSON.stringify(box)}`)
      const upon = boxes.slice(at + 1).filter(([, other]) => Math.min(box.right, other.right) - Math.max(box.left, other.left) > 1 && Math.min(box.bottom, other.bottom) - Math.max(box.top, other.top) > 1)
      assert.deepEqual(upon.map(([other]) => other), [], part)
    }
    const cut = await page.$$eval('.review .move', all => all.filter(one => one.scrollWidth > one.clientWidth).map(one => one.textContent))
    assert.deepEqual(cut, [])
  })

await tests.run('the head of the sums breaks no word, and each value of a phase stands in one line, on a laptop', async () => {
  const ofOneMove = await tests.open(address)
  await openReviewed(ofOneMove, flankText('loa', games.loa.split(' ')[0]))
  for (const [page, languages] of [[loa, ['tr', 'ja', 'zh-Hans', 'zh-Hant', 'en']], [ofOneMove, ['en']]]) {
    await page.setViewportSize({ width: 1280, height: 800 })
    for (const language of languages) {
      await speak(page, language)
      const lines = await page.$$eval('.summary :is(thead th, td)', cells =>
        cells.filter(cell => cell.firstChild).map(cell => {
          const range = document.createRange()
          range.selectNodeContents(cell)
          return [cell.textContent, new Set([...range.getClientRects()].map(({ top }) => top)).size]
        }),
      )
      assert.ok(lines.length > 20)
      assert.deepEqual(lines.filter(([, count]) => count > 1), [], language)
    }
  }
})

await tests.run('how deep a review looks stands in one row with the button for it, on a laptop', async () => {
  const page = await tests.open(`${address}?g=f5d6c3d3c4&begin`, { viewport: { width: 1280, height: 800 } })
  await page.waitForSelector('.summary')
  await page.waitForFunction(() => !document.querySelector('.review-controls progress'))
  for (const language of ['en', 'tr', 'ja', 'zh-Hans', 'zh-Hant']) {
    await speak(page, language)
    const tops = await page.$$eval('.review-controls > :is(button, select)', all => all.map(one => one.getBoundingClientRect()).map(({ top, height }) => top + height / 2))
    assert.equal(tops.length, 2)
    assert.ok(Math.max(...tops) - Math.min(...tops) < 3, `${language}: ${tops}`)
  }
})

await tests.run('a game without a disc score is reviewed by chances to win', async () => {
  await loa.locator('.moves').press('Home')
  await loa.click('button:has-text("Mistake ›")')
  await loa.waitForSelector('.judgement .sign')
  assert.match(await loa.textContent('.judgement'), /chance to win|misses a win|loses by force/)
  await loa.context().close()
})

for (const [name, viewport] of [['laptop', { width: 1280, height: 800 }], ['phone', { width: 390, height: 844 }]])
  await tests.run(`a game of draughts is reviewed: what was lost, and the line that refutes the move, on the board, too, ${name}`, async () => {
    const page = await tests.open(address, { reducedMotion: 'reduce', viewport })
    await openReviewed(page, flankText('draughts', 'd3-d4 e6-e5 d4-d5 d6xd4'))
    await page.locator('.moves').press('Home')
    await page.keyboard.press('n')
    await says(page, '.judgement', /d4-d5 lowers the chance to win.*better was.*Lost: a man\. Refutation: [de][56]x/s)
    const isSeen = ([words, line]) => line.getBoundingClientRect().bottom <= words.getBoundingClientRect().bottom
    assert.ok(await page.evaluate(isSeen, [await page.$('.judgement-words'), await page.$('.judgement p:has-text("Refutation")')]))
    const before = await squares(page)
    await page.locator('.judgement p:has-text("Refutation") .move').first().click()
    await page.waitForSelector('.previewing .board')
    assert.notEqual(await squares(page), before)
    await page.keyboard.press('Escape')
    await page.click('button:has-text("Write it into the game")')
    const { text } = await shared(page, 'pdn')
    assert.match(text, /2\. d4-d5\?\?.*better was b3-b4.*Lost: a man.*Refutation: e5xc5.*\(2\. b3-b4.*\(2\.\.\. [de][56]x/s)
  })

await tests.run('a reviewed game and its dialog have no barriers', async () => {
  const page = await tests.open(address, { colorScheme: 'dark', viewport: { width: 360, height: 740 }, reducedMotion: 'reduce' })
  await openReviewed(page, short)
  await page.click('.moves .move >> nth=4')
  const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8')
  const found = () =>
    page.evaluate(async source => {
      globalThis.axe ?? new Function(source)()
      return (await globalThis.axe.run()).violations.map(({ id, nodes }) => `${id}: ${nodes[0].html}`)
    }, axe)
  assert.deepEqual(await found(), [])
  await page.click('button:has-text("Share")')
  await page.waitForSelector('dialog.share[open] #share-link') // the dialog's contents are fetched
  assert.deepEqual(await found(), [])
})

await tests.run('the level is kept for the next game', async () => {
  const page = await tests.open(address)
  await openText(page, short)
  await page.selectOption('.review-controls select', '10')
  await page.goto('about:blank') // a reload may find the game in the address
  await page.goto(address)
  await openText(page, short)
  await page.waitForSelector('.review-controls select')
  assert.equal(await page.inputValue('.review-controls select'), '10')
})

await tests.run('a review is stopped', async () => {
  const page = await tests.open(address)
  await openText(page, games.othello)
  await reviewed(page)
  await page.selectOption('.review-controls select', '24')
  await page.click('text="Review again"')
  await page.click('.review-controls button:has-text("Stop")')
  await page.waitForSelector('.review-controls progress', { state: 'detached' })
  await page.waitForSelector('.review-controls [role=status]:has-text("stopped")')
  await page.waitForSelector('.review-controls button:has-text("Review")')
})

await tests.run('a stopped review keeps what it has, also where the engine cannot be stopped but only ended', async () => {
  const alone = await Site.start({ isolated: false })
  const page = await tests.open(`${alone.url}#/review`)
  await openText(page, games.othello)
  await reviewed(page)
  await page.selectOption('.review-controls select', '24')
  await page.click('text="Review again"')
  await page.waitForFunction(() => document.querySelector('.review-controls progress')?.value >= 4)
  await page.click('.review-controls button:has-text("Stop")')
  await page.getByText('The review was stopped: only the last part is known.').waitFor()
  await page.waitForSelector('.summary')
  await page.keyboard.press('End')
  await page.waitForSelector('.judgement h2, .judgement p:has-text("only move")')
  assert.equal(await page.evaluate(() => document.activeElement.textContent), 'Review again') // which stands where Stop stood
  await alone.stop()
})

await tests.run('a comment is a button or a key away, and Escape leads back', async () => {
  const page = await tests.open(address)
  await openText(page, short)
  await page.click('.moves .move >> nth=2')
  await page.getByRole('button', { name: 'Write a comment' }).click()
  await page.keyboard.type('by button')
  await page.keyboard.press('Escape')
  assert.equal(await page.evaluate(() => document.activeElement.textContent.trim()), 'Write a comment')
  await page.waitForSelector('.judgement .comment:has-text("by button")')
  await page.locator('[data-square=d3]').focus()
  await page.keyboard.press('c')
  await page.keyboard.press('End')
  await page.keyboard.type(', and key')
  await page.keyboard.press('Escape')
  assert.equal(await page.evaluate(() => document.activeElement.dataset.square), 'd3')
  await page.waitForSelector('.judgement .comment:has-text("by button, and key")')
  await page.evaluate(() => document.activeElement.blur())
  await page.keyboard.press('c')
  await page.keyboard.press('Escape')
  await page.keyboard.press('ArrowLeft')
  await page.waitForSelector('.moves .current[data-ply="2"]')
})

await tests.run('a move on the board begins a variation; the engine looks at it', async () => {
  const page = await tests.open(address)
  await openText(page, short)
  await page.waitForSelector('.review .moves')
  await page.click('.moves .move >> nth=1')
  await page.click('[data-square=f4], [data-square=c4]')
  await page.keyboard.press('Home')
  await page.click('[data-square=d3]')
  await page.waitForSelector('.variation .move.current:has-text("d3")')
  await page.click('text=Analyse this position')
  await page.waitForSelector('.engine-line')
  await page.keyboard.press('Home') // the focus is on the switch
  await page.waitForFunction(() => !document.querySelector('.moves .move.current'))
  await page.keyboard.press('ArrowRight')
  await page.waitForSelector('.moves .move.current')
})

await tests.run('a move of a line is previewed, walked along, left with Escape, and gone on from', async () => {
  const page = await tests.open(address, { reducedMotion: 'reduce' })
  await openText(page, short)
  await page.waitForSelector('.review .moves')
  await page.locator('.moves').press('End')
  await thinkTo(page, 8)
  await page.click('text=Analyse this position')
  const line = page.locator('.engine[aria-busy=false] .engine-line').first() // it changes no more
  await line.locator('.move').nth(3).waitFor()
  const before = await squares(page)
  await line.locator('.move').nth(1).click()
  await page.waitForSelector('.previewing .board')
  assert.equal(await page.locator('.moves .move').count(), 11)
  assert.equal(await page.locator('[data-piece]').count(), 17) // 15 on the board, and two moves
  await page.locator('.engine-line .move[aria-pressed=true]').press('ArrowRight')
  await page.waitForFunction(() => document.querySelectorAll('[data-piece]').length === 18)
  await page.keyboard.press('Escape')
  await page.waitForSelector('.previewing', { state: 'detached' })
  assert.equal(await squares(page), before)
  await line.locator('.move').nth(2).focus()
  await page.keyboard.press('Enter')
  await page.waitForSelector('.previewing .board')
  await page.click('.review-title')
  await page.waitForSelector('.previewing', { state: 'detached' })
  await line.locator('.move').nth(1).click()
  await page.click('text="Go on from here"')
  await page.waitForFunction(() => document.querySelectorAll('.moves .move').length === 13)
  assert.equal(await page.locator('.previewing').count(), 0)
  await page.waitForSelector('.moves .current[data-ply="13"]')
  // Whoever walks away has left it, and does not find it again.
  await line.locator('.move').nth(1).click()
  await page.waitForSelector('.previewing .board')
  await page.locator('.moves').press('ArrowLeft')
  await page.waitForSelector('.moves .current[data-ply="12"]')
  await page.locator('.moves').press('ArrowRight')
  await page.waitForSelector('.moves .current[data-ply="13"]')
  assert.equal(await page.locator('.previewing').count(), 0)
})

await tests.run('the focus stays in the lines of the engine when they change places', async () => {
  const page = await tests.open(address, { reducedMotion: 'reduce' })
  await openText(page, short)
  await reviewed(page)
  await page.locator('.moves').press('End')
  await page.evaluate(async moves => {
    const engine = await globalThis.flank.engine
    const thought = await engine.request({ ask: 'think', game: 'othello', moves, depth: 4, lines: 0 }).done
    engine.request = (_, tell) => {
      tell(thought)
      globalThis.turnLines = () => tell({ ...thought, depth: 5, moves: thought.moves.toReversed() })
      return { done: new Promise(() => {}), stop() {} }
    }
  }, short)
  await page.keyboard.press('a')
  const line = page.locator('.engine-line .engine-moves').first()
  await line.locator('.move').first().focus()
  const before = await line.textContent()
  await page.evaluate('turnLines()')
  await page.waitForFunction(before => document.querySelector('.engine-line .engine-moves').textContent !== before, before)
  assert.ok(await page.evaluate(() => document.activeElement.matches('.engine-line .move')))
})

await tests.run('the card of a move tells one point of view: that of the side that made it', async () => {
  const page = await tests.open(address, { reducedMotion: 'reduce' })
  await openText(page, games.othello)
  await reviewed(page)
  await page.locator('.moves').press('Home')
  const seen = new Set()
  for (let ply = 1; ply <= 20; ply++) {
    await page.locator('.moves').press('ArrowRight')
    await page.waitForSelector(`.moves .current[data-ply="${ply}"]`)
    const [card, worth] = await page.evaluate(() => ['.judgement p', '.judgement-worth'].map(of => document.querySelector(of)?.textContent ?? ''))
    const color = ply % 2 ? 'Black' : 'White' // no pass comes before
    const own = /is the best move \((.*)\)/.exec(card)?.[1]
    if (!worth) continue
    assert.ok(worth.startsWith(color), `${ply}: ${worth}`)
    seen.add(color)
    if (own && !/^[+−]?0/.test(own)) assert.equal(worth[color.length + 1], own[0], `${ply}: ${worth}, ${card}`)
  }
  assert.equal(seen.size, 2)
})

await tests.run('the better line in the words of a review is previewed, and gone on from', async () => {
  const page = await tests.open(address, { reducedMotion: 'reduce' })
  await openText(page, games.othello)
  await reviewed(page)
  await page.locator('.moves').press('Home')
  await page.keyboard.press('n')
  const words = page.locator('.judgement .engine-moves .move')
  await words.nth(1).waitFor()
  const [text, before, count] = [await page.textContent('.judgement'), await squares(page), (await moves(page)).length]
  await words.first().click()
  await page.waitForSelector('.previewing .board')
  const shown = await squares(page)
  assert.notEqual(shown, before)
  await page.keyboard.press('Escape')
  await page.waitForSelector('.previewing', { state: 'detached' })
  assert.equal(await squares(page), before)
  assert.equal(await page.textContent('.judgement'), text)
  await words.first().click()
  await words.first().click()
  await page.waitForSelector('.variation .move.current')
  assert.equal(await squares(page), shown)
  assert.equal((await moves(page)).length, count + 1)
})

for (const [locale, black, white] of [['en', 'discs for Black', 'discs for White'], ['ja', '黒から見た石差', '白から見た石差'], ['zh-TW', '黑方視角，單位：子', '白方視角，單位：子'], ['zh-CN', '黑方视角，单位：子', '白方视角，单位：子'], ['tr', 'Siyah açısından, taş', 'Beyaz açısından, taş']])
  await tests.run(`the lines of the engine say for whom their values are, ${locale}`, async () => {
    const page = await tests.open(`${site.url}#/review?g=f5d6c3`, { locale })
    await page.locator('.live .switch input').check()
    await says(page, '.engine-unit', new RegExp(`^${white}$`)) // three moves were made
    await page.locator('.moves').press('ArrowLeft')
    await says(page, '.engine-unit', new RegExp(`^${black}$`))
  })

await tests.run('the better line goes on where the words before it end', async () => {
  const page = await tests.open(`${site.url}#/review?g=${games.othello.replaceAll('pass', '')}`, { reducedMotion: 'reduce' })
  await reviewed(page)
  await page.locator('.moves').press('End')
  for (let mistake = 0; mistake < 5; mistake++) {
    await page.keyboard.press('p')
    await page.waitForSelector('.judgement p .move')
    const [words, move, end] = await page.$eval('.judgement p:has(.move)', told => {
      const range = document.createRange()
      range.selectNodeContents(told.firstChild)
      return [[...range.getClientRects()].at(-1), told.querySelector('.move').getBoundingClientRect(), told.getBoundingClientRect().right]
    })
    if (words.right + move.width + 8 < end) assert.ok(move.top < words.bottom && words.top < move.bottom, JSON.stringify([words, move]))
  }
})

await tests.run('an analysis goes on until it is stopped, with as many lines as are wished for; the wish is kept', async () => {
  const page = await tests.open(address, { reducedMotion: 'reduce' })
  await openText(page, short)
  await page.waitForSelector('.review .moves')
  await page.locator('.moves').press('End')
  await page.keyboard.press('a')
  const wish = name => page.locator('.live-wishes label', { hasText: name }).locator('select')
  const depth = () => page.evaluate(() => Number(/Depth (\d+)/.exec(document.querySelector('.engine-state')?.textContent ?? '')?.[1] ?? 0))
  await page.waitForFunction(() => document.querySelectorAll('.engine-line').length === 5)
  await page.click('text=Settings of the analysis')
  for (const lines of ['2', '1']) {
    await wish('Lines').selectOption(lines)
    await page.waitForFunction(lines => document.querySelectorAll('.engine-line').length === lines, Number(lines))
    assert.equal(await page.locator('.marks .mark rect').count(), Number(lines))
  }
  await wish('Memory').selectOption('256')
  const dotLine = await page.$eval('.engine-state', state => {
    const range = document.createRange()
    range.selectNodeContents(state.querySelector('.engine-told').firstChild)
    const { top, bottom } = state.querySelector('.engine-running').getBoundingClientRect()
    return range.getBoundingClientRect().top < top && bottom < range.getBoundingClientRect().bottom
  })
  assert.ok(dotLine, 'the sign of a running analysis stands in the line of its depth')
  const before = await depth()
  await page.waitForFunction(before => Number(/Depth (\d+)/.exec(document.querySelector('.engine-state').textContent)[1]) > before, before)
  assert.equal(await page.getAttribute('.engine', 'aria-busy'), 'true')
  await page.locator('.moves').press('a')
  await page.waitForSelector('.engine', { state: 'detached' })
  await page.reload()
  await page.waitForSelector('.review .moves')
  await page.keyboard.press('a')
  await page.waitForSelector('.engine-line')
  assert.equal(await page.locator('.engine-line').count(), 1)
  await page.click('text=Settings of the analysis')
  assert.equal(await wish('Lines').inputValue(), '1')
  assert.equal(await wish('Memory').inputValue(), '256')
})

/** The first position of FFO, reviewed: g8 wins by 18, h1 by 12; g2, which is played, loses by 24. */
async function openMistake(page) {
  const board = '--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO--'
  await openText(page, flankText('othello', '1. g2', `[Position "${board} X"]\n`))
  await reviewed(page)
  await page.locator('.moves').press('End')
}

await tests.run('a mistake is tried again: what was played, a better move, the best one; the game stays as it is', async () => {
  const page = await tests.open(address, { reducedMotion: 'reduce' })
  await openMistake(page)
  const before = await squares(page)
  await says(page, '.moves-worth', /^Black/)
  await page.waitForSelector('.missed.piece-black[data-missed=g8]')
  await page.keyboard.press('a')
  await says(page, '.moves-worth', /^White/) // the side whose values the analysis tells
  assert.equal(await page.locator('.missed, .arrow-ring').count(), 0)
  await page.keyboard.press('a')
  await says(page, '.moves-worth', /^Black/)
  const given = await page.evaluate(async () => {
    const settled = async () => {
      for (const _ of 'xxx') await null // so far the press itself
    }
    ;[...document.querySelectorAll('.judgement button')].find(button => button.textContent === 'Try again').click()
    await settled()
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }))
    await settled()
    return document.querySelector('.again') === null
  })
  assert.ok(given, 'it is given up as soon as it is begun')
  await page.click('text="Try again"')
  await page.waitForSelector('.again:has-text("find a better move than g2")')
  const buttons = () => page.locator('.again button').evaluateAll(all => all.map(one => [one.textContent, one.offsetLeft, one.offsetTop]))
  const asked = await buttons()
  await page.click('[data-square=g2]')
  await page.waitForSelector('.again.same')
  assert.deepEqual(await buttons(), asked)
  await page.click('text="Once more"')
  await page.click('[data-square=g8]')
  await page.waitForSelector('.again.right:has-text("g8 is the best move (+18")')
  assert.deepEqual(await buttons(), asked)
  await page.click('text="Once more"')
  await page.click('[data-square=h1]')
  await page.waitForSelector('.again.better:has-text("h1 (+12")')
  await page.keyboard.press('Escape')
  await page.waitForSelector('.again', { state: 'detached' })
  assert.equal(await squares(page), before)
  assert.deepEqual(await moves(page), ['g2'])
  await page.locator('.moves').press('t')
  await page.waitForSelector('.again')
  await page.click('text="Show the move"')
  await page.waitForSelector('.again.shown:has-text("g8 (+18")')
  await page.locator('.moves').press('Home')
  await page.locator('.moves').press('End')
  await page.waitForSelector('.again', { state: 'detached' })
})

await tests.run('the search for a move that was tried is stopped by leaving the mistake, the game or the view', async () => {
  const page = await tests.open(address, { reducedMotion: 'reduce' })
  await openMistake(page)
  const stopped = await holdQuestions(page)
  const leave = [
    () => page.keyboard.press('Escape'),
    () => page.click('text="Back to the review"'),
    () => page.locator('.moves').press('Home'),
    () => page.evaluate(() => (location.hash = '#/learn')),
  ]
  for (const [at, away] of leave.entries()) {
    await page.locator('.moves').press('End')
    await page.click('text="Try again"')
    await page.click('[data-square=h1]')
    await page.waitForSelector('.again.checking')
    await stopped(...Array(at).fill(true), false)
    await away()
    await stopped(...Array(at + 1).fill(true))
  }
})

await tests.run('overlays are switched on, kept, and drawn in what is previewed, too', async () => {
  const page = await tests.open(address, { reducedMotion: 'reduce' })
  await openText(page, games.othello)
  await reviewed(page)
  await page.locator('.moves').press('End')
  const menu = page.locator('.walk .menu > summary')
  await menu.click()
  for (const name of ['Stable discs', 'Frontier discs', 'Mobility of both sides', 'Parity of regions']) await page.getByLabel(name).check()
  assert.equal(await page.locator('[data-stable]').count(), 64) // the board is full
  assert.equal(await page.locator('[data-frontier], [data-region], [data-mobility]').count(), 0)
  await page.keyboard.press('Escape')
  await page.locator('.moves').press('Home')
  assert.equal(await page.locator('[data-stable]').count(), 0)
  assert.equal(await page.locator('[data-frontier]').count(), 4)
  assert.equal(await page.locator('[data-region="60"]').count(), 60)
  assert.equal(await page.locator('[data-mobility]').count(), 8) // four of each side
  await page.reload()
  await page.waitForSelector('[data-stable], [data-frontier]') // at the end or at the start
})

for (const [game, offered, marks] of [
  ['loa', ['Mobility of both sides'], 40], // 20 squares that the pieces of each side reach from the start
  ['draughts', ['Mobility of both sides'], 16],
  ['tothello', ['Stable discs'], 0],
])
  await tests.run(`${game}: the overlays that mean something there are offered`, async () => {
    const page = await tests.open(address, { reducedMotion: 'reduce' })
    await openText(page, games[game])
    await page.waitForSelector('.review .moves')
    await page.locator('.walk .menu > summary').click()
    const switches = page.locator('.walk .menu label')
    assert.deepEqual((await switches.allTextContents()).map(text => text.trim()), [...offered, 'Arrows and circles'])
    await switches.first().click()
    await page.keyboard.press('Escape')
    await page.locator('.moves').press('Home')
    await page.waitForFunction(marks => document.querySelectorAll('[data-mobility]').length === marks, marks)
    const squares = await page.$$eval('.overlay-mobility', all => all.map(mark => `${mark.getAttribute('class')} ${mark.dataset.mobility}`))
    assert.equal(new Set(squares).size, marks)
  })

await tests.run('arrows and circles are drawn by keyboard: Shift and Enter on two squares, or Enter in their mode', async () => {
  const page = await tests.open(address, { reducedMotion: 'reduce' })
  await openText(page, short)
  await page.waitForSelector('.review .moves')
  await page.locator('.moves').press('End')
  const count = (await moves(page)).length
  const cell = name => page.locator(`[data-square=${name}]`)
  await cell('b2').press('Shift+Enter')
  await page.waitForSelector('.arrow-ring.drawn') // where it begins
  await page.waitForFunction(() => /From b2/.test(document.querySelector('[data-testid="announcer"]').textContent))
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowUp', 'Shift+Enter']) await page.keyboard.press(key)
  await page.waitForSelector('.arrow.drawn')
  assert.equal(await page.locator('.arrow-ring.drawn').count(), 0)
  await page.waitForFunction(() => /Arrow from b2 to d/.test(document.querySelector('[data-testid="announcer"]').textContent))
  await cell('c4').press('Shift+Enter')
  await page.keyboard.press('Shift+Enter')
  await page.waitForFunction(() => /Circle on c4/.test(document.querySelector('[data-testid="announcer"]').textContent))
  await page.waitForSelector('.arrow-ring.drawn')
  for (const _ of 'xx') await page.keyboard.press('Shift+Enter')
  await page.waitForSelector('.arrow-ring.drawn', { state: 'detached' })
  await page.keyboard.press('Escape')
  await page.waitForSelector('.arrow.drawn', { state: 'detached' })
  await page.locator('.walk .menu > summary').click()
  await page.getByLabel('Arrows and circles').check()
  await page.keyboard.press('Escape') // the menu
  const [legal] = await page.evaluate(moves => globalThis.flank.rules.line({ game: 'othello', moves }).legal, await moves(page))
  await cell(legal.to).press('Enter')
  await page.keyboard.press(' ')
  await page.waitForSelector('.arrow-ring.drawn')
  assert.equal((await moves(page)).length, count)
})

await tests.run('the focus stays in the view when a panel goes with its own button: it is on the board', async () => {
  const page = await tests.open(address, { reducedMotion: 'reduce' })
  await openMistake(page)
  const pressed = async text => {
    const button = page.getByRole('button', { name: text, exact: true })
    await button.focus()
    await page.keyboard.press('Enter')
  }
  const onBoard = () => page.waitForFunction(() => document.activeElement.closest('.table-board [data-square]'))
  await pressed('Try again')
  await onBoard()
  await pressed('Back to the review')
  await page.waitForSelector('.again', { state: 'detached' })
  await onBoard()
  await page.locator('.moves').press('Home')
  await page.keyboard.press('a')
  for (const text of ['Back to the game', 'Go on from here']) {
    const move = page.locator('.engine-line .move').first()
    await move.waitFor()
    await move.focus()
    await page.keyboard.press('Enter')
    await page.waitForSelector('.preview-bar')
    await pressed(text)
    await page.waitForSelector('.preview-bar', { state: 'detached' })
    await onBoard()
  }
})

await tests.run('arrows and circles are drawn with the right button or in their mode, and cleared with Escape', async () => {
  const page = await tests.open(address, { reducedMotion: 'reduce' })
  await openText(page, short)
  await page.waitForSelector('.review .moves')
  const at = async name => {
    const { x, y, width, height } = await page.locator(`[data-square=${name}]`).boundingBox()
    return [x + width / 2, y + height / 2]
  }
  const draw = async (from, to, button) => {
    await page.mouse.move(...(await at(from)))
    await page.mouse.down({ button })
    await page.mouse.move(...(await at(to)), { steps: 3 })
    await page.mouse.up({ button })
  }
  await draw('b2', 'g5', 'right')
  await draw('c4', 'c4', 'right')
  await page.waitForSelector('.arrow.drawn')
  assert.equal(await page.locator('.arrow-ring.drawn').count(), 1)
  await draw('c4', 'c4', 'right')
  assert.equal(await page.locator('.arrow-ring.drawn').count(), 0)
  await page.locator('.moves').press('End')
  await page.waitForSelector('.arrow.drawn', { state: 'detached' })
  await draw('a1', 'b1', 'right')
  await page.keyboard.press('Escape')
  await page.waitForSelector('.arrow.drawn', { state: 'detached' })
  await page.locator('.walk .menu > summary').click()
  await page.getByLabel('Arrows and circles').check()
  await page.keyboard.press('Escape') // the menu
  const count = (await moves(page)).length
  const [legal] = await page.evaluate(moves => globalThis.flank.rules.line({ game: 'othello', moves }).legal, await moves(page))
  await draw(legal.to, legal.to, 'left')
  await page.waitForSelector('.arrow-ring.drawn')
  assert.equal((await moves(page)).length, count)
  await page.keyboard.press('Escape')
  await page.waitForSelector('.drawing', { state: 'detached' })
  assert.equal(await page.locator('.drawn').count(), 0)
})

await tests.run('the words of a review are made of few formats of the browser, which are slow to make', async () => {
  const page = await tests.open()
  await page.addInitScript(() => {
    globalThis.made = 0
    for (const name of ['PluralRules', 'NumberFormat', 'DateTimeFormat'])
      Intl[name] = new Proxy(Intl[name], { construct: (made, given) => (globalThis.made++, new made(...given)) })
  })
  await page.goto(`${site.url}#/review?g=${games.othello.replaceAll('pass', '')}`)
  await reviewed(page)
  await page.locator('.moves').press('End')
  await page.locator('.moves').press('Home')
  const made = await page.evaluate('globalThis.made')
  assert.ok(made > 0 && made <= 10, `${made} of them`) // one for each kind of number
})

/** In the page: press a key; the elements within the selectors that were drawn anew for it, changed or not: "button", "svg" … */
async function drawnAnew([key, selectors]) {
  const seen = () => {
    const all = new Set()
    const walk = node => {
      if (Array.isArray(node)) node.forEach(walk)
      else if (node && typeof node === 'object') {
        all.add(node)
        walk(node.__k) // Preact's name for what is drawn within
      }
    }
    walk([...document.querySelectorAll('*')].find(element => element.__k).__k)
    return all
  }
  const before = seen()
  document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
  await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))
  const anew = [...seen()].filter(node => typeof node.type === 'string' && !before.has(node))
  return selectors.map(selector => anew.filter(({ __e: element }) => element.closest(selector)).map(({ type }) => type).sort().join(' '))
}

await tests.run('a step draws two moves anew and the line in the graph, and neither the list nor the sums', async () => {
  const page = await tests.open(`${site.url}#/review?g=${games.othello.replaceAll('pass', '')}`, { reducedMotion: 'reduce' })
  await reviewed(page)
  await page.locator('.moves').press('End')
  for (const key of ['Home', 'End', 'ArrowLeft']) {
    const left = await page.$eval('.moves .current', one => one.dataset.ply).catch(() => '0')
    const [moves, graph, sums, squares] = await page.evaluate(drawnAnew, [key, ['.moves', '.graph', '.summary', 'rect.square']])
    assert.notEqual(await page.$eval('.moves .current', one => one.dataset.ply).catch(() => '0'), left, key)
    assert.match(moves, /^(button ?)*(span ?)*$/, key)
    assert.ok(moves.split(' ').filter(type => type === 'button').length <= 2, `${key}: ${moves}`)
    assert.deepEqual([graph, sums], ['div line svg', ''], key)
    assert.ok(squares.split(' ').length <= 4, `${key}: ${squares}`) // the last move of before, and of now
  }
})

await tests.end()
