// SPDX-License-Identifier: MIT
//
// Whoever thinks for the page: the server's native engine, or WebAssembly in a Worker. Both take the same questions and
// tell the same events.
import type { PageEvent, Question } from './module'

/** A question being answered. */
export interface Task {
  /** The answer; rejects with a PageError. A stopped question is answered with the best so far, or rejected. */
  readonly done: Promise<PageEvent>
  stop(): void
}

export interface Thinker {
  readonly kind: 'native' | 'browser'
  readonly threads: number
  /** One question at a time; a second one waits for the first. */
  ask(question: Question, onEvent?: (event: PageEvent) => void): Task
}
