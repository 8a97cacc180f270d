// SPDX-License-Identifier: MIT
//
// The texts of this view in the language of the page, fetched when it is shown.
import { useEffect, useState } from 'preact/hooks'
import { filled, language, type LanguageTag } from '../../i18n'
import type { LearnKey, LearnTexts } from '../../i18n/learn/en'

const load: Record<LanguageTag, () => Promise<{ learn: LearnTexts }>> = {
  en: () => import('../../i18n/learn/en'),
  'zh-Hant': () => import('../../i18n/learn/zh-Hant'),
  'zh-Hans': () => import('../../i18n/learn/zh-Hans'),
  ja: () => import('../../i18n/learn/ja'),
  tr: () => import('../../i18n/learn/tr'),
}

/** The text of a key, {name} replaced by its argument. */
export type Tell = (key: LearnKey, args?: Record<string, string | number>) => string

const tellerOf = (texts: LearnTexts): Tell => (key, args = {}) => filled(texts[key], args)

/** The texts; null until they are here, and after a change of the language those of the one before until its own are. */
export function useTexts(): { tell: Tell | null; failure: string | null } {
  const tag = language.value
  const [tell, setTell] = useState<Tell | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  useEffect(() => {
    let wanted = true
    load[tag]().then(
      ({ learn }) => wanted && setTell(() => tellerOf(learn)),
      error => wanted && setFailure(String(error)),
    )
    return () => void (wanted = false)
  }, [tag])
  return { tell, failure }
}
