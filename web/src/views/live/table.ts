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
import { endingTags, type KeptMatch } from '../../game/match'
import { endOf, GameTree, type Node } from '../../game/tree'
import type { Problem } from '../../i18n/errors'
import { playedOf } from './played'
import type { Offer, Report } from './report'
import { keepSeat, type Seat, type Seen } from './seat'

/** The errors that say that a seat is worth nothing any more. */
const GONE: ReadonlySet<string> = new Set(['LIVE_NO_ROOM', 'LIVE_NOT_YOURS'])

/** One's move that no report has yet, and what is asked behind it. */
interface Pending {
  ply: number
  move: string
  then?: () => void
}

/** The reason why nothing more is heard. */
export type Ended = 'left' | 'expired' | 'elsewhere' | 'forgotten' | 'silent'

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
  /** Nothing is known of the game: there is none any more, or no such seat (`forget`), or only not now. */
  readonly gone = signal<{ why: Problem; forget: boolean } | null>(null)
  private readonly remote: Remote
  /** It stays until a report has the move, which comes before or after the answer. */
  private readonly pending = signal<Pending | null>(null)
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
    this.restore()
    this.follow()
  }

  /** Show what was seen last, until the server tells of the game. */
  private restore() {
    const { seen } = this.seat
    if (!seen) return
    try {
      const report: Report = { ...seen.report, friend: 'away', running: null }
      this.show(report)
      this.report.value = report
      this.begun = seen.begun
    } catch {
      this.tree.value = this.clock.value = null // the kept report is damaged
    }
  }

  /** Hear of the game, here and nowhere else. */
  follow() {
    this.ended.value = this.problem.value = null
    this.remote
      .request({ ask: 'live', ...this.place }, event => this.hear(event as unknown as Report))
      .done.then(
        ({ ended }) => (this.ended.value = ended as Ended),
        error => this.lose(problemOf(error), error instanceof PageError && GONE.has(error.problem.code)),
      )
  }

  /** The server does not tell of the game. The moves seen stay, if there are any. */
  private lose(why: Problem, forgotten: boolean) {
    this.clock.value?.stop()
    if (!this.hasMoves) return void (this.gone.value = { why, forget: forgotten })
    if (!forgotten) this.problem.value = why
    this.ended.value = forgotten ? 'forgotten' : 'silent'
  }

  /** The moves, with one's own that no report has yet. */
  private get moves(): string[] {
    const moves = this.report.value?.moves ?? []
    const { value: pending } = this.pending
    return pending?.ply === moves.length ? [...moves, pending.move] : moves
  }

  /** Has somebody moved? */
  get hasMoves(): boolean {
    return this.moves.length > (this.report.value?.given ?? 0)
  }

  private get place() {
    const { code, token } = this.seat
    return { code, token }
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
    if (!this.heard || !report || !tree || report.over || report.friend === 'nobody' || report.friend === 'left' || this.ended.value) return false
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
    this.clock.value?.stop()
    tree.play(move)
    this.keep()
    void this.ask('live_move', { ply: made.ply, move: made.move, number: this.shown }).then(taken => taken || this.takeBack(made))
  }

  /** Behind one's own move of which nothing is heard yet: an offer is meant for a position. */
  offer(what: Offer) {
    const ask = () => void this.askOnce('live_offer', { what, ...this.moment() })
    if (this.pending.value) this.pending.value.then = ask
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

  /** The game as it is seen, with one's own move that no report has yet. */
  private get seen(): Seen | undefined {
    const { value: report } = this.report
    return report ? { report: { ...report, moves: this.moves }, begun: this.begun } : undefined
  }

  /** The game for the history. */
  played(): KeptMatch | null {
    return this.seen ? playedOf(this.rules, this.seen) : null
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
      await this.remote.request({ ask, ...this.place, ...fields }).done
      return true
    } catch (error) {
      if (this.ended.value !== 'forgotten') this.problem.value = problemOf(error)
      return false
    }
  }

  /** One's move was refused: the board is as the server has it. */
  private takeBack(made: Pending) {
    if (this.pending.value !== made || this.ended.value === 'forgotten') return
    this.pending.value = null
    const { value: report } = this.report
    if (report) this.show(report)
  }

  private hear(report: Report) {
    const known = this.report.value
    const before = this.heard ? known : null
    if (known && known.number !== report.number) {
      this.pending.value = null
      this.begun = Date.now()
    }
    this.heard = performance.now()
    const { value: pending } = this.pending
    const isHeard = pending && report.moves.length > pending.ply // its answer may come after the friend's next move
    batch(() => {
      if (isHeard) this.pending.value = null
      this.report.value = report
      this.show(report)
    })
    this.keep()
    this.told(report, before)
    if (isHeard) pending.then?.()
  }

  /** For a reload when the server has gone. */
  private keep() {
    const { seen } = this
    if (seen) keepSeat({ ...this.place, seen })
  }

  /** The moves and the clock of a report. */
  private show(report: Report) {
    let tree = this.tree.peek()
    if (!tree || this.shown !== report.number) tree = new GameTree(this.rules, report.game, report.rules)
    this.shown = report.number
    const pending = this.pending.peek()
    follow(tree, pending?.ply === report.moves.length ? [...report.moves, pending.move] : report.moves)
    const { over, how, winner } = report
    const called = over && how && how !== 'rules'
    tree.tags = called ? endingTags(tree, { winner: winner ? (tree.facts.colors.indexOf(winner) as PlayerIndex) : null, how }) : {}
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
