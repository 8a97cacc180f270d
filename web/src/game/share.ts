// SPDX-License-Identifier: MIT
//
// A whole game in an address: "1.othello...MOVES.CURSOR..CHECK", fields between dots, nothing that an address would escape.
//
// A move is one letter: its number among the legal moves, put in order by their squares, which follow from the rules and not
// from any notation. Variations stand in brackets behind the move that they replace, as in Flank's own text. A check over
// it all tells a link that was cut or changed on its way. Comments and signs of moves follow where the link does not get too long by
// them; values are not held.
//
// Rejected: the transcript itself (four to five letters a move in Lines of Action), deflate (longer for such short texts).
import { PageError } from '../engine/module'
import type { Rules } from '../engine/rules'
import type { GameFacts, Move } from '../engine/types'
import { endOf, GameTree, RESULT_TAGS, type Node } from './tree'

const PLAIN = '1' // the version of a link
const COMMENTED = '2' // one more field: what is noted of moves
const LONGEST = 4000 // letters: what messengers and mail programs still take for one link
const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
const OPEN = '-'
const CLOSE = '_'
const LONG = '9' // two digits follow
const SHORT_MOVES = DIGITS.indexOf(LONG)
/** The facts of a game besides its moves, and those of a result that its moves do not show. */
const FACT_TAGS = ['Black', 'White', 'Event', 'Date'] as const
const TAGS = [...FACT_TAGS, ...RESULT_TAGS]

/** The game of a link written by hand up to the move that is not possible there, counted from 1. */
export interface Broken {
  tree: GameTree
  number: number
  move: string
}

/** A link that holds no game; `damaged`: it did once. */
export class LinkError extends Error {
  constructor(
    readonly damaged: boolean,
    message: string,
    readonly broken?: Broken,
  ) {
    super(message)
  }
}

// ---- Texts

function toBase64(text: string): string {
  const bytes = new TextEncoder().encode(text)
  return btoa(String.fromCharCode(...bytes))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=+$/, '')
}

function fromBase64(text: string): string {
  const bytes = Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), letter => letter.charCodeAt(0))
  return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
}

/** 24 bits of FNV-1a as four digits. */
export function checkOf(text: string): string {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193) >>> 0
  hash ^= hash >>> 24
  return [18, 12, 6, 0].map(shift => DIGITS[(hash >>> shift) & 63]).join('')
}

// ---- Positions

/** A board of 64 letters from a1 and the side to move as the notation "board" of its game: the top row first. */
export function boardText(facts: GameFacts, board: string, side: string): string {
  const rows = Array.from({ length: 8 }, (_, row) => board.slice(8 * row, 8 * row + 8))
  if (!facts.row_1_on_top) rows.reverse()
  return `${rows.join('')} ${facts.glyphs[facts.colors.indexOf(side)]![0]!.toUpperCase()}`
}

const packBoard = (text: string) => text.replace(' ', '').replace(/-+/g, run => String(run.length))
const unpackBoard = (text: string) =>
  text.replace(/\d+/g, count => '-'.repeat(Math.min(64, Number(count)))).replace(/(.)$/, ' $1')

/** A start: its board with runs of empty squares counted, where that says all of it; else '-' and the text itself. */
function packStart(rules: Rules, tree: GameTree): string {
  if (!tree.start) return ''
  const line = rules.line({ game: tree.facts.name, rules: tree.rules, start: tree.start })
  if (line.start === tree.facts.start) return ''
  const packed = packBoard(boardText(tree.facts, line.start_board, line.start_side))
  try {
    const again = rules.line({ game: tree.facts.name, rules: tree.rules, start: unpackBoard(packed) })
    if (again.start === line.start) return packed
  } catch (error) {
    if (!(error instanceof PageError)) throw error
  }
  return `-${toBase64(line.start)}`
}

const unpackStart = (text: string) => (text.startsWith('-') ? fromBase64(text.slice(1)) : unpackBoard(text))

// ---- Moves

const orderOf = (move: Move) => `${move.from ?? ''}${move.to ?? ''}:${[...move.captured].sort().join('')}`

/** The legal moves at `node`, in the order in which links count them. */
function choicesAt(tree: GameTree, node: Node): Move[] {
  return [...tree.movesAt(node)].sort((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1))
}

