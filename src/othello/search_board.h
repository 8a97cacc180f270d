/* SPDX-License-Identifier: MIT
 *
 * The board that a file of the search is compiled for: all 64 squares, or with OTHELLO_BOARD=6 the 36 from b2 to g7.
 *
 * The smaller board has a frame round it. Each side has 14 of the 28 squares outside, which turn nothing, are never
 * turned and are full. So empty squares are those of the board, results count for the 36 squares alone (the sides'
 * discs of the frame cancel out, and the winner gets no empty square outside), and all that the search does holds as it
 * is, but where lines are walked: there ON_BOARD takes the frame away, so that nothing outside closes a run.
 */
#ifndef FLANK_OTHELLO_SEARCH_BOARD_H
#define FLANK_OTHELLO_SEARCH_BOARD_H

#include "core/cpu.h"
#include "games/othello/othello_board.h"

#ifndef OTHELLO_BOARD
#define OTHELLO_BOARD 8
#endif

/* The discs of the frame: of the side to move if the number of discs on the board is even, else of the other one; so a
 * position has the same ones wherever a search begins (a pass apart). */
#define FRAME (~OTHELLO_MIDDLE_36)
#define FRAME_OF_EVEN (FRAME & UINT64_C(0x5555555555555555))

/* ON_BOARD(set): what of a set of squares, or a vector of such sets, is on the board. BOARD_NAME(name): an entry
 * point's name for this board and CPU level. X squares are diagonally next to the corners, C squares beside them on the
 * edge. */
#if OTHELLO_BOARD == 6
#define ON_BOARD(set) ((set)&OTHELLO_MIDDLE_36)
#define BOARD_NAME(name) CPU_NAME(name##_board_6)
#define CORNERS UINT64_C(0x0042000000004200)
#define X_SQUARES UINT64_C(0x0000240000240000)
#define X_AND_C_SQUARES UINT64_C(0x0024660000662400)
#else
#define ON_BOARD(set) (set)
#define BOARD_NAME(name) CPU_NAME(name)
#define CORNERS UINT64_C(0x8100000000000081)
#define X_SQUARES UINT64_C(0x0042000000004200)
#define X_AND_C_SQUARES UINT64_C(0x42c300000000c342)
#endif

#endif
