// SPDX-License-Identifier: MIT
//
// Play a game: the board, who sits at it, the moves, and what the engine thinks of them.
import { signal } from '@preact/signals'
import type { ComponentChildren, ComponentType, JSX } from 'preact'
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { Arrow, Mark } from '../../board/board'
import { colorText, moveText } from '../../board/spoken'
import { HALF_TURN, mirrored, quarterTurned, type Turn } from '../../board/squares'
import type { Rules } from '../../engine/rules'
import type { GameFacts, Move } from '../../engine/types'
import type { PlayerIndex } from '../../game/clock'
import type { KeptMatch, Match, MatchSettings } from '../../game/match'
import { linkToReview, packGame } from '../../game/share'
import { endOf, lineTo, type Node } from '../../game/tree'
import { messageOf, t, type TextKey } from '../../i18n'
import type { Explained } from '../../i18n/errors'
import { useAnalysis, type Analysis } from '../../parts/analysis'
import { announce } from '../../parts/announce'
import { ClockFace } from '../../parts/clock'
import { PieceCount } from '../../parts/discs'
import type { Drawn } from '../../parts/drawn'
import { GameBoard, shownTime } from '../../parts/game_board'
import { titleText } from '../../parts/game_names'
import { useKeys } from '../../parts/keys'
import { IconButton } from '../../parts/icon'
import { Learn } from '../../parts/learn'
import { EngineLines } from '../../parts/lines'
import { Menu } from '../../parts/menu'
import { MoveList } from '../../parts/moves'
import { MovesHead } from '../../parts/moves_head'
import { Notice } from '../../parts/notice'
import { useFewRows, useThreeColumns } from '../../parts/columns'
import { openLink } from '../../parts/opened_link'
import { boardClass, OverlayMenu, useOverlays, type Overlays } from '../../parts/overlays'
import { usePreview, type PreviewedBoard } from '../../parts/preview'
import { ResignDialog } from '../../parts/resign_dialog'
import { ShareButton } from '../../parts/share'
import { waitingText } from '../../parts/thinking'
import { valueMarks, valueSpoken, worthOf } from '../../parts/values'
import { useServices, type Services } from '../../services/context'
import { goesOnLive } from '../../services/live_seat'
import { painted } from '../../services/painted'
import { rename, route } from '../../services/router'
import { change as changeSettings, settings as visitorSettings } from '../../services/settings'
import { accompanied } from './accompany'
import { asideMatch, beginAgain, beginInstead, currentMatch, givenMoves, playOn, someMatch, takeBackAside } from './current'
import { isNews, mayHelp, readResigned, useFriendLink } from './friend'
import { isUnkept, readKept, writeKept } from './kept'
import { givenAway, type Danger } from './warning'
import { NewGame } from './new_game'
import { endingText, passedText, playerText } from './texts'
import './play.css'

const HINT = { time_ms: 15_000 }
const HINT_SAID_MS = 2000 // until then its best move still changes often

/** Seen from the person's side, where the first rows are at the bottom. */
function usualTurn({ tree, settings }: Match): Turn {
  const { players } = settings.value
  const player = players[0] === 'person' ? 0 : 1
  const alone = players[0] !== players[1]
  const { facts } = tree
  return alone && !facts.row_1_on_top && facts.colors[player] !== tree.startSide ? HALF_TURN : 0
}

/** The settings of another game as its rules usually are, from its beginning; who began goes on to begin, of whatever colour. */
function settingsOf(rules: Rules, match: Match, game: string): MatchSettings {
  const { players } = match.settings.value
  const beginner = match.playerOf(match.tree.startSide)
  const { colors } = rules.about.games.find(({ name }) => name === game)!
  const same = colors[beginner] === rules.line({ game }).side
  return { ...match.settings.value, players: same ? players : [players[1], players[0]], rules: '', start: undefined, drawn: undefined, game }
}

