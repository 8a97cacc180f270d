// SPDX-License-Identifier: MIT
//
// The words of the board.
export const board = {
  'board.empty': 'empty',
  'board.piece': '{color} piece',
  'board.king': '{color} king',
  'board.legal': 'legal move',
  'board.step': 'step on the way',
  'board.ways': 'Several ways lead there: choose the next square.',
  'board.stepped': '{square}: {count} taken so far, and it goes on: choose the next square.',
  'board.must': 'Capturing is compulsory. These pieces can: {squares}.',
  'board.must.most': 'The capture of most pieces, {count}, is compulsory. These pieces can: {squares}.',
  'board.movable': 'can move',
  'board.chosen': 'chosen',
  'board.last': 'last move',
  'board.value': 'value {value}',
  'board.exact': 'exact',
  'board.and': ', ',
  'board.moved': '{color}: {move}',
  'board.moved.taking': '{color}: {move}, {count} taken',
  'board.passed': '{color} passes',
  'board.keys': 'On the board, behind Tab, Up or Down: arrow keys and Enter. Before that, Left, Right, Home and End go through the moves.',
  'board.refused': '{square}: not a legal move',
}
