/* SPDX-License-Identifier: MIT
 *
 * Parallel search: several threads on the moves of one node.
 *
 * "Young brothers wait" (R. Feldmann, "Game tree search on massively parallel systems", 1993): a node whose first move
 * did not cut it off will probably need all its moves, so these may be searched at the same time. If a thread has
 * nothing to do, the node becomes a split point; idle threads join it and take one move after the other. The thread
 * that finds a cutoff cancels the split point and all below it. The owner of a split point that has run out of moves
 * helps those who still work for it: it may join split points below its own, so it never comes to wait for somebody who
 * waits for it.
 *
 * One lock guards all split points: splits are made where the tree below takes milliseconds. Searching itself takes no
 * lock; a cancelled thread notices by a flag that it reads now and then.
 *
 * Rejected: threads that search the same root and share only the table, because two threads then do a third more work
 * than one when solving.
 */
#ifndef FLANK_OTHELLO_SPLIT_H
#define FLANK_OTHELLO_SPLIT_H

#include "othello/midgame.h"

typedef struct split_pool split_pool;

/* A node being searched by several threads. Everything that changes is guarded by the pool's lock. */
struct split_point {
    split_point *parent;                                      /* the one its owner works for */
    split_point *older;                                       /* the pool's list */
    void *node;                                               /* the position, moves and question: midgame.c knows */
    void (*work)(midgame_search *search, split_point *split); /* take moves until there is none */
    int workers;                                              /* threads at work beside the owner */
    bool out_of_moves;
    atomic_bool cancelled; /* written under the lock */
};

/* A pool of `helpers` threads; NULL without memory or threads. */
split_pool *split_pool_create(int helpers);
void split_pool_destroy(split_pool *pool); /* NULL is fine */

/* Between searches: the helpers shall search as `search` does, and count their nodes from zero. */
void split_pool_prepare(split_pool *pool, const midgame_search *search);

/* The nodes of all helpers since split_pool_prepare. To be called only while no helper searches. */
uint64_t split_pool_nodes(const split_pool *pool);

/* True if a thread waits for work: a cheap look, which may be wrong in a moment. */
bool split_pool_is_idle(const split_pool *pool);

void split_pool_lock(split_pool *pool);
void split_pool_unlock(split_pool *pool);

/* With the lock held: stop everybody who works on the split point or below. */
void split_cancel(split_pool *pool, split_point *split);

/* Search a node with whoever is idle: returns when all work on it has ended. `split` has node and work filled in. */
void split_run(split_pool *pool, midgame_search *search, split_point *split);

#endif
