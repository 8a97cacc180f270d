// SPDX-License-Identifier: MIT
//
// A game under review: the board, where one stands, what was wrong there, the graph, the moves, the engine.
import type { ComponentChildren, RefObject } from 'preact'
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { Arrow, Mark } from '../../board/board'
import { colorText } from '../../board/spoken'
import { HALF_TURN, squareNumber, type Turn } from '../../board/squares'
import type { GameFacts, Line, Review } from '../../engine/types'
import { linkTo, packGame } from '../../game/share'
import { playerTag, resultOf, winnerOf } from '../../game/source'
import { endOf, isMain, type GameTree, type Node } from '../../game/tree'
import { dateText, decimal, maybeText, messageOf, t } from '../../i18n'
import { announce } from '../../parts/announce'
import { PieceCount } from '../../parts/discs'
import { GameBoard } from '../../parts/game_board'
import { titleText } from '../../parts/game_names'
import { IconButton } from '../../parts/icon'
import { useKeys } from '../../parts/keys'
import { Learn } from '../../parts/learn'
import { PressedMoves, PreviewedMoves } from '../../parts/lines'
import { LivePanel, useLive, type Live } from '../../parts/live'
import { MoveList } from '../../parts/moves'
import { MovesHead } from '../../parts/moves_head'
import type { Drawn } from '../../parts/drawn'
import type { PreviewControl } from '../../parts/preview'
import { boardClass, OverlayMenu, useOverlays } from '../../parts/overlays'
import { useOneColumn } from '../../parts/columns'
import { SearchLibrary } from '../../parts/search_library'
import { ShareButton } from '../../parts/share'
import { shareOf, worthOf as thoughtWorth } from '../../parts/values'
import { useServices } from '../../services/context'
import { rename } from '../../services/router'
import { AgainPanel, useAgain } from './again'
import { Annotate, ReviewControls } from './controls'
import { Graph, worthText } from './graph'
import { ForPaper } from './paper'
import { isMistake, judgementOf, nextMistake, placeOn, signs, worthOf, type Reviewed, type Reviewing } from './reviewing'
import { Summary } from './summary'
import { betterLine, LINE_MOVES, lossText, lostSentence, refutationSentence, sentence, turnText, valueText, verdictText, type Worth } from './words'

interface GameReviewProps {
  tree: GameTree
  reviewing: Reviewing
  fromList: boolean
  onOther(): void
  /** The address now names this game. */
  onAddress(packed: string): void
}

const players = (tree: GameTree): [string, string] => [tree.tags[playerTag(0)] ?? '', tree.tags[playerTag(1)] ?? '']

/** Keep the game in the address: a reload or a bookmark brings it back. A layout effect ends with its view; Preact ends others only after
 * the next view is painted, which may have an address by then. */
function useAddress(tree: GameTree, onAddress: (packed: string) => void) {
  const { rules } = useServices()
  const at = tree.cursor.value
  const version = tree.version.value
  useLayoutEffect(() => {
    const timer = setTimeout(() => {
      const packed = packGame(rules, tree)
      if (rename(`#/review?g=${packed}`)) onAddress(packed)
    }, 400)
    return () => clearTimeout(timer)
  }, [tree, at, version])
}

