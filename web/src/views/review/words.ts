// SPDX-License-Identifier: MIT
//
// The fault of a move and the better one, in plain words.
import { colorText } from '../../board/spoken'
import type { GameFacts, Lost, Review } from '../../engine/types'
import { decimal, isOne, plainText, t, type TextKey } from '../../i18n'

export const LINE_MOVES = 6
const MINUS = '\u2212'

const withSign = (text: string, value: number) => (value < 0 ? MINUS : value > 0 ? '+' : '') + text

interface Value {
  score: number
  exact?: boolean
  win_in?: number
  loss_in?: number
}

/** A value for the side of `color`. */
export interface Worth extends Value {
  color: string
  chance?: number
  /** It is the opening book's, and no search's. */
  book?: boolean
}

/** "+2" (proved), "+1.4", "win in 5". */
export function valueText(facts: GameFacts, { score, exact, win_in, loss_in }: Value): string {
  if (win_in !== undefined) return win_in ? t('review.win_in', { n: win_in }) : t('review.won')
  if (loss_in !== undefined) return loss_in ? t('review.loss_in', { n: loss_in }) : t('review.lost')
  if (exact && !facts.scores_discs && score === 0) return t('review.draw')
  const size = Math.abs(score)
  return withSign(exact ? decimal(size, 0) : decimal(size, 1, 1), size < 0.05 ? 0 : score)
}

/** "6 discs", "1.5 discs", "12 %". */
export function lossText(facts: GameFacts, review: Review): string {
  const loss = review.loss ?? 0
  if (!facts.scores_discs) return percentText(loss, loss < 10 ? 1 : 0)
  return discsText(Number.isInteger(loss) ? loss : Number(loss.toFixed(1)))
}

export function discsText(n: number): string {
  return t(isOne(n) ? 'review.disc' : 'review.discs', { n })
}

export const percentText = (percent: number, digits: number) => t('review.percent', { n: decimal(percent, digits, digits) })
export const percent = (share: number) => percentText(100 * share, 0)
export const verdictText = (review: Review) => t(`review.verdict.${review.verdict!}`)

export function lineText(moves: readonly string[]): string {
  return moves.slice(0, LINE_MOVES).join(' ') + (moves.length > LINE_MOVES ? ' …' : '')
}

/** The value of the move that was played, which is that of the position behind it, too. */
export function playedValue({ color, chance = 0.5, loss = 0, ...review }: Review): Worth {
  const { played_score = 0, played_exact, played_win_in, played_loss_in, played_chance } = review
  const worth = { color, book: review.book, score: played_score, exact: played_exact, win_in: played_win_in, loss_in: played_loss_in }
  return { ...worth, chance: played_chance ?? chance - loss / 100 } // a review that was kept may be without
}

/** The value of the best move. */
export const asValue = (review: Review): Worth => ({ ...review, score: review.score ?? 0 })

export const betterLine = (review: Review): readonly string[] => review.pv ?? [review.best ?? '']

/** The sentence on a move; `line` stands in it for the better line. */
export function sentence(facts: GameFacts, review: Review, line = lineText(betterLine(review))): string {
  const move = review.move ?? ''
  const best = review.best ?? ''
  if (review.forced) return t('review.was.forced', { move })
  if (review.verdict === 'best' || !best || best === move)
    return t(review.book ? 'review.was.book' : 'review.was.best', { move, value: valueText(facts, playedValue(review)) })
  const value = valueText(facts, asValue(review))
  const played = valueText(facts, playedValue(review))
  const isAlone = betterLine(review).length === 1
  const told = (key: TextKey, args: Record<string, string | number>) => toldOnce(key, { ...args, line }, isAlone)
  if (facts.scores_discs) return told(discKey(review), { move, best, value, played, loss: lossText(facts, review) })
  if (review.win_in !== undefined) return told('review.was.win_missed', { move, best, n: review.win_in })
  if (review.played_loss_in !== undefined) return told('review.was.loss', { move })
  const { chance: after = 0 } = playedValue(review)
  const key: TextKey = review.verdict === 'good' ? 'review.was.good_chance' : 'review.was.bad_chance'
  return told(key, { move, before: percent(review.chance ?? 0), after: percent(after) })
}

function lostThing(facts: GameFacts, review: Review, { what, in: plies, count, instead }: Lost): string {
  const n = plies ?? count ?? 0
  const m = instead ?? review.played_loss_in ?? 0
  if (what === 'win' && review.played_loss_in !== undefined) return t('review.lost.win.loss', { n, m })
  if (what === 'win' && review.played_exact && review.played_score === 0) return t('review.lost.win.draw', { n })
  if (what === 'kings') return t(isOne(n) ? 'review.lost.king' : 'review.lost.kings', { n })
  if (what === 'men') return t(isOne(n) ? 'review.lost.man' : 'review.lost.men', { n })
  const other = facts.colors.find(color => color !== review.color) ?? ''
  return t(`review.lost.${what}`, { n, m, color: colorText(other) })
}

/** "Lost: a king, 2 men."; none where nothing is named. */
export function lostSentence(facts: GameFacts, review: Review): string | undefined {
  const things = (review.lost ?? []).map(thing => lostThing(facts, review, thing))
  return things.length ? t('review.lost.is', { what: things.reduce((what, more) => t('review.lost.and', { what, more })) }) : undefined
}

/** "Refutation: b6xd4 …"; none where nothing follows. `line` stands in it for the moves. */
export function refutationSentence({ refutation }: Review, line = lineText(refutation ?? [])): string | undefined {
  return refutation?.length ? t('review.refuted', { line }) : undefined
}

/** The sentence behind its verdict, and what was lost, as it is written into a game. */
export function verdictSentence(facts: GameFacts, review: Review): string {
  const sentences = [sentence(facts, review), lostSentence(facts, review), refutationSentence(review)]
  return plainText(`${verdictText(review)}: ${sentences.filter(Boolean).join(' \u00b7 ')}`)
}

function discKey(review: Review): TextKey {
  if (review.verdict === 'good') return 'review.was.good'
  const score = review.score ?? 0
  const played = review.played_score ?? 0
  if (review.exact && review.played_exact) {
    if (score > 0 && played < 0) return 'review.was.win_to_loss'
    if (score > 0 && played === 0) return 'review.was.win_to_draw'
    if (score === 0 && played < 0) return 'review.was.draw_to_loss'
  }
  return score >= 0 ? 'review.was.bad' : 'review.was.bad_behind'
}

/** A text with the better line in it. A line of one move stands where that move is named, and not once more behind it. */
function toldOnce(key: TextKey, args: Record<string, string | number> & { line: string }, isAlone: boolean): string {
  const named = isAlone ? t(key, { ...args, best: args.line, line: '' }) : ''
  const end = /[:：] ?$/.exec(named)
  return end ? named.slice(0, end.index) + (end[0] === '：' ? '。' : '.') : t(key, args)
}

/** The change of standing with a turning point; none where it stayed. */
export function turnText(review: Review): string | undefined {
  const before = standing(review.chance)
  const after = standing(review.played_chance)
  if (before === undefined || after === undefined || before <= after) return undefined
  if (before > 0) return t(after < 0 ? 'review.turn.better_worse' : 'review.turn.better_even')
  return t('review.turn.even_worse')
}

function standing(chance: number | undefined): number | undefined {
  if (chance === undefined) return undefined
  return chance >= 0.6 ? 1 : chance <= 0.4 ? -1 : 0
}
