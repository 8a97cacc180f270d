// SPDX-License-Identifier: MIT
//
// The chosen game on the board: its last position first, and a walk through its moves.
import { useMemo } from 'preact/hooks'
import { PageError } from '../../engine/module'
import type { Rules } from '../../engine/rules'
import { endOf, GameTree } from '../../game/tree'
import type { PlayedGame } from '../../history/record'
import { t } from '../../i18n'
import { GameBoard } from '../../parts/game_board'
import { gameText, kindText } from '../../parts/game_names'
import { IconButton } from '../../parts/icon'
import { useKeys } from '../../parts/keys'
import { useServices } from '../../services/context'
import { treeOf } from './opened'

/** The tree of a game at its end; of none, and of one whose moves cannot be played, an empty board of the game. */
function previewOf(rules: Rules, game: PlayedGame | undefined): GameTree {
  try {
    const tree = game && treeOf(rules, game)
    if (tree) tree.goTo(endOf(tree.root))
    if (tree) return tree
  } catch (error) {
    if (!(error instanceof PageError)) throw error
  }
  return new GameTree(rules, rules.about.games.find(({ name }) => name === game?.game)?.name ?? rules.about.games[0]!.name)
}

export function usePreview(game: PlayedGame | undefined): GameTree {
  const { rules } = useServices()
  return useMemo(() => previewOf(rules, game), [rules, game?.begun, game?.moves])
}

export function PreviewBoard({ tree, game }: { tree: GameTree; game: PlayedGame | undefined }) {
  const line = tree.line.value
  const label = game ? kindText(tree.facts, game) : gameText(tree.facts, tree.facts.name)
  return (
    <div class="table-board" data-shown={game?.begun}>
      <GameBoard facts={tree.facts} rules={tree.rules} board={line.board} lastMove={tree.cursor.value.move} label={label} walked />
    </div>
  )
}

export function PreviewWalk({ tree }: { tree: GameTree }) {
  const node = tree.cursor.value
  const first = () => tree.goTo(tree.root)
  const back = () => void tree.undo()
  const on = () => void tree.redo()
  const last = () => tree.goTo(endOf(node))
  useKeys({ arrowleft: back, arrowright: on, home: first, end: last })
  return (
    <div class="icon-bar" role="group" aria-label={t('review.walk')}>
      <IconButton icon="first" text={t('review.walk.first')} disabled={!node.parent} onClick={first} />
      <IconButton icon="back" text={t('review.walk.back')} disabled={!node.parent} onClick={back} />
      <IconButton icon="forward" text={t('review.walk.on')} disabled={!node.children.length} onClick={on} />
      <IconButton icon="last" text={t('review.walk.last')} disabled={!node.children.length} onClick={last} />
    </div>
  )
}
