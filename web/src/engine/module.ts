// SPDX-License-Identifier: MIT
//
// The engine's WebAssembly module as a TypeScript object: questions in, events out (docs/developers/questions.md lists them). It is used
// from the page itself (rules, formats: microseconds), from a Worker (thinking), and from the tests in Node.

import { problem, type ErrorCode, type Message, type Problem } from '../i18n/errors'
import type { Played } from './types'

/** A request as it goes over: "ask" names it; every value is text there, bytes are as they are. */
export type FlatRequest = { ask: string; id?: string } & Record<string, string | number | boolean | Uint8Array | undefined>

/** A request, with a line of play that it may be about. */
export type EngineRequest = { ask: string; id?: string; played?: Played | undefined } & Record<
  string,
  string | number | boolean | Uint8Array | Played | undefined
>

/** The answer; docs/developers/questions.md says which members an event of which question has. */
export type PageEvent = { id: string | null; event: 'waiting' | 'report' | 'progress' | 'answer' | 'error' } & Record<string, unknown>

interface Exports {
  memory?: WebAssembly.Memory
  _initialize(): void
  malloc(size: number): number
  free(pointer: number): void
  wasm_buffer(size: number): number
  wasm_start(hashBytes: number, threads: number): number
  wasm_answer(size: number): number
  wasm_give_weights(pointer: number, size: number): number
  wasm_give_book(pointer: number, size: number): number
  wasm_add_book(pointer: number, size: number): number
  wasm_give_tables(pointer: number, size: number): number
  wasm_given_error(): number
  wasm_helper(number: number): void
  wasm_await_helpers(count: number): void
  wasm_stop_flag(): number
  __stack_pointer?: WebAssembly.Global<'i32'>
}

const INITIAL_PAGES = 256 // as src/wasm/meson.build says
const PAGE_BYTES = 65536
const STACK_BYTES = 1 << 20

/** Memory for flank-threads.wasm to share; it grows up to `limitBytes`, 1 GiB at most. */
export function sharedMemory(limitBytes: number): WebAssembly.Memory {
  return new WebAssembly.Memory({ initial: INITIAL_PAGES, maximum: limitBytes / PAGE_BYTES, shared: true })
}

const BAD_DESCRIPTOR = 8 // WASI's EBADF: the module has no files

/** Decoders of character sets by number, from 1. */
class Charsets {
  private decoders: TextDecoder[] = []
  private numbers = new Map<string, number>()

  number(name: string): number {
    const known = this.numbers.get(name)
    if (known !== undefined) return known
    let made = 0
    try {
      made = this.decoders.push(new TextDecoder(name, { fatal: true }))
    } catch {
      made = 0 // a set that this browser does not have
    }
    this.numbers.set(name, made)
    return made
  }

  decode(number: number, bytes: Uint8Array): Uint8Array | null {
    try {
      return new TextEncoder().encode(this.decoders[number - 1]!.decode(bytes))
    } catch {
      return null // not a letter, or half of one
    }
  }
}

export class EngineModule {
  private onEvent: (event: PageEvent) => void = () => {}

  private constructor(
    private readonly exports: Exports,
    private readonly memory: WebAssembly.Memory,
  ) {}

  /**
   * Instantiate a compiled module. `shared`: the memory that threads share, for flank-threads.wasm; `stack`: from newStack, for all
   * threads but the first.
   */
  static async create(module: WebAssembly.Module, shared?: WebAssembly.Memory, stack?: number): Promise<EngineModule> {
    let self: EngineModule | undefined
    let memory = shared
    const bytes = (at: number, size: number) => new Uint8Array(memory!.buffer, at, size)
    const charsets = new Charsets()
    const flank = {
      // TextDecoder does not read shared memory, hence the copies.
      send: (at: number, size: number) =>
        self!.onEvent(JSON.parse(new TextDecoder().decode(bytes(at, size).slice())) as PageEvent),
      charset: (at: number, size: number) => charsets.number(new TextDecoder().decode(bytes(at, size).slice())),
      decode: (set: number, at: number, size: number, out: number, room: number) => {
        const letter = charsets.decode(set, bytes(at, size).slice())
        if (!letter?.length) return 0
        if (letter.length > room) return -1
        bytes(out, room).set(letter)
        return letter.length
      },
    }
    const wasi = {
      clock_time_get: (_clock: number, _precision: bigint, out: number) => {
        // The same clock for all threads: each Worker's own begins with it.
        const now = performance.timeOrigin + performance.now()
        new DataView(memory!.buffer).setBigUint64(out, BigInt(Math.round(now * 1e6)), true)
        return 0
      },
      fd_close: () => BAD_DESCRIPTOR,
      fd_seek: () => BAD_DESCRIPTOR,
      fd_write: () => BAD_DESCRIPTOR,
      poll_oneoff: () => BAD_DESCRIPTOR,
    }
    const instance = await WebAssembly.instantiate(module, {
      flank,
      wasi_snapshot_preview1: wasi,
      ...(shared ? { env: { memory: shared } } : {}),
    })
    const exports = instance.exports as unknown as Exports
    memory ??= exports.memory!
    if (stack) exports.__stack_pointer!.value = stack
    self = new EngineModule(exports, memory)
    return self
  }

  /** Begin; once, on the first thread. */
  initialize(): void {
    this.exports._initialize()
  }

