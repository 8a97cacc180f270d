// SPDX-License-Identifier: MIT
//
// Drills: the lines of a deck, its cards (the positions in which the person is to move), and the way that one run takes through
// them. A card is a position up to symmetry: it does not matter by which order of moves, or in which corner, one comes there.
import { PageError } from '../engine/module'
import type { Rules } from '../engine/rules'
import { boardText } from '../game/share'
import { allOpenings, NAMED_GAME, withVariations } from './openings'
import { imageOfBoard, imageOfMove, SYMMETRIES } from './canonical'
import { deckOf, type Kept, type OpeningChoice, type OwnLine } from './kept'
import { Deck } from './repetition'

/** A move of the lines: on the board that they had, and the card behind it. */
interface Choice {
  board: string
  move: string
  to: string
}

/** A position of the lines, with its images: whatever order of moves leads there, it is one. */
interface Card {
  /** True if the person is to move here. */
  asked: boolean
  choices: Choice[]
}

/** The content of a drill's lines. */
export interface Course {
  symmetries: readonly number[]
  cards: ReadonlyMap<string, Card>
  /** Cards by the moves before them, as they were once named. */
  named: ReadonlyMap<string, string>
}

/** The current place: a board of 64 letters from a1 and who is to move. */
export interface Place {
  board: string
  side: string
}

/** A move that is right, and the card behind it. */
interface Answer {
  move: string
  to: string
}

export interface Drill {
  deck: string
  game: string
  rules: string
  start?: string
  color: string
  /** A named opening's line; own lines have none. */
  choice?: OpeningChoice
  lines: string[][]
}

export function openingDrill(choice: OpeningChoice): Drill | null {
  const within = choice.line ? allOpenings.filter(({ line }) => line === choice.line).flatMap(withVariations) : allOpenings
  if (!within.length) return null
  const lines = within.map(({ moves }) => moves)
  return { deck: `opening.${choice.line}.${choice.color}`, game: NAMED_GAME, rules: '', color: choice.color, choice, lines }
}

function ownDrills(lines: readonly OwnLine[]): Drill[] {
  const drills = new Map<string, Drill>()
  for (const line of lines) {
    const deck = deckOf(line)
    const { game, rules, start, color } = line
    if (!drills.has(deck)) drills.set(deck, { deck, game, rules, ...(start ? { start } : {}), color, lines: [] })
    drills.get(deck)!.lines.push(line.moves)
  }
  return [...drills.values()]
}

export const drillsOf = ({ openings, lines }: Kept): Drill[] => [
  ...ownDrills(lines),
  ...openings.flatMap(choice => openingDrill(choice) ?? []),
]

const courses = new Map<string, { text: string; course: Course }>()

/** The course of a drill. Lines that are not legal (a file by hand) are left out. */
export function courseOf(rules: Rules, drill: Drill): Course {
  const text = JSON.stringify(drill.lines)
  const kept = courses.get(drill.deck)
  if (kept?.text === text) return kept.course
  const course = makeCourse(rules, drill)
  courses.set(drill.deck, { text, course })
  return course
}

function makeCourse(rules: Rules, drill: Drill): Course {
  const symmetries = symmetriesOf(rules, drill)
  const cards = new Map<string, Card>()
  const named = new Map<string, string>()
  const enter = (name: string, { board, side }: Place) => {
    const known = named.get(name)
    if (known !== undefined) return known
    const card = cardOf({ symmetries }, { board, side })
    named.set(name, card)
    const asked = side === drill.color && !(name === '' && startIsEven(rules, drill, symmetries))
    if (!cards.has(card)) cards.set(card, { asked, choices: [] })
    return card
  }
  for (const moves of drill.lines) {
    const places = placesOf(rules, drill, moves)
    if (!places) continue
    let before = enter('', places[0]!)
    for (const [index, move] of moves.entries()) {
      const to = enter(moves.slice(0, index + 1).join(' '), places[index + 1]!)
      const { board } = places[index]!
      const { choices } = cards.get(before)!
      if (!choices.some(choice => choice.board === board && choice.move === move)) choices.push({ board, move, to })
      before = to
    }
  }
  return { symmetries, cards, named }
}

