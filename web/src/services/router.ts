// SPDX-License-Identifier: MIT
//
// The view shown: the part of the address behind '#', "#/review", with what the view keeps there behind a '?'.
import { signal } from '@preact/signals'
import { painted } from './painted'

export const views = [
  'play', 'live', 'history', 'learn', 'review', 'setup', 'study', 'library', 'puzzles', 'contests', 'farm', 'settings',
] as const
export type ViewName = (typeof views)[number]

export interface Route {
  view: ViewName
  /** The name in the address, if no view has it: `view` is shown instead. */
  unknown?: string
  query: URLSearchParams
}

/** The address as it was read last. */
let seen = ''

function parsed(hash = location.hash): Route {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?')
  const view = views.find(name => name === path)
  return { view: view ?? 'play', ...(path && !view ? { unknown: path } : {}), query: new URLSearchParams(query) }
}

function read(): Route {
  seen = location.hash
  return parsed()
}

/** False if the address has changed and the event that tells so is yet to come. */
export const isRead = () => location.hash === seen

export const route = signal<Route>(read())

/** The view that comes: its link is marked at once, and the view is drawn behind that picture. */
export const coming = signal<ViewName>(route.value.view)
// In the press itself, where the browser tells of it: the other event comes after the next picture.
globalThis.navigation?.addEventListener('navigate', ({ hashChange, destination }) => {
  if (hashChange) coming.value = parsed(new URL(destination.url).hash).view
})
addEventListener('hashchange', () => {
  coming.value = parsed().view
  if (coming.value === route.value.view) route.value = read()
  else void painted().then(() => (route.value = read()))
})

/**
 * Change the address of the present view, without a new entry in the history. Does nothing and returns false if a link has just changed
 * the address to another view: the event that tells so (`hashchange`) comes a little later.
 */
export function rename(hash: string): boolean {
  if (!isRead()) return false
  history.replaceState(history.state, '', hash)
  seen = location.hash
  return true
}

export const hashOf = (view: ViewName, query?: Record<string, string>) => `#/${view}${query ? `?${new URLSearchParams(query)}` : ''}`

/** The rules of a game in words, and its tasks. */
export const learnHash = (game: string, rules = '', task = 0) =>
  hashOf('learn', { game, ...(rules && { rules }), ...(task && { task: String(task) }) })

export function goTo(view: ViewName, query?: Record<string, string>) {
  location.hash = hashOf(view, query)
}
