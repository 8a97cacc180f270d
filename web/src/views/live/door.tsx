// SPDX-License-Identifier: MIT
//
// The way into a game with a friend: by its code, or by making one. A link brings the code, and a press joins: the seat belongs to the browser that
// joins, and links are opened in others, too, such as those within apps that send messages.
import { useEffect, useRef, useState } from 'preact/hooks'
import { colorText } from '../../board/spoken'
import { HALF_TURN } from '../../board/squares'
import { problemOf } from '../../engine/module'
import { Remote } from '../../engine/remote'
import { maybeText, sentenceOf, t } from '../../i18n'
import type { Problem } from '../../i18n/errors'
import { useOneColumn } from '../../parts/columns'
import { GameBoard } from '../../parts/game_board'
import { ClockChoice, OpeningChoice, optionsOf, RulesChoice, rulesOf, timeOf } from '../../parts/game_options'
import { GameChoice } from '../../parts/game_choice'
import { drawnOf, openingMoves } from '../../parts/opening_moves'
import { useServices } from '../../services/context'
import { keptSeats, spelledCode, type Seat } from './seat'
import { liveText } from './texts'

interface DoorProps {
  path: string
  /** Of the link that led here. */
  code: string
  game: string
  problem: Problem | null
  onSeat(seat: Seat): void
}

const plain = (code: string) => code.normalize('NFKC').toUpperCase().replace(/[^A-Z0-9]/g, '')
const LETTERS = 'ACDEFGHJKMNPQRTWXY34679' // of src/server/live_rooms.c
const isCode = (code: string) => code.length === 8 && [...code].every(letter => LETTERS.includes(letter))

/** Asks for a seat; only the last problem is shown, beside what it is about. */
function useSeat({ path, problem, onSeat }: DoorProps) {
  const [refused, setRefused] = useState(problem === null ? null : { ask: 'live', problem })
  const [busy, setBusy] = useState(false)
  const remote = useRef<Remote | undefined>(undefined)
  useEffect(() => () => remote.current?.close(), [])
  const ask = async (what: 'live_create' | 'live_join', fields: Record<string, string | number>) => {
    remote.current ??= new Remote(path)
    setBusy(true)
    setRefused(null)
    try {
      const { code, token } = await remote.current.request({ ask: what, ...fields }).done
      onSeat({ code, token } as Seat)
    } catch (error) {
      setRefused({ ask: what, problem: problemOf(error) })
      setBusy(false)
    }
  }
  const refusal = (what: string) =>
    refused?.ask === what && (
      <p class="bad" role="alert">
        {sentenceOf(refused.problem)}
      </p>
    )
  return { ask, busy, refusal }
}

function Join({ code, ask, busy, refusal }: { code: string } & ReturnType<typeof useSeat>) {
  const [typed, setTyped] = useState(code && spelledCode(plain(code)))
  const [bad, setBad] = useState(!!code && !isCode(plain(code)))
  const submit = (event: Event) => {
    event.preventDefault()
    setBad(!isCode(plain(typed)))
    if (isCode(plain(typed))) void ask('live_join', { code: plain(typed) })
  }
  return (
    <form class="card live-join" onSubmit={submit}>
      <h2>{liveText('join')}</h2>
      <label for="live-code">{liveText('code')}</label>
      <div class="live-line">
        <input
          id="live-code"
          name="code"
          class="live-code"
          value={typed}
          required
          maxLength={20}
          autocomplete="off"
          autocapitalize="characters"
          spellcheck={false}
          onInput={event => setTyped(event.currentTarget.value)}
        />
        <button type="submit" class={code ? 'main' : ''} disabled={busy || !plain(typed)}>
          {liveText('join.go')}
        </button>
      </div>
      {bad ? (
        <p class="bad" role="alert">
          {liveText('code.bad', { letters: LETTERS })}
        </p>
      ) : (
        refusal('live_join')
      )}
    </form>
  )
}

