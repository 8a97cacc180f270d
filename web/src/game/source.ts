// SPDX-License-Identifier: MIT
//
// A text or file that is pasted or dropped, in any notation: one game, or a collection to choose from. The rules module keeps
// the text of a collection and reads it once, in parts between which the page lives on; the list keeps of a game what it shows.
// The chosen game is looked for in the text that is kept.
import { signal } from '@preact/signals'
import { PageError } from '../engine/module'
import type { Rules, SheetsWish } from '../engine/rules'
import type { Sheet, Sheets } from '../engine/types'
import type { Explained } from '../i18n/errors'
import { countedPieces } from './counts'
import { textBefore } from './share'
import { endOf, resultWord, type GameTree } from './tree'
import { nameOf, type NameLists } from './wthor_names'

export interface Source {
  data: string | Uint8Array
  /** The file's name, if it was one. */
  name?: string
  lists?: NameLists
}

/** The reason of a refusal. */
export interface Failure {
  problem: Explained
  line?: number
  column?: number
  /** The line in question. */
  text?: string
  /** The beginning of the text that can be read. */
  prefix?: Sheet
}

/** A game of a collection, as the list shows it. */
export interface Row {
  number: number // from 0, in the order of the source
  players: [string, string]
  event: string
  year: string
  date: string
  result: string
  game: string
  kind: Sheet['kind']
  moves: number
}

const FIRST_PART = 100
const PART = 500
const TAGS = ['Black', 'White'] as const

/** The tag with the name of the player of a colour, 0 or 1. */
export const playerTag = (color: number) => TAGS[color]!

export class Collection {
  /** The games so far; `count` tells that there are more. */
  readonly rows: Row[] = []
  readonly count = signal(0)
  readonly reading = signal(true)
  readonly failures = signal<Sheets['failures']>([])
  readonly failed = signal(0)
  readonly format: string | undefined
  private ended = false
  private number: number | undefined // of the text where it is kept

  constructor(
    private readonly rules: Rules,
    readonly source: Source,
    first: Sheets,
  ) {
    this.format = first.format
    this.number = first.source
    this.add(first)
    if (first.more && this.readPart(FIRST_PART)) void this.readOn()
    else this.reading.value = false
  }

  private add({ sheets, failures, failed }: Sheets) {
    for (const sheet of sheets) this.rows.push(rowOf(sheet, this.rows.length, this.source.lists))
    this.count.value = this.rows.length
    this.failures.value = failures // all of them from the beginning, whatever was skipped
    this.failed.value = failed
  }

  private async readOn() {
    for (let more = true; more && !this.ended; ) {
      await new Promise(resolve => setTimeout(resolve))
      if (this.ended) return
      more = this.readPart(PART)
    }
    this.reading.value = false
  }

  /** Returns true if there is more. */
  private readPart(limit: number): boolean {
    const part = this.read({ skip: this.rows.length, limit, brief: true })
    this.add(part)
    return part.more
  }

  /** Read in the text that is kept; it comes again only if other collections have taken its place. */
  private read(wish: SheetsWish): Sheets {
    try {
      if (this.number !== undefined) return this.rules.moreSheets(this.number, wish)
    } catch (error) {
      if (!(error instanceof PageError)) throw error
    }
    const part = this.rules.sheets(this.source.data, { file: this.source.name, keep: true, ...wish })
    this.number = part.source
    return part
  }

  sheet(row: Row): Sheet {
    return withNames(this.read({ skip: row.number, limit: 1, plies: true }).sheets[0]!, this.source.lists)
  }

  end() {
    this.ended = true
  }
}

function rowOf(plain: Sheet, number: number, lists?: NameLists): Row {
  const sheet = withNames(plain, lists)
  const date = sheet.tags['Date'] ?? ''
  return {
    number,
    players: [sheet.tags[TAGS[0]] ?? '', sheet.tags[TAGS[1]] ?? ''],
    event: sheet.tags['Event'] ?? sheet.tags['Site'] ?? '',
    year: /\d{4}/.exec(date)?.[0] ?? '',
    date,
    result: sheet.result ? resultText(sheet.result) : '',
    game: sheet.game,
    kind: sheet.kind,
    moves: sheet.plies ?? sheet.moves.length,
  }
}

