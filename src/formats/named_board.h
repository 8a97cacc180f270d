/* SPDX-License-Identifier: MIT
 *
 * A board and its name on one line, as lists of openings and positions have them:
 *
 *   ...........................10......100.....1.................... Perpendicular    Egaroucid: 0 is black, 1 white
 *   ---------------------------OX------XO---------------------------X The start       Cassio: the side stands behind
 *   ---------------------------OX------XO--------------------------- X The start
 */
#ifndef FLANK_FORMATS_NAMED_BOARD_H
#define FLANK_FORMATS_NAMED_BOARD_H

#include <stdbool.h>

enum { NAMED_BOARD_SIZE = 67 };

typedef struct named_board {
    char position[NAMED_BOARD_SIZE]; /* 64 of "-XO"; then, if the side to move is told, a blank and X or O */
    bool has_side;
    const char *name; /* in the line, perhaps "" */
} named_board;

/* Take a line apart; false if it does not begin with 64 squares, or goes on as none of these does. */
bool named_board_find(const char *line, named_board *board);

#endif
