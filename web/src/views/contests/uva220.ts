// SPDX-License-Identifier: MIT
//
// Othello, UVa 220: boards and commands.
import type { Rules } from '../../engine/rules'
import type { GameFacts, Line, Move } from '../../engine/types'
import { t } from '../../i18n'
import { boardOf, linesOf, type Step, type ContestProblem } from './contest_problem'

const letters = { '-': '-', B: 'X', W: 'O' }

const sample = `2
--------
--------
--------
---WB---
---BW---
--------
--------
--------
W
L
M35
L
Q
WWWWB---
WWWB----
WWB-----
WB------
--------
--------
--------
--------
B
L
M25
L
Q
`

/** The position of a game while its commands are read. */
class Referee {
  readonly steps: Step[] = []
  private line: Line
  private last: Move | null = null
  private readonly facts: GameFacts

  constructor(
    private readonly rules: Rules,
    private readonly game: number,
    board: string,
    side: string,
  ) {
    this.facts = rules.game('othello')
    this.line = this.at(board, side)
    this.add(this.toMove())
  }

  private at(board: string, side: string): Line {
    return this.rules.line({ game: 'othello', start: `${board} ${side}` })
  }

  private toMove() {
    return t('contests.to_move', { side: t(`color.${this.line.side as 'black' | 'white'}`) })
  }

  private add(words: string) {
    const { facts, line, last } = this
    const step = { facts, board: line.board, legal: line.legal.filter(move => move.to), lastMove: last }
    this.steps.push({ ...step, words: t('contests.game', { number: this.game, words }) })
  }

  /** Carry out a command; false if the game has ended. */
  command(text: string): boolean {
    if (text === 'L') {
      const squares = this.line.legal.filter(move => move.to).map(move => `(${move.to![1]},${' abcdefgh'.indexOf(move.to![0]!)})`)
      this.add(squares.length ? t('contests.legal', { moves: squares.join(' ') }) : t('contests.no_legal'))
    } else if (/^M[1-8][1-8]$/.test(text)) {
      this.place('abcdefgh'[Number(text[2]) - 1]! + text[1]!)
    } else {
      this.add(text === 'Q' ? t('contests.end') : t('contests.wrong', { text }))
      return false
    }
    return true
  }

  private place(square: string) {
    // The problem has a player without a move pass just before the other one moves.
    if (this.line.legal.every(move => !move.to)) this.line = this.at(this.line.board, this.line.side === 'black' ? 'O' : 'X')
    const move = this.line.legal.find(legal => legal.to === square)
    if (!move) return this.add(t('contests.wrong', { text: square }))
    this.last = move
    this.line = this.at(move.board, this.line.side === 'black' ? 'O' : 'X')
    const count = (glyph: string) => [...move.board].filter(found => found === glyph).length
    this.add(t('contests.counts', { black: count('X'), white: count('O') }))
  }
}

export const uva220: ContestProblem = {
  name: 'uva220',
  sample,
  run: (rules, input) => rules.contest('uva220', input),
  steps(rules, input) {
    const lines = linesOf(input).filter(line => line !== '')
    const steps: Step[] = []
    for (let at = 1, game = 1; at < lines.length; game++) {
      const board = boardOf(lines.slice(at, at + 8), letters, true)
      const side = { B: 'X', W: 'O' }[lines[at + 8] ?? '']
      if (!board || !side) break
      const referee = new Referee(rules, game, board, side)
      at += 9
      while (at < lines.length && referee.command(lines[at]!)) at++
      at++
      steps.push(...referee.steps)
    }
    return steps
  },
}
