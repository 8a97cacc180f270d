// SPDX-License-Identifier: MIT
//
// The page's side of unpacking the weights file: a Worker does it (worker.ts), since it takes half a second on a telephone.
import { PageError } from './module'
import type { FromWorker, ToWorker, Weights } from './worker'
import workerUrl from './worker.ts?worker&url'

/** The file with its text unpacked. */
export function unpackedByWorker(file: Uint8Array<ArrayBuffer>): Promise<Weights> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(workerUrl, { type: 'module' })
    worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
      worker.terminate()
      if ('unpacked' in data) resolve(data.unpacked)
      else reject('failed' in data && typeof data.failed !== 'string' ? new PageError(data.failed) : new Error(JSON.stringify(data)))
    }
    worker.onerror = error => {
      worker.terminate()
      reject(new Error(error.message))
    }
    worker.postMessage({ unpack: file } satisfies ToWorker)
  })
}
