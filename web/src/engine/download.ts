// SPDX-License-Identifier: MIT
//
// Files of the engine, fetched once and kept: their names change with their contents, so what is kept is never old. The service
// worker (sw.ts) uses the same cache, so that nothing is fetched twice on a first visit.

import { servedByFlank } from './host'

/** Told while bytes come in; 0 begins anew. */
export type OnBytes = (bytes: number) => void

/** The cache of this page; another copy of the page on the same host has its own. */
async function openCache(): Promise<Cache | undefined> {
  if (servedByFlank) return undefined // without a service worker nobody would take out what is old
  try {
    return await caches.open(`flank ${new URL('.', document.baseURI).href}`)
  } catch {
    return undefined // not a secure context, or storage is forbidden: the page works without
  }
}

/** A response whose bytes are counted as they are read. */
function counted(response: Response, onBytes: OnBytes, type?: string): Response {
  let bytes = 0
  const counter = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      onBytes((bytes += chunk.length))
      controller.enqueue(chunk)
    },
  })
  return new Response(response.body!.pipeThrough(counter), type ? { headers: { 'Content-Type': type } } : {})
}

const keeping: Promise<void>[] = []

/** Resolves when all that was fetched is in the cache. */
export const allKept = () => Promise.all(keeping)

export interface DownloadOptions {
  type?: string // instead of the content type, which hosts often have wrong
  priority?: 'low'
  preloaded?: boolean // the browser fetches it by itself
}

/** Fetch a file, or take it from the cache. */
export async function download(url: string, onBytes: OnBytes, { type, priority, preloaded = false }: DownloadOptions = {}): Promise<Response> {
  onBytes(0)
  const cache = await openCache()
  const kept = await cache?.match(url)
  if (kept) {
    if (preloaded) void fetch(url).catch(() => {}) // browsers warn of what was fetched for nobody
    return counted(kept, onBytes, type)
  }
  const response = await fetch(url, { priority: priority ?? 'auto' })
  if (!response.ok) throw new Error(`${response.status} ${response.statusText}`)
  // Without room the file is not kept, and comes again the next time.
  if (cache) keeping.push(cache.put(url, response.clone()).catch(() => {}))
  return counted(response, onBytes, type)
}