/** The match that the address asks for: that of a link, "g", or one of a game, "game", as the shortcuts of the app do. */
function useMatch(services: Services, opened: (match: Match) => void): { match: Match; badLink: { problem: Explained } | null } {
  const { view, query } = route.value
  const [bad, setBad] = useState<{ match: Match | null; problem: Explained } | null>(null) // with the match that is shown instead
  useMemo(() => someMatch(services), [services])
  // Before it is painted: nobody is to press on the game that gives way.
  useLayoutEffect(() => {
    const packed = view === 'play' ? query.get('g') : null
    const game = view === 'play' ? query.get('game') : null
    if (packed) {
      const { tree, problem } = openLink(services.rules, packed)
      const withFriend = query.get('with') === 'friend'
      const resigned = tree && withFriend ? readResigned(tree, packed, query.get('resigned')) : undefined
      if (tree && resigned !== null) opened(playOn(services, tree, withFriend, resigned))
      const bad = resigned === null ? () => t('share.damaged') : problem
      setBad(bad ? { match: currentMatch.value, problem: bad } : null)
    } else if (game && services.rules.about.games.some(({ name }) => name === game)) {
      const { tree, ending } = currentMatch.value!
      if (tree.facts.name !== game || ending.value) opened(beginInstead(services, settingsOf(services.rules, currentMatch.value!, game)))
    }
    if (packed || game) rename('#/play') // a reload goes on with the game, and not from the link again
  }, [route.value]) // the same link may be opened again
  const match = currentMatch.value!
  return { match, badLink: match === bad?.match ? bad : null }
}

/** Say whose turn it is whenever that changes. */
function useTurnSaid(match: Match) {
  const text = turnText(match)
  const shown = useRef(false)
  useEffect(() => {
    if (text && shown.current) announce(text)
    shown.current = true // the text there when the view opens is read like everything else
  }, [match, text])
}

/** Let the match run while it is looked at, and keep it. */
function useRunning(match: Match) {
  const { rules } = useServices()
  // Before it is painted: whoever moves at once is heard, and the game is kept.
  useLayoutEffect(() => {
    const events = accompanied(rules, match, {
      moved: (move, side, forced) => announce(move.to ? moveText(side, move) : passedText(side, forced)),
      ended: ending => announce(endingText(match, ending)),
      showTime: shownTime,
    })
    match.wake(events)
    return () => match.sleep()
  }, [match])
  const { tree, settings, called } = match
  // At once: the page may be left before the next effect.
  useLayoutEffect(() => {
    const keep = () => writeKept({ match: match.keep() })
    keep()
    addEventListener('pagehide', keep)
    return () => removeEventListener('pagehide', keep)
  }, [match, tree.cursor.value, tree.version.value, settings.value, called.value])
}

function Players({ match }: { match: Match }) {
  const { tree, clock, ending } = match
  const { facts } = tree
  return (
    <div class="table-head players">
      {([0, 1] as PlayerIndex[]).map(player => {
        const turn = !ending.value && match.player === player
        return (
          <div key={player} class={`player ${turn ? 'turn' : ''}`} data-player={player}>
            <PieceCount
              facts={facts}
              board={tree.line.value.board}
              second={player === 1}
              revealed={ending.value?.discs !== undefined}
            />
            <span class="player-name">{playerText(match, player)}</span>
            {clock && <ClockFace clock={clock} player={player} />}
          </div>
        )
      })}
    </div>
  )
}

/** The last pass that nothing has answered yet. */
function passText(match: Match): string | null {
  const { tree } = match
  const { move, parent } = tree.cursor.value
  const { legal, side } = tree.line.value
  if (!match.ending.value && legal.length === 1 && !legal[0]!.to) return passedText(side, true)
  if (match.ending.value || !move || move.to || !parent) return null
  return passedText(tree.sideAt(parent), tree.movesAt(parent).length === 1)
}

/** The side to move, or which earlier position is looked at; null when the engine or nobody has the turn. Of a game against somebody that
 * goes on, one's own earlier move is one that was taken back. */
function turnText(match: Match): string | null {
  const { tree, settings } = match
  const color = colorText(tree.line.value.side)
  const { players } = settings.value
  if (!match.atEnd.value) {
    const { ply } = tree.cursor.value
    if (match.open && players[0] !== players[1] && !match.over()) return t('play.your_move.again', { color })
    return t('play.earlier', { ply, plies: endOf(tree.cursor.value).ply, color })
  }
  const { legal } = tree.line.value
  const mustPass = legal.length === 1 && !legal[0]!.to // passText says it
  if (match.ending.value || mustPass || players[match.player] === 'engine') return null
  if (players[match.player] === 'friend') return t('play.friend.turn', { color })
  return t(players[0] === players[1] ? 'play.to_move' : 'play.your_move', { color })
}

