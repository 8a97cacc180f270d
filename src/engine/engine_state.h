/* SPDX-License-Identifier: MIT
 *
 * What a flank_engine is made of: shared by the façade (engine.c) and its thinking on the opponent's time (ponder.c).
 */
#ifndef FLANK_ENGINE_STATE_H
#define FLANK_ENGINE_STATE_H

#include <flank/engine.h>
#include <flank/stop.h>

#include "engine/othello_mind.h"
#include "search/search.h"

#include <pthread.h>

/* What pondering has come to about a position. */
typedef struct pondered {
    double seconds;               /* 0: nothing */
    int depth_plies, selectivity; /* of the last step that was completed */
} pondered;

/* Thinking on the opponent's time. Everything but the thread's own work is touched only while it does not run. */
typedef struct ponder_state {
    bool running; /* the thread is to be joined */
    pthread_t thread;
    flank_record *record; /* the thread's own; after its first step the expected position */
    pondered found;       /* about the expected position, once the thread has ended */
} ponder_state;

struct flank_engine {
    size_t table_bytes;
    int threads;
    flank_cpu cpu;
    bool shared_only;       /* Othello, too, by the shared search */
    const evaluation *eval; /* NULL until it is needed */
    othello_mind *mind;     /* this or the next one, or neither yet */
    searcher *search;
    searcher *estimator;      /* NULL until a stop comes before the evaluation is there */
    bool learned;             /* something is in their tables */
    flank_stop stop;          /* the call under way is to end; its parent is the caller's */
    flank_stop ponder_stop;   /* so is the pondering */
    const flank_stop *polled; /* the one of both that the thread at work looks at */
    flank_line slip;          /* the line of a level that slipped */
    ponder_state ponder;
};

/* flank_engine_search without its beginning: it neither ends pondering nor forgets an earlier stop. What was pondered
 * about this position before a clock counts as used, once the search is as deep and as sure again. */
flank_status engine_think(flank_engine *engine, const flank_record *record, const flank_limits *limits, pondered before,
                          flank_report_fn *on_report, void *user, flank_report *report);

/* End pondering, if there is any. Returns what it has come to about the position at the cursor of `record` (NULL:
 * none): nothing if it expected another. */
pondered ponder_end(flank_engine *engine, const flank_record *record);

#endif
