// SPDX-License-Identifier: MIT
//
// A task's position, and a move made there, by the rules module.
import type { Rules } from '../../engine/rules'
import type { Line, Move } from '../../engine/types'
import type { Attempt } from './goals'
import type { Lesson, Task } from './tasks'

/** The position of a task. */
export const positionOf = (rules: Rules, { game }: Lesson, { start }: Task): Line => rules.line({ game, start })

export function attemptOf(rules: Rules, before: Line, move: Move): Attempt {
  const { game, start } = before
  const lineBehind = (...moves: Move[]) => rules.line({ game, start, moves: moves.map(each => each.move) })
  return { facts: rules.game(game), before, move, after: lineBehind(move), behind: answer => lineBehind(move, answer) }
}

/** The first legal move that does what a task asks. */
export const solutionOf = (rules: Rules, before: Line, { goal }: Task): Move | undefined =>
  before.legal.find(move => !goal(attemptOf(rules, before, move)))
