// SPDX-License-Identifier: MIT
//
// Puzzles: exactly one move wins. Those of Othello are endgames of real games; in the others a win is forced within a few moves. A wrong
// one is answered by what refutes it, a right one may be played out against the best defence.
import type { ComponentChildren } from 'preact'
import { useEffect, useLayoutEffect, useMemo, useState } from 'preact/hooks'
import { colorText } from '../../board/spoken'
import { HALF_TURN } from '../../board/squares'
import { problemOf } from '../../engine/module'
import type { Thought } from '../../engine/types'
import { GameTree } from '../../game/tree'
import { maybeText, messageOf, t } from '../../i18n'
import type { Problem } from '../../i18n/errors'
import { announce } from '../../parts/announce'
import { GameBoard } from '../../parts/game_board'
import { useQuestion } from '../../parts/question'
import { waitingText } from '../../parts/thinking'
import { numberText } from '../../parts/values'
import { useServices } from '../../services/context'
import { goTo, route } from '../../services/router'
import { answered as ratingBehind, keepRating, rating, ratingOf } from '../../study/rating'
import { Deck } from '../../study/repetition'
import { loadPuzzles, puzzleGames, type Puzzle, type PuzzleGame } from './puzzle'
import { dayOf, daysRunning, noteAnswer, puzzleOfDay, streak } from './streak'
import './puzzles.css'

export function PuzzlesView() {
  const { query } = route.value
  const wanted = query.get('game')
  const game = (!query.has('day') && puzzleGames.find(name => name === wanted)) || 'othello'
  const [levels, setLevels] = useState<Puzzle[][] | null>(null)
  const [failed, setFailed] = useState<PuzzleGame | null>(null)
  useEffect(() => {
    let gone = false
    loadPuzzles(game).then(
      loaded => gone || setLevels(loaded),
      () => gone || setFailed(game),
    )
    return () => void (gone = true)
  }, [game])
  if (failed === game)
    return (
      <>
        <p role="alert">{t('puzzles.failed')}</p>
        <Choice game={game} level={0} levels={0} />
      </>
    )
  if (levels?.[0]![0]!.game !== game) return <p role="status">{t('puzzles.loading')}</p>
  return query.has('day') ? <PuzzleOfDay levels={levels} /> : <Puzzles key={game} game={game} levels={levels} />
}

/** The games and their levels, the puzzle of the day, and how one has done so far. */
function Choice({ game, level, levels }: { game: PuzzleGame; level?: number; levels: number }) {
  const { row, best } = streak.value
  return (
    <>
      <h2>{t('nav.puzzles')}</h2>
      <div class="buttons" role="group" aria-label={t('play.game')}>
        {puzzleGames.map(name => (
          <button key={name} type="button" aria-pressed={level !== undefined && name === game} onClick={() => goTo('puzzles', { game: name })}>
            {maybeText(`game.${name}`, name)}
          </button>
        ))}
        <button type="button" aria-pressed={level === undefined} onClick={() => goTo('puzzles', { day: '' })}>
          {t('puzzles.day')}
        </button>
      </div>
      {level !== undefined && (
        <div class="buttons" role="group" aria-label={t('puzzles.levels')}>
          {[...Array(levels).keys()].map(index => (
            <button
              key={index}
              type="button"
              aria-pressed={index + 1 === level}
              onClick={() => goTo('puzzles', { ...(game === 'othello' ? {} : { game }), level: String(index + 1) })}
            >
              {t('puzzles.level', { level: index + 1 })}
            </button>
          ))}
        </div>
      )}
      <p>{t(game === 'othello' ? 'puzzles.about' : 'puzzles.about_in')}</p>
      <p class="quiet puzzles-streak">
        {t('puzzles.streak', { row, best })} {t('puzzles.days', { days: daysRunning(streak.value, dayOf(new Date())) })}
      </p>
    </>
  )
}

function PuzzleOfDay({ levels }: { levels: Puzzle[][] }) {
  const [day] = useState(() => dayOf(new Date()))
  const puzzle = puzzleOfDay(levels, day)
  return (
    <PuzzleBoard puzzle={puzzle} onAnswer={right => noteAnswer(right, day)} onNext={() => goTo('puzzles')}>
      <Choice game={puzzle.game} levels={levels.length} />
    </PuzzleBoard>
  )
}

