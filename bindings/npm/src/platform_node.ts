// SPDX-License-Identifier: MIT
//
// Node as the package uses it: its worker threads, dressed as Workers of a browser, and its files.
import { readFile } from 'node:fs/promises'
import * as os from 'node:os'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Worker as Thread } from 'node:worker_threads'
import type { EngineWorker } from '../../../web/src/engine/worker_pool'
import type { ToWorker } from '../../../web/src/engine/worker'
import type { Platform } from './platform'

const OLDEST_NODE = 18

class NodeWorker implements EngineWorker {
  onmessage: EngineWorker['onmessage'] = null
  onerror: EngineWorker['onerror'] = null
  // Without what node was started with, which may be for its main program alone.
  private readonly thread = new Thread(new URL('./node_worker.js', import.meta.url), { execArgv: [] })

  constructor() {
    this.thread.on('message', (data: unknown) => this.onmessage?.({ data } as MessageEvent))
    this.thread.on('error', (error: Error) => this.onerror?.({ message: error.message } as ErrorEvent))
  }

  postMessage(message: ToWorker) {
    this.thread.postMessage(message)
  }

  terminate() {
    void this.thread.terminate()
  }
}

/** The folder that a path or an address names, with a slash at its end. */
function folderOf(given: string | URL): URL {
  const folder = given instanceof URL || given.startsWith('file:') ? new URL(given) : pathToFileURL(resolve(given))
  if (!folder.pathname.endsWith('/')) folder.pathname += '/'
  return folder
}

export const platform: Platform = {
  get cores() {
    return os.availableParallelism?.() ?? (os.cpus().length || 1) // node 18.14 has the first
  },
  shared: true,
  hire: () => new NodeWorker(),
  missing() {
    const [major] = process.versions.node.split('.')
    return Number(major) < OLDEST_NODE ? `node ${OLDEST_NODE} or later is needed; this is ${process.version}` : undefined
  },
  async read(name, folder = new URL('./files/', import.meta.url)) {
    const file = await readFile(new URL(name, folderOf(folder)))
    return new Uint8Array(file.buffer as ArrayBuffer, file.byteOffset, file.byteLength)
  },
}
