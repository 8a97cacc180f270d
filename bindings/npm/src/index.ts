// SPDX-License-Identifier: MIT
//
// @flank/engine: the engine in WebAssembly, for node and browsers. It is the page's own (web/src/engine), which answers the questions of
// docs/developers/questions.md; limits and answers have their names. docs/users/npm.md is the guide.
import { Answers } from '../../../web/src/engine/answers'
import { BrowserEngine, MEMORY_MB_RANGE } from '../../../web/src/engine/browser'
import { inflated } from '../../../web/src/engine/inflate'
import { sharedMemory, type EngineRequest, type PageEvent } from '../../../web/src/engine/module'
import type { About, BookMove, PlayedByBook, ReviewedGame, Sheets, Thought, Written } from '../../../web/src/engine/types'
import { unpackedByWorker } from '../../../web/src/engine/weights'
import type { Message } from '../../../web/src/i18n/errors'
import { answerOf } from './answer'
import { FlankError, told } from './errors'
import { platform, type FileName } from './platform'
import { playedOf, Rules, type Given } from './rules'

export { FlankError, textOf } from './errors'
export type { Given, LineOfPlay } from './rules'
export type { Rules } from './rules'
export type { Argument, Message } from '../../../web/src/i18n/errors'
export type * from '../../../web/src/engine/types'

/** The room that an engine has. */
export interface LoadOptions {
  /**
   * Threads that think, a whole number from 1 on; of more than 8, or than there are cores, so many. Without it all cores but one. One thread
   * where memory cannot be shared.
   */
  threads?: number
  /** Memory in megabytes, a whole number from 40 to 512: 39 for the evaluation of Othello, the rest for the table of positions; without it 128. */
  memory_mb?: number
  /** The folder with the package's files, if they are not in their place beside the code: a path or an address. */
  files?: string | URL
}

/** Everything that thinks can be ended; by an error, too, that `onReport` or `onProgress` throws, with which the question fails. */
export interface Hooks {
  /** Ends it: the answer is the best so far, with `stopped`; if there is none the question fails with the signal's reason. */
  signal?: AbortSignal
}

/** Ends of a search; one of them above 0, or a signal, is needed. */
export interface SearchLimits {
  /** 1 to 60; `about.level_max`. */
  level?: number
  /** Plies, 1 to 64. */
  depth?: number
  /** Milliseconds. */
  time_ms?: number
  /** The certainty with which moves are left out, in percent; 100 leaves out none. */
  selectivity?: number
  /** The time left on the clock. */
  clock_ms?: number
  increment_ms?: number
  /** The most that this move may take. */
  move_ms?: number
  /** Chooses among moves that are as good, and the slips of low levels. */
  seed?: number
}

export interface HintOptions extends SearchLimits, Hooks {
  /** The moves that get a value, best first: 1 without it, 0 for all. */
  lines?: number
  onReport?: (thought: Thought) => void
}

export interface PlayOptions extends SearchLimits, Hooks {
  /** Play by the opening book where it knows the position. */
  book?: boolean
}

export interface SolveOptions extends Hooks {
  /** Only the winner, not by how much. */
  wld?: boolean
  /** The result of every move. */
  all_moves?: boolean
  /** If the side to move gets so many discs more than the other one, or more. */
  at_least?: number
  time_ms?: number
  onReport?: (thought: Thought) => void
}

export interface ReviewOptions extends Hooks {
  /** 6 to 60; a level for each position. */
  level?: number
  /** Or the time for the whole game in milliseconds. */
  time_ms?: number
  /** Believe the opening book. */
  book?: boolean
  onProgress?: (done: number, total: number) => void
}

/** A position that has been solved. */
export interface Solved extends Thought {
  /** False if it was ended before. */
  solved: boolean
}

/** A text, or the bytes of a file. */
export type Content = string | Uint8Array | ArrayBuffer

export interface ReadOptions {
  /** The name of the file, whose ending may tell the format. */
  file?: string
  /** The format, if it is known: `about.formats`. */
  from?: string
  /** The game, where the text alone does not tell it. */
  game?: string
  /** With the board behind each move. */
  plies?: boolean
}

/** Everything that was read. `failures` are the first games that could not be read, `failed` is how many there were. */
export type ReadGames = Pick<Sheets, 'format' | 'sheets' | 'failures' | 'failed'>

/** The moves that the opening book knows in a position. */
export interface BookAnswer {
  opening?: string
  book?: BookMove[]
}

const RULES_MEMORY = 256 << 20
const SHEETS_AT_ONCE = 1000

