/* SPDX-License-Identifier: MIT
 *
 * Boards as programs and pages draw them, with coordinates, frames and words around: for what people paste.
 */
#ifndef FLANK_FORMATS_DRAWN_BOARD_H
#define FLANK_FORMATS_DRAWN_BOARD_H

#include <flank/game.h>

/* A board that was read. */
typedef struct drawn_board {
    const flank_game *game;
    flank_position position;
    flank_error note;      /* the guesses beside the game; without a code if none was needed */
    flank_error game_note; /* as which game it was taken, if that was guessed and is not Othello; or without a code */
} drawn_board;

/* Read the board in `text`. `game` NULL: Othello, unless row 8 is on top: then Lines of Action, or draughts by its
 * letters and men. FLANK_NOT_FOUND if nothing looks like a board; FLANK_BAD_POSITION with `error` if something nearly
 * does. */
flank_status drawn_board_read(const char *text, const flank_game *game, drawn_board *board, flank_error *error);

#endif
