// SPDX-License-Identifier: MIT
//
// A button that goes with its own panel takes the keyboard's focus with it: the browser then has it on nothing, and whoever works by
// keyboard begins anew at the top of the page. So the focus goes to the board of the view; without one, to the view. Views that
// know a better place put it there themselves.
import type { RefObject } from 'preact'
import { useEffect } from 'preact/hooks'
import { route } from '../services/router'

const isSeen = (element: Element) => element.checkVisibility()

/** `within`: what holds the views. */
export function useKeptFocus(within: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const view = within.current!
    let last: { element: Element; view: string } | null = null
    const isLost = () => document.activeElement === document.body
    const settle = () => {
      if (!isLost()) return
      const square = [...view.querySelectorAll<SVGElement>('.table-board [data-square][tabindex="0"]')].find(isSeen)
      const place = square ?? view
      place.focus({ preventScroll: true })
    }
    const focused = ({ target }: FocusEvent) => (last = { element: target as Element, view: route.value.view })
    // An element that goes is left, too, and is still there at that moment in Chromium.
    const left = ({ target }: FocusEvent) =>
      queueMicrotask(() => {
        if ((target as Element).isConnected && target === last?.element) last = null
      })
    const changed = new MutationObserver(() => {
      if (!last || last.element.isConnected) return
      const isHere = last.view === route.value.view
      last = null
      // Behind the effects of the view, which may move the focus themselves.
      if (isHere && isLost()) requestAnimationFrame(() => setTimeout(settle))
    })
    view.addEventListener('focusin', focused)
    view.addEventListener('focusout', left)
    changed.observe(view, { childList: true, subtree: true })
    return () => {
      view.removeEventListener('focusin', focused)
      view.removeEventListener('focusout', left)
      changed.disconnect()
    }
  }, [])
}