function statusText(match: Match): string {
  const { tree } = match
  const ending = match.ending.value
  const color = colorText(tree.line.value.side)
  if (ending) return endingText(match, ending)
  const turn = turnText(match)
  if (turn !== null) return turn
  if (match.loading.value) return t('play.loading')
  const waits = waitingText()
  if (match.thinking.value && waits !== '') return waits ?? t('play.thinking', { color })
  return t('play.to_move', { color })
}

function dangerText(danger: Danger): string {
  if (danger.kind === 'corner') return t('warn.corner', { square: danger.square })
  return danger.kind === 'pieces' ? t('warn.pieces', { count: danger.count }) : t(`warn.${danger.kind}`)
}

interface StatusProps {
  match: Match
  onUndo(): void
  /** The button that stands beside it. */
  now?: ComponentChildren
}

function Status({ match, onUndo, now }: StatusProps) {
  const { rules, live } = useServices()
  const atTable = useMemo(goesOnLive, [])
  const { tree } = match
  const node = tree.cursor.value
  const danger = useMemo(() => givenAway(rules, match), [match, node, tree.version.value, match.ending.value, match.settings.value, visitorSettings.value.warn])
  const pass = passText(match)
  const problem = match.problem.value
  return (
    <div class="status">
      <p class="status-text" data-testid="status">
        {statusText(match)}
      </p>
      {now}
      <h1>{titleText(tree)}</h1>
      <div class="status-news">
        {pass && <p class="status-pass">{pass}</p>}
        {danger && !pass && (
          <p class="status-warning" role="status">
            {dangerText(danger)}{' '}
            <button type="button" onClick={onUndo}>
              {t('play.undo')}
            </button>
          </p>
        )}
        {problem && <p class="bad">{t('play.problem', { error: messageOf(problem) })}</p>}
        {live && atTable && (
          <p role="status">
            {t('play.seat')} <a href="#/live">{t('play.seat.back')}</a>
          </p>
        )}
      </div>
    </div>
  )
}

/** Say which move led to where one stands. */
function sayPosition({ tree }: Match) {
  const { move, parent } = tree.cursor.value
  announce(move && parent ? moveText(tree.sideAt(parent), move) : t('play.beginning'))
}

/** Go to another position, and say which. */
function walk(match: Match, node: Node) {
  match.goTo(node)
  sayPosition(match)
}

/** Take back or go forward, which is said as well. */
function step(match: Match, way: 'undo' | 'redo') {
  const before = match.tree.cursor.value
  match[way]()
  if (match.tree.cursor.value === before) return
  announce(t(`play.${way}.done`))
  sayPosition(match)
}

interface Act {
  undo(): void
  redo(): void
  hint(): void
  rotate(): void
  mirror(): void
}

/** The buttons of the moment, in three places. Each line is a place: the first of its buttons that is of use now, so that none moves another, and
 * no two that one may press in a row. */
function useNow(match: Match): (JSX.Element | null)[] {
  const services = useServices()
  const { tree } = match
  const looking = !match.atEnd.value
  const ending = match.ending.value
  const pass = match.open && tree.line.value.legal.find(move => !move.to)
  const [linkText, giveLink] = useFriendLink(match, services.rules)
  const engineNext = match.settings.value.players[match.player] === 'engine'
  const places: [shown: unknown, text: TextKey, act: () => void][][] = [
    [
      [pass, 'play.pass', () => match.play(pass as Move)],
      [match.thinking.value, 'play.hurry', () => match.hurry()],
      [match.problem.value, 'play.retry', () => match.goTo(tree.cursor.value)],
      [isNews(match), 'play.friend.copy', giveLink],
      [ending && givenMoves(match).length, 'play.again.opening', () => void beginAgain(services, match, true)],
    ],
    [
      [looking && engineNext, 'play.goon', () => match.goOn()],
      [ending, 'play.again', () => void beginAgain(services, match)],
    ],
    [
      [looking, 'play.back', () => match.goTo(endOf(tree.cursor.value))],
      [ending, 'play.review', () => (location.href = linkToReview(packGame(services.rules, tree)))],
    ],
  ]
  return places.map(buttons => {
    const [, text, act] = buttons.find(([shown]) => shown) ?? []
    if (!text) return null
    return (
      <button key={text} type="button" class={text === 'play.again' ? 'now main' : 'now'} onClick={act}>
        {text === 'play.friend.copy' ? linkText : t(text)}
      </button>
    )
  })
}

/** The game set aside whose notice was put away in this visit; it is in the history. */
const putAway = signal<KeptMatch | null>(null)

