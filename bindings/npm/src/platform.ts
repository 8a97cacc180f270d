// SPDX-License-Identifier: MIT
//
// The browser as the package uses it. platform_node.ts takes this file's place in the module for node.
import type { Machine } from '../../../web/src/engine/worker_pool'

/** The package's files, each named in full, so that bundlers find them. */
const files = {
  'flank.wasm': new URL('./files/flank.wasm', import.meta.url),
  'flank-threads.wasm': new URL('./files/flank-threads.wasm', import.meta.url),
  'othello.weights': new URL('./files/othello.weights', import.meta.url),
  'othello.book': new URL('./files/othello.book', import.meta.url),
  'loa.book': new URL('./files/loa.book', import.meta.url),
  'draughts.book': new URL('./files/draughts.book', import.meta.url),
  'draughts.tables': new URL('./files/draughts.tables', import.meta.url),
}

export type FileName = keyof typeof files

export interface Platform extends Machine {
  /** True if threads may share memory. */
  readonly shared: boolean
  /** The reason why the package cannot be used here; undefined if it can. */
  missing(): string | undefined
  /** A file of the package, or of that name in `folder`. Throws with its name and the reason. */
  read(name: FileName, folder?: string | URL): Promise<Uint8Array<ArrayBuffer>>
}

const needed: [string, () => boolean][] = [
  ['WebAssembly', () => typeof WebAssembly === 'object'],
  ['Worker', () => typeof Worker === 'function'],
  ['DecompressionStream', () => typeof DecompressionStream === 'function'],
]

/** The file `name` in `folder`, which may end with a slash or not. */
export function addressIn(folder: string | URL, name: string, base?: string): URL {
  const text = String(folder)
  return new URL(name, new URL(text.endsWith('/') ? text : `${text}/`, base))
}

export const platform: Platform = {
  get cores() {
    return navigator.hardwareConcurrency || 2
  },
  get shared() {
    return globalThis.crossOriginIsolated === true && typeof SharedArrayBuffer === 'function'
  },
  hire: () => new Worker(new URL('./worker.js', import.meta.url), { type: 'module' }),
  missing() {
    const lacking = needed.find(([, here]) => !here())
    return lacking && `this browser has no ${lacking[0]}`
  },
  async read(name, folder) {
    const address = folder === undefined ? files[name] : addressIn(folder, name, typeof document === 'object' ? document.baseURI : location.href)
    const response = await fetch(address)
    if (!response.ok) throw new Error(`${address.href}: ${response.status} ${response.statusText}`)
    return new Uint8Array(await response.arrayBuffer())
  },
}