function Puzzles({ game, levels }: { game: PuzzleGame; levels: Puzzle[][] }) {
  const deck = useMemo(() => new Deck('puzzles'), [])
  const level = Math.min(Math.max(Math.trunc(Number(route.value.query.get('level'))) || 1, 1), levels.length)
  const puzzles = levels[level - 1]!
  const ids = puzzles.map(puzzle => puzzle.position)
  const [id, setId] = useState<string | undefined>(() => deck.next(ids))
  const [answered, setAnswered] = useState(0) // the deck has changed
  const puzzle = puzzles.find(each => each.position === id) ?? puzzles.find(each => deck.next(ids) === each.position) ?? puzzles[0]!
  const { known, due, fresh } = deck.count(ids)
  const next = () => setId(deck.next(ids, puzzle.position) ?? ids[(ids.indexOf(puzzle.position) + 1) % ids.length])
  return (
    <PuzzleBoard
      puzzle={puzzle}
      onAnswer={right => {
        if (!deck.memory(puzzle.position)) keepRating(ratingBehind(rating.value, ratingOf(puzzle.depth), right)) // once
        deck.answer(puzzle.position, right)
        noteAnswer(right)
        setId(puzzle.position) // it stays until the next one is asked for
        setAnswered(answered + 1)
      }}
      onNext={next}
    >
      <Choice game={game} level={level} levels={levels.length} />
      <p class="quiet" data-answered={answered}>
        {t('puzzles.progress', { known, due, fresh })}
      </p>
      <p class="quiet puzzles-rating">
        {t('puzzles.rating', { rating: String(Math.round(rating.value.rating)), count: rating.value.count, puzzle: String(ratingOf(puzzle.depth)) })}
      </p>
    </PuzzleBoard>
  )
}

type State =
  | { kind: 'asked' }
  | { kind: 'wrong'; move: string; refutation: Thought | null }
  | { kind: 'right' }
  | { kind: 'shown' }
  | { kind: 'playing'; thinking: boolean }
  | { kind: 'failed'; problem: Problem }
  | { kind: 'over'; won: boolean; discs?: number }

const MORE_PLIES = 2 // than a win takes: a defence looks further than the puzzle

/** Asks for the best move of where a tree stands; null when the player has gone on before the answer came. */
function useSolver({ plies }: Puzzle, tree: GameTree) {
  const { ask, stop } = useQuestion()
  useLayoutEffect(() => stop, [tree])
  const question = plies ? { ask: 'think', depth: plies + MORE_PLIES } : { ask: 'solve' }
  return { solve: () => ask({ ...question, played: tree.played() }), stop }
}

const movesOf = (plies: number) => (plies + 1) / 2

/** The task in words: whose move it is, and in how many moves it wins where that counts. */
function taskText(color: string, { plies }: Puzzle): string {
  return plies ? t('puzzles.task_in', { color: colorText(color), moves: movesOf(plies) }) : t('puzzles.task', { color: colorText(color) })
}

function rightText({ move, counted, plies }: Puzzle): string {
  return counted ? t('puzzles.right', { move, score: numberText(counted.score) }) : t('puzzles.right_in', { move, moves: movesOf(plies!) })
}

/** The player's progress with a puzzle. Another puzzle begins with nothing, on the same board. */
function useProgress(tree: GameTree) {
  const begun = { tree, state: { kind: 'asked' } as State, tried: false }
  const [held, hold] = useState(begun)
  const { state, tried } = held.tree === tree ? held : begun
  const change = (part: Partial<typeof begun>) => hold(now => ({ ...(now.tree === tree ? now : begun), ...part }))
  /** While an answer took, the player may have gone on. */
  const refuted = (move: string, refutation: Thought | null) =>
    hold(now => (now.tree === tree && now.state.kind === 'wrong' && now.state.move === move ? { ...now, state: { ...now.state, refutation } } : now))
  return { state, tried, setState: (next: State) => change({ state: next }), setTried: () => change({ tried: true }), refuted }
}

interface PuzzleBoardProps {
  puzzle: Puzzle
  onAnswer(right: boolean): void
  onNext(): void
  /** These stand beside it. */
  children: ComponentChildren
}

