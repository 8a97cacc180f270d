// SPDX-License-Identifier: MIT
//
// The page's languages: whole, alike in what they name, chosen by the browser's wish or in the settings, in every view; and none
// is too long for a small phone.
import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { drawn, require, Site, speak, Tests } from './harness.mjs'
import { historyModules, playedGame } from './history_page.mjs'
import { tooWide } from './room.mjs'

const tests = new Tests()
const site = await Site.start()
const SMALL_PHONE = { viewport: { width: 320, height: 640 }, hasTouch: true }
const foreign = ['zh-Hant', 'zh-Hans', 'ja', 'tr']
const texts = await loadTexts(tag => `export { texts as '${tag}' } from './${tag}.ts'`, "export { en } from './en/index.ts'")
const errors = await loadTexts(
  tag => `export { errors as '${tag}' } from './errors/${tag}.ts'`,
  "export * from './errors/index.ts'\nexport { errors as english } from './errors/en.ts'",
)
const learn = await loadTexts(tag => `export { learn as '${tag}' } from './learn/${tag}.ts'`, "export { learn as en } from './learn/en.ts'")

/** The texts of all languages, made from TypeScript: a line of JavaScript for each of them, and one before them. */
async function loadTexts(lineOf, first) {
  const { rolldown } = require('rolldown')
  const folder = fileURLToPath(new URL('../../web/src/i18n', import.meta.url))
  const out = mkdtempSync(join(tmpdir(), 'flank-texts-'))
  const all = [first, ...foreign.map(lineOf)].join('\n').replaceAll("'./", `'${folder}/`)
  const plugin = { name: 'all', resolveId: id => (id === 'all' ? id : null), load: id => (id === 'all' ? all : null) }
  const bundle = await rolldown({ input: 'all', plugins: [plugin], platform: 'node' })
  await bundle.write({ file: join(out, 'texts.mjs'), format: 'esm' })
  const loaded = { ...(await import(pathToFileURL(join(out, 'texts.mjs')).href)) }
  rmSync(out, { recursive: true })
  return loaded
}

// ---- The texts

const placeholders = text => [...text.matchAll(/\{\w+\}/g)].map(([name]) => name).sort().join(' ')

/** Names that stay as they are: everywhere, or in a language with Latin letters. */
const NAMES = {
  all: ['game.tothello', 'contests.tothello', 'style.fen', 'style.hub'],
  tr: ['game.othello', 'game.loa', 'contests.uva220', 'contests.qoj13463', 'contests.uva395'],
}
const namesOf = tag => [...NAMES.all, ...(NAMES[tag] ?? [])]

for (const tag of foreign) {
  await tests.run(`${tag} has every text, with the same things named in it`, () => {
    for (const all of [texts, learn]) {
      assert.deepEqual(Object.keys(all[tag]).sort(), Object.keys(all.en).sort())
      const other = Object.keys(all.en).filter(key => placeholders(all[tag][key]) !== placeholders(all.en[key]))
      assert.deepEqual(other, [])
    }
  })

  await tests.run(`${tag} says nothing in English`, () => {
    const hasWords = text => /\p{L}/u.test(text.replace(/\{\w+\}/g, ''))
    for (const all of [texts, learn]) {
      const same = Object.keys(all.en).filter(key => hasWords(all.en[key]) && all[tag][key] === all.en[key])
      assert.deepEqual(same.filter(key => !namesOf(tag).includes(key)), [])
    }
  })
}

await tests.run('every notation of positions has a name', () => {
  for (const style of ['board', 'fen', 'hex', 'lists', 'numeric', 'hub']) assert.ok(texts.en[`style.${style}`], style)
})

await tests.run('the two kinds of Chinese are not mixed up', () => {
  const letters = tag => [texts, errors, learn].flatMap(all => Object.values(all[tag])).join('')
  assert.match(letters('zh-Hant'), /這裡/)
  assert.match(letters('zh-Hans'), /这里/)
  assert.doesNotMatch(letters('zh-Hant'), /[们个这为与对开关选择击无盘档让还说话]/u)
  assert.doesNotMatch(letters('zh-Hans'), /[們個這為與對開關選擇擊無盤檔讓還說話]/u)
})

await tests.run('a language has one word for one thing', () => {
  const others = {
    'zh-Hans': /您|棋局库|认得|着手|注释|棋类|摆设|……/u,
    'zh-Hant': /您|棋局庫|認得|著手|注釋|棋類|擺設|……/u,
    ja: /(ブラウザ|メモリ|サーバ|バッファ|フォルダ)(?!ー)|ライブラリ|定石ブック/u,
  }
  for (const [tag, pattern] of Object.entries(others)) {
    const all = [texts, errors, learn].flatMap(each => Object.values(each[tag]))
    assert.deepEqual(all.filter(text => pattern.test(text)), [], tag)
  }
})

