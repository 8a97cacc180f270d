// SPDX-License-Identifier: MIT
//
// The frame around the views: the way from one to the other.
import type { ComponentType } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { t } from '../i18n'
import { Announcer } from '../parts/announce'
import { route, views, type ViewName } from '../services/router'
import { useServices } from '../services/context'
import { ContestsView } from '../views/contests/contests'
import { PlayView } from '../views/play/play'
import { PuzzlesView } from '../views/puzzles/puzzles'
import { ReviewView } from '../views/review/review'
import { SettingsView } from '../views/settings/settings'
import { SetupView } from '../views/setup/setup'
import { StudyView } from '../views/study/study'
import { ServerLine } from './server_line'
import './app.css'

/** A view that is fetched when it is shown, since few visits need it. */
function lazy(load: () => Promise<ComponentType>) {
  return function LazyView() {
    const [View, setView] = useState<ComponentType | null>(null)
    useEffect(() => {
      void load().then(view => setView(() => view))
    }, [])
    return View && <View />
  }
}

const components: Partial<Record<ViewName, ComponentType>> = {
  play: PlayView,
  learn: lazy(() => import('../views/learn/learn').then(({ LearnView }) => LearnView)),
  puzzles: PuzzlesView,
  review: ReviewView,
  setup: SetupView,
  study: StudyView,
  contests: ContestsView,
  farm: lazy(() => import('../views/farm/farm').then(({ FarmView }) => FarmView)),
  settings: SettingsView,
}

export function App() {
  const { view, unknown = view } = route.value
  const { farm } = useServices()
  const isThere = (name: ViewName) => components[name] && (name !== 'farm' || farm)
  const shown = isThere(view) ? view : 'play'
  const View = components[shown]!
  const title = t(`nav.${shown}`)
  useEffect(() => void (document.title = `${title} · Flank`), [title])
  return (
    <>
      <a class="skip" href="#main" onClick={skipToMain}>
        {t('app.skip')}
      </a>
      <header class="top">
        <a class="brand" href="#/play">
          <svg viewBox="0 0 16 16" aria-hidden="true">
            <circle cx="8" cy="8" r="7" class="brand-white" />
            <path d="M8 1a7 7 0 0 0 0 14z" class="brand-black" />
          </svg>
          Flank
        </a>
        <nav aria-label={t('app.views')}>
          {views
            .filter(isThere)
            .map(name => (
              <a key={name} href={`#/${name}`} aria-current={name === shown ? 'page' : undefined}>
                {t(`nav.${name}`)}
              </a>
            ))}
        </nav>
      </header>
      <ServerLine />
      {unknown !== shown && (
        <p class="trouble" role="alert">
          {t('app.unknown', { name: unknown })}
        </p>
      )}
      <main id="main" tabIndex={-1}>
        <View />
      </main>
      <Announcer />
    </>
  )
}

/** The address behind '#' is the view's, so the link moves the focus by hand. */
function skipToMain(event: Event) {
  event.preventDefault()
  document.getElementById('main')?.focus()
}
