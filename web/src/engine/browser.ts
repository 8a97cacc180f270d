// SPDX-License-Identifier: MIT
//
// The engine in the browser: one request at a time for a pool of Workers. Without shared memory a search cannot hear that it
// should stop: its Worker is ended and another one begins, and what was reported last is the answer.
import type { Problem } from '../i18n/errors'
import type { Task, Engine } from './engine'
import { PageError, problemOf, type EngineRequest, type PageEvent } from './module'
import type { EngineFiles } from './worker'
import { WorkerPool } from './worker_pool'

const THREADS_MAX = 8

interface Waiting {
  question: EngineRequest
  onEvent?: (event: PageEvent) => void
  resolve(event: PageEvent): void
  reject(error: unknown): void
  last?: PageEvent // report
  stopped?: boolean
}

export class BrowserEngine implements Engine {
  readonly kind = 'browser'
  private pool?: WorkerPool
  private ready = false
  private readonly queue: Waiting[] = []
  private running?: Waiting
  private wanted: number

  constructor(private readonly files: EngineFiles) {
    // One core is left to the page.
    const cores = navigator.hardwareConcurrency || 2
    this.wanted = files.shared ? Math.max(1, Math.min(cores - 1, THREADS_MAX)) : 1
  }

  get threads(): number {
    return this.wanted
  }

  /** Have the Workers begin now, not with the first question. */
  warmUp() {
    if (!this.pool) this.begin()
  }

  /** End the Workers, unless they have something to do; the next question has new ones. */
  rest() {
    if (!this.running && this.queue.length === 0) this.drop()
  }

  request(question: EngineRequest, onEvent?: (event: PageEvent) => void): Task {
    let waiting!: Waiting
    const done = new Promise<PageEvent>((resolve, reject) => {
      waiting = { question, onEvent, resolve, reject }
    })
    this.queue.push(waiting)
    this.next()
    return { done, stop: () => this.stop(waiting) }
  }

  private next() {
    if (this.running || this.queue.length === 0) return
    this.warmUp()
    if (!this.ready) return
    this.running = this.queue.shift()!
    this.pool!.request(this.running.question)
  }

  private begin() {
    try {
      this.pool = new WorkerPool(this.files, this.wanted, {
        ready: () => {
          this.ready = true
          this.next()
        },
        event: event => this.event(event),
        failed: reason => this.failed(reason),
      })
    } catch (error) {
      this.failed(problemOf(error))
    }
  }

  /** No engine: with one thread there may be one; otherwise the questions have no answer. */
  private failed(reason: Problem) {
    this.drop()
    if (this.running?.stopped) settleStopped(this.running)
    else if (this.running) this.queue.unshift(this.running)
    this.running = undefined
    if (this.wanted > 1) {
      this.wanted = 1
      this.next()
    } else {
      for (const waiting of this.queue.splice(0)) waiting.reject(typeof reason === 'string' ? new Error(reason) : new PageError(reason))
    }
  }

  private drop() {
    this.pool?.end()
    this.pool = undefined
    this.ready = false
  }

  private event(event: PageEvent) {
    const task = this.running
    if (!task) return
    if (event.event === 'answer' || event.event === 'error') {
      this.running = undefined
      if (event.event === 'answer') task.resolve(event)
      else if (task.stopped) settleStopped(task)
      else task.reject(new PageError(event))
      this.next()
    } else {
      if (event.event === 'report') task.last = event
      task.onEvent?.(event)
    }
  }

  private stop(waiting: Waiting) {
    const queued = this.queue.indexOf(waiting)
    if (queued >= 0) {
      this.queue.splice(queued, 1)
      waiting.reject(new PageError(undefined))
    } else if (this.running === waiting && !waiting.stopped) {
      waiting.stopped = true
      if (this.pool!.hears) this.pool!.stop()
      else this.stopNow(waiting)
    }
  }

  private stopNow(waiting: Waiting) {
    this.running = undefined
    this.drop()
    settleStopped(waiting)
    this.next()
  }
}

/** A stopped question is answered with what was reported last, if anything was. */
function settleStopped(waiting: Waiting) {
  if (waiting.last) waiting.resolve({ ...waiting.last, event: 'answer', stopped: true })
  else waiting.reject(new PageError(undefined))
}
