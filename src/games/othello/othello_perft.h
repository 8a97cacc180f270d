/* SPDX-License-Identifier: MIT
 *
 * Counting Othello's leaves fast.
 */
#ifndef FLANK_GAMES_OTHELLO_PERFT_H
#define FLANK_GAMES_OTHELLO_PERFT_H

#include "core/cpu.h"

/* The board, and the counting of passes and finished games; the values of the rule parameters `board`, `pass` and
 * `ended`. */
typedef struct othello_counting {
    uint64_t board;    /* squares on which discs may be placed */
    bool pass_is_free; /* a pass takes no ply */
    bool ended_is_one; /* a game finished before the last ply counts one leaf, else none */
} othello_counting;

/* Leaves `depth` >= 1 plies below the position. */
CPU_DECLARE(uint64_t, othello_perft, (uint64_t own, uint64_t other, int depth, othello_counting counting));

#endif
