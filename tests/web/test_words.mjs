// SPDX-License-Identifier: MIT
//
// What the views say and work out, without a browser: sentences of a review, verdicts of a drill, boards that are set up,
// the boards of contest inputs.
//
//   node test_words.mjs
import assert from 'node:assert/strict'
import { pageModule, Tests } from './harness.mjs'

const { valueText, lossText, lineText, percent, sentence, turnText, lostSentence, refutationSentence } = await pageModule('views/review/words.ts')
const { worthOf, ownComment, fetchWritten, verdictSentence, chooseLanguage, languages } = await pageModule(
  'views/review/reviewing.ts', 'views/review/words.ts', 'views/review/written.ts', 'i18n/index.ts')
const { rulesTexts } = await pageModule('parts/game_names.ts')
const { judge, answerText, shownText } = await pageModule('views/study/verdict.ts')
const { withPiece, mirroredSideways, mirroredUpDown, colorsSwapped } = await pageModule('views/setup/board_edit.ts')
const { boardOf, linesOf } = await pageModule('views/contests/contest_problem.ts')
const { findWay, xtreme10 } = await pageModule('views/contests/xtreme10.ts')
const { uva220 } = await pageModule('views/contests/uva220.ts')
const { decimal, filled } = await pageModule('i18n/index.ts')
const { resultOf } = await pageModule('game/source.ts')
const { endingText } = await pageModule('views/play/texts.ts')
const { dropSeat, keepSeat, keptSeats } = await pageModule('views/live/seat.ts')
const othello = { scores_discs: true, glyphs: ['X', 'O'] }
const draughts = { scores_discs: false, glyphs: ['w', 'b', 'W', 'B'] }
const loa = { scores_discs: false, glyphs: ['X', 'O'], colors: ['black', 'white'] }

const tests = new Tests()

await tests.run('values', () => {
  const rows = [
    [{ score: 1.44 }, '+1.4'], [{ score: -1.46 }, '−1.5'], [{ score: 0.04 }, '0.0'], [{ score: -0.04 }, '0.0'], [{ score: 0.05 }, '+0.1'],
    [{ score: 2, exact: true }, '+2'], [{ score: -12, exact: true }, '−12'], [{ score: 0, exact: true }, '0'],
    [{ score: 9, win_in: 5 }, 'win in 5'], [{ score: 9, win_in: 0 }, 'won'], [{ score: -9, loss_in: 3 }, 'loss in 3'], [{ score: -9, loss_in: 0 }, 'lost'],
  ]
  for (const [value, text] of rows) assert.equal(valueText(othello, value), text)
  assert.equal(valueText(loa, { score: 0, exact: true }), 'draw')
  assert.equal(valueText(loa, { score: 0 }), '0.0')
})

await tests.run('whole numbers are written as the browser writes them in each language, without asking it', () => {
  const asked = []
  const { NumberFormat } = Intl
  Intl.NumberFormat = class extends NumberFormat {
    constructor(...given) {
      super(...given)
      asked.push(given)
    }
  }
  const own = [-9999, -17, 0, 3, 64, 2026, 9999].map(value => [value, decimal(value, 3)])
  Intl.NumberFormat = NumberFormat
  assert.deepEqual(asked, [])
  for (const tag of ['en', 'zh-Hant', 'zh-Hans', 'ja', 'tr'])
    for (const [value, text] of own) assert.equal(new NumberFormat(tag, { maximumFractionDigits: 3, useGrouping: 'min2' }).format(value), text)
  assert.equal(decimal(12_345, 0), '12,345')
  assert.equal(decimal(2, 1, 1), '2.0')
})

await tests.run('a line of Chinese or Japanese never ends between a number and its counter', () => {
  const rows = [
    ['{n} 手', '12\u00a0手'], ['第{n}局', '第12\u2060局'], ['1 行に {n} 回', '1\u00a0行に 12\u00a0回'], ['{n}万 局面', '12\u2060万\u00a0局面'],
    ['手：{n}、残り {n}%', '手：12、残り 12%'], ['{n} moves', '12 moves'],
  ]
  for (const [text, joined] of rows) assert.equal(filled(text, { n: 12 }), joined)
})