export function GameReview({ tree, reviewing, fromList, onOther, onAddress }: GameReviewProps) {
  const { facts } = tree
  const { rules } = useServices()
  void tree.version.value
  const node = tree.cursor.value
  const line = tree.line.value
  const reviewed = reviewing.reviewed.value
  const [turn, setTurn] = useState<Turn>(0)
  const busy = reviewing.busy.value
  const again = useAgain(tree, reviewed)
  // A position is here to be analysed. One question at a time: what is tried again is judged by the engine, too.
  const live = useLive(tree, { begins: tree.root.children.length === 0, rests: busy || again.review !== null })
  const { previewed, values } = live
  const { thought } = live.analysis
  const overlays = useOverlays(tree, (again.board ?? previewed ?? line).board)
  useAddress(tree, onAddress)
  // Whatever else the engine is asked goes before a deeper review, and so does whoever leaves.
  const asks = live.on || again.review !== null
  useLayoutEffect(() => {
    if (asks && reviewing.deepens.value) reviewing.stop()
  }, [asks, reviewing.deepens.value])
  useLayoutEffect(() => () => void (reviewing.deepens.value && reviewing.stop()), [])
  const toMistake = useMemo(
    () => (step: 1 | -1) => {
      const now = reviewing.reviewed.value
      if (!now) return
      const to = nextMistake(now, tree.cursor.value, step)
      if (to) tree.goTo(to)
      else announce(t('review.no_more'))
    },
    [tree],
  )
  const notes = useRef<HTMLTextAreaElement>(null)
  const comment = useMemo(() => () => openNotes(notes.current), [])
  const tryAgain = () => {
    if (busy || !isMistake(judgementOf(reviewed, tree.cursor.value))) return
    live.preview.end()
    again.begin(tree.cursor.value)
  }
  useKeys({
    n: () => toMistake(1),
    p: () => toMistake(-1),
    c: comment,
    t: tryAgain,
    arrowleft: () => tree.undo(),
    arrowright: () => tree.redo(),
    home: () => tree.goTo(tree.root),
    end: () => tree.goTo(endOf(node)),
  })
  const oneColumn = useOneColumn()
  const graph = reviewed && (
    <Graph facts={facts} reviewed={reviewed} ply={placeOn(reviewed, node)} onPly={ply => tree.goTo(reviewed.nodes[ply]!)} />
  )
  const judged = judgementOf(reviewed, node)
  const better = again.board ?? previewed ?? live.on ? null : betterOf(tree, judged) // an analysis is of the move that comes
  // A step draws neither of them anew.
  const moves = useMemo(() => <MoveList tree={tree} note={noteOf(tree, reviewed)} />, [tree, reviewed])
  const summary = useMemo(() => reviewed && <Summary facts={facts} reviewed={reviewed} players={players(tree)} />, [tree, reviewed])
  return (
    <div class="table printed review">
      <Title tree={tree} line={line} />
      <div class={boardClass(previewed !== null, overlays.drawn.mode)} {...overlays.drawn.listeners}>
        <GameBoard
          facts={facts}
          rules={tree.rules}
          turn={turn}
          walked
          {...(overlays.overlay ? { overlay: overlays.overlay } : {})}
          arrows={[...(better?.arrows ?? []), ...overlays.arrows]}
          missed={better?.missed ?? null}
          {...(again.board ?? previewed ?? {
            board: line.board,
            legal: line.legal,
            lastMove: node.move,
            marks: marksOf(node, judged),
            ...(values ? { values } : {}),
          })}
          label={t('review.board', { game: maybeText(`game.${facts.name}`, facts.title) })}
          onMove={move => (again.review ? again.play(move) : tree.play(move))}
        />
      </div>
      <div class="table-under">
        <Walk tree={tree} reviewed={reviewed} toMistake={toMistake} comment={comment} onTurn={() => setTurn(turn ^ HALF_TURN)} drawn={overlays.drawn} />
        {!oneColumn && graph}
      </div>
      <div class="table-side">
        {again.review && reviewed ? (
          <AgainPanel tree={tree} reviewed={reviewed} again={again} />
        ) : (
          <Judgement tree={tree} live={live} line={line} reviewed={reviewed} {...(busy ? {} : { onAgain: tryAgain })} />
        )}
        {oneColumn && graph /* behind the words about the move, which stand behind the buttons that lead to it */}
        {tree.told.map(message => (
          <p key={message.code} class="review-told quiet">
            {messageOf(message)}
          </p>
        ))}
        <ReviewControls tree={tree} reviewing={reviewing} />
        {tree.root.children.length > 0 && (
          <>
            <MovesHead facts={facts} opening={line.opening} {...(live.on && thought ? thoughtWorth(facts, line.side, thought) : barOf(tree, worthOf(reviewed, node)))} />
            {moves}
          </>
        )}
        {tree.root.children.length > 0 && <VariationTools tree={tree} reviewing={reviewing} />}
        <Notes tree={tree} field={notes} />
      </div>
      <div class="table-third">
        <LivePanel tree={tree} live={live} />
        {summary}
        <ForPaper tree={tree} reviewed={reviewed} />
        <Learn tree={tree} />
        <div class="review-tools">
          <ShareButton tree={tree} view="review" turn={turn} />
          <button type="button" onClick={() => (location.href = linkTo('play', packGame(rules, tree)))}>
            {t('review.play')}
          </button>
          <SearchLibrary tree={tree} />
          <button type="button" onClick={onOther}>
            {t(fromList ? 'review.list' : 'review.other')}
          </button>
        </div>
      </div>
    </div>
  )
}

