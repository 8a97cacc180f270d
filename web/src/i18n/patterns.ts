// SPDX-License-Identifier: MIT
//
// Messages are made elsewhere, in English, with squares, words and numbers put into them: a translation is found by the pattern that a
// whole message fits. What was put in is carried over, and is translated, too, where it is words that are known; never what stands in
// quotes or brackets, which somebody has typed.

interface Pattern {
  fits: RegExp
  /** The places, counted from 1, whose words stay as they are. */
  typed: Set<number>
  translation: string
}
export type Patterns = Pattern[]

const PLACE = /\{(\d)\}/g
const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
const beginning = (message: string) => message.split(PLACE)[0]!.length
const fixed = (message: string) => message.replace(PLACE, '').length

function patternOf([message, translation]: [string, string]): Pattern {
  const parts = message.split(/\{\d\}/).map(escaped)
  const typed = [...message.matchAll(PLACE)].filter(({ index }) => /['"[]/.test(message[index - 1] ?? ' '))
  return { fits: new RegExp(`^${parts.join('(.*?)')}$`, 's'), typed: new Set(typed.map(([, number]) => Number(number))), translation }
}

/** Patterns of messages and their translations; those that say more come first: 'expected nothing, found {1}', 'expected {1}, found {2}'. */
export function patternsOf(messages: Record<string, string>): Patterns {
  const byFixed = ([a]: [string, string], [b]: [string, string]) => beginning(b) - beginning(a) || fixed(b) - fixed(a)
  return Object.entries(messages).sort(byFixed).map(patternOf)
}

/** The translation of a message; of what fits no pattern, what `word` makes of it. */
export function translated(patterns: Patterns, message: string, word: (text: string) => string): string {
  for (const { fits, typed, translation } of patterns) {
    const found = fits.exec(message)
    if (!found) continue
    return translation.replace(PLACE, (_, number: string) => {
      const put = found[Number(number)] ?? ''
      return typed.has(Number(number)) ? put : translated(patterns, put, word)
    })
  }
  return word(message)
}
