// SPDX-License-Identifier: MIT
//
// The way back to the board from what stands far below it, as lists do on a phone.

/** Scroll to the head and the board of the view, unless all of the board is seen. */
export function showBoard() {
  const { top, bottom } = document.querySelector('main .table-board')!.getBoundingClientRect()
  if (top < 0 || bottom > innerHeight) document.querySelector('main .table-head')!.scrollIntoView()
}