await tests.run('the result of a game that is over is counted by its own rules', () => {
  const colors = ['black', 'white']
  const result = (facts, line, tags = {}) => resultOf({ tags, facts: { colors, ...facts }, root: { children: [] }, lineAt: () => ({ start_side: 'black', ...line }) })
  const board = (black, white) => 'X'.repeat(black) + 'O'.repeat(white) + '-'.repeat(64 - black - white)
  const rows = [
    [{ over: true, winner: 'white', discs: -24, board: board(20, 44) }, '20–44'],
    [{ over: true, winner: 'black', discs: 64, board: board(13, 0) }, '64–0'], // empty squares go to the winner
    [{ over: true, winner: 'black', discs: 24, board: board(20, 44) }, '20–44'], // the fewest win
    [{ over: true, winner: 'black', discs: 4, board: board(20, 16) }, '20–16'], // 36 squares
    [{ over: true, winner: 'black', discs: 10, board: board(20, 10) }, '20–10'], // Tothello
    [{ over: true, winner: null, discs: 0, board: board(32, 32) }, '32–32'],
    [{ over: false, board: board(20, 10) }, undefined],
  ]
  for (const [line, text] of rows) assert.equal(result(othello, line), text)
  assert.equal(result(loa, { over: true, winner: 'white', board: board(3, 1) }), '0–1')
  assert.equal(result(othello, { over: false, board: board(3, 1) }, { Result: '0-1' }), '0–1')
  const told = { Result: '1-0', Discs: '+4' }
  assert.equal(result({ ...othello, name: 'othello' }, { over: false, board: board(3, 1) }, told), '34–30')
  assert.equal(result({ ...othello, name: 'tothello' }, { over: true, winner: 'black', discs: 4, board: board(20, 16) }, told), '20–16')
})

await tests.run('the end of a game is told to the one who played it, and of two people or engines by their colours', () => {
  const facts = { colors: ['black', 'white'], scores_discs: false }
  const told = (players, ending) => endingText({ tree: { facts }, settings: { value: { players } } }, ending)
  const resigned = { winner: 1, how: 'resigned' }
  const rows = [
    [['person', 'engine'], resigned, 'You lost: you have resigned'],
    [['friend', 'person'], resigned, 'You won: the other side resigned'],
    [['person', 'friend'], resigned, 'You lost: you have resigned'],
    [['person', 'person'], resigned, 'White has won: the other side resigned'],
    [['engine', 'person'], { winner: 0, how: 'time' }, 'You lost: time is up'],
    [['engine', 'engine'], { winner: 0, how: 'time' }, 'Black has won: time is up'],
    [['person', 'engine'], { winner: 0, how: 'rules', code: 'NO_MOVE_LEFT', words: '' }, 'You won: nobody has a move left'],
    [['person', 'engine'], { winner: 1, how: 'rules', code: 'CONNECTED', words: '' }, 'You lost: White’s pieces are all connected'],
    [['person', 'engine'], { winner: 0, how: 'rules', code: 'NO_PIECE_LEFT', words: '' }, 'You won: the other side has no piece left'],
    [['person', 'engine'], { winner: 1, how: 'rules', code: 'NO_PIECE_LEFT', words: '' }, 'You lost: you have no piece left'],
    [['engine', 'person'], { winner: 0, how: 'rules', code: 'NO_LEGAL_MOVE', words: '' }, 'You lost: you have no legal move'],
    [['person', 'person'], { winner: 0, how: 'rules', code: 'NO_LEGAL_MOVE', words: '' }, 'Black has won: the other side has no legal move'],
    [['person', 'person'], { winner: null, how: 'rules', code: 'BOTH_CONNECTED', words: '' }, 'A draw: both sides are connected'],
    [['person', 'engine'], { winner: null, how: 'agreed' }, 'A draw: both agreed'],
  ]
  for (const [players, ending, text] of rows) assert.equal(told(players, ending), text)
})

