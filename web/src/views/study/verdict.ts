// SPDX-License-Identifier: MIT
//
// The worth of an answer in a drill. A move of the lines is right, and so is any that the book holds for at most half a
// disc worse than the best; what is better is told either way.
import type { BookMove } from '../../engine/types'
import { t } from '../../i18n'
import { numberText } from '../../parts/values'

const MARGIN = 0.5 // discs

export interface Verdict {
  kind: 'right' | 'good' | 'wrong'
  move: string
  value?: number
  /** The move to learn here: the answer itself, if it is right. */
  wanted: string
  wantedValue?: number
  /** A move that the book rather plays than one of the lines. */
  better?: BookMove
}

export function judge(move: string, wanted: readonly string[], book: readonly BookMove[]): Verdict {
  const valueOf = (name: string) => book.find(each => each.move === name)?.score
  const best = book[0]
  const value = valueOf(move)
  if (wanted.includes(move)) {
    const better = best && value !== undefined && best.move !== move && best.score - value > MARGIN ? best : undefined
    return { kind: 'right', move, value, wanted: move, wantedValue: value, ...(better ? { better } : {}) }
  }
  const known = [...wanted].sort((a, b) => (valueOf(b) ?? -Infinity) - (valueOf(a) ?? -Infinity))[0]!
  const good = best !== undefined && value !== undefined && value >= best.score - MARGIN
  return { kind: good ? 'good' : 'wrong', move, value, wanted: known, wantedValue: valueOf(known) }
}

export function answerText({ kind, move, value, wanted, wantedValue, better }: Verdict): string {
  const values = {
    move,
    wanted,
    value: value === undefined ? '' : numberText(value),
    wanted_value: wantedValue === undefined ? '' : numberText(wantedValue),
  }
  if (kind === 'right') {
    if (better) return t('study.run.right.better', { ...values, best: better.move, best_value: numberText(better.score) })
    return t(value === undefined ? 'study.run.right' : 'study.run.right.value', values)
  }
  if (kind === 'good') return t(wantedValue === undefined ? 'study.run.good.only' : 'study.run.good', values)
  if (wantedValue === undefined) return t('study.run.wrong', values)
  return t(value === undefined ? 'study.run.wrong.wanted' : 'study.run.wrong.value', values)
}

export function shownText(wanted: string, book: readonly BookMove[]): string {
  const value = book.find(({ move }) => move === wanted)?.score
  if (value === undefined) return t('study.run.shown', { wanted })
  return t('study.run.shown.value', { wanted, wanted_value: numberText(value) })
}
