/* SPDX-License-Identifier: MIT
 *
 * The store of a farm in PostgreSQL. Each transaction is one call of a function of farm_functions.sql, so
 * that a connection has no state between calls but a hint (claim): a pooler in transaction mode may stand in between,
 * and a call after a lost connection simply opens another.
 *
 * Numbers travel as text: lists of them are arrays, and take a tenth of the time that the database spends on their
 * rows. Bytes travel as hexadecimal digits.
 */
#include "farm/farm_postgres.h"
#include "farm/farm_labels.h"
#include "farm/farm_postgres_store.h"

#include "core/error.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Written by the build. */
extern const char farm_tables_1_begin[], farm_tables_1_end[], farm_tables_2_begin[], farm_tables_2_end[],
    farm_tables_3_begin[], farm_tables_3_end[], farm_tables_4_begin[], farm_tables_4_end[], farm_tables_5_begin[],
    farm_tables_5_end[], farm_tables_6_begin[], farm_tables_6_end[], farm_functions_begin[], farm_functions_end[];

/* A link that is silent for a minute is lost: asked after half of it, three times. */
#define KEEPALIVE_IDLE_S "30"
#define KEEPALIVE_INTERVAL_S "10"
#define KEEPALIVE_COUNT "3"
#define TCP_SILENCE_MS "60000"

/* ---- Opening ----------------------------------------------------------------------------------------------------- */

static void close_store(farm_store *store)
{
    if (!store)
        return;
    PQfinish(store->connection);
    text_free(&store->held);
    free(store);
}

/* Notices of the server ("schema is there already") are no business of ours. */
static void ignore(void *user, const char *message)
{
    (void)user;
    (void)message;
}

static void add_script(text_buffer *to, const char *begin, const char *end)
{
    text_add_bytes(to, begin, (size_t)(end - begin));
    text_add(to, "\n");
}

/* The script that brings a store of version `from` (0: an empty database) to that of this program, in one transaction.
 * Roles that could claim from the old one may work with the new one. */
static void add_upgrade(text_buffer *to, int64_t from)
{
    text_add(to, "BEGIN; SET LOCAL synchronous_commit = on;\n");
    if (from == 0)
        add_script(to, farm_tables_1_begin, farm_tables_1_end);
    else
        text_add(to, "LOCK TABLE flank_farm.version;\n"
                     "CREATE TEMPORARY TABLE admitted ON COMMIT DROP AS SELECT DISTINCT grantee FROM"
                     " information_schema.routine_privileges WHERE routine_schema = 'flank_farm' AND"
                     " routine_name = 'claim' AND grantee <> 'PUBLIC' AND grantee <> current_user;\n");
    if (from <= 1)
        add_script(to, farm_tables_2_begin, farm_tables_2_end);
    if (from <= 2)
        add_script(to, farm_tables_3_begin, farm_tables_3_end);
    if (from <= 3)
        add_script(to, farm_tables_4_begin, farm_tables_4_end);
    if (from <= 4)
        add_script(to, farm_tables_5_begin, farm_tables_5_end);
    if (from <= 5)
        add_script(to, farm_tables_6_begin, farm_tables_6_end);
    add_script(to, farm_functions_begin, farm_functions_end);
    for (const char *const *step = farm_label_steps; *step && from && from <= 5; step++)
        text_addf(to, "%s;\n", *step);
    if (from)
        text_add(to, "SELECT flank_farm.admit(grantee::name) FROM admitted;\n");
    text_add(to, "COMMIT");
}

/* The failure of a script: `state` is its code where it may mean something else to the caller. */
static flank_status run_script(farm_store *store, text_buffer *script, char state[6], flank_error *error)
{
    PGresult *result = script->failed ? NULL : PQexec(store->connection, script->bytes);
    const char *code = result ? PQresultErrorField(result, PG_DIAG_SQLSTATE) : NULL;
    flank_status status = PQresultStatus(result) == PGRES_COMMAND_OK ? FLANK_OK : pg_failure(store, result, error);
    snprintf(state, 6, "%s", code ? code : "");
    PQclear(result);
    if (status)
        PQclear(PQexec(store->connection, "ROLLBACK"));
    if (script->failed)
        status = error_say(error, FLANK_NO_MEMORY, 0, SAY(NO_MEMORY));
    text_free(script);
    return status;
}

static flank_status make(farm_store *store, flank_error *error)
{
    text_buffer script = {NULL};
    char state[6];
    add_upgrade(&script, 0);
    const flank_status status = run_script(store, &script, state, error);
    if (strcmp(state, "42501") == 0)
        return pg_say(error, FLANK_BAD_FILE, "this role may not make a farm in this database");
    return strcmp(state, "42P06") == 0
               ? pg_say(error, FLANK_BAD_ARGUMENT, "is there already: the database has a farm in it")
               : status;
}

/* True if there is a farm, and its owner has not let this role in. */
static bool is_shut_out(farm_store *store)
{
    flank_status status;
    PGresult *result =
        pg_call(store, "SELECT has_schema_privilege('flank_farm', 'USAGE')", 0, NULL, true, &status, NULL);
    const bool shut_out = !status && PQgetvalue(result, 0, 0)[0] == 'f';
    PQclear(result);
    return shut_out;
}

