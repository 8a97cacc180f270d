// SPDX-License-Identifier: MIT
//
// A clock's face.
import { useEffect, useState } from 'preact/hooks'
import type { GameClock, PlayerIndex } from '../game/clock'
import { t } from '../i18n'
import './parts.css'

const LOW_MS = 20_000

/** "3:05", "1:02:03", and tenths below ten seconds. */
export function timeText(ms: number): string {
  const left = Math.max(0, ms)
  if (left < 10_000) return `0:0${(Math.floor(left / 100) / 10).toFixed(1)}`
  const seconds = Math.ceil(left / 1000)
  const two = (n: number) => String(n).padStart(2, '0')
  const minutes = Math.floor(seconds / 60)
  const hours = Math.floor(minutes / 60)
  return hours ? `${hours}:${two(minutes % 60)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`
}

export function ClockFace({ clock, player }: { clock: GameClock; player: PlayerIndex }) {
  const [, redraw] = useState(0)
  const running = clock.running.value === player
  useEffect(() => {
    if (!running) return
    const timer = setInterval(() => redraw(n => n + 1), 100)
    return () => clearInterval(timer)
  }, [running])
  const left = clock.left(player)
  return (
    <span class={`clock ${running ? 'running' : ''} ${left < LOW_MS ? 'low' : ''}`} role="timer" aria-label={t('parts.clock')}>
      {timeText(left)}
    </span>
  )
}
