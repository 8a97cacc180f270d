// SPDX-License-Identifier: MIT
//
// Whoever answers behind `flank serve`, over its WebSocket (docs/users/serving.md). A connection that is lost is made again, and what
// was not answered is asked again: nothing of a question stays on the server. A server that is silent for long is asked by HTTP
// whether it is still there, since a network that is gone closes nothing.
import type { Task } from './engine'
import { LineMemory, type Outgoing } from './line_memory'
import { PageError, type EngineRequest, type FlatRequest, type PageEvent } from './module'

const TRY_AGAIN_LATER = 1013 // the server has as many connections as it may
const SILENT = 0 // in place of a status: it has not even closed
const IDLE_MS = 120_000 // then the place on the server is for others
const SILENT_MS = 3000 // then it is asked whether it is there, and has as long to say so
/** Waits between attempts to connect; after the last the questions have no answer, or it stays the wait. */
const AGAIN_MS = [200, 500, 1000, 2000, 4000]
const PROBE = '0' // the question by which a server that came back shows that it answers

interface Waiting {
  request: EngineRequest
  sent?: Outgoing // as it was sent on this connection
  onEvent?: (event: PageEvent) => void
  resolve(event: PageEvent): void
  reject(error: unknown): void
  stopped: boolean
}

/** The content of /server.json. */
export interface ServerFacts {
  engine: string
  version: string
  threads: number // of a search, at most
  memory_mb: number // of its table, at most
  library: boolean
  farm: boolean
  live: boolean
}

export const serverFacts = async () => (await (await fetch('server.json')).json()) as ServerFacts

/** The listener that hears that the server has gone (`full`: it has no place for us), and that it is back. It is tried again without end. */
export interface RemoteListener {
  gone(full: boolean): void
  back(): void
}

const textOf = (question: FlatRequest, id: string) => JSON.stringify({ ...question, id })

function refuseFiles(question: EngineRequest) {
  for (const [name, value] of Object.entries(question))
    if (value instanceof Uint8Array) throw new TypeError(`"${name}": files are read by the page itself`)
}

/** One connection; questions are answered in their order. Without a listener they fail when the server does not come back soon. */
export class Remote {
  private readonly url: string
  private socket?: WebSocket
  private lines = new LineMemory() // of this connection
  private readonly waiting = new Map<string, Waiting>()
  private number = Number(PROBE)
  private attempts = 0
  private told = false // that it has gone
  private idle?: ReturnType<typeof setTimeout>
  private silence?: ReturnType<typeof setTimeout>
  private again?: ReturnType<typeof setTimeout>
  private readonly closed = new AbortController()

  constructor(
    path: string,
    private readonly listener?: RemoteListener,
  ) {
    this.url = new URL(path, document.baseURI).href.replace(/^http/, 'ws')
    if (!listener) return
    const { signal } = this.closed
    addEventListener('offline', () => this.socket && void this.probe(), { signal })
    addEventListener('online', () => this.told && this.tryNow(), { signal })
  }

  request(question: EngineRequest, onEvent?: (event: PageEvent) => void): Task {
    refuseFiles(question)
    const id = String(++this.number)
    const done = new Promise<PageEvent>((resolve, reject) => {
      this.waiting.set(id, { request: question, onEvent, resolve, reject, stopped: false })
    })
    clearTimeout(this.idle)
    if (this.socket?.readyState === WebSocket.OPEN) {
      this.sendWaiting(id)
      this.listen()
    }
    else if (!this.socket && this.again === undefined) this.connect()
    return { done, stop: () => this.stop(id) }
  }

  /** Do not wait for the next attempt to connect. */
  tryNow() {
    if (this.again === undefined) return
    clearTimeout(this.again)
    this.connect()
  }

  /** For good: nobody waits for an answer any more. */
  close() {
    this.closed.abort()
    clearTimeout(this.again)
    clearTimeout(this.idle)
    this.again = undefined
    this.told = false
    this.waiting.clear()
    this.drop()
  }

  /** Send a request; what the server knows of its line of play is left out. */
  private sendWaiting(id: string) {
    const waiting = this.waiting.get(id)!
    waiting.sent = this.lines.outgoing(waiting.request)
    this.socket!.send(textOf(waiting.sent.fields, id))
  }