static flank_status read_version(farm_store *store, int64_t *version, flank_error *error)
{
    flank_status status;
    PGresult *result = pg_call(store, "SELECT flank_farm.store_version()", 0, NULL, true, &status, error);
    *version = status ? 0 : pg_number_at(result, 0, 0);
    PQclear(result);
    return status == FLANK_BAD_FILE && is_shut_out(store)
               ? pg_say(error, status, "this role may not work here; the owner of the store has to admit it")
               : status;
}

/* Bring an older store to the version of this program; somebody else may have done it meanwhile. */
static flank_status upgrade(farm_store *store, int64_t from, flank_error *error)
{
    static const char *const owner_only = "is the store of an older flank; any 'flank farm' of its owner brings it up"
                                          " to date";
    text_buffer script = {NULL};
    char state[6];
    int64_t version = 0;
    add_upgrade(&script, from);
    const flank_status status = run_script(store, &script, state, error);
    if (status && !read_version(store, &version, NULL) && version == SCHEMA_VERSION)
        return FLANK_OK;
    return strcmp(state, "42501") == 0 ? pg_say(error, FLANK_BAD_FILE, owner_only) : status;
}

flank_status pg_check(farm_store *store, flank_error *error)
{
    int64_t version = 0;
    const flank_status status = read_version(store, &version, error);
    if (status || version == SCHEMA_VERSION)
        return status;
    if (version >= 1 && version < SCHEMA_VERSION)
        return upgrade(store, version, error);
    return pg_say(error, FLANK_BAD_FILE, "is the store of a newer flank");
}

/* Connect. The connect_timeout of the address goes for calls, too. Those that are not made in time, such as the runs
 * that a foreman makes, may last: there TCP itself tells a server that is busy from one that is gone without a word,
 * which would be two hours else. The address may say otherwise. */
static PGconn *connect_to(const char *where, int *silence_s)
{
    char limit[12];
    snprintf(limit, sizeof limit, "%d", *silence_s);
    const char *const words[] = {"connect_timeout",
                                 "keepalives_idle",
                                 "keepalives_interval",
                                 "keepalives_count",
                                 "tcp_user_timeout",
                                 "dbname",
                                 NULL};
    const char *const values[] = {limit, KEEPALIVE_IDLE_S, KEEPALIVE_INTERVAL_S, KEEPALIVE_COUNT, TCP_SILENCE_MS, where,
                                  NULL};
    PGconn *connection = PQconnectdbParams(words, values, 1);
    PQconninfoOption *options = PQconninfo(connection);
    for (const PQconninfoOption *at = options; at && at->keyword; at++)
        if (strcmp(at->keyword, "connect_timeout") == 0 && at->val && atoi(at->val) > 0)
            *silence_s = atoi(at->val);
    PQconninfoFree(options);
    return connection;
}

static flank_status open_store(const char *where, bool create, farm_store **out, flank_error *error)
{
    *out = NULL;
    farm_store *store = calloc(1, sizeof *store);
    if (!store)
        return error_say(error, FLANK_NO_MEMORY, 0, SAY(NO_MEMORY));
    store->silence_s = SILENCE_S;
    store->connection = connect_to(where, &store->silence_s);
    PQsetNoticeProcessor(store->connection, ignore, NULL);
    flank_status status = PQstatus(store->connection) == CONNECTION_OK
                              ? FLANK_OK
                              : pg_say(error, FLANK_CANNOT_READ, PQerrorMessage(store->connection));
    if (!status)
        status = create ? make(store, error) : pg_check(store, error);
    if (status)
        close_store(store);
    else
        *out = store;
    return status;
}

const farm_store_kind farm_postgres = {
    .name = "PostgreSQL",
    .open = open_store,
    .close = close_store,
    .identify = farm_postgres_identify,
    .admit_build = farm_postgres_admit_build,
    .set_sample = farm_postgres_set_sample,
    .list_conflicts = farm_postgres_list_conflicts,
    .list_parked = farm_postgres_list_parked,
    .begin_run = farm_postgres_begin_run,
    .add_items = farm_postgres_add_items,
    .add_units = farm_postgres_add_units,
    .add_note = farm_postgres_add_note,
    .drop_runs = farm_postgres_drop_runs,
    .open_run = farm_postgres_open_run,
    .set_state = farm_postgres_set_state,
    .list_runs = farm_postgres_list_runs,
    .find_run = farm_postgres_find_run,
    .get_params = farm_postgres_get_params,
    .retry = farm_postgres_retry,
    .add_worker = farm_postgres_add_worker,
    .beat = farm_postgres_beat,
    .claim = farm_postgres_claim,
    .finish = farm_postgres_finish,
    .exchange = farm_postgres_exchange,
    .finish_units = farm_postgres_finish_units,
    .give_up = farm_postgres_give_up,
    .hand_back = farm_postgres_hand_back,
    .append = farm_postgres_append,
    .put_note = farm_postgres_put_note,
    .get_note = farm_postgres_get_note,
    .look_up = farm_postgres_look_up,
    .get_review = farm_postgres_get_review,
    .put_review = farm_postgres_put_review,
    .is_done = farm_postgres_is_done,
    .count = farm_postgres_count,
    .each_item = farm_postgres_each_item,
    .each_unit = farm_postgres_each_unit,
    .each_row = farm_postgres_each_row,
    .each_fault = farm_postgres_each_fault,
    .begin_load = farm_postgres_begin_load,
    .load = farm_postgres_load,
    .settle_labels = farm_postgres_settle_labels,
    .end_load = farm_postgres_end_load,
};
