// SPDX-License-Identifier: MIT
//
// A drill: the page plays one side and what is known already, the person finds the moves that are due.
import type { ComponentChildren } from 'preact'
import { useEffect, useLayoutEffect, useMemo, useState } from 'preact/hooks'
import type { Arrow } from '../../board/board'
import { colorText } from '../../board/spoken'
import { HALF_TURN } from '../../board/squares'
import type { BookMove, Move } from '../../engine/types'
import { GameTree } from '../../game/tree'
import { t } from '../../i18n'
import { openingText } from '../../i18n/openings'
import { announce } from '../../parts/announce'
import { GameBoard, motionsShown } from '../../parts/game_board'
import { useKeys } from '../../parts/keys'
import { useServices } from '../../services/context'
import { goTo } from '../../services/router'
import { useBook } from '../../study/book'
import { answersAt, cardOf, cardsFrom, cardsOf, courseOf, deckFor, moveOn, type Drill } from '../../study/drill'
import { openTree } from './opened'
import { answerText, judge, shownText, type Verdict } from './verdict'

const PACE_MS = 500

type Phase =
  | { kind: 'moving' }
  | { kind: 'asked' }
  | { kind: 'judging'; move: string }
  | { kind: 'corrected'; wanted: string }
  | { kind: 'done' }

interface Said {
  text: string
  tone: 'right' | 'bad' | ''
}

const NOTHING: Said = { text: '', tone: '' }

/** One line of the drill: where it is, what was answered. */
function useRun(drill: Drill, round: number) {
  const { rules } = useServices()
  const course = useMemo(() => courseOf(rules, drill), [drill])
  const deck = useMemo(() => deckFor(drill, course), [drill])
  const tree = useMemo(() => new GameTree(rules, drill.game, drill.rules, drill.start), [drill, round])
  const place = tree.line.value
  const card = useMemo(() => cardOf(course, place), [course, place])
  const [phase, setPhase] = useState<Phase>({ kind: 'moving' })
  const [said, setSaid] = useState<Said>(NOTHING)
  const [score, setScore] = useState({ right: 0, wrong: 0 })
  /** Nothing is due: everything is asked. */
  const [practice, setPractice] = useState(false)
  const [lastRound, setLastRound] = useState(-1)
  if (lastRound !== round) {
    setLastRound(round)
    setPhase({ kind: 'moving' })
    setSaid(NOTHING)
    setScore({ right: 0, wrong: 0 })
    setPractice(!cardsOf(course).some(card => deck.isDue(card)))
  }
  const tell = (next: Said) => {
    setSaid(next)
    announce(next.text)
  }
  const due = (card: string) => practice || deck.isDue(card)
  const goOn = (move: string) => {
    setPhase({ kind: tree.playText(move) ? 'moving' : 'done' })
  }
  const count = (right: boolean) => {
    deck.answer(card, right)
    setScore(right ? { ...score, right: score.right + 1 } : { ...score, wrong: score.wrong + 1 })
  }
  const answers = () => answersAt(course, place).map(({ move }) => move)
  return { course, deck, tree, place, card, answers, phase, setPhase, said, tell, score, due, goOn, count }
}

type Run = ReturnType<typeof useRun>

/** The page's own moves, one after the other, up to the next question or the end of the line. */
function useMoving({ course, tree, place, card, phase, setPhase, due, goOn, deck }: Run) {
  useEffect(() => {
    if (phase.kind !== 'moving') return
    const ahead = cardsFrom(course, card)
    if (ahead.includes(card) && due(card)) return setPhase({ kind: 'asked' })
    if (!ahead.some(due)) return setPhase({ kind: 'done' })
    const timer = setTimeout(() => goOn(moveOn(course, place, deck)!), motionsShown() ? PACE_MS : 0)
    return () => clearTimeout(timer)
  }, [tree, place, phase])
}

/** A move is judged when it is in the lines, or when the book has said what it thinks. */
function useJudging(run: Run, book: BookMove[] | undefined) {
  const { answers, phase, setPhase, tell, goOn, count } = run
  // At once: who leaves now has answered all the same.
  useLayoutEffect(() => {
    if (phase.kind !== 'judging') return
    const right = answers()
    if (!book && !right.includes(phase.move)) return
    const verdict: Verdict = judge(phase.move, right, book ?? [])
    count(verdict.kind !== 'wrong')
    tell({ text: answerText(verdict), tone: verdict.kind === 'wrong' ? 'bad' : 'right' })
    if (verdict.kind === 'right') goOn(phase.move)
    else setPhase({ kind: 'corrected', wanted: verdict.wanted })
  }, [phase, book])
}

