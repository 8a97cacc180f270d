// SPDX-License-Identifier: MIT
//
// The engine's thoughts: how deep it has looked, and its best lines, best first.
import type { GameFacts, MoveValue, Thought } from '../engine/types'
import { messageOf, shortNumber, t } from '../i18n'
import type { Problem } from '../i18n/errors'
import { waitingText } from './thinking'
import { valueSpoken, valueText } from './values'
import './parts.css'

export interface EngineLinesProps {
  facts: GameFacts
  thought: Thought | null
  running: boolean
  error?: Problem | null
  /** The number of lines shown. */
  lines?: number
  /** A move of a line was pressed: the line up to it. */
  onLine?(moves: string[]): void
}

function Line({ facts, value, onLine }: Pick<EngineLinesProps, 'facts' | 'onLine'> & { value: MoveValue }) {
  return (
    <li class="engine-line">
      <span class={`engine-value ${value.exact ? 'exact' : ''}`} title={valueSpoken(value, facts)}>
        {valueText(value, facts)}
        {value.exact && <span class="unseen">{t('parts.exact')}</span>}
      </span>
      <span class="engine-moves">
        {value.pv.map((move, index) =>
          onLine ? (
            <button key={index} type="button" class="move" onClick={() => onLine(value.pv.slice(0, index + 1))}>
              {move}
            </button>
          ) : (
            <span key={index} class="engine-move">
              {move}
            </span>
          ),
        )}
      </span>
    </li>
  )
}

/** "Depth 12, 73 %", "Depth 12, exact" … */
function depthText(thought: Thought): string {
  if (thought.exact) return t('parts.depth.exact', { depth: thought.depth })
  if (thought.selectivity < 100) return t('parts.depth.selective', { depth: thought.depth, percent: thought.selectivity })
  return t('parts.depth', { depth: thought.depth })
}

function stateText(thought: Thought | null, running: boolean): string {
  const waits = running ? waitingText() : undefined
  if (waits || !thought) return waits ?? (running ? t('parts.thinking') : '')
  return depthText(thought)
}

export function EngineLines({ facts, thought, running, error, lines = 3, onLine }: EngineLinesProps) {
  return (
    <section class="engine" aria-label={t('parts.engine')} aria-busy={running}>
      <p class="engine-state">
        {error ? messageOf(error) : stateText(thought, running)}
        {thought && <span class="engine-unit">{t(facts.scores_discs ? 'parts.unit.discs' : 'parts.unit.pieces')}</span>}
        {thought && <span class="engine-nodes">{t('parts.nodes', { count: shortNumber(thought.nodes) })}</span>}
        {running && <span class="engine-running" aria-hidden="true" />}
      </p>
      {thought?.moves && (
        <ol class="engine-lines">
          {thought.moves.slice(0, lines).map(value => (
            <Line key={value.move} facts={facts} value={value} {...(onLine ? { onLine } : {})} />
          ))}
        </ol>
      )}
    </section>
  )
}
