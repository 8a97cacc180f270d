// SPDX-License-Identifier: MIT
//
// The Worker in which the browser's engine thinks. With shared memory it is the first of several threads; the others
// run this file too, and live in wasm_helper (src/wasm/threads.c). worker_pool.ts is the other end. One more unpacks the weights
// (weights.ts).
import type { Problem } from '../i18n/errors'
import { EngineModule, PageError, problemOf, type FlatRequest, type PageEvent } from './module'

/** The knowledge of an engine besides the rules. */
export interface Knowledge {
  weights?: Uint8Array // unpacked
  book?: Uint8Array
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
  | { unpack: Uint8Array }

/** The answers. `loaded`: the stacks that were wanted. */
export type FromWorker =
  | { loaded: number[] }
  | { ready: true; stopFlag: number }
  | { failed: Problem }
  | { event: PageEvent }
  | { unpacked: Uint8Array }

let engine: EngineModule | undefined
const reply = (message: FromWorker) => postMessage(message)

async function load(files: EngineFiles, memory: WebAssembly.Memory | undefined, stacks: number) {
  engine = await EngineModule.create(files.module, memory)
  engine.initialize()
  if (files.weights) engine.giveWeights(files.weights)
  if (files.book) engine.giveBook(files.book)
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
async function unpackWeights(file: Uint8Array): Promise<Uint8Array> {
  const packed = new Blob([file.slice(WEIGHTS_HEADER)]).stream().pipeThrough(new DecompressionStream('deflate'))
  const text = new Uint8Array(await new Response(packed).arrayBuffer())
  const size = WEIGHTS_HEADER + text.length
  const whole = new Uint8Array(new (crossOriginIsolated ? SharedArrayBuffer : ArrayBuffer)(size)) // where it can be shared nobody copies it
  whole.set(file.subarray(0, WEIGHTS_HEADER))
  whole.set(text, WEIGHTS_HEADER)
  return whole
}

async function unpack(file: Uint8Array) {
  const unpacked = await unpackWeights(file)
  const { buffer } = unpacked
  postMessage({ unpacked } satisfies FromWorker, { transfer: buffer instanceof ArrayBuffer ? [buffer] : [] })
}

async function receive(message: ToWorker) {
  if ('load' in message) await load(message.load, message.memory, message.stacks)
  else if ('start' in message) start(message.start.helpers, message.start.hashBytes)
  else if ('unpack' in message) await unpack(message.unpack)
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