function packMove(tree: GameTree, node: Node): string {
  const number = choicesAt(tree, node.parent!).findIndex(move => move.move === node.move!.move)
  if (number < SHORT_MOVES) return DIGITS[number]!
  return LONG + DIGITS[number >> 6]! + DIGITS[number & 63]!
}

/** The nodes in the order in which their moves are written, and the text. */
function packLine(tree: GameTree, first: Node | undefined, nodes: Node[]): string {
  let text = ''
  for (let node = first; node; node = node.children[0]) {
    text += packMove(tree, node)
    nodes.push(node)
    if (node.parent!.children[0] !== node) continue
    for (const other of node.parent!.children.slice(1)) text += OPEN + packLine(tree, other, nodes) + CLOSE
  }
  return text
}

class MoveReader {
  readonly nodes: Node[]
  private at = 0
  constructor(
    private readonly tree: GameTree,
    private readonly text: string,
  ) {
    this.nodes = [tree.root]
  }

  private digit(): number {
    const digit = DIGITS.indexOf(this.text[this.at++] ?? '?')
    if (digit < 0) throw new LinkError(true, 'a move is cut')
    return digit
  }

  /** Read moves behind `node` until the text or the bracket ends. */
  line(node: Node, depth: number) {
    let before = node.parent
    while (this.at < this.text.length) {
      const letter = this.text[this.at]!
      if (letter === CLOSE) return
      if (letter === OPEN) {
        this.at++
        if (!before || depth > 50) throw new LinkError(true, 'a variation of nothing')
        this.line(before, depth + 1)
        if (this.text[this.at++] !== CLOSE) throw new LinkError(true, 'a variation does not end')
        continue
      }
      before = node
      node = this.move(node)
    }
    if (depth > 0) throw new LinkError(true, 'a variation does not end')
  }

  private move(node: Node): Node {
    const digit = this.digit()
    const number = digit < SHORT_MOVES ? digit : this.digit() * 64 + this.digit()
    const move = choicesAt(this.tree, node)[number]
    if (!move) throw new LinkError(true, 'an illegal move')
    this.tree.goTo(node)
    const next = this.tree.play(move)
    this.nodes.push(next)
    return next
  }
}

// ---- Games

/** The notes on the moves: "3!?:a fine move" with NULs between, as base64; empty where nothing is. */
function packNotes(nodes: readonly Node[]): string {
  const notes = nodes.flatMap(({ comment = '', symbol = '' }, index) =>
    comment || symbol ? `${index.toString(36)}${symbol}:${comment}` : [],
  )
  return notes.length ? toBase64(notes.join('\0')) : ''
}

function unpackNotes(text: string, nodes: readonly Node[]) {
  for (const note of fromBase64(text).split('\0')) {
    const [, index = '', symbol, comment] = /^([0-9a-z]+)([^:]*):(.*)$/s.exec(note) ?? []
    const node = nodes[parseInt(index, 36)]
    if (!node) throw new LinkError(true, 'a comment on nothing')
    if (symbol) node.symbol = symbol
    if (comment) node.comment = comment
  }
}

const sealed = (fields: readonly string[]) => `${fields.join('.')}.${checkOf(fields.join('.'))}`

/** The game as the value of "g" in an address. */
export const packGame = (rules: Rules, tree: GameTree): string => packLink(rules, tree).packed

/** The same, and whether comments had to be left out of it. */
export function packLink(rules: Rules, tree: GameTree): { packed: string; shortened: boolean } {
  const nodes: Node[] = [tree.root]
  const moves = packLine(tree, tree.root.children[0], nodes)
  const cursor = nodes.indexOf(tree.cursor.value)
  const isTold = tree.tags['Result'] !== undefined && !tree.lineAt(endOf(tree.root)).over
  const tags = (isTold ? TAGS : FACT_TAGS).map(tag => tree.tags[tag] ?? '')
  const fields = [
    tree.facts.name,
    packStart(rules, tree),
    tree.rules ? toBase64(tree.rules) : '',
    moves,
    cursor > 0 ? cursor.toString(36) : '',
    tags.some(tag => tag) ? toBase64(tags.join('\n').trimEnd()) : '',
  ]
  const notes = packNotes(nodes)
  const commented = sealed([COMMENTED, ...fields, notes])
  if (notes && commented.length <= LONGEST) return { packed: commented, shortened: false }
  return { packed: sealed([PLAIN, ...fields]), shortened: notes !== '' }
}

