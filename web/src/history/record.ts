// SPDX-License-Identifier: MIT
//
// A game that was played here, as it is kept: one line of text, fields between bars, with a check over all of it. About a hundred bytes.
//
//   1|GAME|RULES|START|MOVES|GIVEN|PLAYERS|LEVEL|TIME|LEFTS|RESULT|OPENING|CHECK
//
// GIVEN is "8x" for the eight moves of XOT, "4r" for moves at random, and a number alone for those of a link. PLAYERS is "pe":
// a person has the first colour, the engine the second; "f" is a friend who plays elsewhere. TIME is "300+3", LEFTS "120.5+88" (seconds). RESULT is the winner (0, 1, "d" for a draw), how (r: by the rules, s: resigned, t: time, a: agreed), and the
// difference in discs where discs count; or empty.
import type { ClockTime, PlayerIndex } from '../game/clock'
import { drawnKinds, type DrawnKind, type Ending, type KeptMatch, type Player } from '../game/match'
import type { Rules } from '../engine/rules'
import { checkOf } from '../game/share'
import { packMoves, unpackMoves } from './moves_text'

const VERSION = '1'

export interface Result {
  winner: PlayerIndex | null
  how: Ending['how']
  /** The first colour's minus the second's. */
  discs?: number
}

export interface PlayedGame {
  /** When its first move was made, in milliseconds since 1970: no two games have the same. */
  begun: number
  game: string
  rules: string
  /** A position; empty for the initial one. */
  start: string
  /** See moves_text.ts. */
  moves: string
  /** The number of moves that were there before it was played here. */
  given: number
  /** The kind of those moves, if they were drawn. */
  drawn?: DrawnKind
  players: [Player, Player]
  level: number
  time: ClockTime | null
  /** The time left on the clocks of a game that is not over. */
  lefts?: [number, number]
  /** null: it goes on. */
  result: Result | null
  opening: string
}

const HOWS: Record<string, Ending['how']> = { r: 'rules', s: 'resigned', t: 'time', a: 'agreed', l: 'long' }
const letterOf = (how: Ending['how']) => Object.keys(HOWS).find(letter => HOWS[letter] === how)!

const escaped = (text: string) => text.replace(/[%|]/g, encodeURIComponent)
const seconds = (ms: number) => String(Math.round(ms) / 1000)
export const pairText = (a: number, b: number) => `${seconds(a)}+${seconds(b)}`

/** "300+3" in milliseconds. */
export function readPair(text: string): [number, number] | undefined {
  const [, a, b] = /^(\d{1,6}(?:\.\d{1,3})?)\+(\d{1,6}(?:\.\d{1,3})?)$/.exec(text) ?? []
  return a === undefined || b === undefined ? undefined : [Math.round(Number(a) * 1000), Math.round(Number(b) * 1000)]
}

function resultText(result: Result | null): string {
  if (!result) return ''
  return `${result.winner ?? 'd'}${letterOf(result.how)}${result.discs ?? ''}`
}

function readResult(text: string): Result | null | undefined {
  if (!text) return null
  const [, winner, how, discs] = /^([01d])([rstal])(-?\d{1,2})?$/.exec(text) ?? []
  if (!winner || !how) return undefined
  const result: Result = { winner: winner === 'd' ? null : (Number(winner) as PlayerIndex), how: HOWS[how]! }
  return discs === undefined ? result : { ...result, discs: Number(discs) }
}

export function writeRecord(game: PlayedGame): string {
  const fields = [
    VERSION,
    game.game,
    game.rules,
    game.start,
    game.moves,
    `${game.given}${game.drawn?.[0] ?? ''}`,
    game.players.map(player => player[0]).join(''),
    String(game.level),
    game.time ? pairText(game.time.total_ms, game.time.increment_ms) : '',
    game.lefts ? pairText(...game.lefts) : '',
    resultText(game.result),
    game.opening,
  ]
  const text = fields.map(escaped).join('|')
  return `${text}|${checkOf(text)}`
}

