// SPDX-License-Identifier: MIT
//
// Analysis of the position that is looked at, as reviews and studies have it: it goes on until it is switched off, its values are on the
// board, and a move of its lines can be looked at and gone on from.
import { useEffect, useState } from 'preact/hooks'
import type { Mark } from '../board/board'
import type { Engine } from '../engine/engine'
import { serverTrouble } from '../engine/server_state'
import type { GameTree } from '../game/tree'
import { messageOf, t } from '../i18n'
import type { Problem } from '../i18n/errors'
import { useServices } from '../services/context'
import { change, settings } from '../services/settings'
import { useAnalysis, type Analysis } from './analysis'
import { useKeys } from './keys'
import { EngineLines } from './lines'
import { usePreview, type PreviewControl, type PreviewedBoard } from './preview'
import { valueMarks } from './values'

const LINES = [1, 2, 3, 4, 5, 8]
const EVERY_SHOWN = 5 // so many lines are shown if every move has a value

export interface Live {
  on: boolean
  set(on: boolean): void
  analysis: Analysis
  /** The reason why it was switched off; null: nothing else than the visitor did it. */
  failed: Problem | null
  preview: PreviewControl
  previewed: PreviewedBoard | null
  /** The worth of each move, for the board. */
  values: Map<string, Mark> | undefined
}

/** `begins`: it is on from the beginning. `rests`: the engine has something else to do. */
export function useLive(tree: GameTree, { begins = false, rests = false } = {}): Live {
  const [on, setOn] = useState(begins)
  const { lines, threads, memory } = settings.value
  const analysis = useAnalysis(tree, on && !rests, { lines }, `${threads} ${memory}`)
  const { preview, previewed } = usePreview(tree)
  const [failed, setFailed] = useState<Problem | null>(null)
  const set = (next: boolean, why: Problem | null = null) => {
    preview.end() // its lines go
    setFailed(why)
    setOn(next)
  }
  useEffect(() => {
    if (analysis.error) set(false, analysis.error)
  }, [analysis.error])
  useKeys({ a: () => set(!on) })
  const moves = on ? analysis.thought?.moves?.slice(0, lines || undefined) : undefined
  return { on, set, analysis, failed, preview, previewed, values: moves && valueMarks(moves, tree.facts) }
}

/** The engine, once it is there. */
function useEngine(): Engine | null {
  const { engine: coming } = useServices()
  const [engine, setEngine] = useState<Engine | null>(null)
  useEffect(() => {
    coming.then(setEngine, () => undefined)
  }, [coming])
  void serverTrouble.value // with it the engine changes
  return engine
}

interface WishProps {
  name: 'lines' | 'threads' | 'memory'
  values: readonly number[]
  text(value: number): string
}

function Wish({ name, values, text }: WishProps) {
  const wished = settings.value[name]
  const granted = Math.max(0, ...values.filter(value => value <= wished)) // another engine may give less
  return (
    <label>
      {t(`lines.${name}`)}{' '}
      <select value={granted} onChange={event => change({ [name]: Number(event.currentTarget.value) })}>
        {[0, ...values].map(value => (
          <option key={value} value={value}>
            {value ? text(value) : t(`lines.${name}.usual`)}
          </option>
        ))}
      </select>
    </label>
  )
}

/** The number of lines, and what the engine may take for them: a server says how much that is at most. */
function Wishes() {
  const engine = useEngine()
  const { threadsMost: most = 1, memoryChoices: memory = [] } = engine ?? {}
  return (
    <details class="live-wishes">
      <summary>{t('lines.settings')}</summary>
      <div>
        <Wish name="lines" values={LINES} text={String} />
        {most > 1 && <Wish name="threads" values={[...Array(most).keys()].map(index => index + 1)} text={String} />}
        {memory.length > 0 && <Wish name="memory" values={memory} text={String} />}
      </div>
      {engine?.kind === 'native' && <p class="quiet">{t('lines.server', { threads: most, memory: memory.at(-1) ?? 0 })}</p>}
    </details>
  )
}

export function LivePanel({ tree, live }: { tree: GameTree; live: Live }) {
  return (
    <section class="live">
      <label class="switch" title={t('review.key', { key: 'A' })}>
        <input type="checkbox" aria-keyshortcuts="A" checked={live.on} onChange={event => live.set(event.currentTarget.checked)} /> {t('review.live')}
      </label>
      {live.on && <EngineLines facts={tree.facts} side={tree.line.value.side} {...live.analysis} lines={settings.value.lines || EVERY_SHOWN} preview={live.preview} />}
      {live.on && <Wishes />}
      <div role="status">{live.failed && <p class="bad">{t('lines.failed', { error: messageOf(live.failed) })}</p>}</div>
    </section>
  )
}