// ---- Names of openings

const named = ['zh-Hant', 'zh-Hans', 'ja']
const tables = await loadTexts(tag => (named.includes(tag) ? `export { names as '${tag}' } from './openings/${tag}.ts'` : ''), '')

await tests.run('names of openings are those of openings that there are', () => {
  const rows = readFileSync(new URL('../../data/opening-names.txt', import.meta.url), 'utf8').split('\n')
  const names = rows.flatMap(row => (row && !row.startsWith('#') ? row.replace(/^\S+ /, '') : []))
  for (const tag of named) {
    assert.deepEqual(Object.keys(tables[tag]).filter(name => !names.includes(name)), [], tag)
    assert.deepEqual(Object.values(tables[tag]).filter(name => !/\p{Script=Han}|\p{Script=Katakana}/u.test(name)), [], tag)
  }
})

for (const [tag, line, name] of [
  ['ja', 'f5d6c3d3c4', '虎定石'],
  ['ja', 'd3c3c4', '斜め取り'], // another first move: the same opening turned
  ['ja', 'f5d6c3d3c4f4c5b3c2e3', '酉定石'],
  ['ja', 'f5d6c4g5c6', '燕定石'],
  ['ja', 'f5d6c3d3c4f4f6', 'Stephenson'], // no Japanese name
  ['zh-Hant', 'f5f4', '平行開局'],
  ['zh-Hans', 'f5f6', '对角开局'],
  ['zh-Hans', 'f5f6e6f4e3d6', '烟囱'],
  ['tr', 'f5d6', 'Perpendicular Opening'],
])
  await tests.run(`${tag} calls ${line} ${name}`, async () => {
    const page = await tests.open(`${site.url}#/play?g=${line}`, { locale: tag })
    await page.locator('[data-testid=opening]').getByText(name, { exact: true }).waitFor()
    await page.goto(`${site.url}#/study?g=${line}`)
    await page.locator('h2[data-testid=opening]').getByText(name, { exact: true }).waitFor()
  })

await tests.run('an opening is found by its name in the language and in English', async () => {
  const page = await tests.open(`${site.url}#/study`, { locale: 'ja' })
  await page.locator('.opening-names').getByText('虎定石', { exact: true }).waitFor()
  for (const text of ['ライトニング', 'lightning']) {
    await page.locator('.opening-list input').fill(text)
    await page.waitForFunction(() => document.querySelectorAll('.opening-names li').length === 1)
    await page.locator('.opening-names').getByText('ライトニングボルト').waitFor()
  }
})

// ---- Texts of the engine and the parsers

const plain = { color: name => name, reason: (_, words) => words }
const plainly = (tag, code, ...args) => errors.rendered(errors[tag], { code, arguments: args }, plain)
const part = (code, ...args) => ({ code, arguments: args })

await tests.run('an error is told with the messages in it, and what somebody has typed stays', () => {
  assert.equal(plainly('ja', 'EXPECTED_FOUND', part('A_CLOSING_QUOTE'), part('THE_END_OF_LINE')), 'ここに来るはずのもの：閉じる引用符。あったもの：行末')
  assert.equal(plainly('tr', 'AT_MOVE', 5, part('NOT_A_SQUARE', 'a move')), "hamle 5: 'a move' ne a1–h8 arasında bir kare ne de 'pass'")
  assert.equal(plainly('zh-Hans', 'CONTEST_ROW_ENDS', 3, part('A_GAME'), 12, 1), '对局 12 的第 3 行到 1 格就结束，应有 8 格')
  assert.equal(plainly('zh-Hant', 'MOVE_TURNS_NOTHING', 'a4'), '這裡不能下 a4：翻不了任何棋子')
  assert.equal(plainly('english', 'CONTEST_ROW_ENDS', 3, part('A_GAME'), 12, 1), 'row 3 of game 12 ends after 1 square, expected 8')
  assert.equal(plainly('english', 'MUST_CAPTURE_COUNT', part('THIS_CAPTURE'), 2), 'this capture is not legal here: a capture of 2 pieces must be made')
  assert.equal(errors.rendered(errors.ja, { code: 'UNKNOWN', arguments: [], error: 'Not known here' }, plain), 'Not known here')
})

