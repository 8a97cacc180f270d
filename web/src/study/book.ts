// SPDX-License-Identifier: MIT
//
// The opening book's answer for the position at a tree's cursor.
import { useEffect, useState } from 'preact/hooks'
import type { BookMove } from '../engine/types'
import type { GameTree, Node } from '../game/tree'
import { useServices } from '../services/context'

const kept = new WeakMap<Node, BookMove[]>()

/** The book's moves, the best first; none where it knows nothing; undefined until it has answered. */
export function useBook(tree: GameTree): BookMove[] | undefined {
  const { engine } = useServices()
  const node = tree.cursor.value
  const [, redraw] = useState(0)
  useEffect(() => {
    if (kept.has(node)) return
    let gone = false
    const learn = (moves: BookMove[]) => {
      kept.set(node, moves.sort((a, b) => b.score - a.score))
      if (!gone) redraw(n => n + 1)
    }
    engine
      .then(engine => engine.request({ ask: 'book', played: tree.played(node) }).done)
      .then(answer => learn((answer['book'] as BookMove[] | undefined) ?? []))
      .catch(() => learn([]))
    return () => void (gone = true)
  }, [tree, node])
  return kept.get(node)
}
