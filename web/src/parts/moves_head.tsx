// SPDX-License-Identifier: MIT
//
// The head of a list of moves: the name of the opening, what the position is worth, and a bar that shows it.
import type { GameFacts } from '../engine/types'
import { t } from '../i18n'
import { openingText } from '../i18n/openings'
import './parts.css'

interface MovesHeadProps {
  facts: GameFacts
  /** null: it stands elsewhere. */
  opening: string | undefined | null
  /** "Black +2"; without it nothing is known of the position. */
  worth?: string
  /** The first colour's part of the bar, 0 to 1. */
  share?: number
}

export function MovesHead({ facts, opening, worth, share }: MovesHeadProps) {
  return (
    <div class="moves-head on-paper">
      {opening !== null && (
        <span data-testid="opening" title={t('study.new.opening')}>
          {opening && openingText(opening)}
        </span>
      )}
      <span class="moves-worth">{worth}</span>
      <div class="worth-bar" aria-hidden="true">
        {share !== undefined && facts.colors.map((color, i) => <span key={color} class={color} style={{ flexGrow: i ? 1 - share : share }} />)}
      </div>
    </div>
  )
}
