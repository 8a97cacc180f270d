/* SPDX-License-Identifier: MIT
 *
 * The kinds of units (farm_store.h) that this program can answer: a constant table, one row and one file each.
 */
#ifndef FLANK_FARM_FARM_KIND_H
#define FLANK_FARM_FARM_KIND_H

#include "core/text_buffer.h"
#include "farm/farm_store.h"

#include <flank/engine.h>

/* A unit that is to be answered, and what its kind may use for it. */
typedef struct farm_unit {
    const farm_store_kind *stores; /* the functions of `store` */
    farm_store *store;             /* of this thread */
    int64_t worker;
    const farm_lease *lease;             /* its params are those of the run */
    const farm_task *task;               /* its payload is the unit */
    const flank_rules *rules;            /* of Othello, of the run */
    flank_engine *engine;                /* of this thread, with an empty table */
    const flank_engine_options *options; /* of that engine, for those that need another one */
    const flank_stop *stop;
    /* Of this thread, not open at first (farm_reviews.h). */
    struct farm_reviews *reviews;
    void *crew;         /* the worker's */
    uint64_t nodes;     /* farm_unit_count has told of so many */
    text_buffer answer; /* to be filled, at most FARM_RESULT_MAX bytes */
    int wait_s;         /* -1; a foreman that waits for answers sets 0 or more instead of an answer: its lease is
                           handed back, and comes again after so many seconds at the earliest */
} farm_unit;

/* Answer the unit, or set wait_s. FLANK_STOPPED: the stop was raised before the answer was there. FLANK_NOT_FOUND: the
 * lease is not there any more. FLANK_CANNOT_READ, FLANK_CANNOT_WRITE: the store failed; the unit waits again. Every
 * other failure is the unit's, with `error`: it counts as lost. */
typedef flank_status farm_answer_fn(farm_unit *unit, flank_error *error);

typedef struct farm_kind {
    const char *name; /* less than FARM_KIND_SIZE bytes, without commas */
    farm_answer_fn *answer;
} farm_kind;

/* All kinds of units; the last row has no name. Positions ("solve", "label") are no units. */
extern const farm_kind farm_kinds[];

/* The row of that name, or NULL. */
const farm_kind *farm_kind_find(const farm_kind *kinds, const char *name);

/* More nodes were searched for the unit: they are counted, and a beat tells the store. */
void farm_unit_count(farm_unit *unit, uint64_t more);

#endif