/** The symmetries that a game has, found by trying them on the position behind its first move. */
function symmetriesOf(rules: Rules, { game, rules: variant }: Drill): number[] {
  const facts = rules.game(game)
  const { board, side } = rules.line({ game, rules: variant }).legal[0]!
  const behind = (start: string) => rules.line({ game, rules: variant, start }).legal.map(move => move.board).sort()
  const boards = behind(boardText(facts, board, side))
  return SYMMETRIES.filter(symmetry => {
    try {
      const seen = behind(boardText(facts, imageOfBoard(board, symmetry), side))
      return seen.join() === boards.map(each => imageOfBoard(each, symmetry)).sort().join()
    } catch (error) {
      if (error instanceof PageError) return false
      throw error
    }
  })
}

/** True if every first move is every other's image: then none of them is to be learned. */
function startIsEven(rules: Rules, { game, rules: variant, start }: Drill, symmetries: readonly number[]): boolean {
  const { legal } = rules.line({ game, rules: variant, ...(start ? { start } : {}) })
  return new Set(legal.map(move => cardOf({ symmetries }, move))).size === 1
}

/** The start and what is behind each move. */
function placesOf(rules: Rules, { game, rules: variant, start }: Drill, moves: string[]): Place[] | null {
  try {
    const line = rules.line({ game, rules: variant, ...(start ? { start } : {}), moves }, true)
    return [{ board: line.start_board, side: line.start_side }, ...line.plies!]
  } catch (error) {
    if (error instanceof PageError) return null
    throw error
  }
}

/** The name of a position's card: that of its images whose letters come first, runs of empty squares counted. */
export function cardOf({ symmetries }: Pick<Course, 'symmetries'>, { board, side }: Place): string {
  const [least] = symmetries.map(symmetry => imageOfBoard(board, symmetry)).sort()
  return `${least!.replace(/-+/g, run => String(run.length))} ${side}`
}

/** A pass is no question. */
function isAsked({ cards }: Course, card: string): boolean {
  const known = cards.get(card)
  return !!known?.asked && known.choices.length > 0 && !known.choices.some(({ move }) => move === 'pass')
}

/** Every right move at a place, those that the lines have on this very board first; images of right moves are right. */
export function answersAt(course: Course, place: Place): Answer[] {
  const answers = new Map<string, Answer>()
  const { choices = [] } = course.cards.get(cardOf(course, place)) ?? {}
  for (const symmetry of course.symmetries)
    for (const { board, move, to } of choices) {
      const image = imageOfMove(move, symmetry)
      if (imageOfBoard(board, symmetry) === place.board && !answers.has(image)) answers.set(image, { move: image, to })
    }
  return [...answers.values()]
}

/** The cards that are asked from one on, it included. */
export function cardsFrom(course: Course, card: string): string[] {
  const seen = new Set<string>()
  const visit = (at: string) => {
    if (seen.has(at)) return
    seen.add(at)
    for (const { to } of course.cards.get(at)?.choices ?? []) visit(to)
  }
  visit(card)
  return [...seen].filter(each => isAsked(course, each))
}

/** All that are asked. */
export const cardsOf = (course: Course): string[] => [...course.cards.keys()].filter(card => isAsked(course, card))

/** The number of moves that lead from one card to another; Infinity if none do. */
function distance({ cards }: Course, from: string, to: string): number {
  const seen = new Set([from])
  let edge = [from]
  for (let steps = 0; edge.length; steps++) {
    if (edge.includes(to)) return steps
    const next = edge.flatMap(card => cards.get(card)?.choices.map(choice => choice.to) ?? [])
    edge = [...new Set(next)].filter(card => !seen.has(card))
    for (const card of edge) seen.add(card)
  }
  return Infinity
}

/** The move by which the page goes on: to the card that is wanted next, or to any. */
export function moveOn(course: Course, place: Place, deck: Deck): string | undefined {
  const target = deck.next(cardsFrom(course, cardOf(course, place)))
  const answers = answersAt(course, place)
  const far = (answer: Answer) => (target === undefined ? Infinity : distance(course, answer.to, target))
  const nearest = [...answers].sort((a, b) => far(a) - far(b) || 0)[0]
  if (nearest && far(nearest) < Infinity) return nearest.move
  return answers[Math.floor(Math.random() * answers.length)]?.move
}

/** The deck of a drill. Progress made when cards were named by their moves is found again. */
export function deckFor({ deck }: Drill, { named }: Course): Deck {
  const found = new Deck(deck)
  found.rename(named)
  return found
}
