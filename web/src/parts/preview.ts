// SPDX-License-Identifier: MIT
//
// Looking ahead along a line of the engine: the board shows the position behind some of its moves, and the game stays where it is. It ends
// with Escape, by pressing elsewhere, and when somebody walks to another position; or the game goes on from what is shown.
import { useLayoutEffect, useMemo, useState } from 'preact/hooks'
import type { Move } from '../engine/types'
import type { GameTree, Node } from '../game/tree'
import { t } from '../i18n'
import { useServices } from '../services/context'
import { announce } from './announce'
import { useOneColumn } from './columns'

export interface PreviewControl {
  /** The line, where it begins, and how many of its moves are shown; null: the game itself is shown. */
  shown: { from: Node; moves: readonly string[]; length: number } | null
  /** The part of this line that is shown. */
  lengthIn(moves: readonly string[]): number
  look(moves: readonly string[], length: number): void
  /** The same for lines that begin at another node than the one where the game stands. */
  from(node: Node): PreviewControl
  /** Play what is shown. */
  goOn(): void
  end(): void
}

/** The position on the board instead of the game's. */
export interface PreviewedBoard {
  board: string
  legal: readonly Move[]
  lastMove: Move | null
}

const inLines = (target: EventTarget | null) => (target as Element | null)?.closest?.('.engine-lines, .engine-moves, .preview-bar')

/** The engine may have changed its mind about what follows. */
const begins = (moves: readonly string[], first: readonly string[]) => first.every((move, index) => moves[index] === move)

/** `goesOn`: how the game goes on from what is shown; without it the tree does. */
export function usePreview(tree: GameTree, goesOn?: (moves: readonly string[]) => void): { preview: PreviewControl; previewed: PreviewedBoard | null } {
  const { rules } = useServices()
  const oneColumn = useOneColumn()
  const node = tree.cursor.value
  const [looked, setLooked] = useState<{ node: Node; from: Node; moves: readonly string[]; length: number } | null>(null)
  const shown = looked?.node === node ? looked : null
  const end = () => setLooked(null)
  useLayoutEffect(end, [node])
  const previewed = useMemo(() => {
    if (!shown) return null
    const played = tree.played(shown.from)
    const { board, plies } = rules.line({ ...played, moves: [...(played.moves ?? []), ...shown.moves.slice(0, shown.length)] }, true)
    return { board, legal: [], lastMove: plies?.at(-1) ?? null }
  }, [tree, shown])
  useLayoutEffect(() => {
    if (!shown) return
    const keyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || (event.target as Element).closest('dialog')) return
      event.preventDefault()
      end()
    }
    const pressed = ({ target }: Event) => inLines(target) || end()
    document.addEventListener('keydown', keyDown)
    document.addEventListener('click', pressed)
    return () => {
      document.removeEventListener('keydown', keyDown)
      document.removeEventListener('click', pressed)
    }
  }, [shown !== null])
  const controlFrom = (from: Node): PreviewControl => ({
    shown,
    lengthIn: moves => (shown?.from === from && begins(moves, shown.moves.slice(0, shown.length)) ? shown.length : 0),
    look(moves, length) {
      setLooked({ node, from, moves: [...moves], length })
      announce(`${t('lines.preview', { moves: moves.slice(0, length).join(' ') })}. ${t('lines.again')}`)
      if (oneColumn) document.querySelector('.table-board')?.scrollIntoView({ block: 'nearest' })
    },
    goOn() {
      if (!shown) return
      const moves = shown.moves.slice(0, shown.length)
      end()
      if (goesOn) return goesOn(moves)
      tree.goTo(shown.from)
      for (const move of moves) if (!tree.playText(move)) break
    },
    from: controlFrom,
    end,
  })
  return { preview: controlFrom(node), previewed }
}
