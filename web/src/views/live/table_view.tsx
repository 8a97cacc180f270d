// SPDX-License-Identifier: MIT
//
// The board of a game with a friend, who sits at it, and what can be done. Each line keeps its place: an offer comes and goes without
// moving anything.
import { useEffect, useMemo, useState } from 'preact/hooks'
import { colorText, moveText } from '../../board/spoken'
import { HALF_TURN, quarterTurned, type Turn } from '../../board/squares'
import type { PlayerIndex } from '../../game/clock'
import { linkTo, linkToReview, packGame } from '../../game/share'
import { endOf, type GameTree, type Node } from '../../game/tree'
import { rememberMatch } from '../../history/games'
import { resumeNext } from '../../history/resumed'
import { losersReasonText, reasonText, sentenceOf, t, winnersReasonText } from '../../i18n'
import type { Problem } from '../../i18n/errors'
import { announce } from '../../parts/announce'
import { copyText } from '../../parts/clipboard'
import { ClockFace } from '../../parts/clock'
import { PieceCount } from '../../parts/discs'
import { GameBoard, shownTime } from '../../parts/game_board'
import { titleText } from '../../parts/game_names'
import { IconButton } from '../../parts/icon'
import { useKeys } from '../../parts/keys'
import { MoveList } from '../../parts/moves'
import { MovesHead } from '../../parts/moves_head'
import { boardClass, OverlayMenu, useOverlays, type Overlays } from '../../parts/overlays'
import { ResignDialog } from '../../parts/resign_dialog'
import { soundEnd, soundMove } from '../../parts/sound'
import { useServices } from '../../services/context'
import { setLive } from '../../services/live_seat'
import { dropSeat, isFirstTime, spelledCode, type Seat } from './seat'
import type { Report } from './report'
import { LiveTable } from './table'
import { liveText, type LiveText } from './texts'

/** The winner, and the reason. */
function endingText(report: Report, tree: GameTree): string {
  const line = tree.lineAt(endOf(tree.cursor.value))
  const how = report.how ?? 'rules'
  const gaveUp = how === 'resigned' && report.winner !== report.color
  const [code, words] = [line.reason_code ?? '', line.reason ?? '']
  const ofWinner = report.winner === report.color ? winnersReasonText : losersReasonText
  const ofRules = () => (report.winner ? ofWinner(code, words, colorText(report.winner)) : reasonText(code, words))
  const reason = how === 'rules' ? ofRules() : t(gaveUp ? 'play.reason.resigned.you' : `play.reason.${how}`)
  if (!report.winner) return t('play.draw', { reason })
  return t(report.winner === report.color ? 'play.won.you' : 'play.lost.you', { reason })
}

function turnText(report: Report): string {
  const color = colorText(report.side)
  return report.side === report.color ? t('play.your_move', { color }) : liveText('friend.turn', { color })
}

/** Say what has changed. */
function sayNews(now: Report, before: Report | null, tree: GameTree) {
  const said: string[] = []
  const last = endOf(tree.root)
  const offered = now.offer && now.offered_by !== now.color && now.offer !== before?.offer
  if (before && now.friend !== before.friend) said.push(liveText(`friend.${now.friend}`))
  if (before && now.moves.length > before.moves.length && last.move?.to) said.push(moveText(tree.sideAt(last.parent!), last.move))
  if (offered) said.push(liveText(`asks.${now.offer!}`))
  const answer = answerText(now)
  if (before && answer && (before.offer || answer !== answerText(before) || now.moves.length !== before.moves.length)) said.push(answer)
  if (now.over && !before?.over) said.push(endingText(now, tree))
  else if (before && !now.over && now.side === now.color && now.moves.length !== before.moves.length) said.push(turnText(now))
  if (said.length) announce(said.join(' '))
}

/** The fate of an offer, until something else happens. */
const answerText = ({ settled, accepted }: Report) => settled && liveText(`${accepted ? 'accepted' : 'declined'}.${settled}`)

