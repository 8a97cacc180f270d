// SPDX-License-Identifier: MIT
//
// The decks: what is due in each, new ones, one's own lines, and progress as a file; or the drill that runs.
import type { ComponentChildren } from 'preact'
import { useMemo, useState } from 'preact/hooks'
import { colorText } from '../../board/spoken'
import { t } from '../../i18n'
import { openingText } from '../../i18n/openings'
import { download } from '../../parts/download'
import { kindText } from '../../parts/game_names'
import { useServices } from '../../services/context'
import { goTo, route } from '../../services/router'
import { cardsOf, courseOf, deckFor, drillsOf, type Drill } from '../../study/drill'
import { addOpening, exportStudy, importStudy, kept, removeLine, removeOpening, type OwnLine } from '../../study/kept'
import { deckOf } from '../../study/kept'
import { allOpenings, NAMED_GAME, openings, type Opening } from '../../study/openings'
import { openTree, treeOf } from './opened'
import { DrillRun } from './run'

/** "Tiger", "My repertoire: Lines of Action", "My repertoire: Othello · fewest discs". */
function useDrillName(): (drill: Drill) => string {
  const { rules } = useServices()
  return ({ choice, game, rules: variant }) => {
    const opening = choice && allOpenings.find(({ line }) => line === choice.line)
    if (choice) return opening ? openingText(opening.name) : t('study.deck.all')
    return `${t('study.repertoire')}: ${kindText(rules.game(game), { game, rules: variant })}`
  }
}

const known = (games: readonly { name: string }[], { game }: Drill) => games.some(({ name }) => name === game)

/** `children`: the head of the view. */
export function Drills({ children }: { children: ComponentChildren }) {
  const { rules } = useServices()
  const nameOf = useDrillName()
  const [, redraw] = useState(0)
  const drills = drillsOf(kept.value).filter(drill => known(rules.about.games, drill))
  // The address names the deck of the drill that runs, the way back ends it.
  const deck = route.value.query.get('deck')
  const running = useMemo(() => drills.find(drill => drill.deck === deck), [deck])
  const leave = () => goTo('study', { tab: 'drills' })
  if (running)
    return (
      <DrillRun key={running.deck} drill={running} name={nameOf(running)} onLeave={leave}>
        {children}
      </DrillRun>
    )
  return (
    <div class="study drills">
      {children}
      <p>{t('study.drills.about')}</p>
      {drills.length === 0 && <p class="quiet">{t('study.drills.none')}</p>}
      <ul class="decks">
        {drills.map(drill => (
          <DeckItem key={drill.deck} drill={drill} name={nameOf(drill)} onStart={() => goTo('study', { tab: 'drills', deck: drill.deck })} />
        ))}
      </ul>
      <div class="drills-forms">
        <NewDeck />
        <ProgressFile onRead={() => redraw(n => n + 1)} />
      </div>
    </div>
  )
}

function DeckItem({ drill, name, onStart }: { drill: Drill; name: string; onStart(): void }) {
  const { rules } = useServices()
  const { known, due, fresh } = useMemo(() => {
    const course = courseOf(rules, drill)
    return deckFor(drill, course).count(cardsOf(course))
  }, [drill])
  const title = t('study.deck', { name, color: colorText(drill.color) })
  const { choice } = drill
  return (
    <li class="card deck">
      <h2>{title}</h2>
      <p class="quiet">{t('study.deck.counts', { due, fresh, known })}</p>
      <div class="buttons">
        <button type="button" class={due ? 'main' : ''} aria-label={`${t('study.deck.start')}: ${title}`} onClick={onStart}>
          {t(due + fresh ? 'study.deck.start' : 'study.deck.practise')}
        </button>
        {choice && (
          <button
            type="button"
            aria-label={t('study.deck.remove.name', { name: title })}
            onClick={() => removeOpening(choice)}
          >
            {t('study.deck.remove')}
          </button>
        )}
      </div>
      {!choice && <OwnLines drill={drill} />}
    </li>
  )
}

function OwnLines({ drill }: { drill: Drill }) {
  const { rules } = useServices()
  const lines = kept.value.lines.filter(line => deckOf(line) === drill.deck)
  const look = ({ game, moves, rules: variant, start }: OwnLine) => {
    openTree(treeOf(rules, game, moves, variant, start))
    goTo('study')
  }
  return (
    <details>
      <summary>{t('study.deck.lines', { count: lines.length })}</summary>
      <ul class="own-lines">
        {lines.map(line => {
          const text = line.moves.join(' ')
          return (
            <li key={text}>
              <button type="button" class="opening-name" onClick={() => look(line)}>
                {text}
              </button>
              <button type="button" aria-label={t('study.deck.remove.name', { name: text })} onClick={() => removeLine(line)}>
                {t('study.deck.remove')}
              </button>
            </li>
          )
        })}
      </ul>
    </details>
  )
}

/** Openings by their names, indented as in the tree. */
function optionsOf(list: readonly Opening[], depth = 0): { opening: Opening; depth: number }[] {
  return list.flatMap(opening => [{ opening, depth }, ...optionsOf(opening.children, depth + 1)])
}

function NewDeck() {
  const { rules } = useServices()
  const { colors } = rules.game(NAMED_GAME)
  const [line, setLine] = useState(openings[0]?.line ?? '')
  const [color, setColor] = useState(colors[0])
  const options = useMemo(() => optionsOf(openings), [])
  const submit = (event: Event) => {
    event.preventDefault()
    addOpening({ line, color })
  }
  return (
    <form class="card new-deck" onSubmit={submit}>
      <h2>{t('study.new')}</h2>
      <label>
        {t('study.new.opening')}
        <select name="opening" value={line} onChange={event => setLine(event.currentTarget.value)}>
          <option value="">{t('study.deck.all')}</option>
          {options.map(({ opening, depth }) => (
            <option key={opening.line} value={opening.line}>
              {'\u2003'.repeat(depth) + openingText(opening.name)}
            </option>
          ))}
        </select>
      </label>
      <label>
        {t('study.new.color')}
        <select name="color" value={color} onChange={event => setColor(event.currentTarget.value)}>
          {colors.map(each => (
            <option key={each} value={each}>
              {colorText(each)}
            </option>
          ))}
        </select>
      </label>
      <button type="submit">{t('study.new.add')}</button>
    </form>
  )
}

function ProgressFile({ onRead }: { onRead(): void }) {
  const [told, setTold] = useState('')
  const [bad, setBad] = useState(false)
  const read = async (input: HTMLInputElement) => {
    const [file] = input.files ?? []
    if (!file) return
    try {
      setTold(t('study.file.read', importStudy(await file.text())))
      setBad(false)
      onRead()
    } catch {
      setTold(t('study.file.bad'))
      setBad(true)
    }
    input.value = ''
  }
  return (
    <section class="card">
      <h2>{t('study.file')}</h2>
      <p class="quiet">{t('study.file.about')}</p>
      <div class="buttons">
        <button type="button" onClick={() => download(exportStudy(), 'flank-study.json')}>
          {t('study.file.export')}
        </button>
        <label class="button">
          {t('study.file.import')}
          <input
            type="file"
            accept=".json,application/json"
            class="hidden-text"
            onChange={event => void read(event.currentTarget)}
          />
        </label>
      </div>
      <p role="status" class={bad ? 'bad' : ''}>
        {told}
      </p>
    </section>
  )
}
