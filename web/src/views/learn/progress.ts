// SPDX-License-Identifier: MIT
//
// The tasks that were solved, kept in the browser.
import { signal } from '@preact/signals'
import type { TaskId } from './tasks'

const KEY = 'flank.learn'

function read(): ReadonlySet<string> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return new Set(Array.isArray(kept) ? kept.filter(id => typeof id === 'string') : [])
  } catch {
    return new Set()
  }
}

export const solved = signal(read())

export function noteSolved(id: TaskId) {
  if (solved.value.has(id)) return
  solved.value = new Set([...read(), ...solved.value, id]) // another window may have solved some
  try {
    localStorage.setItem(KEY, JSON.stringify([...solved.value]))
  } catch {
    // No room, or not allowed: it is known until the page is left.
  }
}
