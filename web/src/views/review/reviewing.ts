// SPDX-License-Identifier: MIT
//
// A review of a game's main line: asked for, and then found again by the nodes of the tree, whatever becomes of the tree.
import { computed, signal } from '@preact/signals'
import type { Task, Engine } from '../../engine/engine'
import { problemOf, type PageEvent } from '../../engine/module'
import type { Played, Review, ReviewedGame } from '../../engine/types'
import { mainLine, type GameTree, type Node } from '../../game/tree'
import type { Problem } from '../../i18n/errors'
import { asValue, playedValue, type Worth } from './words'
import { isWritten } from './written'

/** A review and the positions that it is about: `game.moves[i]` is that of `nodes[i]`, and of the move played there. */
export interface Reviewed {
  game: ReviewedGame
  nodes: Node[]
  level: number
  /** The review that was shown before it. */
  before?: Reviewed | null
}

export type Verdicts = ReadonlyMap<Node, Review>

/** The shelf of reviews; undefined where it could not be fetched: then none is kept. */
const shelf = () => import('../../history/reviews').catch(() => undefined)

/** The main line as its review is kept: the start and the rules as the engine writes them, however they were told. */
function lineOf(tree: GameTree, nodes: readonly Node[]): Played {
  const { rules, start } = tree.lineAt(tree.root)
  return { ...tree.played(nodes.at(-1)), rules, start }
}

export class Reviewing {
  readonly progress = signal<{ level: number; done: number; total: number } | null>(null)
  readonly reviewed = signal<Reviewed | null>(null)
  readonly error = signal<Problem | null>(null)
  readonly stopped = signal(false)
  /** A deeper review of the game than the one that is shown is under way, which nobody has to wait for. */
  readonly deepens = signal(false)
  /** Somebody waits for the review. Views that only ask this are not drawn again at every step of it. */
  readonly busy = computed(() => this.progress.value !== null && !this.deepens.value)
  private task?: Task
  private number = 0 // of what was asked for last: all before it counts no more

  /**
   * Show the review of the main line that was made before, if it is kept; then make one at each of the `levels` that is higher, so that
   * something is there soon. `made` hears of each, and whether another one follows.
   */
  async recall(engine: Promise<Engine>, tree: GameTree, levels: readonly number[], made: (review: Reviewed, first: boolean) => void) {
    const number = ++this.number
    const nodes = mainLine(tree)
    if (nodes.length < 2) return
    const kept = await (await shelf())?.findReview(lineOf(tree, nodes))
    if (number !== this.number) return
    if (kept) this.reviewed.value = { ...kept, nodes }
    const known = kept?.game.complete ? kept.level : 0
    for (const level of levels.filter(each => each > known)) {
      const review = await this.make(engine, tree, level, this.reviewed.value?.game.complete === true)
      if (!review) return
      made(review, level !== levels.at(-1))
    }
  }

  /** Review the main line of `tree`; the answer is in the signals, and is given unless something else was asked for since. */
  start(engine: Promise<Engine>, tree: GameTree, level: number): Promise<Reviewed | undefined> {
    return this.make(engine, tree, level, false)
  }

  /** `deepens`: what is shown stays until all of the game is reviewed. */
  private async make(engine: Promise<Engine>, tree: GameTree, level: number, deepens: boolean): Promise<Reviewed | undefined> {
    const number = ++this.number
    const ready = await engine
    if (number !== this.number) return undefined
    this.stop()
    const nodes = mainLine(tree)
    this.error.value = null
    this.stopped.value = false
    this.deepens.value = deepens
    this.progress.value = { level, done: 0, total: nodes.length }
    const line = lineOf(tree, nodes)
    const question = { ask: 'review', played: tree.played(nodes.at(-1)), level, book: true, reports: true }
    let known: PageEvent | undefined
    const task = ready.request(question, event => {
      if (event.event === 'report') known = event
      if (event.event === 'progress' && this.task === task)
        this.progress.value = { level, done: Number(event['done']), total: Number(event['total']) }
    })
    this.task = task
    try {
      const game = (await task.done.catch((error: unknown) => {
        if (this.stopped.value && known) return known // by a server that has gone
        throw error
      })) as unknown as ReviewedGame
      if (this.task !== task || (deepens && !game.complete)) return undefined
      void shelf().then(reviews => reviews?.keepReview(line, { level, game }))
      return (this.reviewed.value = { game, nodes, level, before: this.reviewed.value })
    } catch (error) {
      if (this.task === task && !this.stopped.value) this.error.value = problemOf(error)
    } finally {
      if (this.task === task) {
        this.progress.value = null
        this.deepens.value = false
        this.task = undefined
      }
    }
    return undefined
  }

