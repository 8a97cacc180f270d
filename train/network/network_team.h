/* SPDX-License-Identifier: MIT
 *
 * Threads that do rounds of tasks: who is free takes the next one.
 */
#ifndef FLANK_TRAIN_NETWORK_TEAM_H
#define FLANK_TRAIN_NETWORK_TEAM_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

enum { NETWORK_THREADS_MAX = 64 };

/* A task of a round by its number, and the thread that does it, 0 for the caller's. */
typedef void network_task(void *user, int task, int thread);

typedef struct network_team {
    pthread_t threads[NETWORK_THREADS_MAX];
    int count; /* of helpers: the caller works, too */
    pthread_mutex_t lock;
    pthread_cond_t begun, done;
    uint64_t round;
    int started, busy; /* helpers that have begun their work at all; that have not ended this round */
    bool ends;
    network_task *task;
    void *user;
    int tasks;
    _Atomic int next;
} network_team;

/* With as many threads as the system gives, the caller's among them, but no more than `threads`. */
void network_team_begin(network_team *team, int threads);
void network_team_end(network_team *team);

/* Do tasks 0..tasks-1, and return when all are done. */
void network_team_run(network_team *team, network_task *task, void *user, int tasks);

#endif