await tests.run('losses and lines', () => {
  assert.deepEqual([1, 2, 1.52, undefined].map(loss => lossText(othello, { loss })), ['1 disc', '2 discs', '1.5 discs', '0 discs'])
  assert.deepEqual([9.94, 10, 12.3].map(loss => lossText(loa, { loss })), ['9.9\u00a0%', '10\u00a0%', '12\u00a0%'])
  assert.equal(percent(0.256), '26\u00a0%')
  assert.equal(lineText(['a1', 'b1', 'c1', 'd1', 'e1', 'f1']), 'a1 b1 c1 d1 e1 f1')
  assert.equal(lineText(['a1', 'b1', 'c1', 'd1', 'e1', 'f1', 'g1']), 'a1 b1 c1 d1 e1 f1 …')
})

await tests.run('sentences on moves of a game of discs', () => {
  const bad = { move: 'a1', best: 'b1', pv: ['b1', 'c1'], verdict: 'mistake', loss: 4 }
  const rows = [
    [{ move: 'a1', forced: true }, 'a1 was the only move.'],
    [{ ...bad, verdict: 'best', played_score: 2, played_exact: true }, 'a1 is the best move (+2).'],
    [{ move: 'a1', best: 'a1', verdict: 'good', played_score: 2, book: true }, 'a1 is a move of the opening book (+2.0).'],
    [{ move: 'a1', verdict: 'mistake', played_score: 1 }, 'a1 is the best move (+1.0).'],
    [{ ...bad, verdict: 'good', score: 3, played_score: 1, loss: 2 }, 'a1 is good; b1 is better by 2 discs: b1 c1'],
    [{ ...bad, score: 3, played_score: -1 }, 'a1 gives away 4 discs; b1 keeps +3.0: b1 c1'],
    [{ ...bad, score: 0, played_score: -4 }, 'a1 gives away 4 discs; b1 keeps 0.0: b1 c1'],
    [{ ...bad, score: -2, played_score: -6 }, 'a1 gives away 4 discs; with b1 it stays at −2.0: b1 c1'],
    [{ ...bad, score: 2, exact: true, played_score: -2, played_exact: true }, 'a1 turns a win into a loss (−2); b1 wins by +2: b1 c1'],
    [{ ...bad, score: 2, exact: true, played_score: -2 }, 'a1 gives away 4 discs; b1 keeps +2: b1 c1'],
    [{ ...bad, score: 4, exact: true, played_score: 0, played_exact: true }, 'a1 turns a win into a draw; b1 wins by +4: b1 c1'],
    [{ ...bad, score: 0, exact: true, played_score: -4, played_exact: true }, 'a1 turns a draw into a loss (−4); b1 draws: b1 c1'],
    [{ ...bad, score: 6, exact: true, played_score: 2, played_exact: true }, 'a1 gives away 4 discs; b1 keeps +6: b1 c1'],
  ]
  for (const [review, text] of rows) assert.equal(sentence(othello, review), text)
  const alone = { ...bad, pv: ['b1'], score: 0, exact: true, played_score: -4, played_exact: true }
  assert.equal(sentence(othello, alone), 'a1 turns a draw into a loss (−4); b1 draws.')
  assert.equal(sentence(othello, alone, '<b1>'), 'a1 turns a draw into a loss (−4); <b1> draws.') // with buttons in its place
})

await tests.run('sentences on chances, and turning points', () => {
  const bad = { move: 'a1', best: 'b1', verdict: 'mistake', color: 'black', chance: 0.7, loss: 30 }
  assert.equal(sentence(loa, bad), 'a1 lowers the chance to win from 70\u00a0% to 40\u00a0%; better was b1')
  assert.equal(sentence(loa, { ...bad, played_chance: 0.401 }), 'a1 lowers the chance to win from 70\u00a0% to 40\u00a0%; better was b1')
  assert.equal(sentence(loa, { ...bad, verdict: 'good' }), 'a1 is good; a little better is b1')
  assert.equal(sentence(loa, { ...bad, win_in: 3 }), 'a1 misses a win: b1 wins in 3.')
  assert.equal(sentence(loa, { ...bad, played_loss_in: 2 }), 'a1 loses by force; better was b1')
  const turn = (before, after) => turnText({ color: 'black', chance: before, played_chance: after })
  assert.equal(turn(0.7, 0.5), 'Here a lead was lost.')
  assert.equal(turn(0.7, 0.3), 'Here a lead was turned over.')
  assert.equal(turn(0.5, 0.3), 'Here an even game was lost.')
  assert.deepEqual([turn(0.55, 0.45), turn(0.3, 0.7), turn(0.3, 0.1), turnText({ chance: 0.7 })], Array(4).fill(undefined))
})

