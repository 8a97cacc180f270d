/* SPDX-License-Identifier: MIT
 *
 * The means that sessions share: engines and readers of the library, few of each, with a queue before both. A session
 * has one only while its question is being answered, so that however many sit there without a word, nobody is kept from
 * thinking.
 */
#ifndef FLANK_SERVER_POOL_H
#define FLANK_SERVER_POOL_H

#include "server/library_handler.h"
#include "server/fair_semaphore.h"

enum { POOL_READERS = 4, POOL_TEXTS = 4 };

typedef struct pool {
    fair_semaphore searches, readings;
    fair_semaphore texts;                  /* bounds the work with large texts, and its memory */
    flank_engine **engines;                /* by place of `searches` */
    library_handler readers[POOL_READERS]; /* by place of `readings` */
} pool;

/* `library`: path, or NULL; must outlive the pool. False without memory; then pool_close is fine. */
bool pool_open(pool *all, const flank_engine_options *engine, int searches_max, const char *library);
void pool_close(pool *all); /* all zero is fine */

#endif
