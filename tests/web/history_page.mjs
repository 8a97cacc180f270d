// SPDX-License-Identifier: MIT
//
// Games for the tests of the history: played at random by a seeded generator, with the page's own modules in node.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pageModule } from './harness.mjs'

globalThis.addEventListener ??= () => {} // of a browser, for modules that listen when they are loaded
globalThis.location ??= { hash: '' }

/** The page's modules about kept games, with the rules in WebAssembly. `dist`: the built page. */
export async function historyModules(dist) {
  const page = await pageModule('history/record.ts', 'history/moves_text.ts', 'history/file.ts', 'engine/rules.ts')
  const compiled = name => WebAssembly.compile(readFileSync(join(dist, '..', name)))
  const rules = await page.Rules.load(await compiled('flank-rules.wasm'))
  await rules.complete(await compiled('flank.wasm'))
  return { ...page, rules }
}

let state = 1
const random = below => (state = (state * 48271) % 0x7fffffff) % below // Lehmer's generator, by Park and Miller

/** The moves of a game that is played to its end, or for `plies` moves. */
export function randomMoves(rules, played, plies = 200) {
  const moves = []
  for (;;) {
    const { legal, over } = rules.line({ ...played, moves })
    if (over || moves.length >= plies) return moves
    moves.push(legal[random(legal.length)].move)
  }
}

const HOUR = 3_600_000
const first = Date.UTC(2026, 10, 1, 12)

/** A game, begun `hour` hours after another one: of a person who has colour `side` against a level, if no `players` are told. */
export function playedGame({ gameOf, rules }, hour, { game = 'othello', byRules = '', side = 0, level = 3, players, plies, given = 0, drawn, ending }) {
  const sides = players ?? (side === 0 ? ['person', 'engine'] : ['engine', 'person'])
  const settings = { game, rules: byRules, players: sides, level, time: null, ...(drawn ? { drawn } : {}) }
  const moves = randomMoves(rules, { game, rules: byRules }, plies)
  return gameOf(rules, { settings, moves, ply: 0, begun: { at: first + hour * HOUR, given }, ending })
}
