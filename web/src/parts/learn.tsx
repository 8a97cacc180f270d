// SPDX-License-Identifier: MIT
//
// "Learn it": the line to a tree's cursor into one's own repertoire, from one side or the other.
import { useState } from 'preact/hooks'
import { colorText } from '../board/spoken'
import { movesTo, type GameTree } from '../game/tree'
import { t } from '../i18n'
import { addLine } from '../study/kept'
import './parts.css'

interface SidesProps {
  tree: GameTree
  label: string
  onColor(color: string): void
}

/** A label and a button for each colour. */
export function Sides({ tree, label, onColor }: SidesProps) {
  return (
    <div class="learn-sides" role="group" aria-label={label}>
      <span>{label}</span>
      {tree.facts.colors.map(color => (
        <button key={color} type="button" onClick={() => onColor(color)}>
          {colorText(color)}
        </button>
      ))}
    </div>
  )
}

export function LearnLine({ tree, onAdded }: { tree: GameTree; onAdded(text: string): void }) {
  const { facts, rules, start } = tree
  const moves = movesTo(tree.cursor.value).map(move => move.move)
  if (!moves.length) return null
  const add = (color: string) => {
    const added = addLine({ game: facts.name, rules, ...(start ? { start } : {}), moves, color })
    onAdded(t(added ? 'study.added.line' : 'study.added.before'))
  }
  return <Sides tree={tree} label={t('study.learn.line', { count: moves.length })} onColor={add} />
}

/** For views in which games are played or reviewed. */
export function Learn({ tree }: { tree: GameTree }) {
  const [told, setTold] = useState('')
  if (!tree.cursor.value.move) return null
  return (
    <details class="learn" onToggle={event => event.currentTarget.open || setTold('')}>
      <summary>{t('study.learn')}</summary>
      <LearnLine tree={tree} onAdded={setTold} />
      <p role="status">
        {told}
        {told && (
          <>
            {' '}
            <a href="#/study?tab=drills">{t('study.to_drills')}</a>
          </>
        )}
      </p>
    </details>
  )
}
