// SPDX-License-Identifier: MIT
//
// Drawn things that are kept while they stay the same. Preact passes over a node of the virtual tree that it was given before, so that
// a press costs what it changes, and not the whole board.
import type { VNode } from 'preact'
import { useRef } from 'preact/hooks'

/** Gives the node of `key` again while `state`, a text of all that it shows, is the same; otherwise it is made anew. */
export function useKnown(): (key: string, state: string, make: () => VNode | null) => VNode | null {
  const known = useRef(new Map<string, { state: string; node: VNode | null }>())
  return (key, state, make) => {
    const before = known.current.get(key)
    if (before?.state === state) return before.node
    const node = make()
    known.current.set(key, { state, node })
    return node
  }
}
