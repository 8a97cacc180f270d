// SPDX-License-Identifier: MIT
//
// Which view is shown: the part of the address behind '#', "#/review", with what the view keeps there behind a '?'.
import { signal } from '@preact/signals'

export const views = ['play', 'review', 'setup', 'study', 'puzzles', 'contests', 'settings'] as const
export type ViewName = (typeof views)[number]

export interface Route {
  view: ViewName
  query: URLSearchParams
}

function read(): Route {
  const [path = '', query = ''] = location.hash.replace(/^#\/?/, '').split('?')
  const view = views.find(name => name === path) ?? 'play'
  return { view, query: new URLSearchParams(query) }
}

export const route = signal<Route>(read())
addEventListener('hashchange', () => (route.value = read()))

export function goTo(view: ViewName, query?: Record<string, string>) {
  location.hash = `#/${view}${query ? `?${new URLSearchParams(query)}` : ''}`
}
