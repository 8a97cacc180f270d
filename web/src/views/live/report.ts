// SPDX-License-Identifier: MIT
//
// The reports of the server on a game with a friend (docs/developers/live-questions.md).
import type { Ending } from '../../game/match'

export type Offer = 'takeback' | 'draw' | 'rematch'

/** All that the server knows of the game. */
export interface Report {
  code: string
  game: string
  rules: string
  /** Games that were played here before this one. */
  number: number
  /** One's own. */
  color: string
  friend: 'nobody' | 'here' | 'away' | 'left'
  moves: string[]
  /** Of them the game began with. */
  given: number
  side: string
  total_ms: number
  increment_ms: number
  /** By color, in milliseconds, with a clock. */
  clocks?: Record<string, number>
  running?: string | null
  offer?: Offer
  offered_by?: string
  /** The offer that the last event answered, and the answer. */
  settled?: Offer
  accepted?: boolean
  over: boolean
  how?: Ending['how']
  winner?: string | null
  /** The last of one's numbered questions that has taken effect. */
  nth: number
}
