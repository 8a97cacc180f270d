// SPDX-License-Identifier: MIT
//
// The company of a game: the history. A file of its own, so that it is fetched by itself.
export { rememberMatch } from '../../history/games'
