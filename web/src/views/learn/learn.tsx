// SPDX-License-Identifier: MIT
//
// The view that teaches the games: the rules in a few sentences, and five small tasks on a board. A wrong move is answered by the reason.
import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { Move } from '../../engine/types'
import { packGame } from '../../game/share'
import { GameTree } from '../../game/tree'
import { maybeText, t } from '../../i18n'
import { GameBoard } from '../../parts/game_board'
import { useKeys } from '../../parts/keys'
import { useServices } from '../../services/context'
import { learnHash, route } from '../../services/router'
import { attemptOf, positionOf, solutionOf } from './attempt'
import type { Words } from './goals'
import { noteSolved, solved } from './progress'
import { whyRefused } from './refused'
import { Rules, settingsOf } from './rules'
import { lessons, type Lesson } from './tasks'
import { useTexts, type Tell } from './texts'
import './learn.css'

export function LearnView() {
  const { tell, failure } = useTexts()
  if (tell) return <Lessons tell={tell} />
  return (
    <>
      <h1>{t('nav.learn')}</h1>
      {failure && <p role="alert">{failure}</p>}
    </>
  )
}

function Lessons({ tell }: { tell: Tell }) {
  const { rules } = useServices()
  const { query } = route.value
  const lesson = lessons.find(({ game }) => game === query.get('game')) ?? lessons[0]!
  const { game, tasks } = lesson
  const settings = settingsOf(lesson, query.get('rules') ?? '')
  const asked = Number(query.get('task'))
  const isTask = Number.isInteger(asked) && asked >= 1 && asked <= tasks.length
  const unsolved = tasks.findIndex(({ id }) => !solved.value.has(id))
  // The first choice for a game holds: to solve the task does not lead away from it.
  const first = useMemo(() => Math.max(unsolved, 0) + 1, [game])
  const number = isTask ? asked : first
  const unread = useMemo(() => unsolved === 0 && number === 1, [game])
  const called = useRef(false) // the learner went on by a button, and the focus goes on with it
  return (
    <TaskPart key={`${game} ${number}`} lesson={lesson} settings={settings} number={number} called={called} tell={tell}>
      <h1>{t('nav.learn')}</h1>
      <nav class="buttons" aria-label={tell('games')}>
        {lessons.map(({ game: name }) => (
          <a key={name} class="button" href={learnHash(name)} aria-current={name === game ? 'page' : undefined}>
            {maybeText(`game.${name}`, rules.game(name).title)}
          </a>
        ))}
      </nav>
      <Steps lesson={lesson} settings={settings} number={number} tell={tell} />
      <Rules lesson={lesson} settings={settings} open={unread || settings !== ''} tell={tell} />
    </TaskPart>
  )
}

type State =
  | { kind: 'asked'; refused?: Words | null }
  | { kind: 'wrong'; move: Move; why: Words }
  | { kind: 'right'; move: Move }
  | { kind: 'shown'; move: Move }

interface TaskProps {
  lesson: Lesson
  settings: string
  number: number
  called: { current: boolean }
  tell: Tell
  /** The column beside the board. */
  children: ComponentChildren
}

