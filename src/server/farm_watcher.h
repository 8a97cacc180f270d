/* SPDX-License-Identifier: MIT
 *
 * The page's question "farm": what the runs of a farm's store have done, live (docs/developers/questions.md).
 *
 * `flank-farm farm watch STORE --json` looks, as a child, so that no library of a database is in this program. It runs
 * while somebody asks; one that ends is started again, after a wait that grows while it tells nothing.
 */
#ifndef FLANK_SERVER_FARM_WATCHER_H
#define FLANK_SERVER_FARM_WATCHER_H

#include "api/api.h"

typedef struct farm_watcher farm_watcher;

/* 0 if the store can be read; else the exit status of `flank-farm farm status`, which has said why on stderr; -1 if it
 * cannot be started or did not end by itself. */
int farm_watcher_check(const char *program, const char *store);

/* Both texts must outlive it. NULL without memory or a thread. */
farm_watcher *farm_watcher_create(const char *program, const char *store);
void farm_watcher_destroy(farm_watcher *of); /* nobody asks any more; ends the child; NULL is fine */

/* True if a question of this name ("ask", may be NULL) is about the farm. */
bool farm_watcher_takes(const char *ask);

/* The bytes that answering takes, about; `of` may be NULL. */
size_t farm_watcher_memory(farm_watcher *of);

/* Answer one: a report at once, one for each news, and at least every second one, then an answer once `stop` is raised
 * and farm_watcher_wake was called. NULL: there is no store, which is the error that it ends with. */
void farm_watcher_answer(farm_watcher *of, api_client *client, const api_question *question, const flank_stop *stop,
                         api_send_fn *send, void *user);
void farm_watcher_wake(farm_watcher *of); /* look at `stop`; any thread; NULL is fine */

#endif
