// SPDX-License-Identifier: MIT
//
// The engine's lines and what one does with them.
export const lines = {
  'lines.hint': 'Press a move to see it on the board.',
  'lines.preview': 'Preview: {moves}',
  'lines.go_on': 'Go on from here',
  'lines.back': 'Back to the game',
  'lines.again': 'Press again to go on from here; Escape goes back.',
  'lines.settings': 'Settings of the analysis',
  'lines.lines': 'Lines',
  'lines.lines.usual': 'every move',
  'lines.threads': 'Threads',
  'lines.threads.usual': 'automatic',
  'lines.memory': 'Memory (MB)',
  'lines.memory.usual': 'automatic',
  'lines.server': 'Limits of this server: threads {threads}, memory {memory} MB',
  'lines.failed': 'The analysis ended: {error}',
}
