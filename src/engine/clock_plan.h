/* SPDX-License-Identifier: MIT
 *
 * The time to think about a move: limits from a clock, and the decision after each depth whether to go on. Pure: no
 * clock is read here.
 */
#ifndef FLANK_ENGINE_CLOCK_PLAN_H
#define FLANK_ENGINE_CLOCK_PLAN_H

#include <flank/engine.h>

/* The rest of the game, this move included. */
typedef struct clock_outlook {
    int moves_left;     /* own moves until the end; 0: unknown */
    int thinking_moves; /* how many of them come before the rest of the game can be solved; 0: it can be now. Not used
                           if moves_left is 0 */
} clock_outlook;

/* The outlook of an Othello position with so many empties, for a player with this clock. */
clock_outlook clock_outlook_othello(const flank_clock *clock, int empties);

typedef struct clock_plan {
    double soft_s; /* what the move deserves if nothing is special about it */
    double hard_s; /* never more: a search that is ended here leaves time for the rest of the game; at least soft_s */
    bool saves;    /* time not used now can be used later */
} clock_plan;

clock_plan clock_plan_make(const flank_clock *clock, const clock_outlook *outlook);

/* A search under a plan. */
typedef struct clock_watch {
    clock_plan plan;
    int depths;        /* completed so far */
    unsigned best;     /* of the last one */
    int score;         /* likewise */
    double unsettled;  /* how much the answer has changed lately; fades with each depth */
    double clear_lead; /* discs by which the best move leads the second, as far as it is known; 0: it is not */
} clock_watch;

/* A completed depth. */
typedef struct clock_depth {
    double elapsed_s; /* since the clock was started for this move */
    unsigned best;    /* any number that tells moves apart */
    int score;        /* in hundredths, for the mover */
    bool settled;     /* deeper search can change nothing: one legal move, or everything proved */
} clock_depth;

clock_watch clock_watch_start(const clock_plan *plan);

/* The share of the plan's soft time that the move deserves, by what the search has seen: about 0.4 to 2.5. */
double clock_watch_factor(const clock_watch *watch);

/* Take note of a completed depth; true if the search should end with it. */
bool clock_watch_note(clock_watch *watch, const clock_depth *depth);

#endif
