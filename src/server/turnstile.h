/* SPDX-License-Identifier: MIT
 *
 * Lets so many work at once; others wait in the order in which they came. Places have numbers, and whoever comes again
 * gets the one it had, unless another had it since: what lies there may still be of use.
 */
#ifndef FLANK_SERVER_TURNSTILE_H
#define FLANK_SERVER_TURNSTILE_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

struct turnstile_place;
struct turnstile_waiter;

typedef struct turnstile {
    pthread_mutex_t lock;
    pthread_cond_t moved;
    struct turnstile_place *places;
    int count, free;
    uint64_t left; /* how often a place was left */
    struct turnstile_waiter *first, **end;
} turnstile;

enum { TURNSTILE_NONE = -1 };

/* A place: its number, and whether nobody else was there since the visitor left it. */
typedef struct turn {
    int place; /* TURNSTILE_NONE: none */
    bool again;
} turn;

bool turnstile_open(turnstile *at, int places); /* false without memory */
void turnstile_close(turnstile *at);            /* nobody is in or waits; fine if it was not opened but all zero */

/* Take a place, if nobody has to wait. */
turn turnstile_try(turnstile *at, const void *visitor);

/* Take a place, waiting as long as it takes. TURNSTILE_NONE: `cancelled` became true while waiting; whoever sets it
 * calls turnstile_wake. */
turn turnstile_enter(turnstile *at, const void *visitor, const atomic_bool *cancelled);
void turnstile_leave(turnstile *at, int place);
void turnstile_wake(turnstile *at);

/* Whether who is at `place` should leave it: more wait than came in before it, and it has had its `turn_s` seconds. */
bool turnstile_is_wanted(turnstile *at, int place, double turn_s);

void turnstile_forget(turnstile *at, const void *visitor); /* it will not come again */

#endif