// ---- The board

/** The sign of the move that was played, on its square. */
function marksOf(node: Node, judged: Review | undefined): ReadonlyMap<string, Mark> {
  const square = node.move?.to
  if (!square || !judged?.verdict || judged.forced || judged.verdict === 'good') return new Map()
  return new Map([[square, { text: signs[judged.verdict], spoken: verdictText(judged), verdict: judged.verdict }]])
}

/** The move that would have been better: an arrow, or a ring around the square with a ghost of the piece, since the other side is to move. */
function betterOf(tree: GameTree, judged: Review | undefined): { arrows: Arrow[]; missed?: { glyph: string; square: string } } {
  const parent = tree.cursor.value.parent
  if (!parent || !judged?.best || judged.best === judged.move || judged.forced) return { arrows: [] }
  const best = tree.movesAt(parent).find(move => move.move === judged.best)
  if (!best?.to) return { arrows: [] }
  const { from, to, board } = best
  if (from) return { arrows: [{ from, to, rank: 0 }] }
  return { arrows: [{ to, rank: 0 }], missed: { glyph: board[squareNumber(to)]!, square: to } }
}

function noteOf(tree: GameTree, reviewed: Reviewed | null) {
  return (node: Node) => {
    const review = judgementOf(reviewed, node)
    if (!review || review.forced || review.verdict === 'best')
      return node.comment ? { text: '✎', tone: '', spoken: node.comment } : undefined
    const sign = review.verdict === 'good' ? '' : signs[review.verdict!]
    const digits = review.exact ? 0 : 1
    const loss = review.loss ? `\u2212${tree.facts.scores_discs ? decimal(review.loss, digits, digits) : lossText(tree.facts, review)}` : ''
    return {
      text: [node.symbol === sign ? '' : sign, loss].filter(Boolean).join(' '),
      tone: `verdict-${review.verdict}`,
      spoken: review.loss ? t('review.note', { verdict: verdictText(review), loss: lossText(tree.facts, review) }) : verdictText(review),
    }
  }
}

/** The worth of the position by a review, for the head of the moves. */
function barOf({ facts }: GameTree, worth: Worth | undefined) {
  if (!worth) return {}
  const first = worth.color === facts.colors[0]
  const share = facts.scores_discs ? shareOf(worth.score, facts) : (worth.chance ?? 0.5)
  return { worth: worthText(facts, worth), share: first ? share : 1 - share }
}

// ---- The words about it

function Title({ tree, line }: { tree: GameTree; line: Line }) {
  const names = players(tree)
  const { facts, tags } = tree
  const winner = winnerOf(tree)
  const about = [titleText(tree), tags['Event'], dateText(tags['Date'] ?? ''), winner && t('review.result.won', { color: colorText(winner) }), resultOf(tree)]
  return (
    <header class="table-head review-title">
      <h1 class="review-players">
        {facts.colors.map((color, i) => (
          <span key={color} class="review-player">
            <PieceCount facts={facts} board={line.board} second={i === 1} />
            <span class={line.side === color && !line.over ? 'to-move' : ''}>{names[i] || colorText(color)}</span>
          </span>
        ))}
      </h1>
      <p class="quiet">{about.filter(Boolean).join(' · ')}</p>
    </header>
  )
}

function overText(line: Line): string {
  if (line.winner === null) return t('review.over.draw')
  const color = colorText(line.winner ?? '')
  return line.discs ? t('review.over.discs', { color, n: Math.abs(line.discs) }) : t('review.over.won', { color })
}

interface SentenceProps {
  facts: GameFacts
  review: Review
  preview: PreviewControl
}

const LINE = '\u0000' // the place of the better line

/** The words on a move; those of its better line can be pressed. */
function Sentence({ facts, review, preview }: SentenceProps) {
  return <WithLine text={sentence(facts, review, LINE)} line={betterLine(review)} preview={preview} />
}

/** The things that a bad move lost, and the line that refutes it. */
function Losses({ facts, review, preview }: SentenceProps) {
  const lost = lostSentence(facts, review)
  const refuted = refutationSentence(review, LINE)
  const words = lost && <b>{lost} </b>
  if (refuted) return <WithLine head={words} text={refuted} line={review.refutation!} preview={preview} />
  return words ? <p>{words}</p> : null
}

