// SPDX-License-Identifier: MIT
//
// Marks over the board: overlays as one switches them on, and arrows and circles of one's own.
import { useMemo } from 'preact/hooks'
import type { Arrow, Overlay } from '../board/board'
import { emptyRegions, frontierDiscs, stableDiscs } from '../board/overlays'
import { areaOf } from '../board/squares'
import { PageError } from '../engine/module'
import type { Rules } from '../engine/rules'
import { boardText } from '../game/share'
import type { GameTree } from '../game/tree'
import { t } from '../i18n'
import { useServices } from '../services/context'
import { change, settings, type OverlayName } from '../services/settings'
import { useDrawn, type Drawn } from './drawn'
import { Menu } from './menu'

/** The marks that mean something in a game. In Tothello one may place anywhere, so that neither mobility nor what is beside a disc says much. */
const NAMES: Record<string, readonly OverlayName[]> = {
  othello: ['stable', 'frontier', 'mobility', 'parity'],
  tothello: ['stable'],
  loa: ['mobility'],
  draughts: ['mobility'],
}
const CHAINS = 'tothello' // turned discs turn others

/** The squares that each colour can move to, were it its turn. */
function mobilityOf(rules: Rules, tree: GameTree, board: string): Record<string, string[]> {
  const moves = (color: string) => {
    try {
      const { legal } = rules.line({ game: tree.facts.name, rules: tree.rules, start: boardText(tree.facts, board, color) })
      return [...new Set(legal.flatMap(({ to }) => to ?? []))]
    } catch (error) {
      if (error instanceof PageError) return [] // it is no position to begin with, as when a colour has no disc left
      throw error
    }
  }
  return Object.fromEntries(tree.facts.colors.map(color => [color, moves(color)]))
}

const namesOf = ({ facts }: GameTree) => NAMES[facts.name] ?? []

function overlayOf(rules: Rules, tree: GameTree, board: string, chosen: readonly OverlayName[]): Overlay | undefined {
  const wanted = namesOf(tree).filter(name => chosen.includes(name))
  if (!wanted.length) return undefined
  const area = areaOf(tree.rules)
  return {
    ...(wanted.includes('stable') && { stable: stableDiscs(board, area, tree.facts.name === CHAINS) }),
    ...(wanted.includes('frontier') && { frontier: frontierDiscs(board, area) }),
    ...(wanted.includes('mobility') && { mobility: mobilityOf(rules, tree, board) }),
    ...(wanted.includes('parity') && { regions: emptyRegions(board, area) }),
  }
}

export interface Overlays {
  /** For the board. */
  overlay: Overlay | undefined
  arrows: Arrow[]
  drawn: Drawn
}

/** `board`: what is shown. `works`: what is worked out may be seen, too; one's own arrows always may. */
export function useOverlays(tree: GameTree, board: string, works = true): Overlays {
  const { rules } = useServices()
  const wanted = settings.value.overlays
  const drawn = useDrawn(tree.cursor.value)
  const overlay = useMemo(() => (works ? overlayOf(rules, tree, board, wanted) : undefined), [tree, board, wanted, works])
  return { overlay, arrows: drawn.arrows, drawn }
}

/** The classes of what the board stands in. */
export const boardClass = (previewing: boolean, drawing: boolean) =>
  ['table-board', previewing && 'previewing', drawing && 'drawing'].filter(Boolean).join(' ')

/** The switches, in a menu. */
export function OverlayMenu({ tree, drawn, works = true }: { tree: GameTree; drawn: Drawn; works?: boolean }) {
  const wanted = settings.value.overlays
  const flip = (name: OverlayName) =>
    change({ overlays: wanted.includes(name) ? wanted.filter(each => each !== name) : [...wanted, name] })
  return (
    <Menu icon="layers" text={t('overlay.menu')}>
      {(works ? namesOf(tree) : []).map(name => (
        <label key={name} class="switch">
          <input type="checkbox" checked={wanted.includes(name)} onChange={() => flip(name)} /> {t(`overlay.${name}`)}
        </label>
      ))}
      <label class="switch">
        <input type="checkbox" checked={drawn.mode} onChange={event => drawn.setMode(event.currentTarget.checked)} /> {t('overlay.draw')}
      </label>
      <p class="quiet">{t('overlay.draw.about')}</p>
    </Menu>
  )
}
