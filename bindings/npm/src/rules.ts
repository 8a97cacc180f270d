// SPDX-License-Identifier: MIT
//
// The games: lines of play, the positions at their ends, notations. Everything is answered at once.
import type { Answers } from '../../../web/src/engine/answers'
import type { Line, Played, Sheet } from '../../../web/src/engine/types'
import { answerOf } from './answer'
import { told } from './errors'

/** A line of play: the moves from a start, and the rules by which they are made. */
export interface LineOfPlay {
  /** `othello` (without it), `tothello`, `draughts`, `loa`. */
  game?: string
  /** Rules on which authorities differ, `name=value,…`; `engine.about.games` has the names and values. */
  rules?: string
  /** The position that it begins with, in any notation of the game; without it the initial one. */
  start?: string
  /** The moves, in any notation of the game. */
  moves?: string | readonly string[]
}

/** A line of play as it may be given: a text has the moves of a game of Othello; a sheet has been read from a file. */
export type Given = string | LineOfPlay | Sheet

/** The line of play that was given. Throws a TypeError for anything else. */
export function playedOf(given: Given): Played {
  if (typeof given === 'string') return { game: 'othello', moves: given ? [given] : [] }
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    throw new TypeError('flank: a line of play is a text with moves or an object { game, rules, start, moves }')
  if ('kind' in given)
    return { game: given.game, rules: given.rules, start: given.position, moves: given.moves.map(({ move }) => move) }
  const { game = 'othello', rules, start, moves = [] } = given
  return { game, rules, start, moves: typeof moves !== 'string' ? moves : moves ? [moves] : [] }
}

export class Rules {
  /** @internal */
  constructor(private readonly answers: Answers) {}

  /** The position at the end of a line, its legal moves with the position behind each, and how the game ended if it did. */
  line(given: Given, options: { plies?: boolean } = {}): Line {
    return this.told(() => answerOf(this.answers.line(playedOf(given), options.plies)))
  }

  /** The line with more moves behind it. Throws a FlankError if one of them is not legal. */
  play(given: Given, ...moves: string[]): LineOfPlay & Played {
    const before = playedOf(given)
    const after = { ...before, moves: [...(before.moves ?? []), ...moves] }
    this.line(after)
    return after
  }

  /** The position at the end of a line in every notation of its game, by the notation's name. */
  styles(given: Given): Record<string, string> {
    return this.told(() => this.answers.styles(playedOf(given)))
  }

  private told<T>(answer: () => T): T {
    try {
      return answer()
    } catch (error) {
      throw told(error)
    }
  }
}