/** The buttons that one presses again and again, under the board. */
function Bar({ match, act, drawn }: { match: Match; act: Act; drawn: Drawn }) {
  const { tree } = match
  const { parent, children } = tree.cursor.value
  return (
    <div class="icon-bar" role="group" aria-label={t('play.controls')}>
      <IconButton icon="first" text={t('review.walk.first')} disabled={!parent} onClick={() => walk(match, tree.root)} />
      <IconButton icon="back" text={t('play.undo')} hotkey="U" aria-keyshortcuts="U Control+Z" disabled={!match.undoTarget()} onClick={act.undo} />
      <IconButton icon="forward" text={t('play.redo')} hotkey="F" aria-keyshortcuts="F Control+Y" disabled={!children.length} onClick={act.redo} />
      <IconButton icon="last" text={t('review.walk.last')} disabled={!children.length} onClick={() => walk(match, endOf(tree.cursor.value))} />
      <IconButton icon="hint" text={t('play.hint')} hotkey="H" aria-keyshortcuts="H" disabled={!match.open || !mayHelp(match)} onClick={act.hint} />
      <IconButton icon="turn" text={t('play.rotate')} hotkey="R" aria-keyshortcuts="R" onClick={act.rotate} />
      <OverlayMenu tree={tree} drawn={drawn} works={mayHelp(match)} />
    </div>
  )
}

interface ToolsProps {
  match: Match
  turn: Turn
  act: Act
  /** Buttons of the moment beside them; the second one in the place of "Resign", which is of no use then. */
  now?: (JSX.Element | null)[]
  onNew(): void
}

/** The buttons that one presses once a game: another one, the rest in a menu, and apart from all of it the end. */
function Tools({ match, turn, act, now, onNew }: ToolsProps) {
  const over = match.ending.value !== null
  const people = match.settings.value.players.includes('person')
  const { live } = useServices()
  const { sound } = visitorSettings.value
  const [resigning, setResigning] = useState(false)
  const [resigned, setResigned] = useState(0) // times
  // The button that asked cannot be pressed any more when the game is over, so the focus goes to what one may want next, before the next key.
  useLayoutEffect(() => {
    if (resigned) document.querySelector<HTMLElement>('.play .now.main')?.focus()
  }, [resigned])
  const resign = () => {
    match.resign()
    setResigned(resigned + 1)
  }
  return (
    <div class="play-tools">
      <button type="button" aria-haspopup="dialog" onClick={onNew}>
        {t('play.new')}
      </button>
      <Menu>
        <a class="button" href="#/history">
          {t('nav.history')}
        </a>
        {live && (
          <a class="button" href="#/live">
            {t('nav.live')}
          </a>
        )}
        <button type="button" onClick={act.mirror} aria-keyshortcuts="M" title="M">
          {t('play.mirror')}
        </button>
        <button type="button" onClick={() => changeSettings({ sound: !sound })}>
          {t(sound ? 'play.mute' : 'play.unmute')}
        </button>
        <ShareButton tree={match.tree} view="play" turn={turn} />
      </Menu>
      {now && (now[0] ?? <span />)}
      {now?.[1] ?? (
        <button
          type="button"
          class="apart"
          disabled={over || !people || !match.tree.root.children.length || !match.atEnd.value}
          aria-haspopup="dialog"
          onClick={() => setResigning(true)}
        >
          {t('play.resign')}
        </button>
      )}
      {resigning && <ResignDialog onResign={resign} onClose={() => setResigning(false)} />}
    </div>
  )
}

/** Of pieces that move, an arrow shows the best way; where pieces are put, their values say it all. */
function bestArrow(legal: readonly Move[], values: ReadonlyMap<string, Mark>): Arrow[] {
  const best = legal.find(move => move.move === values.keys().next().value)
  return best?.from && best.to ? [{ from: best.from, to: best.to }] : []
}

interface PlayBoardProps {
  match: Match
  turn: Turn
  analysis: Analysis
  previewed: PreviewedBoard | null
  overlays: Overlays
}

