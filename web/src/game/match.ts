// SPDX-License-Identifier: MIT
//
// A game being played: who sits where, whose turn it is, the engine's moves, clocks, passes, taking back. No drawing: the
// play view follows the signals. There is one line of moves: a move made at an earlier position drops what came after.
//
// Time that was used stays used. Looking at earlier positions stops no clock and no engine; a move that is taken back gives the
// turn, and the running clock, back to who made it.
import { batch, computed, effect, signal, untracked, type ReadonlySignal } from '@preact/signals'
import type { Task, Engine } from '../engine/engine'
import { problemOf } from '../engine/module'
import type { Rules } from '../engine/rules'
import { nobodyThinks } from '../engine/server_state'
import type { Move, Thought } from '../engine/types'
import type { Problem } from '../i18n/errors'
import { GameClock, type ClockTime, type PlayerIndex } from './clock'
import { endOf, GameTree, resultWord, type Node } from './tree'

/** A friend moves elsewhere: a link takes the game there, and another one brings it back. */
export type Player = 'person' | 'engine' | 'friend'

/** XOT ("extreme Othello transcripts"): one of the lines of eight moves that leave both sides equal chances, drawn by lot; or any moves. */
export const drawnKinds = ['xot', 'random'] as const
export type DrawnKind = (typeof drawnKinds)[number]

export interface MatchSettings {
  game: string
  rules: string
  start?: string
  /** The kind of moves that it is given to begin with; none: the usual start. */
  drawn?: DrawnKind
  /** The player of the first colour, and that of the second. */
  players: [Player, Player]
  level: number
  time: ClockTime | null
}

/** The end of a game. */
export interface Ending {
  winner: PlayerIndex | null
  how: 'rules' | 'resigned' | 'time' | 'agreed' | 'long'
  /** By the rules: why (a code, and English words), and the difference in discs for the first colour. */
  code?: string
  words?: string
  discs?: number
}

/** The part of a match that is kept between visits. */
export interface KeptMatch {
  settings: MatchSettings
  moves: string[]
  ply: number
  lefts?: [number, number]
  ending?: Ending
  begun?: Begun
}

/** The endings that the moves do not show, as files call them. */
export const ENDINGS: Partial<Record<Ending['how'], string>> = { resigned: 'resigned', time: 'time forfeit', agreed: 'agreed', long: 'too long' }

/** Such an ending as the tags of a game. */
export function endingTags({ facts, firstSide }: GameTree, { winner, how }: Pick<Ending, 'winner' | 'how'>): Record<string, string> {
  return { Result: resultWord(winner, facts.colors.indexOf(firstSide)), ...(ENDINGS[how] ? { Termination: ENDINGS[how] } : {}) }
}

/** A game that has got its first move here: when, in milliseconds since 1970, and how many moves it was given before (by a link). */
export interface Begun {
  at: number
  given: number
}

/** The events, for whoever tells it to people. */
export interface MatchEvents {
  /** `forced`: a pass for want of any other move. */
  moved(move: Move, side: string, forced: boolean): void
  ended(ending: Ending): void
  /** Returns how long the move is being shown, in milliseconds. */
  showTime(move: Move): number
}

const PASS_MS = 900 // long enough to see that there is no move
const PAUSE_MS = 150 // between two moves, behind the motion of the first
const WATCHED_MS = 700 // between two moves of the engine, when it plays both sides

const onlyPass = (legal: readonly Move[]) => legal.length === 1 && !legal[0]!.to

