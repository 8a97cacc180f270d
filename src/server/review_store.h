/* SPDX-License-Identifier: MIT
 *
 * The store of --farm as a memory of searches for the reviews of the page, through a child flank-farm, since this
 * program has no library of a database.
 *
 * The conversation is lines: first the child, flank-farm reviews STORE TABLE_BYTES THREADS, says its build, half a
 * second after its start. Then "?QUESTION" is answered by "=ANSWER" or by "-", and
 * "+QUESTION<TAB>ANSWER" by "="; "!" is a failure of the store. A store that fails is no reason to refuse a review: it
 * is then searched. So it is while an answer of the child is late, by a second, and after the child has ended. Who
 * waits hears a stop.
 */
#ifndef FLANK_SERVER_REVIEW_STORE_H
#define FLANK_SERVER_REVIEW_STORE_H

#include "analysis/search_memory.h"

typedef struct review_store review_store;

/* Start the child, which lives as long as the calling thread at most, and wait for its first line; NULL if none comes.
 * `engine` are the options of every engine that will use the memory. */
review_store *review_store_create(const char *program, const char *store, const flank_engine_options *engine);
void review_store_destroy(review_store *of); /* NULL is fine */

/* The memory (of NULL: NULL), for any number of threads, one of which talks at a time: each review takes a copy. */
const search_memory *review_store_memory(const review_store *of);

#endif
