// SPDX-License-Identifier: MIT
//
// The frame of the page, names of games and colours.
export const app = {
  'nav.play': 'Play',
  'nav.learn': 'Learn',
  'nav.history': 'Your games',
  'nav.review': 'Review',
  'nav.setup': 'Set up',
  'nav.study': 'Study',
  'nav.library': 'Library',
  'nav.puzzles': 'Puzzles',
  'nav.contests': 'Contest problems',
  'nav.farm': 'Farm',
  'nav.settings': 'Settings',
  'game.othello': 'Othello',
  'game.tothello': 'Tothello',
  'game.loa': 'Lines of Action',
  'game.draughts': 'Turkish draughts',
  'color.black': 'Black',
  'color.white': 'White',
  'color.red': 'Red',
  'app.skip': 'Skip to the contents',
  'app.views': 'Views',
  'app.more': 'More',
  'app.unknown': 'There is no page “{name}” here.',
  'app.engine.native': 'native engine',
  'app.engine.browser': 'engine in the browser',
}
