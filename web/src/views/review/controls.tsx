// SPDX-License-Identifier: MIT
//
// Asking for a review: how deep, how far it is, stop; and what can be done with it.
import { signal } from '@preact/signals'
import type { GameTree, Node } from '../../game/tree'
import { messageOf, t } from '../../i18n'
import { announce } from '../../parts/announce'
import { waitingText } from '../../parts/thinking'
import { useServices } from '../../services/context'
import { annotate, isMistake, type Reviewing } from './reviewing'
import { sentence, verdictText } from './words'

/** The choices: lower levels slip, and of the highest ones few differ in what they find. */
const offered = [6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 27, 30, 36, 60]
const names: [number, 'quick' | 'usual' | 'deep' | 'deepest'][] = [
  [8, 'quick'],
  [14, 'usual'],
  [18, 'deep'],
  [22, 'deepest'],
]
const USUAL = 14
const STORED = 'flank.review.level'

const level = signal(readLevel())

function readLevel(): number {
  const stored = Number(localStorage.getItem(STORED))
  return offered.includes(stored) ? stored : USUAL
}

function chooseLevel(value: number) {
  level.value = value
  localStorage.setItem(STORED, String(value))
}

export function ReviewControls({ tree, reviewing }: { tree: GameTree; reviewing: Reviewing }) {
  const { rules, engine } = useServices()
  void tree.version.value
  const progress = reviewing.progress.value
  const reviewed = reviewing.reviewed.value
  const levels = offered.filter(value => value <= rules.about.level_max)
  const start = async () => {
    const done = await reviewing.start(engine, tree, level.value)
    if (!done) return
    const mistakes = done.game.moves.filter(isMistake).length
    announce(t('review.done', { n: mistakes }))
  }
  if (progress)
    return (
      <div class="review-controls">
        <progress max={progress.total} value={progress.done} aria-label={t('review.progress')} />
        <span class="quiet">
          {waitingText() ?? t('review.progress.count', { done: progress.done, total: progress.total })}
        </span>
        <button type="button" onClick={() => reviewing.stop()}>
          {t('review.stop')}
        </button>
      </div>
    )
  const empty = tree.root.children.length === 0
  return (
    <div class="review-controls">
      <button type="button" class={reviewed ? '' : 'main'} disabled={empty} onClick={() => void start()}>
        {t(reviewed ? 'review.again' : 'review.start')}
      </button>
      <label>
        {t('review.level')}{' '}
        <select value={level.value} onChange={event => chooseLevel(Number(event.currentTarget.value))}>
          {levels.map(value => (
            <option key={value} value={value}>
              {levelText(value)}
            </option>
          ))}
        </select>
      </label>
      {reviewed && (
        <button type="button" onClick={() => annotate(tree, reviewed, commentOf(tree, reviewed.game.moves))} title={t('review.annotate.help')}>
          {t('review.annotate')}
        </button>
      )}
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
  )
}

function levelText(value: number): string {
  const name = names.find(([number]) => number === value)?.[1]
  return name ? t('review.level.named', { n: value, name: t(`review.level.${name}`) }) : String(value)
}

type Comment = Parameters<typeof annotate>[2]

function commentOf(tree: GameTree, reviews: readonly Parameters<Comment>[1][]): Comment {
  return (node: Node, review) => `${verdictText(review)}: ${sentence(tree.facts, review, reviews[node.ply])}`
}
