// SPDX-License-Identifier: MIT
//
// Quiet marks over the board: stable and frontier discs, where each colour could move, empty regions with an odd number of squares.
import { centreOf, cornerOf, type Sight } from './geometry'

export interface Overlay {
  stable?: readonly string[]
  frontier?: readonly string[]
  /** The squares to which a colour could move, by colour. */
  mobility?: Readonly<Record<string, readonly string[]>>
  regions?: readonly (readonly string[])[]
}

// Counts and dots stand above and below the middle of a square: its corners have letters and digits, and circles go around its edge.
const ABOVE = 0.27 // of the upper edge
const BESIDE = 0.13 // of the middle
const BELOW = 0.29

export function OverlayMarks({ overlay, sight }: { overlay: Overlay; sight: Sight }) {
  const { stable = [], frontier = [], mobility = {}, regions = [] } = overlay
  return (
    <g class="overlay-marks" aria-hidden="true">
      {regions.map(region =>
        region.map((square, index) => {
          const { x, y } = cornerOf(square, sight)
          return (
            <g key={square} data-region={region.length}>
              {region.length % 2 === 1 && <rect class="region-odd" x={x + 0.04} y={y + 0.04} width="0.92" height="0.92" />}
              {index === 0 && (
                <text class="region-count" x={x + 0.5} y={y + ABOVE}>
                  {region.length}
                </text>
              )}
            </g>
          )
        }),
      )}
      {frontier.map(square => {
        const { x, y } = centreOf(square, sight)
        return <circle key={square} class="overlay-frontier" data-frontier={square} cx={x} cy={y} r="0.46" />
      })}
      {stable.map(square => {
        const { x, y } = centreOf(square, sight)
        return <path key={square} class="overlay-stable" data-stable={square} d="M0-.13L.13 0 0 .13-.13 0z" transform={`translate(${x} ${y})`} />
      })}
      {Object.entries(mobility).map(([color, squares], side) =>
        squares.map(square => {
          const { x, y } = centreOf(square, sight)
          return <circle key={square} class={`overlay-mobility ${color}`} data-mobility={square} cx={x + (side ? BESIDE : -BESIDE)} cy={y + BELOW} r="0.1" />
        }),
      )}
    </g>
  )
}
