/* SPDX-License-Identifier: MIT
 *
 * Reading the boards of the contest problems: 8 lines of 8 letters out of three.
 *
 * The first character of the first row is bit 0, the last of the last row bit 63, whatever a game calls them.
 */
#ifndef FLANK_CONTEST_BOARD_H
#define FLANK_CONTEST_BOARD_H

#include "contest/contest_stream.h"

/* The characters with which a problem writes its boards. */
typedef struct contest_alphabet {
    char empty, first, second;
    flank_error_code unit; /* the unit of which the input has many: FLANK_ERROR_A_GAME, A_CASE, A_BOARD */
} contest_alphabet;

typedef struct contest_board {
    uint64_t first, second;
} contest_board;

/* Read the 8 rows of the board of case `number`, 1 for the first. */
bool contest_read_board(contest_stream *stream, const contest_alphabet *alphabet, uint64_t number,
                        contest_board *board);

/* Read the line that names the player to move: 0 for the alphabet's first letter, 1 for its second. */
bool contest_read_mover(contest_stream *stream, const contest_alphabet *alphabet, uint64_t number, unsigned *mover);

#endif
