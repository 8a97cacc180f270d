// SPDX-License-Identifier: MIT
//
// Overlays of the board without the page: web/src/board/overlays.ts in node, against boards whose marks one sees, and against what can
// happen to discs in random games.
//
//   node test_overlays.mjs
import assert from 'node:assert/strict'
import { pageModule, Tests } from './harness.mjs'

const { stableDiscs, frontierDiscs, emptyRegions } = await pageModule('board/overlays.ts')
const tests = new Tests()
const EMPTY = '-'.repeat(64)
const put = (board, squares, glyph) => {
  const letters = [...board]
  for (const name of squares.split(' ')) letters[name.charCodeAt(0) - 97 + 8 * (Number(name[1]) - 1)] = glyph
  return letters.join('')
}
const name = square => 'abcdefgh'[square & 7] + ((square >> 3) + 1)
const number = name => name.charCodeAt(0) - 97 + 8 * (Number(name[1]) - 1)
const START = put(put(EMPTY, 'e4 d5', 'X'), 'd4 e5', 'O')

await tests.run('a corner is stable, and what leans on it in its colour', () => {
  assert.deepEqual(stableDiscs(START), [])
  const edge = put(put(EMPTY, 'a1 b1 c1 a2', 'X'), 'd1', 'O')
  assert.deepEqual(stableDiscs(edge), ['a1', 'b1', 'c1', 'a2'])
  const wedge = put(put(EMPTY, 'a1 b1 a2', 'X'), 'b2', 'O')
  assert.deepEqual(stableDiscs(wedge), ['a1', 'b1', 'a2'])
  const triangle = put(EMPTY, 'a1 b1 c1 a2 b2 a3', 'O')
  assert.deepEqual(stableDiscs(triangle), ['a1', 'b1', 'c1', 'a2', 'b2', 'a3'])
})

await tests.run('full lines hold whatever stands in them; a full board is stable', () => {
  const full = put('O'.repeat(64), 'c3 d5 h8', 'X')
  assert.equal(stableDiscs(full).length, 64)
  assert.deepEqual(stableDiscs(put(EMPTY, 'a1 b1 c1 d1 e1 f1 g1 h1', 'X')).length, 8)
})

/** Othello on 64 letters: the discs that a move turns. */
function turned(board, square, own) {
  if (board[square] !== '-') return []
  const other = own === 'X' ? 'O' : 'X'
  const found = []
  for (const [right, up] of [[1, 0], [-1, 0], [0, 1], [0, -1], [1, 1], [-1, -1], [1, -1], [-1, 1]]) {
    const line = []
    let [column, row] = [(square & 7) + right, (square >> 3) + up]
    const at = () => (column >= 0 && column < 8 && row >= 0 && row < 8 ? board[column + 8 * row] : undefined)
    for (; at() === other; column += right, row += up) line.push(column + 8 * row)
    if (at() === own) found.push(...line)
  }
  return found
}

await tests.run('no stable disc is ever turned, in a hundred random games', () => {
  let state = 1
  const random = below => (state = (state * 48271) % 2147483647) % below
  let seen = 0
  for (let game = 0; game < 100; game++) {
    let board = START
    let own = 'X'
    const stable = new Map()
    for (let passes = 0; passes < 2; own = own === 'X' ? 'O' : 'X') {
      const moves = [...Array(64).keys()].filter(square => turned(board, square, own).length)
      passes = moves.length ? 0 : passes + 1
      if (!moves.length) continue
      const move = moves[random(moves.length)]
      const letters = [...board]
      for (const square of [move, ...turned(board, move, own)]) letters[square] = own
      board = letters.join('')
      for (const [name, glyph] of stable) assert.equal(board[name.charCodeAt(0) - 97 + 8 * (Number(name[1]) - 1)], glyph, `${name} in game ${game}`)
      for (const name of stableDiscs(board)) stable.set(name, board[name.charCodeAt(0) - 97 + 8 * (Number(name[1]) - 1)])
    }
    seen += stable.size
  }
  assert.ok(seen > 1000, `${seen} stable discs`)
})

/** Tothello on 64 letters: the board behind a move. */
function chained(board, move, own) {
  const letters = [...board]
  letters[move] = own
  for (let before = ''; before !== letters.join(''); ) {
    before = letters.join('')
    for (const square of [...Array(64).keys()].filter(square => letters[square] === own))
      for (const next of turned(put(letters.join(''), name(square), '-'), square, own)) letters[next] = own
  }
  return letters.join('')
}

await tests.run('no disc that is stable where turned discs turn others is ever turned, in a hundred random games of Tothello', () => {
  let state = 1
  const random = below => (state = (state * 48271) % 2147483647) % below
  let [seen, overFull] = [0, 0]
  for (let game = 0; game < 100; game++) {
    let board = START
    const stable = new Map()
    for (let ply = 0; board.includes('-'); ply++) {
      const free = [...Array(64).keys()].filter(square => board[square] === '-')
      const full = stableDiscs(board).map(square => [square, board[number(square)]])
      board = chained(board, free[random(free.length)], ply % 2 ? 'O' : 'X')
      overFull += full.filter(([square, glyph]) => board[number(square)] !== glyph).length
      for (const [square, glyph] of stable) assert.equal(board[number(square)], glyph, `${square} in game ${game}`)
      for (const square of stableDiscs(board, undefined, true)) stable.set(square, board[number(square)])
    }
    seen += stable.size
  }
  assert.ok(seen > 100, `${seen} stable discs`)
  assert.ok(overFull > 0) // full lines do not hold there
})

await tests.run('the frontier is the discs with an empty neighbour', () => {
  assert.deepEqual(frontierDiscs(START), ['d4', 'e4', 'd5', 'e5'])
  const block = put(EMPTY, 'c3 d3 e3 c4 d4 e4 c5 d5 e5', 'X')
  assert.deepEqual(frontierDiscs(block), ['c3', 'd3', 'e3', 'c4', 'e4', 'c5', 'd5', 'e5'])
  assert.deepEqual(frontierDiscs('X'.repeat(64)), [])
})

await tests.run('regions of empty squares hold together over corners, too', () => {
  const board = put('X'.repeat(64), 'a1 b2 h8 g1 h1', '-')
  assert.deepEqual(emptyRegions(board), [['a1', 'b2'], ['g1', 'h1'], ['h8']])
  assert.deepEqual(emptyRegions('X'.repeat(64)), [])
  assert.equal(emptyRegions(START)[0].length, 60)
})

await tests.run('a small board has its edges around its own squares', () => {
  const small = { first: 1, last: 6 }
  assert.deepEqual(stableDiscs(put(EMPTY, 'b2 c2', 'X'), small), ['b2', 'c2'])
  assert.deepEqual(emptyRegions(EMPTY, small).map(region => region.length), [36])
})

await tests.end()