  private send(text: string): boolean {
    if (this.socket?.readyState !== WebSocket.OPEN) return false
    this.socket.send(text)
    return true
  }

  private connect() {
    this.again = undefined
    const socket = new WebSocket(this.url)
    this.socket = socket
    this.lines = new LineMemory()
    socket.onopen = () => {
      if (this.told) socket.send(JSON.stringify({ ask: 'about', id: PROBE }))
      for (const id of this.waiting.keys()) this.sendWaiting(id)
    }
    socket.onmessage = (message: MessageEvent<string>) => this.receive(JSON.parse(message.data) as PageEvent)
    socket.onclose = closed => this.lost(closed.code)
    this.listen()
  }

  private receive(event: PageEvent) {
    if (event.id === null) return // the reason that it closes: the status says it, too
    this.attempts = 0
    if (this.told) {
      this.told = false
      this.listener?.back()
    }
    const waiting = this.waiting.get(event.id)
    const ends = event.event === 'answer' || event.event === 'error'
    const again = ends && waiting?.sent?.settle(event)
    if (waiting && again && !waiting.stopped) {
      this.socket!.send(textOf(again, event.id))
    } else if (waiting && event.event === 'answer') {
      this.waiting.delete(event.id)
      waiting.resolve(event)
    } else if (waiting && event.event === 'error') {
      this.waiting.delete(event.id)
      waiting.reject(new PageError(event))
    } else if (waiting && !waiting.stopped) {
      waiting.onEvent?.(event)
    }
    if (this.waiting.size === 0) this.rest()
    else this.listen()
  }

  private rest() {
    clearTimeout(this.silence)
    clearTimeout(this.idle)
    this.idle = setTimeout(() => this.waiting.size === 0 && this.drop(), IDLE_MS)
  }

  /** End the connection without a word to anybody here. */
  private drop() {
    clearTimeout(this.silence)
    if (!this.socket) return
    this.socket.onopen = this.socket.onmessage = this.socket.onclose = null
    this.socket.close()
    this.socket = undefined
  }

  /** Something should be heard soon. */
  private listen() {
    clearTimeout(this.silence)
    this.silence = setTimeout(() => void this.probe(), SILENT_MS)
  }

  /** Is the server there? One that computes answers all the same; one that does not has lost us. */
  private async probe() {
    const { socket } = this
    const there = await fetch('server.json', { cache: 'no-store', signal: AbortSignal.timeout(SILENT_MS) }).then(
      response => response.ok,
      () => false,
    )
    if (this.socket !== socket || !socket) return
    if (there && socket.readyState === WebSocket.OPEN) {
      if (this.waiting.size > 0) this.listen()
      return
    }
    this.drop()
    this.lost(SILENT)
  }

  private lost(code: number) {
    clearTimeout(this.silence)
    clearTimeout(this.idle)
    this.socket = undefined
    for (const [id, waiting] of this.waiting) if (waiting.stopped) this.fail(id, new PageError(undefined))
    const full = code === TRY_AGAIN_LATER
    if (!this.listener) return this.tryOrFail(full)
    if (this.attempts > 0 || full || code === SILENT) {
      this.told = true
      this.listener.gone(full)
    }
    this.tryLater()
  }

  private tryLater() {
    this.again = setTimeout(() => this.connect(), AGAIN_MS[Math.min(this.attempts++, AGAIN_MS.length - 1)])
  }

  private tryOrFail(full: boolean) {
    if (this.waiting.size === 0) return
    if (!full && this.attempts < AGAIN_MS.length) return this.tryLater()
    this.attempts = 0
    for (const id of [...this.waiting.keys()]) this.fail(id, new PageError(undefined, full ? 'SERVER_FULL' : 'SERVER_SILENT'))
  }

  private fail(id: string, error: Error) {
    this.waiting.get(id)?.reject(error)
    this.waiting.delete(id)
  }

  private stop(id: string) {
    const waiting = this.waiting.get(id)
    if (!waiting || waiting.stopped) return
    waiting.stopped = true
    if (!this.send(JSON.stringify({ ask: 'stop', id }))) this.fail(id, new PageError(undefined))
  }
}