await tests.run('what a bad move lost, and the line that refutes it', () => {
  const bad = { move: 'a1', best: 'b1', verdict: 'mistake', color: 'black', chance: 0.7, loss: 30, score: 1, played_score: -1 }
  const rows = [
    [{ lost: [{ what: 'men', count: 1 }] }, 'Lost: a man.'],
    [{ lost: [{ what: 'kings', count: 1 }, { what: 'men', count: 2 }] }, 'Lost: a king, 2 men.'],
    [{ lost: [{ what: 'kings', count: 2 }] }, 'Lost: 2 kings.'],
    [{ lost: [{ what: 'win', in: 5 }] }, 'Lost: a win in 5.'],
    [{ lost: [{ what: 'win', in: 5 }], played_score: 0, played_exact: true }, 'Lost: a win in 5, now a draw.'],
    [{ lost: [{ what: 'win', in: 5 }], played_score: -299.96, played_loss_in: 4 }, 'Lost: a win in 5, now a loss in 4.'],
    [{ lost: [{ what: 'draw', in: 4 }], played_loss_in: 4 }, 'Lost: a draw, now a loss in 4.'],
    [{ lost: [{ what: 'game', in: 4 }], played_loss_in: 4 }, 'Lost: the game, in 4.'],
    [{ lost: [{ what: 'connection', count: 4, instead: 2 }] }, 'Lost: connection (4 groups instead of 2).'],
    [{ lost: [{ what: 'cut', count: 2, instead: 4 }] }, 'Lost: the hold on White (2 groups instead of 4).'],
    [{ lost: [{ what: 'initiative' }] }, 'Lost: the initiative.'],
    [{}, undefined],
  ]
  for (const [part, text] of rows) assert.equal(lostSentence(loa, { ...bad, ...part }), text)
  assert.equal(refutationSentence({ ...bad, refutation: ['c1', 'd1'] }), 'Refutation: c1 d1')
  assert.equal(refutationSentence(bad), undefined)
  const whole = { ...bad, lost: [{ what: 'initiative' }], refutation: ['c1'] }
  const sum = 'Mistake: a1 lowers the chance to win from 70\u00a0% to 40\u00a0%; better was b1 · Lost: the initiative. · Refutation: c1'
  assert.equal(verdictSentence(loa, whole), sum)
})

await tests.run('the position behind a move is worth what the move is, whatever was found of it before', () => {
  const nodes = [0, 1, 2].map(ply => ({ ply }))
  const moves = [
    { color: 'black', move: 'a1', best: 'b1', verdict: 'mistake', score: 3, played_score: -1, loss: 4, chance: 0.6, played_chance: 0.45 },
    { color: 'white', move: 'c1', verdict: 'best', score: 0.2, played_score: 0.2, chance: 0.51, played_chance: 0.51 },
    { color: 'black', score: 0.4, chance: 0.5 },
  ]
  const worth = (node, of = moves) => {
    const { color, score, chance } = worthOf({ nodes, game: { moves: of } }, node)
    return [color, score, chance]
  }
  assert.deepEqual(nodes.map(node => worth(node)), [['black', 3, 0.6], ['black', -1, 0.45], ['white', 0.2, 0.51]])
  assert.deepEqual(worth(nodes[1], [{ color: 'black' }, ...moves.slice(1)]), ['white', 0.2, 0.51]) // the first part was not reached
  assert.equal(worthOf({ nodes, game: { moves: [] } }, { ply: 1 }), undefined)
})

await tests.run('rules of every game are told in words that stand alone', () => {
  const rows = {
    loa: ['simultaneous=mover,no_move=lose,repetition=2', 'connecting both wins · no move loses · second repetition draws'],
    draughts: ['promotion=at_once,majority=no,no_progress=100', 'king at once · any capture · draw after 50 idle moves each'],
    othello: ['goal=fewest', 'fewest discs'],
  }
  for (const [game, [rules, text]] of Object.entries(rows)) assert.equal(rulesTexts(game, rules).join(' · '), text)
})

