// SPDX-License-Identifier: MIT
//
// Openings: the list of their names, the board, and how it goes on from there: names, the book, tournament games.
import type { ComponentChildren } from 'preact'
import { useMemo, useState } from 'preact/hooks'
import { linkTo, packGame } from '../../game/share'
import { GameTree, movesTo } from '../../game/tree'
import { maybeText, t } from '../../i18n'
import { openingText } from '../../i18n/openings'
import { GameBoard } from '../../parts/game_board'
import { GameChoice } from '../../parts/game_choice'
import { IconButton } from '../../parts/icon'
import { LearnLine, Sides } from '../../parts/learn'
import { MoveList } from '../../parts/moves'
import { useServices } from '../../services/context'
import { useBook } from '../../study/book'
import { addOpening } from '../../study/kept'
import { allOpenings, NAMED_GAME } from '../../study/openings'
import { useStatistics } from '../../study/statistics'
import { Continuations } from './continuations'
import { Examples } from './examples'
import { OpeningList } from './list'
import { openTree, treeOf } from './opened'

const gameText = (tree: GameTree) => maybeText(`game.${tree.facts.name}`, tree.facts.title)

function Walk({ tree }: { tree: GameTree }) {
  const { rules } = useServices()
  const node = tree.cursor.value
  const packed = useMemo(() => packGame(rules, tree), [tree, node])
  return (
    <div class="icon-bar">
      <IconButton icon="first" text={t('study.to_start')} disabled={!node.move} onClick={() => tree.goTo(tree.root)} />
      <IconButton icon="back" text={t('study.back')} disabled={!node.move} onClick={() => tree.undo()} />
      <IconButton icon="forward" text={t('study.forward')} disabled={!node.children.length} onClick={() => tree.redo()} />
      <a class="button" href={linkTo('review', packed)}>
        {t('study.review')}
      </a>
      <a class="button" href={linkTo('play', packed)}>
        {t('study.play')}
      </a>
    </div>
  )
}

/** Into the drills: the opening by its name, or this very line. */
function LearnIt({ tree }: { tree: GameTree }) {
  const [told, setTold] = useState('')
  const named = allOpenings.find(({ name }) => name === tree.line.value.opening)
  if (!tree.cursor.value.move) return null
  const drill = (color: string) => {
    addOpening({ line: named!.line, color })
    setTold(t('study.added.opening'))
  }
  return (
    <details class="learn">
      <summary>{t('study.learn')}</summary>
      {named && <Sides tree={tree} label={t('study.learn.opening', { name: openingText(named.name) })} onColor={drill} />}
      <LearnLine tree={tree} onAdded={setTold} />
      <p role="status">{told}</p>
    </details>
  )
}

/** `children` stand above what is told of the opening. */
export function Explorer({ tree, children }: { tree: GameTree; children: ComponentChildren }) {
  const { rules } = useServices()
  const node = tree.cursor.value
  const line = tree.line.value
  const book = useBook(tree)
  const statistics = useStatistics(tree)
  const theory = tree.facts.name === NAMED_GAME
  const moves = movesTo(node).map(move => move.move)
  return (
    <div class="table study explorer">
      <header class="table-head">
        <div role="status">
          <h2 data-testid="opening">{line.opening ? openingText(line.opening) : t(node.move ? 'study.unnamed' : 'study.start')}</h2>
        </div>
        <GameChoice
          label={t('study.game')}
          game={tree.facts.name}
          onGame={name => openTree(new GameTree(rules, name))}
        />
      </header>
      <div class="table-board">
        <GameBoard
          facts={tree.facts}
          board={line.board}
          legal={line.legal}
          lastMove={node.move}
          label={t('study.board', { game: gameText(tree) })}
          onMove={move => tree.play(move)}
        />
      </div>
      <div class="table-under">
        <Walk tree={tree} />
      </div>
      <div class="table-side">
        {children}
        {!theory && <p>{t('study.no_theory', { game: gameText(tree) })}</p>}
        <MoveList tree={tree} />
        <Continuations tree={tree} book={book} statistics={statistics} />
        <LearnIt tree={tree} />
      </div>
      {theory && (
        <div class="table-third">
          <OpeningList
            line={moves.join('')}
            onOpening={({ moves: named }) => openTree(treeOf(rules, NAMED_GAME, named))}
          />
          {statistics?.library && <Examples tree={tree} games={statistics.library.games} />}
        </div>
      )}
    </div>
  )
}
