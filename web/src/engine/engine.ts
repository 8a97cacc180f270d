// SPDX-License-Identifier: MIT
//
// The engine as the views see it: the server's native one, or WebAssembly in a Worker. Both take the same requests and
// send the same events.
import type { EngineRequest, PageEvent } from './module'

/** A question being answered. */
export interface Task {
  /** The answer; rejects with a PageError. A stopped question is answered with the best so far, or rejected. */
  readonly done: Promise<PageEvent>
  stop(): void
}

/** The room that a visitor gives the engine, of what it may have. 0: as it thinks best. */
export interface EngineWish {
  threads: number
  memoryMb: number
}

export interface Engine {
  readonly kind: 'native' | 'browser'
  readonly threads: number
  /** The most threads that can be wished for. */
  readonly threadsMost: number
  /** The memory that can be wished for, in megabytes. */
  readonly memoryChoices: readonly number[]
  /** From the next question on; one that is being answered goes on as it is. */
  configure(wish: EngineWish): void
  /** One question at a time; a second one waits for the first. */
  request(question: EngineRequest, onEvent?: (event: PageEvent) => void): Task
}
