// SPDX-License-Identifier: MIT
//
// Setting up any position: pieces by a palette or as text, and then on to playing or reviewing from there. True if a position
// can be is the engine's to say, in its own words.
import { batch, signal } from '@preact/signals'
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks'
import { colorText, pieceText } from '../../board/spoken'
import { areaOf } from '../../board/squares'
import { PageError } from '../../engine/module'
import type { Rules } from '../../engine/rules'
import type { GameFacts, Line } from '../../engine/types'
import { boardText, linkTo, packGame } from '../../game/share'
import { openSource, type Source } from '../../game/source'
import { endOf, GameTree } from '../../game/tree'
import { messageOf, t } from '../../i18n'
import type { Explained, Problem } from '../../i18n/errors'
import { announce } from '../../parts/announce'
import { useOneColumn } from '../../parts/columns'
import { PieceCount } from '../../parts/discs'
import { GameBoard } from '../../parts/game_board'
import { GameChoice } from '../../parts/game_choice'
import { optionsOf, RulesChoice, rulesOf } from '../../parts/game_options'
import { useIncoming } from '../../parts/incoming'
import { openLink } from '../../parts/opened_link'
import { SearchLibrary } from '../../parts/search_library'
import { ShareButton } from '../../parts/share'
import { useServices } from '../../services/context'
import { rename, route } from '../../services/router'
import { boardWithin, clearBoard, colorsSwapped, EMPTY, mirroredSideways, mirroredUpDown, withPiece } from './board_edit'
import { pressedGlyph, usePaint } from './paint'
import { Palette } from './palette'
import { Texts } from './texts'
import './setup.css'

/** The position being set up, kept while one looks at other views. */
interface Setup {
  game: string
  rules: string
  board: string
  side: string
}

const state = signal<Setup | null>(null)
const past = signal<Setup[]>([])
const brush = signal<string>('')
const told = signal<Explained>('')
let opened: string | null = null

const PAST_MOST = 200

function remember() {
  if (state.value) past.value = [...past.value.slice(-PAST_MOST), state.value]
}

function change(part: Partial<Setup>) {
  remember()
  state.value = { ...state.value!, ...part }
}

function takeBack() {
  const before = past.value.at(-1)
  if (!before) return
  past.value = past.value.slice(0, -1)
  state.value = before
}

/** The start of a game, or the position at the cursor of a tree. */
function setupOf(line: Line): Setup {
  return { game: line.game, rules: line.rules, board: line.board, side: line.side }
}

function show(line: Line, facts: GameFacts) {
  batch(() => {
    remember()
    state.value = setupOf(line)
    if (!facts.glyphs.includes(brush.value)) brush.value = facts.glyphs[0]!
  })
}

/** The position as the engine reads it, or what is wrong with it. */
function check(rules: Rules, setup: Setup): { tree: GameTree; line: Line } | { error: Problem } {
  const start = boardText(rules.game(setup.game), setup.board, setup.side)
  try {
    const line = rules.line({ game: setup.game, rules: setup.rules, start })
    return { tree: new GameTree(rules, setup.game, setup.rules, line.start), line }
  } catch (error) {
    if (error instanceof PageError) return { error: error.problem }
    throw error
  }
}

/** Pasted text may be of several games: the chosen one comes first, where the text fits it. */
function asChosen(rules: Rules, { data, name }: Source): GameTree | null {
  const { game, rules: byRules } = state.value!
  try {
    if (typeof data === 'string' && isPosition(rules, data)) return new GameTree(rules, game, byRules, data.trim())
    const { sheets, failed, more } = rules.sheets(data, { file: name, game, limit: 1, plies: true })
    const [sheet] = sheets
    return sheet?.game === game && !failed && !more ? GameTree.ofSheet(rules, sheet) : null
  } catch (error) {
    if (error instanceof PageError) return null
    throw error
  }
}