function withNames(sheet: Sheet, lists?: NameLists): Sheet {
  if (!lists) return sheet
  const tags = { ...sheet.tags }
  for (const [tag, name] of Object.entries(nameOf(lists, tags))) tags[tag] ??= name
  return { ...sheet, tags }
}

/** "37–27" where discs are told, "1–0" otherwise. */
export function resultText({ text, discs }: { text: string; discs?: number | undefined }): string {
  if (discs === undefined || !(Math.abs(discs) <= 64) || discs % 2) return text.replace('-', '–')
  return `${32 + discs / 2}–${32 - discs / 2}`
}

/** The result of a game: as it was told, or as its last position is counted; none while it goes on. Discs that are told say how many each
 * side has in plain Othello alone. */
export function resultOf(tree: GameTree): string | undefined {
  const { Result: text, Discs: told } = tree.tags
  if (text && (!told || (tree.facts.name === 'othello' && !tree.rules))) return resultText({ text, discs: told ? Number(told) : undefined })
  const { over, winner, discs, board } = tree.lineAt(endOf(tree.root))
  if (over && discs !== undefined) return countedPieces(tree.facts, board, winner ?? null, discs).join('–')
  if (text) return resultText({ text })
  return over ? resultText({ text: resultWord(winner ?? null, tree.firstSide) }) : undefined
}

/** The colour that has won, as it was told or by the last position; null for a draw, undefined while the game goes on. */
export function winnerOf(tree: GameTree): string | null | undefined {
  const { firstSide, tags, facts } = tree
  const words = [null, ...facts.colors].map(color => [resultWord(color, firstSide), color] as const)
  const told = words.find(([word]) => word === tags.Result)
  if (told) return told[1]
  const { over, winner } = tree.lineAt(endOf(tree.root))
  return over ? (winner ?? null) : undefined
}

/** The moves in a link to another site, "https://example.org/?moves=f5d6c3", the longest run of them; any other source as it is. */
export function ofLink(source: Source): Source {
  const { data } = source
  if (typeof data !== 'string' || !/^\s*https?:\/\/\S+\s*$/.test(data)) return source
  const text = new URLSearchParams(`text=${data.replaceAll('&', ';')}`).get('text')! // takes what decodeURIComponent throws at
  const runs = text.match(/(?:[a-h][1-8](?:[-x:][a-h][1-8])*[\s,._]*){2,}[a-h][1-8](?:[-x:][a-h][1-8])*/gi) ?? []
  const [longest] = runs.sort((a, b) => b.length - a.length)
  return longest ? { data: longest } : source
}

/** The result of reading: one game, a collection, or why it was nothing. */
export type Opened = { sheet: Sheet } | { collection: Collection } | { failure: Failure }

export function openSource(rules: Rules, source: Source): Opened {
  try {
    const first = rules.sheets(source.data, { file: source.name, limit: 1, plies: true, keep: true })
    if (first.sheets.length === 1 && !first.more && !first.failed) return { sheet: withNames(first.sheets[0]!, source.lists) }
    return { collection: new Collection(rules, source, first) }
  } catch (error) {
    if (!(error instanceof PageError)) throw error
    return { failure: failureOf(rules, source, error) }
  }
}

/** The place of the error in the text, and what stands before it. */
function failureOf(rules: Rules, { data, name }: Source, error: PageError): Failure {
  const text = typeof data === 'string' ? data : textOf(data)
  if (text === undefined || !text.trim()) return { problem: error.problem }
  const before = textBefore(text, error.offset)
  const lines = before.split('\n')
  const place = { line: lines.length, column: lines.at(-1)!.length + 1, text: text.split('\n')[lines.length - 1] }
  return { problem: error.problem, ...(error.offset ? place : {}), prefix: prefixOf(rules, before, name) }
}

function prefixOf(rules: Rules, text: string, file?: string): Sheet | undefined {
  if (!text.trim()) return undefined
  try {
    const { sheets } = rules.sheets(text, { file, limit: 1, plies: true })
    return sheets[0]?.moves.length ? sheets[0] : undefined
  } catch {
    return undefined
  }
}

/** Bytes as text, unless they are none. */
function textOf(bytes: Uint8Array): string | undefined {
  if (bytes.includes(0)) return undefined
  return new TextDecoder().decode(bytes)
}
