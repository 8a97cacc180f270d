// SPDX-License-Identifier: MIT
//
// Asking for a review: how deep, how far it is, stop; and what can be done with it.
import { signal } from '@preact/signals'
import { useLayoutEffect, useRef } from 'preact/hooks'
import type { GameFacts } from '../../engine/types'
import type { GameTree } from '../../game/tree'
import { messageOf, t } from '../../i18n'
import { announce } from '../../parts/announce'
import { waitingText } from '../../parts/thinking'
import { useServices } from '../../services/context'
import { annotate, isMistake, type Reviewed, type Reviewing } from './reviewing'
import { verdictSentence } from './words'
import { fetchWritten } from './written'

/** The choices, besides those of the game that have a name: lower levels slip, and of the highest ones few differ in what they find. */
const offered = [6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 27, 30, 36, 60]
const names = ['quick', 'usual', 'deep', 'deepest'] as const // in the order of review_levels
const STORED = 'flank.review.level.' // and the game: a level takes as long in one game as another level does in the next

const chosen = signal<Record<string, number>>({})

function levelsFor(facts: GameFacts, most: number): number[] {
  return [...new Set([...offered, ...facts.review_levels])].filter(value => value <= most).sort((a, b) => a - b)
}

function levelFor(facts: GameFacts, levels: number[]): number {
  const level = chosen.value[facts.name] ?? Number(localStorage.getItem(STORED + facts.name))
  return levels.includes(level) ? level : facts.review_levels[names.indexOf('usual')]!
}

function chooseLevel({ name }: GameFacts, value: number) {
  chosen.value = { ...chosen.value, [name]: value }
  localStorage.setItem(STORED + name, String(value))
}

/** Say that a review is done, if it is; `first`: a deeper one follows, which finds other mistakes. */
export function sayDone(done: Reviewed | undefined, first = false) {
  if (done) announce(first ? t('review.done.first') : t('review.done', { n: done.game.moves.filter(isMistake).length }))
}

/** The levels of a review that begins by itself: a quick one, so that something is there soon, and the visitor's. */
export function ownLevels(facts: GameFacts, most: number): number[] {
  const level = levelFor(facts, levelsFor(facts, most))
  const quick = facts.review_levels[names.indexOf('quick')]!
  return quick < level ? [quick, level] : [level]
}

/** `onGone`: it goes while the keyboard is on it. */
function StopButton({ onStop, onGone }: { onStop(): void; onGone(): void }) {
  const button = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => () => void (document.activeElement === button.current && onGone()), [])
  return (
    <button ref={button} type="button" onClick={onStop}>
      {t('review.stop')}
    </button>
  )
}

export function ReviewControls({ tree, reviewing }: { tree: GameTree; reviewing: Reviewing }) {
  const { rules, engine } = useServices()
  void tree.version.value
  const progress = reviewing.progress.value
  const reviewed = reviewing.reviewed.value
  const levels = levelsFor(tree.facts, rules.about.level_max)
  const level = levelFor(tree.facts, levels)
  const start = async () => {
    sayDone(await reviewing.start(engine, tree, level))
  }
  const empty = tree.root.children.length === 0
  const again = useRef<HTMLButtonElement>(null)
  const isLeft = useRef(false) // by the button that stood there
  useLayoutEffect(() => {
    if (isLeft.current && !progress) again.current?.focus({ preventScroll: true })
    isLeft.current = false
  }, [progress])
  return (
    <div class="review-controls-place">
      {progress && (
        <div class="review-controls">
          <progress max={progress.total} value={progress.done} aria-label={t('review.progress')} />
          <span class="quiet">{waitingText() || t('review.progress.count', { ...progress })}</span>
          <StopButton onStop={() => reviewing.stop()} onGone={() => (isLeft.current = true)} />
        </div>
      )}
      <div class={progress ? 'review-controls resting' : 'review-controls'}>
        <button ref={again} type="button" class={reviewed ? '' : 'main'} disabled={empty} onClick={() => void start()}>
          {t(reviewed ? 'review.again' : 'review.start')}
        </button>
        <select
          aria-label={t('review.level')}
          title={t('review.level')}
          value={level}
          onChange={event => chooseLevel(tree.facts, Number(event.currentTarget.value))}
        >
          {levels.map(value => (
            <option key={value} value={value}>
              {levelText(tree.facts, value)}
            </option>
          ))}
        </select>
        {empty && <span class="quiet">{t('review.empty')}</span>}
        <span role="status" class="quiet">
          {reviewing.error.value
            ? messageOf(reviewing.error.value)
            : reviewed && !reviewed.game.complete
              ? t('review.partly')
              : reviewing.stopped.value
                ? t('review.stopped')
                : ''}
        </span>
      </div>
    </div>
  )
}

/** "14 · usual". */
export function levelText({ review_levels }: GameFacts, value: number): string {
  const name = names[review_levels.indexOf(value)]
  return name ? t('review.level.named', { n: value, name: t(`review.level.${name}`) }) : String(value)
}

/** Writes the review into the game. */
export function Annotate({ tree, reviewing }: { tree: GameTree; reviewing: Reviewing }) {
  const reviewed = reviewing.reviewed.value
  const write = async () => {
    await fetchWritten()
    annotate(tree, reviewed!, review => verdictSentence(tree.facts, review))
  }
  return (
    <button type="button" disabled={!reviewed || reviewing.progress.value !== null} title={t('review.annotate.help')} onClick={() => void write()}>
      {t('review.annotate')}
    </button>
  )
}
