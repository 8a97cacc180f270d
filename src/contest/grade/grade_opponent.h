/* SPDX-License-Identifier: MIT
 *
 * The four opponents of the grader.
 */
#ifndef FLANK_CONTEST_GRADE_OPPONENT_H
#define FLANK_CONTEST_GRADE_OPPONENT_H

#include "contest/grade/grade_engine.h"
#include "core/random.h"

#define GRADE_ENDGAME_EMPTIES 12 /* from here on opponents 2 and 3 play perfectly */

typedef struct grade_opponent {
    int number;           /* 1..4 */
    random_state random;  /* seeded for each game by itself */
    grade_engine *engine; /* opponent 4; else NULL */
} grade_opponent;

/* Make ready for game `game` (1..10) of the grading with `seed`; nothing else decides the random numbers. */
void grade_opponent_start(grade_opponent *opponent, uint64_t seed, int game);

/* Its move, a pass if it must. The game is not over. */
flank_move grade_opponent_choose(grade_opponent *opponent, const flank_position *position);

#endif
