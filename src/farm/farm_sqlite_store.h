/* SPDX-License-Identifier: MIT
 *
 * The parts of a store in a file (farm_sqlite.c) that its source files share. None of it is for others.
 */
#ifndef FLANK_FARM_FARM_SQLITE_STORE_H
#define FLANK_FARM_FARM_SQLITE_STORE_H

#include "core/text_buffer.h"
#include "farm/farm_store.h"
#include "farm/farm_tables.h"

#include <sqlite3.h>

enum {
    SCHEMA_VERSION = 5,
    APPLICATION_ID = 0x464C4652, /* "FLFR" */
    BUSY_MS = 30000,
    BOARD_BYTES = 16,
    TASK_BYTES = 8 + BOARD_BYTES + 1, /* of a lease: id, board, attempts; the numbers are a list of their own */
    NO_WORKER = 0,                    /* of leases that are tasks which were handed back to wait */
    RUNS_NUMBER = INT8_MIN,           /* of a task: it has that of its run */
    ALIVE_S = 180,
};

/* The statements, in the order of farm_sqlite_base.c. */
typedef enum sql_name {
    FIND_RUN,
    EMPTY_ITEMS,
    EMPTY_UNITS,
    EMPTY_NOTES,
    EMPTY_TASKS,
    EMPTY_LEASES,
    EMPTY_PARKED,
    EMPTY_SPENT,
    EMPTY_AGAIN,
    EMPTY_WORK,
    EMPTY_CONFLICTS,
    RETIRE_RUN,
    IS_HELD,
    DROP_RUN,
    RENEW_RUN,
    IS_FILLING,
    GET_RUN,
    GET_PARAMS,
    ADD_RUN,
    ADD_RULES,
    FIND_RULES,
    ADD_ITEM,
    ADD_UNIT,
    ASK_ITEM,
    COUNT_ITEMS,
    MAKE_TASKS,
    MAKE_LABEL_TASKS,
    MAKE_UNIT_TASKS,
    SET_STATE,
    OPEN_RUN,
    RUNS,
    RETRY_TASKS,
    RETRY_FORGET,
    RETRY_AGAIN,
    IDENTITY,
    SAMPLE,
    SET_SAMPLE,
    ADMIT_BUILD,
    REFUSED_BUILDS,
    IS_TRUSTED,
    ADD_WORKER,
    BEAT,
    BEAT_NOW,
    PROLONG,
    LATE_LEASES,
    TAKE_LEASE,
    SEE_LEASE,
    RENEW_LEASE,
    NEXT_RUN,
    READ_TASKS,
    CUT_TASKS,
    GET_PAYLOAD,
    ADD_LEASE,
    FIND_AGAIN,
    READ_AGAIN,
    MARK_AGAIN,
    MARK_LEASE,
    ADD_AGAIN,
    COMPARE_AGAIN,
    COMPARE_UNIT,
    DROP_AGAIN,
    CONFLICTS,
    PARKED,
    ADD_TASK,
    PARK,
    PUT_POSITION,
    GET_POSITION,
    ADD_LABEL,
    HAS_LABEL,
    ADD_CONFLICT,
    ADD_SPENT,
    IS_SPENT,
    ANSWER_UNIT,
    PUT_NOTE,
    GET_NOTE,
    PUT_REVIEW,
    GET_REVIEW,
    ADD_WORK,
    IS_DONE,
    COUNTS,
    ITEMS,
    UNITS,
    SQL_COUNT
} sql_name;

struct farm_store {
    sqlite3 *db;
    sqlite3_stmt *statement[SQL_COUNT];
    text_buffer held; /* parameters and payloads of the last claim */
};

/* A run without counts. */
typedef struct run_row {
    farm_wish wish;
    int64_t rules, items;
    farm_run_state state;
    bool has_positions;
} run_row;

/* ---- Statements and their values --------------------------------------------------------------------------------- */

