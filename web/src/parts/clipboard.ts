// SPDX-License-Identifier: MIT
//
// Copying a text. A page over plain http has no clipboard of the new kind, as `flank serve` in a house; the old way works there.

/** Rejects where the browser does not allow it. */
export async function copyText(text: string): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text)
  const field = document.createElement('textarea')
  field.value = text
  const focused = document.activeElement
  ;(document.querySelector('dialog[open]') ?? document.body).append(field) // nothing outside of an open dialog can be selected
  field.select()
  const copied = document.execCommand('copy')
  field.remove()
  if (focused instanceof HTMLElement) focused.focus()
  if (!copied) throw new Error('the browser does not copy')
}
