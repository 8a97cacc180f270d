// SPDX-License-Identifier: MIT
//
// Openings: the list of their names, the board, and how it goes on from there: names, the book, tournament games.
import type { ComponentChildren } from 'preact'
import { useMemo, useState } from 'preact/hooks'
import type { Mark } from '../../board/board'
import { HALF_TURN, type Turn } from '../../board/squares'
import type { BookMove, GameFacts } from '../../engine/types'
import { linkTo, linkToReview, packGame } from '../../game/share'
import { endOf, GameTree, movesTo } from '../../game/tree'
import { t } from '../../i18n'
import { openingText } from '../../i18n/openings'
import { GameBoard } from '../../parts/game_board'
import { GameChoice } from '../../parts/game_choice'
import { titleText } from '../../parts/game_names'
import { IconButton } from '../../parts/icon'
import { LearnLine, Sides } from '../../parts/learn'
import { LivePanel, useLive } from '../../parts/live'
import type { Drawn } from '../../parts/drawn'
import { boardClass, OverlayMenu, useOverlays } from '../../parts/overlays'
import { MoveList } from '../../parts/moves'
import { MovesHead } from '../../parts/moves_head'
import { useOneColumn } from '../../parts/columns'
import { SearchLibrary } from '../../parts/search_library'
import { showBoard } from '../../parts/to_board'
import { valueMarks, worthOf } from '../../parts/values'
import { useServices } from '../../services/context'
import { useBook } from '../../study/book'
import { addOpening } from '../../study/kept'
import { allOpenings, NAMED_GAME } from '../../study/openings'
import { useStatistics } from '../../study/statistics'
import { Continuations } from './continuations'
import { Examples } from './examples'
import { OpeningList } from './list'
import { openTree, treeOf } from './opened'

function Walk({ tree, drawn, onTurn }: { tree: GameTree; drawn: Drawn; onTurn(): void }) {
  const { rules } = useServices()
  const node = tree.cursor.value
  const packed = useMemo(() => packGame(rules, tree), [tree, node])
  return (
    <div class="study-bar">
      <div class="icon-bar">
        <IconButton icon="first" text={t('review.walk.first')} disabled={!node.move} onClick={() => tree.goTo(tree.root)} />
        <IconButton icon="back" text={t('review.walk.back')} disabled={!node.move} onClick={() => tree.undo()} />
        <IconButton icon="forward" text={t('review.walk.on')} disabled={!node.children.length} onClick={() => tree.redo()} />
        <IconButton icon="last" text={t('review.walk.last')} disabled={!node.children.length} onClick={() => tree.goTo(endOf(node))} />
        <IconButton icon="turn" text={t('review.turn_board')} onClick={onTurn} />
        <OverlayMenu tree={tree} drawn={drawn} />
      </div>
      <a class="button" href={linkToReview(packed)}>
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

/** The book's values, for the squares. */
function bookMarks(book: readonly BookMove[] | undefined, facts: GameFacts): Map<string, Mark> {
  return valueMarks((book ?? []).map(({ move, score }) => ({ move, score })), facts)
}

/** `children` stand above what is told of the opening. */
export function Explorer({ tree, children }: { tree: GameTree; children: ComponentChildren }) {
  const { rules } = useServices()
  const node = tree.cursor.value
  const line = tree.line.value
  const book = useBook(tree)
  const statistics = useStatistics(tree)
  const live = useLive(tree)
  const [turn, setTurn] = useState<Turn>(0)
  const overlays = useOverlays(tree, (live.previewed ?? line).board)
  const { thought } = live.analysis
  const known = (live.on ? thought : null) ?? book?.[0]
  const named = tree.facts.name === NAMED_GAME
  const theory = named && !tree.rules
  const hasBook = tree.facts.has_book && !tree.rules
  const moves = movesTo(node).map(move => move.move)
  const oneColumn = useOneColumn()
  const continuations = <Continuations key="continuations" tree={tree} book={book} statistics={statistics} />
  return (
    <div class="table printed study explorer">
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
      <div class={boardClass(live.previewed !== null, overlays.drawn.mode)} {...overlays.drawn.listeners}>
        <GameBoard
          facts={tree.facts}
          rules={tree.rules}
          {...(overlays.overlay ? { overlay: overlays.overlay } : {})}
          arrows={overlays.arrows}
          turn={turn}
          {...(live.previewed ?? {
            board: line.board,
            legal: line.legal,
            lastMove: node.move,
            values: live.values ?? bookMarks(book, tree.facts),
          })}
          label={t('study.board', { game: titleText(tree) })}
          onMove={move => tree.play(move)}
        />
      </div>
      <div class="table-under">
        <Walk tree={tree} drawn={overlays.drawn} onTurn={() => setTurn(turn ^ HALF_TURN)} />
      </div>
      <div class="table-side">
        {children}
        {!theory && <p>{t(hasBook ? 'study.no_names' : 'study.no_theory', { game: titleText(tree) })}</p>}
        {oneColumn && continuations /* before the moves that were played, which the board shows */}
        <MovesHead facts={tree.facts} opening={null} {...(known ? worthOf(tree.facts, line.side, known) : {})} />
        <MoveList tree={tree} />
        {!oneColumn && continuations}
        <div class="study-tools">
          <LearnIt tree={tree} />
          <SearchLibrary tree={tree} />
        </div>
      </div>
      <div class="table-third">
        <LivePanel tree={tree} live={live} />
        {named && (
          <OpeningList
            line={theory ? moves.join('') : ''}
            onOpening={({ moves: named }) => {
              openTree(treeOf(rules, NAMED_GAME, named))
              showBoard()
            }}
          />
        )}
        {theory && statistics?.library && <Examples tree={tree} games={statistics.library.games} />}
      </div>
    </div>
  )
}
