/* SPDX-License-Identifier: MIT
 *
 * Perfect play of the last squares of Othello, for opponents 2 and 3 of the grader.
 */
#ifndef FLANK_CONTEST_GRADE_ENDGAME_H
#define FLANK_CONTEST_GRADE_ENDGAME_H

#include <stdint.h>

/* The square that gives the side of `own` the best difference of discs at the end, and that difference in `score` (may
 * be NULL). There must be a legal move. Meant for at most 14 empties. */
unsigned grade_endgame_move(uint64_t own, uint64_t other, int *score);

#endif