/** Is it a position of the chosen game, in whatever notation? */
function isPosition(rules: Rules, text: string): boolean {
  const { game, rules: byRules } = state.value!
  try {
    return rules.line({ game, rules: byRules, start: text.trim() }).game === game
  } catch (error) {
    if (error instanceof PageError) return false
    throw error
  }
}

/** The tree of what is pasted or dropped, at its last position; or why there is none. */
function treeOf(rules: Rules, source: Source): GameTree | Explained {
  const chosen = asChosen(rules, source)
  if (chosen) return chosen
  const found = openSource(rules, source)
  const sheet = 'sheet' in found ? found.sheet : 'collection' in found ? found.collection.sheet(found.collection.rows[0]!) : null
  if ('collection' in found) found.collection.end()
  if (sheet) return GameTree.ofSheet(rules, sheet)
  return 'failure' in found ? found.failure.problem : ''
}

function openText(rules: Rules, source: Source | null) {
  if (!source) return
  const tree = treeOf(rules, source)
  told.value = tree instanceof GameTree ? '' : tree
  if (!(tree instanceof GameTree)) return
  tree.goTo(endOf(tree.root))
  show(tree.line.value, tree.facts)
}

/** The position of the address, and the address of the position. */
function useAddress(rules: Rules, tree: GameTree | null) {
  const link = route.value.view === 'setup' ? route.value.query.get('g') : null
  useLayoutEffect(() => {
    if (!link || link === opened) return
    opened = link
    const { tree: from, problem } = openLink(rules, link)
    if (from) show(from.line.value, from.facts)
    told.value = problem ?? ''
  }, [route.value])
  // A layout effect, as in the review: it is over when another view is there.
  useLayoutEffect(() => {
    if (!tree) return
    const timer = setTimeout(() => {
      const packed = packGame(rules, tree)
      if (rename(`#/setup?g=${packed}`)) opened = packed
    }, 300)
    return () => clearTimeout(timer)
  }, [tree])
}

function useUndoKey() {
  useLayoutEffect(() => {
    const keyDown = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.key !== 'z') return
      if ((event.target as HTMLElement).closest('input, textarea')) return
      event.preventDefault()
      takeBack()
    }
    document.addEventListener('keydown', keyDown)
    return () => document.removeEventListener('keydown', keyDown)
  }, [])
}

export function SetupView() {
  const { rules } = useServices()
  if (!state.value) show(rules.line({ game: rules.about.games[0]!.name }), rules.about.games[0]!)
  const setup = state.value!
  const facts = rules.game(setup.game)
  const checked = useMemo(() => check(rules, setup), [rules, setup])
  const tree = 'tree' in checked ? checked.tree : null
  useAddress(rules, tree)
  useUndoKey()
  const over = useIncoming(source => openText(rules, source))
  const put = (square: string, glyph: string) => {
    const now = state.value!
    if (now.board[0] !== undefined) state.value = { ...now, board: withPiece(now.board, square, glyph) }
    announce(`${square}, ${pieceText(facts, glyph)}`)
  }
  const paint = usePaint({ board: () => state.value!.board, brush: () => brush.value, put, begin: remember })
  const press = (square: string) => {
    if (paint.isPainted()) return
    remember()
    put(square, pressedGlyph(state.value!.board, square, brush.value))
  }
  const oneColumn = useOneColumn()
  const edits = (
    <>
      <RulesChoice
        choice={optionsOf(null, setup.rules)}
        facts={facts}
        set={({ rules: chosen = {} }) => {
          const by = rulesOf({ rules: chosen }, facts)
          change({ rules: by, board: boardWithin(areaOf(by), setup.board) })
        }}
      />
      <Changes rules={rules} facts={facts} setup={setup} />
    </>
  )
  return (
    <div class={`table setup${over ? ' over' : ''}`}>
      <header class="table-head">
        <h1>{t('setup.title')}</h1>
        <GameChoice
          label={t('setup.game')}
          game={setup.game}
          onGame={name => show(rules.line({ game: name }), rules.game(name))}
        />
      </header>
      <div class="table-board setup-board" {...paint.listeners}>
        <GameBoard facts={facts} rules={setup.rules} board={setup.board} label={t('setup.board')} onSquare={press} />
      </div>
      <div class="table-under">
        <Palette facts={facts} brush={brush} />
      </div>
      <div class="table-side setup-side">
        <SideChoice facts={facts} setup={setup} />
        {!oneColumn && edits}
        <State facts={facts} setup={setup} checked={checked} />
        <Onward rules={rules} tree={tree} />
        {oneColumn && edits /* on a phone the ways on are on the first screen */}
        <Texts rules={rules} tree={tree} told={messageOf(told.value)} onText={text => openText(rules, { data: text })} />
      </div>
    </div>
  )
}