interface WithLineProps {
  head?: ComponentChildren
  text: string
  line: readonly string[]
  preview: PreviewControl
}

/** Words with a line in them. */
function WithLine({ head, text, line, preview }: WithLineProps) {
  const [before, after] = text.split(LINE)
  if (after === undefined) return <p>{before}</p>
  return (
    <p>
      {head}
      {before}
      <span class="engine-moves">
        <PressedMoves moves={line.slice(0, LINE_MOVES)} preview={preview} />
      </span>
      {line.length > LINE_MOVES && (
        <>
          <span class="off-paper"> …</span>
          <span class="paper-only"> {line.slice(LINE_MOVES).join(' ')}</span>
        </>
      )}
      {after}
    </p>
  )
}

interface JudgementProps {
  tree: GameTree
  live: Live
  line: Line
  reviewed: Reviewed | null
  /** Look for a better move than the one that is told of. */
  onAgain?(): void
}

function Judgement({ tree, live, line, reviewed, onAgain }: JudgementProps) {
  const oneColumn = useOneColumn()
  const { preview } = live
  void tree.version.value
  const node = tree.cursor.value
  const review = judgementOf(reviewed, node)
  const worth = worthOf(reviewed, node)
  const turn = review?.turning ? turnText(review) : undefined
  const noted = node.comment ?? node.value ?? node.time
  const words = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => void words.current?.scrollTo(0, 0), [node])
  if (!reviewed && noted === undefined && !line.over) return null
  return (
    <section class={`judgement on-paper ${review?.verdict ?? ''} ${tree.facts.scores_discs ? '' : 'of-chances'}`} aria-live="polite">
      {review && !review.forced && (
        <h2>
          <span class={`sign ${review.verdict}`} aria-hidden="true">
            {signs[review.verdict!]}
          </span>{' '}
          {verdictText(review)}
          {worth && <span class="judgement-worth">{worthText(tree.facts, worth, review.color)}</span>}
        </h2>
      )}
      <div ref={words} class="judgement-words">
        {review && <Sentence facts={tree.facts} review={review} preview={preview.from(node.parent!)} />}
        {review && <Losses facts={tree.facts} review={review} preview={preview.from(node)} />}
        {turn && <p class="judgement-turn">{turn}</p>}
        {reviewed && !review && <p class="off-paper">{t(node.ply === 0 ? 'review.here.start' : reviewed.nodes[node.ply] === node ? 'review.here.unknown' : 'review.here.variation')}</p>}
        {line.over && <p>{overText(line)}</p>}
        {!review && <FileNotes tree={tree} />}
        {node.comment && <p class="comment off-paper">{node.comment}</p>}
      </div>
      {!live.on && oneColumn && preview.shown && <PreviewedMoves preview={preview} /> /* at the bottom of the screen */}
      {review && review.best !== review.move && !review.forced && review.pv && (
        <div class="buttons">
          <button type="button" onClick={() => showBetter(tree, node, review.pv!)}>
            {t('review.show_better')}
          </button>
          {onAgain && isMistake(review) && (
            <button type="button" title={t('review.key', { key: 'T' })} aria-keyshortcuts="T" onClick={onAgain}>
              {t('again.begin')}
            </button>
          )}
        </div>
      )}
    </section>
  )
}

/** The file's words on the move. */
function FileNotes({ tree }: { tree: GameTree }) {
  const { value, time } = tree.cursor.value
  const parts = []
  if (value !== undefined) parts.push(t('review.file.value', { value: valueText(tree.facts, { score: value }) }))
  if (time !== undefined) parts.push(t('review.file.time', { n: time }))
  return parts.length ? <p class="quiet">{parts.join(' · ')}</p> : null
}

const BETTER_MOVES = 8

/** Put the better line into the tree and stand on its first move. */
function showBetter(tree: GameTree, node: Node, moves: readonly string[]) {
  const parent = node.parent!
  tree.goTo(parent)
  for (const move of moves.slice(0, BETTER_MOVES)) if (!tree.playText(move)) break
  const first = parent.children.find(child => child.move!.move === moves[0])
  tree.goTo(first ?? node)
}

// ---- Walking

interface WalkProps {
  tree: GameTree
  reviewed: Reviewed | null
  toMistake(step: 1 | -1): void
  comment(): void
  onTurn(): void
  drawn: Drawn
}

