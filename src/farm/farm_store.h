/* SPDX-License-Identifier: MIT
 *
 * The store of a farm: runs, their positions in the order of the input, tasks that wait, leases of workers, and what is
 * proved. Any number of workers use one store, and any of them may die at any moment: a task runs at least once, its
 * effect is taken once.
 *
 * A run is a list of positions and one question about all of them. Each position is kept as the one of its eight
 * symmetries that stands for all (core/symmetry.h), and becomes a task once, however often the list has it, and not at
 * all if the store knows the answer. A claim takes tasks out of the waiting ones and keeps them in one lease with a
 * token; finishing removes the lease by its token and writes the answers in one transaction, so that what comes twice,
 * or after the lease went to another worker, changes nothing. What is proved of a position is an interval, [lo, hi]
 * discs for the side to move; two of them are intersected, and two that contradict each other are both kept: the first
 * as it stands, the second as a conflict.
 *
 * One table of functions a kind of database; farm_store_open picks it. A store is used by one thread at a time. Texts
 * of errors name what failed; FLANK_CANNOT_WRITE is a database that others keep busy or that is full.
 */
#ifndef FLANK_FARM_FARM_STORE_H
#define FLANK_FARM_FARM_STORE_H

#include <flank/status.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    FARM_NAME_SIZE = 65,   /* of runs, hosts and builds, with the NUL */
    FARM_ERROR_SIZE = 161, /* the words kept of a failure */
    FARM_BATCH_MAX = 512,  /* tasks of a lease */
    FARM_ATTEMPTS = 3,     /* a task that was lost so often is parked */
    FARM_NO_BEST = 65,     /* no move is known; 64 is a pass */
    FARM_NO_GUESS = INT16_MIN,
};

typedef enum farm_question {
    FARM_EXACT,    /* the value to the disc */
    FARM_SIGN,     /* win, draw or loss */
    FARM_AT_LEAST, /* is it `number` discs or more? */
    FARM_LEVEL,    /* what the level `number` thinks of it */
} farm_question;

typedef struct farm_wish {
    farm_question question;
    int number;
} farm_wish;

typedef enum farm_run_state {
    FARM_FILLING, /* its list is not complete: no worker sees it */
    FARM_OPEN,
    FARM_PAUSED,
} farm_run_state;

typedef struct farm_run {
    int64_t id; /* from 1 */
    char name[FARM_NAME_SIZE];
    farm_wish wish;
    farm_run_state state;
    int64_t created_s;               /* seconds since 1970 */
    int64_t items;                   /* positions of the list */
    int64_t waiting, leased, parked; /* tasks */
    int64_t done;                    /* tasks finished by workers */
    uint64_t nodes;                  /* spent on them */
} farm_run;

/* A position of a list. */
typedef struct farm_item {
    uint64_t own, other; /* canonical; own is to move */
    uint8_t turn;        /* the symmetry that led there */
    uint8_t color;       /* of the side to move, a flank_color */
} farm_item;

typedef struct farm_task {
    int64_t id; /* in its run */
    uint64_t own, other;
    int attempts; /* leases that came to nothing */
} farm_task;

/* Tasks that a worker holds. */
typedef struct farm_lease {
    int64_t token, run;
    farm_wish wish;
    int count; /* of tasks; 0: there is nothing to do */
    farm_task tasks[FARM_BATCH_MAX];
} farm_lease;

/* All that is known of a position. */
typedef struct farm_answer {
    uint64_t own, other;
    int lo, hi;             /* discs, -64..64: proved bounds */
    int best;               /* a square of the canonical board, 64 for a pass, FARM_NO_BEST */
    int guess;              /* hundredths of a disc; FARM_NO_GUESS: none */
    int depth, selectivity; /* of the guess */
    uint64_t nodes;         /* spent on it */
} farm_answer;

