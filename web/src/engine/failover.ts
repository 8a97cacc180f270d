// SPDX-License-Identifier: MIT
//
// The engine of a page behind `flank serve`: the server's, and while the server is away the one in the browser. A request without an
// answer goes to the other one, so a game goes on when the server is lost. When the server is back it takes over the requests that
// think without end ("think"); a move or a review ends where it began.
import { batch } from '@preact/signals'
import type { BrowserEngine } from './browser'
import type { Task, Engine, EngineWish } from './engine'
import type { EngineRequest, PageEvent } from './module'
import { Remote, type ServerFacts } from './remote'
import { serverTrouble, waitsForTurn } from './server_state'

const INSTEAD_MS = 4000 // without the server, then the browser thinks
const SERVER_MEMORY_MB = [16, 32, 64, 128, 256, 512, 1024, 2048, 4096]

/** A question that is not answered yet, and who has it. */
interface Job {
  question: EngineRequest
  onEvent?: (event: PageEvent) => void
  resolve(event: PageEvent): void
  reject(error: unknown): void
  task?: Task
  inBrowser: boolean
  stopped: boolean
}

export class FailoverEngine implements Engine {
  private readonly remote: Remote
  private readonly jobs = new Set<Job>()
  private browser?: BrowserEngine
  private timer?: ReturnType<typeof setTimeout>
  private wish?: EngineWish

  /** `makeBrowser` may fail: then the server is waited for. */
  constructor(
    private readonly facts: ServerFacts,
    private readonly makeBrowser: () => Promise<BrowserEngine>,
  ) {
    this.remote = new Remote(facts.engine, { gone: full => this.gone(full), back: () => this.back() })
  }

  get kind() {
    return serverTrouble.value?.instead ? 'browser' : 'native'
  }

  get threads() {
    return serverTrouble.value?.instead ? this.browser!.threads : this.facts.threads
  }

  get threadsMost() {
    return serverTrouble.value?.instead ? this.browser!.threadsMost : this.facts.threads
  }

  get memoryChoices() {
    return serverTrouble.value?.instead ? this.browser!.memoryChoices : [...SERVER_MEMORY_MB.filter(size => size < this.facts.memory_mb), this.facts.memory_mb]
  }

  configure(wish: EngineWish) {
    this.wish = wish
    this.browser?.configure(wish)
  }

  request(question: EngineRequest, onEvent?: (event: PageEvent) => void): Task {
    let job!: Job
    const done = new Promise<PageEvent>((resolve, reject) => {
      job = { question, onEvent, resolve, reject, inBrowser: false, stopped: false }
    })
    this.jobs.add(job)
    this.give(job, serverTrouble.value?.instead === true)
    const stop = () => {
      job.stopped = true
      job.task?.stop()
    }
    return { done, stop }
  }

  /** With the visitor's wishes, which are for thinking without end, as far as the server grants them: it refuses more. */
  private wished(question: EngineRequest): EngineRequest {
    if (question.ask !== 'think') return question
    const { threads = 0, memoryMb = 0 } = this.wish ?? {}
    return { ...question, threads: Math.min(threads, this.facts.threads), memory_mb: Math.min(memoryMb, this.facts.memory_mb) }
  }

  /** Send the request to one of the two engines; the one that had it before is stopped and its events are dropped. */
  private give(job: Job, inBrowser: boolean) {
    const before = job.task
    const hear = (event: PageEvent) => {
      if (job.task === task) this.hear(job, event)
    }
    const task: Task = inBrowser ? this.browser!.request(job.question, hear) : this.remote.request(this.wished(job.question), hear)
    job.task = task
    job.inBrowser = inBrowser
    before?.stop()
    const ended = (settle: () => void) => {
      if (job.task !== task) return
      this.jobs.delete(job)
      if (!inBrowser) waitsForTurn.value = false
      settle()
      this.letRest()
    }
    task.done.then(
      answer => ended(() => job.resolve(answer)),
      (error: unknown) => ended(() => job.reject(error)),
    )
  }

  private hear(job: Job, event: PageEvent) {
    if (!job.inBrowser) waitsForTurn.value = event.event === 'waiting'
    job.onEvent?.(event)
  }

  private gone(full: boolean) {
    const why = full ? 'full' : 'lost'
    const now = serverTrouble.value
    batch(() => {
      waitsForTurn.value = false
      if (now?.why !== why) serverTrouble.value = { why, instead: now?.instead ?? false, again: () => this.remote.tryNow() }
    })
    if (!now?.instead) this.timer ??= setTimeout(() => void this.goInstead(), INSTEAD_MS)
  }

  private async goInstead() {
    try {
      this.browser ??= await this.makeBrowser()
      if (this.wish) this.browser.configure(this.wish)
    } catch {
      return // its files are out of reach, too
    } finally {
      this.timer = undefined
    }
    const trouble = serverTrouble.value
    if (!trouble) return // it came back meanwhile
    serverTrouble.value = { ...trouble, instead: true }
    this.browser.warmUp()
    for (const job of this.jobs) if (!job.stopped) this.give(job, true)
  }

  private back() {
    clearTimeout(this.timer)
    this.timer = undefined
    serverTrouble.value = null
    for (const job of this.jobs) if (job.inBrowser && !job.stopped && job.question.ask === 'think') this.give(job, false)
    this.letRest()
  }

  /** The browser's engine takes much memory: it ends when nobody needs it. */
  private letRest() {
    if (!serverTrouble.value && ![...this.jobs].some(job => job.inBrowser)) this.browser?.rest()
  }
}
