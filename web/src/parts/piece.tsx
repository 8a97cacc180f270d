// SPDX-License-Identifier: MIT
//
// A small piece, beside a name or a number; and what all pieces are painted with.
import { PieceShapes } from '../board/layers'

export { Paints } from '../board/paints'

export function PieceIcon({ color, second }: { color: string; second: boolean }) {
  return (
    <svg class={`piece-icon piece-${color}`} viewBox="-0.45 -0.45 0.9 0.9" aria-hidden="true">
      <PieceShapes piece={{ color, second, king: false }} />
    </svg>
  )
}
