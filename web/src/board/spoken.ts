// SPDX-License-Identifier: MIT
//
// The words for a square and for a move.
import type { GameFacts, Move } from '../engine/types'
import { maybeText, t } from '../i18n'
import { pieceOf } from './drawing'
import type { Mark } from './layers'

export interface SquareState {
  square: string
  glyph: string
  target?: 'end' | 'step'
  chosen: boolean
  movable: boolean
  last: boolean
  mark?: Mark
}

export const colorText = (color: string) => maybeText(`color.${color}`, color)

export function pieceText(facts: GameFacts, glyph: string): string {
  const piece = pieceOf(facts, glyph)
  if (!piece) return t('board.empty')
  return t(piece.king ? 'board.king' : 'board.piece', { color: colorText(piece.color) })
}

/** "d3, empty, legal move, value +2" */
export function squareText(facts: GameFacts, state: SquareState): string {
  const parts = [state.square, pieceText(facts, state.glyph)]
  if (state.chosen) parts.push(t('board.chosen'))
  else if (state.target) parts.push(t(state.target === 'end' ? 'board.legal' : 'board.step'))
  else if (state.movable) parts.push(t('board.movable'))
  if (state.last) parts.push(t('board.last'))
  if (state.mark) parts.push(t('board.value', { value: state.mark.spoken ?? state.mark.text }))
  if (state.mark?.exact) parts.push(t('board.exact'))
  return parts.join(t('board.and'))
}

/** The reason why other pieces may not move, where every move captures; null where some do not. */
export function compulsionText(legal: readonly Move[]): string | null {
  const counts = legal.map(move => move.captured.length)
  const squares = [...new Set(legal.flatMap(move => move.from ?? []))].join(t('board.and'))
  if (!legal.length || counts.includes(0)) return null
  const largest = counts[0]! > 1 && counts.every(count => count === counts[0])
  return largest ? t('board.must.most', { squares, count: counts[0]! }) : t('board.must', { squares })
}

/** "Black: d3", "White passes" */
export function moveText(color: string, move: Move): string {
  const name = colorText(color)
  if (!move.to) return t('board.passed', { color: name })
  const key = move.from && move.captured.length ? 'board.moved.taking' : 'board.moved'
  return t(key, { color: name, move: move.move, count: move.captured.length })
}
