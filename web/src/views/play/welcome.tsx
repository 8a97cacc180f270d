// SPDX-License-Identifier: MIT
//
// The games to choose from before the first move, each with its board. The board beside them can be played at once.
import { useMemo, useState } from 'preact/hooks'
import { pieceOf } from '../../board/drawing'
import { centreOf, sightOf } from '../../board/geometry'
import { DarkSquares } from '../../board/layers'
import { squareName } from '../../board/squares'
import type { GameFacts } from '../../engine/types'
import { t } from '../../i18n'
import { useServices } from '../../services/context'
import { painted } from '../../services/painted'
import { gameText } from './texts'
import './welcome.css'

/** The first position, as small as an icon. */
function SmallBoard({ facts, board }: { facts: GameFacts; board: string }) {
  const sight = sightOf(facts)
  return (
    <svg class="small-board" viewBox="0 0 8 8" aria-hidden="true">
      <rect class="board-cloth" width="8" height="8" />
      <DarkSquares facts={facts} sight={sight} />
      {[...board].map((glyph, square) => {
        const piece = pieceOf(facts, glyph)
        const { x, y } = centreOf(squareName(square), sight)
        return (
          piece && (
            <g key={square} class={`piece-${piece.color}`}>
              <circle class="piece-body" cx={x} cy={y} r="0.42" />
            </g>
          )
        )
      })}
    </svg>
  )
}

/** The game that is pressed is marked at once; its board is drawn behind that picture. */
export function Welcome({ game, onGame }: { game: string; onGame(name: string): void }) {
  const { rules } = useServices()
  const boards = useMemo(() => rules.about.games.map(facts => <SmallBoard facts={facts} board={rules.line({ game: facts.name }).board} />), [rules])
  const [coming, setComing] = useState<string | null>(null)
  const begin = (name: string) => {
    setComing(name)
    void painted().then(() => {
      onGame(name)
      setComing(now => (now === name ? null : now))
    })
  }
  return (
    <div class="tiles" role="group" aria-label={t('play.game')}>
      {rules.about.games.map((facts, index) => (
        <button key={facts.name} type="button" class="tile" aria-pressed={facts.name === (coming ?? game)} onClick={() => begin(facts.name)}>
          {boards[index]}
          {gameText(facts)}
        </button>
      ))}
    </div>
  )
}
