// SPDX-License-Identifier: MIT
//
// The settings of a visitor, and facts about this page.
import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type { Engine } from '../../engine/engine'
import { serverTrouble } from '../../engine/server_state'
import { languages, t, type LanguageTag, type TextKey } from '../../i18n'
import { GameBoard } from '../../parts/game_board'
import { useOneColumn } from '../../parts/columns'
import { useServices } from '../../services/context'
import { change, settings, type Settings } from '../../services/settings'
import './settings.css'

type Name = 'theme' | 'board' | 'warn'

interface ChoiceProps<K extends Name> {
  name: K
  values: readonly Settings[K][]
  /** It shows the value that is chosen. */
  children?: ComponentChildren
}

/** One of several values, as buttons of which one is pressed. */
function Choice<K extends Name>({ name, values, children }: ChoiceProps<K>) {
  return (
    <fieldset class={children ? 'settings-shown' : ''}>
      <legend>{t(`settings.${name}`)}</legend>
      <div class="settings-choice">
        {values.map(value => (
          <label key={value}>
            <input
              type="radio"
              name={name}
              checked={settings.value[name] === value}
              onChange={() => change({ [name]: value } as Partial<Settings>)}
            />{' '}
            {t(`settings.${name}.${value}` as TextKey)}
          </label>
        ))}
      </div>
      {children}
    </fieldset>
  )
}

function Switch({ name }: { name: 'coordinates' | 'legal' | 'animation' | 'sound' | 'vibration' }) {
  return (
    <label class="settings-switch">
      <input
        type="checkbox"
        checked={settings.value[name]}
        onChange={event => change({ [name]: event.currentTarget.checked })}
      />{' '}
      {t(`settings.${name}`)}
    </label>
  )
}

function Language() {
  return (
    <fieldset>
      <legend>{t('settings.language')}</legend>
      <select
        aria-label={t('settings.language')}
        value={settings.value.language ?? ''}
        onChange={event => change({ language: (event.currentTarget.value || null) as LanguageTag | null })}
      >
        <option value="">{t('settings.language.browser')}</option>
        {Object.entries(languages).map(([tag, { name }]) => (
          <option key={tag} value={tag} lang={tag}>
            {name}
          </option>
        ))}
      </select>
    </fieldset>
  )
}

function About() {
  const { rules, engine: coming } = useServices()
  const [engine, setEngine] = useState<Engine | null>(null)
  useEffect(() => {
    coming.then(setEngine, () => undefined)
  }, [coming])
  void serverTrouble.value // with it the engine changes
  return (
    <section>
      <h2>{t('settings.about')}</h2>
      <p>
        {t('settings.about.text', { version: rules.about.version })} <a href="licenses.txt">{t('settings.licenses')}</a>
      </p>
      <p class="quiet">
        {engine && t('settings.engine', { engine: t(`app.engine.${engine.kind}`), threads: engine.threads })}
      </p>
    </section>
  )
}

export function SettingsView() {
  const { rules } = useServices()
  const facts = rules.about.games[0]!
  const line = rules.line({ game: facts.name })
  const oneColumn = useOneColumn()
  const board = (
    <div class={oneColumn ? undefined : 'table-board'}>
      <GameBoard facts={facts} board={line.board} legal={line.legal} label={t('settings.board')} />
    </div>
  )
  return (
    <div class="table settings">
      <header class="table-head">
        <h1>{t('nav.settings')}</h1>
      </header>
      {!oneColumn && board}
      <div class="table-side">
        <Language />
        <Choice name="theme" values={['system', 'light', 'dark']} />
        <Choice name="board" values={['green', 'wood', 'grey', 'contrast']}>
          {oneColumn && board /* beside the choice of what it shows */}
        </Choice>
        <fieldset>
          <legend>{t('settings.display')}</legend>
          <Switch name="coordinates" />
          <Switch name="legal" />
          <Switch name="animation" />
          <Switch name="sound" />
          <Switch name="vibration" />
        </fieldset>
        <Choice name="warn" values={['low', 'always', 'never']} />
        <About />
      </div>
    </div>
  )
}