await tests.run('a comment of a review is known again in every language, and one’s own words are not', async () => {
  const node = { move: { move: 'a1' }, ply: 1 }
  const other = { move: { move: 'a2' }, ply: 1 }
  const review = { move: 'a1', best: 'b1', verdict: 'mistake', loss: 4, score: 3, played_score: -1, chance: 0.7, played_chance: 0.4 }
  const reviews = [[othello, { pv: ['b1', 'c1'] }], [othello, { pv: ['b1'] }], [loa, {}], [loa, { win_in: 3 }], [loa, { played_loss_in: 2 }],
    [loa, { color: 'black', lost: [{ what: 'connection', count: 4, instead: 2 }], refutation: ['c1', 'd1'] }]]
  globalThis.document ??= { documentElement: {} }
  await fetchWritten()
  for (const tag of Object.keys(languages)) {
    await chooseLanguage(tag)
    for (const [facts, part] of reviews) {
      const text = verdictSentence(facts, { ...review, ...part })
      assert.doesNotMatch(text, tag === 'en' ? /\u2060/ : /[\u00a0\u2060]/, 'a file has plain blanks')
      await chooseLanguage('en')
      assert.equal(ownComment(null, { ...node, comment: `mine\n${text}\nmine, too` }, String), 'mine\nmine, too', text)
      assert.equal(ownComment(null, { ...other, comment: text }, String), text)
      await chooseLanguage(tag)
    }
  }
  await chooseLanguage('en')
  for (const comment of ['Mistake: I should look at b1', 'a1 gives away 4 discs', 'Mistake: a1'])
    assert.equal(ownComment(null, { ...node, comment }, String), comment)
})

await tests.run('verdicts of a drill', () => {
  const book = [{ move: 'c3', score: 1 }, { move: 'd3', score: 0.5 }, { move: 'e3', score: 0.4 }]
  const said = (move, wanted, of = book) => answerText(judge(move, wanted, of))
  assert.equal(said('c3', ['c3']), 'c3 is right (+1).')
  assert.equal(said('f3', ['f3'], []), 'f3 is right.')
  assert.equal(said('d3', ['d3']), 'd3 is right (+0.5).') // half a disc is no reason to play another
  assert.equal(said('e3', ['e3']), 'e3 is right (+0.4). The book would rather play c3 (+1).')
  assert.equal(said('d3', ['e3', 'c3']), 'd3 is good, too (+0.5); what you learn here is c3 (+1).')
  for (const wanted of [['f3', 'c3'], ['c3', 'f3'], ['f3', 'e3', 'c3'], ['c3', 'e3', 'f3']])
    assert.equal(said('d3', wanted), 'd3 is good, too (+0.5); what you learn here is c3 (+1).')
  assert.equal(said('d3', ['f3']), 'd3 is good, too (+0.5); what you learn here is f3.')
  assert.equal(said('e3', ['c3']), 'Not e3 (+0.4): here one plays c3 (+1).')
  assert.equal(said('f3', ['c3']), 'Not f3: here one plays c3 (+1).')
  assert.equal(said('f3', ['g3']), 'Not f3: here one plays g3.')
  assert.equal(shownText('c3', book), 'Here one plays c3 (+1).')
  assert.equal(shownText('f3', book), 'Here one plays f3.')
})

await tests.run('a tab that has not heard of another one’s seat takes none from it', () => {
  class Store {
    getItem = key => this[key] ?? null
    setItem = (key, value) => void (this[key] = value)
    removeItem = key => delete this[key]
    constructor() {
      for (const name of ['getItem', 'setItem', 'removeItem']) Object.defineProperty(this, name, { enumerable: false })
    }
  }
  const shared = new Store()
  const late = new Store()
  late.setItem = (key, value) => [late, shared].forEach(store => (store[key] = value))
  late.removeItem = key => [late, shared].forEach(store => delete store[key])
  const within = (localStorage, act) => {
    for (const [name, value] of Object.entries({ localStorage, sessionStorage: new Store() })) Object.defineProperty(globalThis, name, { value, configurable: true })
    return act()
  }
  const seat = token => ({ code: 'AAAABBBB', token })
  const tokens = () => keptSeats().map(({ token }) => token).sort()
  within(shared, () => keepSeat(seat('ann')))
  within(late, () => keepSeat(seat('bob')))
  assert.deepEqual(within(shared, tokens), ['ann', 'bob'])
  within(late, () => dropSeat(seat('bob')))
  assert.deepEqual(within(shared, tokens), ['ann'])
  within(shared, () => 'abcdefgh'.split('').forEach(token => keepSeat(seat(token))))
  assert.equal(within(shared, tokens).length, 8) // the oldest gives way
})

