/* SPDX-License-Identifier: MIT
 *
 * Rounds of tasks. Helpers take no signals.
 */
#include "train/network/network_team.h"

#include "core/helper_thread.h"

static void work(network_team *team, int thread)
{
    for (int i; (i = atomic_fetch_add(&team->next, 1)) < team->tasks;)
        team->task(team->user, i, thread);
}

static void *help(void *user)
{
    network_team *team = user;
    pthread_mutex_lock(&team->lock);
    const int thread = ++team->started; /* the caller is 0 */
    for (uint64_t seen = 0;;) {
        while (team->round == seen && !team->ends)
            pthread_cond_wait(&team->begun, &team->lock);
        if (team->ends)
            break;
        seen = team->round;
        pthread_mutex_unlock(&team->lock);
        work(team, thread);
        pthread_mutex_lock(&team->lock);
        if (--team->busy == 0)
            pthread_cond_signal(&team->done);
    }
    pthread_mutex_unlock(&team->lock);
    return NULL;
}

void network_team_begin(network_team *team, int threads)
{
    *team = (network_team){0};
    pthread_mutex_init(&team->lock, NULL);
    pthread_cond_init(&team->begun, NULL);
    pthread_cond_init(&team->done, NULL);
    while (team->count < threads - 1 && helper_thread_start(&team->threads[team->count], help, team) == 0)
        team->count++;
}

void network_team_end(network_team *team)
{
    pthread_mutex_lock(&team->lock);
    team->ends = true;
    pthread_cond_broadcast(&team->begun);
    pthread_mutex_unlock(&team->lock);
    while (team->count > 0)
        pthread_join(team->threads[--team->count], NULL);
    pthread_cond_destroy(&team->begun);
    pthread_cond_destroy(&team->done);
    pthread_mutex_destroy(&team->lock);
}

void network_team_run(network_team *team, network_task *task, void *user, int tasks)
{
    pthread_mutex_lock(&team->lock);
    team->task = task;
    team->user = user;
    team->tasks = tasks;
    team->busy = team->count;
    atomic_store(&team->next, 0);
    team->round++;
    pthread_cond_broadcast(&team->begun);
    pthread_mutex_unlock(&team->lock);
    work(team, 0);
    pthread_mutex_lock(&team->lock);
    while (team->busy > 0)
        pthread_cond_wait(&team->done, &team->lock);
    pthread_mutex_unlock(&team->lock);
}
