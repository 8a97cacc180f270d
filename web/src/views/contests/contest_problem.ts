// SPDX-License-Identifier: MIT
//
// A contest problem as its page sees it: a sample to try, and the boards of an input, one after the other. The engine's own
// filter gives the output and says what is wrong with an input; the boards stop where it does.
import type { Rules } from '../../engine/rules'
import type { GameFacts, Move } from '../../engine/types'
import type { Problem } from '../../i18n/errors'

/** A board to look at. */
export interface Step {
  facts: GameFacts
  board: string // 64 characters from a1
  words: string // the event or the question here
  legal?: readonly Move[]
  lastMove?: Move | null
  marks?: ReadonlyMap<string, { text: string }>
}

/** The result of an input. */
export interface Result {
  output: string
  failure: Problem | null
  line: number // of the failure
}

export interface ContestProblem {
  name: 'uva220' | 'qoj13463' | 'uva395' | 'tothello' | 'xtreme10'
  sample: string
  run(rules: Rules, input: string): Result
  steps(rules: Rules, input: string): Step[]
}

/** The lines of an input, without the blanks and carriage returns at their ends, which no problem gives a meaning. */
export const linesOf = (input: string) => input.split('\n').map(line => line.trimEnd())

/** The board of 8 lines, drawn from the top, each letter replaced; null if they are not 8 times 8 of these letters. */
export function boardOf(lines: readonly string[], letters: Record<string, string>, row1OnTop: boolean): string | null {
  if (lines.length < 8 || lines.slice(0, 8).some(line => line.length !== 8)) return null
  const rows = lines.slice(0, 8).map(line => [...line].map(letter => letters[letter] ?? '?').join(''))
  if (!row1OnTop) rows.reverse()
  const board = rows.join('')
  return board.includes('?') ? null : board
}
