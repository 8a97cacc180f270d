// SPDX-License-Identifier: MIT
//
// Live analysis: what the engine thinks of the position at a tree's cursor, refined while one looks at it. It follows the
// cursor, keeps what it thought of every move, and stops when it is no longer wanted. A server that ends it, since others wait or its time
// is over, is asked again: its engine goes on from what it learned, and what is kept here stays until something deeper comes.
import { useEffect, useMemo, useState } from 'preact/hooks'
import type { Task } from '../engine/engine'
import { problemOf } from '../engine/module'
import type { Thought } from '../engine/types'
import type { GameTree, Node } from '../game/tree'
import type { Problem } from '../i18n/errors'
import { useServices } from '../services/context'

export interface Analysis {
  /** The best known; null before the first report, and when the game is over. */
  thought: Thought | null
  running: boolean
  error: Problem | null
}

/** Limits of a "think" question: time_ms, lines (0: every move). Without a time it thinks on and on. */
export type AnalysisLimits = { time_ms?: number; lines?: number }

const kept = new WeakMap<Node, Thought>()
/** Whoever walks quickly does not start the engine at every step. */
const SETTLE_MS = 120

/** The earlier thoughts about a node. */
export const thoughtOf = (node: Node): Thought | undefined => kept.get(node)

/** Deeper, or of more moves. */
const better = (now: Thought, before: Thought | undefined) =>
  !before || now.depth >= before.depth || now.exact || now.moves!.length > (before.moves?.length ?? 0)

/** `anew`: another text begins it anew. */
export function useAnalysis(tree: GameTree, on: boolean, limits: AnalysisLimits = {}, anew = ''): Analysis {
  const services = useServices()
  const node = tree.cursor.value
  const { over } = tree.line.value
  const [, redraw] = useState(0)
  const wanted = on && !over
  const question = useMemo(() => ({}), [tree, node, wanted, JSON.stringify(limits), anew])
  const [ended, setEnded] = useState<{ question: object; error: Problem | null } | null>(null)
  useEffect(() => {
    if (!wanted) return
    let task: Task | undefined
    let gone = false
    const learn = (thought: Thought) => {
      if (gone || !thought.moves?.length || !better(thought, kept.get(node))) return
      kept.set(node, thought)
      redraw(n => n + 1)
    }
    const end = (error: Problem | null) => gone || setEnded({ question, error })
    const timer = setTimeout(async () => {
      try {
        const engine = await services.engine
        if (gone) return
        let thought: Thought
        do {
          task = engine.request({ ask: 'think', played: tree.played(node), lines: 0, ...limits }, event =>
            learn(event as unknown as Thought),
          )
          thought = (await task.done) as unknown as Thought
          learn(thought)
        } while (thought.stopped && !limits.time_ms && !gone)
        end(null)
      } catch (error) {
        end(problemOf(error))
      }
    }, SETTLE_MS)
    return () => {
      gone = true
      clearTimeout(timer)
      task?.stop()
    }
  }, [question])
  const isAnswered = ended?.question === question
  return { thought: over ? null : (kept.get(node) ?? null), running: wanted && !isAnswered, error: isAnswered ? ended.error : null }
}
