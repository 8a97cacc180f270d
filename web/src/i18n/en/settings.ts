// SPDX-License-Identifier: MIT
//
// Settings.
export const settings = {
  'settings.language': 'Language',
  'settings.language.browser': 'Browser default',
  'settings.theme': 'Light or dark',
  'settings.theme.system': 'System default',
  'settings.theme.light': 'Light',
  'settings.theme.dark': 'Dark',
  'settings.board': 'Board',
  'settings.board.green': 'Green',
  'settings.board.wood': 'Wood',
  'settings.board.grey': 'Grey',
  'settings.board.contrast': 'High contrast',
  'settings.display': 'On the board',
  'settings.coordinates': 'Letters and numbers of the squares',
  'settings.legal': 'Where one can play',
  'settings.animation': 'Moving pieces',
  'settings.sound': 'Sounds',
  'settings.vibration': 'Vibration, where the device can',
  'settings.about': 'About Flank',
  'settings.about.text':
    'Flank {version} plays, solves and analyses Othello, Tothello, Lines of Action and Turkish draughts. It is free software (MIT licence).',
  'settings.licenses': 'Licences of what it is built from',
  'settings.engine': 'Thinking here: {engine}, threads: {threads}.',
}
