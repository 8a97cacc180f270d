/* SPDX-License-Identifier: MIT
 *
 * The border between the root of the search (compiled once) and the end of it (compiled per CPU level): a whole subtree
 * a call.
 */
#ifndef FLANK_OTHELLO_ENDGAME_H
#define FLANK_OTHELLO_ENDGAME_H

#include "core/clock.h"
#include "core/cpu.h"
#include "core/stop_poll.h"
#include "othello/evaluation.h"
#include "othello/local_table.h"
#include "othello/stability.h"

#include <stdatomic.h>

#define ENDGAME_SCORE_MAX 64

struct endgame_search;

/* Somebody who is told, before the moves of a position are ordered and searched, that it was asked whether its value
 * exceeds alpha (discs), with a null window and nothing skipped. For training (train/train_costs.c). */
typedef struct endgame_watch {
    void (*on_question)(const struct endgame_watch *watch, struct endgame_search *search, uint64_t own, uint64_t other,
                        int alpha);
    void *user;
} endgame_watch;

/* One search thread's state. */
typedef struct endgame_search {
    transposition_table *table;
    local_table *local; /* the thread's own, cleared before each search: what was searched before makes no difference */
    const edge_table *edges;
    const evaluation *eval;     /* orders moves (late_order.h) */
    const flank_stop *stop;     /* ends the whole search; may be NULL */
    const atomic_bool *cancel;  /* ends this thread's present work; may be NULL */
    const endgame_watch *watch; /* NULL: nobody */
    double deadline_s;          /* of clock_now_s(); 0: none */
    uint64_t node_limit;        /* 0: none */
    unsigned polls;
    bool aborted; /* the last result is not valid, nor any after it */
    uint64_t nodes;
} endgame_search;

#define ENDGAME_CLOCK_INTERVAL 64 /* look at the clock this seldom when asked whether to stop */

/* True if the search must end now; then it is marked as aborted. */
static inline bool endgame_must_stop(endgame_search *search)
{
    if (stop_poll(search->stop))
        search->aborted = true;
    else if (search->cancel && atomic_load_explicit(search->cancel, memory_order_relaxed))
        search->aborted = true;
    else if (search->node_limit > 0 && search->nodes >= search->node_limit)
        search->aborted = true;
    else if (search->deadline_s > 0 && ++search->polls % ENDGAME_CLOCK_INTERVAL == 0 &&
             clock_now_s() >= search->deadline_s)
        search->aborted = true;
    return search->aborted;
}

/* The value of a position whose side to move may have to pass or be at the end, within alpha < beta: a result in
 * between is exact, one <= alpha or >= beta is a bound on the true value. Meaningless if search->aborted. */
typedef int endgame_value_fn(endgame_search *search, uint64_t own, uint64_t other, int alpha, int beta);

CPU_DECLARE(int, endgame_value, (endgame_search * search, uint64_t own, uint64_t other, int alpha, int beta));
CPU_DECLARE(int, endgame_value_board_6, (endgame_search * search, uint64_t own, uint64_t other, int alpha, int beta));

/* The score of a finished game. */
static inline int endgame_final_score(uint64_t own, uint64_t other)
{
    int owned = (int)bit_count(own), others = (int)bit_count(other);
    return owned > others ? ENDGAME_SCORE_MAX - 2 * others : owned < others ? 2 * owned - ENDGAME_SCORE_MAX : 0;
}

#endif
