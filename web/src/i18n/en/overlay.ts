// SPDX-License-Identifier: MIT
//
// Drawings over a board: overlays, arrows and circles.
export const overlay = {
  'overlay.menu': 'Draw on the board',
  'overlay.stable': 'Stable discs',
  'overlay.frontier': 'Frontier discs',
  'overlay.mobility': 'Mobility of both sides',
  'overlay.parity': 'Parity of regions',
  'overlay.draw': 'Arrows and circles',
  'overlay.draw.about': 'Also with the right mouse button. Escape clears them.',
}
