// SPDX-License-Identifier: MIT
//
// The dialog in which a new game is chosen.
import type { TargetedKeyboardEvent } from 'preact'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { colorText } from '../../board/spoken'
import type { GameFacts } from '../../engine/types'
import { groupOf, levelGroups, type LevelGroup } from '../../game/levels'
import type { MatchSettings, Player } from '../../game/match'
import { maybeText, t } from '../../i18n'
import { ClockChoice, OpeningChoice, optionsOf, Rules, rulesOf, timeOf, type GameOptions } from '../../parts/game_options'
import { drawnOf, openingMoves } from '../../parts/opening_moves'
import { useServices } from '../../services/context'
import { learnHash } from '../../services/router'
import { gameText } from './texts'

const sides: readonly [Player, Player][] = [
  ['person', 'engine'],
  ['engine', 'person'],
  ['person', 'person'],
  ['engine', 'engine'],
  ['person', 'friend'],
  ['friend', 'person'],
]
const FRIEND = 4 // the first of the sides with a friend

/** The choices in the dialog. */
interface Choice extends GameOptions {
  game: string
  side: number
  level: number
}

function choiceOf({ game, rules, players, level, time, drawn }: MatchSettings): Choice {
  const side = sides.findIndex(pair => pair[0] === players[0] && pair[1] === players[1])
  return { game, side, level, ...optionsOf(time, rules, drawn) }
}

/** The settings that are chosen; null if the clock is none. */
function settingsOf(choice: Choice, facts: GameFacts): MatchSettings | null {
  const time = choice.side >= FRIEND ? null : timeOf(choice)
  if (time === undefined) return null
  const kind = { game: facts.name, rules: rulesOf(choice, facts) }
  return { ...kind, ...drawnOf(kind, choice.opening), players: sides[choice.side]!, level: choice.level, time }
}

interface PartProps {
  choice: Choice
  facts: GameFacts
  set(part: Partial<Choice>): void
}

const hasEngine = ({ side }: Choice) => sides[side]!.includes('engine')

function sideText(facts: GameFacts, side: number): string {
  if (side < 2) return t('play.sides.you', { color: colorText(facts.colors[side as 0 | 1]) })
  if (side >= FRIEND) return t('play.sides.friend', { color: colorText(facts.colors[(side - FRIEND) as 0 | 1]) })
  return t(side === 2 ? 'play.sides.people' : 'play.sides.engine')
}

function Sides({ choice, facts, set }: PartProps) {
  const { live } = useServices()
  return (
    <fieldset>
      <legend>{t('play.sides')}</legend>
      <div class="choices">
        {sides.map((_, side) => (
          <label key={side}>
            <input type="radio" name="side" checked={choice.side === side} value={side} onChange={() => set({ side })} />
            <span>{sideText(facts, side)}</span>
          </label>
        ))}
      </div>
      {live && (
        <a class="how" href={`#/live?game=${facts.name}`}>
          {t('play.live')}
        </a>
      )}
    </fieldset>
  )
}

/** The character of a group of levels. "Knows openings" only where there is a book. */
function levelAbout(name: LevelGroup['name'], { has_book }: GameFacts): string {
  const about = t(`play.level.${name}.about`)
  return has_book ? maybeText(`play.level.${name}.about.book`, about) : about
}

/** Enter starts the game from every choice; Firefox does not send a form from a slider by itself. */
function submitByEnter(event: TargetedKeyboardEvent<HTMLInputElement>) {
  if (event.key !== 'Enter') return
  event.preventDefault() // Chromium would send it once more
  event.currentTarget.form?.requestSubmit()
}

function Strength({ choice, facts, set }: PartProps) {
  const group = groupOf(choice.level)
  return (
    <fieldset disabled={!hasEngine(choice)}>
      <legend>{t('play.strength')}</legend>
      <div class="choices">
        {levelGroups.map(({ name, usual }) => (
          <label key={name}>
            <input
              type="radio"
              name="group"
              value={name}
              checked={name === group.name}
              onChange={() => set({ level: usual })}
            />
            <span>{t(`play.level.${name}`)}</span>
          </label>
        ))}
      </div>
      <p class="about">{levelAbout(group.name, facts)}</p>
    </fieldset>
  )
}

