// SPDX-License-Identifier: MIT
//
// The next picture: what nobody sees waits for it, so that a press is answered first.

/** Resolves when what has changed is on the screen, or at once where nobody looks. */
export const painted = () =>
  new Promise<void>(done => {
    const isHidden = document.visibilityState === 'hidden' // it is not drawn
    setTimeout(done, isHidden ? 0 : 5000)
    requestAnimationFrame(() => setTimeout(done))
  })
