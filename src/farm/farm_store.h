/* SPDX-License-Identifier: MIT
 *
 * The store of a farm: runs, their positions in the order of the input, tasks that wait, leases of workers, and what is
 * proved. Any number of workers use one store, and any of them may die at any moment: a task runs at least once, its
 * effect is taken once.
 *
 * A run is a list of positions of one game by one set of rules, and one question about all of them. Each position is
 * kept as the one of its eight symmetries that stands for all (core/symmetry.h), and becomes a task once, however often
 * the list has it, and not at all if the store knows the answer. A claim takes tasks out of the waiting ones and keeps
 * them in one lease with a token; finishing removes the lease by its token and writes the answers in one transaction,
 * so that what comes twice, or after the lease went to another worker, changes nothing. What is proved of a position is
 * an interval, [lo, hi] discs for the side to move; two of them are intersected, and two that contradict each other are
 * both kept: the first as it stands, the second as a conflict. A label, the judgement of a level, is kept apart, the
 * first for each level, so that the labels of a run do not depend on what other runs ask or prove.
 *
 * A run of another kind is a list of units instead: bytes that mean something to that kind (farm_kind.h), each answered
 * by bytes. A unit may be a foreman: it makes work itself. It appends positions to open runs, looks up what is known of
 * them, keeps its state as notes of its run, and hands its lease back to wait for the answers.
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
    FARM_NAME_SIZE = 65,    /* of runs, hosts and builds, with the NUL */
    FARM_ERROR_SIZE = 161,  /* the words kept of a failure */
    FARM_KIND_SIZE = 17,    /* of names of kinds, with the NUL */
    FARM_RULES_SIZE = 256,  /* of texts of rules, with the NUL: FLANK_RULES_TEXT_SIZE */
    FARM_PARAMS_MAX = 4096, /* bytes of a run's parameters */
    FARM_PAYLOAD_MAX = 1 << 16,
    FARM_RESULT_MAX = 1 << 18, /* bytes of the answer to a unit */
    FARM_NOTE_MAX = 1 << 24,
    FARM_BATCH_MAX = 512, /* tasks of a lease */
    FARM_ATTEMPTS = 3,    /* a task that was lost so often is parked */
    FARM_NO_BEST = 65,    /* no move is known; 64 is a pass */
    FARM_NO_GUESS = INT16_MIN,
};