await tests.run('a game that cannot be read is told in Japanese, with the place', async () => {
  const page = await tests.open(`${site.url}#/review`, { locale: 'ja' })
  await page.locator('#open-text').fill('f5d6c3x9')
  await page.getByRole('button', { name: texts.ja['review.open.read'], exact: true }).click()
  await page.locator('.failure', { hasText: "1 行 7 文字目：'x9' は a1～h8 のマスでも 'pass' でもありません" }).waitFor() // its texts are fetched
})

await tests.run("a contest problem's error is told in Turkish, colours among its words", async () => {
  const page = await tests.open(`${site.url}#/contests?problem=uva220`, { locale: 'tr' })
  const input = page.locator('.contests-texts textarea').first()
  await page.waitForSelector('.contests .board')
  await input.fill((await input.inputValue()).replace('M35', 'M11'))
  const told = /^Satır 12: oyun 1, M11: olası bir hamle değil \(Beyaz\), şunlardan biri beklenir: \(3,5\)/
  await page.locator('.contests-failure', { hasText: told }).waitFor()
})

await tests.run('a position that cannot be is told in Chinese', async () => {
  const page = await tests.open(`${site.url}#/setup`, { locale: 'zh-TW' })
  await page.waitForSelector('.setup-texts')
  await page.locator('.setup-texts textarea').first().fill('W:Wa2:Ba2')
  await page.getByRole('button', { name: texts['zh-Hant']['setup.read'], exact: true }).click()
  await page.getByText('a2 上有兩個棋子').waitFor()
})

// ---- Choice of the language

const spoken = page => page.evaluate(() => document.documentElement.lang)
const heading = (page, tag) => page.waitForSelector(`h1:text-is("${texts[tag]['nav.settings']}")`)

for (const [locale, tag] of [
  ['zh-TW', 'zh-Hant'],
  ['zh-HK', 'zh-Hant'],
  ['zh-CN', 'zh-Hans'],
  ['zh', 'zh-Hans'],
  ['ja', 'ja'],
  ['ja-JP', 'ja'],
  ['tr-TR', 'tr'],
  ['en-GB', 'en'],
  ['de-DE', 'en'],
])
  await tests.run(`a browser that wishes ${locale} gets ${tag}`, async () => {
    const page = await tests.open(`${site.url}#/settings`, { locale })
    await heading(page, tag)
    assert.equal(await spoken(page), tag)
  })

const settle = page => page.waitForFunction(() => !document.querySelector('.loading'))

async function choose(page, tag) {
  await page.goto(`${site.url}#/settings`)
  await page.locator('select').selectOption(tag)
  await heading(page, tag)
}

const GAME = 'g=f5d6c3d3c4f4f6f3e6e7d7'
const history = await historyModules(process.argv[2])
const some = [
  { game: 'loa' },
  { game: 'draughts', side: 1, level: 60 }, // of the level with the longest word
  { plies: 20, ending: { winner: 1, how: 'resigned' } },
  { plies: 21, ending: { winner: 1, how: 'time' } },
  { plies: 12 },
  { byRules: 'goal=fewest', players: ['person', 'person'] },
].map((how, hour) => playedGame(history, hour, how))
const kept = { name: 'kept.flank', mimeType: 'text/plain', buffer: Buffer.from(history.gamesText(history.rules, some)) }

/** Every view, how one knows that it is there, and what is opened in it. */
const views = [
  ['play', '.play .board'],
  ['play', '.new-game', (page, tag) => page.getByRole('button', { name: texts[tag]['play.new'], exact: true }).click()],
  ['learn', '.learn-board .board'],
  ['learn?game=draughts&task=3', '[data-task="draughts.offer"] .board'],
  ['review', '.open-panel'],
  [`review?${GAME}`, '.review .moves'],
  [`review?${GAME}&more`, 'dialog.share', (page, tag) => page.getByRole('button', { name: texts[tag]['share.open'], exact: true }).click()],
  ['setup', '.setup-texts'],
  ['study?g=f5d6', '.explorer .board'],
  ['study?tab=drills', '.new-deck'],
  ['puzzles', '.puzzles-board'],
  ...['uva220', 'qoj13463', 'uva395', 'tothello', 'xtreme10'].map((name, at) => [
    `contests?problem=${name}`,
    `.contests-list button:nth-child(${at + 1})[aria-pressed=true]`,
  ]),
  ['history', '.history-row', page => page.setInputFiles('.history input[type=file]', kept)],
  ['settings', '.settings .board'],
]

async function show(page, tag, [hash, sign, open]) {
  await page.goto(`${site.url}#/${hash}`)
  await page.waitForSelector('main h1, main h2', { state: 'attached' })
  if (open) await open(page, tag)
  await page.waitForSelector(sign)
}

