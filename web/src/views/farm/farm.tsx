// SPDX-License-Identifier: MIT
//
// The runs of the farm that `flank serve --farm` watches, live and read only. It has a connection of its own, since the
// question lasts as long as the view is shown.
import { useEffect, useState } from 'preact/hooks'
import { PageError } from '../../engine/module'
import { Remote } from '../../engine/remote'
import { decimal, messageOf, shortNumber, t } from '../../i18n'
import type { Problem } from '../../i18n/errors'
import { announce } from '../../parts/announce'
import { useServices } from '../../services/context'
import { farmText } from './texts'
import './farm.css'

interface Run {
  run: string
  kind: string
  question: string
  rules: string
  state: 'open' | 'paused' | 'filling'
  waiting: number
  in_work: number
  parked: number
  done: number
}

/** An object of `flank farm watch --json`. */
interface FarmState {
  positions: number
  conflicts: number
  workers: number
  nodes_per_s?: number
  tasks_per_s?: number
  left_s?: number
  runs: Run[]
}

interface Seen {
  away: boolean
  state?: FarmState
}

/** The state that the server tells, as long as the component is shown. The question is asked again when its time is up. */
function useFarm(path: string) {
  const [seen, setSeen] = useState<Seen>({ away: false })
  const [failure, setFailure] = useState<Problem | null>(null)
  useEffect(() => {
    const remote = new Remote(path)
    let shown = true
    let stop = () => {}
    const follow = async () => {
      while (shown) {
        const task = remote.request({ ask: 'farm' }, event => setSeen(event as unknown as Seen))
        stop = task.stop
        await task.done
      }
    }
    follow().catch(error => shown && setFailure(error instanceof PageError ? error.problem : String(error)))
    return () => {
      shown = false
      stop()
    }
  }, [path])
  return { seen, failure }
}

/** Hours, minutes and seconds, as `flank farm watch` writes them. */
function timeText(seconds: number): string {
  const two = (value: number) => String(Math.floor(value) % 60).padStart(2, '0')
  return `${Math.floor(seconds / 3600)}:${two(seconds / 60)}:${two(seconds)}`
}

function Sums({ state }: { state: FarmState }) {
  const unknown = farmText('unknown')
  const rows: [string, string][] = [
    [farmText('workers'), decimal(state.workers, 0)],
    [farmText('nodes'), state.nodes_per_s === undefined ? unknown : shortNumber(state.nodes_per_s)],
    [farmText('tasks'), state.tasks_per_s === undefined ? unknown : decimal(state.tasks_per_s, 1)],
    [farmText('left'), state.left_s === undefined ? unknown : timeText(state.left_s)],
    [farmText('positions'), decimal(state.positions, 0)],
    [farmText('conflicts'), decimal(state.conflicts, 0)],
  ]
  return (
    <dl class="farm-sums">
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt class="quiet">{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function RunItem({ of }: { of: Run }) {
  const all = of.waiting + of.in_work + of.parked + of.done
  const progress = farmText('progress', { done: of.done, all })
  return (
    <li class="card" data-run={of.run}>
      <h2>{of.run}</h2>
      <p class="quiet">
        {[...new Set([of.kind, of.question, of.rules])].filter(Boolean).join(' · ')} · <strong>{farmText(of.state)}</strong>
      </p>
      <progress aria-label={`${of.run}: ${progress}`} value={of.done} max={all || 1} />
      <p>{progress}</p>
      <p>
        {farmText('waiting', { count: of.waiting })} · {farmText('in_work', { count: of.in_work })} ·{' '}
        <span class={of.parked ? 'bad' : undefined}>{farmText('parked', { count: of.parked })}</span>
      </p>
    </li>
  )
}

export function FarmView() {
  const { seen, failure } = useFarm(useServices().farm!)
  const { away, state } = seen
  const [wasAway, setWasAway] = useState(false)
  useEffect(() => {
    if (wasAway && !away) announce(farmText('back'))
    setWasAway(away)
  }, [away])
  return (
    <div class="farm">
      <h1>{t('nav.farm')}</h1>
      <div role="status">{away && <p class="bad">{farmText('away')}</p>}</div>
      {failure && <p role="alert">{messageOf(failure)}</p>}
      {!state && !away && !failure && <p class="quiet">{farmText('wait')}</p>}
      {state && <Sums state={state} />}
      {state?.runs.length === 0 && <p>{farmText('none')}</p>}
      {state && (
        <ul class="farm-runs">
          {[...state.runs].reverse().map(run => (
            <RunItem key={run.run} of={run} />
          ))}
        </ul>
      )}
    </div>
  )
}
