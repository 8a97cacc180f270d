/* SPDX-License-Identifier: MIT
 *
 * A position of Othello as training plays with it.
 */
#ifndef FLANK_TRAIN_BOARD_H
#define FLANK_TRAIN_BOARD_H

#include "games/othello/othello_board.h"

typedef struct board {
    uint64_t own, other; /* own: of the side to move */
} board;

#define BOARD_START ((board){.own = UINT64_C(0x0000000810000000), .other = UINT64_C(0x0000001008000000)})

static inline int board_empties(board at) { return (int)bit_count(~(at.own | at.other)); }

/* After a legal move. */
static inline board board_after(board at, unsigned square)
{
    const uint64_t flips = othello_flips(square, at.own, at.other);
    return (board){at.other ^ flips, at.own | flips | bit(square)};
}

#endif
