// SPDX-License-Identifier: MIT
//
// The library of `flank serve`: games found by names, years, results and by the position on the board; one that is opened is replayed
// there, and goes on to the review or the study.
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import { HALF_TURN, type Turn } from '../../board/squares'
import type { LibraryGame, LibraryPlace } from '../../engine/library'
import type { Rules } from '../../engine/rules'
import type { Sheet } from '../../engine/types'
import { linkTo, linkToReview, packGame } from '../../game/share'
import { playerTag, resultOf } from '../../game/source'
import { endOf, GameTree, lineTo, mainLine, type Node } from '../../game/tree'
import { dateText, maybeText, messageOf, t } from '../../i18n'
import type { Problem } from '../../i18n/errors'
import { GameBoard } from '../../parts/game_board'
import { GameChoice } from '../../parts/game_choice'
import { IconButton } from '../../parts/icon'
import { useKeys } from '../../parts/keys'
import { MoveList } from '../../parts/moves'
import type { Drawn } from '../../parts/drawn'
import { MovesHead } from '../../parts/moves_head'
import { useOneColumn } from '../../parts/columns'
import { boardClass, OverlayMenu, useOverlays } from '../../parts/overlays'
import { showBoard } from '../../parts/to_board'
import { useServices } from '../../services/context'
import { route } from '../../services/router'
import { canonical } from '../../study/canonical'
import { useAnswer } from './answer'
import { Filters } from './filters'
import { Games, PAGE, type Found } from './games'
import { Names } from './names'
import { Place } from './place'
import { libraryText } from './texts'
import { change, fields, isPlaceSought, noteAddress, opened, page, problem, readAddress, sought, soughtTree, wishOf, type Fields } from './wish'
import './library.css'

const gameText = ({ facts }: GameTree) => maybeText(`game.${facts.name}`, facts.title)
const playersText = ({ tags }: GameTree) => libraryText('opened', { black: tags[playerTag(0)] || '?', white: tags[playerTag(1)] || '?' })

/** The position at a node as all its images have it. */
function formAt(tree: GameTree, node: Node): string {
  const { facts } = tree
  const { board, side } = node.move ?? { board: tree.lineAt(node).board, side: tree.startSide }
  return canonical(board, facts.glyphs[facts.colors.indexOf(side)]!).text
}

/** The move of a game behind which the position stands that was looked for, mirrored or turned too; else the start. */
function placeIn(game: GameTree, place: GameTree): number {
  if (!isPlaceSought(place)) return 0
  const wanted = formAt(place, place.cursor.value)
  return mainLine(game).find(node => formAt(game, node) === wanted)?.ply ?? 0
}

/** The tree of the opened game, standing where the address says, or else at the position that is looked for. */
function openedTree(rules: Rules, sheet: Sheet, ply: number | null, place: GameTree): GameTree {
  const tree = GameTree.ofSheet(rules, sheet)
  tree.goTo(mainLine(tree)[ply ?? placeIn(tree, place)] ?? tree.root)
  return tree
}

/** Keep what is shown in the address. */
function useAddress(rules: Rules, shown: GameTree) {
  const at = shown.cursor.value
  useLayoutEffect(() => {
    if (opened.value && shown !== sought.value && opened.value.ply !== at.ply) opened.value = { ...opened.value, ply: at.ply }
    const timer = setTimeout(() => noteAddress(rules), 400)
    return () => clearTimeout(timer)
  }, [shown, at, route.value])
}

const isNoLibrary = (failed: Problem | undefined) => typeof failed === 'object' && failed.code === 'NO_LIBRARY_YET'

/** The last value that there was while the next one is waited for, so that nothing jumps. */
function useKept<Of>(value: Of | undefined, busy: boolean): Of | undefined {
  const kept = useRef(value)
  if (value !== undefined || !busy) kept.current = value
  return kept.current
}

