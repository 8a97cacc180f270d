// SPDX-License-Identifier: MIT
//
// Endgame puzzles from real games: exactly one move wins. A wrong one is answered by what refutes it, a right one may be
// played out against the best defence.
import type { ComponentChildren } from 'preact'
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { colorText } from '../../board/spoken'
import type { Thought } from '../../engine/types'
import { GameTree } from '../../game/tree'
import { t } from '../../i18n'
import { announce } from '../../parts/announce'
import { GameBoard } from '../../parts/game_board'
import { waitingText } from '../../parts/thinking'
import { numberText } from '../../parts/values'
import { useServices } from '../../services/context'
import { goTo, route } from '../../services/router'
import { Deck } from '../../study/repetition'
import { loadPuzzles, type Puzzle } from './puzzle'
import './puzzles.css'

const GAME = 'othello' // the only one with a solver and tournament games

export function PuzzlesView() {
  const [levels, setLevels] = useState<Puzzle[][] | null>(null)
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    loadPuzzles().then(setLevels, () => setFailed(true))
  }, [])
  if (failed) return <p role="alert">{t('puzzles.failed')}</p>
  if (!levels) return <p role="status">{t('puzzles.loading')}</p>
  return <Puzzles levels={levels} />
}

function Puzzles({ levels }: { levels: Puzzle[][] }) {
  const deck = useMemo(() => new Deck('puzzles'), [])
  const level = Math.min(Math.max(Number(route.value.query.get('level') ?? 1), 1), levels.length)
  const puzzles = levels[level - 1]!
  const ids = puzzles.map(puzzle => puzzle.position)
  const [id, setId] = useState<string | undefined>(() => deck.next(ids))
  const [answered, setAnswered] = useState(0) // the deck has changed
  const puzzle = puzzles.find(each => each.position === id) ?? puzzles.find(each => deck.next(ids) === each.position)
  const { known, due, fresh } = deck.count(ids)
  const next = () => setId(deck.next(ids, id) ?? ids[(ids.indexOf(id ?? '') + 1) % ids.length])
  return (
    <PuzzleBoard
      key={puzzle?.position}
      puzzle={puzzle ?? puzzles[0]!}
      onAnswer={right => {
        deck.answer((puzzle ?? puzzles[0]!).position, right)
        setAnswered(answered + 1)
      }}
      onNext={next}
    >
      <h2>{t('nav.puzzles')}</h2>
      <p>{t('puzzles.about')}</p>
      <div class="buttons" role="group" aria-label={t('puzzles.levels')}>
        {levels.map((_, index) => (
          <button
            key={index}
            type="button"
            aria-pressed={index + 1 === level}
            onClick={() => {
              setId(undefined)
              goTo('puzzles', { level: String(index + 1) })
            }}
          >
            {t('puzzles.level', { level: index + 1 })}
          </button>
        ))}
      </div>
      <p class="quiet" data-answered={answered}>
        {t('puzzles.progress', { known, due, fresh })}
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
  | { kind: 'over'; discs: number }

/** Asks for the best move of where a tree stands; null when the player has left that place before the answer came. */
function useSolver() {
  const services = useServices()
  const gone = useRef(false)
  useEffect(() => () => void (gone.current = true), [])
  return async (tree: GameTree): Promise<Thought | null> => {
    const engine = await services.engine
    const asked = tree.cursor.value
    const answer = await engine.request({ ask: 'solve', played: tree.played() }).done
    return gone.current || tree.cursor.value !== asked ? null : (answer as unknown as Thought)
  }
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
  const solve = useSolver()
  const tree = useMemo(() => new GameTree(rules, GAME, '', puzzle.position), [rules, puzzle])
  const [state, setState] = useState<State>({ kind: 'asked' })
  const [tried, setTried] = useState(false)
  const line = tree.line.value
  const mover = tree.root === tree.cursor.value ? line.side : rules.line({ game: GAME, start: puzzle.position }).side
  const answer = (right: boolean) => {
    if (!tried) onAnswer(right)
    setTried(true)
  }
  const play = async (text: string) => {
    if (state.kind === 'playing') return void continueGame(text)
    tree.playText(text)
    if (text === puzzle.move) {
      answer(true)
      setState({ kind: 'right' })
      return announce(t('puzzles.right', { move: text, score: numberText(puzzle.score) }))
    }
    answer(false)
    setState({ kind: 'wrong', move: text, refutation: null })
    const refutation = tree.line.value.over ? null : await solve(tree).catch(() => null)
    // While that took, the player may have gone on.
    setState(now => (now.kind === 'wrong' && now.move === text ? { ...now, refutation } : now))
  }
  /** The defence answers until it is the player's turn, or the end. */
  const continueGame = async (text?: string) => {
    if (text) tree.playText(text)
    setState({ kind: 'playing', thinking: true })
    for (let at = tree.line.value; !at.over; at = tree.line.value) {
      const passes = at.legal.length === 1 && !at.legal[0]!.to
      if (at.side === mover && !passes) return setState({ kind: 'playing', thinking: false })
      const reply = passes ? at.legal[0]!.move : (await solve(tree))?.move
      if (!reply || !tree.playText(reply)) return
    }
    const { discs = 0 } = tree.line.value
    setState({ kind: 'over', discs: mover === tree.facts.colors[0] ? discs : -discs })
  }
  const again = () => {
    tree.goTo(tree.root)
    setState({ kind: 'asked' })
  }
  const canPlay = state.kind === 'asked' || (state.kind === 'playing' && !state.thinking)
  return (
    <div class="table puzzles">
      <header class="table-head">
        <h1>{t('puzzles.task', { color: colorText(mover) })}</h1>
      </header>
      <div class="table-board puzzles-board" data-position={line.position}>
        <GameBoard
          facts={tree.facts}
          board={line.board}
          legal={canPlay ? line.legal : []}
          lastMove={tree.cursor.value.move}
          label={t('puzzles.task', { color: colorText(mover) })}
          onMove={move => void play(move.move)}
        />
      </div>
      <div class="table-under">
        <div role="status" class="puzzles-words">
          <Words state={state} puzzle={puzzle} />
        </div>
        <div class="buttons">
          {state.kind === 'asked' && (
            <button
              type="button"
              onClick={() => {
                answer(false)
                tree.playText(puzzle.move)
                setState({ kind: 'shown' })
              }}
            >
              {t('puzzles.show')}
            </button>
          )}
          {state.kind !== 'asked' && (
            <button type="button" onClick={again}>
              {t('puzzles.again')}
            </button>
          )}
          {(state.kind === 'right' || state.kind === 'shown') && (
            <button type="button" onClick={() => void continueGame()}>
              {t('puzzles.play_out')}
            </button>
          )}
          <button type="button" class={state.kind === 'right' ? 'main' : ''} onClick={onNext}>
            {t('puzzles.next')}
          </button>
        </div>
        <p class="quiet">
          {state.kind === 'asked' ? t('puzzles.source_hidden') : t('puzzles.source', { source: puzzle.source, move: puzzle.played })}
        </p>
      </div>
      <div class="table-side">{children}</div>
    </div>
  )
}

function Words({ state, puzzle }: { state: State; puzzle: Puzzle }) {
  const { move, score, second } = puzzle
  switch (state.kind) {
    case 'asked':
      return <p>{t('puzzles.asked')}</p>
    case 'right':
      return <p class="puzzles-right">✓ {t('puzzles.right', { move, score: numberText(score) })}</p>
    case 'shown':
      return <p>{t('puzzles.shown', { move, score: numberText(score), second: numberText(second) })}</p>
    case 'wrong': {
      const { refutation } = state
      if (!refutation) return <p class="bad">✗ {t('puzzles.wrong', { move: state.move })}</p>
      const key = refutation.score > 0 ? 'puzzles.loses' : 'puzzles.draws'
      const words = { move: state.move, score: numberText(-refutation.score), line: refutation.pv.slice(0, 6).join(' ') }
      return <p class="bad">✗ {t(key, words)}</p>
    }
    case 'playing':
      return <p>{state.thinking ? (waitingText() ?? t('puzzles.thinking')) : t('puzzles.go_on')}</p>
    case 'over':
      return <p>{t(state.discs > 0 ? 'puzzles.won' : 'puzzles.not_won', { score: numberText(state.discs) })}</p>
  }
}
