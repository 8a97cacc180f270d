// SPDX-License-Identifier: MIT
//
// The names of a browser's Worker that worker.ts uses, in a worker thread of node; imported before it.
import { parentPort } from 'node:worker_threads'

const port = parentPort!
Object.assign(globalThis, {
  crossOriginIsolated: true, // memory may be shared
  postMessage: (message: unknown) => port.postMessage(message),
  addEventListener: (_type: 'message', listener: (message: { data: unknown }) => void) =>
    port.on('message', (data: unknown) => listener({ data })),
})
