/* SPDX-License-Identifier: MIT
 *
 * A queue under a lock. All who wait are woken at every move: they are as few as connections.
 */
#include "server/turnstile.h"

#include "core/clock.h"

#include <stdlib.h>

struct turnstile_waiter {
    struct turnstile_waiter *next;
};

struct turnstile_place {
    const void *visitor; /* who is there, or was last; NULL: nobody yet, or one that is gone */
    bool taken;
    double since_s;
    uint64_t left; /* when, in the turnstile's count */
};

bool turnstile_open(turnstile *at, int places)
{
    *at = (turnstile){.places = calloc((size_t)places, sizeof *at->places), .count = places, .free = places};
    if (!at->places)
        return false;
    pthread_mutex_init(&at->lock, NULL);
    pthread_cond_init(&at->moved, NULL);
    at->end = &at->first;
    return true;
}

void turnstile_close(turnstile *at)
{
    if (!at->places)
        return;
    pthread_cond_destroy(&at->moved);
    pthread_mutex_destroy(&at->lock);
    free(at->places);
}

/* The visitor's own place, else the one that was left the longest ago. Some place is free. Under the lock. */
static turn take(turnstile *at, const void *visitor)
{
    int best = TURNSTILE_NONE;
    bool again = false;
    for (int i = 0; i < at->count && !again; i++) {
        const struct turnstile_place *place = &at->places[i];
        again = !place->taken && place->visitor == visitor;
        if (again || (!place->taken && (best == TURNSTILE_NONE || place->left < at->places[best].left)))
            best = i;
    }
    at->free--;
    at->places[best].visitor = visitor;
    at->places[best].taken = true;
    at->places[best].since_s = clock_now_s();
    return (turn){best, again};
}

turn turnstile_try(turnstile *at, const void *visitor)
{
    turn taken = {TURNSTILE_NONE, false};
    pthread_mutex_lock(&at->lock);
    if (at->free > 0 && !at->first)
        taken = take(at, visitor);
    pthread_mutex_unlock(&at->lock);
    return taken;
}

static void drop_out(turnstile *at, struct turnstile_waiter *waiter)
{
    struct turnstile_waiter **link = &at->first;
    while (*link != waiter)
        link = &(*link)->next;
    *link = waiter->next;
    if (!*link)
        at->end = link;
}

turn turnstile_enter(turnstile *at, const void *visitor, const atomic_bool *cancelled)
{
    struct turnstile_waiter waiter = {NULL};
    turn taken = {TURNSTILE_NONE, false};
    pthread_mutex_lock(&at->lock);
    *at->end = &waiter;
    at->end = &waiter.next;
    while (!atomic_load(cancelled) && (at->first != &waiter || at->free == 0))
        pthread_cond_wait(&at->moved, &at->lock);
    drop_out(at, &waiter);
    if (!atomic_load(cancelled) && at->free > 0)
        taken = take(at, visitor);
    pthread_cond_broadcast(&at->moved);
    pthread_mutex_unlock(&at->lock);
    return taken;
}

void turnstile_leave(turnstile *at, int place)
{
    pthread_mutex_lock(&at->lock);
    at->free++;
    at->places[place].taken = false;
    at->places[place].left = ++at->left;
    pthread_cond_broadcast(&at->moved);
    pthread_mutex_unlock(&at->lock);
}

void turnstile_wake(turnstile *at)
{
    pthread_mutex_lock(&at->lock);
    pthread_cond_broadcast(&at->moved);
    pthread_mutex_unlock(&at->lock);
}

bool turnstile_is_wanted(turnstile *at, int place, double turn_s)
{
    int wanted = 0;
    pthread_mutex_lock(&at->lock);
    const double since_s = at->places[place].since_s;
    for (const struct turnstile_waiter *waiter = at->first; waiter; waiter = waiter->next)
        wanted++;
    for (int i = 0; i < at->count; i++)
        wanted -= at->places[i].taken && at->places[i].since_s < since_s;
    pthread_mutex_unlock(&at->lock);
    return wanted > 0 && clock_now_s() - since_s > turn_s;
}

void turnstile_forget(turnstile *at, const void *visitor)
{
    pthread_mutex_lock(&at->lock);
    for (int i = 0; i < at->count; i++)
        if (at->places[i].visitor == visitor)
            at->places[i].visitor = NULL;
    pthread_mutex_unlock(&at->lock);
}