function useTable(path: string, seat: Seat) {
  const { rules } = useServices()
  const table = useMemo(() => {
    const hear = (now: Report, before: Report | null) => {
      setLive(!now.over && now.friend !== 'left')
      const tree = made.tree.value!
      const { move, parent } = endOf(tree.root)
      if (before && now.moves.length > before.moves.length && move?.to && parent && tree.sideAt(parent) !== now.color)
        soundMove(false, move.from ? shownTime(move) : 0)
      if (before && now.over && !before.over) soundEnd(!now.winner ? 'drawn' : now.winner === now.color ? 'won' : 'lost')
      // It may have ended while the page was away, so a first report counts, too.
      if (now.over && !before?.over && isFirstTime(seat, now.number)) {
        const kept = made.played()
        if (kept) void rememberMatch(rules, kept)
      }
      sayNews(now, before, tree)
    }
    const made: LiveTable = new LiveTable(rules, path, seat, hear)
    return made
  }, [])
  useEffect(() => () => table.close(), [table])
  const ended = table.ended.value
  // A game that ends with its room is in no report; the seat is worth nothing any more, unless the server only has no time.
  useEffect(() => {
    const report = table.report.value
    if (!ended || ended === 'elsewhere' || !report) return
    if (ended !== 'silent') dropSeat(seat)
    const kept = table.played()
    if (kept && !report.over) void rememberMatch(rules, kept)
  }, [ended])
  return table
}

function Players({ table, report, tree }: { table: LiveTable; report: Report; tree: GameTree }) {
  const clock = table.clock.value
  const isCounted = report.over && report.how === 'rules' && tree.facts.scores_discs
  return (
    <div class="table-head players">
      {([0, 1] as PlayerIndex[]).map(player => {
        const color = tree.facts.colors[player]
        const own = color === report.color
        return (
          <div key={player} class={`player ${!report.over && report.side === color ? 'turn' : ''}`} data-player={player}>
            <PieceCount facts={tree.facts} board={tree.line.value.board} second={player === 1} revealed={isCounted} />
            <span class="player-name">{t(own ? 'play.you' : 'play.friend')}</span>
            {!own && <span class={`live-dot ${report.friend}`} title={liveText(`friend.${report.friend}`)} />}
            {clock && <ClockFace clock={clock} player={player} />}
          </div>
        )
      })}
    </div>
  )
}

function statusText({ ended }: LiveTable, report: Report, tree: GameTree): string {
  const { ply, children } = tree.cursor.value
  const color = colorText(tree.line.value.side)
  if (children.length) return t('play.earlier', { ply, plies: endOf(tree.cursor.value).ply, color })
  if (report.over) return endingText(report, tree)
  if (ended.value && ended.value !== 'elsewhere') return t('play.to_move', { color })
  if (report.friend === 'nobody') return liveText('waiting')
  return turnText(report)
}

function Status({ table, report, tree }: { table: LiveTable; report: Report; tree: GameTree }) {
  const problem = table.problem.value
  return (
    <div class="status">
      <p class="status-text" data-testid="status">
        {statusText(table, report, tree)}
      </p>
      <h1>{titleText(tree)}</h1>
      {table.away.value ? (
        <p class="bad" role="status">
          {liveText('lost')}
        </p>
      ) : (
        <p class="quiet" data-testid="friend">
          {!table.ended.value && liveText(`friend.${report.friend}`)}
        </p>
      )}
      {problem && (
        <p class="bad" role="alert">
          {sentenceOf(problem)}
        </p>
      )}
    </div>
  )
}

/** The question of one of the two to the other, then the answer; an empty line of the same height otherwise. */
function OfferLine({ table, report }: { table: LiveTable; report: Report }) {
  const { offer, offered_by, settled } = report
  const answer = answerText(report)
  if (!offer)
    return (
      <p class="live-offer" data-settled={settled}>
        {answer && <span>{answer}</span>}
      </p>
    )
  const own = offered_by === report.color
  return (
    <p class={`live-offer ${own ? '' : 'asked'}`} data-offer={offer}>
      <span>{liveText(`${own ? 'asked' : 'asks'}.${offer}`)}</span>
      {!own && (
        <button type="button" class="main" onClick={() => table.reply(true)}>
          {liveText('accept')}
        </button>
      )}
      <button type="button" onClick={() => table.reply(false)}>
        {liveText(own ? 'withdraw' : 'refuse')}
      </button>
    </p>
  )
}

const mayOffer = (table: LiveTable, report: Report) =>
  report.friend !== 'nobody' && report.friend !== 'left' && !report.offer && !table.ended.value

/** One has made a move, be it one that no report has yet. */
const mayTakeBack = (table: LiveTable, report: Report, tree: GameTree) =>
  !report.over &&
  mayOffer(table, report) &&
  (table.unheardOf || report.moves.some((_, ply) => ply >= report.given && sideOf(tree, ply) === report.color))