/** The files of an engine, as they were read. */
interface Loaded {
  module: WebAssembly.Module
  weights: Uint8Array<ArrayBuffer>
  books: Uint8Array[]
  tables: Uint8Array<ArrayBuffer>
}

/** Throws a RangeError unless an option is a whole number in its range, or is not given. */
function checkWhole(name: string, value: unknown, least: number, most = Infinity) {
  if (value === undefined || (Number.isInteger(value) && (value as number) >= least && (value as number) <= most)) return
  const range = most < Infinity ? `from ${least} to ${most}` : `from ${least} on`
  throw new RangeError(`flank: ${name} is ${String(value)}, not a whole number ${range}`)
}

/** The words of an error, in one line. */
const words = (error: unknown) => (error instanceof Error ? error.message : String(error)).replace(/\s+/g, ' ')

/** For a promise that fails if a file of the package is not whole. */
const damaged = (name: FileName) => (error: unknown) => {
  throw new Error(`flank: ${name} is damaged: ${words(error)}`)
}

async function loadFiles(shared: boolean, folder: string | URL | undefined): Promise<Loaded> {
  const read = (name: FileName) =>
    platform.read(name, folder).catch((error: unknown) => {
      throw new Error(`flank: a file of the package cannot be read: ${words(error)}`)
    })
  const main = shared ? 'flank-threads.wasm' : 'flank.wasm'
  const [code, weights, tables, ...books] = await Promise.all([
    read(main),
    read('othello.weights'),
    read('draughts.tables'),
    read('othello.book'),
    read('loa.book'),
    read('draughts.book'),
  ])
  const module = await WebAssembly.compile(code).catch((error: unknown) => {
    throw new Error(`flank: ${main} is damaged, or WebAssembly here lacks bulk memory and atomics: ${words(error)}`)
  })
  return { module, weights, tables, books }
}

export class Engine {
  /** Games, formats, levels, the version. */
  readonly about: About
  /** Lines of play and positions. */
  readonly rules: Rules
  private thinker?: Promise<BrowserEngine>
  private closed = false

  private constructor(
    private readonly answers: Answers,
    private readonly loaded: Loaded,
    private readonly shared: boolean,
    private readonly options: LoadOptions,
  ) {
    this.about = answerOf(answers.about())
    this.rules = new Rules(answers)
  }

  /** Read the package's files. Fails with one line if node or the browser is too old, a file is missing, or a number is out of its range. */
  static async load(options: LoadOptions = {}): Promise<Engine> {
    checkWhole('threads', options.threads, 1)
    checkWhole('memory_mb', options.memory_mb, MEMORY_MB_RANGE.least, MEMORY_MB_RANGE.most)
    const missing = platform.missing()
    if (missing) throw new Error(`flank: ${missing}`)
    const { shared } = platform
    const loaded = await loadFiles(shared, options.files)
    return new Engine(await Answers.begin(loaded.module, shared ? sharedMemory(RULES_MEMORY) : undefined), loaded, shared, options)
  }

  /** The values of the moves, best first. */
  async hint(given: Given, { onReport, signal, ...limits }: HintOptions = {}): Promise<Thought> {
    if (!isLimited(limits) && !signal)
      throw new TypeError('flank: a hint needs a limit: level, depth, time_ms, a clock or a signal')
    const onEvent = onReport && ((event: PageEvent) => event.event === 'report' && onReport(answerOf<Thought>(event)))
    return this.ask<Thought>({ ...limits, ask: 'think', played: playedOf(given) }, signal, onEvent)
  }

  /** The move that a level plays, or that is found within limits; with `book` that of the opening book, where it has one. */
  play(given: Given, options?: PlayOptions & { book?: false }): Promise<Thought>
  play(given: Given, options?: PlayOptions): Promise<Thought | PlayedByBook>
  async play(given: Given, { signal, ...limits }: PlayOptions = {}): Promise<Thought | PlayedByBook> {
    if (!isLimited(limits) && !signal)
      throw new TypeError('flank: a move needs a limit: level, depth, time_ms, a clock or a signal')
    return this.ask<Thought | PlayedByBook>({ ...limits, ask: 'play', played: playedOf(given) }, signal)
  }

  /** The exact result with best play: of endgames of Othello and Tothello by search, of the other games by proof. */
  async solve(given: Given, { onReport, signal, ...limits }: SolveOptions = {}): Promise<Solved> {
    const onEvent = onReport && ((event: PageEvent) => event.event === 'report' && onReport(answerOf<Thought>(event)))
    return this.ask<Solved>({ ...limits, ask: 'solve', played: playedOf(given) }, signal, onEvent)
  }

