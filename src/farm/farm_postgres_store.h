/* SPDX-License-Identifier: MIT
 *
 * The parts of a store in PostgreSQL (farm_postgres.c) that its source files share. None of it is for others.
 */
#ifndef FLANK_FARM_FARM_POSTGRES_STORE_H
#define FLANK_FARM_FARM_POSTGRES_STORE_H

#include "core/text_buffer.h"
#include "farm/farm_store.h"
#include "farm/farm_tables.h"

#include <libpq-fe.h>

enum { SCHEMA_VERSION = 6, ALIVE_S = 180, SILENCE_S = 60, PARAMETERS_MAX = 16, UUID_HEX = 32 };

struct farm_store {
    PGconn *connection;
    int silence_s;    /* of the server, and it counts as away */
    bool lost;        /* a call was given up: the connection is of no use */
    bool loading;     /* in a transaction over many calls: it ends with the connection */
    text_buffer held; /* parameters and payloads of the last claim */
};

/* The texts of a call's parameters. */
typedef struct pg_parameters {
    text_buffer text[PARAMETERS_MAX];
    const char *value[PARAMETERS_MAX];
    bool null[PARAMETERS_MAX];
    int count;
    bool in_time; /* a call of a worker, which must not wait for ever */
} pg_parameters;

/* ---- Calls ------------------------------------------------------------------------------------------------------- */

/* A message of PostgreSQL as `error`, without its end of line and the lines behind the first. */
flank_status pg_say(flank_error *error, flank_status status, const char *message);
/* The failure of a call. One that is lost with the connection may be tried again. */
flank_status pg_failure(const farm_store *store, const PGresult *result, flank_error *error);
/* Run a statement with parameters; NULL after a failure. */
PGresult *pg_call(farm_store *store, const char *sql, int count, const char *const *values, bool in_time,
                  flank_status *status, flank_error *error);
/* The text of the next parameter, to be filled. */
text_buffer *pg_add(pg_parameters *to);
void pg_add_number(pg_parameters *to, int64_t number);
void pg_free_parameters(pg_parameters *of);
/* Call with the parameters, and free them. */
PGresult *pg_call_with(farm_store *store, const char *sql, pg_parameters *with, flank_status *status,
                       flank_error *error);
/* The same where nothing comes back. */
flank_status pg_run_with(farm_store *store, const char *sql, pg_parameters *with, flank_error *error);
/* The same where a boolean does: whether the lease was there, or the run is still ours to fill. */
flank_status pg_take_with(farm_store *store, const char *sql, pg_parameters *with, bool *taken, flank_error *error);
/* A statement without parameters, of a transaction over many calls. */
flank_status pg_say_sql(farm_store *store, const char *sql, flank_error *error);

/* ---- Values ------------------------------------------------------------------------------------------------------ */

/* A whole number of a result; 0 for NULL. */
int64_t pg_number_at(const PGresult *result, int row, int column);
/* A board as the digits of a uuid, own first; and back, with its hyphens: false if it is none. `*text` moves behind it.
 */
void pg_add_board(text_buffer *out, uint64_t own, uint64_t other);
bool pg_read_board(const char **text, uint64_t *own, uint64_t *other);
/* Bytes as hexadecimal digits. */
void pg_add_hex(text_buffer *out, farm_bytes of);
/* Write the bytes of hexadecimal digits to the front of `out`, which may be where they stand. */
size_t pg_read_hex(const char *digits, size_t length, uint8_t *out);
void pg_add_hex_array(text_buffer *out, const farm_bytes *list, size_t count);
/* Say that a row is not as flank writes it: FLANK_BAD_FILE. */
flank_status pg_damaged(flank_error *error);
/* The question of a run, in two columns from this one on. */
farm_wish pg_wish_at(const PGresult *result, int row, int column);
/* The answer to a position that nothing is known of. */
farm_answer pg_nothing_known(uint64_t own, uint64_t other);
/* The first columns of a row: bounds, best move, nodes. False if they are NULL. */
bool pg_read_known(const PGresult *result, int row, farm_answer *known);

/* ---- Opening ----------------------------------------------------------------------------------------------------- */

/* Look whether the database has a store that this program can read, and bring an old one up to date. */
flank_status pg_check(farm_store *store, flank_error *error);

/* ---- Runs and tasks ---------------------------------------------------------------------------------------------- */

/* Arrays of boards and forms, and of numbers where items have their own. */
void pg_add_item_arrays(pg_parameters *to, const farm_item *items, size_t count, bool numbered);
/* A list of kinds; NULL: all. */
void pg_add_kinds(pg_parameters *to, const char *kinds);
/* What a claim asks for, but for the worker. */
void pg_add_claim(pg_parameters *to, const farm_claim *wanted);
/* Read what a claim has got; no task if nothing. */
flank_status pg_read_lease(farm_store *store, const PGresult *result, farm_lease *lease, flank_error *error);

/* ---- The functions of farm_store_kind ---------------------------------------------------------------------------- */

/* farm_store.h says what each of them does. */
flank_status farm_postgres_begin_run(farm_store *store, const farm_plan *plan, int64_t *id, flank_error *error);
flank_status farm_postgres_add_items(farm_store *store, int64_t id, int64_t at, const farm_item *items, size_t count,
                                     flank_error *error);
