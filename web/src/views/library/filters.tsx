// SPDX-License-Identifier: MIT
//
// The form that says which games are wanted. A field counts when one leaves it or presses Enter.
import { useLayoutEffect, useState } from 'preact/hooks'
import { colorText } from '../../board/spoken'
import type { GameFacts } from '../../engine/types'
import { useOneColumn } from '../../parts/columns'
import { libraryText } from './texts'
import { fields, noFields, results, type FieldName, type Fields } from './wish'

interface FiltersProps {
  facts: GameFacts
  onFields(changed: Fields): void
}

/** The result in the words of the game's colours. */
function resultWords(facts: GameFacts, result: (typeof results)[number]): string {
  if (result === 'drawn' || result === 'unknown') return libraryText(result)
  return libraryText('won', { color: colorText(facts.colors[result === 'black' ? 0 : 1]) })
}

export function Filters({ facts, onFields }: FiltersProps) {
  const shown = fields.value
  const [draft, setDraft] = useState<Fields>(shown)
  useLayoutEffect(() => setDraft(shown), [shown]) // the next letter stays
  const oneColumn = useOneColumn()
  const isWritten = Object.values(shown).some(Boolean)
  const [open, setOpen] = useState(!oneColumn || isWritten)
  const apply = (wanted: Fields) => {
    const changed = Object.fromEntries(Object.entries(wanted).map(([name, text]) => [name, text.trim()])) as unknown as Fields
    if (Object.keys(changed).some(name => changed[name as FieldName] !== fields.value[name as FieldName])) onFields(changed)
  }
  const text = (name: 'player' | 'opponent' | 'event' | 'opening' | 'from' | 'to', year = false) => (
    <label>
      {libraryText(name)}
      <input
        name={name}
        type="text"
        autocomplete="off"
        autocapitalize="off"
        spellcheck={false}
        {...(year && { inputMode: 'numeric' as const, maxLength: 4, pattern: '[0-9]{1,4}' })}
        value={draft[name]}
        onInput={event => setDraft({ ...draft, [name]: event.currentTarget.value })}
        onChange={event => event.currentTarget.validity.valid && apply({ ...draft, [name]: event.currentTarget.value })}
      />
    </label>
  )
  const choice = (name: 'color' | 'result', none: string, options: readonly (readonly [string, string])[]) => (
    <label>
      {libraryText(name)}
      <select name={name} value={draft[name]} onChange={event => apply({ ...draft, [name]: event.currentTarget.value })}>
        <option value="">{none}</option>
        {options.map(([value, words]) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </select>
    </label>
  )
  const [first, second] = facts.colors
  return (
    <details class="library-filters" open={open} onToggle={event => setOpen(event.currentTarget.open)}>
      <summary>{libraryText('filters')}</summary>
      <form
        role="search"
        onSubmit={event => {
          event.preventDefault()
          apply(draft)
        }}
      >
        {text('player')}
        {choice('color', libraryText('either'), [['black', colorText(first)], ['white', colorText(second)]])}
        {text('opponent')}
        {choice('result', libraryText('any'), results.map(result => [result, resultWords(facts, result)] as const))}
        {text('event')}
        {text('opening')}
        {text('from', true)}
        {text('to', true)}
        <div class="buttons">
          <button type="submit" class="main">
            {libraryText('search')}
          </button>
          <button type="button" disabled={!isWritten} onClick={() => apply(noFields)}>
            {libraryText('clear')}
          </button>
        </div>
        <p class="quiet">{libraryText('quotes')}</p>
      </form>
    </details>
  )
}