function PlayBoard({ match, turn, analysis, previewed, overlays }: PlayBoardProps) {
  const { tree } = match
  const line = tree.line.value
  const values = useMemo(
    () => (analysis.thought?.moves ? valueMarks(analysis.thought.moves, tree.facts) : undefined),
    [analysis.thought],
  )
  const place = useRef<HTMLDivElement>(null)
  // A game may begin with a button far below. Before it is painted: nobody is to press on what moves away then.
  useLayoutEffect(() => place.current!.scrollIntoView({ block: 'nearest' }), [match])
  return (
    <div ref={place} class={`${boardClass(previewed !== null, overlays.drawn.mode)} play-board`} {...overlays.drawn.listeners}>
      <p id="play-keys" class="unseen">
        {t('play.keys')}
      </p>
      <GameBoard
        facts={tree.facts}
        rules={tree.rules}
        turn={turn}
        {...(previewed ?? {
          board: line.board,
          legal: match.open ? line.legal : [],
          lastMove: tree.cursor.value.move,
          ...(values ? { values } : {}),
        })}
        {...(overlays.overlay ? { overlay: overlays.overlay } : {})}
        arrows={[...(values && !previewed ? bestArrow(line.legal, values) : []), ...overlays.arrows]}
        label={t('play.board', { game: titleText(tree) })}
        describedBy="play-keys"
        onMove={move => match.play(move)}
      />
    </div>
  )
}

/** A component that comes behind the first picture, once a visit; without a network, on a first visit, it does not. */
function later<Props extends object>(fetch: () => Promise<ComponentType<Props>>) {
  let known: ComponentType<Props> | null = null
  return (props: Props) => {
    const [Shown, setShown] = useState(() => known)
    useEffect(() => {
      if (!known) fetch().then(found => setShown(() => (known = found))).catch(() => undefined)
    }, [])
    return Shown && <Shown {...props} />
  }
}

const Tiles = later(() => import('./welcome').then(({ Welcome }) => Welcome))
const Own = later(() => painted().then(() => import('./own_results')).then(({ OwnResults }) => OwnResults))

/** A line that says what this is, and the games to choose from, in the place of the moves while there are none. The line is text that
 * the first picture has; the tiles come behind it. */
function Beginning(props: { game: string; onGame(name: string): void }) {
  return (
    <div class="welcome">
      <p>{t('play.welcome')}</p>
      <Tiles {...props} />
    </div>
  )
}

/** Tell a screen reader what a hint has found: soon, and again at its end if that is something else. */
function useHintSaid(wanted: boolean, facts: GameFacts, { thought, running }: Analysis) {
  const said = useRef('')
  const soon = useRef<ReturnType<typeof setTimeout>>(undefined)
  const best = thought?.moves?.[0]
  const text = wanted && best ? t('play.hint.best', { move: best.move, value: valueSpoken(best, facts) }) : ''
  const latest = useRef('')
  latest.current = text
  const say = () => {
    if (latest.current && latest.current !== said.current) announce((said.current = latest.current))
  }
  useEffect(() => {
    said.current = ''
    if (!wanted) return
    announce(t('play.hint.thinking'))
    soon.current = setTimeout(say, HINT_SAID_MS)
    return () => clearTimeout(soon.current)
  }, [wanted])
  useEffect(() => {
    if (wanted && text && !running) say()
  }, [wanted, text, running])
}

/** The engine's thoughts, shown as long as it is wanted and the engine has no move to make itself. */
function useValues(match: Match, analysing: boolean) {
  const { tree } = match
  const node = tree.cursor.value
  const [asked, setHinted] = useState<unknown>(null)
  const helps = mayHelp(match)
  const hinted = match.open ? asked : null
  useLayoutEffect(() => setHinted(null), [node, match.open]) // it ends with the position and with the game, before the next key
  const wished = helps && (analysing || hinted === node) && !match.thinking.value // the engine thinks of one thing at a time
  const wanted = wished && (match.open || match.ending.value !== null || !match.atEnd.value)
  const analysis = useAnalysis(tree, wanted, HINT)
  useHintSaid(wanted && hinted === node, tree.facts, analysis)
  return {
    wanted,
    analysis: wanted ? analysis : { thought: null, running: false, error: null },
    hint: () => setHinted(helps && match.open && hinted !== node ? node : null),
  }
}

