// SPDX-License-Identifier: MIT
//
// The board as a visitor wants it: board/ draws from plain state and knows no app; this part gives it the settings and lets
// screen readers hear it.
import { useId } from 'preact/hooks'
import { Board, type BoardProps } from '../board/board'
import { isMotionShown, motionTime } from '../board/motion'
import type { Move } from '../engine/types'
import { t } from '../i18n'
import { settings } from '../services/settings'
import { announce } from './announce'

/** Returns true if motions are shown: the visitor wants them and the system allows them. */
export const motionsShown = () => isMotionShown(settings.value.animation)

/** The time for which a move is being shown, in milliseconds. */
export const shownTime = (move: Move) => (motionsShown() ? motionTime(move) : 0)

export type GameBoardProps = Omit<BoardProps, 'coordinates' | 'hints' | 'animated' | 'onSaid'>

export function GameBoard(props: GameBoardProps) {
  const { coordinates, legal, animation } = settings.value
  const keys = useId()
  const board = <Board describedBy={props.walked ? keys : undefined} {...props} coordinates={coordinates} hints={legal} animated={animation} onSaid={announce} />
  if (!props.walked) return board
  return (
    <>
      <p id={keys} class="unseen">
        {t('board.keys')}
      </p>
      {board}
    </>
  )
}
