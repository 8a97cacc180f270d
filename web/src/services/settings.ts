// SPDX-License-Identifier: MIT
//
// A visitor's choices, kept in the browser. A browser that keeps nothing still works; it forgets.
import { effect, signal } from '@preact/signals'
import { chooseLanguage, languages, type LanguageTag } from '../i18n'

/** The rest of the language that is chosen. */
export { fetchErrors } from '../i18n'

const KEY = 'flank.settings'

export type OverlayName = 'stable' | 'frontier' | 'mobility' | 'parity'

export interface Settings {
  language: LanguageTag | null // null: the browser's
  theme: 'system' | 'light' | 'dark'
  board: 'green' | 'wood' | 'grey' | 'contrast'
  coordinates: boolean
  legal: boolean // show where one can play
  animation: boolean // as the system allows it; false: never
  sound: boolean
  vibration: boolean // on devices that can; without a choice as `sound`, which was for both
  warn: 'low' | 'always' | 'never' // of what a move gives away; low: against levels that beginners play
  overlays: readonly OverlayName[] // on boards where games are looked at
  lines: number // of an analysis; 0: every move
  threads: number // of the engine in the browser; 0: as many as suit
  memory: number // the same in megabytes; 0: the usual
}

const usual: Settings = {
   language: null, theme: 'system', board: 'green', coordinates: true, legal: true, animation: true, sound: true, vibration: true, warn: 'low', overlays: [],
  lines: 0,
  threads: 0,
  memory: 0,
}

function load(): Settings {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Settings>
    return { ...usual, vibration: kept.sound ?? usual.vibration, ...kept }
  } catch {
    return usual
  }
}

export const settings = signal<Settings>(load())

export function change(part: Partial<Settings>) {
  settings.value = { ...settings.value, ...part }
  try {
    localStorage.setItem(KEY, JSON.stringify(settings.value))
  } catch {
    // The browser has no room or forbids to store anything: the change holds until the page is closed.
  }
}

/** The language that fits the browser's wishes best. */
function wishedLanguage(): LanguageTag {
  const tags = Object.keys(languages) as LanguageTag[]
  for (const wish of navigator.languages) {
    const traditional = /^zh-(hant|tw|hk|mo)/i.test(wish)
    const exact = tags.find(tag => tag.toLowerCase() === wish.toLowerCase())
    const script: string = traditional ? 'zh-Hant' : 'zh-Hans'
    const chinese = /^zh/i.test(wish) ? tags.find(tag => tag === script) : undefined
    const same = tags.find(tag => tag.split('-')[0] === wish.split('-')[0])
    const found = exact ?? chinese ?? same
    if (found) return found
  }
  return 'en'
}

/** Put the settings into force, now and whenever they change. The first language is there when it resolves. */
export async function applySettings(): Promise<void> {
  const root = document.documentElement
  effect(() => {
    const { theme, board } = settings.value
    root.style.colorScheme = theme === 'system' ? 'light dark' : theme
    root.dataset['board'] = board
  })
  // A choice in another window of the page holds in this one, too.
  window.addEventListener('storage', ({ key }) => {
    if (key === KEY || key === null) settings.value = load()
  })
  let chosen = settings.value.language ?? wishedLanguage()
  await chooseLanguage(chosen).catch(() => undefined) // offline and never fetched: English stays
  effect(() => {
    const wanted = settings.value.language ?? wishedLanguage()
    if (wanted === chosen) return
    chosen = wanted
    void chooseLanguage(wanted)
  })
}
