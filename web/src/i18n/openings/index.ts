// SPDX-License-Identifier: MIT
//
// Names of Othello openings where players of a language have their own, by the English ones of data/opening-names.txt. A language's table
// is fetched with the first name that is shown; a name that it does not have stays as it is.
import { signal } from '@preact/signals'
import { language, type LanguageTag } from '..'

type Names = Readonly<Record<string, string>>

const load: Partial<Record<LanguageTag, () => Promise<{ names: Names }>>> = {
  'zh-Hant': () => import('./zh-Hant'),
  'zh-Hans': () => import('./zh-Hans'),
  ja: () => import('./ja'),
}

const table = signal<{ tag: LanguageTag; names: Names }>({ tag: 'en', names: {} })
let wanted: LanguageTag = 'en' // the language of the table that is there or on its way

async function fetchNames(tag: LanguageTag) {
  if (wanted === tag) return
  wanted = tag
  try {
    const names = (await load[tag]?.())?.names ?? {}
    if (wanted === tag) table.value = { tag, names }
  } catch {
    if (wanted === tag) wanted = table.value.tag // the next name tries again
  }
}

/** The name of an opening in the language of the page. Reads signals: a component that calls it follows them. */
export function openingText(name: string): string {
  void fetchNames(language.value)
  const { tag, names } = table.value
  return tag === language.value && Object.hasOwn(names, name) ? names[name]! : name
}