function arrowsOf({ tree, phase }: Run): Arrow[] {
  if (phase.kind !== 'corrected') return []
  const move = tree.line.value.legal.find(({ move: name }) => name === phase.wanted)
  return move?.to ? [{ ...(move.from ? { from: move.from } : {}), to: move.to, rank: 0 }] : []
}

interface DrillRunProps {
  drill: Drill
  name: string
  onLeave(): void
  children: ComponentChildren
}

/** `children` stand above the words. */
export function DrillRun({ drill, name, onLeave, children }: DrillRunProps) {
  const [round, setRound] = useState(0)
  const run = useRun(drill, round)
  const { tree, answers, phase, setPhase, goOn, count, tell, said } = run
  const book = useBook(tree)
  useMoving(run)
  useJudging(run, book)
  const line = tree.line.value
  const { facts } = tree
  const color = colorText(drill.color)
  const show = () => {
    if (phase.kind !== 'asked') return
    const [wanted] = answers()
    count(false)
    tell({ text: shownText(wanted!, book ?? []), tone: '' })
    setPhase({ kind: 'corrected', wanted: wanted! })
  }
  const next = () => {
    if (phase.kind === 'corrected') goOn(phase.wanted)
    if (phase.kind === 'done') setRound(round + 1)
  }
  useKeys({ s: show, n: next })
  const play = ({ move }: Move) => {
    if (phase.kind === 'asked') setPhase({ kind: 'judging', move })
    else if (phase.kind === 'corrected' && move === phase.wanted) goOn(move)
  }
  const open = phase.kind === 'asked' || phase.kind === 'corrected'
  const second = drill.color === facts.colors[1]
  return (
    <div class="table study run">
      <header class="table-head">
        <h2>{t('study.deck', { name, color })}</h2>
      </header>
      <div class="table-board">
        <GameBoard
          facts={facts}
          rules={tree.rules}
          board={line.board}
          legal={open ? line.legal : []}
          lastMove={tree.cursor.value.move}
          turn={!facts.row_1_on_top && second ? HALF_TURN : 0}
          arrows={arrowsOf(run)}
          label={t('study.run.board', { name, color })}
          onMove={play}
        />
      </div>
      <div class="table-side">
        {children}
        <div class="card run-side" data-phase={phase.kind} data-line={tree.played().moves?.join(' ')}>
          <Counts run={run} />
          <div class="run-words">
            {said.text && <p class={`run-said ${said.tone}`}>{said.text}</p>}
            <p class="run-state">{stateText(run, color)}</p>
            {line.opening && <p class="quiet">{openingText(line.opening)}</p>}
          </div>
          <div class="buttons">
            {phase.kind === 'asked' && (
              <button type="button" onClick={show}>
                {t('study.run.show')}
              </button>
            )}
            {phase.kind === 'corrected' && (
              <button type="button" class="main" onClick={next}>
                {t('study.run.go_on')}
              </button>
            )}
            {phase.kind === 'done' && (
              <button type="button" class="main" onClick={next}>
                {t('study.run.next')}
              </button>
            )}
            {(phase.kind === 'done' || phase.kind === 'corrected') && (
              <button
                type="button"
                onClick={() => {
                  openTree(tree)
                  goTo('study')
                }}
              >
                {t('study.run.look')}
              </button>
            )}
            <button type="button" onClick={onLeave}>
              {t('study.run.leave')}
            </button>
          </div>
          <p class="quiet of-keys">{t('study.keys')}</p>
        </div>
      </div>
    </div>
  )
}

function Counts({ run: { deck, course } }: { run: Run }) {
  const { due, fresh, known } = deck.count(cardsOf(course))
  return <p class="quiet">{t('study.deck.counts', { due, fresh, known })}</p>
}

function stateText({ phase, score, deck, course }: Run, color: string): string {
  if (phase.kind === 'moving') return t('study.run.moving')
  if (phase.kind !== 'done') return t('study.run.ask', { color })
  const all = cardsOf(course).some(card => deck.isDue(card)) ? '' : ` ${t('study.run.all')}`
  return t('study.run.done', score) + all
}
