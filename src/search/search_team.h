/* SPDX-License-Identifier: MIT
 *
 * Several threads on one search. Part of the shared search.
 *
 * All threads search the same root to the same depth and share the transposition table. A small table of the
 * moves that are being searched keeps them from doing the same work: a thread that finds another one at a move takes
 * its other moves first, and by then the table of positions mostly has the answer. The first one through a depth has
 * its result, and the others leave off. The leader alone keeps time, reports and answers; helpers end with it. A helper
 * that is through goes on with the next depth while the leader reports.
 *
 * Two entries of the busy table may clash, and threads overwrite each other's: that costs a little double work, and
 * changes no value. Source: Kerrigan, "Simplified ABDADA", tomkerrigan.com, 2017, after Weill, "The ABDADA distributed
 * minimax search algorithm", ICCA Journal 19(1), 1996.
 */
#ifndef FLANK_SEARCH_SEARCH_TEAM_H
#define FLANK_SEARCH_SEARCH_TEAM_H

#include <flank/position.h>
#include <flank/stop.h>

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

struct searcher;

enum {
    TEAM_BUSY_MOVES = 1 << 10,
    TEAM_BUSY_DEPTH = 3, /* with less depth left, moves take less time than finding out who is at them */
};

typedef struct search_helper search_helper;

/* The leader and its helpers share this. */
typedef struct search_team {
    _Atomic uint64_t busy[TEAM_BUSY_MOVES]; /* team_ticket() */
    int helper_count;
    search_helper *helpers;
    flank_stop halt; /* raised by the leader: helpers end */

    /* Written under the lock. */
    pthread_mutex_t lock;
    pthread_cond_t changed;  /* depth or halt */
    atomic_int depth;        /* that the leader is at, */
    int expected;            /* and the score that it expects */
    atomic_int done;         /* the last depth that a helper was the first to get through */
    struct searcher *winner; /* that helper */
} search_team;

/* The work of helpers, each on a thread of its own. */
typedef struct team_work {
    /* The state of helper `number` for the leader's present search, made from `helper`, that of its last one (NULL: it
     * has had none). NULL without memory; the last one is freed then. */
    struct searcher *(*prepare)(struct searcher *helper, struct searcher *leader, int number);
    void (*help)(struct searcher *helper); /* until the team halts */
    void (*destroy)(struct searcher *helper);
} team_work;

/* A team with so many helpers, 1 or more. NULL without memory. */
search_team *team_create(int helpers, const team_work *work);
void team_destroy(search_team *team); /* NULL is fine */

/* Forget the nodes of the last search. */
void team_reset(search_team *team);

/* Start the helpers, as many as there are memory and threads for. */
void team_start(search_team *team, struct searcher *leader);

/* The leader begins a depth, larger than the last one. Its helpers shall search in the same windows: what one finds out
 * about a position is of use to the others then. */
void team_begin_depth(search_team *team, int depth, int expected);

/* The depth that the leader is at, with the score that it expects. */
int team_leader_depth(search_team *team, int *expected);

/* The helper that was through the leader's depth before it; NULL: none. Its result stays as it is until the leader
 * begins the next depth. */
struct searcher *team_winner(search_team *team);

/* A helper is through a depth. Wait until the leader is at that depth or a later one, or halts: only then may the
 * helper's result of the depth before be given up. */
void team_await_leader(search_team *team, int depth);

/* The helper has its result ready for the leader, who may be further by now. */
void team_finish_depth(search_team *team, struct searcher *helper, int depth);

/* Halt the helpers and wait for them; nothing if they have not been started. */
void team_end(search_team *team);

/* The nodes of all helpers so far: a few hundred less for each that runs. */
uint64_t team_nodes(const search_team *team);

/* Called by helper `number`. */
void team_tell_nodes(search_team *team, int number, uint64_t nodes);

/* ---- Moves being searched ---- */

/* A number for a move, by its move_key(), of a position and a depth. */
static inline uint64_t team_ticket(uint64_t position_hash, uint16_t move_key, int depth)
{
    return position_hash ^ (move_key * UINT64_C(0x9E3779B97F4A7C15)) ^ (uint64_t)depth;
}

static inline bool team_is_busy(const search_team *team, uint64_t ticket)
{
    return atomic_load_explicit(&team->busy[ticket % TEAM_BUSY_MOVES], memory_order_relaxed) == ticket;
}

static inline void team_enter(search_team *team, uint64_t ticket)
{
    atomic_store_explicit(&team->busy[ticket % TEAM_BUSY_MOVES], ticket, memory_order_relaxed);
}

static inline void team_leave(search_team *team, uint64_t ticket)
{
    if (team_is_busy(team, ticket))
        atomic_store_explicit(&team->busy[ticket % TEAM_BUSY_MOVES], 0, memory_order_relaxed);
}

#endif
