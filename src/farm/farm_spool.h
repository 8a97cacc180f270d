/* SPDX-License-Identifier: MIT
 *
 * Answers that could not be brought back, because the store was away for longer than a worker waits: a folder of files,
 * one for each lease, each there whole or not at all. Whoever works for the store next brings them in. A lease that has
 * gone to another worker in the meantime has no effect any more, so bringing one twice, or late, is no harm.
 */
#ifndef FLANK_FARM_FARM_SPOOL_H
#define FLANK_FARM_FARM_SPOOL_H

#include "farm/farm_store.h"

/* The answers to the first tasks of a lease, and whose they are. The lease has no payloads, nor parameters. */
typedef struct farm_spooled {
    int64_t worker;
    const farm_lease *lease;
    size_t count;
    const farm_answer *answers; /* to positions, */
    const farm_bytes *results;  /* or to units, on which `nodes` were spent */
    uint64_t nodes;
} farm_spooled;

/* Keep the answers in `folder`, which must be there, for the store whose identity (farm_store.h) is given.
 * FLANK_CANNOT_WRITE with the folder and the reason in `error`: nothing is kept. */
flank_status farm_spool_keep(const char *folder, uint64_t identity, const farm_spooled *answers, flank_error *error);

typedef flank_status farm_spool_fn(void *user, const farm_spooled *answers);

/* Hand on all that is kept for the store; what was taken (FLANK_OK) is kept no longer. Another status of `call` ends
 * the walk and is returned. A file that is not as farm_spool_keep writes it is removed: its tasks are asked again. */
flank_status farm_spool_each(const char *folder, uint64_t identity, farm_spool_fn *call, void *user);

#endif
