// SPDX-License-Identifier: MIT
//
// Obstacles to the page's beginning, and ways to try again.
import { signal } from '@preact/signals'
import { problemOf } from '../engine/module'
import type { Problem } from '../i18n/errors'

/** `missing`: what this browser lacks; `failed`: why a file did not come. */
export type Trouble = { missing: string } | { failed: Problem; again(): void }

export const trouble = signal<Trouble | null>(null)

/** The parts of the platform that the page cannot be without, by the names under which people find them. */
export function findMissing(): string | undefined {
  const needed: [string, boolean][] = [
    ['WebAssembly', typeof WebAssembly === 'object' && typeof WebAssembly.compileStreaming === 'function'],
    ['Worker', typeof Worker === 'function'],
    ['TransformStream', typeof TransformStream === 'function'],
    ['DecompressionStream', typeof DecompressionStream === 'function'],
  ]
  return needed.find(([, here]) => !here)?.[0]
}

const waiting = new Set<() => void>()

function goOn() {
  trouble.value = null
  for (const again of waiting) again()
  waiting.clear()
}

addEventListener('online', () => waiting.size && goOn())

/** Do it until it works: after a failure when one says so, or when the network comes back. */
export async function untilDone<T>(attempt: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await attempt()
    } catch (error) {
      trouble.value = { failed: problemOf(error), again: goOn }
      await new Promise<void>(again => waiting.add(again))
    }
  }
}
