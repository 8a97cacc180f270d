// SPDX-License-Identifier: MIT
//
// The page without a network: a service worker (sw.ts) keeps its files. Not behind `flank serve`, which is always within reach
// where it thinks, and may be of another version tomorrow at the same address.
import { signal } from '@preact/signals'
import { allKept } from '../engine/download'
import { servedByFlank } from '../engine/host'

/** A newer version of the page has been fetched; the next load shows it. */
export const newer = signal(false)

let watched: ServiceWorkerRegistration | undefined

function watchForUpdate(registration: ServiceWorkerRegistration | undefined) {
  if (!registration || registration === watched) return
  watched = registration
  const watch = () => {
    const coming = registration.installing
    coming?.addEventListener('statechange', () => {
      if (coming.state === 'installed' && navigator.serviceWorker.controller) newer.value = true
    })
  }
  watch() // a version that is on its way already
  registration.addEventListener('updatefound', watch)
}

/** From the start on: the browser looks for a newer version by itself, which may be here before the engine is. */
export async function watchForUpdates() {
  if (navigator.serviceWorker?.controller) watchForUpdate(await navigator.serviceWorker.getRegistration().catch(() => undefined))
}

export async function keepOffline() {
  if (servedByFlank || !import.meta.env.PROD || !('serviceWorker' in navigator)) return
  await allKept() // or the service worker would fetch it again
  try {
    watchForUpdate(await navigator.serviceWorker.register('sw.js', { updateViaCache: 'none' }))
  } catch {
    // The host or the browser does not want it: the page works as long as there is a network.
  }
}
