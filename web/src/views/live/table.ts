// SPDX-License-Identifier: MIT
//
// A game with a friend over `flank serve` (docs/developers/live-questions.md): what the server reports, as a tree and a clock that can be
// drawn. The server decides; a move of one's own is shown at once and taken back if the server refuses it.
import { batch, signal } from '@preact/signals'
import { PageError, problemOf } from '../../engine/module'
import { Remote } from '../../engine/remote'
import type { Rules } from '../../engine/rules'
import type { Move } from '../../engine/types'
import { GameClock, type PlayerIndex } from '../../game/clock'
import type { Ending, KeptMatch } from '../../game/match'
import { endOf, GameTree, type Node } from '../../game/tree'
import type { Problem } from '../../i18n/errors'
import type { Seat } from './seat'

export type Offer = 'takeback' | 'draw' | 'rematch'

/** All that the server knows of the game. */
export interface Report {
  code: string
  game: string
  rules: string
  /** Games that were played here before this one. */
  number: number
  /** One's own. */
  color: string
  friend: 'nobody' | 'here' | 'away' | 'left'
  moves: string[]
  /** Of them the game began with. */
  given: number
  side: string
  total_ms: number
  increment_ms: number
  /** By color, in milliseconds, with a clock. */
  clocks?: Record<string, number>
  running?: string | null
  offer?: Offer
  offered_by?: string
  /** The offer that the last event answered, and the answer. */
  settled?: Offer
  accepted?: boolean
  over: boolean
  how?: Ending['how']
  winner?: string | null
  /** The last of one's numbered questions that has taken effect. */
  nth: number
}

/** The errors that say that a seat is worth nothing any more. */
const GONE: ReadonlySet<string> = new Set(['LIVE_NO_ROOM', 'LIVE_NOT_YOURS'])

interface Pending {
  ply: number
  move: string
}

/** The reason why nothing more is heard. */
export type Ended = 'left' | 'expired' | 'elsewhere' | 'forgotten'

/** A report with the one before it; null at first. */
export type ReportEvent = (now: Report, before: Report | null) => void

export class LiveTable {
  readonly report = signal<Report | null>(null)
  readonly tree = signal<GameTree | null>(null)
  readonly clock = signal<GameClock | null>(null)
  /** The server does not answer. */
  readonly away = signal(false)
  readonly ended = signal<Ended | null>(null)
  /** The last question that the server refused. */
  readonly problem = signal<Problem | null>(null)
  /** Nothing is heard of the game: there is none any more, or no such seat (`forget`), or only not now. */
  readonly gone = signal<{ why: Problem; forget: boolean } | null>(null)
  private readonly remote: Remote
  /** One's move that no report has yet. */
  private readonly pending = signal<Pending | null>(null)
  /** The same until a report has the move; and what is asked behind it. */
  private unheard: { ply: number; then?: () => void } | null = null
  private begun = Date.now()
  /** The number of the game that the tree is of. */
  private shown = -1
  /** When the report came. */
  private heard = 0
  private nth = 0

  constructor(
    private readonly rules: Rules,
    path: string,
    readonly seat: Seat,
    private readonly told: ReportEvent,
  ) {
    this.remote = new Remote(path, { gone: () => (this.away.value = true), back: () => (this.away.value = false) })
    this.follow()
  }

  /** Hear of the game, here and nowhere else. */
  follow() {
    this.ended.value = null
    this.remote
      .request({ ask: 'live', ...this.seat }, event => this.hear(event as unknown as Report))
      .done.then(
        ({ ended }) => (this.ended.value = ended as Ended),
        error => this.lose(problemOf(error), error instanceof PageError && GONE.has(error.problem.code)),
      )
  }

  /** The server does not tell of the game. The moves seen stay, if there are any and the server has `forgotten` the game. */
  private lose(why: Problem, forgotten: boolean) {
    const { value: report } = this.report
    this.clock.value?.stop()
    if (forgotten && report && report.moves.length > report.given) this.ended.value = 'forgotten'
    else this.gone.value = { why, forget: forgotten }
  }

  /** Hear no more; the seat stays. */
  close() {
    this.clock.value?.stop()
    this.remote.close()
  }

  /** May one move now? */
  get open(): boolean {
    const { value: report } = this.report
    const tree = this.tree.value
    if (!report || !tree || report.over || report.friend === 'nobody' || report.friend === 'left' || this.ended.value) return false
    return !this.pending.value && tree.cursor.value.children.length === 0 && tree.line.value.side === report.color
  }

  /** Is there a move of one's own that no report has yet? */
  get unheardOf(): boolean {
    return !!this.pending.value
  }

  play(move: Move) {
    const tree = this.tree.value
    if (!tree || !this.open || !tree.line.value.legal.some(legal => legal.move === move.move)) return
    const made: Pending = { ply: tree.cursor.value.ply, move: move.move }
    this.pending.value = made
    this.unheard = { ply: made.ply }
    this.clock.value?.stop()
    tree.play(move)
    void this.ask('live_move', { ...made, number: this.shown }).then(taken => this.settle(made, taken))
  }

