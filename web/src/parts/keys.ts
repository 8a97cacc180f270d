// SPDX-License-Identifier: MIT
//
// The keys of a view, wherever the focus is, unless that is where one writes or chooses.
import { useLayoutEffect } from 'preact/hooks'

/** By the names of keys in small letters, "ctrl+z". They answer for the picture that is seen: the effect comes before painting. */
export function useKeys(acts: Record<string, () => void>) {
  useLayoutEffect(() => {
    const keyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.altKey) return
      if ((event.target as HTMLElement).closest('input:not([type=checkbox]), textarea, select, dialog')) return
      const act = acts[`${event.ctrlKey || event.metaKey ? 'ctrl+' : ''}${event.key.toLowerCase()}`]
      if (!act) return
      event.preventDefault()
      act()
    }
    document.addEventListener('keydown', keyDown)
    return () => document.removeEventListener('keydown', keyDown)
  })
}
