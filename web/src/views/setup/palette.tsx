// SPDX-License-Identifier: MIT
//
// The piece that a press puts on the board: the pieces of the game, and nothing. A group of radio buttons that look like pieces; the
// number keys choose as well.
import type { Signal } from '@preact/signals'
import { useLayoutEffect } from 'preact/hooks'
import { pieceOf } from '../../board/drawing'
import { pieceShapes } from '../../board/layers'
import { pieceText } from '../../board/spoken'
import type { GameFacts } from '../../engine/types'
import { t } from '../../i18n'
import { EMPTY } from './board_edit'

export function Palette({ facts, brush }: { facts: GameFacts; brush: Signal<string> }) {
  const glyphs = [...facts.glyphs, EMPTY]
  useLayoutEffect(() => {
    const keyDown = (event: KeyboardEvent) => {
      const glyph = glyphs[Number(event.key) - 1]
      const typing = (event.target as HTMLElement).closest('input:not([type=radio]), textarea, select, dialog')
      if (!glyph || typing || event.ctrlKey || event.altKey || event.metaKey) return
      brush.value = glyph
    }
    document.addEventListener('keydown', keyDown)
    return () => document.removeEventListener('keydown', keyDown)
  }, [facts])
  return (
    <fieldset class="palette">
      <legend>{t('setup.piece')}</legend>
      {glyphs.map((glyph, i) => (
        <label key={glyph} class={brush.value === glyph ? 'chosen' : ''} title={`${pieceText(facts, glyph)} (${i + 1})`}>
          <input
            type="radio"
            name="setup-brush"
            class="hidden-text"
            aria-label={pieceText(facts, glyph)}
            checked={brush.value === glyph}
            onChange={() => (brush.value = glyph)}
          />
          <Sample facts={facts} glyph={glyph} />
          <span class="palette-key" aria-hidden="true">
            {i + 1}
          </span>
        </label>
      ))}
    </fieldset>
  )
}

function Sample({ facts, glyph }: { facts: GameFacts; glyph: string }) {
  const piece = pieceOf(facts, glyph)
  return (
    <svg class="palette-sample" viewBox="-0.5 -0.5 1 1" aria-hidden="true">
      <rect class="board-cloth" x="-0.5" y="-0.5" width="1" height="1" />
      {piece && <g class={`piece-${piece.color}`} {...pieceShapes(piece, true)} />}
    </svg>
  )
}
