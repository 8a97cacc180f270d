// SPDX-License-Identifier: MIT
//
// Rules, formats and contest problems, answered at once by modules of the page's own: the board never waits for an
// engine that thinks, and works the same with the server and without. The rules are a small module, with which a visit begins; what
// needs the whole one waits for `isWhole`.
import { signal } from '@preact/signals'
import { Answers, type SheetsWish } from './answers'
import { sharedMemory } from './module'
import type { About, FormatFacts, Line, Played, Sheets, Written } from './types'

const MEMORY_LIMIT = 256 << 20

export type { SheetsWish } from './answers'
export type { Played } from './types'

export class Rules {
  readonly about: About
  /** True from when all questions can be asked. */
  readonly isWhole = signal(false)
  /** Resolves then. */
  readonly whenWhole = new Promise<void>(done => this.isWhole.subscribe(is => is && done()))
  private wholeAnswers?: Answers
  private constructor(private readonly first: Answers) {
    this.about = first.about()
  }

  /** Begin with flank-rules.wasm. */
  static async load(module: WebAssembly.Module): Promise<Rules> {
    return new Rules(await Answers.begin(module))
  }

  /** Add what the whole module has. `shared`: it is flank-threads.wasm; the memory is nobody else's all the same. */
  async complete(module: WebAssembly.Module, shared = false) {
    this.wholeAnswers = await Answers.begin(module, shared ? sharedMemory(MEMORY_LIMIT) : undefined)
    this.isWhole.value = true
  }

  private get whole(): Answers {
    if (!this.wholeAnswers) throw new Error('formats and contest problems are not here yet')
    return this.wholeAnswers
  }

  /** The formats of games; known to the whole module. */
  get formats(): FormatFacts[] {
    return this.whole.about().formats
  }

  game(name: string) {
    const found = this.about.games.find(game => game.name === name)
    if (!found) throw new Error(`no such game: ${name}`)
    return found
  }

  line(played: Played, plies = false): Line {
    return this.first.line(played, plies)
  }

  styles(played: Played): Record<string, string> {
    return this.first.styles(played)
  }

  sheets(text: string | Uint8Array, options?: Parameters<Answers['sheets']>[1]): Sheets {
    return this.whole.sheets(text, options)
  }

  moreSheets(source: number, wish: SheetsWish): Sheets {
    return this.whole.moreSheets(source, wish)
  }

  write(text: string, to: string): Written {
    return this.whole.write(text, to)
  }

  contest(problem: string, input: string): ReturnType<Answers['contest']> {
    return this.whole.contest(problem, input)
  }
}
