// SPDX-License-Identifier: MIT
//
// The seats in games with friends that this browser holds. A tab goes on with its own after a reload; any other tab may go on with the
// newest of them. Two tabs are two people where somebody wants that: each has a seat of its own.
import { setLive } from '../../services/live_seat'
import type { Report } from './report'

const KEY = 'flank.live' // of the tab's own
const PREFIX = 'flank.live.seat.' // each seat has a key of its own: tabs write at the same time
const KEPT = 8

/** The seat belongs to the token. */
export interface Seat {
  code: string
  token: string
  /** The last that was seen of its game. */
  seen?: Seen
}

/** `at`: when it was kept, in milliseconds since 1970. */
type KeptSeat = Seat & { at: number }

/** A report with the moves that are shown, and when the game began, in milliseconds since 1970. */
export interface Seen {
  report: Report
  begun: number
}

const isSeat = (value: unknown): value is Seat =>
  typeof value === 'object' && value !== null && 'code' in value && 'token' in value && typeof value.code === 'string' && typeof value.token === 'string'

function read(storage: Storage, key: string): unknown {
  try {
    return JSON.parse(storage.getItem(key) ?? 'null')
  } catch {
    return null // damaged
  }
}

/** A reload loses the seat if nobody may look at what is kept, or there is no room. */
function attempt<T>(act: () => T, otherwise: T): T {
  try {
    return act()
  } catch {
    return otherwise
  }
}

/** The seat of this tab. */
export function tabSeat(): Seat | null {
  const found = attempt(() => read(sessionStorage, KEY), null)
  return isSeat(found) ? (keptSeats().find(({ token }) => token === found.token) ?? found) : null
}

/** All seats, the newest first. */
export function keptSeats(): Seat[] {
  const found = attempt(() => Object.keys(localStorage).filter(key => key.startsWith(PREFIX)).map(key => read(localStorage, key)), [])
  return (found.filter(isSeat) as KeptSeat[]).sort((a, b) => b.at - a.at)
}

const forget = ({ token }: Seat) => attempt(() => localStorage.removeItem(PREFIX + token), undefined)

export function keepSeat(seat: Seat) {
  const { code, token } = seat
  const kept: KeptSeat = { ...seat, at: Date.now() }
  attempt(() => sessionStorage.setItem(KEY, JSON.stringify({ code, token })), undefined)
  attempt(() => localStorage.setItem(PREFIX + token, JSON.stringify(kept)), undefined)
  keptSeats().slice(KEPT).forEach(forget)
}

/** The seat is worth nothing any more; or (`isWorthless` false) this tab has nothing to do with it. */
export function dropSeat(seat: Seat, isWorthless = true) {
  setLive(false)
  attempt(() => sessionStorage.removeItem(KEY), undefined)
  if (isWorthless) forget(seat)
}

/** As a person reads it out: "KQ7M-3XWA". */
export const spelledCode = (code: string) => `${code.slice(0, 4)}-${code.slice(4)}`

const REMEMBERED = 'flank.live.remembered'

/** True once for each game of a seat, so that it comes into the history once, however often its end is told. */
export function isFirstTime({ token }: Seat, number: number): boolean {
  const game = `${token} ${number}`
  try {
    if (localStorage.getItem(REMEMBERED) === game) return false
    localStorage.setItem(REMEMBERED, game)
  } catch {
    // storage is forbidden, and so is a history
  }
  return true
}