/** True if `text` is meant as a packed game, whole or not. */
export const isPacked = (text: string) => /^\d+\.[a-z]/.test(text)

/** The game of a link; also of a link that somebody wrote by hand, with any notation of a game in it. Throws a LinkError. */
export function unpackGame(rules: Rules, text: string): GameTree {
  try {
    return isPacked(text) ? unpackFields(rules, text) : readWritten(rules, text)
  } catch (error) {
    if (error instanceof LinkError) throw error
    throw new LinkError(isPacked(text), error instanceof Error ? error.message : String(error))
  }
}

function unpackFields(rules: Rules, text: string): GameTree {
  const check = text.lastIndexOf('.')
  const [version = '', ...fields] = text.slice(0, check).split('.')
  const whole = checkOf(text.slice(0, check)) === text.slice(check + 1)
  const wanted = version === PLAIN ? 6 : version === COMMENTED ? 7 : 0
  if (whole && !wanted) throw new LinkError(false, 'made by a newer version')
  if (!whole || fields.length !== wanted) throw new LinkError(true, 'cut or changed')
  const [game, start, ruleText, moves, cursor, tags, notes] = fields as [string, string, string, string, string, string, string?]
  const tree = new GameTree(rules, game, ruleText ? fromBase64(ruleText) : '', start ? unpackStart(start) : undefined)
  tree.movesAt(tree.root) // throws where the start is none; a tree asks for its positions only when they are shown
  const reader = new MoveReader(tree, moves)
  reader.line(tree.root, 0)
  tree.goTo(reader.nodes[parseInt(cursor || '0', 36)] ?? tree.root)
  const values = tags ? fromBase64(tags).split('\n') : []
  for (const [index, tag] of TAGS.entries()) if (values[index]) tree.tags[tag] = values[index]!
  if (notes) unpackNotes(notes, reader.nodes)
  return tree
}

function readWritten(rules: Rules, text: string): GameTree {
  try {
    const { sheets } = rules.sheets(text, { limit: 1, plies: true })
    if (!sheets[0]) throw new LinkError(false, 'no game')
    const tree = GameTree.ofSheet(rules, sheets[0])
    tree.goTo(endOf(tree.root))
    return tree
  } catch (error) {
    if (!(error instanceof PageError)) throw error
    throw new LinkError(false, error.message, brokenAt(rules, text, error.offset))
  }
}

/** The text before a byte. */
export const textBefore = (text: string, offset: number) =>
  new TextDecoder().decode(new TextEncoder().encode(text).subarray(0, offset))

const MOVE = '[a-z][0-9](?:[-x:][a-z][0-9])*'

/** The game before a move that is not possible; none if nothing of the text is like a game. */
function brokenAt(rules: Rules, text: string, offset: number): Broken | undefined {
  const before = textBefore(text, offset)
  const [move] = new RegExp(`^${MOVE}`, 'i').exec(text.slice(before.length)) ?? []
  try {
    if (!move || !before.trim()) return brokenAtOnce(rules, text)
    const tree = readWritten(rules, before)
    return { tree, move, number: tree.cursor.value.ply + 1 }
  } catch {
    return undefined
  }
}

/** The same of a text whose first move is not even one of the first game's, which tells nothing of what game is meant. */
function brokenAtOnce(rules: Rules, text: string): Broken | undefined {
  const [, move] = new RegExp(`^\\s*(?:1[.)]\\s*)?(${MOVE})`, 'i').exec(text) ?? []
  const tree = new GameTree(rules, rules.about.games[0]!.name)
  if (!move || tree.playText(move)) return undefined
  return { tree, move, number: 1 }
}

/** The address that opens the game in a view of this page. */
export function linkTo(view: 'play' | 'review' | 'setup' | 'study' | 'library', packed: string): string {
  return `${location.href.replace(/#.*/, '')}#/${view}?g=${packed}`
}

/** The same for the review of a game, which begins by itself. */
export const linkToReview = (packed: string): string => `${linkTo('review', packed)}&begin`
