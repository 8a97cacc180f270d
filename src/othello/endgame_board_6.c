/* SPDX-License-Identifier: MIT
 *
 * The endgame search again, for the board of 36 squares (search_board.h).
 */
#define OTHELLO_BOARD 6
#include "othello/endgame.c" // NOLINT(bugprone-suspicious-include)
