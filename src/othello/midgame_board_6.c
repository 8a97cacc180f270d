/* SPDX-License-Identifier: MIT
 *
 * The midgame search again, for the board of 36 squares (search_board.h).
 */
#define OTHELLO_BOARD 6
#include "othello/midgame.c" // NOLINT(bugprone-suspicious-include)
