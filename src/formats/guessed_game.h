/* SPDX-License-Identifier: MIT
 *
 * Guesses the game from the moves of a text that does not name its game.
 *
 * Tothello writes moves as Othello does and has hardly any illegal ones, so that a mistyped game of Othello is often a
 * legal one of Tothello. Tothello is therefore tried last, and is believed only if all of this holds: Othello cannot
 * begin with the first move, not even with the colours exchanged; there is more than one move; and the text has no
 * dashes, which stand in the moves of Lines of Action and draughts.
 */
#ifndef FLANK_FORMATS_GUESSED_GAME_H
#define FLANK_FORMATS_GUESSED_GAME_H

#include <flank/sheet.h>

/* The game that writes its moves in the same way and stands earlier in the list of games: Othello for Tothello, NULL
 * for all others. */
const flank_game *game_twin(const flank_game *game);

/* The game to try as number `index`, from 0 on; those with a twin come last. NULL: there are no more. */
const flank_game *game_to_guess(size_t index);

/* True if `text` can be believed to be of this game. It has `plies` moves, at least one, legal in this game; `first` is
 * the first of them. */
bool moves_guess_game(const flank_game *game, const char *text, flank_move first, size_t plies);

/* Bytes of `text` up to a fault of a move of `game` in it, with the move itself where it was understood: written as the
 * game writes moves and not allowed. A move from an empty square was not. */
size_t moves_understood(const flank_game *game, const char *text, flank_status status, const flank_error *fault);

/* The likeness of the first word of `text` to a move of `game`: less if a game cannot begin with it, less still without
 * a piece on its first square; 0 if the game writes no such moves. */
size_t move_likeness(const flank_game *game, const char *text);

/* The game whose moves the first word of `text` is most like. NULL: it is a move of none. */
const flank_game *game_of_likely_move(const char *text);

/* Note on a sheet that its game was guessed and why. For games that have a twin. FLANK_NO_MEMORY. */
flank_status guessed_game_note(flank_sheet *sheet);

#endif
