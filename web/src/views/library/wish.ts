// SPDX-License-Identifier: MIT
//
// The games that are looked for, what is shown of them, and all of it in the address, so that a reload, the way back and a link bring it
// back. A choice is a new entry of the browser's history; a walk over the board is none.
import { batch, signal } from '@preact/signals'
import type { LibraryWish } from '../../engine/library'
import type { Rules } from '../../engine/rules'
import { packGame } from '../../game/share'
import { GameTree } from '../../game/tree'
import type { Explained } from '../../i18n/errors'
import { openLink } from '../../parts/opened_link'
import { goTo, rename, route } from '../../services/router'

export const results = ['black', 'white', 'drawn', 'unknown'] as const
export type Result = (typeof results)[number]

/** The fields of the form, as they are written there; empty: any. */
export interface Fields {
  player: string
  color: '' | 'black' | 'white' // the player's: the library's words for the first and the second one
  opponent: string
  event: string
  opening: string
  from: string // years
  to: string
  result: '' | Result
}
export type FieldName = keyof Fields

export const noFields: Fields = { player: '', color: '', opponent: '', event: '', opening: '', from: '', to: '', result: '' }

export const fields = signal(noFields)
/** The page of the list, from 0. */
export const page = signal(0)
/** The line of play whose end is looked for. */
export const sought = signal<GameTree | null>(null)
/** The game that is open by its number, and the move that is shown (null: where the position is that is looked for); null: none. */
export const opened = signal<{ id: number; ply: number | null } | null>(null)
/** The reason why the game of the address is not, or not all, what is shown. */
export const problem = signal<Explained | null>(null)

/** The address that was written last: it is not read again. */
let written = ''

/** The whole name, as a text to look for. */
export const whole = (name: string) => `"${name}"`

const yearOf = (text: string) => (/^\d{1,4}$/.test(text) ? Number(text) : 0)

/** The question to the library. */
export function wishOf({ player, color, opponent, event, opening, from, to, result }: Fields): LibraryWish {
  const sides = color === 'black' ? { black: player, white: opponent } : color === 'white' ? { white: player, black: opponent } : { player, opponent }
  return { ...sides, event, opening, first_year: yearOf(from), last_year: yearOf(to), ...(result && { result }) }
}

/** True if the games must go through the position: it is not just the usual start, where games with a start of their own fit, too. */
export const isPlaceSought = (tree: GameTree) => tree.cursor.value.move !== null || tree.start !== undefined

export function soughtTree(rules: Rules): GameTree {
  return (sought.value ??= new GameTree(rules, rules.about.games[0]!.name))
}

function addressed(rules: Rules): Record<string, string> {
  const query: Record<string, string> = { g: packGame(rules, soughtTree(rules)) }
  for (const [name, value] of Object.entries(fields.value)) if (value) query[name] = value
  if (page.value) query['page'] = String(page.value + 1)
  if (opened.value) query['id'] = String(opened.value.id)
  if (opened.value && opened.value.ply !== null) query['ply'] = String(opened.value.ply)
  return query
}

/** Put what is shown into the address, in place of what was there. */
export function noteAddress(rules: Rules) {
  const hash = `#/library?${new URLSearchParams(addressed(rules))}`
  if (rename(hash)) written = hash
}

/** Change what is shown, as a step that the browser's Back undoes. */
export function change(rules: Rules, act: () => void) {
  noteAddress(rules)
  batch(act)
  const query = addressed(rules)
  written = `#/library?${new URLSearchParams(query)}`
  goTo('library', query)
}

const oneOf = <Name extends string>(names: readonly Name[], text: string | null): Name | '' => names.find(name => name === text) ?? ''

/** A whole number from 1; 0: none is there. */
const numberIn = (query: URLSearchParams, name: string) => Number(/^\d{1,15}$/.exec(query.get(name) ?? '')?.[0] ?? 0)

/** Show what the address says, unless that is shown; one without a game leaves things as they are. */
export function readAddress(rules: Rules) {
  const { query, view } = route.value
  if (view !== 'library' || location.hash === written || ![...query.keys()].length) return
  written = location.hash
  const packed = query.get('g')
  const link = packed ? openLink(rules, packed) : { tree: null, problem: null }
  const text = (name: FieldName) => query.get(name) ?? ''
  batch(() => {
    problem.value = link.problem
    if (link.tree || !packed) sought.value = link.tree // null: a new one
    fields.value = {
      player: text('player'),
      color: oneOf(['black', 'white'] as const, query.get('color')),
      opponent: text('opponent'),
      event: text('event'),
      opening: text('opening'),
      from: yearOf(text('from')) ? text('from') : '',
      to: yearOf(text('to')) ? text('to') : '',
      result: oneOf(results, query.get('result')),
    }
    page.value = Math.max(0, numberIn(query, 'page') - 1)
    const id = numberIn(query, 'id')
    opened.value = id ? { id, ply: query.has('ply') ? numberIn(query, 'ply') : null } : null
  })
}
