// SPDX-License-Identifier: MIT
//
// Signs on buttons, and buttons that show a sign in place of their words. Lines in a box of 20 by 20.
import type { ButtonHTMLAttributes } from 'preact'
import './parts.css'

const lines = {
  first: 'M5 4v12M16 4l-8 6 8 6z',
  back: 'M14 4l-8 6 8 6z',
  forward: 'M6 4l8 6-8 6z',
  last: 'M15 4v12M4 4l8 6-8 6z',
  hint: 'M7.5 14h5M8.5 17h3M7.5 14v-2a5 5 0 1 1 5 0v2z',
  turn: 'M16.5 10A6.5 6.5 0 1 1 14 4.9M14.5 1.5V5.2H10.8',
  sound: 'M3.5 7.5v5H7l4.5 4v-13L7 7.5zM14 7.5a4 4 0 0 1 0 5M16 5a7 7 0 0 1 0 10',
  muted: 'M3.5 7.5v5H7l4.5 4v-13L7 7.5zM14 7.5l4 5M18 7.5l-4 5',
  more: 'M3.5 10h1M9.5 10h1M15.5 10h1',
  layers: 'M10 3l7 4-7 4-7-4zM3 10.5l7 4 7-4M3 14l7 4 7-4',
  write: 'M4 16l1-4 8.5-8.5 3 3L8 15z',
  play: 'M3 3h14v14H3zM10 3v14M3 10h14',
  review: 'M3 3v14h14M5.5 13l3.5-5 3.5 3L17 5',
  study: 'M10 5C8 3.6 5.5 3.6 3 4v12c2.5-.4 5-.4 7 1 2-1.4 4.5-1.4 7-1V4c-2.5-.4-5-.4-7 1zM10 5v12',
  puzzles: 'M10 2.5l2.2 4.8 5.3.6-4 3.6 1.1 5.2L10 14.1l-4.6 2.6 1.1-5.2-4-3.6 5.3-.6z',
}
export type IconName = keyof typeof lines

export function Icon({ name }: { name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 20 20" aria-hidden="true">
      <path d={lines[name]} />
    </svg>
  )
}

interface IconButtonProps extends ButtonHTMLAttributes {
  icon: IconName
  /** Its words, for who points at it or hears it. */
  text: string
  /** The key that does the same. */
  hotkey?: string
}

export function IconButton({ icon, text, hotkey, ...rest }: IconButtonProps) {
  return (
    <button type="button" class="icon-button" title={hotkey ? `${text} (${hotkey})` : text} {...rest}>
      <Icon name={icon} />
      <span class="hidden-text">{text}</span>
    </button>
  )
}
