// SPDX-License-Identifier: MIT
//
// A game as a tree of moves, and where one stands in it. Signals tell the views what changed.
import { batch, computed, signal, type ReadonlySignal } from '@preact/signals'
import type { Played, Rules } from '../engine/rules'
import type { GameFacts, Line, Move, Sheet, SheetMove } from '../engine/types'
import type { Message } from '../i18n/errors'

/** A move in the tree and what is noted of it; the root has no move. */
export interface Node {
  readonly move: Move | null
  readonly parent: Node | null
  readonly ply: number
  children: Node[] // the first one is the main line
  value?: number // for the side that made the move
  time?: number // seconds that the move took
  symbol?: string
  comment?: string
}

/** Facts that are true only of the game as it was played; gone when its main line changes. */
export const RESULT_TAGS = ['Result', 'Discs', 'Termination'] as const

/** The moves from the root to `node`. */
export function movesTo(node: Node): Move[] {
  const moves: Move[] = []
  for (let at: Node | null = node; at?.move; at = at.parent) moves.unshift(at.move)
  return moves
}

/** The last node of the line that goes on from `node` by first children. */
export function endOf(node: Node): Node {
  while (node.children[0]) node = node.children[0]
  return node
}

/** The main line: the root and all first children. */
export function mainLine(tree: GameTree): Node[] {
  const nodes: Node[] = []
  for (let node: Node | undefined = tree.root; node; node = node.children[0]) nodes.push(node)
  return nodes
}

/** True if the main line goes through `node`. */
export function isMain(node: Node): boolean {
  for (let at = node; at.parent; at = at.parent) if (at.parent.children[0] !== at) return false
  return true
}

export class GameTree {
  readonly facts: GameFacts
  readonly root: Node = { move: null, parent: null, ply: 0, children: [] }
  tags: Record<string, string> = {}
  /** Remarks about the reading. */
  told: Message[] = []
  /** The current place. */
  readonly cursor = signal<Node>(this.root)
  /** Changes with every change of the tree. */
  readonly version = signal(0)
  /** The position at the cursor. */
  readonly line: ReadonlySignal<Line>
  /** The positions that were looked at: a node never changes what leads to it. */
  private readonly lines = new WeakMap<Node, Line>()

  constructor(
    private readonly rulesModule: Rules,
    game: string,
    readonly rules = '',
    readonly start?: string,
  ) {
    this.facts = rulesModule.game(game)
    this.line = computed(() => this.lineAt(this.cursor.value))
  }

  /** The side to move at `node`. */
  sideAt(node: Node): string {
    return node.move?.side ?? this.startSide
  }

  /** The side to move at the start. */
  get startSide(): string {
    return this.lineAt(this.root).start_side
  }

  /** The side to move at the usual start of the game. */
  get firstSide(): string {
    return this.rulesModule.line({ game: this.facts.name, rules: this.rules }).start_side
  }

  /** The line of play that leads to `node`. */
  played(node: Node = this.cursor.value): Played {
    return { game: this.facts.name, rules: this.rules, start: this.start, moves: movesTo(node).map(move => move.move) }
  }

  /** The position at `node`; the engine is asked once. */
  lineAt(node: Node): Line {
    const known = this.lines.get(node) ?? this.rulesModule.line(this.played(node))
    this.lines.set(node, known)
    return known
  }

  /** The legal moves at `node`. */
  movesAt(node: Node): Move[] {
    return this.lineAt(node).legal
  }

  /** Play a legal move at the cursor: onto a line that is there, or a new one. */
  play(move: Move): Node {
    const at = this.cursor.value
    let next = at.children.find(child => child.move!.move === move.move)
    batch(() => {
      if (!next) {
        next = { move, parent: at, ply: at.ply + 1, children: [] }
        at.children.push(next)
        this.changed(next)
      }
      this.cursor.value = next
    })
    return next!
  }

  /** Play a move by its name; whether it was legal. */
  playText(text: string): boolean {
    const move = this.line.value.legal.find(legal => legal.move === text)
    if (move) this.play(move)
    return !!move
  }

  goTo(node: Node) {
    this.cursor.value = node
  }

  /** Go back by one move of a turn of its own: passes, which play themselves, are stepped over. */
  undo(): boolean {
    const at = this.cursor.value
    if (!at.parent) return false
    let to = at.parent
    while (to.parent && to.children.some(child => child.move && !child.move.to)) to = to.parent
    this.cursor.value = to
    return true
  }

  redo(): boolean {
    let next = this.cursor.value.children[0]
    if (!next) return false
    while (next.move && !next.move.to && next.children[0]) next = next.children[0]
    this.cursor.value = next
    return true
  }