function PuzzleBoard({ puzzle, onAnswer, onNext, children }: PuzzleBoardProps) {
  const { rules } = useServices()
  const tree = useMemo(() => new GameTree(rules, puzzle.game, '', puzzle.position), [rules, puzzle])
  const { solve, stop } = useSolver(puzzle, tree)
  const { state, tried, setState, setTried, refuted } = useProgress(tree)
  const line = tree.line.value
  const mover = tree.startSide
  const turn = !tree.facts.row_1_on_top && mover !== rules.line({ game: puzzle.game }).side ? HALF_TURN : 0 // one's own men go up
  const { counted } = puzzle
  const answer = (right: boolean) => {
    if (!tried) onAnswer(right)
    setTried()
  }
  const play = async (text: string) => {
    if (state.kind === 'playing') return void continueGame(text)
    tree.playText(text)
    if (text === puzzle.move) {
      answer(true)
      setState({ kind: 'right' })
      return announce(rightText(puzzle))
    }
    answer(false)
    setState({ kind: 'wrong', move: text, refutation: null })
    refuted(text, tree.line.value.over ? null : await solve().catch(() => null))
  }
  const continueGame = async (text?: string) => {
    if (text) tree.playText(text)
    setState({ kind: 'playing', thinking: true })
    await defend().catch((error: unknown) => setState({ kind: 'failed', problem: problemOf(error) }))
  }
  /** The defence answers until it is the player's turn, or the end. */
  const defend = async () => {
    for (let at = tree.line.value; !at.over; at = tree.line.value) {
      const passes = at.legal.length === 1 && !at.legal[0]!.to
      if (at.side === mover && !passes) return setState({ kind: 'playing', thinking: false })
      const reply = passes ? at.legal[0]!.move : (await solve())?.move
      if (!reply || !tree.playText(reply)) return
    }
    const { discs, winner } = tree.line.value
    const own = discs === undefined ? {} : { discs: mover === tree.facts.colors[0] ? discs : -discs }
    setState({ kind: 'over', won: winner === mover, ...own })
  }
  const show = () => {
    answer(false)
    tree.playText(puzzle.move)
    setState({ kind: 'shown' })
  }
  const again = () => {
    stop()
    tree.goTo(tree.root)
    setState({ kind: 'asked' })
  }
  const canPlay = state.kind === 'asked' || (state.kind === 'playing' && !state.thinking)
  return (
    <div class="table puzzles">
      <header class="table-head">
        <h1>{taskText(mover, puzzle)}</h1>
      </header>
      <div class="table-board puzzles-board" data-position={line.position}>
        <GameBoard
          facts={tree.facts}
          rules={tree.rules}
          board={line.board}
          legal={canPlay ? line.legal : []}
          lastMove={tree.cursor.value.move}
          turn={turn}
          label={taskText(mover, puzzle)}
          onMove={move => void play(move.move)}
        />
      </div>
      <div class="table-under">
        {/* Above the words, which are more or fewer: no button leaves its place. */}
        <div class="situation">
          <button type="button" onClick={state.kind === 'asked' ? show : again}>
            {t(state.kind === 'asked' ? 'puzzles.show' : 'puzzles.again')}
          </button>
          {state.kind === 'right' || state.kind === 'shown' || state.kind === 'failed' ? (
            <button type="button" onClick={() => void continueGame()}>
              {t('puzzles.play_out')}
            </button>
          ) : (
            <span />
          )}
          <button type="button" class={state.kind === 'right' ? 'main' : ''} onClick={onNext}>
            {t('puzzles.next')}
          </button>
        </div>
        <div role="status" class="puzzles-words">
          <Words state={state} puzzle={puzzle} />
        </div>
        {counted && (
          <p class="quiet">
            {state.kind === 'asked' ? t('puzzles.source_hidden') : t('puzzles.source', { source: counted.source, move: counted.played })}
          </p>
        )}
      </div>
      <div class="table-side">{children}</div>
    </div>
  )
}

function WrongWords({ move, refutation, puzzle }: { move: string; refutation: Thought | null; puzzle: Puzzle }) {
  if (!refutation) return <p class="bad">✗ {t('puzzles.wrong', { move })}</p>
  const line = refutation.pv.slice(0, 6).join(' ')
  if (puzzle.plies) return <p class="bad">✗ {t('puzzles.wrong_in', { move, moves: movesOf(puzzle.plies), line })}</p>
  const key = refutation.score > 0 ? 'puzzles.loses' : 'puzzles.draws'
  return <p class="bad">✗ {t(key, { move, score: numberText(-refutation.score), line })}</p>
}

function OverWords({ won, discs }: { won: boolean; discs?: number }) {
  if (discs === undefined) return <p>{t(won ? 'puzzles.won_in' : 'puzzles.not_won_in')}</p>
  return <p>{t(won ? 'puzzles.won' : 'puzzles.not_won', { score: numberText(discs) })}</p>
}

function Words({ state, puzzle }: { state: State; puzzle: Puzzle }) {
  const { move, counted, plies } = puzzle
  switch (state.kind) {
    case 'asked':
      return <p>{t('puzzles.asked')}</p>
    case 'right':
      return <p class="puzzles-right">✓ {rightText(puzzle)}</p>
    case 'shown':
      if (!counted) return <p>{t('puzzles.shown_in', { move, moves: movesOf(plies!) })}</p>
      return <p>{t('puzzles.shown', { move, score: numberText(counted.score), second: numberText(counted.second) })}</p>
    case 'wrong':
      return <WrongWords move={state.move} refutation={state.refutation} puzzle={puzzle} />
    case 'playing':
      return <p>{state.thinking ? (waitingText() ?? t('puzzles.thinking')) : t('puzzles.go_on')}</p>
    case 'failed':
      return <p class="bad">{messageOf(state.problem)}</p>
    case 'over':
      return <OverWords {...state} />
  }
}
