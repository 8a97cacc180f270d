// SPDX-License-Identifier: MIT
//
// A game with a friend, live over `flank serve`: the way in, then the board with both clocks and what the two ask each other.
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { Problem } from '../../i18n/errors'
import { useServices } from '../../services/context'
import { isRead, rename, route } from '../../services/router'
import { Door } from './door'
import { dropSeat, keepSeat, tabSeat, type Seat } from './seat'
import { TableView } from './table_view'
import './live.css'

export function LiveView() {
  const { live, rules } = useServices()
  const opened = useRef(route.value) // the link that has been followed
  const [code, setCode] = useState(opened.current.query.get('code') ?? '')
  const [game] = useState(opened.current.query.get('game') ?? rules.about.games[0]!.name)
  const [times, setTimes] = useState(0) // it was followed again
  const [problem, setProblem] = useState<Problem | null>(null)
  const [seat, setSeat] = useState(() => {
    const own = tabSeat()
    return code && own?.code !== code ? null : own
  })
  // A link to another game, opened in this tab.
  useLayoutEffect(() => {
    const { view, query } = route.value
    const linked = query.get('code')
    if (opened.current === route.value || view !== 'live') return
    opened.current = route.value
    if (!linked) return
    if (linked === seat?.code) return void rename('#/live') // so that it can be opened once more
    setCode(linked)
    setSeat(null)
  }, [route.value])
  // The link of the address, opened once more, changes no address.
  useLayoutEffect(() => {
    const again = () => {
      if (isRead() && route.value.query.has('code')) setTimes(times => times + 1)
    }
    addEventListener('popstate', again)
    return () => removeEventListener('popstate', again)
  }, [])
  // A reload goes on with the game, and not from the link again.
  useLayoutEffect(() => {
    if (seat) rename('#/live')
  }, [seat])
  const sit = (taken: Seat) => {
    keepSeat(taken)
    setProblem(null)
    setSeat(taken)
  }
  const stand = (why: Problem | null, forget: boolean) => {
    if (seat) dropSeat(seat, forget)
    setCode('')
    setProblem(why)
    setSeat(null)
  }
  if (!seat) return <Door key={`${code} ${times}`} path={live!} code={code} game={game} problem={problem} onSeat={sit} />
  return <TableView key={seat.token} path={live!} seat={seat} onStand={stand} />
}
