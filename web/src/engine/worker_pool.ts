// SPDX-License-Identifier: MIT
//
// The Workers of one engine: the first one thinks, the others help it where the memory is shared. A Worker begins only while its
// maker is idle, so all of them are made here, by the page, before the engine starts.
import { problem, type Problem } from '../i18n/errors'
import { LineMemory, type Outgoing } from './line_memory'
import { problemOf, sharedMemory, type EngineRequest, type PageEvent } from './module'
import type { EngineFiles, FromWorker, ToWorker } from './worker'

const MEMORY_LIMITS = [1 << 30, 384 << 20] // the second where so much cannot be had, or only promised

/** A Worker of the browser, or another that behaves like one. */
export interface EngineWorker {
  onmessage: ((message: MessageEvent<FromWorker>) => void) | null
  onerror: ((error: ErrorEvent) => void) | null
  postMessage(message: ToWorker): void
  terminate(): void
}

/** The machine that an engine runs on. */
export interface Machine {
  readonly cores: number
  /** A new Worker that runs worker.ts. */
  hire(): EngineWorker
}

/** Takes the events of a pool: it is ready, an event of the request, or why there is no engine (the pool has ended by then). */
export interface PoolListener {
  ready(): void
  event(event: PageEvent): void
  failed(reason: Problem): void
}

export class WorkerPool {
  private readonly workers: EngineWorker[] = []
  private readonly memory?: WebAssembly.Memory
  private stopFlag?: Int32Array // one word of the shared memory: src/wasm/wasm_api.c
  private ended = false
  private readonly lines = new LineMemory()
  private sent?: Outgoing
  readonly threads: number

  constructor(
    private readonly files: EngineFiles,
    threads: number,
    private readonly hashBytes: number, // of the table of positions
    private readonly listener: PoolListener,
    private readonly machine: Machine,
  ) {
    if (files.shared) this.memory = largestMemory()
    this.threads = files.shared ? threads : 1
    this.send(this.hire(), { load: files, memory: this.memory, stacks: this.threads - 1 })
  }

  /** One at a time: the next one after the answer of this one. */
  request(question: EngineRequest) {
    if (this.stopFlag) Atomics.store(this.stopFlag, 0, 0)
    this.sent = this.lines.outgoing(question)
    this.send(this.workers[0]!, { request: this.sent.fields })
  }

  /** True if a question can be stopped without ending the Workers. */
  get hears(): boolean {
    return this.stopFlag !== undefined
  }

  /** Make the question end soon, whether it has begun or not. */
  stop() {
    Atomics.store(this.stopFlag!, 0, 1)
  }

  /** End the Workers; nothing is told any more. */
  end() {
    this.ended = true
    for (const worker of this.workers.splice(0)) {
      worker.onmessage = worker.onerror = null
      worker.terminate()
    }
  }

  private hire(): EngineWorker {
    const worker = this.machine.hire()
    worker.onmessage = message => this.receive(message.data)
    worker.onerror = error => this.fail(error.message || problem('NO_WORKER'))
    this.workers.push(worker)
    return worker
  }

  private send(worker: EngineWorker, message: ToWorker) {
    worker.postMessage(message)
  }

  private fail(reason: Problem) {
    if (this.ended) return
    this.end()
    this.listener.failed(reason)
  }

  private receive(message: FromWorker) {
    if ('event' in message) this.hear(message.event)
    else if ('ready' in message) this.begin(message.stopFlag)
    else if ('failed' in message) this.fail(message.failed)
    else if ('loaded' in message) this.startOrFail(message.loaded)
  }

  private hear(event: PageEvent) {
    const ends = event.event === 'answer' || event.event === 'error'
    const again = ends && this.sent?.settle(event)
    if (again) this.send(this.workers[0]!, { request: again })
    else this.listener.event(event)
  }

  private begin(stopFlag: number) {
    if (this.memory) this.stopFlag = new Int32Array(this.memory.buffer, stopFlag, 1)
    this.listener.ready()
  }

  /** Browsers may refuse a helper's Worker. */
  private startOrFail(stacks: number[]) {
    try {
      this.start(stacks)
    } catch (error) {
      this.fail(problemOf(error))
    }
  }

  private start(stacks: number[]) {
    const { memory } = this
    const { module } = this.files
    if (memory) stacks.forEach((stack, number) => this.send(this.hire(), { help: { module, memory, stack, number } }))
    this.send(this.workers[0]!, { start: { helpers: stacks.length, hashBytes: this.hashBytes } })
  }
}

function largestMemory(): WebAssembly.Memory {
  let last: unknown
  for (const limit of MEMORY_LIMITS) {
    try {
      return sharedMemory(limit)
    } catch (error) {
      last = error
    }
  }
  throw last
}
