// SPDX-License-Identifier: MIT
//
// The processor time of the first move of a game at some levels, by the page's engine in Node: the games that count nodes.
//   node bench/bench_levels.mjs build/web/flank.wasm [ROUNDS]
import { readFileSync } from 'node:fs'
import { pageModule } from '../tests/web/harness.mjs'

const [, , file, rounds = '3'] = process.argv
const HASH_BYTES = 64 << 20
const { EngineModule } = await pageModule('engine/module.ts')
const engine = await EngineModule.create(await WebAssembly.compile(readFileSync(file)))
engine.initialize()
if (!engine.start(HASH_BYTES)) throw new Error('no memory')

function measure(game, level) {
  engine.start(HASH_BYTES) // with an empty table
  const before = process.cpuUsage()
  const { nodes } = engine.answer({ ask: 'think', game, level, lines: 1 })
  const { user, system } = process.cpuUsage(before)
  return { nodes, seconds: (user + system) / 1e6 }
}

for (const game of ['tothello', 'draughts', 'loa'])
  for (const level of [10, 12, 14]) {
    const times = Array.from({ length: Number(rounds) }, () => measure(game, level))
    console.log(game, level, times[0].nodes, 'nodes', Math.min(...times.map(({ seconds }) => seconds)).toFixed(2), 's')
  }
