// SPDX-License-Identifier: MIT
//
// The frame around the views: the way from one to the other.
import type { ComponentType } from 'preact'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { servedByFlank } from '../engine/host'
import { t } from '../i18n'
import { Announcer } from '../parts/announce'
import { Icon, type IconName } from '../parts/icon'
import { lazy } from '../parts/lazy'
import { Notice } from '../parts/notice'
import { isWritten } from '../parts/opened_link'
import { Paints } from '../parts/piece'
import { coming, route, views, type ViewName } from '../services/router'
import { useServices } from '../services/context'
import { PlayView } from '../views/play/play'
import { useKeptFocus } from './kept_focus'
import { ServerLine } from './server_line'
import './app.css'

/** Play is what a visit begins with; the others are fetched when they are shown. */
const components: Partial<Record<ViewName, ComponentType>> = {
  play: PlayView,
  live: lazy(async () => (await import('../views/live/live')).LiveView),
  learn: lazy(async () => (await import('../views/learn/learn')).LearnView),
  history: lazy(async () => (await import('../views/history/history')).HistoryView),
  puzzles: lazy(async () => (await import('../views/puzzles/puzzles')).PuzzlesView),
  review: lazy(async () => (await import('../views/review/review')).ReviewView),
  setup: lazy(async () => (await import('../views/setup/setup')).SetupView),
  study: lazy(async () => (await import('../views/study/study')).StudyView),
  library: lazy(async () => (await import('../views/library/library')).LibraryView),
  contests: lazy(async () => (await import('../views/contests/contests')).ContestsView),
  farm: lazy(async () => (await import('../views/farm/farm')).FarmView),
  settings: lazy(async () => (await import('../views/settings/settings')).SettingsView),
}

/** The views that open texts and run programs of contests, for which the whole rules are needed; others need them for a link that is a text. */
const needWhole: readonly ViewName[] = ['review', 'setup', 'contests']

/** The game that is played leads to a friend, and a menu need not. */
const isInMenu = (name: ViewName) => name !== 'live'

/** The views that a phone shows as tabs, with their signs; the others are behind "More" there. */
const tabs: Partial<Record<ViewName, IconName>> = { play: 'play', review: 'review', study: 'study', puzzles: 'puzzles' }

function Navigation({ isThere }: { isThere(name: ViewName): boolean }) {
  const names = views.filter(name => isThere(name) && isInMenu(name))
  const shown = isThere(coming.value) ? coming.value : 'play'
  const [more, setMore] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => setMore(false), [shown])
  const link = (name: ViewName) => {
    const icon = tabs[name]
    return (
      <a key={name} href={`#/${name}`} aria-current={name === shown ? 'page' : undefined} onClick={() => setMore(false)}>
        {icon && <Icon name={icon} />}
        {t(`nav.${name}`)}
      </a>
    )
  }
  const keyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !more) return
    setMore(false)
    button.current?.focus()
  }
  return (
    <nav aria-label={t('app.views')} onKeyDown={keyDown}>
      {names.filter(name => tabs[name]).map(link)}
      <button ref={button} type="button" class={`tab-more${tabs[shown] ? '' : ' here'}`} aria-expanded={more} aria-controls="nav-more" onClick={() => setMore(!more)}>
        <Icon name="more" />
        {t('app.more')}
      </button>
      <div id="nav-more" class={`nav-more${more ? ' open' : ''}`}>
        {names.filter(name => !tabs[name]).map(link)}
      </div>
    </nav>
  )
}

export function App() {
  const { view, unknown = view, query } = route.value
  const { farm, library, live, rules } = useServices()
  const missing: Partial<Record<ViewName, boolean>> = { farm: !farm, library: !library, live: !live }
  const isThere = (name: ViewName) => !!components[name] && !missing[name]
  const shown = isThere(view) ? view : 'play'
  const View = components[shown]!
  const link = query.get('g')
  const isReady = rules.isWhole.value || !(needWhole.includes(shown) || (link && isWritten(link)))
  const title = t(`nav.${shown}`)
  const main = useRef<HTMLElement>(null)
  useKeptFocus(main)
  useEffect(() => {
    if (servedByFlank && !live) import('../views/live/played').then(({ leaveSeats }) => leaveSeats(rules)).catch(() => {}) // the next visit does it
  }, [])
  useEffect(() => void (document.title = `${title} · Flank`), [title])
  return (
    <>
      <Paints />
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
        <Navigation isThere={isThere} />
      </header>
      <ServerLine />
      <Notice text={unknown === shown ? null : t('app.unknown', { name: unknown })} />
      <main ref={main} id="main" tabIndex={-1}>
        {isReady && <View />}
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
