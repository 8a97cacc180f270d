// SPDX-License-Identifier: MIT
//
// The engine's files: the rules, which a board cannot be without; then the whole module; then the weights, the books and the endgame
// tables, which only thinking needs.
import draughtsBookUrl from '@data/draughts.book?url'
import loaBookUrl from '@data/loa.book?url'
import bookUrl from '@data/othello.book?url'
import weightsUrl from '@data/othello.weights?url'
import tablesUrl from '@engine/draughts.tables.packed?url'
import singleUrl from '@engine/flank.wasm?url'
import rulesUrl from '@engine/flank-rules.wasm?url'
import threadsUrl from '@engine/flank-threads.wasm?url'
import { signal, type Signal } from '@preact/signals'
import { download, type OnBytes } from './download'
import { inflated } from './inflate'
import { unpackedByWorker } from './weights'
import type { Knowledge } from './worker'
import workerUrl from './worker.ts?worker&url'
import type { Machine } from './worker_pool'

/** The visitor's machine. */
export const machine: Machine = {
  cores: navigator.hardwareConcurrency || 2,
  hire: () => new Worker(workerUrl, { type: 'module' }),
}

/** The files that the bar of what is loaded counts. */
export type FileName = 'module' | 'weights' | 'book' | 'tables'

/** Bytes of the files; vite.config.ts puts them here. */
declare const FILE_BYTES: Record<FileName | 'threads', number>

/** The bytes that have come of the files of one round; empty when no file is under way. A file that is here stays among them
 * until all are: the share that has come only grows. */
export const downloads: Signal<ReadonlyMap<FileName, number>> = signal(new Map())

/** Memory is shared only where the host isolates the page (docs/developers/page-engine.md). */
export const shared = globalThis.crossOriginIsolated === true && typeof SharedArrayBuffer === 'function'

/** The share of what is being fetched that has come, from 0 to 1. */
export function progress(files: ReadonlyMap<FileName, number>): number {
  let come = 0
  let total = 0
  for (const [name, bytes] of files) {
    const all = FILE_BYTES[name === 'module' && shared ? 'threads' : name]
    come += Math.min(bytes, all)
    total += all
  }
  return total ? come / total : 1
}

let underWay = 0

async function tracked<T>(name: FileName, fetchIt: (onBytes: OnBytes) => Promise<T>): Promise<T> {
  const note = (bytes: number) => {
    const before = downloads.value.get(name)
    if (before === undefined || bytes > before) downloads.value = new Map(downloads.value).set(name, bytes)
  }
  underWay++
  try {
    const here = await fetchIt(note)
    note(Infinity)
    return here
  } finally {
    if (--underWay === 0) downloads.value = new Map()
  }
}

/** The books of the other games are small beside Othello's: the bar does not count them. */
const otherBooks = [loaBookUrl, draughtsBookUrl]

const bytesOf = async (response: Promise<Response>) => new Uint8Array(await (await response).arrayBuffer())

/** tools/deflate_file.py packs the tables. */
const unpackedTables = (packed: Uint8Array<ArrayBuffer>) => bytesOf(Promise.resolve(inflated(packed)))

const compiled = (url: string, onBytes: OnBytes, preloaded = false) =>
  WebAssembly.compileStreaming(download(url, onBytes, { type: 'application/wasm', preloaded }))

/** The module of the rules, which the browser has begun to fetch by itself (vite.config.ts). */
export const loadFirst = () => compiled(rulesUrl, () => {}, true)

/** The whole module. */
export const loadModule = () => tracked('module', onBytes => compiled(shared ? threadsUrl : singleUrl, onBytes))

/** The files that thinking needs besides the module, fetched when that is here. */
export async function loadKnowledge(module: Promise<unknown>): Promise<Knowledge> {
  const bytes = async (url: string, onBytes: OnBytes) => {
    onBytes(0) // the bar counts it from the start
    await module
    return bytesOf(download(url, onBytes, { priority: 'low' }))
  }
  const [weights, books, tables] = await Promise.all([
    tracked('weights', async onBytes => unpackedByWorker(await bytes(weightsUrl, onBytes), machine)),
    tracked('book', onBytes => Promise.all([bytes(bookUrl, onBytes), ...otherBooks.map(url => bytes(url, () => {}))])),
    tracked('tables', async onBytes => unpackedTables(await bytes(tablesUrl, onBytes))),
  ])
  return { weights, books, tables }
}

/**
 * The same for later, when there may be no server to fetch it from: fetched without a word, the weights still packed. Workers are made
 * from a file, too, which the browser keeps as it has its contents in its name.
 */
export async function storeKnowledge(): Promise<() => Promise<Knowledge>> {
  const silently = (url: string) => bytesOf(download(url, () => {}, { priority: 'low' }))
  const [weights, tables, , ...books] = await Promise.all([weightsUrl, tablesUrl, workerUrl, bookUrl, ...otherBooks].map(silently))
  return async () => ({ weights: await unpackedByWorker(weights!, machine), books, tables: await unpackedTables(tables!) })
}
