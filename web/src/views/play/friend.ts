// SPDX-License-Identifier: MIT
//
// A game with a friend, who has the page elsewhere: each move goes over as a link that holds the game, by whatever way they write to
// each other. No server knows of it. One may resign, too: the link then says who has, with a check over that and the game.
import { useLayoutEffect, useState } from 'preact/hooks'
import type { Rules } from '../../engine/rules'
import type { Match } from '../../game/match'
import type { PlayerIndex } from '../../game/clock'
import { checkOf, linkTo, packGame } from '../../game/share'
import { endOf, type GameTree } from '../../game/tree'
import { t } from '../../i18n'
import { announce } from '../../parts/announce'
import { copyText } from '../../parts/clipboard'

const resignedField = (packed: string, color: string) => `${color}.${checkOf(`${packed}.${color}`)}`

/** The player who has resigned, by the field of a link; undefined: nobody; null: the link was changed on its way. */
export function readResigned(tree: GameTree, packed: string, field: string | null): PlayerIndex | undefined | null {
  if (field === null) return undefined
  const player = tree.facts.colors.findIndex(color => field === resignedField(packed, color))
  return player < 0 || tree.lineAt(endOf(tree.root)).over ? null : (player as PlayerIndex)
}

/** The player who has resigned in a match. */
const resignedIn = ({ called }: Match): PlayerIndex | undefined => (called.value?.how === 'resigned' ? (called.value.winner ? 0 : 1) : undefined)

/** True while the friend has not seen the game as it stands. */
export function isNews(match: Match): boolean {
  const { players } = match.settings.value
  if (!players.includes('friend') || !match.atEnd.value) return false
  const resigned = resignedIn(match)
  if (resigned !== undefined) return players[resigned] === 'person'
  if (!match.ending.value) return players[match.player] === 'friend'
  const { parent } = match.tree.cursor.value
  return parent !== null && players[match.playerOf(match.tree.sideAt(parent))] === 'person'
}

/** The engine gives no help in a game with a friend while it goes on. */
export const mayHelp = (match: Match) => !match.settings.value.players.includes('friend') || match.over()

/** Gives the link away; the first member is what the button says: what it does, then what came of it at the present move. */
export function useFriendLink(match: Match, rules: Rules): [text: string, give: () => void] {
  const [told, setTold] = useState('')
  const { cursor, facts } = match.tree
  useLayoutEffect(() => setTold(''), [cursor.value, match.called.value])
  const byHand = matchMedia('(pointer: coarse)').matches && 'share' in navigator // telephones have a better way than the clipboard
  const tell = (text: string) => {
    setTold(text)
    announce(text)
  }
  const give = () => {
    const packed = packGame(rules, match.tree)
    const resigned = resignedIn(match)
    const end = resigned === undefined ? '' : `&resigned=${resignedField(packed, facts.colors[resigned]!)}`
    const url = `${linkTo('play', packed)}&with=friend${end}`
    if (byHand) void navigator.share({ title: 'Flank', url }).catch(() => undefined)
    else
      void copyText(url).then(
        () => tell(t('share.copied')),
        () => tell(t('play.friend.refused')),
      )
  }
  return [told || t(byHand ? 'play.friend.send' : 'play.friend.copy'), give]
}
