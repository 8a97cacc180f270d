// SPDX-License-Identifier: MIT
//
// The seats in games with friends that this browser holds. A tab goes on with its own after a reload; any other tab may go on with the
// newest of them. Two tabs are two people where somebody wants that: each has a seat of its own.
import { setLive } from '../../services/live_seat'
import type { Report } from './report'

const KEY = 'flank.live'
const KEPT = 8

/** The seat belongs to the token. */
export interface Seat {
  code: string
  token: string
  /** The last that was seen of its game. */
  seen?: Seen
}

/** A report with the moves that are shown, and when the game began, in milliseconds since 1970. */
export interface Seen {
  report: Report
  begun: number
}

const isSeat = (value: unknown): value is Seat =>
  typeof value === 'object' && value !== null && 'code' in value && 'token' in value && typeof value.code === 'string' && typeof value.token === 'string'

function read(from: () => Storage): unknown {
  try {
    return JSON.parse(from().getItem(KEY) ?? 'null')
  } catch {
    return null // nothing there, or nobody may look
  }
}

function write(to: () => Storage, value: unknown) {
  try {
    to().setItem(KEY, JSON.stringify(value))
  } catch {
    // no room, or storage is forbidden: a reload loses the seat
  }
}

/** The seat of this tab. */
export function tabSeat(): Seat | null {
  const found = read(() => sessionStorage)
  return isSeat(found) ? (keptSeats().find(({ token }) => token === found.token) ?? found) : null
}

/** All seats, the newest first. */
export function keptSeats(): Seat[] {
  const found = read(() => localStorage)
  return Array.isArray(found) ? found.filter(isSeat) : []
}

export function keepSeat(seat: Seat) {
  const { code, token } = seat
  write(() => sessionStorage, { code, token })
  write(() => localStorage, [seat, ...keptSeats().filter(kept => kept.token !== seat.token)].slice(0, KEPT))
}

/** The seat is worth nothing any more; or (`forget` false) this tab has nothing to do with it. */
export function dropSeat(seat: Seat, forget = true) {
  setLive(false)
  write(() => sessionStorage, null)
  if (!forget) return
  write(
    () => localStorage,
    keptSeats().filter(kept => kept.token !== seat.token),
  )
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
