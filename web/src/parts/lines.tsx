// SPDX-License-Identifier: MIT
//
// The engine's thoughts: how deep it has looked, and its best lines, best first.
import { colorText } from '../board/spoken'
import type { GameFacts, MoveValue, Thought } from '../engine/types'
import { messageOf, shortNumber, t } from '../i18n'
import type { Problem } from '../i18n/errors'
import { IconButton } from './icon'
import type { PreviewControl } from './preview'
import { waitingText } from './thinking'
import { valueSpoken, valueText } from './values'
import './parts.css'

export interface EngineLinesProps {
  facts: GameFacts
  /** The colour to move, for which the values are. */
  side: string
  thought: Thought | null
  running: boolean
  error?: Problem | null
  /** The number of lines shown. */
  lines?: number
  /** The moves can be pressed: the position behind them is shown first (preview.ts). */
  preview?: PreviewControl
}

const steps: Record<string, 1 | -1> = { ArrowLeft: -1, ArrowRight: 1 }

/** The moves of a line as buttons. One of them is in the tab order, and the arrow keys lead from one to the next. */
export function PressedMoves({ moves, preview }: { moves: readonly string[]; preview: PreviewControl }) {
  const shown = preview.lengthIn(moves)
  const keyDown = (event: KeyboardEvent) => {
    const step = steps[event.key]
    const button = event.target as HTMLElement
    if (!step || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    const next = (step > 0 ? button.nextElementSibling : button.previousElementSibling) as HTMLElement | null
    next?.focus()
    if (next) preview.look(moves, [...next.parentElement!.children].indexOf(next) + 1)
  }
  return moves.map((move, index) => (
    <button
      key={index}
      type="button"
      class={index < shown ? 'move previewed' : 'move'}
      tabIndex={index === Math.max(0, shown - 1) ? 0 : -1}
      aria-pressed={index + 1 === shown}
      title={index + 1 === shown ? t('lines.again') : undefined}
      onClick={() => (index + 1 === shown ? preview.goOn() : preview.look(moves, index + 1))}
      onKeyDown={keyDown}
    >
      {move}
    </button>
  ))
}

function Line({ facts, value, preview }: Pick<EngineLinesProps, 'facts' | 'preview'> & { value: MoveValue }) {
  return (
    <li class="engine-line">
      <span class={`engine-value ${value.exact ? 'exact' : ''}`} title={valueSpoken(value, facts)}>
        {valueText(value, facts)}
        {value.exact && <span class="unseen">{t('parts.exact')}</span>}
      </span>
      <span class="engine-moves">
        {preview ? (
          <PressedMoves moves={value.pv} preview={preview} />
        ) : (
          value.pv.map((move, index) => (
            <span key={index} class="engine-move">
              {move}
            </span>
          ))
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

/** The moves that are previewed, and the ways on from there. Its room is kept; on a phone it lies at the bottom of the screen, below the board. */
function PreviewBar({ preview }: { preview: PreviewControl }) {
  return (
    <div class="preview-place">
      {preview.shown ? (
        <PreviewedMoves preview={preview} />
      ) : (
        <p class="quiet">{t('lines.hint')}</p>
      )}
    </div>
  )
}

export function PreviewedMoves({ preview: { shown, from } }: { preview: PreviewControl }) {
  const { moves, length } = shown!
  const preview = from(shown!.from)
  return (
    <div class="preview-bar" role="group" aria-label={t('lines.preview', { moves: moves.slice(0, length).join(' ') })}>
      <span class="preview-moves" aria-hidden="true">
        {t('lines.preview', { moves: moves.slice(0, length).slice(-3).join(' ') })}
      </span>
      <IconButton icon="back" text={t('review.walk.back')} disabled={length <= 1} onClick={() => preview.look(moves, length - 1)} />
      <IconButton icon="forward" text={t('review.walk.on')} disabled={length >= moves.length} onClick={() => preview.look(moves, length + 1)} />
      <div class="preview-buttons">
        <button type="button" class="main" onClick={preview.goOn}>
          {t('lines.go_on')}
        </button>
        <button type="button" onClick={preview.end}>
          {t('lines.back')}
        </button>
      </div>
    </div>
  )
}

export function EngineLines({ facts, side, thought, running, error, lines = 3, preview }: EngineLinesProps) {
  return (
    <section class="engine" aria-label={t('parts.engine')} aria-busy={running}>
      <p class="engine-state">
        <span class="engine-told">
          {error ? messageOf(error) : stateText(thought, running)}
          {running && <span class="engine-running" aria-hidden="true" />}
        </span>
        {thought && <span class="engine-unit">{t(facts.scores_discs ? 'parts.unit.discs' : 'parts.unit.pieces', { color: colorText(side) })}</span>}
        {thought && <span class="engine-nodes">{t('parts.nodes', { count: shortNumber(thought.nodes) })}</span>}
      </p>
      {thought?.moves && (
        <ol class="engine-lines">
          {/* By their places: a line that gets another one before it would lose the focus, or a press. */}
          {thought.moves.slice(0, lines).map((value, place) => (
            <Line key={place} facts={facts} value={value} {...(preview ? { preview } : {})} />
          ))}
        </ol>
      )}
      {preview && <PreviewBar preview={preview} />}
    </section>
  )
}
