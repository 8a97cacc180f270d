// SPDX-License-Identifier: MIT
//
// The engine in the browser: one request at a time for a pool of Workers. Without shared memory a search cannot hear that it
// should stop: its Worker is ended and another one begins, and what was reported last is the answer.
//
// The weights are the largest file by far. Until they are here the levels of beginners play without them, by an evaluation of a few
// rules of thumb: they slip at most moves anyway. All other questions wait.
import type { Problem } from '../i18n/errors'
import type { Task, Engine, EngineWish } from './engine'
import { PageError, problemOf, type EngineRequest, type PageEvent } from './module'
import type { EngineFiles, Knowledge } from './worker'
import { WorkerPool, type Machine } from './worker_pool'

const THREADS_MAX = 8
const EVALUATION_MB = 39 // it takes as much beside the table of positions
const MEMORY_MB = 128 // for both, unless somebody wishes otherwise

/** The memory in megabytes that an engine can be given. */
export const MEMORY_MB_RANGE = { least: EVALUATION_MB + 1, most: 512 } as const

const BEGINNERS = 5 // the highest level that slips (src/engine/levels.h)

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
  readonly memoryChoices = [64, MEMORY_MB, 256, MEMORY_MB_RANGE.most]
  private pool?: WorkerPool
  private ready = false
  private readonly queue: Waiting[] = []
  private running?: Waiting
  private wanted: number
  private memoryMb = MEMORY_MB
  private stale = false // the Workers are not as they were wished for
  private knows = false // the weights are here,
  private poolKnows = false // and with the Workers

  /** `knowledge` is waited for, and never fails. */
  constructor(
    private files: EngineFiles,
    knowledge: Promise<Knowledge>,
    private readonly machine: Machine,
  ) {
    this.wanted = this.usualThreads
    void knowledge.then(known => this.learn(known))
  }

  get threadsMost(): number {
    return this.files.shared ? Math.min(this.machine.cores, THREADS_MAX) : 1
  }

  /** One core is left to the page. */
  private get usualThreads(): number {
    return Math.max(1, this.threadsMost - 1)
  }

  configure({ threads, memoryMb }: EngineWish) {
    const wanted = threads ? Math.min(threads, this.threadsMost) : this.usualThreads
    const memory = memoryMb || MEMORY_MB
    if (wanted === this.wanted && memory === this.memoryMb) return
    this.wanted = wanted
    this.memoryMb = memory
    this.stale = this.pool !== undefined
    if (!this.running) this.renew()
  }

  /** Play with the weights from here on: with Workers of their own, when nobody waits for those that are there. */
  private learn(known: Knowledge) {
    this.files = { ...this.files, ...known }
    this.knows = true
    if (!this.running) this.renew()
  }

  /** Others in place of Workers from before the weights were here, or of another number. */
  private renew() {
    if (this.pool && (this.stale || (this.knows && !this.poolKnows))) {
      this.drop()
      this.warmUp()
    }
    this.next()
  }

  private canAnswer({ question }: Waiting): boolean {
    return this.knows || (question.ask === 'play' && Number(question['level']) <= BEGINNERS)
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

  /** End the Workers for good; what was asked has no answer. */
  close() {
    const asked = [...(this.running ? [this.running] : []), ...this.queue.splice(0)]
    this.running = undefined
    this.drop()
    for (const waiting of asked) waiting.reject(new PageError(undefined))
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
    if (this.running) return
    const first = this.queue.findIndex(waiting => this.canAnswer(waiting))
    if (first < 0) return
    this.warmUp()
    if (!this.ready) return
    ;[this.running] = this.queue.splice(first, 1) as [Waiting]
    this.pool!.request(this.running.question)
  }

  private begin() {
    this.poolKnows = this.knows
    this.stale = false
    const hashBytes = (this.memoryMb - EVALUATION_MB) << 20
    try {
      const listener = {
        ready: () => {
          this.ready = true
          this.next()
        },
        event: (event: PageEvent) => this.event(event),
        failed: (reason: Problem) => this.failed(reason),
      }
      this.pool = new WorkerPool(this.files, this.wanted, hashBytes, listener, this.machine)
    } catch (error) {
      this.failed(problemOf(error))
    }
  }

  /** No engine: with less memory or one thread there may be one; otherwise the questions have no answer. */
  private failed(reason: Problem) {
    this.drop()
    if (this.running?.stopped) settleStopped(this.running)
    else if (this.running) this.queue.unshift(this.running)
    this.running = undefined
    if (this.memoryMb > MEMORY_MB) {
      this.memoryMb = MEMORY_MB
      this.next()
    } else if (this.wanted > 1) {
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
      this.renew()
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
