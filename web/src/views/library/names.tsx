// SPDX-License-Identifier: MIT
//
// The names in the games that fit: players, events, openings, years, each with the number of its games. One that is chosen is looked for;
// chosen again, no more. While a player is looked for, the list of players is that of the opponents.
import { useEffect, useState } from 'preact/hooks'
import type { LibraryGroup, LibraryNames, LibraryRow } from '../../engine/library'
import type { Played } from '../../engine/types'
import { decimal, sentenceOf, t } from '../../i18n'
import { openingText } from '../../i18n/openings'
import { useServices } from '../../services/context'
import { useAnswer } from './answer'
import { libraryText } from './texts'
import { fields, whole, wishOf, type Fields } from './wish'

const PAGE = 20
const MOST = 1000 // as many as the library tells at once
const groups: readonly (readonly LibraryGroup[])[] = [['players', 'events'], ['openings', 'years']] // where a row has no room for all: two

/** The fields that a name of the group fills. */
function filled(group: LibraryGroup, name: string, { player }: Fields): Partial<Fields> {
  if (group === 'players') return player && player !== whole(name) ? { opponent: whole(name) } : { player: whole(name) }
  if (group === 'events') return { event: whole(name) }
  if (group === 'openings') return { opening: whole(name) }
  return { from: name, to: name }
}

/** The fields without those of the group: so others than the chosen one can be seen. */
function without(group: LibraryGroup, now: Fields): Fields {
  if (group === 'players') return now.player ? { ...now, opponent: '' } : { ...now, player: '', opponent: '' }
  if (group === 'events') return { ...now, event: '' }
  if (group === 'openings') return { ...now, opening: '' }
  return { ...now, from: '', to: '' }
}

/** Part of the points that a player made, in percent. */
function pointsOf({ black, drawn, white }: LibraryRow): number | undefined {
  const known = black + drawn + white
  return known ? Math.round((100 * (black + drawn / 2)) / known) : undefined
}

/** The text that is being written, once it rests. */
function useRested(text: string): string {
  const [rested, setRested] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), 200)
    return () => clearTimeout(timer)
  }, [text])
  return rested
}

interface NamesProps {
  game: string
  rules: string
  played: Played | undefined
  onFields(changed: Fields): void
}

/** The rows of one group. Names of openings are few, and looked for here, in the language of the page. */
function NamesOf({ group, game, rules, played, onFields }: NamesProps & { group: LibraryGroup }) {
  const library = useServices().library!
  const [text, setText] = useState('')
  const [shown, setShown] = useState(PAGE)
  const begins = useRested(text.trim())
  const now = fields.value
  const local = group === 'openings'
  const all = local || group === 'years'
  const sent = local ? '' : begins
  const wish = { ...wishOf(without(group, now)), game, rules, limit: all ? MOST : Math.min(shown, MOST) }
  const { value, busy, failed } = useAnswer<LibraryNames>(JSON.stringify([sent, wish, played]), givenUp =>
    library.names(group, sent, wish, played, givenUp),
  )
  const nameText = (name: string) => (local ? openingText(name) : name)
  const isLike = (name: string) => name.toLocaleLowerCase().includes(begins.toLocaleLowerCase())
  const rows = (value?.rows ?? []).filter(({ name }) => !local || isLike(name) || isLike(nameText(name)))
  const left = all ? 0 : Math.min(value?.count ?? 0, MOST) - shown
  return (
    <div aria-busy={busy} data-names={busy ? undefined : group}>
      {group !== 'years' && (
        <input
          type="search"
          aria-label={libraryText('begins')}
          placeholder={libraryText('begins')}
          value={text}
          onInput={event => {
            setText(event.currentTarget.value)
            setShown(PAGE)
          }}
        />
      )}
      {failed && <p class="bad">{sentenceOf(failed)}</p>}
      {value && !rows.length && <p class="quiet">{libraryText('names.none')}</p>}
      {!value && busy && <p class="quiet">{t('study.loading')}</p>}
      <ul class="library-rows">
        {rows.map(row => (
          <Row key={row.name} group={group} row={row} text={nameText(row.name)} onFields={onFields} />
        ))}
      </ul>
      {left > 0 && (
        <button type="button" onClick={() => setShown(shown + 2 * PAGE)}>
          {libraryText('more', { n: left })}
        </button>
      )}
    </div>
  )
}

function Row({ group, row, text, onFields }: { group: LibraryGroup; row: LibraryRow; text: string; onFields(changed: Fields): void }) {
  const now = fields.value
  const part = filled(group, row.name, now)
  const names = Object.keys(part) as (keyof Fields)[]
  const pressed = names.every(name => now[name] === part[name])
  const emptied = Object.fromEntries(names.map(name => [name, '']))
  const points = group === 'players' ? pointsOf(row) : undefined
  return (
    <li>
      <button type="button" aria-pressed={pressed} onClick={() => onFields({ ...now, ...(pressed ? emptied : part) })}>
        <span>{text}</span>{' '}
        {points !== undefined && (
          <>
            <span class="quiet library-count" aria-hidden="true">
              {libraryText('points.short', { n: points })}
            </span>
            <span class="hidden-text">{libraryText('points', { n: points })}, </span>{' '}
          </>
        )}
        <span class="library-count">{decimal(row.games, 0)}</span>
      </button>
    </li>
  )
}

export function Names(props: NamesProps) {
  const [group, setGroup] = useState<LibraryGroup>('players')
  const isMet = fields.value.player !== ''
  return (
    <section class="library-names">
      <h2>{libraryText('names')}</h2>
      <div class="buttons" role="group" aria-label={libraryText('names')}>
        {groups.map(two => (
          <div key={two[0]} class="library-groups">
            {two.map(each => (
              <button key={each} type="button" aria-pressed={each === group} onClick={() => setGroup(each)}>
                {libraryText(each === 'players' && isMet ? 'opponents' : each)}
              </button>
            ))}
          </div>
        ))}
      </div>
      <NamesOf key={group} group={group} {...props} />
    </section>
  )
}