const whole = (text: string) => (/^\d{1,4}$/.test(text) ? Number(text) : undefined)
const PLAYERS: readonly Player[] = ['person', 'engine', 'friend']
const playerOf = (letter: string | undefined) => PLAYERS.find(player => player[0] === letter)

/** The game of a record; undefined if it is damaged. */
export function readRecord(begun: unknown, record: unknown): PlayedGame | undefined {
  if (typeof record !== 'string' || typeof begun !== 'number' || !Number.isFinite(new Date(begun).getTime())) return undefined
  const end = record.lastIndexOf('|')
  const text = record.slice(0, Math.max(0, end))
  const fields = text.split('|').map(field => field.replace(/%(25|7C)/g, decodeURIComponent))
  if (checkOf(text) !== record.slice(end + 1) || fields.length !== 12 || fields[0] !== VERSION) return undefined
  const [, game, rules, start, moves, givenText, sides, levelText, timeText, leftsText, result, opening] = fields as string[]
  const drawn = drawnKinds.find(kind => kind[0] === givenText!.at(-1))
  const [given, level] = [whole(drawn ? givenText!.slice(0, -1) : givenText!), whole(levelText!)]
  const players = [playerOf(sides![0]), playerOf(sides![1])]
  const [time, lefts] = [readPair(timeText!), readPair(leftsText!)]
  const ended = readResult(result!)
  if (given === undefined || level === undefined || !players[0] || !players[1] || ended === undefined || !unpackMoves(moves!)) return undefined
  return {
    begun,
    game: game!,
    rules: rules!,
    start: start!,
    moves: moves!,
    given,
    ...(drawn ? { drawn } : {}),
    players: players as [Player, Player],
    level,
    time: time ? { total_ms: time[0], increment_ms: time[1] } : null,
    ...(lefts ? { lefts } : {}),
    result: ended,
    opening: opening!,
  }
}

/** A position as a game's start; empty if it is the initial one. */
export function startOf(rules: Rules, game: string, settings: string, position: string): string {
  return rules.line({ game, rules: settings }).start === position ? '' : position
}

/** A match as a game to keep; undefined if nobody has played in it, or the engine alone. */
export function gameOf(rules: Rules, { settings, moves, lefts, ending, begun }: KeptMatch): PlayedGame | undefined {
  if (!begun || moves.length <= begun.given || !settings.players.includes('person')) return undefined
  const line = rules.line({ ...settings, moves })
  const winner = line.winner ? (rules.game(settings.game).colors.indexOf(line.winner) as PlayerIndex) : null
  const byRules: Result | null = line.over ? { winner, how: 'rules', ...(line.discs === undefined ? {} : { discs: line.discs }) } : null
  const result = ending ? { winner: ending.winner, how: ending.how } : byRules
  return {
    begun: begun.at,
    game: settings.game,
    rules: line.rules,
    start: startOf(rules, line.game, line.rules, line.start),
    moves: packMoves(moves),
    given: begun.given,
    ...(settings.drawn ? { drawn: settings.drawn } : {}),
    players: settings.players,
    level: settings.level,
    time: settings.time,
    ...(lefts && !result ? { lefts: [Math.max(0, lefts[0]), Math.max(0, lefts[1])] } : {}),
    result,
    opening: line.opening ?? '',
  }
}

/** The match of a game that is to be gone on with, where it was left. */
export function matchOf(game: PlayedGame): KeptMatch {
  const { game: name, rules, start, drawn, players, level, time, lefts, begun, given } = game
  const moves = unpackMoves(game.moves)!
  const settings = { game: name, rules, ...(start ? { start } : {}), ...(drawn ? { drawn } : {}), players, level, time }
  return { settings, moves, ply: moves.length, ...(lefts ? { lefts } : {}), begun: { at: begun, given } }
}

/** True if a state of a game holds more of it than another one: its end, or else more moves. */
export const holdsMore = (game: PlayedGame, than: PlayedGame) =>
  !game.result === !than.result ? game.moves.length > than.moves.length : !!game.result
