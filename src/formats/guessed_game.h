/* SPDX-License-Identifier: MIT
 *
 * The game that moves belong to, where nothing says it.
 *
 * Tothello has Othello's notation and allows nearly everything, so that a mistyped game of Othello would be taken for
 * one of it. It is guessed last, and only from a game that Othello cannot begin so, nor with its colours exchanged, and
 * that has no dashes, as moves of the other games have.
 */
#ifndef FLANK_FORMATS_GUESSED_GAME_H
#define FLANK_FORMATS_GUESSED_GAME_H

#include <flank/sheet.h>

/* The game before this one in the list whose notation it shares; NULL: none. */
const flank_game *game_twin(const flank_game *game);

/* The games in the order in which they are tried, those with a twin last; NULL past the end. */
const flank_game *game_to_guess(size_t index);

/* True if `text`, which is `plies` (at least 1) legal moves of the game, tells that it is of this game. */
bool moves_tell_game(const flank_game *game, const char *text, flank_move first, size_t plies);

/* Say on the sheet, in the tag "flank.game", that its game, which has a twin, was guessed. FLANK_NO_MEMORY. */
flank_status guessed_game_note(flank_sheet *sheet);

#endif
