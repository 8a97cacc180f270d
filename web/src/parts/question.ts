// SPDX-License-Identifier: MIT
//
// One question of a view to the engine: a newer one takes its place, and whoever gives it up or leaves stops it, so that the engine
// thinks of nothing that nobody waits for.
import { useLayoutEffect, useRef } from 'preact/hooks'
import type { Task } from '../engine/engine'
import type { EngineRequest } from '../engine/module'
import type { Thought } from '../engine/types'
import { useServices } from '../services/context'

export interface Question {
  /** The engine's thoughts; null if they were given up meanwhile. Rejects as a Task does. */
  ask(question: EngineRequest): Promise<Thought | null>
  stop(): void
}

export function useQuestion(): Question {
  const { engine } = useServices()
  const number = useRef(0)
  const task = useRef<Task>(undefined)
  const stop = () => {
    number.current++
    task.current?.stop()
    task.current = undefined
  }
  useLayoutEffect(() => stop, []) // an effect would end only after the next painting
  const ask = async (question: EngineRequest) => {
    stop()
    const asked = number.current
    const isWanted = () => asked === number.current
    try {
      const ready = await engine
      if (!isWanted()) return null
      task.current = ready.request(question)
      const answer = await task.current.done
      return isWanted() ? (answer as unknown as Thought) : null
    } catch (error) {
      if (isWanted()) throw error
      return null // a stopped question may be rejected
    }
  }
  return { ask, stop }
}