  /** Start the engine, or start it again. False: not enough memory. */
  start(hashBytes: number, threads = 1): boolean {
    return this.exports.wasm_start(hashBytes, threads) !== 0
  }

  private put(bytes: Uint8Array): number {
    const at = this.exports.malloc(bytes.length)
    if (!at) throw new PageError(undefined, 'NO_MEMORY')
    new Uint8Array(this.memory.buffer).set(bytes, at)
    return at
  }

  private givenError(): PageError {
    const all = new Uint8Array(this.memory.buffer, this.exports.wasm_given_error())
    return new PageError(JSON.parse(new TextDecoder().decode(all.slice(0, all.indexOf(0)))) as Message)
  }

  /** Give the weights, their text unpacked (weights.ts). */
  giveWeights(bytes: Uint8Array): void {
    const at = this.put(bytes)
    const taken = this.exports.wasm_give_weights(at, bytes.length)
    this.exports.free(at)
    if (!taken) throw this.givenError()
  }

  /** Give the opening books, one of each game; takes effect at the next start. */
  giveBooks([first, ...others]: readonly Uint8Array[]): void {
    if (!first) return
    if (!this.exports.wasm_give_book(this.put(first), first.length)) throw this.givenError()
    for (const book of others) if (!this.exports.wasm_add_book(this.put(book), book.length)) throw this.givenError()
  }

  /** Give the endgame tables; takes effect at the next start. */
  giveTables(bytes: Uint8Array): void {
    if (!this.exports.wasm_give_tables(this.put(bytes), bytes.length)) throw this.givenError()
  }

  /** Answer a question on this thread; `onEvent` gets its events, the last of them the answer or an error. */
  request(question: FlatRequest, onEvent: (event: PageEvent) => void): void {
    const fields = fieldsOf(question)
    const size = fields.reduce((sum, bytes) => sum + FIELD_EXTRA + bytes.length, 0)
    const at = this.exports.wasm_buffer(size)
    if (!at) throw new PageError(undefined, 'NO_MEMORY')
    pack(fields, new Uint8Array(this.memory.buffer, at, size))
    this.onEvent = onEvent
    if (!this.exports.wasm_answer(size)) throw new PageError(undefined, 'NOT_UNDERSTOOD')
  }

  /** The answer of a question that does not think. Throws its error. */
  answer(question: FlatRequest): PageEvent {
    let last: PageEvent | undefined
    this.request(question, event => (last = event))
    if (!last || last.event === 'error') throw new PageError(last)
    return last
  }

  /** Live as helper `number` of the threads that share the memory; never returns. */
  help(number: number): void {
    this.exports.wasm_helper(number)
  }

  /** Wait, blocking, until that many helpers have come. */
  awaitHelpers(count: number): void {
    this.exports.wasm_await_helpers(count)
  }

  /** Room for the stack of another thread: its upper end, where a stack begins. */
  newStack(): number {
    const at = this.exports.malloc(STACK_BYTES)
    if (!at) throw new PageError(undefined, 'NO_MEMORY')
    return (at + STACK_BYTES) & ~15
  }

  /**
   * The address of the word that ends a question: 0 before it begins, 1 to end it soon. If the memory is shared, any
   * thread may set it.
   */
  stopFlag(): number {
    return this.exports.wasm_stop_flag()
  }
}

/** A question that was refused. */
export class PageError extends Error {
  readonly offset: number
  readonly problem: Message
  /** From a message, or the event of a refusal; without one there was no answer. */
  constructor(event: PageEvent | Message | undefined, otherwise: ErrorCode = 'NO_ANSWER') {
    const told = isMessage(event) ? event : problem(otherwise)
    super(told.error ?? told.code) // the Workers carry no texts
    this.problem = told
    this.offset = event && 'offset' in event && typeof event.offset === 'number' ? event.offset : 0
  }
}

const isMessage = (event: unknown): event is Message =>
  typeof event === 'object' && event !== null && 'code' in event && 'arguments' in event && Array.isArray(event.arguments)

/** The problem that an error tells: of a refusal its code and arguments, of anything else its words. */
export function problemOf(error: unknown): Problem {
  return error instanceof PageError ? error.problem : error instanceof Error ? error.message : String(error)
}

const SIZE_BYTES = 4
const FIELD_EXTRA = SIZE_BYTES + 1 // and a zero behind each text

/** Names and values of a request, one behind the other. Bytes are not copied. */
function fieldsOf(question: FlatRequest): Uint8Array[] {
  const encoder = new TextEncoder()
  return Object.entries(question).flatMap(([name, value]) =>
    value === undefined ? [] : [encoder.encode(name), value instanceof Uint8Array ? value : encoder.encode(textOf(value))],
  )
}

/** Put the fields into the module's memory, as src/wasm/wasm_api.c reads them. */
function pack(fields: readonly Uint8Array[], out: Uint8Array) {
  const view = new DataView(out.buffer, out.byteOffset)
  let at = 0
  for (const bytes of fields) {
    view.setUint32(at, bytes.length, true)
    out.set(bytes, at + SIZE_BYTES)
    at += FIELD_EXTRA + bytes.length
    out[at - 1] = 0
  }
}

function textOf(value: string | number | boolean): string {
  return typeof value === 'boolean' ? (value ? '1' : '0') : String(value)
}