/* FLANK_BAD_FILE: the file is anything but the store of a farm. */
flank_status db_no_store(flank_error *error);
/* The last failure of SQLite: its status, with the reason as `error`. */
flank_status db_failure(const farm_store *store, flank_error *error);
/* Run statements that take no values and have no rows. */
flank_status db_execute(const farm_store *store, const char *text, flank_error *error);
/* The statement, ready for its values; NULL without memory. */
sqlite3_stmt *db_use(farm_store *store, sql_name name);
/* The statement with whole numbers in its places from the first on. */
sqlite3_stmt *db_use_numbers(farm_store *store, sql_name name, size_t count, const int64_t *values);
/* Take a step: SQLITE_ROW, SQLITE_DONE, or another after a failure. */
int db_step(sqlite3_stmt *statement);
/* Run a statement that has no rows. */
flank_status db_run(farm_store *store, sqlite3_stmt *statement, flank_error *error);
/* Begin a transaction that writes: nobody else writes until db_end. */
flank_status db_begin(const farm_store *store, flank_error *error);
/* Keep what was done, or undo all of it. */
flank_status db_end(farm_store *store, flank_status status, flank_error *error);
/* A board as BOARD_BYTES bytes, little end first; and back: false if the column has no board. */
void db_put_board(uint8_t *bytes, uint64_t own, uint64_t other);
bool db_get_board(sqlite3_stmt *statement, int column, uint64_t *own, uint64_t *other);
/* Say that a row of this table cannot be: FLANK_BAD_FILE. */
flank_status db_damaged(const char *table, flank_error *error);
/* Values of a statement: a text, NULL if it is none; a board. */
void db_bind_text(sqlite3_stmt *statement, int at, const char *text);
void db_bind_board(sqlite3_stmt *statement, int at, uint64_t own, uint64_t other);
/* Bytes that stay until the statement has run; none are an empty blob, not NULL. */
void db_bind_bytes(sqlite3_stmt *statement, int at, farm_bytes of);
/* A text of a row, cut to the room. */
void db_copy_text(sqlite3_stmt *row, int column, char *out, size_t room);
/* The only whole number of the only row; FLANK_NOT_FOUND. */
flank_status db_read_number(farm_store *store, sqlite3_stmt *statement, int64_t *number, flank_error *error);
/* A list of kinds as the statements look into it, with commas at both ends; NULL: all. */
flank_status db_bind_kinds(sqlite3_stmt *statement, const char *kinds, flank_error *error);
/* The answer to a position that nothing is known of. */
farm_answer db_nothing_known(uint64_t own, uint64_t other);
/* The columns KNOWN, which come first; all of them are NULL if the position is not there. */
bool db_read_known(sqlite3_stmt *row, farm_answer *known);

#define db_use_with(store, name, ...)                                                                                  \
    db_use_numbers(store, name, sizeof(int64_t[]){__VA_ARGS__} / sizeof(int64_t), (int64_t[]){__VA_ARGS__})

/* ---- Opening ----------------------------------------------------------------------------------------------------- */

/* Look whether the file is a store that this program can read: FLANK_BAD_FILE. */
flank_status db_check(farm_store *store, flank_error *error);

/* Sort the labels out of a store that kept one of each position (farm_labels.h). */
flank_status farm_sqlite_settle_labels(farm_store *store, flank_error *error);

/* ---- Runs -------------------------------------------------------------------------------------------------------- */

/* The values within which an answer to the wish is still open: proved bounds that leave them answer it. */
void db_open_values(farm_wish wish, int *least, int *most);
/* The question of a run, in two columns from this one on. */
farm_wish db_wish_at(sqlite3_stmt *row, int column);
/* A run by its number. FLANK_NOT_FOUND. */
flank_status db_get_run(farm_store *store, int64_t id, run_row *out, flank_error *error);
flank_status farm_sqlite_count(farm_store *store, farm_counts *counts, flank_error *error);
/* The bytes of a column, until the next step. */
farm_bytes db_bytes_at(sqlite3_stmt *row, int column);

/* ---- Workers and tasks ------------------------------------------------------------------------------------------- */

/* Are the answers of this worker knowledge at once? */
flank_status db_is_trusted(farm_store *store, int64_t worker, bool *trusted, flank_error *error);
/* The tasks of a lease as bytes, TASK_BYTES each. */
void db_bind_tasks(sqlite3_stmt *statement, int at, const farm_lease *lease);
/* Lease the tasks to the worker: `lease` gets its token. */
flank_status db_add_lease(farm_store *store, int64_t worker, int lease_s, farm_lease *lease, flank_error *error);
/* Let a task wait again, or park it if it was lost too often. */
flank_status db_put_back(farm_store *store, int64_t id, const farm_task *task, const char *why, flank_error *error);
/* Take a lease away: its run and tasks. FLANK_NOT_FOUND if it is not there. */
flank_status db_take_lease(farm_store *store, int64_t token, farm_lease *lease, flank_error *error);
/* Claim within a transaction. */
flank_status db_claim_now(farm_store *store, int64_t worker, const farm_claim *wanted, farm_lease *lease,
                          flank_error *error);

/* ---- The functions of farm_store_kind ---------------------------------------------------------------------------- */

/* farm_store.h says what each of them does. */
flank_status farm_sqlite_begin_run(farm_store *store, const farm_plan *plan, int64_t *id, flank_error *error);
flank_status farm_sqlite_add_items(farm_store *store, int64_t id, int64_t at, const farm_item *items, size_t count,
                                   flank_error *error);
flank_status farm_sqlite_add_units(farm_store *store, int64_t id, int64_t at, const farm_bytes *payloads, size_t count,
                                   flank_error *error);
