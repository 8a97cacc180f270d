// SPDX-License-Identifier: MIT
//
// Setting up a position.
export const setup = {
  'setup.title': 'Set up a position',
  'setup.board': 'The board: a press puts the chosen piece, or takes it away',
  'setup.game': 'Game',
  'setup.piece': 'Piece',
  'setup.side': 'To move',
  'setup.start': 'Start',
  'setup.clear': 'Clear',
  'setup.sideways': 'Mirror ↔',
  'setup.updown': 'Mirror ↕',
  'setup.swap': 'Swap colours',
  'setup.undo': 'Undo',
  'setup.wrong': 'This cannot be a position: {error}',
  'setup.over': 'The game is over in this position.',
  'setup.pass': '{color} has to pass.',
  'setup.fine': 'Legal moves: {moves}, empty squares: {empties}',
  'setup.play': 'Play from here',
  'setup.review': 'Review from here',
  'setup.text': 'Position as text, in any notation',
  'setup.read': 'Set up',
  'setup.copy': 'Copy as {style}',
  'setup.copied': 'Copied as {style}.',
}
