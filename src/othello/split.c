/* SPDX-License-Identifier: MIT
 *
 * The helper threads and the list of split points.
 */
#include "othello/split.h"

#include "core/helper_thread.h"

#include <assert.h>
#include <stdlib.h>

typedef struct split_helper {
    split_pool *pool;
    pthread_t thread;
    midgame_search search;
    local_table local;
    network_cache guesses;
} split_helper;

struct split_pool {
    pthread_mutex_t lock;
    pthread_cond_t changed; /* a new split point, or a thread has ended its work on one */
    split_point *newest;
    atomic_int idle; /* threads that wait; written under the lock */
    bool quit;
    int helper_count;
    split_helper helpers[];
};

/* ---- With the lock held ------------------------------------------------------------------------------------------ */

static bool is_below(const split_point *split, const split_point *above)
{
    while (split && split != above)
        split = split->parent;
    return split != NULL;
}

void split_cancel(split_pool *pool, split_point *split)
{
    for (split_point *other = pool->newest; other; other = other->older)
        if (is_below(other, split))
            atomic_store_explicit(&other->cancelled, true, memory_order_relaxed);
}

/* A split point with moves left, below `above` unless that is NULL; the oldest, because its moves are the largest. */
static split_point *find_work(const split_pool *pool, const split_point *above)
{
    split_point *found = NULL;
    for (split_point *split = pool->newest; split; split = split->older)
        if (!split->out_of_moves && !atomic_load_explicit(&split->cancelled, memory_order_relaxed) &&
            (!above || is_below(split, above)))
            found = split;
    return found;
}

/* Point the thread's search at a split point, or at none. */
static void work_for(midgame_search *search, split_point *split)
{
    search->split = split;
    search->end.cancel = split ? &split->cancelled : NULL;
}

/* Join a split point until it has no more moves. */
static void help(split_pool *pool, midgame_search *search, split_point *split)
{
    split_point *before = search->split;
    split->workers++;
    split_pool_unlock(pool);
    work_for(search, split);
    split->work(search, split);
    search->end.aborted = false; /* the end of the help need not end what the thread did before */
    work_for(search, before);
    split_pool_lock(pool);
    assert(split->workers > 0);
    if (--split->workers == 0)
        pthread_cond_broadcast(&pool->changed);
}

static void wait_for_change(split_pool *pool)
{
    atomic_fetch_add_explicit(&pool->idle, 1, memory_order_relaxed);
    pthread_cond_wait(&pool->changed, &pool->lock);
    atomic_fetch_sub_explicit(&pool->idle, 1, memory_order_relaxed);
}

/* ---- The owner's side -------------------------------------------------------------------------------------------- */

void split_pool_lock(split_pool *pool) { pthread_mutex_lock(&pool->lock); }

void split_pool_unlock(split_pool *pool) { pthread_mutex_unlock(&pool->lock); }

bool split_pool_is_idle(const split_pool *pool) { return atomic_load_explicit(&pool->idle, memory_order_relaxed) > 0; }

void split_run(split_pool *pool, midgame_search *search, split_point *split)
{
    assert(split->node && split->work);
    split->parent = search->split;
    split_pool_lock(pool);
    split->older = pool->newest;
    pool->newest = split;
    if (split->parent && atomic_load_explicit(&split->parent->cancelled, memory_order_relaxed))
        atomic_store_explicit(&split->cancelled, true, memory_order_relaxed);
    pthread_cond_broadcast(&pool->changed);
    split_pool_unlock(pool);

    work_for(search, split);
    split->work(search, split);

    split_pool_lock(pool);
    while (split->workers > 0) {
        split_point *below = find_work(pool, split);
        if (below)
            help(pool, search, below);
        else
            wait_for_change(pool);
    }
    split_point **at = &pool->newest;
    while (*at != split)
        at = &(*at)->older;
    *at = split->older;
    split_pool_unlock(pool);
    work_for(search, split->parent);
}

/* ---- The pool ---------------------------------------------------------------------------------------------------- */

static void *helper_main(void *argument)
{
    split_helper *helper = argument;
    split_pool *pool = helper->pool;
    split_pool_lock(pool);
    while (!pool->quit) {
        split_point *split = find_work(pool, NULL);
        if (split)
            help(pool, &helper->search, split);
        else
            wait_for_change(pool);
    }
    split_pool_unlock(pool);
    return NULL;
}

split_pool *split_pool_create(int helpers)
{
    split_pool *pool = calloc(1, sizeof *pool + (size_t)helpers * sizeof *pool->helpers);
    if (!pool)
        return NULL;
    pthread_mutex_init(&pool->lock, NULL);
    pthread_cond_init(&pool->changed, NULL);
    atomic_init(&pool->idle, 0);
    for (; pool->helper_count < helpers; pool->helper_count++) {
        split_helper *helper = &pool->helpers[pool->helper_count];
        helper->pool = pool;
        if (helper_thread_start(&helper->thread, helper_main, helper) != 0) {
            split_pool_destroy(pool);
            return NULL;
        }
    }
    return pool;
}

void split_pool_destroy(split_pool *pool)
{
    if (!pool)
        return;
    split_pool_lock(pool);
    pool->quit = true;
    pthread_cond_broadcast(&pool->changed);
    split_pool_unlock(pool);
    for (int i = 0; i < pool->helper_count; i++)
        pthread_join(pool->helpers[i].thread, NULL);
    pthread_cond_destroy(&pool->changed);
    pthread_mutex_destroy(&pool->lock);
    free(pool);
}

void split_pool_prepare(split_pool *pool, const midgame_search *search)
{
    split_pool_lock(pool);
    for (int i = 0; i < pool->helper_count; i++) {
        split_helper *helper = &pool->helpers[i];
        helper->search = *search;
        helper->search.end.nodes = 0;
        helper->search.end.local = &helper->local;
        helper->search.guesses = &helper->guesses;
        local_table_clear(&helper->local);
    }
    split_pool_unlock(pool);
}

uint64_t split_pool_nodes(const split_pool *pool)
{
    uint64_t nodes = 0;
    for (int i = 0; i < pool->helper_count; i++)
        nodes += pool->helpers[i].search.end.nodes;
    return nodes;
}