flank_status farm_sqlite_add_note(farm_store *store, int64_t id, const char *name, farm_bytes note, flank_error *error);
flank_status farm_sqlite_drop_runs(farm_store *store, const int64_t *runs, size_t count, farm_dropping which,
                                   flank_error *error);
flank_status farm_sqlite_open_run(farm_store *store, int64_t id, flank_error *error);
flank_status farm_sqlite_set_state(farm_store *store, int64_t id, farm_run_state state, flank_error *error);
flank_status farm_sqlite_list_runs(farm_store *store, farm_run *runs, size_t room, size_t *count, flank_error *error);
flank_status farm_sqlite_find_run(farm_store *store, const char *name, farm_run *out, flank_error *error);
flank_status farm_sqlite_get_params(farm_store *store, int64_t id, char **params, flank_error *error);
flank_status farm_sqlite_retry(farm_store *store, int64_t id, int64_t *count, flank_error *error);
flank_status farm_sqlite_identify(farm_store *store, uint64_t *identity, flank_error *error);
flank_status farm_sqlite_admit_build(farm_store *store, const char *name, uint64_t signature, bool trusted,
                                     flank_error *error);
flank_status farm_sqlite_set_sample(farm_store *store, int one_in, flank_error *error);
flank_status farm_sqlite_add_worker(farm_store *store, const farm_worker *worker, int64_t *id, flank_error *error);
flank_status farm_sqlite_beat(farm_store *store, int64_t worker, uint64_t nodes, const int64_t *tokens, size_t count,
                              int lease_s, flank_error *error);
flank_status farm_sqlite_claim(farm_store *store, int64_t worker, const char *kinds, int most, int lease_s,
                               farm_lease *lease, flank_error *error);
flank_status farm_sqlite_finish(farm_store *store, int64_t worker, const farm_lease *lease, const farm_answer *answers,
                                size_t count, bool *taken, flank_error *error);
flank_status farm_sqlite_exchange(farm_store *store, int64_t worker, const farm_lease *lease,
                                  const farm_answer *answers, size_t count, bool *taken, const farm_claim *wanted,
                                  farm_lease *next, flank_error *error);
flank_status farm_sqlite_finish_units(farm_store *store, int64_t worker, const farm_lease *lease,
                                      const farm_bytes *answers, size_t count, uint64_t nodes, bool *taken,
                                      flank_error *error);
flank_status farm_sqlite_give_up(farm_store *store, const farm_lease *lease, const char *why, flank_error *error);
flank_status farm_sqlite_hand_back(farm_store *store, int64_t worker, const farm_lease *lease, int wait_s,
                                   uint64_t nodes, bool *taken, flank_error *error);
flank_status farm_sqlite_append(farm_store *store, const farm_lease *lease, int64_t id, const farm_item *items,
                                size_t count, int64_t *made, bool *taken, flank_error *error);
flank_status farm_sqlite_put_note(farm_store *store, const farm_lease *lease, const char *name, farm_bytes note,
                                  bool *taken, flank_error *error);
flank_status farm_sqlite_get_note(farm_store *store, int64_t id, const char *name, uint8_t **note, size_t *size,
                                  flank_error *error);
flank_status farm_sqlite_look_up(farm_store *store, int64_t id, const farm_query *queries, size_t count,
                                 farm_answer *answers, flank_error *error);
flank_status farm_sqlite_get_review(farm_store *store, const char *question, char **answer, flank_error *error);
flank_status farm_sqlite_put_review(farm_store *store, const farm_lease *lease, const char *question,
                                    const char *answer, flank_error *error);
flank_status farm_sqlite_is_done(farm_store *store, const char *kinds, bool *done, flank_error *error);
flank_status farm_sqlite_list_conflicts(farm_store *store, farm_conflict *conflicts, size_t room, size_t *count,
                                        flank_error *error);
flank_status farm_sqlite_list_parked(farm_store *store, farm_parked *parked, size_t room, size_t *count,
                                     flank_error *error);
flank_status farm_sqlite_each_item(farm_store *store, int64_t id, farm_item_fn *call, void *user, flank_error *error);
flank_status farm_sqlite_each_unit(farm_store *store, int64_t id, farm_unit_fn *call, void *user, flank_error *error);
flank_status farm_sqlite_each_row(farm_store *store, farm_row_fn *call, void *user, flank_error *error);
flank_status farm_sqlite_each_fault(farm_store *store, farm_fault_fn *call, void *user, flank_error *error);
flank_status farm_sqlite_begin_load(farm_store *store, flank_error *error);
flank_status farm_sqlite_load(farm_store *store, const farm_table *table, const farm_value *values, size_t count,
                              flank_error *error);
flank_status farm_sqlite_end_load(farm_store *store, bool keep, flank_error *error);

#endif
