// SPDX-License-Identifier: MIT
//
// Dragging a piece with a mouse, a finger or a pen: where it is is kept in the drawing itself, so that nothing else is
// drawn anew while it moves.
import { useRef } from 'preact/hooks'
import type { Point } from './geometry'

const THRESHOLD_PX = 6 // below it is a click

interface Drag {
  square: string
  pointer: number
  startX: number
  startY: number
  moving: boolean
}

/** A point of the window in the units of a drawing. */
export function pointIn(svg: SVGSVGElement, event: { clientX: number; clientY: number }): Point {
  const matrix = svg.getScreenCTM()
  const point = new DOMPoint(event.clientX, event.clientY)
  return matrix ? point.matrixTransform(matrix.inverse()) : { x: -1, y: -1 }
}

export interface DragHandlers {
  movable(square: string): boolean
  picked(square: string): void
  dropped(square: string, at: Point): void
}

export function useDrag(svg: { current: SVGSVGElement | null }, handlers: DragHandlers) {
  const drag = useRef<Drag | null>(null)
  const ended = useRef(-Infinity) // when the last drag ended: the click that follows it is none
  const pieceOf = (square: string) => svg.current?.querySelector<SVGElement>(`[data-piece="${square}"]`)

  const down = (event: PointerEvent) => {
    const square = (event.target as Element).closest('[data-square]')?.getAttribute('data-square')
    ended.current = -Infinity // a new press is no end of a drag
    if (!square || event.button !== 0 || !handlers.movable(square)) return
    drag.current = { square, pointer: event.pointerId, startX: event.clientX, startY: event.clientY, moving: false }
  }
  const move = (event: PointerEvent) => {
    const at = drag.current
    if (!at || at.pointer !== event.pointerId || !svg.current) return
    if (!at.moving && Math.hypot(event.clientX - at.startX, event.clientY - at.startY) < THRESHOLD_PX) return
    if (!at.moving) {
      at.moving = true
      svg.current.setPointerCapture(event.pointerId)
      handlers.picked(at.square)
    }
    const start = pointIn(svg.current, { clientX: at.startX, clientY: at.startY })
    const now = pointIn(svg.current, event)
    const piece = pieceOf(at.square)
    if (piece) piece.style.transform = `translate(${now.x - start.x}px, ${now.y - start.y}px) scale(1.08)`
  }
  const end = (event: PointerEvent) => {
    const at = drag.current
    drag.current = null
    if (!at?.moving || !svg.current) return
    pieceOf(at.square)?.style.removeProperty('transform')
    ended.current = event.timeStamp
    if (event.type === 'pointerup') handlers.dropped(at.square, pointIn(svg.current, event))
  }
  // A finger that drags a piece does not scroll the page; browsers do not take touch-action from parts of an SVG.
  const touchMove = (event: TouchEvent) => drag.current && event.cancelable && event.preventDefault()
  return {
    listeners: { onPointerDown: down, onPointerMove: move, onPointerUp: end, onPointerCancel: end, onTouchMove: touchMove },
    /** Is this click the end of a drag? */
    isDrop: (event: MouseEvent) => event.timeStamp - ended.current < 50,
  }
}
