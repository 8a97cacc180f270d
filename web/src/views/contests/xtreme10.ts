// SPDX-License-Identifier: MIT
//
// Turkish draughts, IEEEXtreme 10.0: in how many ways one white piece takes every black one. The page looks for one of
// them and shows it step by step; the engine counts them all.
import type { GameFacts } from '../../engine/types'
import { t } from '../../i18n'
import { boardOf, linesOf, type Step, type ContestProblem } from './contest_problem'

const letters = { '.': '-', o: 'w', x: 'b' }
const STEPS_MAX = 200_000 // of the look for one way; some boards hide theirs too well

const sample = `3
.......o
.x.x.x..
xxxx.xx.
........
........
.x.xx..x
x.......
..x...x.

........
........
....o...
........
....x...
........
........
........

...o....
........
...x....
........
........
........
........
........
`

type Jump = { board: string; square: number; king: boolean }
const directions = [8, -8, 1, -1] // up, down, right, left: square numbers from a1

const next = (square: number, direction: number) => {
  const to = square + direction
  const sameRow = Math.abs(direction) === 8 || to >> 3 === square >> 3
  return to >= 0 && to < 64 && sameRow ? to : -1
}

/** The squares behind the piece that is taken in a direction, and where that piece stands. */
function landings(board: string, from: number, direction: number, king: boolean): { taken: number; to: number[] } {
  let taken = next(from, direction)
  while (king && taken >= 0 && board[taken] === '-') taken = next(taken, direction)
  const to: number[] = []
  if (taken < 0 || board[taken] !== 'b' || (!king && direction === -8)) return { taken, to }
  for (let at = next(taken, direction); at >= 0 && board[at] === '-'; at = next(at, direction)) {
    to.push(at)
    if (!king) break
  }
  return { taken, to }
}

const placed = (board: string, square: number, glyph: string) => board.slice(0, square) + glyph + board.slice(square + 1)

/** One way to take all black pieces, the first board left out; null if there is none or it was not found. */
export function findWay(board: string): Jump[] | null {
  let left = STEPS_MAX
  const search = (at: Jump, last: number): Jump[] | null => {
    if (!at.board.includes('b')) return []
    for (const direction of directions) {
      if (direction === -last || left <= 0) continue
      const { taken, to } = landings(at.board, at.square, direction, at.king)
      for (const square of to) {
        left--
        const king = at.king || square >= 56
        const emptied = placed(placed(at.board, taken, '-'), at.square, '-')
        const jump = { board: placed(emptied, square, king ? 'W' : 'w'), square, king }
        const rest = search(jump, direction)
        if (rest) return [jump, ...rest]
      }
    }
    return null
  }
  const square = board.indexOf('w')
  return search({ board: placed(board, square, '-'), square, king: square >= 56 }, 0)
}

function stepsOf(facts: GameFacts, board: string, number: number, ways: string): Step[] {
  const square = board.indexOf('w')
  const shown = square >= 56 ? placed(board, square, 'W') : board
  const words = (text: string) => t('contests.case', { number, words: text })
  const way = ways === '0' ? null : findWay(board)
  const first = { facts, board: shown, words: words(t('contests.ways', { count: ways })) }
  return [
    first,
    ...(way ?? []).map((jump, index) => ({
      facts,
      board: jump.board,
      words: words(t('contests.jump', { number: index + 1, of: way!.length })),
    })),
  ]
}

export const xtreme10: ContestProblem = {
  name: 'xtreme10',
  sample,
  run: (rules, input) => rules.contest('xtreme10', input),
  steps(rules, input) {
    const facts = rules.game('draughts')
    const counts = linesOf(rules.contest('xtreme10', input).output)
    const lines = linesOf(input).slice(1).filter(line => line !== '')
    const steps: Step[] = []
    for (let at = 0; at + 7 < lines.length; at += 8) {
      const board = boardOf(lines.slice(at, at + 8), letters, facts.row_1_on_top)
      const ways = counts[at / 8]
      if (!board || !ways || board.split('w').length !== 2) break
      steps.push(...stepsOf(facts, board, at / 8 + 1, ways))
    }
    return steps
  },
}
