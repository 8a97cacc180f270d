// SPDX-License-Identifier: MIT
//
// The state of the page's connection with the server whose engine thinks for it. A static host has none: then there is never trouble.
import { computed, signal } from '@preact/signals'

/** The reason, `why`: it does not answer, or has no place for us; `instead`: the engine in the browser thinks. */
export interface ServerTrouble {
  why: 'lost' | 'full'
  instead: boolean
  /** Try it now. */
  again(): void
}

/** null: all is well. */
export const serverTrouble = signal<ServerTrouble | null>(null)

/** As many others think at the server as may: the question has its turn when one of them ends. */
export const waitsForTurn = signal(false)

/** Does nobody think, whatever is asked? */
export const nobodyThinks = computed(() => waitsForTurn.value || serverTrouble.value?.instead === false)
