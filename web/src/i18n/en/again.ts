// SPDX-License-Identifier: MIT
//
// A mistake of a review, tried again; and warnings while one plays.
export const again = {
  'again.begin': 'Try again',
  'again.title': 'Find a better move',
  'again.ask': '{color} to move: find a better move than {played}.',
  'again.checking': 'Looking at {move} …',
  'again.right': '{move} is the best move ({value}).',
  'again.good': '{move} is good, too ({value}); {best} is valued {best_value}.',
  'again.better': '{move} ({value}) is better than {played} ({played_value}), but there is something better still.',
  'again.worse': '{move} ({value}) is no better than {played} ({played_value}).',
  'again.same': '{move} was played in the game. Look for another move.',
  'again.shown': 'The best move is {best} ({value}): {line}',
  'again.show': 'Show the move',
  'again.once': 'Once more',
  'again.next': 'Next mistake',
  'again.end': 'Back to the review',
  'warn.corner': 'That gives the corner {square} away.',
  'warn.connects': 'That lets the other side connect.',
  'warn.lost': 'That loses the game at once.',
  'warn.pieces': 'That gives pieces away: {count}.',
  'settings.warn': 'Warn when a move gives something away',
  'settings.warn.low': 'Against levels 1 to 5',
  'settings.warn.always': 'Always',
  'settings.warn.never': 'Never',
}
