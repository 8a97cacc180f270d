// SPDX-License-Identifier: MIT
//
// The named openings as a tree: an opening stands below the longest other one that its line begins with.
import names from '@data/opening-names.txt?raw'

/** The game whose openings have names. */
export const NAMED_GAME = 'othello'

export interface Opening {
  /** "f5d6c3" */
  line: string
  moves: string[]
  name: string
  children: Opening[]
}

export const movesOf = (line: string): string[] => line.match(/[a-h][1-8]/g) ?? []

function read(): Opening[] {
  const roots: Opening[] = []
  const above: Opening[] = []
  const rows = names.split('\n').filter(row => row && !row.startsWith('#'))
  // In this order an opening comes right behind those that its line begins with.
  for (const row of rows.sort()) {
    const [, line = '', name = ''] = /^(\S+)\s+(.*)$/.exec(row) ?? []
    const opening: Opening = { line, moves: movesOf(line), name, children: [] }
    while (above.length && !line.startsWith(above.at(-1)!.line)) above.pop()
    const siblings = above.at(-1)?.children ?? roots
    siblings.push(opening)
    above.push(opening)
  }
  return roots
}

export const openings: readonly Opening[] = read()

/** An opening and all below it. */
export const withVariations = (opening: Opening): Opening[] => [opening, ...opening.children.flatMap(withVariations)]

export const allOpenings: readonly Opening[] = openings.flatMap(withVariations)

const folded = (text: string) => text.normalize('NFD').replace(/[\u0300-\u036f'’]/g, '').toLowerCase()

/** Openings whose name, in English or as `textOf` shows it, has every word of `text` in it, or whose line begins with it. */
export function searchOpenings(text: string, textOf: (name: string) => string): Opening[] {
  const words = folded(text).split(/\s+/).filter(Boolean)
  return allOpenings.filter(({ name, line }) => {
    const names = folded(`${name} ${textOf(name)}`)
    return line.startsWith(words.join('')) || words.every(word => names.includes(word))
  })
}
