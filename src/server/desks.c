/* SPDX-License-Identifier: MIT
 *
 * Engines take their memory when they first think, so that those which are never needed cost nothing.
 */
#include "server/desks.h"

#include <stdlib.h>

bool desks_open(desks *all, const flank_engine_options *engine, int searches_max, const char *library)
{
    *all = (desks){.engines = calloc((size_t)searches_max, sizeof(flank_engine *))};
    if (!all->engines || !turnstile_open(&all->searches, searches_max) || !turnstile_open(&all->readings, DESKS_READERS))
        return false;
    for (int i = 0; i < DESKS_READERS; i++)
        all->readers[i].path = library;
    for (int i = 0; i < searches_max; i++)
        if (!(all->engines[i] = flank_engine_create(engine)))
            return false;
    return true;
}

void desks_close(desks *all)
{
    for (int i = 0; all->engines && i < all->searches.count; i++)
        flank_engine_destroy(all->engines[i]);
    for (int i = 0; i < DESKS_READERS; i++)
        library_desk_close(&all->readers[i]);
    free(all->engines);
    turnstile_close(&all->searches);
    turnstile_close(&all->readings);
}
