// SPDX-License-Identifier: MIT
//
// Seldom needed buttons behind one button: a list that closes when one presses beside it, with Escape, and when the focus leaves it.
import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { t } from '../i18n'
import { Icon, type IconName } from './icon'
import './parts.css'

const EDGE = 4 // px between the list and the end of what is seen

interface MenuProps {
  children: ComponentChildren
  icon?: IconName
  text?: string
}

/** Move the list so that it is seen, above the tabs of a phone too. */
function bringIntoSight(list: HTMLElement | null) {
  if (!list) return // gone, before its opening was told
  list.style.translate = ''
  const { top, bottom } = list.getBoundingClientRect()
  const tabs = document.querySelector('header nav')!.getBoundingClientRect()
  const end = (tabs.top > innerHeight / 2 ? tabs.top : innerHeight) - EDGE
  if (bottom > end) list.style.translate = `0 ${Math.max(end - bottom, EDGE - top)}px`
}

export function Menu({ children, icon = 'more', text = t('app.more') }: MenuProps) {
  const details = useRef<HTMLDetailsElement>(null)
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // A press on words within gives the focus to what holds the menu.
    const isAround = (target: Node) => target !== document && target.contains(details.current)
    const beside = ({ target, type }: Event) => {
      if (details.current?.contains(target as Node) || (type === 'focusin' && isAround(target as Node))) return
      details.current?.removeAttribute('open')
    }
    document.addEventListener('pointerdown', beside)
    document.addEventListener('focusin', beside)
    const resized = () => bringIntoSight(list.current)
    window.addEventListener('resize', resized)
    return () => {
      window.removeEventListener('resize', resized)
      document.removeEventListener('pointerdown', beside)
      document.removeEventListener('focusin', beside)
    }
  }, [])
  const keyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !details.current!.open || (event.target as Element).closest('dialog')) return
    event.preventDefault() // it is answered
    details.current!.open = false
    details.current!.querySelector('summary')!.focus()
  }
  return (
    <details ref={details} class="menu" onKeyDown={keyDown} onToggle={() => bringIntoSight(list.current)}>
      <summary class="button icon-button" title={text}>
        <Icon name={icon} />
        <span class="hidden-text">{text}</span>
      </summary>
      <div ref={list} class="menu-list">{children}</div>
    </details>
  )
}