await tests.run('boards that are set up', () => {
  const board = withPiece(withPiece('-'.repeat(64), 'b1', 'X'), 'a3', 'O')
  assert.equal(board, `-X${'-'.repeat(14)}O${'-'.repeat(47)}`)
  assert.equal(mirroredSideways(board), `${'-'.repeat(6)}X${'-'.repeat(16)}O${'-'.repeat(40)}`)
  assert.equal(mirroredUpDown(board), `${'-'.repeat(40)}O${'-'.repeat(16)}X${'-'.repeat(6)}`)
  assert.equal(colorsSwapped(draughts, '-wbWB'), '-bwBW')
})

await tests.run('a board is eight lines of eight letters, drawn from either side', () => {
  const letters = { '-': '-', B: 'X' }
  const rows = ['B-------', ...Array(6).fill('--------'), '-------B']
  const board = `X${'-'.repeat(62)}X`
  assert.equal(boardOf(rows, letters, true), board)
  assert.equal(boardOf([...rows, 'more'], letters, true), board)
  assert.equal(boardOf(rows, letters, false), `${'-'.repeat(7)}X${'-'.repeat(48)}X${'-'.repeat(7)}`)
  assert.equal(boardOf(rows.slice(0, 7), letters, true), null)
  assert.equal(boardOf(rows.with(3, '---------'), letters, true), null)
  assert.equal(boardOf(rows.with(3, '---W----'), letters, true), null)
  assert.deepEqual(linesOf('a \r\nb\n'), ['a', 'b', ''])
})

await tests.run('a way to take all black pieces', () => {
  const on = pieces => Array.from({ length: 64 }, (_, square) => pieces[square] ?? '-').join('')
  assert.deepEqual(findWay(on({ 9: 'w', 10: 'b', 20: 'b' })), null)
  const way = findWay(on({ 9: 'w', 10: 'b', 19: 'b' })) // b2 over c2 to d2, over d3 to d4
  assert.deepEqual(way.map(({ square, king }) => [square, king]), [[11, false], [27, false]])
  assert.equal(way[1].board, on({ 27: 'w' }))
  const crowned = findWay(on({ 40: 'w', 48: 'b', 58: 'b' })) // a6 over a7 to a8, and as a king over c8
  assert.deepEqual(crowned[0], { board: on({ 56: 'W', 58: 'b' }), square: 56, king: true })
  assert.ok(!crowned[1].board.includes('b'))
  assert.equal(findWay(on({ 40: 'w', 49: 'b' })), null)
  // Nobody takes what stands in a corner; that is given up before all of the many ways were tried.
  const scattered = [9, 11, 13, 25, 27, 29, 41, 43, 45, 16, 20, 34].map(square => [square, 'b'])
  assert.equal(findWay(on({ ...Object.fromEntries(scattered), 0: 'b', 63: 'w' })), null)
})

await tests.run('the boards of an input, as far as there are boards', () => {
  const rules = { game: () => draughts, contest: () => ({ output: '0\n1\n' }) }
  const empty = '........\n'
  const board = rows => [...rows, ...Array(8 - rows.length).fill(empty)].join('')
  const input = `2\n${board(['o.......\n', empty, '.......x\n'])}${board(['o.......\n'])}`
  assert.deepEqual(xtreme10.steps(rules, input).map(({ words }) => words.split(':')[0]), ['Case 1', 'Case 2'])
  assert.deepEqual(uva220.steps(rules, `1\n${'???\n'.repeat(8)}W\nL\nQ\n`), [])
})

await tests.end()