  /** Behind one's own move of which nothing is heard yet: an offer is meant for a position. */
  offer(what: Offer) {
    const ask = () => void this.askOnce('live_offer', { what, ...this.moment() })
    if (this.unheard) this.unheard.then = ask
    else ask()
  }

  reply(accept: boolean) {
    const { value: report } = this.report
    if (report?.offer) void this.askOnce('live_reply', { what: report.offer, accept, ...this.moment() })
  }

  resign() {
    void this.askOnce('live_resign')
  }

  /** Give the seat up. */
  leave(): Promise<boolean> {
    return this.ask('live_leave')
  }

  /** The game for the history; one that is not over goes on without a clock, by link. */
  played(): KeptMatch | null {
    const { value: report } = this.report
    if (!report) return null
    const { colors } = this.rules.game(report.game)
    const time = report.over && report.total_ms ? { total_ms: report.total_ms, increment_ms: report.increment_ms } : null
    const winner = report.winner ? (colors.indexOf(report.winner) as PlayerIndex) : null
    return {
      settings: {
        game: report.game,
        rules: report.rules,
        players: report.color === colors[0] ? ['person', 'friend'] : ['friend', 'person'],
        level: 1, // nobody's
        time,
      },
      moves: report.moves,
      ply: report.moves.length,
      ...(report.how && report.how !== 'rules' ? { ending: { winner, how: report.how } } : {}),
      begun: { at: this.begun, given: report.given },
    }
  }

  private moment() {
    return { ply: this.report.value?.moves.length ?? 0 }
  }

  /** A question that is sent again, as its answer was lost, takes effect once, and in this game alone. */
  private askOnce(ask: string, fields: Record<string, string | number | boolean> = {}) {
    const { value: report } = this.report
    this.nth = Math.max(this.nth, report?.nth ?? 0) + 1
    return this.ask(ask, { ...fields, number: report?.number ?? 0, nth: this.nth })
  }

  /** Returns false if the server refuses it. */
  private async ask(ask: string, fields: Record<string, string | number | boolean> = {}): Promise<boolean> {
    this.problem.value = null
    try {
      await this.remote.request({ ask, ...this.seat, ...fields }).done
      return true
    } catch (error) {
      this.problem.value = problemOf(error)
      return false
    }
  }

  /** One's move is answered: if it was refused, the board is as the server has it. */
  private settle(made: Pending, taken: boolean) {
    if (this.pending.value !== made) return
    this.pending.value = null // the report that comes next has it
    if (taken) return
    this.unheard = null
    const { value: report } = this.report
    if (report) this.show(report)
  }

  private hear(report: Report) {
    const before = this.report.value
    if (before && before.number !== report.number) {
      this.pending.value = this.unheard = null
      this.begun = Date.now()
    }
    this.heard = performance.now()
    const { value: pending } = this.pending
    batch(() => {
      if (pending && report.moves.length > pending.ply) this.pending.value = null // the answer to it may come after the friend's next move
      this.report.value = report
      this.show(report)
    })
    this.told(report, before)
    if (!this.unheard || report.moves.length <= this.unheard.ply) return
    const { then } = this.unheard
    this.unheard = null
    then?.()
  }

  /** The moves and the clock of a report. */
  private show(report: Report) {
    let tree = this.tree.peek()
    if (!tree || this.shown !== report.number) tree = new GameTree(this.rules, report.game, report.rules)
    this.shown = report.number
    const pending = this.pending.peek()
    follow(tree, pending?.ply === report.moves.length ? [...report.moves, pending.move] : report.moves)
    this.tree.value = tree
    this.showClock(report)
  }

  private showClock(report: Report) {
    if (!report.clocks) return void (this.clock.value = null)
    const { colors } = this.rules.game(report.game)
    const since = performance.now() - this.heard
    const lefts = colors.map(color => (report.clocks![color] ?? 0) - (report.running === color ? since : 0)) as [number, number]
    const clock = this.clock.peek() ?? new GameClock(report, () => {}) // the flag falls on the server
    clock.reset(lefts)
    if (report.running && !this.pending.peek()) clock.start(colors.indexOf(report.running) as PlayerIndex)
    this.clock.value = clock
  }
}

/** Make the one line of a tree these moves. Whoever looks at its end sees the new one; whoever looks at an earlier position stays there. */
function follow(tree: GameTree, moves: readonly string[]) {
  const look = tree.cursor.peek()
  const atEnd = look.children.length === 0
  let node = tree.root
  let ply = 0
  while (node.children[0] && node.children[0].move!.move === moves[ply]) {
    node = node.children[0]
    ply++
  }
  if (node.children[0]) tree.remove(node.children[0])
  if (ply === moves.length && atEnd && tree.cursor.peek() === node) return
  const stay = !atEnd && look.ply <= moves.length && isWithin(look, tree)
  tree.goTo(node)
  for (const move of moves.slice(ply)) tree.playText(move)
  tree.goTo(stay ? look : endOf(node))
}

function isWithin(node: Node, tree: GameTree): boolean {
  let at = node
  while (at.parent?.children.includes(at)) at = at.parent
  return at === tree.root
}