export class Match {
  readonly tree: GameTree
  readonly clock: GameClock | null
  readonly settings: ReadonlySignal<MatchSettings>
  /** Given up or out of time; it holds at the end of the moves. */
  readonly called = signal<Ending | null>(null)
  readonly thinking = signal(false)
  readonly loading = signal(false)
  readonly problem = signal<Problem | null>(null)
  /** The ending at the cursor, or null while the game goes on. */
  readonly ending: ReadonlySignal<Ending | null>
  /** Is the cursor behind the last move? */
  readonly atEnd: ReadonlySignal<boolean>
  private readonly changeable: ReturnType<typeof signal<MatchSettings>>
  /** None until somebody moves. */
  private begun: Begun | undefined
  private events: MatchEvents = { moved: () => {}, ended: () => {}, showTime: () => 0 }
  private awake = false
  /** The place where a turn is being taken: a clock runs, the engine thinks or a pass is shown. */
  private turn: Node | null = null
  private step = 0 // work begun before the last change does not count any more
  private task: Task | undefined
  private timer: ReturnType<typeof setTimeout> | undefined
  private hurried = false
  private unwatch: (() => void) | undefined

  constructor(
    private readonly rules: Rules,
    private readonly engine: Promise<Engine>,
    settings: MatchSettings,
    kept?: KeptMatch,
  ) {
    this.changeable = signal(settings)
    this.settings = this.changeable as ReadonlySignal<MatchSettings>
    this.tree = new GameTree(rules, settings.game, settings.rules, settings.start)
    this.clock = settings.time ? new GameClock(settings.time, player => this.fall(player), kept?.lefts) : null
    this.atEnd = computed(() => (this.tree.version.value, this.tree.cursor.value.children.length === 0))
    this.ending = computed(() => (this.atEnd.value ? (this.called.value ?? this.byRules()) : null))
    if (kept) this.restore(kept)
    this.nameEngine()
  }

  /** The side to move at the cursor. */
  get player(): PlayerIndex {
    return this.playerOf(this.tree.line.value.side)
  }

  playerOf(side: string): PlayerIndex {
    return side === this.tree.facts.colors[1] ? 1 : 0
  }

  /** May a person move now? */
  get open(): boolean {
    return !this.ending.value && this.settings.value.players[this.player] === 'person' && !this.onlyPass()
  }

  /** Begin, or go on after `sleep`. */
  wake(events: MatchEvents) {
    this.events = events
    this.awake = true
    const { value: cursor } = this.tree.cursor
    this.proceed(this.clock ? endOf(cursor) : cursor)
  }

  /** Stop whatever runs: nobody is looking. */
  sleep() {
    this.awake = false
    this.interrupt()
  }

  /** A person's move. */
  play(move: Move) {
    if (this.open && this.tree.line.value.legal.some(legal => legal.move === move.move)) this.make(move)
  }

  resign() {
    const { players } = this.settings.value
    const player = players[this.player] === 'person' ? this.player : ((1 - this.player) as PlayerIndex)
    if (this.atEnd.value && !this.ending.value && players[player] === 'person')
      this.call({ winner: (1 - player) as PlayerIndex, how: 'resigned' })
  }

  /** Let the engine play what it has found so far. */
  hurry() {
    this.hurried = true
    this.task?.stop()
  }

  /** Change who plays, or how strong the engine is, during the game. */
  change(part: Partial<Pick<MatchSettings, 'players' | 'level'>>) {
    this.changeable.value = { ...this.settings.value, ...part }
    this.nameEngine()
    this.proceed(this.turn ?? this.tree.cursor.value)
  }

  /** Take back a person's last move with all that answered it. */
  undo() {
    const target = this.undoTarget()
    if (target) this.walkBack(target)
  }

  /** Move by move, so that each is seen to be taken back. */
  private walkBack(target: Node) {
    const { move, parent } = this.tree.cursor.value
    const time = move ? this.events.showTime(move) : 0
    if (!parent || parent === target || !time) return this.stand(target)
    this.interrupt()
    this.tree.goTo(parent)
    const { step } = this
    this.timer = setTimeout(() => step === this.step && this.walkBack(target), time)
  }

  redo() {
    let node = this.tree.cursor.value.children[0]
    if (!node) return
    while (node.children[0] && !this.decides(node)) node = node.children[0]
    this.stand(node)
  }

  undoTarget(): Node | null {
    for (let node = this.tree.cursor.value.parent; node; node = node.parent) if (this.decides(node)) return node
    return null
  }

