// SPDX-License-Identifier: MIT
//
// Arrows and circles that somebody draws on the board: with the right button of a mouse, with Shift and Enter on its squares, or with any
// press in a mode of its own. From one square to another is an arrow, on one square a circle; the same once more takes it away. Escape takes
// all away, and another position has none.
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { Arrow } from '../board/board'
import type { Node } from '../game/tree'
import { t } from '../i18n'
import { announce } from './announce'

export interface Drawn {
  arrows: Arrow[]
  /** Every press draws, whatever the button; Enter, too. */
  mode: boolean
  setMode(on: boolean): void
  /** Listeners of what the board stands in. */
  listeners: object
}

const RIGHT = 2
const KEYS: readonly string[] = ['Enter', ' ']

const squareAt = (x: number, y: number) => document.elementFromPoint(x, y)?.closest('[data-square]')?.getAttribute('data-square') ?? null
const isSame = (a: Arrow, b: Arrow) => a.from === b.from && a.to === b.to

export function useDrawn(node: Node): Drawn {
  const [state, setState] = useState<{ node: Node; arrows: Arrow[] }>({ node, arrows: [] })
  const [mode, setMode] = useState(false)
  const begun = useRef<string | null>(null)
  const [start, setStart] = useState<string | null>(null) // by keyboard
  const arrows = state.node === node ? state.arrows : []
  const draw = (from: string, to: string) => {
    const made: Arrow = { ...(from === to ? {} : { from }), to, drawn: true }
    const others = arrows.filter(arrow => !isSame(arrow, made))
    const isNew = others.length === arrows.length
    setState({ node, arrows: isNew ? [...arrows, made] : others })
    announce(t(!isNew ? 'overlay.draw.gone' : from === to ? 'overlay.draw.circle' : 'overlay.draw.arrow', { from, to }))
  }
  useLayoutEffect(() => {
    if (!arrows.length && !mode && !start) return
    const keyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || (event.target as Element).closest('dialog')) return
      event.preventDefault()
      setState({ node, arrows: [] })
      setMode(false)
      setStart(null)
    }
    document.addEventListener('keydown', keyDown)
    return () => document.removeEventListener('keydown', keyDown)
  }, [node, arrows.length, mode, start])
  useLayoutEffect(() => setStart(null), [node])
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
    onKeyDownCapture(event: KeyboardEvent) {
      const square = (event.target as Element).closest('[data-square]')?.getAttribute('data-square')
      if (!square || !KEYS.includes(event.key) || event.ctrlKey || event.altKey || event.metaKey || !(mode || event.shiftKey)) return
      event.preventDefault()
      setStart(start ? null : square)
      if (start) draw(start, square)
      else announce(t('overlay.draw.from', { square }))
    },
    onClickCapture(event: MouseEvent) {
      if (mode) event.stopPropagation()
    },
    onContextMenu(event: MouseEvent) {
      if ((event.target as Element).closest('.board')) event.preventDefault()
    },
  }
  const shown = start ? [...arrows, { to: start, drawn: true }] : arrows
  return { arrows: shown, mode, setMode, listeners }
}