export function PlayView() {
  const services = useServices()
  const kept = useMemo(readKept, [])
  const [turn, setTurn] = useState<Turn>(kept.turn ?? 0)
  const look = (next: Turn) => {
    setTurn(next)
    writeKept({ turn: next })
  }
  const { match, badLink } = useMatch(services, opened => look(usualTurn(opened)))
  const [analysing, setAnalysing] = useState(kept.analysing ?? false)
  const [choosing, setChoosing] = useState(false)
  const fewRows = useFewRows()
  const threeColumns = useThreeColumns()
  const { wanted, analysis, hint } = useValues(match, analysing)
  // A game goes on by a move of the one whose turn it is; further along a line another one begins, and this one waits.
  const { preview, previewed } = usePreview(match.tree, moves => {
    const move = moves.length === 1 && match.open && match.tree.line.value.legal.find(legal => legal.move === moves[0])
    if (move) return match.play(move)
    const tree = lineTo(services.rules, match.tree)
    if (moves.every(text => tree.playText(text))) look(usualTurn(playOn(services, tree)))
  })
  const overlays = useOverlays(match.tree, (previewed ?? match.tree.line.value).board, mayHelp(match))
  useRunning(match)
  useTurnSaid(match)

  const backToAside = () => {
    const back = takeBackAside(services)
    if (back) look(usualTurn(back))
  }
  const start = (settings: MatchSettings, moves: string[] = []) => {
    setChoosing(false)
    const begun = beginInstead(services, settings, moves)
    look(usualTurn(begun))
    announce(t('play.began', { game: titleText(begun.tree) }))
  }
  const change = ({ players, level }: MatchSettings) => {
    setChoosing(false)
    match.change({ players, level })
  }
  const act: Act = {
    undo: () => step(match, 'undo'),
    redo: () => step(match, 'redo'),
    hint,
    rotate: () => look(quarterTurned(turn)),
    mirror: () => look(mirrored(turn)),
  }
  const { undo, redo, rotate, mirror } = act
  const headWorth = analysis.thought ? worthOf(match.tree.facts, match.tree.line.value.side, analysis.thought) : {}
  const now = useNow(match)
  const tools = <Tools key="tools" match={match} turn={turn} act={act} {...(fewRows ? { now: now.slice(1) } : {})} onNew={() => setChoosing(true)} />
  const moves =
    match.tree.root.children.length > 0 ? (
      <div class="play-moves">
        <MovesHead facts={match.tree.facts} opening={match.tree.line.value.opening} {...headWorth} />
        <MoveList tree={match.tree} onGo={node => walk(match, node)} />
      </div>
    ) : (
      <Beginning game={match.tree.facts.name} onGame={name => start(settingsOf(services.rules, match, name))} />
    )
  const analyse = (on: boolean) => {
    setAnalysing(on)
    writeKept({ analysing: on })
  }
  const thoughts = (
    <>
      <label class="switch">
        <input type="checkbox" checked={analysing && mayHelp(match)} disabled={!mayHelp(match)} onChange={event => analyse(event.currentTarget.checked)} />
        {t('play.analysis')}
      </label>
      {wanted && <EngineLines {...analysis} facts={match.tree.facts} side={match.tree.line.value.side} preview={preview} />}
      <Learn tree={match.tree} />
      <Own game={match.tree.facts.name} rules={match.tree.rules} />
    </>
  )
  useKeys({ u: undo, 'ctrl+z': undo, f: redo, 'ctrl+y': redo, h: hint, r: rotate, m: mirror })
  return (
    <div class="table printed play">
      <Players match={match} />
      <Notice
        text={asideMatch.value && asideMatch.value !== putAway.value ? t('play.aside') : null}
        action={{ text: t('play.aside.back'), act: backToAside }}
        role="status"
        onAway={() => (putAway.value = asideMatch.value)}
      />
      <Notice text={badLink ? messageOf(badLink.problem) : isUnkept.value ? t('play.unkept') : null} about={badLink ?? 'unkept'} />
      <PlayBoard match={match} turn={turn} analysis={analysis} previewed={previewed} overlays={overlays} />
      <div class="table-under">
        <Bar match={match} act={act} drawn={overlays.drawn} />
        {fewRows ? tools : <div class="situation">{now.map((button, place) => button ?? <span key={place} />)}</div>}
      </div>
      <div class="table-side">
        <Status match={match} onUndo={undo} now={fewRows && now[0]} />
        {!fewRows && tools}
        {threeColumns ? thoughts : moves}
      </div>
      <div class="table-third">{threeColumns ? moves : thoughts}</div>
      {choosing && (
        <NewGame
          games={services.rules.about.games}
          settings={match.settings.value}
          begun={match.tree.root.children.length > 0 || match.settings.value.start !== undefined}
          onStart={start}
          onChange={change}
          onClose={() => setChoosing(false)}
        />
      )}
    </div>
  )
}
