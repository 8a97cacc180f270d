/* SPDX-License-Identifier: MIT
 *
 * The parts of a flank_engine, and its work of one call. The façade (engine.c) and pondering (ponder.c) stand above.
 */
#ifndef FLANK_ENGINE_SEARCH_H
#define FLANK_ENGINE_SEARCH_H

#include <flank/engine.h>
#include <flank/stop.h>

#include "othello/othello_search.h"
#include "search/proof_search.h"
#include "search/search.h"
#include "tablebase/tablebase.h"

#include <pthread.h>

/* The result that pondering has come to about a position. */
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
    size_t table_bytes, table_bytes_most; /* as it searches, and as it was created */
    int threads, threads_most;
    flank_cpu cpu;
    bool shared_only;                   /* Othello, too, by the shared search */
    const flank_evaluation *evaluation; /* the caller's, or NULL */
    const evaluation *eval;             /* of Othello; NULL until it is needed */
    othello_search *othello;            /* this or the next one, or neither yet */
    bool board_6;                       /* `othello` is of board=6 */
    searcher *search;
    prover *prover;          /* while it solves games without a disc score: half of the table's memory is its then */
    const tablebase *tables; /* the caller's, or NULL */
    tablebase *own_tables;   /* those that are built in, NULL until they are needed */
    searcher *estimator;     /* NULL until a stop comes before the evaluation is there */
    bool learned;            /* something is in their tables */
    flank_stop ponder_stop;  /* raised to end the pondering; its parent is the caller's */
    flank_line slip;         /* the line of a level that slipped */
    flank_line proved;       /* the line of a solve without discs */
    ponder_state ponder;
};

/* The caller of a search, and how it hears of it. */
typedef struct engine_caller {
    flank_report_fn *on_report; /* may be NULL */
    void *user;
    pondered before; /* a clock counts it as used, once the search is as deep and as sure again */
} engine_caller;

/* Make the search that the game needs by these rules (NULL: the defaults), and free the other: there is memory for one
 * table. FLANK_OK, FLANK_NO_MEMORY, FLANK_STOPPED if `stop` (may be NULL) is raised before the evaluation is unpacked.
 */
flank_status engine_make_ready(flank_engine *engine, const flank_game *game, const flank_rules *rules,
                               const flank_stop *stop);

/* Give back what engine_make_ready has made. */
void engine_free_searches(flank_engine *engine);

/* flank_engine_search and flank_engine_solve without their beginning: the arguments are valid, and nobody ponders. */
flank_status engine_think(flank_engine *engine, const flank_record *record, const flank_limits *limits,
                          search_mode mode, const engine_caller *caller, flank_report *report);

#endif
