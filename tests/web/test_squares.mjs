// SPDX-License-Identifier: MIT
//
// Squares and the images of a board without the page: web/src/board/squares.ts and web/src/study/canonical.ts alone, in node,
// against what a mirror and a turn do to columns and rows.
//
//   node test_squares.mjs
import assert from 'node:assert/strict'
import { pageModule, Tests } from './harness.mjs'

const { squareName, squareNumber, quarterTurned, mirrored, HALF_TURN, placeOf, squareAt } = await pageModule('board/squares.ts')
const { beside, sightOf, squareAtPoint, squaresSeen } = await pageModule('board/geometry.ts')
const { SYMMETRIES, imageOf, imageOfBoard, imageOfMove, canonical, squareIn, imagesOf } = await pageModule('study/canonical.ts')
const SQUARES = Array.from({ length: 64 }, (_, square) => square)
const START = `${'-'.repeat(27)}OX${'-'.repeat(6)}XO${'-'.repeat(27)}`

/** Boards of random letters, always the same. */
function* boards(count) {
  let state = 1
  const next = () => (state = (state * 48271) % 2147483647)
  for (let i = 0; i < count; i++) yield SQUARES.map(() => 'XO-'[next() % 3]).join('')
}

/** The image's boards of both sides as numbers: what the least of all is by definition. */
function numbers(board, own, symmetry) {
  let ours = 0n
  let theirs = 0n
  for (const square of SQUARES) {
    const bit = 1n << BigInt(imageOf(square, symmetry))
    if (board[square] === own) ours |= bit
    else if (board[square] !== '-') theirs |= bit
  }
  return [ours, theirs]
}

const tests = new Tests()

await tests.run('names of squares', () => {
  assert.deepEqual([0, 7, 8, 19, 63].map(squareName), ['a1', 'h1', 'a2', 'd3', 'h8'])
  for (const square of SQUARES) assert.equal(squareNumber(squareName(square)), square)
})

await tests.run('places on the screen, from each side', () => {
  assert.deepEqual(placeOf(1, true, 0), [1, 0])
  assert.deepEqual(placeOf(1, false, 0), [1, 7])
  for (const onTop of [true, false]) {
    for (const turn of SYMMETRIES) {
      for (const square of SQUARES) {
        const [column, row] = placeOf(square, onTop, turn)
        assert.equal(squareAt(column, row, onTop, turn), square)
        assert.deepEqual(placeOf(square, onTop, quarterTurned(turn)), [7 - row, column])
        assert.deepEqual(placeOf(square, onTop, mirrored(turn)), [7 - column, row])
      }
    }
    assert.deepEqual(placeOf(1, onTop, HALF_TURN), placeOf(62, onTop, 0))
  }
})

await tests.run('a board of 36 squares: what is seen, and where its edge is, from each side', () => {
  const seen = squaresSeen(sightOf({ row_1_on_top: true }, 'goal=fewest,board=6'))
  assert.deepEqual([seen[0].join(' '), seen[5].join(' ')], ['b2 c2 d2 e2 f2 g2', 'b7 c7 d7 e7 f7 g7'])
  assert.equal(squaresSeen(sightOf({ row_1_on_top: true }, 'goal=fewest')).flat().length, 64)
  for (const turn of SYMMETRIES) {
    const sight = sightOf({ row_1_on_top: true }, 'board=6', turn)
    const named = new Set(squaresSeen(sight).flat())
    assert.deepEqual([...named].sort(), SQUARES.map(squareName).filter(name => /[b-g][2-7]/.test(name)).sort())
    for (const square of SQUARES) {
      const [column, row] = placeOf(square, true, turn)
      const name = squareName(square)
      assert.equal(squareAtPoint({ x: column + 0.5, y: row + 0.5 }, sight), named.has(name) ? name : null)
      assert.ok(named.has(beside(name, 0, 0, sight)))
    }
  }
})

await tests.run('images of squares, boards and moves', () => {
  assert.deepEqual([0, 1, 2, 3, 4, 5, 6, 7].map(symmetry => squareName(imageOf(1, symmetry))), ['b1', 'g1', 'b8', 'g8', 'a2', 'a7', 'h2', 'h7'])
  for (const board of boards(5)) {
    for (const symmetry of SYMMETRIES) {
      const image = imageOfBoard(board, symmetry)
      for (const square of SQUARES) assert.equal(image[imageOf(square, symmetry)], board[square])
    }
  }
  assert.equal(imageOfMove('b1xc4', 1), 'g1xf4')
  assert.equal(imageOfMove('pass', 5), 'pass')
})

await tests.run('the form is the image with the least boards, and all images have the same', () => {
  for (const board of boards(60)) {
    for (const own of 'XO') {
      const least = SYMMETRIES.map(symmetry => numbers(board, own, symmetry)).sort(([a, b], [c, d]) => (a < c || (a === c && b < d) ? -1 : 1))[0]
      const form = canonical(board, own)
      const expected = SQUARES.map(square => ((least[0] >> BigInt(63 - square)) & 1n ? 'o' : (least[1] >> BigInt(63 - square)) & 1n ? 'x' : '-'))
      assert.equal(form.text, expected.join(''))
      for (const symmetry of SYMMETRIES) assert.equal(canonical(imageOfBoard(board, symmetry), own).text, form.text)
      assert.equal(form.symmetries.length, 1)
    }
  }
})

await tests.run('a board that is its own image has several, and moves that are images one name', () => {
  const form = canonical(START, 'X')
  assert.equal(form.symmetries.length, 4)
  const first = ['c4', 'd3', 'e6', 'f5']
  assert.equal(new Set(first.map(name => squareIn(form, squareNumber(name)))).size, 1)
  assert.equal(squareIn(form, 26), Math.min(...form.symmetries.map(symmetry => imageOf(26, symmetry))))
  const after = name => START.split('').map((letter, square) => (square === squareNumber(name) ? 'X' : letter)).join('')
  const facts = { glyphs: ['X', 'O'], colors: ['black', 'white'] }
  const legal = ['f5', 'd3', 'd2'].map(move => ({ move, board: after(move), side: 'white' }))
  const name = imagesOf(facts, { legal })
  assert.equal(name('f5'), name('d3'))
  assert.notEqual(name('f5'), name('d2'))
  assert.equal(name('f5'), canonical(after('f5'), 'O').text)
  assert.equal(name('a1'), undefined)
})

await tests.end()
