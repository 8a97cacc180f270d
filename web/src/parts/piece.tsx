// SPDX-License-Identifier: MIT
//
// A small piece, beside a name or a number.
import { shapesOf } from '../board/drawing'

export function PieceIcon({ color, second }: { color: string; second: boolean }) {
  return (
    <svg class={`piece-icon piece-${color}`} viewBox="-0.45 -0.45 0.9 0.9" aria-hidden="true">
      {shapesOf({ color, second, king: false }).map(({ tag: Tag, attributes, paint }) => (
        <Tag key={paint} class={`piece-${paint}`} {...attributes} />
      ))}
    </svg>
  )
}
