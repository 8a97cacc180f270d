// SPDX-License-Identifier: MIT
//
// The company of a game: the history, and sounds. A file of its own, so that it is fetched by itself.
export { rememberMatch, unfinishedGame } from '../../history/games'
export { soundEnd, soundMove } from '../../parts/sound'
