// SPDX-License-Identifier: MIT
//
// A small piece, beside a name or a number; and what all pieces are painted with.
import { pieceShapes } from '../board/layers'

export { Paints } from '../board/paints'

export function PieceIcon({ color, second }: { color: string; second: boolean }) {
  const shapes = pieceShapes({ color, second, king: false })
  return <svg class={`piece-icon piece-${color}`} viewBox="-0.45 -0.45 0.9 0.9" aria-hidden="true" {...shapes} />
}
