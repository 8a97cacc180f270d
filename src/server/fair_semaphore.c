/* SPDX-License-Identifier: MIT
 *
 * A queue under a lock. Each who waits has a condition of its own: only the first of them is woken when a place is
 * free, however many they are.
 */
#include "server/fair_semaphore.h"

#include "core/clock.h"

#include <stdlib.h>

struct fair_semaphore_waiter {
    struct fair_semaphore_waiter *next;
    const void *client;
    pthread_cond_t called;
};

struct fair_semaphore_place {
    const void *client; /* the one that is there, or was last; NULL: nobody yet, or one that is gone */
    bool taken;
    double since_s;
    uint64_t left; /* when, in the semaphore's count */
};

bool fair_semaphore_open(fair_semaphore *at, int places)
{
    *at = (fair_semaphore){.places = calloc((size_t)places, sizeof *at->places), .count = places, .free = places};
    if (!at->places)
        return false;
    pthread_mutex_init(&at->lock, NULL);
    at->end = &at->first;
    return true;
}

void fair_semaphore_close(fair_semaphore *at)
{
    if (!at->places)
        return;
    pthread_mutex_destroy(&at->lock);
    free(at->places);
}

/* The client's own place, else the one that was left the longest ago. Some place is free. Under the lock. */
static turn take(fair_semaphore *at, const void *client)
{
    int best = FAIR_SEMAPHORE_NONE;
    bool again = false;
    for (int i = 0; i < at->count && !again; i++) {
        const struct fair_semaphore_place *place = &at->places[i];
        again = !place->taken && place->client == client;
        if (again || (!place->taken && (best == FAIR_SEMAPHORE_NONE || place->left < at->places[best].left)))
            best = i;
    }
    at->free--;
    at->places[best].client = client;
    at->places[best].taken = true;
    at->places[best].since_s = clock_now_s();
    return (turn){best, again};
}

turn fair_semaphore_try(fair_semaphore *at, const void *client)
{
    turn taken = {FAIR_SEMAPHORE_NONE, false};
    pthread_mutex_lock(&at->lock);
    if (at->free > 0 && !at->first)
        taken = take(at, client);
    pthread_mutex_unlock(&at->lock);
    return taken;
}

static void join_queue(fair_semaphore *at, struct fair_semaphore_waiter *waiter)
{
    pthread_cond_init(&waiter->called, NULL);
    *at->end = waiter;
    at->end = &waiter->next;
}

static void leave_queue(fair_semaphore *at, struct fair_semaphore_waiter *waiter)
{
    struct fair_semaphore_waiter **link = &at->first;
    while (*link != waiter)
        link = &(*link)->next;
    *link = waiter->next;
    if (!*link)
        at->end = link;
    pthread_cond_destroy(&waiter->called);
}

/* Under the lock. */
static void call_first(fair_semaphore *at)
{
    if (at->first && at->free > 0)
        pthread_cond_signal(&at->first->called);
}

turn fair_semaphore_enter(fair_semaphore *at, const void *client, const flank_stop *stop)
{
    struct fair_semaphore_waiter waiter = {.client = client};
    turn taken = {FAIR_SEMAPHORE_NONE, false};
    pthread_mutex_lock(&at->lock);
    join_queue(at, &waiter);
    while (!flank_stop_is_raised(stop) && (at->first != &waiter || at->free == 0)) {
        at->waits++;
        pthread_cond_wait(&waiter.called, &at->lock);
    }
    leave_queue(at, &waiter);
    if (!flank_stop_is_raised(stop))
        taken = take(at, client);
    call_first(at);
    pthread_mutex_unlock(&at->lock);
    return taken;
}

void fair_semaphore_leave(fair_semaphore *at, int place)
{
    pthread_mutex_lock(&at->lock);
    at->free++;
    at->places[place].taken = false;
    at->places[place].left = ++at->left;
    call_first(at);
    pthread_mutex_unlock(&at->lock);
}

void fair_semaphore_wake(fair_semaphore *at, const void *client)
{
    pthread_mutex_lock(&at->lock);
    for (struct fair_semaphore_waiter *waiter = at->first; waiter; waiter = waiter->next)
        if (waiter->client == client)
            pthread_cond_signal(&waiter->called);
    pthread_mutex_unlock(&at->lock);
}

bool fair_semaphore_is_wanted(fair_semaphore *at, int place, double turn_s)
{
    int wanted = 0;
    pthread_mutex_lock(&at->lock);
    const double since_s = at->places[place].since_s;
    for (const struct fair_semaphore_waiter *waiter = at->first; waiter; waiter = waiter->next)
        wanted++;
    for (int i = 0; i < at->count; i++)
        wanted -= at->places[i].taken && at->places[i].since_s < since_s;
    pthread_mutex_unlock(&at->lock);
    return wanted > 0 && clock_now_s() - since_s > turn_s;
}

void fair_semaphore_forget(fair_semaphore *at, const void *client)
{
    pthread_mutex_lock(&at->lock);
    for (int i = 0; i < at->count; i++)
        if (at->places[i].client == client)
            at->places[i].client = NULL;
    pthread_mutex_unlock(&at->lock);
}
