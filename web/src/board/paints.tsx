// SPDX-License-Identifier: MIT
//
// The paints of boards and pieces: light and shade as gradients, and the felt. They are defined once for
// the whole page and named in board.css, so that a piece costs a few plain shapes and nothing is filtered when it moves.
const COLORS = ['black', 'white', 'red']
const LIGHT = { cx: '0.36', cy: '0.28', r: '0.78' }

/** Short threads of wool, lighter and darker than the cloth, in a tile half a square wide. */
const THREADS = {
  shine: 'M.03 .06l.05 .02M.21 .03l.02 .05M.38 .12l.05-.02M.12 .22l.04 .03M.29 .27l.05 .01M.44 .33l.02 .05M.06 .41l.05-.02M.24 .44l.04 .02',
  shade: 'M.11 .1l.04-.02M.31 .07l.03 .04M.46 .2l.02 .04M.03 .27l.04 .03M.2 .33l.05-.02M.37 .4l.04 .03M.14 .47l.05-.02M.42 .47l.04-.01',
}

const stop = (offset: number, color: string, opacity = 1) => <stop offset={offset} style={{ stopColor: `var(--${color})`, stopOpacity: String(opacity) }} />

export function Paints() {
  return (
    <svg class="paints" width="0" height="0" aria-hidden="true">
      {COLORS.map(color => (
        <radialGradient key={color} id={`paint-${color}`} {...LIGHT}>
          {stop(0, `${color}-lit`)}
          {stop(0.55, color)}
          {stop(1, `${color}-shaded`)}
        </radialGradient>
      ))}
      <radialGradient id="paint-shadow">
        {stop(0.75, 'shade', 0.5)}
        {stop(1, 'shade', 0)}
      </radialGradient>
      <radialGradient id="paint-light" cx="0.32" cy="0.2" r="0.95">
        {stop(0, 'shine', 0.08)}
        {stop(0.5, 'shine', 0)}
        {stop(1, 'shade', 0.18)}
      </radialGradient>
      <pattern id="paint-felt" width="0.5" height="0.5" patternUnits="userSpaceOnUse">
        <path class="felt-shine" d={THREADS.shine} />
        <path class="felt-shade" d={THREADS.shade} />
      </pattern>
    </svg>
  )
}
