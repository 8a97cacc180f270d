// SPDX-License-Identifier: MIT
//
// Two players' clocks: so much for the whole game, and something more for every move. A player whose time runs out has lost.
import { signal } from '@preact/signals'

/** 0 has the first colour of a game, 1 the second. */
export type PlayerIndex = 0 | 1

export interface ClockTime {
  total_ms: number
  increment_ms: number
}

export class GameClock {
  readonly running = signal<PlayerIndex | null>(null)
  private lefts: [number, number]
  private since = 0
  private alarm: ReturnType<typeof setTimeout> | undefined

  constructor(
    readonly time: ClockTime,
    private readonly fallen: (player: PlayerIndex) => void,
    lefts?: [number, number],
  ) {
    this.lefts = lefts ? [...lefts] : [time.total_ms, time.total_ms]
  }

  /** Milliseconds that a player has now. */
  left(player: PlayerIndex): number {
    return this.lefts[player] - (this.running.value === player ? performance.now() - this.since : 0)
  }

  both(): [number, number] {
    return [this.left(0), this.left(1)]
  }

  /** It is this player's turn. */
  start(player: PlayerIndex) {
    this.stop()
    this.since = performance.now()
    this.running.value = player
    this.alarm = setTimeout(() => this.fall(player), Math.max(0, this.lefts[player]))
  }

  stop() {
    clearTimeout(this.alarm)
    this.lefts = this.both()
    this.running.value = null
  }

  /** The player has moved; false: too late. */
  moved(player: PlayerIndex): boolean {
    if (this.running.value !== player) return true
    this.stop()
    if (this.lefts[player] <= 0) {
      this.fallen(player)
      return false
    }
    this.lefts[player] += this.time.increment_ms
    return true
  }

  /** Put the clocks back to what they were. */
  reset(lefts: [number, number]) {
    this.stop()
    this.lefts = [...lefts]
  }

  private fall(player: PlayerIndex) {
    this.stop()
    this.lefts[player] = 0
    this.fallen(player)
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
