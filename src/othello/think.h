/* SPDX-License-Identifier: MIT
 *
 * Othello's thinking, as the rest of the house sees it: a thinker owns the table of positions, the evaluation and the
 * helper threads; think_run searches a position to a depth, deeper and deeper, in the end to the end of the game.
 * solver.h proves scores with the same thinker and the same table.
 *
 * One thinker is used by one thread at a time; only limits.stop may change meanwhile. With one thread, the same calls
 * after thinker_create or thinker_clear give the same answers and node counts, unless a time limit or a stop ends one.
 */
#ifndef FLANK_OTHELLO_THINK_H
#define FLANK_OTHELLO_THINK_H

#include "othello/evaluation.h"

#include <flank/game.h>
#include <flank/stop.h>

/* How sure a search is that what it skipped does not matter (multi-ProbCut): the steps of the ladder. */
enum {
    SELECT_73,
    SELECT_87,
    SELECT_95,
    SELECT_98,
    SELECT_99,
    SELECT_100, /* nothing is skipped */
    SELECTIVITIES,
};
extern const uint8_t select_percent[SELECTIVITIES]; /* 73, 87, … 100: for reports */

enum {
    THINK_LINES_MAX = 60, /* no position has more legal moves than empty squares after the first four */
    THINK_PLIES_MAX = 120 /* 60 placements and as many passes */
};

typedef struct othello_thinker othello_thinker;

typedef struct thinker_options {
    size_t table_bytes;                /* memory of the table, kept exactly; at least 64 KiB are used */
    int threads;                       /* search with so many; 0 counts as 1 */
    flank_cpu cpu;                     /* FLANK_CPU_BEST, or a level to test */
    const evaluation *eval;            /* must outlive the thinker; NULL: weights_default() */
    const struct endgame_watch *watch; /* told of proofs (endgame.h) by a thinker of one thread; must outlive it;
                                          NULL: nobody */
} thinker_options;

/* NULL without memory or threads. */
othello_thinker *thinker_create(const thinker_options *options);
void thinker_destroy(othello_thinker *thinker); /* NULL is fine */

/* Forget all earlier searches. */
void thinker_clear(othello_thinker *thinker);

/* Take all memory of the table from the system now, so that no search pays for that. */
void thinker_touch(othello_thinker *thinker);

/* What bounds a search; a zero means "no such limit". With no limit at all it runs until it has proved its lines. */
typedef struct think_limits {
    int depth_plies; /* placements to look ahead, passes not counted; 0, or as many as there are empty squares: to the
                        end of the game, with every selectivity from SELECT_73 up to `selectivity` */
    int selectivity; /* SELECT_73 … SELECT_100 */
    uint64_t nodes;  /* looked at every few hundred nodes */
    int64_t time_ms; /* return after this time */
    const flank_stop *stop; /* becomes true: return at once with the best so far; may be NULL */
    int lines;              /* how many best moves, each with its own value; 0 counts as 1 */
    uint64_t moves;         /* choose among these legal moves only; 0: all */
} think_limits;

/* A move of the root, its value and what follows it. */
typedef struct think_line {
    uint8_t moves[THINK_PLIES_MAX]; /* 0..63, or FLANK_NO_SQUARE for a pass */
    int length;                     /* at least 1 */
    int value;                      /* in 1/EVAL_PER_DISC disc for the side to move */
    int depth_plies;
    int selectivity;
    bool exact; /* proved: searched to the end of the game at SELECT_100. Then all moves keep the value, and in the last
                   report of a search that nothing ended early they go to the end of the game */
} think_line;

typedef struct think_report {
    const think_line *lines; /* best first; owned by the thinker, valid until its next call */
    int line_count;          /* 0 exactly if the game is over */
    int depth_plies;         /* of the last step that was completed */
    int selectivity;
    uint64_t nodes; /* moves made on a board, by all threads; without those that play proved lines to the end */
    double time_s;
} think_report;

/* Called on the calling thread after every completed step. Returning false ends the search with what it has. */
typedef bool think_progress(void *user, const think_report *report);

/* Think about the position of `own` (to move) and `other`, which are disjoint. A position without a legal move has the
 * pass as its only line. `on_progress` may be NULL. Returns true if the search reached its depth and selectivity, false
 * if something else ended it; `report` is filled in both cases. */
bool think_run(othello_thinker *thinker, uint64_t own, uint64_t other, const think_limits *limits,
               think_progress *on_progress, void *user, think_report *report);

#endif