/** Each button has a place of its own, so that none moves another. */
function Actions({ table, report, tree }: { table: LiveTable; report: Report; tree: GameTree }) {
  const { rules } = useServices()
  const free = mayOffer(table, report)
  const looking = tree.cursor.value.children.length > 0
  const pass = table.open ? tree.line.value.legal.find(move => !move.to) : undefined
  return (
    <div class="situation">
      {report.over ? (
        <button key="again" type="button" class="main" disabled={!free} onClick={() => table.offer('rematch')}>
          {liveText('rematch')}
        </button>
      ) : (
        <button key="undo" type="button" aria-keyshortcuts="U" title="U" disabled={!mayTakeBack(table, report, tree)} onClick={() => table.offer('takeback')}>
          {t('play.undo')}
        </button>
      )}
      {report.over ? (
        <button key="review" type="button" disabled={!report.moves.length} onClick={() => (location.href = linkToReview(packGame(rules, tree)))}>
          {t('play.review')}
        </button>
      ) : tree.facts.scores_discs ? (
        <span key="none" />
      ) : (
        <button key="draw" type="button" disabled={!free} onClick={() => table.offer('draw')}>
          {liveText('draw')}
        </button>
      )}
      {looking ? (
        <button key="back" type="button" onClick={() => tree.goTo(endOf(tree.cursor.value))}>
          {t('play.back')}
        </button>
      ) : pass ? (
        <button key="pass" type="button" onClick={() => table.play(pass)}>
          {t('play.pass')}
        </button>
      ) : (
        <span key="no" />
      )}
    </div>
  )
}

/** The side that made move `ply`. */
function sideOf(tree: GameTree, ply: number): string | undefined {
  let node: Node | undefined = tree.root
  for (let at = 0; at < ply; at++) node = node?.children[0]
  return node && tree.sideAt(node)
}

function Bar({ tree, over, overlays, onRotate }: { tree: GameTree; over: boolean; overlays: Overlays; onRotate(): void }) {
  const { parent, children } = tree.cursor.value
  const go = (node: Node | null | undefined) => {
    if (!node) return
    tree.goTo(node)
    announce(node.move && node.parent ? moveText(tree.sideAt(node.parent), node.move) : t('play.beginning'))
  }
  return (
    <div class="icon-bar" role="group" aria-label={t('play.controls')}>
      <IconButton icon="first" text={t('review.walk.first')} disabled={!parent} onClick={() => go(tree.root)} />
      <IconButton icon="back" text={t('review.walk.back')} disabled={!parent} onClick={() => go(parent)} />
      <IconButton icon="forward" text={t('review.walk.on')} disabled={!children.length} onClick={() => go(children[0])} />
      <IconButton icon="last" text={t('review.walk.last')} disabled={!children.length} onClick={() => go(endOf(tree.cursor.value))} />
      <IconButton icon="turn" text={t('play.rotate')} hotkey="R" aria-keyshortcuts="R" onClick={onRotate} />
      <OverlayMenu tree={tree} drawn={overlays.drawn} works={over} />
    </div>
  )
}

/** The code and the link, until the friend is there. */
function Invitation({ code }: { code: string }) {
  const [told, setTold] = useState('')
  const tell = (text: string) => {
    setTold(text)
    announce(text)
  }
  const copy = () =>
    void copyText(`${location.origin}${location.pathname}#/live?code=${code}`).then(
      () => tell(t('share.copied')),
      () => tell(t('share.refused')),
    )
  return (
    <div class="card live-invitation">
      <p>{liveText('tell')}</p>
      <span class="live-code" data-testid="code">
        {spelledCode(code)}
      </span>
      <button type="button" class="main" onClick={copy}>
        {told || liveText('copy')}
      </button>
    </div>
  )
}

/** A game that goes on is resigned, any other one is left: one button, which stays. */
function Tools({ table, report, onLeave }: { table: LiveTable; report: Report; onLeave(): void }) {
  const [resigning, setResigning] = useState(false)
  const goesOn = !report.over && report.friend !== 'nobody'
  return (
    <div class="play-tools">
      <button type="button" class="apart" aria-haspopup={goesOn ? 'dialog' : undefined} onClick={() => (goesOn ? setResigning(true) : onLeave())}>
        {goesOn ? t('play.resign') : liveText('leave')}
      </button>
      {resigning && <ResignDialog onResign={() => table.resign()} onClose={() => setResigning(false)} />}
    </div>
  )
}

/** Seen from one's own side. */
const usualTurn = (report: Report, { facts, startSide }: GameTree): Turn =>
  !facts.row_1_on_top && report.color !== startSide ? HALF_TURN : 0

