// SPDX-License-Identifier: MIT
//
// Two players' clocks: so much for the whole game, and something more for every move. A player whose time runs out has lost.
import { signal } from '@preact/signals'

/** 0 has the first colour of a game, 1 the second. */
export type Seat = 0 | 1

export interface ClockTime {
  total_ms: number
  increment_ms: number
}

export class GameClock {
  readonly running = signal<Seat | null>(null)
  private lefts: [number, number]
  private since = 0
  private alarm: ReturnType<typeof setTimeout> | undefined

  constructor(
    readonly time: ClockTime,
    private readonly fallen: (seat: Seat) => void,
    lefts?: [number, number],
  ) {
    this.lefts = lefts ? [...lefts] : [time.total_ms, time.total_ms]
  }

  /** Milliseconds that a player has now. */
  left(seat: Seat): number {
    return this.lefts[seat] - (this.running.value === seat ? performance.now() - this.since : 0)
  }

  both(): [number, number] {
    return [this.left(0), this.left(1)]
  }

  /** It is this player's turn. */
  start(seat: Seat) {
    this.stop()
    this.since = performance.now()
    this.running.value = seat
    this.alarm = setTimeout(() => this.fall(seat), Math.max(0, this.lefts[seat]))
  }

  stop() {
    clearTimeout(this.alarm)
    this.lefts = this.both()
    this.running.value = null
  }

  /** The player has moved; false: too late. */
  moved(seat: Seat): boolean {
    if (this.running.value !== seat) return true
    this.stop()
    if (this.lefts[seat] <= 0) {
      this.fallen(seat)
      return false
    }
    this.lefts[seat] += this.time.increment_ms
    return true
  }

  /** Put the clocks back to what they were. */
  reset(lefts: [number, number]) {
    this.stop()
    this.lefts = [...lefts]
  }

  private fall(seat: Seat) {
    this.stop()
    this.lefts[seat] = 0
    this.fallen(seat)
  }
}

/** A total as people write it, "5", "0:30" or "1:30:00": minutes, or parts between colons. NaN if it is none. */
export function parseTotal(text: string): number {
  const parts = text.trim().split(':')
  if (parts.length > 3 || !parts.every(part => /^\d+(\.\d+)?$/.test(part))) return NaN
  const numbers = parts.map(Number)
  const seconds = parts.length === 1 ? numbers[0]! * 60 : numbers.reduce((sum, part) => sum * 60 + part, 0)
  return seconds > 0 && seconds <= 24 * 3600 ? Math.round(seconds * 1000) : NaN
}
