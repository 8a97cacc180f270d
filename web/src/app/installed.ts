// SPDX-License-Identifier: MIT
//
// The browser's own frame around the page: the colour of its bar, and the words of the app that can be installed. index.html has
// both for English and for the system's theme (web/app_files.ts).
import { effect } from '@preact/signals'
import { language } from '../i18n'
import { settings } from '../services/settings'

export function followSettings() {
  effect(() => {
    const { theme } = settings.value
    for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')) {
      const own = meta.dataset['theme']!
      meta.media = theme === 'system' ? `(prefers-color-scheme: ${own})` : theme === own ? 'all' : 'not all'
    }
  })
  effect(() => {
    const link = document.querySelector<HTMLLinkElement>('link[rel=manifest]') // none while one works on the page
    const href = link?.href.replace(/[\w-]+(?=\.webmanifest$)/, language.value)
    if (href && link!.href !== href) link!.href = href
  })
}
