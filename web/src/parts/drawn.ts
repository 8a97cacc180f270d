// SPDX-License-Identifier: MIT
//
// Arrows and circles that somebody draws on the board: with the right button of a mouse, or in a mode of its own where there is none. From
// one square to another is an arrow, on one square a circle; the same once more takes it away. Escape takes all away, and another position
// has none.
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { Arrow } from '../board/board'
import type { Node } from '../game/tree'

export interface Drawn {
  arrows: Arrow[]
  /** Every press draws, whatever the button. */
  mode: boolean
  setMode(on: boolean): void
  /** Listeners of what the board stands in. */
  listeners: object
}

const RIGHT = 2

const squareAt = (x: number, y: number) => document.elementFromPoint(x, y)?.closest('[data-square]')?.getAttribute('data-square') ?? null
const isSame = (a: Arrow, b: Arrow) => a.from === b.from && a.to === b.to

export function useDrawn(node: Node): Drawn {
  const [state, setState] = useState<{ node: Node; arrows: Arrow[] }>({ node, arrows: [] })
  const [mode, setMode] = useState(false)
  const begun = useRef<string | null>(null)
  const arrows = state.node === node ? state.arrows : []
  const draw = (from: string, to: string) => {
    const made: Arrow = { ...(from === to ? {} : { from }), to, drawn: true }
    const others = arrows.filter(arrow => !isSame(arrow, made))
    setState({ node, arrows: others.length < arrows.length ? others : [...arrows, made] })
  }
  useLayoutEffect(() => {
    if (!arrows.length && !mode) return
    const keyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || (event.target as Element).closest('dialog')) return
      event.preventDefault()
      setState({ node, arrows: [] })
      setMode(false)
    }
    document.addEventListener('keydown', keyDown)
    return () => document.removeEventListener('keydown', keyDown)
  }, [node, arrows.length, mode])
  const draws = (event: PointerEvent) => event.button === RIGHT || (mode && event.button === 0)
  const listeners = {
    onPointerDownCapture(event: PointerEvent) {
      begun.current = null // the button before may have been let go beside the board
      if (!draws(event)) return
      begun.current = squareAt(event.clientX, event.clientY)
      if (mode) event.stopPropagation()
    },
    onPointerUpCapture(event: PointerEvent) {
      const from = begun.current
      begun.current = null
      const to = squareAt(event.clientX, event.clientY)
      if (from && to) draw(from, to)
    },
    onClickCapture(event: MouseEvent) {
      if (mode) event.stopPropagation()
    },
    onContextMenu(event: MouseEvent) {
      if ((event.target as Element).closest('.board')) event.preventDefault()
    },
  }
  return { arrows, mode, setMode, listeners }
}