  /** Look at another position of the game. With clocks the turn that is being taken goes on meanwhile. */
  goTo(node: Node) {
    if (this.clock && this.turn && (node === this.turn || node.children.length)) this.tree.goTo(node)
    else this.stand(node)
  }

  /** Whoever is to move at `node` has the turn. */
  private stand(node: Node) {
    this.interrupt()
    this.tree.goTo(node)
    this.proceed()
  }

  /** Go on from an earlier position: what came after it is dropped. */
  goOn() {
    this.dropRest(null)
    this.settle(null)
    this.proceed()
  }

  keep(): KeptMatch {
    const moves: string[] = []
    for (let node = this.tree.root.children[0]; node; node = node.children[0]) moves.push(node.move!.move)
    const { ply } = this.tree.cursor.value
    const kept: KeptMatch = { settings: this.settings.value, moves, ply }
    if (this.clock) kept.lefts = this.clock.both()
    if (this.called.value) kept.ending = this.called.value
    if (this.begun) kept.begun = this.begun
    return kept
  }

  /** The players, for when the game is written; files call the first colour black and the second white. */
  private nameEngine() {
    const { players, level } = this.settings.value
    for (const [player, tag] of ['Black', 'White'].entries()) {
      if (players[player] === 'engine') this.tree.tags[tag] = `Flank, level ${level}`
      else delete this.tree.tags[tag]
    }
  }

  /** It turns out to be a game that began before. */
  adopt(begun: Begun) {
    this.begun = begun
  }

  private restore({ moves, ply, ending, begun }: KeptMatch) {
    this.begun = begun
    const { plies = [] } = this.rules.line({ ...this.tree.played(this.tree.root), moves }, true)
    for (const move of plies) this.tree.play(move)
    let node = this.tree.root
    while (node.ply < ply && node.children[0]) node = node.children[0]
    this.tree.goTo(node)
    if (ending) this.settle(ending)
  }

  private byRules(): Ending | null {
    const { over, winner, reason_code: code = '', reason: words = '', discs } = this.tree.line.value
    if (!over) return null
    const ending: Ending = { winner: winner ? this.playerOf(winner) : null, how: 'rules', code, words }
    return { ...ending, ...(discs === undefined ? {} : { discs }) }
  }

  /** Does a person choose a move at `node`? */
  private decides(node: Node): boolean {
    const { players } = this.settings.value
    if (players[0] === 'engine' && players[1] === 'engine') return true
    if (players[this.playerOf(this.tree.sideAt(node))] !== 'person') return false
    return this.tree.movesAt(node).some(move => move.to)
  }

  private onlyPass(): boolean {
    return onlyPass(this.tree.line.value.legal)
  }

  /** Is the game over, wherever one looks? */
  over(): boolean {
    const end = endOf(this.tree.cursor.value)
    return this.called.value !== null || this.tree.lineAt(end).over
  }

  private interrupt() {
    this.step++
    clearTimeout(this.timer)
    this.task?.stop()
    this.task = undefined
    this.turn = null
    this.thinking.value = this.loading.value = false
    this.unwatch?.()
    this.clock?.stop()
  }

  /** See whose turn it is at `node`, and let it be taken. */
  private proceed(node = this.tree.cursor.value) {
    this.interrupt()
    this.problem.value = null
    const atEnd = !node.children.length
    if (!this.awake || (!atEnd && !this.clock) || this.over()) return
    const { step } = this
    const player = this.playerOf(this.tree.sideAt(node))
    const kind = this.settings.value.players[player]
    const legal = this.tree.movesAt(node)
    if (!atEnd && kind !== 'person') return
    this.turn = node
    const pause = this.pause(node)
    if (atEnd && onlyPass(legal)) {
      this.timer = setTimeout(() => step === this.step && this.makeAt(node, legal[0]!), pause + PASS_MS)
    } else if (kind === 'engine') {
      void this.think(node, step, performance.now() + pause)
    } else if (kind === 'person' && node.ply > 0) this.clock?.start(player)
  }

