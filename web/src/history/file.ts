// SPDX-License-Identifier: MIT
//
// Games as a file in Flank's own text, which `flank convert` turns into any other format, and back. Four tags say what no other program
// asks for: Played (when the first move was made, by which a game is known again), Given, Drawn and TimeLeft; a fifth has the Review of a game.
import type { Played, Rules, SheetsWish } from '../engine/rules'
import type { Sheet, Sheets } from '../engine/types'
import type { PlayerIndex } from '../game/clock'
import { drawnKinds, ENDINGS, type Ending, type Player } from '../game/match'
import { playerTag, type Source } from '../game/source'
import { quoted } from '../game/text'
import { resultWord } from '../game/tree'
import { packMoves, unpackMoves } from './moves_text'
import { pairText, readPair, startOf, type PlayedGame, type Result } from './record'

const ENGINE = /^Flank, level ([1-9]|[1-5]\d|60)$/ // as a match names it, and the levels that there are
const FRIEND = 'Friend' // the player by links
const PART = 500 // games that are read in one go

/** The colour, 0 or 1, that begins a game at the usual start: for whom "1-0" is a win. */
function firstOf(rules: Rules, { game, rules: settings }: PlayedGame): number {
  const { start_side } = rules.line({ game, rules: settings })
  return rules.game(game).colors.indexOf(start_side)
}

const two = (number: number) => String(number).padStart(2, '0')
const day = (date: Date) => `${date.getFullYear()}.${two(date.getMonth() + 1)}.${two(date.getDate())}`

function tagsOf(game: PlayedGame, first: number, review: string | undefined): [string, string | undefined][] {
  const { result } = game
  const text = result ? resultWord<number>(result.winner, first) : '*'
  return [
    ['Game', game.game],
    ['Rules', game.rules || undefined],
    ['Position', game.start || undefined],
    ['Result', text],
    ['Discs', result?.discs === undefined ? undefined : `${result.discs < 0 ? '' : '+'}${result.discs}`],
    ['Termination', result ? ENDINGS[result.how] : undefined],
    ...game.players.map((player, index): [string, string | undefined] => [
      playerTag(index),
      { engine: `Flank, level ${game.level}`, friend: FRIEND, person: undefined }[player],
    ]),
    ['Date', day(new Date(game.begun))],
    ['TimeControl', game.time ? pairText(game.time.total_ms, game.time.increment_ms) : undefined],
    ['Opening', game.opening || undefined],
    ['Played', new Date(game.begun).toISOString()],
    ['Given', game.given ? String(game.given) : undefined],
    ['Drawn', game.drawn],
    ['TimeLeft', game.lefts ? pairText(...game.lefts) : undefined],
    ['Review', review],
  ]
}

/** A game as its review is kept: the start and the rules as the engine writes them. */
export function lineOf(rules: Rules, { game, rules: byRules, start, moves }: PlayedGame): Played {
  const line = rules.line({ game, rules: byRules, ...(start ? { start } : {}) })
  return { game, rules: line.rules, start: line.start, moves: unpackMoves(moves) ?? [] }
}

/** All games as one text, the oldest first. `reviews`: by the time when a game began. */
export function gamesText(rules: Rules, games: readonly PlayedGame[], reviews: ReadonlyMap<number, string> = new Map()): string {
  const firsts = new Map<string, number>()
  const texts = [...games].reverse().map(game => {
    const kind = `${game.game}|${game.rules}`
    const first = firsts.get(kind) ?? firstOf(rules, game)
    firsts.set(kind, first)
    const tags = tagsOf(game, first, reviews.get(game.begun)).flatMap(([name, value]) => (value === undefined ? [] : `[${name} ${quoted(value)}]`))
    const moves = (unpackMoves(game.moves) ?? []).map((move, ply) => (ply % 2 ? move : `${ply / 2 + 1}. ${move}`))
    return `${tags.join('\n')}\n\n${moves.join(' ')}\n`
  })
  return texts.join('\n')
}

function resultOf({ result, tags }: Sheet): Result | null {
  if (!result) return null
  const how = (Object.keys(ENDINGS) as Ending['how'][]).find(each => ENDINGS[each] === (result.ending ?? tags['Termination'])) ?? 'rules'
  const winner = result.sign === 0 ? null : ((result.sign > 0 ? 0 : 1) as PlayerIndex)
  return { winner, how, ...(result.discs === undefined || how !== 'rules' ? {} : { discs: result.discs }) }
}

/** The game of a sheet; undefined if it is not one of these files. */
function gameOf(rules: Rules, sheet: Sheet): PlayedGame | undefined {
  const { tags } = sheet
  const begun = Date.parse(tags['Played'] ?? '')
  if (Number.isNaN(begun)) return undefined
  const moves = sheet.moves.map(({ move }) => move)
  const names = [0, 1].map(index => tags[playerTag(index)] ?? '')
  const levels = names.map(name => ENGINE.exec(name)?.[1])
  const time = readPair(tags['TimeControl'] ?? '')
  const lefts = readPair(tags['TimeLeft'] ?? '')
  const given = Number(tags['Given'] ?? 0)
  const drawn = drawnKinds.find(kind => kind === tags['Drawn'])
  return {
    begun,
    game: sheet.game,
    rules: sheet.rules,
    start: startOf(rules, sheet.game, sheet.rules, sheet.position),
    moves: packMoves(moves),
    given: Number.isInteger(given) && given >= 0 && given <= moves.length ? given : 0,
    ...(drawn ? { drawn } : {}),
    players: names.map((_, index) => (levels[index] ? 'engine' : index === names.indexOf(FRIEND) ? 'friend' : 'person')) as [Player, Player],
    level: Number(levels.find(level => level) ?? 1),
    time: time ? { total_ms: time[0], increment_ms: time[1] } : null,
    ...(lefts ? { lefts } : {}),
    result: resultOf(sheet),
    opening: tags['Opening'] ?? '',
  }
}

export interface GamesFile {
  games: PlayedGame[]
  /** As they were packed. */
  reviews: [PlayedGame, string][]
  /** The number of games that could not be read. */
  failed: number
  /** The number of games that are none of these files. */
  others: number
}

/** Throws a PageError where a file has no games. */
export async function readFile(rules: Rules, { data, name }: Source): Promise<GamesFile> {
  const wish: SheetsWish = { limit: PART }
  let part: Sheets = rules.sheets(data, { file: name, keep: true, ...wish })
  const sheets = [...part.sheets]
  const { source } = part
  while (part.more && source !== undefined) {
    await new Promise(resolve => setTimeout(resolve)) // the page lives on
    part = rules.moreSheets(source, { ...wish, skip: sheets.length })
    sheets.push(...part.sheets)
  }
  const games: PlayedGame[] = []
  const reviews: GamesFile['reviews'] = []
  for (const sheet of sheets) {
    const game = gameOf(rules, sheet)
    if (!game) continue
    games.push(game)
    const review = sheet.tags['Review']
    if (review) reviews.push([game, review])
  }
  return { games, reviews, failed: part.failed, others: sheets.length - games.length }
}
