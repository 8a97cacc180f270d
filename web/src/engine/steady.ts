// SPDX-License-Identifier: MIT
//
// Whoever thinks behind `flank serve`: the server, and while it is away the engine in the browser. What is not answered is asked
// again of the other one, so a game goes on whatever becomes of the server. Its way back takes with it only what thinks on and on
// ("think"); all else, a move or a review, ends where it was begun.
import { batch } from '@preact/signals'
import type { BrowserThinker } from './browser'
import type { PageEvent, Question } from './module'
import { Remote, type ServerFacts } from './remote'
import { serverTrouble, waitsForTurn } from './server_state'
import type { Task, Thinker } from './thinker'

const INSTEAD_MS = 4000 // without the server, then the browser thinks

/** A question that is not answered yet, and who has it. */
interface Job {
  question: Question
  onEvent?: (event: PageEvent) => void
  resolve(event: PageEvent): void
  reject(error: unknown): void
  task?: Task
  inBrowser: boolean
  stopped: boolean
}

export class SteadyThinker implements Thinker {
  private readonly remote: Remote
  private readonly jobs = new Set<Job>()
  private browser?: BrowserThinker
  private timer?: ReturnType<typeof setTimeout>

  /** `makeBrowser` may fail: then the server is waited for. */
  constructor(
    private readonly facts: ServerFacts,
    private readonly makeBrowser: () => Promise<BrowserThinker>,
  ) {
    this.remote = new Remote(facts.engine, { gone: full => this.gone(full), back: () => this.back() })
  }

  get kind() {
    return serverTrouble.value?.instead ? 'browser' : 'native'
  }

  get threads() {
    return serverTrouble.value?.instead ? this.browser!.threads : this.facts.threads
  }

  ask(question: Question, onEvent?: (event: PageEvent) => void): Task {
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

  /** Ask it; who had it before is stopped, and not listened to any more. */
  private give(job: Job, inBrowser: boolean) {
    const before = job.task
    const task: Task = (inBrowser ? this.browser! : this.remote).ask(job.question, event => {
      if (job.task === task) this.hear(job, event)
    })
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