typedef struct farm_worker {
    char host[FARM_NAME_SIZE], build[FARM_NAME_SIZE];
    int threads;
    uint64_t signature; /* the count of flank bench: another number is another solver */
} farm_worker;

typedef struct farm_counts {
    int64_t positions, conflicts, workers, alive; /* alive: beaten within the last three minutes */
    uint64_t nodes;                               /* of all workers */
} farm_counts;

typedef struct farm_store farm_store;

/* An item, with what is known of it; `known` NULL: nothing. FLANK_ENOUGH, which is not 0, ends the walk. */
typedef int farm_item_fn(void *user, int64_t at, const farm_item *item, const farm_answer *known);

/* The functions of a kind of database. All but close return FLANK_OK or a failure with `error`. */
typedef struct farm_store_kind {
    const char *name;

    /* Make an empty store (FLANK_BAD_ARGUMENT: there is one), or open one: FLANK_CANNOT_READ, FLANK_BAD_FILE. */
    flank_status (*open)(const char *where, bool create, farm_store **store, flank_error *error);
    void (*close)(farm_store *store);

    /* A run of that name without items: a new one, or one whose filling an earlier call began and did not end.
     * FLANK_BAD_ARGUMENT: the name is taken by a run that is complete. */
    flank_status (*begin_run)(farm_store *store, const char *name, farm_wish wish, int64_t *run, flank_error *error);
    flank_status (*add_items)(farm_store *store, int64_t run, int64_t at, const farm_item *items, size_t count,
                              flank_error *error);
    /* The list is complete: make a task of each position whose answer is not known. */
    flank_status (*open_run)(farm_store *store, int64_t run, flank_error *error);
    flank_status (*set_state)(farm_store *store, int64_t run, farm_run_state state, flank_error *error);
    /* All runs in the order of their beginning, at most `room`; `*count` is how many there are. */
    flank_status (*list_runs)(farm_store *store, farm_run *runs, size_t room, size_t *count, flank_error *error);
    /* Parked tasks wait again. */
    flank_status (*retry)(farm_store *store, int64_t run, int64_t *count, flank_error *error);

    flank_status (*add_worker)(farm_store *store, const farm_worker *worker, int64_t *id, flank_error *error);
    /* A sign of life, with the nodes searched since the last one: leases of the worker last `lease_s` from now. */
    flank_status (*beat)(farm_store *store, int64_t worker, uint64_t nodes, int lease_s, flank_error *error);
    /* Up to `most` tasks of the oldest open run that has any. A task that was lost before comes alone. */
    flank_status (*claim)(farm_store *store, int64_t worker, int most, int lease_s, farm_lease *lease,
                          flank_error *error);
    /* The answers to some of the lease's tasks, in their order; the other tasks wait again. `*taken` is false, and
     * nothing is written, if the lease is not there any more. */
    flank_status (*finish)(farm_store *store, int64_t worker, const farm_lease *lease, const farm_answer *answers,
                           size_t count, bool *taken, flank_error *error);
    /* The first task of the lease cannot be done: it counts as lost once more; the others wait again. */
    flank_status (*give_up)(farm_store *store, const farm_lease *lease, const char *why, flank_error *error);

    /* True if no open run has a task that waits or is in work. */
    flank_status (*is_done)(farm_store *store, bool *done, flank_error *error);
    flank_status (*count)(farm_store *store, farm_counts *counts, flank_error *error);
    flank_status (*each_item)(farm_store *store, int64_t run, farm_item_fn *call, void *user, flank_error *error);
} farm_store_kind;

/* The store `where`: a path, or postgresql://… (postgres://…). NULL: this program has no such kind. */
const farm_store_kind *farm_store_kind_of(const char *where);

/* True if it is the address of a database, not a path. */
bool farm_is_address(const char *where);

/* True if the address has a password in it, which would be seen in lists of processes and in messages. */
bool farm_has_password(const char *where);

/* Does what is known answer the wish? */
bool farm_is_answered(farm_wish wish, const farm_answer *known);

#endif