/** The game that is to be made. */
function useWished(game: string) {
  const { games } = useServices().rules.about
  const [name, setName] = useState(game)
  const [color, setColor] = useState(0)
  const [choice, setChoice] = useState(() => optionsOf(null, ''))
  const facts = games.find(each => each.name === name) ?? games[0]!
  return { facts, color, choice, setName, setColor, set: (part: Partial<typeof choice>) => setChoice({ ...choice, ...part }) }
}

type Wished = ReturnType<typeof useWished>

/** Its board, from one's own side. */
function WishedBoard({ facts, color, choice }: Wished) {
  const { rules } = useServices()
  const kind = { game: facts.name, rules: rulesOf(choice, facts) }
  const { board, side } = rules.line(kind)
  const turn = !facts.row_1_on_top && facts.colors[color] !== side ? HALF_TURN : 0
  return <GameBoard facts={facts} rules={kind.rules} board={board} turn={turn} label={t('play.board', { game: maybeText(`game.${facts.name}`, facts.title) })} />
}

function Create({ wished, code, ask, busy, refusal }: { wished: Wished; code: string } & ReturnType<typeof useSeat>) {
  const { rules } = useServices()
  const { facts, color, choice, setName, setColor, set } = wished
  const [bad, setBad] = useState(false)
  const [failed, setFailed] = useState(false)
  const submit = async (event: Event) => {
    event.preventDefault()
    const time = timeOf(choice)
    setBad(time === undefined)
    if (time === undefined) return
    const kind = { game: facts.name, rules: rulesOf(choice, facts) }
    const moves = await openingMoves(rules, { ...kind, ...drawnOf(kind, choice.opening) }).catch(() => null)
    setFailed(!moves)
    if (moves) void ask('live_create', { ...kind, color: facts.colors[color]!, moves: moves.join(' '), ...time })
  }
  return (
    <form class="card live-create" onSubmit={event => void submit(event)}>
      <h2>{liveText('create')}</h2>
      <GameChoice
        label={t('play.game')}
        game={facts.name}
        onGame={chosen => {
          setName(chosen)
          set({ rules: {}, opening: 'usual' })
        }}
      />
      <fieldset>
        <legend>{liveText('color')}</legend>
        <div class="choices">
          {facts.colors.map((each, index) => (
            <label key={index}>
              <input type="radio" name="color" value={each} checked={index === color} onChange={() => setColor(index)} />
              <span>{colorText(each)}</span>
            </label>
          ))}
        </div>
      </fieldset>
      <ClockChoice choice={choice} set={set} bad={bad} />
      <OpeningChoice choice={choice} set={set} facts={facts} failed={failed} />
      <RulesChoice choice={choice} set={set} facts={facts} />
      {refusal('live_create')}
      <button type="submit" class={code ? '' : 'main'} disabled={busy}>
        {liveText('create.go')}
      </button>
    </form>
  )
}

export function Door(props: DoorProps) {
  const { code, game, onSeat } = props
  const seat = useSeat(props)
  const wished = useWished(game)
  const oneColumn = useOneColumn()
  // A link of a game in which one sits already leads to one's own seat first.
  const kept = keptSeats().find(each => !code || each.code === plain(code))
  return (
    <div class="table live-door">
      <header class="table-head">
        <h1>{t('nav.live')}</h1>
      </header>
      {!oneColumn && (
        <div class="table-board">
          <WishedBoard {...wished} />
        </div>
      )}
      <div class="table-side">
        <p>{liveText('about')}</p>
        {seat.refusal('live')}
        {kept && (
          <p class="live-kept">
            {liveText('kept', { code: spelledCode(kept.code) })}{' '}
            <button type="button" onClick={() => onSeat(kept)}>
              {liveText('kept.go')}
            </button>
          </p>
        )}
        <div class="live-ways">
          <Join code={code} {...seat} />
          <Create wished={wished} code={code} {...seat} />
        </div>
      </div>
    </div>
  )
}
