/* SPDX-License-Identifier: MIT
 *
 * The threads of a search: a helper's state is kept from search to search, its thread is not. Starting one takes some
 * 20 microseconds, and only searches of many milliseconds have helpers.
 */
#include "search/search_team.h"

#include "core/helper_thread.h"

#include <pthread.h>
#include <stdlib.h>

struct search_helper {
    const team_work *work;
    struct searcher *searcher; /* NULL until it is needed */
    pthread_t thread;
    bool running; /* the thread is to be joined */
    _Atomic uint64_t nodes;
};

search_team *team_create(int helpers, const team_work *work)
{
    search_team *team = calloc(1, sizeof *team);
    if (!team)
        return NULL;
    team->helper_count = helpers;
    team->helpers = calloc((size_t)helpers, sizeof *team->helpers);
    if (!team->helpers) {
        free(team);
        return NULL;
    }
    for (int i = 0; i < helpers; i++)
        team->helpers[i].work = work;
    pthread_mutex_init(&team->lock, NULL);
    pthread_cond_init(&team->changed, NULL);
    return team;
}

void team_destroy(search_team *team)
{
    if (!team)
        return;
    for (int i = 0; i < team->helper_count; i++)
        if (team->helpers[i].searcher)
            team->helpers[i].work->destroy(team->helpers[i].searcher);
    pthread_cond_destroy(&team->changed);
    pthread_mutex_destroy(&team->lock);
    free(team->helpers);
    free(team);
}

void team_reset(search_team *team)
{
    atomic_store(&team->depth, 0);
    atomic_store(&team->done, 0);
    team->winner = NULL;
    for (int i = 0; i < team->helper_count; i++)
        atomic_store(&team->helpers[i].nodes, 0);
}

static void *helper_thread(void *argument)
{
    const search_helper *helper = argument;
    helper->work->help(helper->searcher);
    return NULL;
}

void team_start(search_team *team, struct searcher *leader)
{
    flank_stop_clear(&team->halt);
    for (int i = 0; i < team->helper_count; i++) {
        search_helper *helper = &team->helpers[i];
        helper->searcher = helper->work->prepare(helper->searcher, leader, i);
        helper->running = helper->searcher && helper_thread_start(&helper->thread, helper_thread, helper) == 0;
    }
}

void team_begin_depth(search_team *team, int depth, int expected)
{
    pthread_mutex_lock(&team->lock);
    team->expected = expected;
    atomic_store(&team->depth, depth);
    pthread_cond_broadcast(&team->changed);
    pthread_mutex_unlock(&team->lock);
}

int team_leader_depth(search_team *team, int *expected)
{
    pthread_mutex_lock(&team->lock);
    const int depth = atomic_load(&team->depth);
    *expected = team->expected;
    pthread_mutex_unlock(&team->lock);
    return depth;
}

struct searcher *team_winner(search_team *team)
{
    pthread_mutex_lock(&team->lock);
    struct searcher *winner = atomic_load(&team->done) == atomic_load(&team->depth) ? team->winner : NULL;
    pthread_mutex_unlock(&team->lock);
    return winner;
}

void team_await_leader(search_team *team, int depth)
{
    pthread_mutex_lock(&team->lock);
    while (atomic_load(&team->depth) < depth && !flank_stop_is_raised(&team->halt))
        pthread_cond_wait(&team->changed, &team->lock);
    pthread_mutex_unlock(&team->lock);
}

void team_finish_depth(search_team *team, struct searcher *helper, int depth)
{
    pthread_mutex_lock(&team->lock);
    if (atomic_load(&team->depth) == depth && atomic_load(&team->done) < depth) {
        team->winner = helper;
        atomic_store(&team->done, depth);
    }
    pthread_mutex_unlock(&team->lock);
}

void team_end(search_team *team)
{
    pthread_mutex_lock(&team->lock);
    flank_stop_raise(&team->halt);
    pthread_cond_broadcast(&team->changed);
    pthread_mutex_unlock(&team->lock);
    for (int i = 0; i < team->helper_count; i++)
        if (team->helpers[i].running) {
            pthread_join(team->helpers[i].thread, NULL);
            team->helpers[i].running = false;
        }
}

uint64_t team_nodes(const search_team *team)
{
    uint64_t nodes = 0;
    for (int i = 0; i < team->helper_count; i++)
        nodes += atomic_load_explicit(&team->helpers[i].nodes, memory_order_relaxed);
    return nodes;
}

void team_tell_nodes(search_team *team, int number, uint64_t nodes)
{
    atomic_store_explicit(&team->helpers[number].nodes, nodes, memory_order_relaxed);
}
