// SPDX-License-Identifier: MIT
//
// The questions that one module answers at once, on the thread that asks: positions, formats, contest problems.
import type { Message } from '../i18n/errors'
import { LineMemory } from './line_memory'
import { EngineModule, PageError, type EngineRequest, type PageEvent } from './module'
import type { About, Line, Played, Sheets, Written } from './types'

const HASH_BYTES = 1 << 20 // it never searches

/** The games wanted of a text: `limit` behind the first `skip`; `plies`: with boards, `brief`: without moves. */
export interface SheetsWish {
  skip?: number
  limit?: number
  plies?: boolean
  brief?: boolean
}

export class Answers {
  private readonly lines = new LineMemory()
  private constructor(private readonly module: EngineModule) {}

  /** Begin with a compiled module; `memory`: for flank-threads.wasm. */
  static async begin(module: WebAssembly.Module, memory?: WebAssembly.Memory): Promise<Answers> {
    const instance = await EngineModule.create(module, memory)
    instance.initialize()
    if (!instance.start(HASH_BYTES)) throw new PageError(undefined, 'NO_MEMORY')
    return new Answers(instance)
  }

  /** The games and formats that the module has. */
  about(): About {
    return this.module.answer({ ask: 'about' }) as unknown as About
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
    return this.module.answer({ ask: 'sheets', text, ...options }) as unknown as Sheets
  }

  /** More of a text that is kept; throws a PageError if others have taken its place. */
  moreSheets(source: number, wish: SheetsWish): Sheets {
    return this.module.answer({ ask: 'sheets', source, ...wish }) as unknown as Sheets
  }

  /** The games read from `text` (Flank's own text holds everything), written in the format `to`. */
  write(text: string | Uint8Array, to: string): Written {
    return this.module.answer({ ask: 'write', text, to }) as unknown as Written
  }

  /** Run the program of a contest problem ("uva220", "uva395", "tothello", "xtreme10") on an input. */
  contest(problem: string, input: string): { output: string; failure: Message | null; line: number } {
    return this.module.answer({ ask: 'contest', problem, input }) as unknown as ReturnType<Answers['contest']>
  }
}
