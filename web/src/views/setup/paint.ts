// SPDX-License-Identifier: MIT
//
// Painting with a pointer: a press puts a piece, dragging puts more of the same. A press on a piece of the same kind takes
// it away, and dragging then takes away.
import { useRef } from 'preact/hooks'
import { squareNumber } from '../../board/squares'
import { EMPTY } from './board_edit'

interface Painting {
  board(): string
  brush(): string
  put(square: string, glyph: string): void
  /** A stroke begins: what follows is taken back in one. */
  begin(): void
}

const squareUnder = (event: PointerEvent) =>
  document.elementFromPoint(event.clientX, event.clientY)?.closest<SVGElement>('[data-square]')?.dataset['square']

/** The piece that a press on `square` puts there. */
export function pressedGlyph(board: string, square: string, brush: string): string {
  return board[squareNumber(square)] === brush ? EMPTY : brush
}

export function usePaint(painting: Painting) {
  const stroke = useRef<{ glyph: string; last: string } | null>(null)
  /** The click that ends a press has been dealt with already. */
  const clicked = useRef(false)
  return {
    isPainted: () => {
      const was = clicked.current
      clicked.current = false
      return was
    },
    listeners: {
      onPointerDown(event: PointerEvent) {
        const square = squareUnder(event)
        clicked.current = false
        if (!square || event.button !== 0) return
        const glyph = pressedGlyph(painting.board(), square, painting.brush())
        stroke.current = { glyph, last: square }
        clicked.current = true
        painting.begin()
        painting.put(square, glyph)
      },
      onPointerMove(event: PointerEvent) {
        const square = stroke.current && squareUnder(event)
        if (!stroke.current || !square || square === stroke.current.last) return
        stroke.current.last = square
        painting.put(square, stroke.current.glyph)
      },
      onPointerUp: () => (stroke.current = null),
      onPointerCancel: () => (stroke.current = null),
      onPointerLeave: () => (stroke.current = null),
    },
  }
}