function LiveBoard({ table, tree, turn, overlays }: { table: LiveTable; tree: GameTree; turn: Turn; overlays: Overlays }) {
  const line = tree.line.value
  return (
    <div class={`${boardClass(false, overlays.drawn.mode)} play-board`} {...overlays.drawn.listeners}>
      <p id="live-keys" class="unseen">
        {liveText('keys')}
      </p>
      <GameBoard
        facts={tree.facts}
        rules={tree.rules}
        board={line.board}
        legal={table.open ? line.legal : []}
        lastMove={tree.cursor.value.move}
        {...(overlays.overlay ? { overlay: overlays.overlay } : {})}
        arrows={overlays.arrows}
        turn={turn}
        label={t('play.board', { game: titleText(tree) })}
        describedBy="live-keys"
        onMove={move => {
          soundMove(true, move.from ? shownTime(move) : 0)
          table.play(move)
        }}
      />
    </div>
  )
}

interface TableProps {
  path: string
  seat: Seat
  /** The seat is given up (`forget`), or only this tab has nothing to do with it any more. */
  onStand(why: Problem | null, forget: boolean): void
}

function Ended({ table, report, tree, onStand }: SittingProps) {
  const { rules } = useServices()
  const ended = table.ended.value!
  const elsewhere = ended === 'elsewhere'
  const seatStays = elsewhere || ended === 'silent'
  // By the history's own way into Play: the same game goes on there.
  const goOn = () => {
    tree.goTo(endOf(tree.root))
    resumeNext(table.played())
    location.href = linkTo('play', packGame(rules, tree))
  }
  return (
    <div class="card live-ended" role="status">
      <p>{liveText(`ended.${ended}` as LiveText, { games: t('nav.history') })}</p>
      <div class="buttons">
        {seatStays && (
          <button type="button" class="main" onClick={() => table.follow()}>
            {liveText(elsewhere ? 'here' : 'kept.go')}
          </button>
        )}
        {!elsewhere && !report.over && table.hasMoves && (
          <button type="button" class={seatStays ? '' : 'main'} onClick={goOn}>
            {liveText('by.link')}
          </button>
        )}
        <button type="button" onClick={() => onStand(null, !seatStays)}>
          {liveText('another')}
        </button>
      </div>
    </div>
  )
}

export function TableView({ path, seat, onStand }: TableProps) {
  const table = useTable(path, seat)
  const report = table.report.value
  const tree = table.tree.value
  const gone = table.gone.value
  useEffect(() => {
    if (gone) onStand(gone.why, gone.forget)
  }, [gone])
  if (!report || !tree) return table.away.value ? <p class="bad">{liveText('lost')}</p> : null
  return <Sitting table={table} report={report} tree={tree} onStand={onStand} />
}

interface SittingProps {
  table: LiveTable
  report: Report
  tree: GameTree
  onStand: TableProps['onStand']
}

function Sitting({ table, report, tree, onStand }: SittingProps) {
  const [turned, setTurned] = useState<Turn | null>(null)
  const turn = turned ?? usualTurn(report, tree)
  const rotate = () => setTurned(quarterTurned(turn))
  const undo = () => {
    if (mayTakeBack(table, report, tree)) table.offer('takeback')
  }
  useKeys({ r: rotate, u: undo })
  const overlays = useOverlays(tree, tree.line.value.board, report.over) // while a game goes on nobody gets help
  const part = { table, report, tree }
  const ended = table.ended.value
  const away = ended === 'elsewhere' || (ended !== null && !report.over) // nothing can be asked from here
  const alone = report.friend === 'nobody' && !ended
  const leave = () => {
    const asked = table.leave()
    void (table.away.value ? Promise.resolve() : asked).then(() => onStand(null, true)) // a server that is away is not waited for
  }
  return (
    <div class="table printed live">
      <Players {...part} />
      <LiveBoard table={table} tree={tree} turn={turn} overlays={overlays} />
      <div class="table-under">
        <Bar tree={tree} over={report.over} overlays={overlays} onRotate={rotate} />
        {alone ? (
          <Invitation code={report.code} />
        ) : (
          <>
            {!away && <OfferLine table={table} report={report} />}
            {!away && <Actions {...part} />}
          </>
        )}
      </div>
      <div class="table-side">
        <Status {...part} />
        {ended && <Ended {...part} onStand={onStand} />}
        <div class="play-moves">
          <MovesHead facts={tree.facts} opening={tree.line.value.opening} />
          <MoveList tree={tree} />
        </div>
        {!away && <Tools table={table} report={report} onLeave={leave} />}
      </div>
    </div>
  )
}