typedef enum farm_question {
    FARM_EXACT,    /* the value to the disc */
    FARM_SIGN,     /* win, draw or loss */
    FARM_AT_LEAST, /* is it `number` discs or more? */
    FARM_LEVEL,    /* what the level `number` thinks of it: a label, which no proof stands for */
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

/* Of the runs to be dropped. */
typedef enum farm_dropping {
    FARM_DROP_FILLING, /* those that were never opened; nothing happens to others */
    FARM_DROP_IDLE,    /* all, or none if a worker holds tasks of any */
    FARM_DROP_ANY,     /* all: what workers still bring is late */
} farm_dropping;

/* A run to begin. */
typedef struct farm_plan {
    const char *name;      /* 1..FARM_NAME_SIZE - 1 bytes */
    const char *kind;      /* of units; NULL: a list of positions, of kind "solve" or "label" by its wish */
    const char *params;    /* what the kind has to know, at most FARM_PARAMS_MAX bytes of text; NULL: nothing */
    const char *rules;     /* of Othello, in the form of flank_rules_format; NULL or "": the usual ones */
    farm_wish wish;        /* of positions */
    int priority;          /* tasks of runs with a higher one go first, then those of older runs */
    uint64_t budget_nodes; /* that a task may take; it then ends with the bounds it has. 0: no limit */
} farm_plan;

typedef struct farm_run {
    int64_t id; /* from 1 */
    char name[FARM_NAME_SIZE];
    char kind[FARM_KIND_SIZE]; /* "solve", "label", or one of units */
    int rules_id;              /* the store's number of `rules`; 0: the usual ones */
    char rules[FARM_RULES_SIZE];
    farm_wish wish;
    farm_run_state state;
    int priority;
    uint64_t budget_nodes;
    int64_t created_s;               /* seconds since 1970 */
    int64_t items;                   /* positions or units of the list */
    int64_t waiting, leased, parked; /* tasks */
    int64_t done;                    /* tasks finished by workers */
    int64_t spent;                   /* of those, tasks that used up their budget without an answer */
    uint64_t nodes;                  /* spent on them */
} farm_run;

/* Bytes of somebody else. */
typedef struct farm_bytes {
    const void *bytes;
    size_t size;
} farm_bytes;

/* A position of a list. */
typedef struct farm_item {
    uint64_t own, other; /* canonical; own is to move */
    uint8_t turn;        /* the symmetry that led there */
    uint8_t color;       /* of the side to move, a flank_color */
    int8_t number;       /* of the wish; only an appended item has one of its own, others have that of their run */
} farm_item;

typedef struct farm_task {
    int64_t id; /* in its run: the place of its unit, or of its board among those of the run in the order of the store,
                 * or another number from that of its items on; of an item that was appended, its place */
    uint64_t own, other;
    int number;         /* of the wish */
    int attempts;       /* leases that came to nothing */
    farm_bytes payload; /* of a unit; the store's, until its next claim */
} farm_task;

/* Tasks that a worker holds. */
typedef struct farm_lease {
    int64_t token, run;
    farm_wish wish;
    int rules_id; /* the store's number of `rules`; 0: the usual ones */
    char rules[FARM_RULES_SIZE];
    char kind[FARM_KIND_SIZE];
    const char *params; /* of units; the store's, until its next claim */
    uint64_t budget_nodes;
    int again; /* not 0: these are no tasks, but answers that are asked again, and nothing kept may help with them */
    int count; /* of tasks; 0: there is nothing to do */
    farm_task tasks[FARM_BATCH_MAX];
} farm_lease;

/* A wish for tasks. */
typedef struct farm_claim {
    const char *kinds;
    int most, lease_s;
} farm_claim;

/* All that is known of a position. */
typedef struct farm_answer {
    uint64_t own, other;
    int lo, hi;             /* discs, -64..64: proved bounds */
    int best;               /* a square of the canonical board, 64 for a pass, FARM_NO_BEST */
    int guess;              /* what the level of the question thinks, in hundredths of a disc; FARM_NO_GUESS: nothing.
                               A level asked about a game that is over needs none: the store takes the result */
    int depth, selectivity; /* of the guess */
    uint64_t nodes;         /* spent on it */
    bool spent;             /* the task used up its budget, and this is no answer to its wish */
} farm_answer;

/* A question about a position. */
typedef struct farm_query {
    int rules_id;
    uint64_t own, other; /* canonical */
    int number;          /* of the wish */
} farm_query;

typedef struct farm_worker {
    char host[FARM_NAME_SIZE], build[FARM_NAME_SIZE];
    int threads;
    uint64_t signature; /* farm_signature: another number is another solver */
    uint64_t settings;  /* workers of one signature and one number here spend the same nodes on a task */
} farm_worker;

/* One side of a contradiction. */
typedef struct farm_side {
    int64_t worker; /* 0: unknown */
    char host[FARM_NAME_SIZE];
    int lo, hi; /* discs */
    uint64_t nodes;
} farm_side;

/* About a position or, if `unit` is not -1, about a unit of a run, of which two workers gave other bytes. */
typedef struct farm_conflict {
    uint64_t own, other; /* canonical; 0 of a unit */
    int64_t unit;        /* its place, from 0 */
    char run[FARM_NAME_SIZE];
    farm_side sides[2]; /* the one that stands, or came first; and the one that contradicts it */
} farm_conflict;

/* A task that nobody is given any more, and why. */
typedef struct farm_parked {
    uint64_t own, other; /* canonical; 0 of a unit */
    int64_t unit;        /* its place, from 0; -1 of a position */
    char run[FARM_NAME_SIZE], error[FARM_ERROR_SIZE];
} farm_parked;

typedef struct farm_counts {
    int64_t positions, conflicts, workers, alive; /* alive: beaten within its lease and three minutes, not signed off */
    uint64_t nodes;                               /* of all workers */
    int64_t again;                                /* answers that another worker has to give again */
} farm_counts;

typedef struct farm_store farm_store;
typedef struct farm_table farm_table; /* farm_tables.h */
typedef struct farm_value farm_value;

/* An item, with what is known of it; `known` NULL: nothing. FLANK_ENOUGH, which is not 0, ends the walk. */
typedef int farm_item_fn(void *user, int64_t at, const farm_item *item, const farm_answer *known);

/* A unit with its answer; `answer` NULL: there is none yet. FLANK_ENOUGH ends the walk. */
typedef int farm_unit_fn(void *user, int64_t at, farm_bytes payload, const farm_bytes *answer);

/* A row of a table. FLANK_ENOUGH ends the walk. */
typedef int farm_row_fn(void *user, const farm_table *table, const farm_value *values);

/* A fault of a store, in words. */
typedef void farm_fault_fn(void *user, const char *fault);

/* The functions of a kind of database. All but close return FLANK_OK or a failure with `error`. Lists of kinds are
 * texts like "solve,label"; NULL is every kind. */
typedef struct farm_store_kind {
    const char *name;

    /* Make an empty store (FLANK_BAD_ARGUMENT: there is one), or open one: FLANK_CANNOT_READ, FLANK_BAD_FILE. One of an
     * older version is brought to that of this program in one transaction, which in PostgreSQL only its owner can. */
    flank_status (*open)(const char *where, bool create, farm_store **store, flank_error *error);
    void (*close)(farm_store *store);
    /* A number that this store has, and no other. */
    flank_status (*identify)(farm_store *store, uint64_t *identity, flank_error *error);
    /* Workers of that signature may work; without any such call all may. Answers of a build that is not trusted count
     * once a trusted worker has answered, too, and then it is that answer that counts. */
    flank_status (*admit_build)(farm_store *store, const char *name, uint64_t signature, bool trusted,
                                flank_error *error);
    /* One in so many answers, chosen at random, is asked again of another worker (100); 0: none. Units of kinds that
     * farm_is_repeatable names are asked again of workers with the same signature and settings. */
    flank_status (*set_sample)(farm_store *store, int one_in, flank_error *error);
    /* The latest contradictions, at most `room`. */
    flank_status (*list_conflicts)(farm_store *store, farm_conflict *conflicts, size_t room, size_t *count,
                                   flank_error *error);

    /* Parked tasks of the latest runs, at most `room`. */
    flank_status (*list_parked)(farm_store *store, farm_parked *parked, size_t room, size_t *count, flank_error *error);

    /* A new run of that name without items. One whose filling an earlier call began and did not end is forgotten:
     * whoever still fills it is refused by the calls up to open_run with FLANK_CANNOT_WRITE.
     * FLANK_BAD_ARGUMENT: the name is taken by a run that is complete. */
    flank_status (*begin_run)(farm_store *store, const farm_plan *plan, int64_t *run, flank_error *error);
    flank_status (*add_items)(farm_store *store, int64_t run, int64_t at, const farm_item *items, size_t count,
                              flank_error *error);
    flank_status (*add_units)(farm_store *store, int64_t run, int64_t at, const farm_bytes *payloads, size_t count,
                              flank_error *error);
    /* Keep a note of a run whose filling has begun, at most FARM_NOTE_MAX bytes, in place of an earlier one. */
    flank_status (*add_note)(farm_store *store, int64_t run, const char *name, farm_bytes note, flank_error *error);
    /* Forget the runs with all that only they need: what is proved of positions stays, and so do labels, reviews, and
     * contradictions about positions. Cut short it leaves the runs as they were, or as runs whose filling was cut
     * short. FLANK_BAD_ARGUMENT: a worker holds tasks of one. */
    flank_status (*drop_runs)(farm_store *store, const int64_t *runs, size_t count, farm_dropping which,
                              flank_error *error);
    /* The list is complete: make a task of each unit, and of each position whose answer is not known. A run of
     * positions may begin without any. */
    flank_status (*open_run)(farm_store *store, int64_t run, flank_error *error);
    /* Pause it, or go on; nothing happens to a run that is not open. */
    flank_status (*set_state)(farm_store *store, int64_t run, farm_run_state state, flank_error *error);
    /* All runs in the order of their beginning, at most `room`; `*count` is how many there are. */
    flank_status (*list_runs)(farm_store *store, farm_run *runs, size_t room, size_t *count, flank_error *error);
    /* The parameters of a run, to be freed. */
    flank_status (*get_params)(farm_store *store, int64_t run, char **params, flank_error *error);
    /* Parked tasks wait again. */
    flank_status (*retry)(farm_store *store, int64_t run, int64_t *count, flank_error *error);

    /* `*id` is how the worker is known to the calls below; its lower 31 bits are its number in the tables, and above
     * them PostgreSQL puts a key, so that no other worker can guess it. FLANK_BAD_FILE: its build is not admitted. */
    flank_status (*add_worker)(farm_store *store, const farm_worker *worker, int64_t *id, flank_error *error);
    /* A sign of life, with the nodes searched since the last one: these leases of the worker last `lease_s` from now.
     * One that the store gave and the worker never saw, since the connection was lost, is not among them and ends.
     * With a `lease_s` of 0 the worker signs off. */
    flank_status (*beat)(farm_store *store, int64_t worker, uint64_t nodes, const int64_t *tokens, size_t count,
                         int lease_s, flank_error *error);
    /* Up to `most` answers of other workers that are to be given again, if the worker is trusted; else up
     * to `most` tasks of the first open run of these kinds that has any: that of the highest priority, and among those
     * the oldest. A task that was lost before comes alone. */
    flank_status (*claim)(farm_store *store, int64_t worker, const char *kinds, int most, int lease_s,
                          farm_lease *lease, flank_error *error);
    /* The answers to the first tasks of the lease, in their order; the other tasks wait again. `*taken` is false, and
     * nothing is written, if the lease is not there any more. */
    flank_status (*finish)(farm_store *store, int64_t worker, const farm_lease *lease, const farm_answer *answers,
                           size_t count, bool *taken, flank_error *error);
    /* Finish a lease of positions and claim the next one, in one transaction: half as many of them. The claim does not
     * depend on `*taken`. */
    flank_status (*exchange)(farm_store *store, int64_t worker, const farm_lease *lease, const farm_answer *answers,
                             size_t count, bool *taken, const farm_claim *wanted, farm_lease *next, flank_error *error);
    /* The same as finish for a lease of units; `nodes` were spent on all of them. */
    flank_status (*finish_units)(farm_store *store, int64_t worker, const farm_lease *lease, const farm_bytes *answers,
                                 size_t count, uint64_t nodes, bool *taken, flank_error *error);
    /* The first task of the lease cannot be done: it counts as lost once more; the others wait again. */
    flank_status (*give_up)(farm_store *store, const farm_lease *lease, const char *why, flank_error *error);
    /* The tasks of the lease wait again, as if they had never been lost, and are handed out after `wait_s` seconds at
     * the earliest: a foreman waits for answers. `nodes` were spent. `*taken` as above. */
    flank_status (*hand_back)(farm_store *store, int64_t worker, const farm_lease *lease, int wait_s, uint64_t nodes,
                              bool *taken, flank_error *error);

    /* For a foreman, while its lease is there; `*taken` as above. */
    /* Positions, each with a number of its own, at the end of the open run that its parameters name, and their tasks.
     * Those that the run has with the same number already are passed over; those whose answer is known make no task.
     * `*made` (may be NULL) is the number of tasks. FLANK_BAD_ARGUMENT: the run is none of positions, or is not
     * complete. */
    flank_status (*append)(farm_store *store, const farm_lease *lease, int64_t run, const farm_item *items,
                           size_t count, int64_t *made, bool *taken, flank_error *error);
    /* Keep a note, at most FARM_NOTE_MAX bytes, under a name in the lease's run, in place of an earlier one. The
     * lease's tasks have then come to something: earlier losses do not count any more. */
    flank_status (*put_note)(farm_store *store, const farm_lease *lease, const char *name, farm_bytes note, bool *taken,
                             flank_error *error);
    /* The note, to be freed; NULL if there is none. */
    flank_status (*get_note)(farm_store *store, int64_t run, const char *name, uint8_t **note, size_t *size,
                             flank_error *error);
    /* All that is proved of some positions, in their order: of one that the store does not know, -64..64 and no nodes.
     * `spent` is true where `run` (0: none) used up its budget on that number. */
    flank_status (*look_up)(farm_store *store, int64_t run, const farm_query *queries, size_t count,
                            farm_answer *answers, flank_error *error);
    /* The run of that name; FLANK_NOT_FOUND. */
    flank_status (*find_run)(farm_store *store, const char *name, farm_run *run, flank_error *error);

    /* Reviews of positions: what is kept of a question (analysis/search_memory.h), to be freed; NULL if there is
     * nothing. The first answer to a question is kept, later ones are dropped, and so are those of a lease that is not
     * there any more. Without a lease it takes the rights of the owner. */
    flank_status (*get_review)(farm_store *store, const char *question, char **answer, flank_error *error);
    flank_status (*put_review)(farm_store *store, const farm_lease *lease, const char *question, const char *answer,
                               flank_error *error);

    /* True if no open run of these kinds has a task that waits or is in work. */
    flank_status (*is_done)(farm_store *store, const char *kinds, bool *done, flank_error *error);
    flank_status (*count)(farm_store *store, farm_counts *counts, flank_error *error);
    flank_status (*each_item)(farm_store *store, int64_t run, farm_item_fn *call, void *user, flank_error *error);
    flank_status (*each_unit)(farm_store *store, int64_t run, farm_unit_fn *call, void *user, flank_error *error);

    /* All rows of all tables, as they are at one moment, in the order of farm_tables and of their keys. */
    flank_status (*each_row)(farm_store *store, farm_row_fn *call, void *user, flank_error *error);
    /* Look for faults (farm_checks.h), and tell each of them. */
    flank_status (*each_fault)(farm_store *store, farm_fault_fn *call, void *user, flank_error *error);
    /* Rows for an empty store, in one transaction: begin (FLANK_BAD_ARGUMENT: the store is not empty), any number of
     * calls with `count` rows of a table one behind the other, and an end that keeps or drops all of it. */
    flank_status (*begin_load)(farm_store *store, flank_error *error);
    flank_status (*load)(farm_store *store, const farm_table *table, const farm_value *values, size_t count,
                         flank_error *error);
    /* After the rows of a store of an older version, whose labels have the level FARM_LEVEL_UNKNOWN: find their levels,
     * or ask again (farm_labels.h). */
    flank_status (*settle_labels)(farm_store *store, flank_error *error);
    flank_status (*end_load)(farm_store *store, bool keep, flank_error *error);
} farm_store_kind;

/* The store `where`: a path, or postgresql://… (postgres://…). NULL: this program has no such kind. */
const farm_store_kind *farm_store_kind_of(const char *where);

/* True if it is the address of a database, not a path. */
bool farm_is_address(const char *where);

/* True if the address has a password in it, which would be seen in lists of processes and in messages. */
bool farm_has_password(const char *where);

/* The kind of a run of positions with that wish: "solve" or "label". */
const char *farm_kind_of_wish(farm_wish wish);

/* True if the tasks of runs of that kind are positions, not units. */
bool farm_has_positions(const char *kind);

/* True if two workers of one signature and the same settings answer a unit of that kind by the same bytes: a review, a
 * pair of games without clocks, games for training. Steps of books and proofs depend on what the store has by then. */
bool farm_is_repeatable(const char *kind);

/* True if the plan keeps the limits above; FLANK_BAD_ARGUMENT with `error` otherwise. */
flank_status farm_check_plan(const farm_plan *plan, flank_error *error);

/* Does what is known answer the wish? */
bool farm_is_answered(farm_wish wish, const farm_answer *known);

#endif
