// SPDX-License-Identifier: MIT
//
// The Worker in which the browser's engine thinks. With shared memory it is the first of several threads; the others
// run this file too, and live in wasm_helper (src/wasm/threads.c). worker_pool.ts is the other end. One more unpacks the weights
// (weights.ts).
import type { Problem } from '../i18n/errors'
import { inflated } from './inflate'
import { EngineModule, PageError, problemOf, type FlatRequest, type PageEvent } from './module'

/** The weights, unpacked, 39 MB: in memory that all share, or a blob, which the page hands on without a copy. */
export type Weights = Uint8Array | Blob

/** The knowledge of an engine besides the rules. */
export interface Knowledge {
  weights?: Weights
  books?: readonly Uint8Array[]
  tables?: Uint8Array // of endgames
}

/** The parts of every engine. */
export interface EngineFiles extends Knowledge {
  /** flank-threads.wasm if `shared`, otherwise flank.wasm. */
  module: WebAssembly.Module
  shared: boolean
}

/** The page's messages. */
export type ToWorker =
  | { load: EngineFiles; memory?: WebAssembly.Memory; stacks: number }
  | { start: { helpers: number; hashBytes: number } }
  | { help: { module: WebAssembly.Module; memory: WebAssembly.Memory; stack: number; number: number } }
  | { request: FlatRequest }
  | { unpack: Uint8Array<ArrayBuffer> }

/** The answers. `loaded`: the stacks that were wanted. */
export type FromWorker =
  | { loaded: number[] }
  | { ready: true; stopFlag: number }
  | { failed: Problem }
  | { event: PageEvent }
  | { unpacked: Weights }

let engine: EngineModule | undefined
const reply = (message: FromWorker) => postMessage(message)

async function load(files: EngineFiles, memory: WebAssembly.Memory | undefined, stacks: number) {
  engine = await EngineModule.create(files.module, memory)
  engine.initialize()
  const { weights } = files
  if (weights) engine.giveWeights(weights instanceof Blob ? new Uint8Array(await weights.arrayBuffer()) : weights)
  if (files.books) engine.giveBooks(files.books)
  if (files.tables) engine.giveTables(files.tables)
  const made: number[] = []
  while (made.length < stacks) made.push(engine.newStack())
  reply({ loaded: made })
}

function start(helpers: number, hashBytes: number) {
  engine!.awaitHelpers(helpers)
  if (!engine!.start(hashBytes, helpers + 1)) throw new PageError(undefined, 'NO_MEMORY')
  reply({ ready: true, stopFlag: engine!.stopFlag() })
}

const WEIGHTS_HEADER = 32

/** The weights file with its text unpacked: the browser unpacks what zlib packed (src/othello/weights_file.h). */
async function unpackWeights(file: Uint8Array<ArrayBuffer>): Promise<Weights> {
  const header = file.subarray(0, WEIGHTS_HEADER)
  const text = await inflated(file.subarray(WEIGHTS_HEADER)).blob()
  const whole = new Blob([header, text])
  if (!crossOriginIsolated) return whole
  const shared = new Uint8Array(new SharedArrayBuffer(whole.size))
  shared.set(new Uint8Array(await whole.arrayBuffer()))
  return shared
}

async function receive(message: ToWorker) {
  if ('load' in message) await load(message.load, message.memory, message.stacks)
  else if ('start' in message) start(message.start.helpers, message.start.hashBytes)
  else if ('unpack' in message) reply({ unpacked: await unpackWeights(message.unpack) })
  else if ('request' in message) engine!.request(message.request, event => reply({ event }))
  else {
    const { module, memory, stack, number } = message.help
    const helper = await EngineModule.create(module, memory, stack)
    helper.help(number)
  }
}

addEventListener('message', (message: MessageEvent<ToWorker>) => {
  receive(message.data).catch((error: unknown) => reply({ failed: problemOf(error) }))
})
