// SPDX-License-Identifier: MIT
//
// Values as people read them: "+2", "−6.5", "W7" for a win in seven plies.
import type { Mark } from '../board/board'
import { colorText } from '../board/spoken'
import type { GameFacts } from '../engine/types'
import { decimal, t } from '../i18n'

export interface Valued {
  score: number
  win_in?: number
  loss_in?: number
  exact?: boolean
}

const MINUS = '\u2212'

export function numberText(score: number, digits = 1): string {
  const rounded = Number(Math.abs(score).toFixed(digits))
  return rounded === 0 ? '0' : (score < 0 ? MINUS : '+') + decimal(rounded, digits)
}

/** Discs are told to a tenth; of pieces a hundredth decides. */
const digitsOf = ({ scores_discs }: GameFacts) => (scores_discs ? 1 : 2)

/** Short enough for a square. */
export function valueText(value: Valued, facts: GameFacts): string {
  if (value.win_in !== undefined) return t('parts.win', { plies: value.win_in })
  if (value.loss_in !== undefined) return t('parts.loss', { plies: value.loss_in })
  return numberText(value.score, Math.abs(value.score) < 9.95 ? digitsOf(facts) : digitsOf(facts) - 1)
}

/** The part of a bar of both colours that a value fills: half of it is an even game, and small leads are seen. */
export const shareOf = (score: number, { scores_discs }: GameFacts) => 0.5 + 0.5 * Math.tanh(score / (scores_discs ? 12 : 3))

/** The same value from the other side. */
export function turned({ score, win_in, loss_in, exact }: Valued): Valued {
  return {
    score: -score,
    ...(exact ? { exact } : {}),
    ...(loss_in === undefined ? {} : { win_in: loss_in }),
    ...(win_in === undefined ? {} : { loss_in: win_in }),
  }
}

/** For the head of the moves: the worth for the side to move, as moves on squares and in lines have it, and the first colour's part of the bar. */
export function worthOf(facts: GameFacts, side: string, value: Valued): { worth: string; share: number } {
  const share = shareOf(value.score, facts)
  return { worth: t('review.worth', { color: colorText(side), value: valueText(value, facts) }), share: side === facts.colors[0] ? share : 1 - share }
}

/** In words, for a screen reader or a tooltip. */
export function valueSpoken(value: Valued, facts: GameFacts): string {
  if (value.win_in !== undefined) return t('parts.win.spoken', { plies: value.win_in })
  if (value.loss_in !== undefined) return t('parts.loss.spoken', { plies: value.loss_in })
  return valueText(value, facts)
}

/** The part that Board shows of the values of moves; those that read like the best one look like it. */
export function valueMarks(moves: readonly (Valued & { move: string })[], facts: GameFacts): Map<string, Mark> {
  const sorted = [...moves].sort((a, b) => b.score - a.score)
  const best = sorted[0] && valueText(sorted[0], facts)
  return new Map(
    sorted.map(value => {
      const text = valueText(value, facts)
      const tone = text === best ? { tone: 'best' as const } : {}
      return [value.move, { text, spoken: valueSpoken(value, facts), ...(value.exact ? { exact: true } : {}), ...tone }]
    }),
  )
}
