// SPDX-License-Identifier: MIT
//
// True while this tab sits at a table whose live game goes on: other views say so. Kept over a reload.
const KEY = 'flank.live.goes'

export function goesOnLive(): boolean {
  try {
    return sessionStorage.getItem(KEY) !== null
  } catch {
    return false // nobody may look
  }
}

export function setLive(goesOn: boolean) {
  try {
    if (goesOn) sessionStorage.setItem(KEY, '')
    else sessionStorage.removeItem(KEY)
  } catch {
    // storage is forbidden: a reload loses the seat, too
  }
}