export function LibraryView() {
  const { rules, library: given } = useServices()
  const library = given!
  useMemo(() => readAddress(rules), [route.value])
  const place = soughtTree(rules)
  const { facts } = place
  const node = place.cursor.value
  const placed = isPlaceSought(place)
  const played = place.played(node)
  const wish = { ...wishOf(fields.value), game: facts.name, rules: place.rules }
  const key = JSON.stringify([wish, played])
  const list = useAnswer<Found & { place?: LibraryPlace }>(`${page.value} ${key}`, givenUp =>
    library.search({ ...wish, skip: page.value * PAGE, limit: PAGE }, placed ? played : undefined, givenUp),
  )
  // The usual start is no condition, so what is played there is a question of its own.
  const start = useAnswer<LibraryPlace>(placed ? null : key, givenUp => library.position(played, wish, givenUp))
  const open = opened.value
  const sheet = useAnswer<Sheet>(open && `game ${open.id}`, givenUp => library.game(open!.id, givenUp))
  const game = useMemo(
    () => (open && sheet.value && !sheet.busy ? openedTree(rules, sheet.value, open.ply, place) : null),
    [open?.id, sheet.value, sheet.busy],
  )
  const shown = game ?? place
  useAddress(rules, shown)
  // Another position has another first page.
  useLayoutEffect(
    () =>
      place.cursor.subscribe(at => {
        if (at !== node) page.value = 0
      }),
    [place, node],
  )

  const onFields = (changed: Fields) =>
    change(rules, () => {
      fields.value = changed
      page.value = 0
    })
  const seek = (tree: GameTree) =>
    change(rules, () => {
      sought.value = tree
      opened.value = null
      page.value = 0
    })
  const onGame = ({ id }: LibraryGame) => {
    if (id !== opened.value?.id) change(rules, () => (opened.value = { id, ply: null }))
    showBoard()
  }
  const close = () => change(rules, () => (opened.value = null))
  const line = shown.line.value
  const oneColumn = useOneColumn()
  const isMissing = useKept(isNoLibrary(list.failed), list.busy) ?? false
  const known = useKept(placed ? list.value?.place : start.value, placed ? list.busy : start.busy)
  const moves = game ? (
    <section>
      <MovesHead facts={game.facts} opening={line.opening} />
      <MoveList tree={game} />
    </section>
  ) : (
    <Place facts={facts} side={line.side} place={known} onMove={text => void place.playText(text)} />
  )
  const [turn, setTurn] = useState<Turn>(0)
  const overlays = useOverlays(shown, line.board)
  return (
    <div class={game ? 'table printed library' : 'table library'} data-game={game ? open!.id : undefined}>
      <Head tree={game} game={facts.name} onGame={name => seek(new GameTree(rules, name))} />
      <div class={boardClass(false, overlays.drawn.mode)} {...overlays.drawn.listeners}>
        <GameBoard
          facts={shown.facts}
          rules={shown.rules}
          board={line.board}
          legal={game ? [] : line.legal}
          lastMove={shown.cursor.value.move}
          {...(overlays.overlay ? { overlay: overlays.overlay } : {})}
          arrows={overlays.arrows}
          turn={turn}
          walked
          label={game ? playersText(game) : libraryText('board', { game: gameText(place) })}
          onMove={move => void place.play(move)}
        />
      </div>
      <div class="table-under">
        <Walk tree={shown} onTurn={() => setTurn(turn ^ HALF_TURN)} drawn={overlays.drawn} />
        <div class="buttons">
          <HandOn tree={shown} />
          {game && (
            <>
              <button type="button" onClick={() => seek(lineTo(rules, game))}>
                {libraryText('here')}
              </button>
              <button type="button" class="main" onClick={close}>
                {libraryText('close')}
              </button>
            </>
          )}
        </div>
        <div role="status">{open && sheet.busy && <p class="quiet">{libraryText('reading')}</p>}</div>
        {open && sheet.failed !== undefined && (
          <p class="bad" role="alert">
            {messageOf(sheet.failed)}{' '}
            <button type="button" onClick={close}>
              {libraryText('close')}
            </button>
          </p>
        )}
        {problem.value && (
          <p class="bad" role="alert">
            {messageOf(problem.value)}
          </p>
        )}
      </div>
      {isMissing ? (
        <div class="table-side">
          <p role="status">{libraryText('missing', { command: 'flank library import FILE…' })}</p>
        </div>
      ) : (
        <>
          <div class="table-side">
            {oneColumn && moves}
            <Filters facts={facts} onFields={onFields} />
            <Games
              answer={list}
              page={page.value}
              placed={placed}
              open={open?.id}
              onGame={onGame}
              onPage={next => change(rules, () => (page.value = next))}
            />
          </div>
          <div class="table-third">
            {!oneColumn && moves}
            <Names game={facts.name} rules={place.rules} played={placed ? played : undefined} onFields={onFields} />
          </div>
        </>
      )}
    </div>
  )
}

/** The view's contents: the library, or a game of it. */
function Head({ tree, game, onGame }: { tree: GameTree | null; game: string; onGame(name: string): void }) {
  if (!tree)
    return (
      <header class="table-head">
        <h1>{t('nav.library')}</h1>
        <GameChoice label={t('study.game')} game={game} onGame={onGame} />
      </header>
    )
  const { tags } = tree
  return (
    <header class="table-head library-head">
      <h1>{playersText(tree)}</h1>
      <p class="quiet">{[resultOf(tree), tags['Event'], dateText(tags['Date'] ?? '')].filter(Boolean).join(' · ')}</p>
    </header>
  )
}

/** The game on the board, in other views. */
function HandOn({ tree }: { tree: GameTree }) {
  const { rules } = useServices()
  const node = tree.cursor.value
  const packed = useMemo(() => packGame(rules, tree), [tree, node])
  return (
    <>
      <a class="button" href={linkToReview(packed)}>
        {t('study.review')}
      </a>
      <a class="button" href={linkTo('study', packed)}>
        {t('nav.study')}
      </a>
    </>
  )
}

function Walk({ tree, onTurn, drawn }: { tree: GameTree; onTurn(): void; drawn: Drawn }) {
  const node = tree.cursor.value
  const acts = {
    first: () => tree.goTo(tree.root),
    back: () => void tree.undo(),
    forward: () => void tree.redo(),
    last: () => tree.goTo(endOf(node)),
  }
  useKeys({ arrowleft: acts.back, arrowright: acts.forward, home: acts.first, end: acts.last })
  return (
    <div class="icon-bar">
      <IconButton icon="first" text={t('review.walk.first')} disabled={!node.parent} onClick={acts.first} />
      <IconButton icon="back" text={t('review.walk.back')} disabled={!node.parent} onClick={acts.back} />
      <IconButton icon="forward" text={t('review.walk.on')} disabled={!node.children.length} onClick={acts.forward} />
      <IconButton icon="last" text={t('review.walk.last')} disabled={!node.children.length} onClick={acts.last} />
      <IconButton icon="turn" text={t('review.turn_board')} onClick={onTurn} />
      <OverlayMenu tree={tree} drawn={drawn} />
    </div>
  )
}
