// SPDX-License-Identifier: MIT
//
// Rules, formats and contest problems, answered at once by modules of the page's own: the board never waits for an
// engine that thinks, and works the same with the server and without. The rules are a small module, with which a visit begins; what
// needs the whole one waits for `isWhole`.
import { signal } from '@preact/signals'
import type { Message } from '../i18n/errors'
import { LineMemory } from './line_memory'
import { EngineModule, PageError, sharedMemory, type EngineRequest, type PageEvent } from './module'
import type { About, FormatFacts, Line, Played, Sheets, Written } from './types'

const HASH_BYTES = 1 << 20 // it never searches
const MEMORY_LIMIT = 256 << 20

export type { Played } from './types'

/** The games wanted of a text: `limit` behind the first `skip`; `plies`: with boards, `brief`: without moves. */
export interface SheetsWish {
  skip?: number
  limit?: number
  plies?: boolean
  brief?: boolean
}

async function begun(module: WebAssembly.Module, memory?: WebAssembly.Memory): Promise<EngineModule> {
  const instance = await EngineModule.create(module, memory)
  instance.initialize()
  if (!instance.start(HASH_BYTES)) throw new PageError(undefined, 'NO_MEMORY')
  return instance
}

export class Rules {
  readonly about: About
  /** True from when all questions can be asked. */
  readonly isWhole = signal(false)
  /** Resolves then. */
  readonly whenWhole = new Promise<void>(done => this.isWhole.subscribe(is => is && done()))
  private readonly lines = new LineMemory()
  private wholeModule?: EngineModule
  private constructor(private readonly module: EngineModule) {
    this.about = module.answer({ ask: 'about' }) as unknown as About
  }

  /** Begin with flank-rules.wasm. */
  static async load(module: WebAssembly.Module): Promise<Rules> {
    return new Rules(await begun(module))
  }

  /** Add what the whole module has. `shared`: it is flank-threads.wasm; the memory is nobody else's all the same. */
  async complete(module: WebAssembly.Module, shared = false) {
    this.wholeModule = await begun(module, shared ? sharedMemory(MEMORY_LIMIT) : undefined)
    this.isWhole.value = true
  }

  private get whole(): EngineModule {
    if (!this.wholeModule) throw new Error('formats and contest problems are not here yet')
    return this.wholeModule
  }

  /** The formats of games; known to the whole module. */
  get formats(): FormatFacts[] {
    return (this.whole.answer({ ask: 'about' }) as unknown as About).formats
  }

  game(name: string) {
    const found = this.about.games.find(game => game.name === name)
    if (!found) throw new Error(`no such game: ${name}`)
    return found
  }

  /** The position at the end of a line; `plies` for every position on the way. Throws a PageError for a wrong line. */
  line(played: Played, plies = false): Line {
    return this.answer({ ask: 'line', played, plies }) as unknown as Line
  }

  /** The position at the end of a line in every notation of its game, by the notation's name. */
  styles(played: Played): Record<string, string> {
    return (this.answer({ ask: 'line', played, styles: true }) as unknown as Line).styles ?? {}
  }

  /** The answer to a request about a line of play. */
  private answer(request: EngineRequest) {
    const { fields, settle } = this.lines.outgoing(request)
    let last: PageEvent | undefined
    this.module.request(fields, event => (last = event))
    const again = last && settle(last)
    if (again) return this.module.answer(again)
    if (!last || last.event === 'error') throw new PageError(last)
    return last
  }

  /** The games and positions in a text or file, whatever its notation. `keep`: it has a `source` if there are more. */
  sheets(text: string | Uint8Array, options: SheetsWish & { file?: string; game?: string; keep?: boolean } = {}): Sheets {
    return this.whole.answer({ ask: 'sheets', text, ...options }) as unknown as Sheets
  }

  /** More of a text that is kept; throws a PageError if others have taken its place. */
  moreSheets(source: number, wish: SheetsWish): Sheets {
    return this.whole.answer({ ask: 'sheets', source, ...wish }) as unknown as Sheets
  }

  /** The game read from `text` (Flank's own text holds everything), written in the format `to`. */
  write(text: string, to: string): Written {
    return this.whole.answer({ ask: 'write', text, to }) as unknown as Written
  }

  /** Run the program of a contest problem ("uva220", "uva395", "tothello", "xtreme10") on an input. */
  contest(problem: string, input: string): { output: string; failure: Message | null; line: number } {
    return this.whole.answer({ ask: 'contest', problem, input }) as unknown as ReturnType<Rules['contest']>
  }
}