function SideChoice({ facts, setup }: { facts: GameFacts; setup: Setup }) {
  return (
    <fieldset class="setup-sides">
      <legend>{t('setup.side')}</legend>
      {facts.colors.map((color, i) => (
        <label key={color}>
          <input type="radio" name="setup-side" checked={setup.side === color} onChange={() => change({ side: color })} />{' '}
          {colorText(color)} <PieceCount facts={facts} board={setup.board} second={i === 1} />
        </label>
      ))}
    </fieldset>
  )
}

function Changes({ rules, facts, setup }: { rules: Rules; facts: GameFacts; setup: Setup }) {
  const { board } = setup
  const button = (key: 'clear' | 'sideways' | 'updown' | 'swap', to: string) => (
    <button type="button" onClick={() => change({ board: to })}>
      {t(`setup.${key}`)}
    </button>
  )
  return (
    <div class="buttons">
      <button type="button" onClick={() => show(rules.line({ game: facts.name, rules: setup.rules }), facts)}>
        {t('setup.start')}
      </button>
      {button('clear', clearBoard)}
      {button('sideways', mirroredSideways(board))}
      {button('updown', mirroredUpDown(board))}
      {button('swap', colorsSwapped(facts, board))}
      <button type="button" disabled={past.value.length === 0} onClick={takeBack}>
        {t('setup.undo')}
      </button>
    </div>
  )
}

function State({ facts, setup, checked }: { facts: GameFacts; setup: Setup; checked: ReturnType<typeof check> }) {
  let text = ''
  if ('line' in checked) {
    const { line } = checked
    const passes = line.legal.length > 0 && line.legal.every(move => !move.to)
    const { first, last } = areaOf(setup.rules)
    const empties = (last + 1 - first) ** 2 - [...setup.board].filter(glyph => glyph !== EMPTY).length
    if (line.over) text = t('setup.over')
    else if (passes) text = t('setup.pass', { color: colorText(line.side) })
    else text = t('setup.fine', { moves: line.legal.length, empties })
  }
  return (
    <p class={`setup-state${'error' in checked ? ' bad' : ''}`} role="status" data-game={facts.name}>
      {'error' in checked ? t('setup.wrong', { error: messageOf(checked.error) }) : text}
    </p>
  )
}

/** The ways on from the position. While there is none, they are not to be seen, and their place stays, so that nothing moves. */
function Onward({ rules, tree: current }: { rules: Rules; tree: GameTree | null }) {
  const last = useRef(current)
  if (current) last.current = current
  const tree = last.current
  const packed = useMemo(() => tree && packGame(rules, tree), [tree])
  if (!tree || !packed) return null
  return (
    <div class="buttons setup-onward" inert={!current}>
      <a class="button" href={linkTo('play', packed)}>
        {t('setup.play')}
      </a>
      <a class="button" href={linkTo('review', packed)}>
        {t('setup.review')}
      </a>
      <SearchLibrary tree={tree} />
      <ShareButton tree={tree} view="setup" />
    </div>
  )
}
