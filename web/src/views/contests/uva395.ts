// SPDX-License-Identifier: MIT
//
// Lines of Action, UVa 395: the legal moves of positions. Its letters are rows and its digits columns; the board here has the
// first line at the top, and the game's usual names beside it.
import { t } from '../../i18n'
import { boardOf, linesOf, type Step, type ContestProblem } from './contest_problem'

const letters = { '.': '-', X: 'X', O: 'O' }

const sample = `.XXXXXX.
O......O
O......O
O......O
O......O
O......O
O......O
.XXXXXX.
X
........
...X....
....O...
..X.....
...OX...
........
.....O..
........
O
`

export const uva395: ContestProblem = {
  name: 'uva395',
  sample,
  run: (rules, input) => rules.contest('uva395', input),
  steps(rules, input) {
    const lines = linesOf(input).filter(line => line !== '')
    const facts = rules.game('loa')
    const steps: Step[] = []
    for (let at = 0; at + 8 < lines.length; at += 9) {
      const board = boardOf(lines.slice(at, at + 8), letters, facts.row_1_on_top)
      const side = lines[at + 8]
      if (!board || (side !== 'X' && side !== 'O')) break
      const line = rules.line({ game: 'loa', start: `${board} ${side}` })
      const legal = line.legal.filter(move => move.to)
      const words = legal.length ? t('contests.loa_moves', { count: legal.length }) : t('contests.no_legal')
      steps.push({ facts, board, legal, words: t('contests.case', { number: steps.length + 1, words }) })
    }
    return steps
  },
}
