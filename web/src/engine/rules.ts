// SPDX-License-Identifier: MIT
//
// Rules, formats and contest problems, answered at once by a module of the page's own: the board never waits for an
// engine that thinks, and works the same with the server and without.
import { EngineModule, sharedMemory } from './module'
import type { About, Line, Sheets, Written } from './types'

const HASH_BYTES = 1 << 20 // it never searches
const MEMORY_LIMIT = 256 << 20

/** A line of play: the moves from the start, and where and by which rules it began. */
export interface Played {
  game: string
  rules?: string
  start?: string // a position; the initial one without it
  moves?: readonly string[]
}

/** The fields of a question that describe a line of play. */
export function playedFields(played: Played) {
  return { game: played.game, rules: played.rules, start: played.start, moves: played.moves?.join(' ') }
}

export class Rules {
  readonly about: About
  private constructor(private readonly module: EngineModule) {
    this.about = module.answer({ ask: 'about' }) as unknown as About
  }

  /** `shared`: the module is flank-threads.wasm; the memory is nobody else's all the same. */
  static async load(module: WebAssembly.Module, shared = false): Promise<Rules> {
    const instance = await EngineModule.create(module, shared ? sharedMemory(MEMORY_LIMIT) : undefined)
    instance.initialize()
    if (!instance.start(HASH_BYTES)) throw new Error('not enough memory')
    return new Rules(instance)
  }

  game(name: string) {
    const found = this.about.games.find(game => game.name === name)
    if (!found) throw new Error(`no such game: ${name}`)
    return found
  }

  /** The position at the end of a line; `plies` for every position on the way. Throws a PageError for a wrong line. */
  line(played: Played, plies = false): Line {
    return this.module.answer({ ask: 'line', ...playedFields(played), plies }) as unknown as Line
  }

  /** The position at the end of a line in every notation of its game, by the notation's name. */
  styles(played: Played): Record<string, string> {
    return (this.module.answer({ ask: 'line', ...playedFields(played), styles: true }) as unknown as Line).styles ?? {}
  }

  /** The games and positions in a text or file, whatever its notation. */
  sheets(text: string | Uint8Array, options: { file?: string; game?: string; skip?: number; limit?: number } = {}): Sheets {
    return this.module.answer({ ask: 'sheets', text, ...options }) as unknown as Sheets
  }

  /** What is read from `text` (Flank's own text holds everything), written in the format `to`. */
  write(text: string, to: string): Written {
    return this.module.answer({ ask: 'write', text, to }) as unknown as Written
  }

  /** Run the program of a contest problem ("uva220", "uva395", "tothello", "xtreme10") on an input. */
  contest(system: string, input: string): { output: string; failure: string | null; line: number } {
    return this.module.answer({ ask: 'contest', system, input }) as unknown as ReturnType<Rules['contest']>
  }
}
