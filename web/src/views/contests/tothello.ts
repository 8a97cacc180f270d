// SPDX-License-Identifier: MIT
//
// Tothello, TopCoder 2001: the move after which most pieces are one's own.
import { t } from '../../i18n'
import { linesOf, type Step, type ContestProblem } from './contest_problem'

const sample = `redPieces = [C2,C3,C4,C5,D4,E4,F2,F3,F4,F5,G6]
blackPieces = [B1,E1,G1,C6,H7,G4]
whoseTurn = "Black"
redPieces = [A1,B8,C6,C8,D8]
blackPieces = [B2,C2,C3,C4,C5]
whoseTurn = "Red"
`

type Case = Partial<Record<'redPieces' | 'blackPieces' | 'whoseTurn', string>>

function casesOf(input: string): Case[] {
  const cases: Case[] = []
  let open: Case = {}
  for (const line of linesOf(input)) {
    const found = /^\s*(redPieces|blackPieces|whoseTurn)\s*=\s*(.*)$/.exec(line)
    if (!found) continue
    open[found[1] as keyof Case] = found[2]!
    if (Object.keys(open).length === 3) {
      cases.push(open)
      open = {}
    }
  }
  return cases
}

function boardOfCase(facts: Case): string {
  const board = [...'-'.repeat(64)]
  for (const [pieces, glyph] of [[facts.redPieces, 'O'], [facts.blackPieces, 'X']] as const)
    for (const name of pieces?.match(/[A-H][1-8]/g) ?? [])
      board[name.charCodeAt(0) - 65 + 8 * (Number(name[1]) - 1)] = glyph
  return board.join('')
}

export const tothello: ContestProblem = {
  name: 'tothello',
  sample,
  run: (rules, input) => rules.contest('tothello', input),
  steps(rules, input) {
    const facts = rules.game('tothello')
    return casesOf(input).flatMap((each, index): Step[] => {
      const glyph = /red/i.test(each.whoseTurn!) ? 'O' : 'X'
      const start = `${boardOfCase(each)} ${glyph}`
      const line = rules.line({ game: 'tothello', start })
      const count = (board: string) => [...board].filter(found => found === glyph).length
      const best = line.legal.reduce((a, b) => (count(b.board) > count(a.board) ? b : a), line.legal[0]!)
      const marks = new Map(line.legal.filter(move => move.to).map(move => [move.to!, { text: String(count(move.board)) }]))
      const number = index + 1
      const side = t(glyph === 'O' ? 'color.red' : 'color.black')
      const before = t('contests.case', { number, words: t('contests.to_move', { side }) })
      const after = t('contests.best', { move: best.to ?? best.move, count: count(best.board) })
      return [
        { facts, board: line.board, marks, words: before },
        { facts, board: best.board, lastMove: best, words: t('contests.case', { number, words: after }) },
      ]
    })
  },
}