  /** The loss of each move of a game, and the moves that were better. */
  async review(given: Given, { onProgress, signal, ...limits }: ReviewOptions = {}): Promise<ReviewedGame> {
    let told = -1
    const onEvent = (event: PageEvent) => {
      const { event: kind, done, total } = event as PageEvent & { done: number; total: number }
      if (kind === 'progress' && done > told) onProgress?.((told = done), total)
    }
    return this.ask<ReviewedGame>({ ...limits, ask: 'review', played: playedOf(given) }, signal, onEvent)
  }

  /** The moves that the opening book knows. */
  async book(given: Given): Promise<BookAnswer> {
    return this.ask<BookAnswer>({ ask: 'book', played: playedOf(given) })
  }

  /** The games and positions in a file or a text, whatever its notation. Throws a FlankError if there are none. */
  read(content: Content, { plies, ...options }: ReadOptions = {}): ReadGames {
    const wish = { plies, limit: SHEETS_AT_ONCE }
    return this.told(() => {
      let part = this.answers.sheets(contentOf(content), { ...options, ...wish, keep: true })
      const { format, sheets, source } = part
      while (part.more && source !== undefined) {
        part = this.answers.moreSheets(source, { ...wish, skip: sheets.length })
        sheets.push(...part.sheets)
      }
      return { format, sheets, failures: part.failures, failed: part.failed }
    })
  }

  /**
   * The games in a file or a text, written in another format; `losses` says what that cannot hold. Of a binary format, as WTHOR's, the answer has
   * `base64` in place of `text`.
   */
  write(content: Content, to: string): Written {
    return this.told(() => answerOf(this.answers.write(contentOf(content), to)))
  }

  /** The answer of a contest problem's program: `uva220`, `uva395`, `tothello`, `xtreme10`. */
  contest(problem: string, input: string): { output: string; failure: Message | null; line: number } {
    return this.told(() => answerOf(this.answers.contest(problem, input)))
  }

  /** End the threads. Open questions fail; rules and files are answered as before. */
  close(): void {
    this.closed = true
    this.thinker?.then(
      engine => engine.close(),
      () => {},
    )
  }

  private async begin(): Promise<BrowserEngine> {
    const { loaded, shared, options } = this
    const [weights, tables] = await Promise.all([
      unpackedByWorker(loaded.weights, platform).catch(damaged('othello.weights')),
      inflated(loaded.tables).arrayBuffer().catch(damaged('draughts.tables')),
    ])
    const knowledge = { weights, books: loaded.books, tables: new Uint8Array(tables) }
    const engine = new BrowserEngine({ module: loaded.module, shared }, Promise.resolve(knowledge), platform)
    engine.configure({ threads: options.threads ?? 0, memoryMb: options.memory_mb ?? 0 })
    return engine
  }

  private async ask<T>(question: EngineRequest, signal?: AbortSignal, onEvent?: (event: PageEvent) => void): Promise<T> {
    if (this.closed) throw new FlankError('the engine is closed', 'NO_ANSWER')
    if (signal?.aborted) throw signal.reason
    const engine = await (this.thinker ??= this.begin())
    let thrown: { error: unknown } | undefined // by the one who hears the events
    const hear = (event: PageEvent) => {
      if (thrown) return
      try {
        onEvent?.(event)
      } catch (error) {
        thrown = { error }
        task.stop()
      }
    }
    const task = engine.request(question, hear)
    const stop = () => task.stop()
    signal?.addEventListener('abort', stop)
    if (signal?.aborted || this.closed) stop()
    try {
      const answer = await task.done
      if (!thrown) return answerOf<T>(answer)
    } catch (error) {
      if (!thrown) throw signal?.aborted ? signal.reason : told(error)
    } finally {
      signal?.removeEventListener('abort', stop)
    }
    throw thrown.error
  }

  private told<T>(answer: () => T): T {
    try {
      return answer()
    } catch (error) {
      throw told(error)
    }
  }
}

const isLimited = ({ level, depth, time_ms, clock_ms, move_ms }: SearchLimits) =>
  [level, depth, time_ms, clock_ms, move_ms].some(limit => typeof limit === 'number' && limit > 0)

function contentOf(content: Content): string | Uint8Array {
  if (typeof content === 'string' || content instanceof Uint8Array) return content
  if (content instanceof ArrayBuffer) return new Uint8Array(content)
  throw new TypeError('flank: neither a text nor the bytes of a file')
}