/** All that one reads or hears on the page, each once, but for the names of openings. */
const said = page =>
  page.evaluate(() => {
    const names = '.opening-names, .leads-to, select[name=opening], [data-testid=opening]'
    const words = new Set()
    for (const element of document.body.querySelectorAll(`:not(:is(${names}), :is(${names}) *)`))
      for (const node of element.childNodes) if (node.nodeType === Node.TEXT_NODE) words.add(node.data.trim())
    for (const element of document.querySelectorAll('*'))
      for (const name of ['aria-label', 'title', 'placeholder', 'alt', 'aria-valuetext']) words.add(element.getAttribute(name)?.trim())
    return [...words].filter(text => text && /\p{L}{3}/u.test(text))
  })

/** Names, those of languages, formats and notations too, and what has no words in it: moves, keys. */
const isName = (tag, text) =>
  namesOf(tag).some(key => texts.en[key] === text) || /^(Flank|English|繁體中文|简体中文|日本語|Türkçe|PNG|SVG|board|fen|hex)$/.test(text)
// A game and its opening, which keep their names.
const isOpening = text => text.includes(' · ')
const isMoves = text => !text.includes(' ') && /\d/.test(text)

const english = new Map()
for (const tag of ['ja', 'tr'])
  await tests.run(`choosing ${tag} changes every view at once, and stays`, async () => {
    const page = await tests.open(`${site.url}#/settings`, { locale: 'en-US' })
    await heading(page, 'en')
    await settle(page)
    if (!english.size)
      for (const view of views) {
        await show(page, 'en', view)
        english.set(view, await said(page))
      }
    await page.reload() // closes dialogs
    await choose(page, tag)
    await page.reload()
    await heading(page, tag)
    assert.equal(await spoken(page), tag)
    for (const view of views) {
      await show(page, tag, view)
      const now = new Set(await said(page))
      assert.deepEqual(english.get(view).filter(text => now.has(text) && !isName(tag, text) && !isOpening(text) && !isMoves(text)), [], view[0])
    }
  })

await tests.run('what is open follows a language that is chosen in another window', async () => {
  const page = await tests.open(`${site.url}#/contests?problem=uva395`, { locale: 'en' })
  const step = text => page.locator('.contests-steps [role=status]', { hasText: text }).waitFor()
  await step(texts.en['contests.loa_moves'].replace('{count}', '36'))
  await speak(page, 'ja')
  await step(texts.ja['contests.loa_moves'].replace('{count}', '36'))
  await page.goto(`${site.url}#/review?${GAME}`)
  await page.locator('.review-tools [aria-haspopup=dialog]').first().click()
  const format = text => page.locator('#share-style option', { hasText: text }).first().waitFor({ state: 'attached' })
  await format(texts.ja['share.format.transcript'])
  await speak(page, 'tr')
  await format(texts.tr['share.format.transcript'])
})

/** Words of paragraphs and headings that a line's end breaks in two. */
const brokenWords = page =>
  page.evaluate(() => {
    const words = new Intl.Segmenter('ja', { granularity: 'word' })
    const range = document.createRange()
    const found = []
    for (const element of document.querySelectorAll('main :is(p, h1, h2, li):not(.unseen, .hidden-text)'))
      for (const node of element.childNodes)
        for (const { segment, index, isWordLike } of node.nodeType === Node.TEXT_NODE ? words.segment(node.data) : []) {
          range.setStart(node, index)
          range.setEnd(node, index + segment.length)
          if (isWordLike && new Set([...range.getClientRects()].map(({ top }) => top)).size > 1) found.push(segment)
        }
    return found
  })

await tests.run('Japanese lines end between words', async () => {
  const page = await tests.open(null, { viewport: { width: 390, height: 844 }, locale: 'ja' })
  for (const view of ['history', 'settings', 'learn?game=loa', 'live', 'play', 'puzzles']) {
    await page.goto(`${site.url}#/${view}`)
    await page.waitForSelector(':lang(ja) main :is(h1, h2)', { state: 'attached' })
    for (const width of [360, 390, 320]) {
      await page.setViewportSize({ width, height: 844 })
      await drawn(page)
      assert.deepEqual(await brokenWords(page), [], `${view} at ${width}`)
    }
  }
})

// ---- Room

for (const view of views)
  await tests.run(`${view[0]}, ${view[1]} fits on a small phone, in every language`, async () => {
    const page = await tests.open(null, { ...SMALL_PHONE, locale: 'en' })
    await show(page, 'en', view)
    const wide = []
    for (const tag of ['en', ...foreign]) {
      await speak(page, tag)
      await drawn(page)
      for (const one of await tooWide(page)) wide.push(`${tag}: ${one}`)
    }
    assert.deepEqual(wide, [])
  })

await tests.end()