flank_status farm_postgres_add_units(farm_store *store, int64_t id, int64_t at, const farm_bytes *payloads,
                                     size_t count, flank_error *error);
flank_status farm_postgres_add_note(farm_store *store, int64_t id, const char *name, farm_bytes note,
                                    flank_error *error);
flank_status farm_postgres_drop_runs(farm_store *store, const int64_t *runs, size_t count, farm_dropping which,
                                     flank_error *error);
flank_status farm_postgres_open_run(farm_store *store, int64_t id, flank_error *error);
flank_status farm_postgres_set_state(farm_store *store, int64_t id, farm_run_state state, flank_error *error);
flank_status farm_postgres_list_runs(farm_store *store, farm_run *runs, size_t room, size_t *count, flank_error *error);
flank_status farm_postgres_find_run(farm_store *store, const char *name, farm_run *out, flank_error *error);
flank_status farm_postgres_get_params(farm_store *store, int64_t id, char **params, flank_error *error);
flank_status farm_postgres_retry(farm_store *store, int64_t id, int64_t *count, flank_error *error);
flank_status farm_postgres_add_worker(farm_store *store, const farm_worker *worker, int64_t *id, flank_error *error);
flank_status farm_postgres_identify(farm_store *store, uint64_t *identity, flank_error *error);
flank_status farm_postgres_admit_build(farm_store *store, const char *name, uint64_t signature, bool trusted,
                                       flank_error *error);
flank_status farm_postgres_set_sample(farm_store *store, int one_in, flank_error *error);
flank_status farm_postgres_list_parked(farm_store *store, farm_parked *parked, size_t room, size_t *count,
                                       flank_error *error);
flank_status farm_postgres_list_conflicts(farm_store *store, farm_conflict *conflicts, size_t room, size_t *count,
                                          flank_error *error);
flank_status farm_postgres_beat(farm_store *store, int64_t worker, uint64_t nodes, const int64_t *tokens, size_t count,
                                int lease_s, flank_error *error);
flank_status farm_postgres_claim(farm_store *store, int64_t worker, const char *kinds, int most, int lease_s,
                                 farm_lease *lease, flank_error *error);
flank_status farm_postgres_finish(farm_store *store, int64_t worker, const farm_lease *lease,
                                  const farm_answer *answers, size_t count, bool *taken, flank_error *error);
flank_status farm_postgres_exchange(farm_store *store, int64_t worker, const farm_lease *lease,
                                    const farm_answer *answers, size_t count, bool *taken, const farm_claim *wanted,
                                    farm_lease *next, flank_error *error);
flank_status farm_postgres_finish_units(farm_store *store, int64_t worker, const farm_lease *lease,
                                        const farm_bytes *answers, size_t count, uint64_t nodes, bool *taken,
                                        flank_error *error);
flank_status farm_postgres_give_up(farm_store *store, const farm_lease *lease, const char *why, flank_error *error);
flank_status farm_postgres_hand_back(farm_store *store, int64_t worker, const farm_lease *lease, int wait_s,
                                     uint64_t nodes, bool *taken, flank_error *error);
flank_status farm_postgres_append(farm_store *store, const farm_lease *lease, int64_t id, const farm_item *items,
                                  size_t count, int64_t *made, bool *taken, flank_error *error);
flank_status farm_postgres_put_note(farm_store *store, const farm_lease *lease, const char *name, farm_bytes note,
                                    bool *taken, flank_error *error);
flank_status farm_postgres_get_note(farm_store *store, int64_t id, const char *name, uint8_t **note, size_t *size,
                                    flank_error *error);
flank_status farm_postgres_get_review(farm_store *store, const char *question, char **answer, flank_error *error);
flank_status farm_postgres_put_review(farm_store *store, const farm_lease *lease, const char *question,
                                      const char *answer, flank_error *error);
flank_status farm_postgres_look_up(farm_store *store, int64_t id, const farm_query *queries, size_t count,
                                   farm_answer *answers, flank_error *error);
flank_status farm_postgres_is_done(farm_store *store, const char *kinds, bool *done, flank_error *error);
flank_status farm_postgres_count(farm_store *store, farm_counts *counts, flank_error *error);
flank_status farm_postgres_each_item(farm_store *store, int64_t id, farm_item_fn *call_for, void *user,
                                     flank_error *error);
flank_status farm_postgres_each_unit(farm_store *store, int64_t id, farm_unit_fn *call_for, void *user,
                                     flank_error *error);
flank_status farm_postgres_each_row(farm_store *store, farm_row_fn *call_for, void *user, flank_error *error);
flank_status farm_postgres_begin_load(farm_store *store, flank_error *error);
flank_status farm_postgres_load(farm_store *store, const farm_table *table, const farm_value *values, size_t count,
                                flank_error *error);
flank_status farm_postgres_settle_labels(farm_store *store, flank_error *error);
flank_status farm_postgres_end_load(farm_store *store, bool keep, flank_error *error);
flank_status farm_postgres_each_fault(farm_store *store, farm_fault_fn *call_for, void *user, flank_error *error);

#endif
