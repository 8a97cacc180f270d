// SPDX-License-Identifier: MIT
//
// The number of pieces of each colour.
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { colorText } from '../board/spoken'
import type { GameFacts } from '../engine/types'
import { countPieces } from '../game/counts'
import { t } from '../i18n'
import { motionsShown } from './game_board'
import { PieceIcon } from './piece'

const REVEAL_MS = 1200

/** `count`, but counted up from nothing once `revealed` turns true: at the end of a game discs are counted like this on a table.
 * A game that has ended before it is shown is counted already. */
function useReveal(count: number, revealed: boolean): number {
  const [part, setPart] = useState(1)
  const before = useRef(revealed)
  useLayoutEffect(() => {
    const begins = revealed && !before.current && motionsShown()
    before.current = revealed
    if (!begins) return
    setPart(0) // before a picture shows the whole count
    let frame = 0
    const start = performance.now()
    const step = (now: number) => {
      const done = Math.max(0, Math.min(1, (now - start) / REVEAL_MS))
      setPart(done)
      if (done < 1) frame = requestAnimationFrame(step)
    }
    frame = requestAnimationFrame(step)
    return () => {
      cancelAnimationFrame(frame)
      setPart(1)
    }
  }, [revealed])
  return Math.round(count * part)
}

/** One colour's count; both stand beside the players' names. */
export function PieceCount(props: { facts: GameFacts; board: string; second: boolean; revealed?: boolean }) {
  const { facts, board, second, revealed = false } = props
  const color = facts.colors[second ? 1 : 0]
  const count = countPieces(facts, board)[second ? 1 : 0]
  const shown = useReveal(count, revealed)
  return (
    <span class="piece-count" aria-label={t('parts.count', { color: colorText(color), count })} role="img">
      <PieceIcon color={color} second={second} />
      <span aria-hidden="true">{shown}</span>
    </span>
  )
}
