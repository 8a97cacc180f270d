/* SPDX-License-Identifier: MIT
 *
 * The reviews of positions that a store keeps: the store as a memory of searches (analysis/search_memory.h).
 *
 * The build in a question is its version and its signature, the nodes of all searches of flank bench, which take half a
 * second; the settings are the size of the table and the number of threads. With several threads a search is another
 * each time, and the first one is kept.
 */
#ifndef FLANK_FARM_FARM_REVIEWS_H
#define FLANK_FARM_FARM_REVIEWS_H

#include "analysis/search_memory.h"
#include "farm/farm_tables.h"

#include <pthread.h>

/* A store that is asked for reviews by any number of threads, one at a time. */
typedef struct farm_reviews {
    const farm_store_kind *kind; /* NULL: nothing is kept */
    farm_store *store;
    const farm_lease *lease; /* what is kept is kept for it; NULL: for the owner of the store */
    pthread_mutex_t lock;
    bool open;
    char engine[128];
} farm_reviews;

/* Begin: `store` is the caller's. The engines of the reviews have these options. With an evaluation of their own
 * nothing is kept. */
flank_status farm_reviews_open(farm_reviews *of, const farm_store_kind *kind, farm_store *store,
                               const flank_engine_options *options);
void farm_reviews_close(farm_reviews *of); /* all zero is fine */

/* A memory for one review; `of` must stay as long. */
search_memory farm_reviews_memory(farm_reviews *of);

/* A hearer of faults. */
typedef struct farm_review_check {
    farm_fault_fn *call;
    void *user;
} farm_review_check;

/* Tell of a row of the table of reviews if it is damaged; `user` is a farm_review_check. */
farm_row_fn farm_check_review;

const farm_table *farm_reviews_table(void);

#endif
