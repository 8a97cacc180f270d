// SPDX-License-Identifier: MIT
//
// A game with a friend, who has the page elsewhere: each move goes over as a link that holds the game, by whatever way they write to
// each other. No server knows of it.
import { useEffect, useState } from 'preact/hooks'
import type { Rules } from '../../engine/rules'
import type { Match } from '../../game/match'
import { linkTo, packGame } from '../../game/share'
import { t } from '../../i18n'
import { announce } from '../../parts/announce'
import { copyText } from '../../parts/clipboard'

/** True while the friend has not seen the game as it stands. */
export function isNews(match: Match): boolean {
  const { players } = match.settings.value
  if (!players.includes('friend') || !match.atEnd.value) return false
  if (!match.ending.value) return players[match.player] === 'friend'
  const { parent } = match.tree.cursor.value
  return parent !== null && players[match.playerOf(match.tree.sideAt(parent))] === 'person'
}

/** Gives the link away; the first member says what came of it at the present move. */
export function useFriendLink(match: Match, rules: Rules): [told: string, give: () => void] {
  const [told, setTold] = useState('')
  const { cursor } = match.tree
  useEffect(() => setTold(''), [cursor.value])
  const tell = (text: string) => {
    setTold(text)
    announce(text)
  }
  const give = () => {
    const url = `${linkTo('play', packGame(rules, match.tree))}&with=friend`
    const byHand = matchMedia('(pointer: coarse)').matches && 'share' in navigator // telephones have a better way than the clipboard
    if (byHand) void navigator.share({ title: 'Flank', url }).catch(() => undefined)
    else
      void copyText(url).then(
        () => tell(t('share.copied')),
        () => tell(t('share.refused')),
      )
  }
  return [told, give]
}
