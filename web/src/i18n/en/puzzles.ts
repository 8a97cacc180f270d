// SPDX-License-Identifier: MIT
//
// Puzzles.
export const puzzles = {
  'puzzles.about': 'Positions of tournament games in which exactly one move wins. What you get wrong comes back soon, what you know comes back later.',
  'puzzles.loading': 'Fetching the puzzles …',
  'puzzles.failed': 'The puzzles cannot be fetched.',
  'puzzles.levels': 'Levels',
  'puzzles.level': 'Level {level}',
  'puzzles.progress': 'In this level: {known} known, {due} to repeat, {fresh} new',
  'puzzles.task': '{color} to move and win',
  'puzzles.asked': 'Only one move wins.',
  'puzzles.right': '{move} is right, and wins by {score}.',
  'puzzles.wrong': '{move} does not win.',
  'puzzles.loses': '{move} loses ({score}): {line}',
  'puzzles.draws': '{move} is only a draw: {line}',
  'puzzles.shown': '{move} wins by {score}; the next best gets {second}.',
  'puzzles.thinking': 'The best defence is being looked for …',
  'puzzles.go_on': 'Go on: keep the win.',
  'puzzles.won': 'Won: {score}.',
  'puzzles.not_won': 'Not won: {score}.',
  'puzzles.show': 'Show the move',
  'puzzles.again': 'Once more',
  'puzzles.play_out': 'Play it out',
  'puzzles.next': 'Next puzzle',
  'puzzles.source': 'From {source}; {move} was played.',
  'puzzles.source_hidden': 'Where it is from is told afterwards.',
}