  /** The time in which the last move is still being shown. */
  private pause({ move }: Node): number {
    const motion = move ? this.events.showTime(move) : 0
    const watched = this.settings.value.players.includes('person') ? 0 : WATCHED_MS
    return Math.max(watched, motion && motion + PAUSE_MS)
  }

  private async think(node: Node, step: number, earliest: number) {
    const player = this.playerOf(this.tree.sideAt(node))
    try {
      this.loading.value = true
      const engine = await this.engine
      if (step !== this.step) return
      batch(() => {
        this.loading.value = false
        this.thinking.value = true
      })
      this.startEngineClock(player)
      const name = await this.requestMove(engine, node, step)
      if (step !== this.step) return
      this.unwatch?.() // the rest is for those who watch
      if (this.clock && !this.clock.moved(player)) return
      const rest = earliest - performance.now()
      if (rest > 0) await new Promise(done => (this.timer = setTimeout(done, rest)))
      const move = this.tree.movesAt(node).find(legal => legal.move === name)
      if (step === this.step && move) this.makeAt(node, move)
    } catch (error) {
      if (step !== this.step) return
      this.interrupt()
      this.problem.value = problemOf(error)
    }
  }

  /** The engine's clock stands still while nobody thinks; a question that is asked again has its time again. */
  private startEngineClock(player: PlayerIndex) {
    const { clock } = this
    if (!clock) return
    const lefts = clock.both()
    this.unwatch = effect(() => {
      const held = nobodyThinks.value
      untracked(() => (held ? clock.reset(lefts) : clock.start(player)))
    })
  }

  private async requestMove(engine: Engine, node: Node, step: number): Promise<string | null> {
    const { level, time } = this.settings.value
    const left = this.clock?.left(this.playerOf(this.tree.sideAt(node))) ?? 0
    const clock = time ? { clock_ms: Math.max(1, Math.round(left)), increment_ms: time.increment_ms } : {}
    const question = { ask: 'play', played: this.tree.played(node), level, book: true, seed: Math.floor(Math.random() * 2 ** 31) }
    this.hurried = false
    this.task = engine.request({ ...question, ...clock })
    try {
      return ((await this.task.done) as unknown as Thought).move
    } catch (error) {
      if (step !== this.step || !this.hurried) throw error
      this.task = engine.request({ ...question, level: 1 }) // before it had found anything
      return ((await this.task.done) as unknown as Thought).move
    }
  }

  /** Make a move where the turn is, wherever one looks. */
  private makeAt(node: Node, move: Move) {
    this.tree.goTo(node)
    this.make(move)
  }

  private make(move: Move) {
    const { side, legal } = this.tree.line.value
    // A player who makes another move than before gets no time for it.
    if (this.clock && this.atEnd.value && !this.clock.moved(this.playerOf(side))) return
    this.begun ??= { at: Date.now(), given: this.tree.cursor.value.ply }
    this.dropRest(move)
    this.settle(null) // it was taken back
    this.tree.play(move)
    this.events.moved(move, side, onlyPass(legal))
    const ending = this.ending.value
    if (ending) this.events.ended(ending)
    this.proceed()
  }

  private dropRest(but: Move | null) {
    for (const child of [...this.tree.cursor.value.children])
      if (child.move!.move !== but?.move) this.tree.remove(child)
  }

  private fall(player: PlayerIndex) {
    this.call({ winner: (1 - player) as PlayerIndex, how: 'time' })
  }

  /** The moves do not show how it ended, so the tags say it. */
  private settle(ending: Ending | null) {
    const { Result: _, Termination: __, ...facts } = this.tree.tags
    this.tree.tags = { ...facts, ...(ending ? endingTags(this.tree, ending) : {}) }
    this.called.value = ending
  }

  private call(ending: Ending) {
    this.interrupt()
    batch(() => {
      this.tree.goTo(endOf(this.tree.cursor.value))
      this.settle(ending)
    })
    this.events.ended(ending)
  }
}
