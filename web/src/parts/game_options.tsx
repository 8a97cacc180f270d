// SPDX-License-Identifier: MIT
//
// The choices of a clock, of an opening and of rules, in the dialogs that begin a game.
import type { GameFacts } from '../engine/types'
import { parseTotal, type ClockTime } from '../game/clock'
import { maybeText, t } from '../i18n'
import type { DrawnKind } from '../game/match'
import { timeText } from './clock'
import { hasOpening, openingKinds, type OpeningKind } from './opening_moves'

const clocks: readonly ClockTime[] = [
  { total_ms: 60_000, increment_ms: 0 },
  { total_ms: 180_000, increment_ms: 2000 },
  { total_ms: 300_000, increment_ms: 0 },
  { total_ms: 600_000, increment_ms: 5000 },
  { total_ms: 1_500_000, increment_ms: 0 },
]

/** The clock, the rules and the opening as they are chosen; the clock by its place in the list, or as it is typed. */
export interface GameOptions {
  clock: string // 'none', 'custom', or a number
  total: string
  seconds: string
  rules: Record<string, string>
  opening: OpeningKind
}

export function optionsOf(time: ClockTime | null, rules: string, drawn?: DrawnKind): GameOptions {
  const preset = clocks.findIndex(one => one.total_ms === time?.total_ms && one.increment_ms === time.increment_ms)
  const values = rules.split(',').flatMap(rule => (rule.includes('=') ? [rule.split('=') as [string, string]] : []))
  return {
    clock: !time ? 'none' : preset >= 0 ? String(preset) : 'custom',
    total: time ? String(time.total_ms / 60_000) : '5',
    seconds: time ? String(time.increment_ms / 1000) : '0',
    rules: Object.fromEntries(values),
    opening: drawn ?? 'usual',
  }
}

/** The clock that is chosen; undefined if what was typed is none. */
export function timeOf({ clock, total, seconds }: GameOptions): ClockTime | null | undefined {
  if (clock === 'none') return null
  if (clock !== 'custom') return clocks[Number(clock)]!
  const time = { total_ms: parseTotal(total), increment_ms: Math.round(Number(seconds) * 1000) }
  return time.total_ms > 0 && time.increment_ms >= 0 && time.increment_ms <= 600_000 ? time : undefined
}

/** The rules that are chosen and not the usual ones. */
export const rulesOf = ({ rules }: Pick<GameOptions, 'rules'>, facts: GameFacts): string =>
  facts.params
    .filter(({ name, values }) => rules[name] && rules[name] !== values[0])
    .map(({ name }) => `${name}=${rules[name]}`)
    .join(',')

function clockText({ total_ms, increment_ms }: ClockTime): string {
  const total = timeText(total_ms)
  return increment_ms ? t('play.clock.increment', { total, seconds: increment_ms / 1000 }) : total
}

export interface OptionsProps {
  choice: GameOptions
  set(part: Partial<GameOptions>): void
}

/** `bad`: what is typed is no time. */
export function ClockChoice({ choice, set, bad, disabled = false }: OptionsProps & { bad: boolean; disabled?: boolean }) {
  const custom = choice.clock === 'custom'
  return (
    <fieldset disabled={disabled}>
      <legend>{t('play.clock')}</legend>
      <select
        name="clock"
        aria-label={t('play.clock')}
        value={choice.clock}
        onChange={event => set({ clock: event.currentTarget.value })}
      >
        <option value="none">{t('play.clock.none')}</option>
        {clocks.map((time, index) => (
          <option key={index} value={String(index)}>
            {clockText(time)}
          </option>
        ))}
        <option value="custom">{t('play.clock.custom')}</option>
      </select>
      {choice.clock !== 'none' && <p class="about">{t('play.clock.used')}</p>}
      {custom && (
        <div class="custom-clock">
          <label>
            {t('play.clock.total')}
            <input
              name="total"
              inputMode="decimal"
              value={choice.total}
              aria-invalid={bad}
              aria-describedby={bad ? 'clock-bad' : undefined}
              onInput={event => set({ total: event.currentTarget.value })}
            />
          </label>
          <label>
            {t('play.clock.seconds')}
            <input
              name="seconds"
              type="number"
              min="0"
              max="600"
              value={choice.seconds}
              onInput={event => set({ seconds: event.currentTarget.value })}
            />
          </label>
          {bad && (
            <p id="clock-bad" class="bad" role="alert">
              {t('play.clock.bad')}
            </p>
          )}
        </div>
      )}
    </fieldset>
  )
}

/** `failed`: the openings could not be fetched. */
export function OpeningChoice({ choice, set, facts, failed }: OptionsProps & { facts: GameFacts; failed: boolean }) {
  const kinds = openingKinds.filter(kind => hasOpening({ game: facts.name, rules: rulesOf(choice, facts) }, kind))
  return (
    <fieldset>
      <legend>{t('play.opening')}</legend>
      <select
        name="opening-moves"
        aria-label={t('play.opening')}
        value={kinds.includes(choice.opening) ? choice.opening : 'usual'}
        onChange={event => set({ opening: event.currentTarget.value as OpeningKind })}
      >
        {kinds.map(kind => (
          <option key={kind} value={kind}>
            {t(`play.begin.${kind}`)}
          </option>
        ))}
      </select>
      {failed && (
        <p class="bad" role="alert">
          {t('play.begin.failed')}
        </p>
      )}
    </fieldset>
  )
}

export function RulesChoice(props: OptionsProps & { facts: GameFacts }) {
  if (!props.facts.params.length) return null
  return (
    <details>
      <summary>{t('play.rules')}</summary>
      <Rules {...props} />
    </details>
  )
}

/** The same without a fold of their own. */
export function Rules({ choice, set, facts }: OptionsProps & { facts: GameFacts }) {
  const key = (name: string, value = '') => `param.${facts.name}.${name}${value && `.${value}`}`
  return (
    <>
      {facts.params.map(({ name, help, values }) => (
        <label key={name} class="rule">
          {maybeText(key(name), help)}
          <select
            name={name}
            value={choice.rules[name] ?? values[0]}
            onChange={event => set({ rules: { ...choice.rules, [name]: event.currentTarget.value } })}
          >
            {values.map(value => (
              <option key={value} value={value}>
                {maybeText(key(name, value), value)}
              </option>
            ))}
          </select>
        </label>
      ))}
    </>
  )
}