  /** End what is under way; what the engine knows by then is kept if it tells it. */
  stop() {
    if (!this.task) return
    this.stopped.value = true
    this.task.stop()
  }

  clear() {
    this.number++
    this.stop()
    this.task = undefined
    this.progress.value = null
    this.deepens.value = false
    this.reviewed.value = null
    this.error.value = null
    this.stopped.value = false
  }
}

/** The judgement of the move that led to `node`; none for a variation, or where the review did not come. */
export function judgementOf(reviewed: Reviewed | null, node: Node): Review | undefined {
  if (!reviewed || node.ply === 0 || reviewed.nodes[node.ply] !== node) return undefined
  const review = reviewed.game.moves[node.ply - 1]
  return review?.verdict ? review : undefined
}

/** The worth of the position at `node`: the value of the move that led there, where it is known. */
export function worthOf(reviewed: Reviewed | null, node: Node): Worth | undefined {
  const judged = judgementOf(reviewed, node)
  if (judged) return playedValue(judged)
  const review = reviewed?.nodes[node.ply] === node ? reviewed.game.moves[node.ply] : undefined
  return review?.score === undefined ? undefined : asValue(review)
}

const bad = new Set(['inaccuracy', 'mistake', 'blunder'])
export const isMistake = (review: Review | undefined) => !!review?.verdict && bad.has(review.verdict)

/** The next node of the reviewed line, from `node` on or back, whose move was a mistake. */
export function nextMistake(reviewed: Reviewed, node: Node, step: 1 | -1): Node | undefined {
  const from = placeOn(reviewed, node)
  for (let ply = from + step; ply > 0 && ply < reviewed.nodes.length; ply += step)
    if (isMistake(judgementOf(reviewed, reviewed.nodes[ply]!))) return reviewed.nodes[ply]
  return undefined
}

/** The place in the reviewed line nearest to `node`: its own ply, or that of the position where its variation leaves. */
export function placeOn(reviewed: Reviewed, node: Node): number {
  let at: Node | null = node
  while (at && reviewed.nodes[at.ply] !== at) at = at.parent
  return at?.ply ?? 0
}

/** The comment of a mistake, as a review writes it. */
type Say = (review: Review) => string

/** The judgements of a mistake by a review and by those before it. */
function faultsOf(reviewed: Reviewed | null | undefined, node: Node): Review[] {
  if (!reviewed) return []
  const judged = judgementOf(reviewed, node)
  return [...(judged && isMistake(judged) ? [judged] : []), ...faultsOf(reviewed.before, node)]
}

/** A comment without what reviews wrote into it. */
export function ownComment(reviewed: Reviewed | null, node: Node, say: Say): string {
  const written = faultsOf(reviewed, node).map(say)
  return (node.comment ?? '').split('\n').filter(line => !written.includes(line) && !isWritten(node, line)).join('\n').trim()
}

/** Write what the review found into the tree, in place of what those before it wrote: values, signs, comments and better lines. */
export function annotate(tree: GameTree, reviewed: Reviewed, say: Say) {
  const cursor = tree.cursor.value
  for (const node of reviewed.nodes) {
    const review = judgementOf(reviewed, node)
    if (!review) continue
    tree.note(node, { value: review.played_score })
    const own = ownComment(reviewed, node, say)
    const isReplaced = own !== (node.comment ?? '').trim()
    if (!isMistake(review)) {
      if (isReplaced) tree.note(node, { symbol: undefined, comment: own || undefined })
      continue
    }
    tree.note(node, { symbol: signs[review.verdict!], comment: [own, say(review)].filter(Boolean).join('\n') })
    addLine(tree, node.parent!, review.pv ?? [])
    if (node.children.length) addLine(tree, node, review.refutation ?? []) // the last move of a game stays the last
  }
  tree.goTo(cursor)
}

const LINE_MOVES = 8

function addLine(tree: GameTree, from: Node, moves: readonly string[]) {
  tree.goTo(from)
  for (const move of moves.slice(0, LINE_MOVES)) if (!tree.playText(move)) break
}

/** The signs of books of games. */
export const signs = { best: '✓', good: '·', inaccuracy: '?!', mistake: '?', blunder: '??' } as const
