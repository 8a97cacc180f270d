// SPDX-License-Identifier: MIT
//
// Reversi against four opponents, QOJ 13463. Its contestants are programs, which `flank grade` runs; what its page reads is a
// game as the two sides tell it, one call a line, "(row,column)" from 0 and "(-1,-1)" for a pass, and what the grader's referee
// says of it.
import type { Rules } from '../../engine/rules'
import type { Move } from '../../engine/types'
import { t } from '../../i18n'
import { linesOf, type Result, type Step, type ContestProblem } from './contest_problem'

const sample = `(2,3)
(2,2)
(3,2)
(2,4)
(5,5)
(5,4)
`

interface Refereed {
  steps: Step[]
  broken: { line: number; text: string } | null
  counts: [number, number]
  over: boolean
}

/** The move of a call among the legal ones; a pass is (-1,-1). */
function moveOf(call: string, legal: readonly Move[]): Move | undefined {
  const found = /^\(?\s*(-?\d+)\s*,\s*(-?\d+)\s*\)?$/.exec(call)
  if (!found) return undefined
  const [row, column] = [Number(found[1]), Number(found[2])]
  const square = row === -1 && column === -1 ? undefined : `${'abcdefgh'[column] ?? '?'}${row + 1}`
  return legal.find(move => move.to === square)
}

/** The problem's first colour is black on (3,4) and (4,3): the initial position of Othello. */
function referee(rules: Rules, input: string): Refereed {
  const facts = rules.game('othello')
  const moves: string[] = []
  const steps: Step[] = []
  let line = rules.line({ game: 'othello' })
  let broken: Refereed['broken'] = null
  const side = () => t(`color.${line.side as 'black' | 'white'}`)
  const show = (words: string, lastMove: Move | null) =>
    steps.push({ facts, board: line.board, legal: line.legal.filter(move => move.to), lastMove, words })
  show(t('contests.to_move', { side: side() }), null)
  for (const [index, text] of linesOf(input).entries()) {
    if (text.trim() === '') continue
    const move = line.over ? undefined : moveOf(text.trim(), line.legal)
    if (!move) {
      broken = { line: index + 1, text: line.over ? t('contests.after_end') : t('contests.illegal', { text, side: side() }) }
      break
    }
    moves.push(move.move)
    const who = side()
    line = rules.line({ game: 'othello', moves })
    show(t('contests.call', { number: moves.length, side: who, text: text.trim() }), move)
  }
  const count = (glyph: string) => [...line.board].filter(found => found === glyph).length
  return { steps, broken, counts: [count('X'), count('O')], over: line.over }
}

export const qoj13463: ContestProblem = {
  name: 'qoj13463',
  sample,
  run(rules, input): Result {
    const { broken, counts, over } = referee(rules, input)
    const [black, white] = counts
    const output = `Black - ${String(black).padStart(2)} White - ${String(white).padStart(2)}${over ? '' : ' *'}\n`
    return { output, failure: broken?.text ?? null, line: broken?.line ?? 0 }
  },
  steps: (rules, input) => referee(rules, input).steps,
}