function TaskPart({ lesson, settings, number, called, tell, children }: TaskProps) {
  const { rules } = useServices()
  const { game, tasks } = lesson
  const task = tasks[number - 1]!
  const facts = rules.game(game)
  const before = useMemo(() => positionOf(rules, lesson, task), [task])
  const [state, setState] = useState<State>({ kind: 'asked' })
  const part = useRef<HTMLDivElement>(null)
  const focusBoard = () => part.current?.querySelector<SVGElement>('[data-square][tabindex="0"]')?.focus({ preventScroll: true })
  useLayoutEffect(() => {
    if (!called.current) return
    called.current = false
    focusBoard()
    part.current?.querySelector('.learn-goal')?.scrollIntoView({ block: 'nearest' })
  }, [])
  // On a phone the answer stands below the board, and perhaps below the screen.
  useLayoutEffect(() => {
    if (state.kind === 'asked' && !state.refused) return
    part.current?.querySelector('.learn-words')?.scrollIntoView({ block: 'nearest' })
  }, [state])
  const play = (move: Move) => {
    const why = task.goal(attemptOf(rules, before, move))
    if (why) return setState({ kind: 'wrong', move, why })
    noteSolved(task.id)
    setState({ kind: 'right', move })
  }
  const again = () => {
    setState({ kind: 'asked' })
    focusBoard()
  }
  const show = () => setState({ kind: 'shown', move: solutionOf(rules, before, task)! })
  const next = () => {
    called.current = true
    const at = lessons.indexOf(lesson)
    if (number < tasks.length) location.hash = learnHash(game, settings, number + 1)
    else location.hash = learnHash(lessons[(at + 1) % lessons.length]!.game, '', 1)
  }
  const missed = state.kind === 'wrong' || state.kind === 'shown'
  useKeys({ n: next, ...(missed ? { u: again } : {}) })
  const move = state.kind === 'asked' ? null : state.move
  const pass = move ? undefined : before.legal.find(({ to }) => !to) // no square stands for it
  const goal = tell(`${task.id}.goal`)
  return (
    <div ref={part} class="table learn-view">
      <header class="table-head learn-goal">
        <h2>{goal}</h2>
      </header>
      <div class="table-board learn-board" data-task={task.id}>
        <GameBoard
          facts={facts}
          board={move?.board ?? before.board}
          legal={move ? [] : before.legal}
          lastMove={move}
          label={goal}
          onMove={play}
          onRefused={(square, from) => setState({ kind: 'asked', refused: whyRefused(facts, before, square, from) })}
        />
      </div>
      <div class="table-under">
        {/* Above the words, which are more or fewer: no button leaves its place. */}
        <div class="situation">
          {missed ? (
            <button key="again" type="button" class="main" onClick={again}>
              {tell('again')}
            </button>
          ) : pass ? (
            <button key="pass" type="button" onClick={() => play(pass)}>
              {tell('pass')}
            </button>
          ) : (
            <span key="none" />
          )}
          {state.kind === 'wrong' ? (
            <button type="button" onClick={show}>
              {tell('show')}
            </button>
          ) : (
            <span />
          )}
          <button type="button" class={state.kind === 'right' ? 'main' : ''} onClick={next}>
            {tell(number < tasks.length ? 'next' : 'next.game')}
          </button>
        </div>
        <div role="status" class="learn-words">
          <Answer state={state} done={tell(`${task.id}.done`)} tell={tell} />
        </div>
        {state.kind !== 'asked' && tasks.every(({ id }) => solved.value.has(id)) && <Finished game={game} tell={tell} />}
      </div>
      <div class="table-side">
        {children}
        <p class="quiet of-keys">{tell('keys')}</p>
      </div>
    </div>
  )
}

/** The way to each task, with a tick where it is solved. */
function Steps({ lesson, settings, number, tell }: { lesson: Lesson; settings: string; number: number; tell: Tell }) {
  return (
    <nav class="buttons learn-steps" aria-label={tell('tasks')}>
      {lesson.tasks.map(({ id }, at) => {
        const isSolved = solved.value.has(id)
        return (
          <a
            key={id}
            class="button"
            href={learnHash(lesson.game, settings, at + 1)}
            aria-label={tell(isSolved ? 'task.solved' : 'task', { number: at + 1 })}
            aria-current={at + 1 === number ? 'step' : undefined}
          >
            {at + 1}
            {isSolved && ' ✓'}
          </a>
        )
      })}
    </nav>
  )
}

function Answer({ state, done, tell }: { state: State; done: string; tell: Tell }) {
  switch (state.kind) {
    case 'asked':
      return state.refused ? <p>{tell(state.refused.key, state.refused.args)}</p> : null
    case 'wrong':
      return <p class="bad">✗ {tell(state.why.key, state.why.args)}</p>
    case 'right':
      return <p class="learn-right">✓ {done}</p>
    case 'shown':
      return <p>{tell('shown', { move: state.move.move })}</p>
  }
}

/** All tasks of a game are solved: on to a game of it. */
function Finished({ game, tell }: { game: string; tell: Tell }) {
  const { rules } = useServices()
  const packed = useMemo(() => packGame(rules, new GameTree(rules, game)), [game])
  return (
    <p>
      {tell('finished')} <a href={`#/play?${new URLSearchParams({ g: packed })}`}>{tell('play')}</a>
    </p>
  )
}
