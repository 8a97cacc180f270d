/* SPDX-License-Identifier: MIT
 *
 * Lets so many work at once; others wait in the order in which they came. Places have numbers, and whoever comes again
 * gets the one it had, unless another had it since: what lies there may still be of use.
 */
#ifndef FLANK_SERVER_FAIR_SEMAPHORE_H
#define FLANK_SERVER_FAIR_SEMAPHORE_H

#include <flank/stop.h>

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

struct fair_semaphore_place;
struct fair_semaphore_waiter;

typedef struct fair_semaphore {
    pthread_mutex_t lock;
    struct fair_semaphore_place *places;
    int count, free;
    uint64_t left;  /* counts the times a place was left, */
    uint64_t waits; /* and those that somebody began to wait, or woke and waited on */
    struct fair_semaphore_waiter *first, **end;
} fair_semaphore;

enum { FAIR_SEMAPHORE_NONE = -1 };

/* A place: its number, and whether nobody else was there since the client left it. */
typedef struct turn {
    int place; /* FAIR_SEMAPHORE_NONE: none */
    bool again;
} turn;

bool fair_semaphore_open(fair_semaphore *at, int places); /* false without memory */
void fair_semaphore_close(fair_semaphore *at); /* nobody is in or waits; fine if it was not opened but all zero */

/* Take a place, if nobody has to wait. */
turn fair_semaphore_try(fair_semaphore *at, const void *client);

/* Take a place, waiting as long as it takes. FAIR_SEMAPHORE_NONE: `stop` was raised while waiting; who raises it calls
 * fair_semaphore_wake. */
turn fair_semaphore_enter(fair_semaphore *at, const void *client, const flank_stop *stop);
void fair_semaphore_leave(fair_semaphore *at, int place);
void fair_semaphore_wake(fair_semaphore *at, const void *client);

/* True if who is at `place` should leave it: more wait than came in before it, and it has had its `turn_s` seconds. */
bool fair_semaphore_is_wanted(fair_semaphore *at, int place, double turn_s);

void fair_semaphore_forget(fair_semaphore *at, const void *client); /* it will not come again */

#endif
