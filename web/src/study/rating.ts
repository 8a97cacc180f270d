// SPDX-License-Identifier: MIT
//
// A person's rating as a solver of puzzles, kept in the browser: Elo's, where a puzzle is the opponent (Arpad Elo, The Rating of
// Chessplayers, 1978: the expected score, 400 points for ten to one). The rating of a puzzle is fixed: 100 points more for every ply
// that the search must look deeper before it plays the right move (tools/rate_puzzles.py).
import { signal } from '@preact/signals'

const KEY = 'flank.rating'
const SCALE = 400
const EASIEST = 900 // a puzzle whose move the evaluation sees at a glance
const PLY = 100
const STEP = 20 // the most that an answer moves a rating
const FIRST_STEP = 40 // while little is known
const FIRST = 20

export interface Rating {
  rating: number
  /** The puzzles that were answered. */
  count: number
}

const none: Rating = { rating: 1000, count: 0 }

/** The rating of a puzzle that the search solves from this depth on. */
export const ratingOf = (depth: number) => EASIEST + PLY * (depth - 1)

/** A rating behind an answer. */
export function answered({ rating, count }: Rating, puzzle: number, right: boolean): Rating {
  const expected = 1 / (1 + 10 ** ((puzzle - rating) / SCALE))
  return { rating: rating + (count < FIRST ? FIRST_STEP : STEP) * (Number(right) - expected), count: count + 1 }
}

/** The rating in a kept text; null if there is none. */
export function readRating(value: unknown): Rating | null {
  const { rating, count } = (value ?? {}) as Partial<Rating>
  return Number.isFinite(rating) && Number.isInteger(count) && count! > 0 ? { rating: rating!, count: count! } : null
}

function read(): Rating {
  try {
    return readRating(JSON.parse(localStorage.getItem(KEY) ?? 'null')) ?? none
  } catch {
    return none // damaged, or nobody may look
  }
}

export const rating = signal<Rating>(read())

export function keepRating(next: Rating) {
  rating.value = next
  try {
    localStorage.setItem(KEY, JSON.stringify(next))
  } catch {
    // No room, or not allowed: it is known until the page is left.
  }
}
