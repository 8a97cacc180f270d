// SPDX-License-Identifier: MIT
//
// Parts that several views share: moves, engine lines, counts, clocks.
export const parts = {
  'parts.moves': 'Moves',
  'parts.pass': 'pass',
  'parts.engine': 'Engine',
  'parts.thinking': 'Thinking …',
  'parts.depth': 'Depth {depth}',
  'parts.depth.selective': 'Depth {depth}, {percent} %',
  'parts.nodes': '{count} positions',
  'parts.exact': 'exact',
  'parts.depth.exact': 'Depth {depth}, exact',
  'parts.unit.discs': 'discs for {color}',
  'parts.unit.pieces': 'pieces for {color}',
  'parts.win': 'W{plies}',
  'parts.loss': 'L{plies}',
  'parts.win.spoken': 'win in {plies}',
  'parts.loss.spoken': 'loss in {plies}',
  'parts.count': '{color}: {count}',
  'parts.clock': 'Time left',
}