  /** Take a node and all behind it away. */
  remove(node: Node) {
    const { parent } = node
    if (!parent) return
    batch(() => {
      for (let at: Node | null = this.cursor.value; at; at = at.parent) if (at === node) this.cursor.value = parent
      const main = isMain(node)
      parent.children = parent.children.filter(child => child !== node)
      this.changed(main ? this.root : null)
    })
  }

  /** Put a node that was removed back to its place among its siblings. */
  restore(node: Node, place: number) {
    batch(() => {
      node.parent!.children.splice(place, 0, node)
      this.changed(node)
      this.cursor.value = node
    })
  }

  /** Make the line through `node` the main line. */
  promote(node: Node) {
    for (let at = node; at.parent; at = at.parent)
      at.parent.children = [at, ...at.parent.children.filter(child => child !== at)]
    this.changed(node)
  }

  /** Something at `node` is new; a main line that is new has no result yet. */
  private changed(node: Node | null) {
    if (node && isMain(node))
      this.tags = Object.fromEntries(Object.entries(this.tags).filter(([name]) => !RESULT_TAGS.some(tag => tag === name)))
    this.version.value++
  }

  /** Replace the notes of a node. */
  note(node: Node, notes: { [Name in 'value' | 'time' | 'symbol' | 'comment']?: Node[Name] | undefined }) {
    Object.assign(node, notes)
    this.version.value++
  }

  /** The tree of a game that was read. */
  static ofSheet(rules: Rules, sheet: Sheet): GameTree {
    const tree = new GameTree(rules, sheet.game, sheet.rules, sheet.position)
    tree.tags = { ...sheet.tags, ...resultTags(sheet) }
    if (sheet.comment) tree.root.comment = sheet.comment
    tree.told = [sheet.game_note ?? [], sheet.note ?? []].flat()
    const lines: Node[][] = [tree.addLine(tree.root, sheet.moves)]
    for (const variation of sheet.variations ?? []) {
      const from = lines[variation.line]?.[variation.ply - 1]?.parent ?? tree.root
      lines.push(tree.addLine(from, variation.moves))
    }
    tree.cursor.value = tree.root
    return tree
  }

  /** The moves of a sheet that go on from `from`, with their boards; a sheet without them has the engine asked. */
  private boardsOf(from: Node, moves: SheetMove[]): Move[] {
    const made = moves.flatMap(move => moveOf(move) ?? [])
    if (made.length === moves.length) return made
    const known = movesTo(from).map(move => move.move)
    const played = { ...this.played(this.root), moves: [...known, ...moves.map(move => move.move)] }
    return this.rulesModule.line(played, true).plies!.slice(known.length)
  }

  private addLine(from: Node, moves: SheetMove[]): Node[] {
    const nodes: Node[] = []
    const boards = this.boardsOf(from, moves)
    let at = from
    for (const [index, note] of moves.entries()) {
      const move = boards[index]!
      const next: Node = { move, parent: at, ply: at.ply + 1, children: [] }
      if (note.value !== undefined) next.value = note.value
      if (note.time !== undefined) next.time = note.time
      if (note.symbol) next.symbol = note.symbol
      if (note.comment) next.comment = note.comment
      at.children.push(next)
      nodes.push(next)
      at = next
    }
    return nodes
  }
}

/** A move of a sheet that came with its board. */
function moveOf({ move, from, to, path, captured, board, side }: SheetMove): Move | undefined {
  if (!board || !captured || !side) return undefined
  return { move, ...(from && { from }), ...(to && { to }), ...(path && { path }), captured, board, side }
}

/** A result in files: "1-0" is a win of the side that moves first in the usual start of the game, whoever moved first here. */
export const resultWord = <Side>(winner: Side | null, first: Side) => (winner === null ? '1/2-1/2' : winner === first ? '1-0' : '0-1')

/** A result as the tags of Flank's own text. */
function resultTags({ result }: Sheet): Record<string, string> {
  if (!result) return {}
  const { text, discs, ending } = result
  return {
    Result: text,
    ...(discs === undefined ? {} : { Discs: `${discs < 0 ? '' : '+'}${discs}` }),
    ...(ending ? { Termination: ending } : {}),
  }
}

/** The moves up to where a game stands, as a line of its own. */
export function lineTo(rules: Rules, game: GameTree): GameTree {
  const tree = new GameTree(rules, game.facts.name, game.rules, game.start)
  for (const move of movesTo(game.cursor.value)) tree.play(move)
  return tree
}
