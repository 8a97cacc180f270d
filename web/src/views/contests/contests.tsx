// SPDX-License-Identifier: MIT
//
// The five contest problems: paste an input, get the output, see its boards one by one.
import type { ComponentChildren } from 'preact'
import { useMemo, useState } from 'preact/hooks'
import { PageError } from '../../engine/module'
import type { Rules } from '../../engine/rules'
import { language, messageOf, t } from '../../i18n'
import { copyText } from '../../parts/clipboard'
import { GameBoard } from '../../parts/game_board'
import { useServices } from '../../services/context'
import { goTo, route } from '../../services/router'
import { qoj13463 } from './qoj13463'
import type { Step, ContestProblem } from './contest_problem'
import { tothello } from './tothello'
import { uva220 } from './uva220'
import { uva395 } from './uva395'
import { xtreme10 } from './xtreme10'
import './contests.css'

const problems: readonly ContestProblem[] = [uva220, qoj13463, uva395, tothello, xtreme10]

export function ContestsView() {
  const chosen = problems.find(problem => problem.name === route.value.query.get('problem')) ?? problems[0]!
  return (
    <ProblemPage key={chosen.name} problem={chosen}>
      <nav class="contests-list" aria-label={t('nav.contests')}>
        {problems.map(({ name }) => (
          <button key={name} type="button" aria-pressed={name === chosen.name} onClick={() => goTo('contests', { problem: name })}>
            {t(`contests.${name}`)}
          </button>
        ))}
      </nav>
    </ProblemPage>
  )
}

/** The boards of an input; none if it holds a position that is none of the game. */
function stepsOf(problem: ContestProblem, rules: Rules, input: string): Step[] {
  try {
    return problem.steps(rules, input)
  } catch (error) {
    if (error instanceof PageError) return []
    throw error
  }
}

function ProblemPage({ problem, children }: { problem: ContestProblem; children: ComponentChildren }) {
  const { rules } = useServices()
  const [input, setInput] = useState(problem.sample)
  const result = useMemo(() => problem.run(rules, input), [rules, problem, input])
  const steps = useMemo(() => stepsOf(problem, rules, input), [rules, problem, input, language.value])
  const drop = (event: DragEvent) => {
    const file = event.dataTransfer?.files[0]
    if (!file) return
    event.preventDefault()
    void file.text().then(setInput)
  }
  return (
    <div class="table contests">
      <header class="table-head">
        <h1>{t('nav.contests')}</h1>
      </header>
      {steps.length > 0 && <Steps key={input} steps={steps} />}
      <div class="table-side">
        {children}
        <p>{t(`contests.${problem.name}.about`)}</p>
        <div class="contests-texts" onDragOver={event => event.preventDefault()} onDrop={drop}>
          <label>
            {t('contests.input')}
            <textarea spellcheck={false} value={input} rows={14} onInput={event => setInput(event.currentTarget.value)} />
          </label>
          <p class="contests-failure" role="status">
            {result.failure && `${t('contests.line', { line: result.line })} ${messageOf(result.failure)}`}
          </p>
          <label>
            {t('contests.output')}
            <textarea readonly spellcheck={false} value={result.output} rows={10} />
          </label>
          <div class="contests-buttons">
            <button type="button" onClick={() => void copyText(result.output).catch(() => undefined)}>
              {t('contests.copy')}
            </button>
            <button type="button" onClick={() => setInput(problem.sample)}>
              {t('contests.sample')}
            </button>
          </div>
        </div>
      </div>
    </div>
  )
}

function Steps({ steps }: { steps: readonly Step[] }) {
  const [at, setAt] = useState(0)
  const step = steps[at]!
  const words = t('contests.step', { number: at + 1, of: steps.length, words: step.words })
  return (
    <>
      <div class="table-board">
        <GameBoard facts={step.facts} board={step.board} legal={step.legal ?? []} lastMove={step.lastMove} marks={step.marks} label={words} />
      </div>
      <div class="table-under contests-steps">
        <p role="status">{words}</p>
        <div class="contests-buttons">
          <button type="button" disabled={at === 0} onClick={() => setAt(at - 1)}>
            {t('contests.back')}
          </button>
          <button type="button" disabled={at === steps.length - 1} onClick={() => setAt(at + 1)}>
            {t('contests.forward')}
          </button>
        </div>
        <input
          type="range"
          aria-label={t('contests.position')}
          min={0}
          max={steps.length - 1}
          value={at}
          onInput={event => setAt(Number(event.currentTarget.value))}
        />
      </div>
    </>
  )
}
