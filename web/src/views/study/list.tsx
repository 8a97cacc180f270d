// SPDX-License-Identifier: MIT
//
// The named openings: a tree by their moves, or what a search finds.
import { useEffect, useRef, useState } from 'preact/hooks'
import { t } from '../../i18n'
import { openingText } from '../../i18n/openings'
import { allOpenings, openings, searchOpenings, type Opening } from '../../study/openings'

interface ListProps {
  /** The moves on the board, "f5d6c3". */
  line: string
  onOpening(opening: Opening): void
}

function Item({ opening, line, onOpening, nested }: ListProps & { opening: Opening; nested: boolean }) {
  const { children, name } = opening
  return (
    <li>
      <button
        type="button"
        class="opening-name"
        aria-current={opening.line === line ? 'true' : undefined}
        onClick={() => onOpening(opening)}
      >
        {openingText(name)}
        {!nested && <span class="quiet"> {opening.line}</span>}
      </button>
      {nested && children.length > 0 && (
        <ul>
          {children.map(child => (
            <Item key={child.line} opening={child} line={line} onOpening={onOpening} nested />
          ))}
        </ul>
      )}
    </li>
  )
}

/** Keep the current opening in sight, within the list alone. */
function useInSight(line: string, open: boolean) {
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    const box = list.current
    const current = box?.querySelector<HTMLElement>('[aria-current]')
    if (!box || !current) return
    const from = current.offsetTop - box.offsetTop
    if (from < box.scrollTop || from > box.scrollTop + box.clientHeight - 40) box.scrollTop = from - box.clientHeight / 3
  }, [line, open])
  return list
}

const roomy = () => matchMedia('(min-width: 52rem)').matches

export function OpeningList({ line, onOpening }: ListProps) {
  const [text, setText] = useState('')
  const [open, setOpen] = useState(roomy)
  const list = useInSight(line, open)
  const searched = text.trim() !== ''
  const shown = searched ? searchOpenings(text, openingText) : openings
  const choose = (opening: Opening) => {
    onOpening(opening)
    if (!roomy()) setOpen(false)
  }
  return (
    <details class="opening-list" open={open} onToggle={event => setOpen(event.currentTarget.open)}>
      <summary>{t('study.list', { count: allOpenings.length })}</summary>
      <input
        type="search"
        aria-label={t('study.search')}
        placeholder={t('study.search')}
        value={text}
        onInput={event => setText(event.currentTarget.value)}
        onKeyDown={event => event.key === 'Enter' && searched && shown[0] && choose(shown[0])}
      />
      <p role="status" class={searched ? 'quiet' : 'hidden-text'}>
        {searched && (shown.length ? t('study.search.found', { count: shown.length }) : t('study.search.none'))}
      </p>
      <ul ref={list} class="opening-names">
        {open &&
          shown.map(opening => (
            <Item key={opening.line} opening={opening} line={line} onOpening={choose} nested={!searched} />
          ))}
      </ul>
    </details>
  )
}
