/* SPDX-License-Identifier: MIT
 *
 * Engines take their memory when they first think, so that those which are never needed cost nothing.
 */
#include "server/pool.h"

#include <stdlib.h>

bool pool_open(pool *all, const flank_engine_options *engine, int searches_max, const char *library)
{
    *all = (pool){.engines = calloc((size_t)searches_max, sizeof(flank_engine *))};
    if (!all->engines || !fair_semaphore_open(&all->searches, searches_max) ||
        !fair_semaphore_open(&all->readings, POOL_READERS) || !fair_semaphore_open(&all->texts, POOL_TEXTS))
        return false;
    for (int i = 0; i < POOL_READERS; i++)
        all->readers[i].path = library;
    for (int i = 0; i < searches_max; i++)
        if (!(all->engines[i] = flank_engine_create(engine)))
            return false;
    return true;
}

void pool_close(pool *all)
{
    for (int i = 0; all->engines && i < all->searches.count; i++)
        flank_engine_destroy(all->engines[i]);
    for (int i = 0; i < POOL_READERS; i++)
        library_handler_close(&all->readers[i]);
    free(all->engines);
    fair_semaphore_close(&all->searches);
    fair_semaphore_close(&all->readings);
    fair_semaphore_close(&all->texts);
}
