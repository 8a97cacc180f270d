/* SPDX-License-Identifier: MIT
 *
 * A worker: it claims tasks of a store, answers them with an engine, and brings the answers back, until there is
 * nothing left or it is stopped. One thread beats for all (farm_store.h); each of the others has a connection and an
 * engine of its own.
 */
#ifndef FLANK_FARM_FARM_WORKER_H
#define FLANK_FARM_FARM_WORKER_H

#include "farm/farm_kind.h"

#include <stdatomic.h>

/* The progress of all threads of a worker. */
typedef struct farm_progress {
    atomic_int_fast64_t tasks;  /* finished, and taken by the store */
    atomic_uint_fast64_t nodes; /* searched */
    atomic_int_fast64_t late;   /* answered, but the lease had gone to another */
    atomic_int_fast64_t kept;   /* answered, and put into the spool */
} farm_progress;

typedef struct farm_work {
    const char *store;      /* where it is */
    const char *kinds;      /* a list of those that it answers; NULL: all of positions, and those of `units` */
    const farm_kind *units; /* farm_kinds, or a test's */
    int threads;
    flank_engine_options engine; /* of each thread */
    int lease_s;                 /* without a sign of life for so long, its tasks go to others */
    int silence_s;               /* of a thread, after which it counts as hung; 0: FARM_SILENCE_S */
    bool until_empty;            /* end when no task waits and none is in work anywhere */
    const char *spool;           /* the folder of answers that cannot be brought back (farm_spool.h), or NULL */
    const flank_stop *stop;      /* raised: bring back what is done, the rest waits again */
    farm_progress *progress;
} farm_work;

/* Seconds between two signs of life: a fifth of the lease, but a minute at most, since stores count a worker that gave
 * none for three as gone, and since watchers want its nodes. */
static inline double farm_beat_every_s(int lease_s) { return lease_s < 300 ? lease_s / 5.0 : 60; }

/* A thread that searches looks at its stop every few hundred nodes, and one that waits does so many times a second. One
 * that has not for so long hangs: beats leave its lease out, which ends and counts as lost. Half an hour is ten
 * million times what lies between two looks of a search: even a thread that gets a thousandth of a processor, or whose
 * memory comes from a slow disk, looks more often. */
enum { FARM_SILENCE_S = 1800 };

/* The silence of a thread, `elapsed_s` after it was so many seconds. While the machine or the process is stopped nobody
 * looks: a second at most counts, however long that was. */
static inline double farm_silence_after(double silent_s, double elapsed_s, bool looked)
{
    return looked ? 0 : silent_s + (elapsed_s < 1 ? elapsed_s : 1);
}

/* Work. FLANK_OK when there is nothing left, FLANK_STOPPED after the stop, or the failure of the store with `error`; a
 * store that is busy or away is tried again for some minutes before that is one. Answers are in the spool then,
 * where the next call that has the same store finds it. */
flank_status farm_work_run(const farm_work *work, flank_error *error);

#endif
