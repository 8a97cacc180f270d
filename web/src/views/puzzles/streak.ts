// SPDX-License-Identifier: MIT
//
// The number of puzzles that were right at the first try one after the other, and on how many days running the puzzle of the day was; kept in the
// browser. The puzzle of the day is the same for everybody who has the same date: easy on Mondays, hard on Saturdays and Sundays.
import { signal } from '@preact/signals'
import type { Puzzle } from './puzzle'

const KEY = 'flank.puzzles'
const DAY_MS = 24 * 3600 * 1000
const MONDAY = 4 // the day 0 is a Thursday
const STEP = 7 // from a week to the next, so that neighbours in the list, of one tournament, are weeks apart

export interface Streak {
  /** Right answers since the last wrong one, and the most that there were. */
  row: number
  best: number
  /** Days running up to `day`, the last one whose puzzle was right. */
  days: number
  day: number
}

const none: Streak = { row: 0, best: 0, days: 0, day: -1 }

function read(): Streak {
  try {
    const kept = { ...none, ...(JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Streak>) }
    return Object.values(kept).every(Number.isInteger) ? kept : none
  } catch {
    return none // damaged, or nobody may look
  }
}

export const streak = signal<Streak>(read())

function keep(now: Streak) {
  streak.value = now
  try {
    localStorage.setItem(KEY, JSON.stringify(now))
  } catch {
    // No room, or not allowed: it is known until the page is left.
  }
}

/** The number of a date, by the clock on the wall. */
export const dayOf = (now: Date) => Math.floor((now.getTime() - now.getTimezoneOffset() * 60_000) / DAY_MS)

/** A first answer; `day`: to the puzzle of that day. */
export function noteAnswer(right: boolean, day?: number) {
  const { row, best, days, day: last } = streak.value
  const next = right ? row + 1 : 0
  const daily = right && day !== undefined && day > last
  keep({ row: next, best: Math.max(best, next), days: daily ? (day === last + 1 ? days + 1 : 1) : days, day: daily ? day : last })
}

/** The days running, as of `today`: none if yesterday's puzzle was missed. */
export const daysRunning = ({ days, day }: Streak, today: number) => (day >= today - 1 ? days : 0)

export function puzzleOfDay(levels: readonly Puzzle[][], day: number): Puzzle {
  const weekday = (day + 7 - MONDAY) % 7
  const level = levels[Math.min(weekday, levels.length - 1)]!
  return level[(Math.floor(day / 7) * STEP + (weekday > 5 ? 3 : 0)) % level.length]!
}