function Walk({ tree, reviewed, toMistake, comment, onTurn, drawn }: WalkProps) {
  const node = tree.cursor.value
  const step = (icon: 'first' | 'back' | 'forward' | 'last', key: 'first' | 'back' | 'on' | 'last', possible: boolean, go: () => void) => (
    <IconButton icon={icon} text={t(`review.walk.${key}`)} disabled={!possible} onClick={go} />
  )
  return (
    <div class="icon-bar walk" role="group" aria-label={t('review.walk')}>
      {step('first', 'first', !!node.parent, () => tree.goTo(tree.root))}
      {step('back', 'back', !!node.parent, () => tree.undo())}
      {step('forward', 'on', node.children.length > 0, () => tree.redo())}
      {step('last', 'last', node.children.length > 0, () => tree.goTo(endOf(node)))}
      <IconButton icon="turn" text={t('review.turn_board')} onClick={onTurn} />
      <IconButton icon="write" text={t('review.notes.write')} hotkey="C" aria-keyshortcuts="C" onClick={comment} />
      <OverlayMenu tree={tree} drawn={drawn} />
      {reviewed && (
        <>
          <button type="button" class="walk-mistake" title={t('review.key', { key: 'P' })} disabled={!nextMistake(reviewed, node, -1)} onClick={() => toMistake(-1)}>
            {t('review.mistake.before')}
          </button>
          <button type="button" class="walk-mistake" title={t('review.key', { key: 'N' })} disabled={!nextMistake(reviewed, node, 1)} onClick={() => toMistake(1)}>
            {t('review.mistake.next')}
          </button>
        </>
      )}
    </div>
  )
}

/** The actions on the current line, and on the game what was found there; what was taken away can be brought back. */
function VariationTools({ tree, reviewing }: { tree: GameTree; reviewing: Reviewing }) {
  const [removed, setRemoved] = useState<{ node: Node; place: number } | null>(null)
  const node = tree.cursor.value
  const remove = () => {
    setRemoved({ node, place: node.parent!.children.indexOf(node) })
    tree.remove(node)
    announce(t('review.removed', { move: node.move!.move }))
  }
  return (
    <div class="variation-tools">
      <button type="button" disabled={isMain(node)} onClick={() => tree.promote(node)}>
        {t('review.promote')}
      </button>
      <button type="button" disabled={!node.parent} onClick={remove}>
        {t('review.remove')}
      </button>
      <Annotate tree={tree} reviewing={reviewing} />
      {removed && (
        <button
          type="button"
          onClick={() => {
            tree.restore(removed.node, removed.place)
            setRemoved(null)
          }}
        >
          {t('review.restore', { move: removed.node.move!.move })}
        </button>
      )}
    </div>
  )
}

const symbols = ['!!', '!', '!?', '?!', '?', '??'] as const

/** Open them and write; Escape goes back to where one was. */
function openNotes(field: HTMLTextAreaElement | null) {
  const details = field?.closest('details')
  if (!field || !details) return
  const before = document.activeElement as HTMLElement | SVGElement | null
  details.open = true
  field.focus({ preventScroll: true })
  field.scrollIntoView({ block: 'nearest' })
  field.onkeydown = ({ key }) => {
    if (key !== 'Escape') return
    field.blur()
    before?.focus({ preventScroll: true })
  }
}

/** One's own words and signs on the move; they go into the files that hold them. */
function Notes({ tree, field }: { tree: GameTree; field: RefObject<HTMLTextAreaElement | null> }) {
  void tree.version.value
  const node = tree.cursor.value
  return (
    <details class="notes">
      <summary>{t('review.notes')}</summary>
      {node.move && (
        <div class="buttons" role="group" aria-label={t('review.notes.sign')}>
          {symbols.map(symbol => (
            <button
              key={symbol}
              type="button"
              aria-pressed={node.symbol === symbol}
              onClick={() => tree.note(node, { symbol: node.symbol === symbol ? undefined : symbol })}
            >
              {symbol}
            </button>
          ))}
        </div>
      )}
      <label for="review-comment">{t('review.notes.comment')}</label>
      <textarea
        ref={field}
        id="review-comment"
        rows={3}
        value={node.comment ?? ''}
        onInput={event => tree.note(node, { comment: event.currentTarget.value || undefined })}
      />
    </details>
  )
}
