/* SPDX-License-Identifier: MIT
 *
 * The exact end of an Othello game: the score, the best move and the line of best play of a position, by search to the
 * last empty square. Scores are in discs for the side to move, empty squares counted for the winner, so -64..64 and
 * even.
 *
 * What a thinker's table holds as proved stays true for ever, so later solves profit from it. With one thread, the same
 * calls after thinker_create or thinker_clear give the same answers and the same node counts.
 */
#ifndef FLANK_OTHELLO_SOLVER_H
#define FLANK_OTHELLO_SOLVER_H

#include "othello/think.h"

#define SOLVER_MOVES_MAX THINK_LINES_MAX
#define SOLVER_LINE_MAX THINK_PLIES_MAX

typedef struct solver_options {
    bool win_loss_draw;     /* only the sign: scores are -1, 0, +1 */
    bool all_moves;         /* prove the score of every legal move; otherwise of the best only */
    int64_t time_ms;        /* 0: no limit */
    const flank_stop *stop; /* becomes true: return soon; may be NULL */
} solver_options;

/* A legal move of the solved position. */
typedef struct solver_move {
    uint8_t square; /* 0..63, or FLANK_NO_SQUARE for a pass */
    int8_t score;   /* the value if exact; else, of moves[0] or with all_moves, the best estimate; else the best upper
                       bound that is proved (64, or 1 in win/loss/draw, if nothing is) */
    bool exact;
} solver_move;

typedef struct solver_result {
    bool complete;                       /* everything asked for is proved */
    int score;                           /* of moves[0], or of the finished game */
    int depth_plies;                     /* what stands behind a score that is not exact: the last step completed, */
    int selectivity;                     /* SELECT_73 … SELECT_100; depth_plies is 0 before the first */
    int move_count;                      /* 0 exactly if the game is over */
    solver_move moves[SOLVER_MOVES_MAX]; /* best first; moves[0] is the move to play */
    int line_length;
    uint8_t line[SOLVER_LINE_MAX]; /* squares, FLANK_NO_SQUARE for a pass; begins with moves[0]. To the end of the game
                                      if complete, unless the search was stopped after the proof; the last position's
                                      score is `score`, or has its sign in win/loss/draw. */
    uint64_t nodes;                /* moves made on a board */
    double time_s;
} solver_result;

/* Called on the solving thread after every step, with what is known so far. */
typedef bool solver_progress(void *user, const solver_result *result); /* false: end as if stopped */

/* Solve the position of `own` (to move) and `other`, which are disjoint. Fills `result`; `on_progress` may be NULL.
 * Returns result->complete; false only if the time was up or *stop became true. */
bool solver_run(othello_thinker *thinker, uint64_t own, uint64_t other, const solver_options *options,
                solver_progress *on_progress, void *user, solver_result *result);

#endif
