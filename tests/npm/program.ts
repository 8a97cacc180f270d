// SPDX-License-Identifier: MIT
//
// A user's program, which is compiled and not run: what is wrong in it must be told.
import { Engine, FlankError, type BookMove, type Line, type LineOfPlay, type PlayedByBook } from '@flank/engine'
import type { ReviewedGame, Sheet, Thought, Verdict } from '@flank/engine'

const engine: Engine = await Engine.load({ threads: 2, memory_mb: 64, files: new URL('file:///files/') })
const line: LineOfPlay = engine.rules.play({ game: 'loa', rules: 'repetition=none' }, 'b8-d6')
const position: Line = engine.rules.line(line, { plies: true })
const moves: string[] = position.legal.map(({ move }) => move)
const stop = new AbortController()
const thought: Thought = await engine.hint(line, { lines: 0, signal: stop.signal, onReport: report => report.pv.join(' ') })
const best: string | null = (await engine.play('f5', { level: 3, seed: moves.length, book: true })).move
const played: Thought | PlayedByBook = await engine.play('f5', { level: 3, book: true })
const nodes: number = played.from_book ? played.score : played.nodes
const found: number = (await engine.play('f5', { level: 3 })).nodes
const known: BookMove[] = (await engine.book(line)).book ?? []
const deep: number[] = known.map(({ level, selectivity, lines }) => (level ?? selectivity ?? 0) + (lines ?? 0))
const solved: boolean = (await engine.solve({ start: position.position }, { wld: true, time_ms: 1000 })).solved
const sheets: Sheet[] = engine.read(new Uint8Array(), { file: 'games.wtb', plies: true }).sheets
const review: ReviewedGame = await engine.review(sheets[0] ?? 'f5', { level: 8, onProgress: (done: number, total: number) => done / total })
const verdicts: (Verdict | undefined)[] = review.moves.map(({ verdict }) => verdict)
const text: string | undefined = engine.write('f5d6', 'sgf').text
const offset = (error: unknown): number => (error instanceof FlankError ? error.offset : 0)
// @ts-expect-error a level is a number
void engine.play(line, { level: 'high' })
// @ts-expect-error a move of the book comes without a thought
void (await engine.play(line, { level: 3, book: true })).nodes
// @ts-expect-error the books of other games than Othello's have no levels
known.map(({ level }): number => level)
// @ts-expect-error engines are loaded
void new Engine()
engine.close()
export { best, deep, found, nodes, offset, solved, text, thought, verdicts }