function ExactLevel({ choice, set }: PartProps) {
  const group = groupOf(choice.level)
  return (
    <fieldset disabled={!hasEngine(choice)}>
      <label class="exact-level">
        {t('play.strength.exact')}
        <input
          type="range"
          name="level"
          min={group.from}
          max={group.to}
          value={choice.level}
          onInput={event => set({ level: Number(event.currentTarget.value) })}
          onKeyDown={submitByEnter}
        />
        <output>{choice.level}</output>
      </label>
    </fieldset>
  )
}

/** A choice that a first game does without: it is folded unless something else than usual is chosen there. */
const isRefined = (choice: Choice, facts: GameFacts) =>
  choice.clock !== 'none' || choice.opening !== 'usual' || rulesOf(choice, facts) !== '' || (hasEngine(choice) && choice.level !== groupOf(choice.level).usual)

export interface NewGameProps {
  games: readonly GameFacts[]
  settings: MatchSettings
  /** There is something to go on with: moves, or a position of its own. */
  begun: boolean
  /** With the moves that the game begins with. */
  onStart(settings: MatchSettings, moves: string[]): void
  /** Players and level for the game that is being played. */
  onChange(settings: MatchSettings): void
  onClose(): void
}

export function NewGame({ games, settings, begun, onStart, onChange, onClose }: NewGameProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [choice, setChoice] = useState(() => choiceOf(settings))
  const { rules } = useServices()
  const [bad, setBad] = useState(false)
  const [failed, setFailed] = useState(false)
  useLayoutEffect(() => dialog.current?.showModal(), []) // keys are its own from the first
  const set = (part: Partial<Choice>) => setChoice({ ...choice, ...part })
  const facts = games.find(({ name }) => name === choice.game) ?? games[0]!
  const part = { choice, facts, set }
  const [refined] = useState(() => isRefined(choice, facts))
  const close = (then: (chosen: MatchSettings) => void) => (event: Event) => {
    event.preventDefault()
    const chosen = settingsOf(choice, facts)
    setBad(!chosen)
    if (!chosen) return
    dialog.current?.close() // this gives the focus back
    then(chosen)
  }
  const start = async (event: Event) => {
    event.preventDefault()
    const chosen = settingsOf(choice, facts)
    setBad(!chosen)
    if (!chosen) return
    const moves = await openingMoves(rules, chosen).catch(() => null)
    setFailed(!moves)
    if (!moves || !dialog.current?.open) return
    dialog.current.close()
    onStart(chosen, moves)
  }
  return (
    <dialog ref={dialog} class="new-game" aria-labelledby="new-game-title" onClose={onClose}>
      <form onSubmit={event => void start(event)}>
        <header>
          <h2 id="new-game-title">{t('play.new')}</h2>
          <a class="how" href={learnHash(facts.name, rulesOf(choice, facts))}>
            {t('play.how')}
          </a>
        </header>
        <fieldset>
          <legend>{t('play.game')}</legend>
          <div class="choices">
            {games.map(game => (
              <label key={game.name}>
                <input
                  type="radio"
                  name="game"
                  value={game.name}
                  checked={game === facts}
                  onChange={() => set({ game: game.name, rules: {}, opening: 'usual' })}
                />
                <span>{gameText(game)}</span>
              </label>
            ))}
          </div>
        </fieldset>
        <Sides {...part} />
        <Strength {...part} />
        <details open={refined || bad || failed}>
          <summary>{t('play.more')}</summary>
          <ExactLevel {...part} />
          <ClockChoice {...part} bad={bad} disabled={choice.side >= FRIEND} />
          <OpeningChoice {...part} failed={failed} />
          <Rules {...part} />
        </details>
        <div class="buttons dialog-foot">
          <button type="submit" class="main">
            {t('play.start')}
          </button>
          {begun && facts.name === settings.game && (
            <button type="button" onClick={close(onChange)}>
              {t('play.change')}
            </button>
          )}
          <button type="button" onClick={() => dialog.current?.close()}>
            {t('play.cancel')}
          </button>
        </div>
      </form>
    </dialog>
  )
}
