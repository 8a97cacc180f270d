// SPDX-License-Identifier: MIT
//
// The page's side of unpacking the weights file: a Worker does it (worker.ts), since it takes half a second on a telephone.
import { PageError } from './module'
import type { Weights } from './worker'
import type { Machine } from './worker_pool'

/** The file with its text unpacked. */
export function unpackedByWorker(file: Uint8Array<ArrayBuffer>, machine: Machine): Promise<Weights> {
  return new Promise((resolve, reject) => {
    const worker = machine.hire()
    worker.onmessage = ({ data }) => {
      worker.terminate()
      if ('unpacked' in data) resolve(data.unpacked)
      else if ('failed' in data) reject(typeof data.failed === 'string' ? new Error(data.failed) : new PageError(data.failed))
      else reject(new Error(JSON.stringify(data)))
    }
    worker.onerror = error => {
      worker.terminate()
      reject(new Error(error.message))
    }
    worker.postMessage({ unpack: file })
  })
}
