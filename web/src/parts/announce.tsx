// SPDX-License-Identifier: MIT
//
// The words that screen readers get when something has changed: one polite live region for the whole page.
import { signal } from '@preact/signals'

const KEPT = 4 // lines: what is said soon after another text does not swallow it

const said = signal<{ number: number; text: string }[]>([])
let count = 0

/** Say a text, behind those that were said before. */
export function announce(text: string) {
  said.value = [...said.value.slice(1 - KEPT), { number: ++count, text }]
}

/** The live region; the frame of the page has it once. */
export function Announcer() {
  return (
    <div class="unseen" role="log" aria-live="polite" data-testid="announcer">
      {said.value.map(({ number, text }) => (
        <p key={number}>{text}</p>
      ))}
    </div>
  )
}
