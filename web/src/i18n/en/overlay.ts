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
  'overlay.draw.about': 'Also with the right mouse button, or Shift+Enter on two squares. Escape clears them.',
  'overlay.draw.from': 'From {square}: Shift+Enter on the square where the arrow ends; here once more for a circle.',
  'overlay.draw.circle': 'Circle on {to}.',
  'overlay.draw.arrow': 'Arrow from {from} to {to}.',
  'overlay.draw.gone': 'Taken away.',
}
