/* SPDX-License-Identifier: MIT
 *
 * The one way to end work that is under way.
 *
 * A flank_stop belongs to whoever may want to end the work. The work gets a pointer to it (flank_limits.stop and the
 * like), looks at it every few hundred nodes and only reads it. A stop that is raised before the work begins is
 * honoured as well: the call then returns within 50 ms with the best that it has. Only the owner clears it, and must
 * keep it until the work has ended. One stop may end any number of calls in any number of threads.
 *
 *   flank_stop stop = FLANK_STOP_INIT;
 *   flank_limits limits = {.stop = &stop};      in one thread: flank_engine_search(engine, record, &limits, …)
 *   flank_stop_raise(&stop);                    in another thread or in a signal handler
 */
#ifndef FLANK_STOP_H
#define FLANK_STOP_H

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The members belong to the functions below; `parent` may be set at the beginning. */
typedef struct flank_stop {
    int raised;                      /* 0 or 1 */
    const struct flank_stop *parent; /* counts as raised while this one is, too; NULL: none. Must outlive this one */
} flank_stop;

/* A stop that is not raised, in C and in C++. */
#define FLANK_STOP_INIT                                                                                                \
    {                                                                                                                  \
        0, 0                                                                                                           \
    }

/* The same, which is also raised while `above` (a const flank_stop *, may be NULL) is: for work that is part of other
 * work and may be ended alone. */
#define FLANK_STOP_UNDER(above)                                                                                        \
    {                                                                                                                  \
        0, (above)                                                                                                     \
    }

/* Raise it: every call that has it ends soon. From any thread and from signal handlers; twice is as once. */
void flank_stop_raise(flank_stop *stop);

/* Lower it again, for the next work. Not while work that is to end by it still runs. */
void flank_stop_clear(flank_stop *stop);

/* True if it or one of its parents is raised. NULL is never raised. From any thread and from signal handlers. */
bool flank_stop_is_raised(const flank_stop *stop);

/* The answer of every callback that tells of work under way: shall it go on? */
typedef enum flank_reply {
    FLANK_GO_ON = 0,
    FLANK_ENOUGH = 1, /* it ends as if it had been stopped, with the best so far */
} flank_reply;

#ifdef __cplusplus
}
#endif
#endif
