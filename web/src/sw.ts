// SPDX-License-Identifier: MIT
//
// The service worker: the page offline, after the first visit, from any static host and any path.
//
// Everything but index.html has a hash of its contents in its name, so one cache holds files of several versions without mixing them
// up. An update fetches the new files first and index.html last; from then on a reload shows the new version. The files
// that only the old one needs go when no page of it is open any more, which is when the browser lets a new service
// worker take over.
//
// Pages that it serves carry the headers that isolate a page, so that hosts which cannot send them have threads from the second visit on.

/** The page's files but index.html, by their paths; vite.config.ts puts them here, which makes each version another script. */
declare const PAGE_FILES: readonly string[]

const worker = self as unknown as ServiceWorkerGlobalScope
const scope = worker.registration.scope
const files = PAGE_FILES.map(path => new URL(path, scope).href)
const openCache = () => caches.open(`flank ${scope}`) // as in engine/download.ts; imports are not for every browser's service workers

async function fetchOrFail(url: string, options?: RequestInit): Promise<Response> {
  const response = await fetch(url, options)
  if (!response.ok) throw new Error(`${url}: ${response.status}`)
  return response
}

async function install() {
  const cache = await openCache()
  for (const url of files) if (!(await cache.match(url))) await cache.put(url, await fetchOrFail(url))
  await cache.put(scope, await fetchOrFail(scope, { cache: 'no-cache' }))
}

async function takeOver() {
  const cache = await openCache()
  const wanted = new Set([...files, scope])
  for (const { url } of await cache.keys()) if (!wanted.has(url)) await cache.delete(url)
  await worker.clients.claim()
}

function isolated(response: Response): Response {
  const headers = new Headers(response.headers)
  headers.set('Cross-Origin-Opener-Policy', 'same-origin')
  headers.set('Cross-Origin-Embedder-Policy', 'require-corp')
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers })
}

async function keptFor(request: Request): Promise<Response | undefined> {
  const cache = await openCache()
  const { origin, pathname } = new URL(request.url)
  const path = origin + pathname
  const isPage = request.mode === 'navigate' && (path === scope || path === `${scope}index.html`)
  return cache.match(isPage ? scope : request)
}

/** A cache that cannot be read, which a full or damaged disk makes, must not keep the page from who has a network. */
async function answer(request: Request): Promise<Response> {
  const kept = await keptFor(request).catch(() => undefined)
  return kept ? isolated(kept) : fetch(request)
}

worker.addEventListener('install', event => event.waitUntil(install()))
worker.addEventListener('activate', event => event.waitUntil(takeOver()))
worker.addEventListener('fetch', event => {
  if (event.request.method === 'GET' && event.request.url.startsWith(scope)) event.respondWith(answer(event.request))
})
