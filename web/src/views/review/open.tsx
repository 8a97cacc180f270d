// SPDX-License-Identifier: MIT
//
// The panel in which a game comes in: a text field, a button for files, the list of a collection.
import type { ComponentChildren } from 'preact'
import { signal, type Signal } from '@preact/signals'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { Rules } from '../../engine/rules'
import type { Sheet } from '../../engine/types'
import { openSource, type Collection, type Failure, type Source } from '../../game/source'
import { maybeText, messageOf, t } from '../../i18n'
import { GameBoard } from '../../parts/game_board'
import { sourceOf, take } from '../../parts/incoming'
import { Games } from './games'

/** A game of the WTHOR collection, of 2001. */
const EXAMPLE =
  'f5d6c4d3e6f4e3f3c3c5d2b4b3c2e2c6a5a3d7d1f1c1b6e1b5a6a4d8e7c7g4g3f6h4e8f8c8b8b1b2b7g7f2g5h8h6f7a8a7g8h7g6h5h3g2h1g1a1a2'

/** The opened game, or the reason against it. Kept beside the view: the list is still there when one comes back from a game. */
export interface Opening {
  failure: Signal<Failure | null>
  collection: Signal<Collection | null>
}

export const newOpening = (): Opening => ({ failure: signal(null), collection: signal(null) })

/** Open a source: a game goes to `onSheet`, all else is told in `opening`. */
export function openInto(opening: Opening, rules: Rules, source: Source | null, onSheet: (sheet: Sheet) => void) {
  opening.collection.value?.end()
  opening.collection.value = null
  opening.failure.value = source ? null : { problem: () => t('review.open.large') }
  if (!source) return
  const opened = openSource(rules, source)
  if ('sheet' in opened) onSheet(opened.sheet)
  else if ('collection' in opened) opening.collection.value = opened.collection
  else opening.failure.value = opened.failure
}

interface OpenProps {
  rules: Rules
  opening: Opening
  over: boolean
  onSource(source: Source | null): void
  onSheet(sheet: Sheet): void
  children?: ComponentChildren
}

export function OpenPanel({ rules, opening, over, onSource, onSheet, children }: OpenProps) {
  const [text, setText] = useState('')
  const facts = rules.about.games[0]!
  const { board } = rules.line({ game: facts.name })
  const failure = opening.failure.value
  const collection = opening.collection.value
  const told = useRef<HTMLDivElement>(null)
  const message = failure && messageOf(failure.problem) // it comes a little later than the failure
  useEffect(() => void (failure && told.current!.scrollIntoView({ block: 'nearest' })), [failure, message]) // a phone has it below the screen
  const openFiles = (input: HTMLInputElement) => {
    const source = sourceOf([...(input.files ?? [])])
    input.value = '' // so that the same file can be chosen again
    void take(source, onSource)
  }
  const open = (data: string) => void take({ data }, onSource)
  const submit = (event: Event) => {
    event.preventDefault()
    open(text)
  }
  return (
    <div class="table open-panel">
      <header class="table-head">
        <h1>{t('review.open.title')}</h1>
      </header>
      <div class="table-board">
        <GameBoard facts={facts} board={board} label={t('review.board', { game: maybeText(`game.${facts.name}`, facts.title) })} />
      </div>
      <div class="table-side">
        <form class={`open-form${over ? ' over' : ''}`} onSubmit={submit}>
          <label for="open-text">{t('review.open.hint')}</label>
          <textarea
            id="open-text"
            rows={4}
            spellcheck={false}
            autocapitalize="off"
            placeholder="f5d6c3d3c4 …"
            value={text}
            onInput={event => setText(event.currentTarget.value)}
            onPaste={event => {
              const pasted = event.clipboardData?.getData('text/plain')
              if (pasted?.trim() && !text.trim()) open(pasted)
            }}
            onKeyDown={event => event.key === 'Enter' && (event.ctrlKey || event.metaKey) && submit(event)}
          />
          <div class="open-buttons">
            <button type="submit" class="main" disabled={!text.trim()}>
              {t('review.open.read')}
            </button>
            <label class="button">
              {t('review.open.file')}
              <input type="file" multiple class="hidden-text" onChange={event => openFiles(event.currentTarget)} />
            </label>
            <button type="button" onClick={() => open(EXAMPLE)}>
              {t('review.open.example')}
            </button>
            {children}
          </div>
          <p class="quiet">{t(over ? 'review.open.drop' : 'review.open.formats')}</p>
        </form>
        <div ref={told} role="alert">
          {failure && <FailureText failure={failure} onSheet={onSheet} />}
        </div>
        {collection && <Games rules={rules} collection={collection} onSheet={onSheet} />}
      </div>
    </div>
  )
}

/** The word that a text begins with: a square or a move if it is one, so that moves that follow without a blank are not marked with it. */
const firstWord = (text: string) => /^(?:[a-z]\d(?:[-x:]+[a-z]\d)*|[\p{L}\p{N}]+(?:[-x:]\d+)*|\S)/iu.exec(text)?.[0] ?? ''

function FailureText({ failure, onSheet }: { failure: Failure; onSheet(sheet: Sheet): void }) {
  const { line, column, text, prefix } = failure
  const message = messageOf(failure.problem)
  const at = (column ?? 1) - 1
  const faulty = text === undefined ? '' : firstWord(text.slice(at, at + 30))
  return (
    <div class="failure">
      <strong>{t('review.open.nothing')}</strong>
      <p>{line ? t('review.open.where', { line, column: column ?? 1, message }) : message}</p>
      {text !== undefined && column !== undefined && (
        <pre>
          {text.slice(Math.max(0, at - 30), at)}
          <mark>{faulty || ' '}</mark>
          {text.slice(at + faulty.length, at + 30)}
        </pre>
      )}
      {prefix && (
        <button type="button" onClick={() => onSheet(prefix)}>
          {t('review.open.prefix', { n: prefix.moves.length })}
        </button>
      )}
    </div>
  )
}
