/* SPDX-License-Identifier: MIT
 *
 * A store in PostgreSQL: looking at what is in it, copies of all rows, and faults.
 */
#include "farm/farm_postgres_store.h"
#include "farm/farm_checks.h"
#include "farm/farm_labels.h"
#include "farm/farm_reviews.h"

#include "core/error.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Looking ----------------------------------------------------------------------------------------------------- */

flank_status farm_postgres_is_done(farm_store *store, const char *kinds, bool *done, flank_error *error)
{
    pg_parameters with = {.in_time = true};
    pg_add_kinds(&with, kinds);
    return pg_take_with(store, "SELECT flank_farm.is_done($1)", &with, done, error);
}

flank_status farm_postgres_count(farm_store *store, farm_counts *counts, flank_error *error)
{
    static const char sql[] =
        "SELECT (SELECT count(*) FROM flank_farm.position) + (SELECT count(*) FROM (SELECT DISTINCT l.board, l.rules"
        " FROM flank_farm.label l WHERE NOT EXISTS(SELECT 1 FROM flank_farm.position p WHERE p.board = l.board"
        " AND p.rules = l.rules)) labelled), (SELECT count(*) FROM flank_farm.conflict),"
        " (SELECT count(*) FROM flank_farm.worker),"
        " (SELECT count(*) FROM flank_farm.worker WHERE beat BETWEEN now() - make_interval(secs => $1)"
        " AND now() + make_interval(secs => $1)),"
        " (SELECT coalesce(sum(nodes), 0) FROM flank_farm.worker), (SELECT count(*) FROM flank_farm.again)";
    pg_parameters with = {.count = 0};
    flank_status status;
    pg_add_number(&with, ALIVE_S);
    PGresult *result = pg_call_with(store, sql, &with, &status, error);
    if (!status)
        *counts = (farm_counts){.positions = pg_number_at(result, 0, 0),
                                .conflicts = pg_number_at(result, 0, 1),
                                .workers = pg_number_at(result, 0, 2),
                                .alive = pg_number_at(result, 0, 3),
                                .nodes = strtoull(PQgetvalue(result, 0, 4), NULL, 10),
                                .again = pg_number_at(result, 0, 5)};
    PQclear(result);
    return status;
}

/* A walk over rows, and what gets each of them. */
typedef struct walk {
    farm_item_fn *item;
    farm_unit_fn *unit;
    farm_row_fn *row;
    farm_fault_fn *fault;
    const farm_table *table; /* of `row` */
    void *user;
    int stop;
} walk;

/* Read the label in the columns behind those of pg_read_known; the bounds stay. */
static bool read_label(const PGresult *row, farm_answer *known)
{
    if (PQgetisnull(row, 0, 5))
        return false;
    known->best = (int)pg_number_at(row, 0, 4);
    known->guess = (int)pg_number_at(row, 0, 5);
    known->depth = (int)pg_number_at(row, 0, 6);
    known->selectivity = (int)pg_number_at(row, 0, 7);
    known->nodes = (uint64_t)pg_number_at(row, 0, 8);
    return true;
}

static flank_status give_item(walk *of, PGresult *row, flank_error *error)
{
    farm_item item = {.number = (int8_t)pg_number_at(row, 0, 12)};
    const char *board = PQgetvalue(row, 0, 10);
    const int form = (int)pg_number_at(row, 0, 11);
    if (!pg_read_board(&board, &item.own, &item.other))
        return pg_damaged(error);
    item.turn = form & 7;
    item.color = form >> 3 & 1;
    farm_answer known = pg_nothing_known(item.own, item.other);
    const bool proved = pg_read_known(row, 0, &known), labelled = read_label(row, &known);
    of->stop = of->item(of->user, pg_number_at(row, 0, 9), &item, proved || labelled ? &known : NULL);
    return FLANK_OK;
}

/* The bytes of digits, in their place. */
static farm_bytes bytes_at(PGresult *row, int column)
{
    char *digits = PQgetvalue(row, 0, column);
    return (farm_bytes){digits, pg_read_hex(digits, (size_t)PQgetlength(row, 0, column), (uint8_t *)digits)};
}

static flank_status give_unit(walk *of, PGresult *row, flank_error *error)
{
    (void)error;
    const bool has = !PQgetisnull(row, 0, 2);
    const farm_bytes payload = bytes_at(row, 1), answer = bytes_at(row, 2);
    of->stop = of->unit(of->user, pg_number_at(row, 0, 0), payload, has ? &answer : NULL);
    return FLANK_OK;
}

/* Row by row, so that memory does not grow with the list. */
static flank_status each_result(farm_store *store, const char *sql, int64_t id,
                                flank_status (*give)(walk *of, PGresult *row, flank_error *error), walk *of,
                                flank_error *error)
{
    char number[24];
    const char *const values[] = {number};
    flank_status status = FLANK_OK;
    snprintf(number, sizeof number, "%" PRId64, id);
    if (PQstatus(store->connection) != CONNECTION_OK && !store->loading)
        PQreset(store->connection);
    if (!PQsendQueryParams(store->connection, sql, 1, NULL, values, NULL, NULL, 0))
        return pg_failure(store, NULL, error);
    PQsetSingleRowMode(store->connection);
    for (PGresult *row; (row = PQgetResult(store->connection)); PQclear(row)) {
        const ExecStatusType got = PQresultStatus(row);
        if (status || of->stop) /* the rest is read and dropped */
            continue;
        if (got == PGRES_SINGLE_TUPLE)
            status = give(of, row, error);
        else if (got != PGRES_TUPLES_OK)
            status = pg_failure(store, row, error);
    }
    return status;
}

flank_status farm_postgres_each_item(farm_store *store, int64_t id, farm_item_fn *call_for, void *user,
                                     flank_error *error)
{
    static const char sql[] =
        "SELECT p.lo, p.hi, p.best, p.nodes, l.best, l.guess, l.depth, l.selectivity, l.nodes, i.at, i.board, i.form,"
        " coalesce(i.number, r.number) FROM flank_farm.item i JOIN flank_farm.run r ON r.id = i.run"
        " LEFT JOIN flank_farm.position p ON p.board = i.board AND p.rules = r.rules"
        " LEFT JOIN flank_farm.label l ON r.question = 3 AND l.board = i.board AND l.rules = r.rules"
        " AND l.level = coalesce(i.number, r.number) WHERE i.run = $1 ORDER BY i.at";
    walk of = {.item = call_for, .user = user};
    return each_result(store, sql, id, give_item, &of, error);
}

flank_status farm_postgres_each_unit(farm_store *store, int64_t id, farm_unit_fn *call_for, void *user,
                                     flank_error *error)
{
    static const char sql[] = "SELECT id, payload, answer FROM flank_farm.units($1)";
    walk of = {.unit = call_for, .user = user};
    return each_result(store, sql, id, give_unit, &of, error);
}

/* ---- All rows ---------------------------------------------------------------------------------------------------- */

static const char all_tasks[] =
    "(SELECT t.run, t.id, t.board, t.attempts, coalesce(t.number, r.number) AS number FROM"
    " (SELECT run, id, board, attempts, number FROM flank_farm.task UNION ALL"
    " SELECT run, id, board, attempts, number FROM flank_farm.leased) t JOIN flank_farm.run r ON r.id = t.run) x";

static const char all_parked[] =
    "(SELECT p.run, p.id, p.board, p.error, coalesce(p.number, r.number) AS number FROM flank_farm.parked p"
    " JOIN flank_farm.run r ON r.id = p.run) x";

static void add_select(text_buffer *out, const farm_table *table)
{
    static const char *const forms[] = {
        [FARM_NUMBER] = "%s %s", [FARM_COUNT] = "%s %s", [FARM_TIME] = "%s extract(epoch FROM %s)::bigint",
        [FARM_TEXT] = "%s %s",   [FARM_BOARD] = "%s %s", [FARM_BLOB] = "%s encode(%s, 'hex')"};
    for (const farm_column *column = table->columns; column->name; column++)
        text_addf(out,
                  column->dropped ? "%s coalesce((SELECT o.id FROM flank_farm.run o WHERE o.id = %s.run), 0)"
                                  : forms[column->type],
                  column == table->columns ? "SELECT" : ",", column->dropped ? table->name : column->name);
    if (strcmp(table->name, "task") == 0)
        text_addf(out, " FROM %s", all_tasks);
    else if (strcmp(table->name, "parked") == 0)
        text_addf(out, " FROM %s", all_parked);
    else
        text_addf(out, " FROM flank_farm.%s", table->name);
    text_add(out, " WHERE $1::bigint = 0");
    for (int i = 0; i < table->keys; i++)
        text_addf(out, table->columns[i].type == FARM_TEXT ? "%s %s COLLATE \"C\"" : "%s %s", i ? "," : " ORDER BY",
                  table->columns[i].name);
}

static void add_insert(text_buffer *out, const farm_table *table)
{
    static const char *const forms[] = {
        [FARM_NUMBER] = "%s %s::bigint", [FARM_COUNT] = "%s %s::numeric", [FARM_TIME] = "%s to_timestamp(%s::bigint)",
        [FARM_TEXT] = "%s %s",           [FARM_BOARD] = "%s %s::uuid",    [FARM_BLOB] = "%s decode(%s, 'hex')"};
    int count = 0;
    text_addf(out, "INSERT INTO flank_farm.%s", table->name);
    for (const farm_column *column = table->columns; column->name; column++)
        text_addf(out, "%s%s", column == table->columns ? "(" : ",", column->name);
    text_add(out, ") OVERRIDING SYSTEM VALUE");
    for (const farm_column *column = table->columns; column->name; column++)
        text_addf(out, forms[column->type], column == table->columns ? " SELECT" : ",", column->name);
    for (const farm_column *column = table->columns; column->name; column++)
        text_addf(out, "%s$%d::text[]", column == table->columns ? " FROM unnest(" : ",", ++count);
    for (const farm_column *column = table->columns; column->name; column++)
        text_addf(out, "%s%s", column == table->columns ? ") u(" : ",", column->name);
    text_add(out, ")");
}

static bool read_value(PGresult *row, int at, farm_type type, farm_value *out)
{
    const char *text = PQgetvalue(row, 0, at);
    *out = (farm_value){.missing = PQgetisnull(row, 0, at)};
    if (out->missing)
        return true;
    if (type == FARM_BOARD)
        return pg_read_board(&text, &out->own, &out->other);
    if (type == FARM_BLOB)
        out->bytes = bytes_at(row, at);
    else if (type == FARM_TEXT)
        out->bytes = (farm_bytes){text, (size_t)PQgetlength(row, 0, at)};
    else
        out->number = type == FARM_COUNT ? (int64_t)strtoull(text, NULL, 10) : pg_number_at(row, 0, at);
    return true;
}

static flank_status give_row(walk *of, PGresult *row, flank_error *error)
{
    farm_value values[FARM_COLUMNS_MAX];
    for (int i = 0; of->table->columns[i].name; i++)
        if (!read_value(row, i, of->table->columns[i].type, &values[i]))
            return pg_damaged(error);
    of->stop = of->row(of->user, of->table, values);
    return FLANK_OK;
}

flank_status farm_postgres_each_row(farm_store *store, farm_row_fn *call_for, void *user, flank_error *error)
{
    walk of = {.row = call_for, .user = user};
    flank_status status = pg_say_sql(store, "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", error);
    if (status)
        return status;
    store->loading = true;
    for (of.table = farm_tables; of.table->name && !status && !of.stop; of.table++) {
        text_buffer text = {NULL};
        add_select(&text, of.table);
        status = text.failed ? error_say(error, FLANK_NO_MEMORY, 0, SAY(NO_MEMORY))
                             : each_result(store, text.bytes, 0, give_row, &of, error);
        text_free(&text);
    }
    const flank_status ended = pg_say_sql(store, "COMMIT", status ? NULL : error);
    store->loading = false;
    return status ? status : ended;
}

flank_status farm_postgres_begin_load(farm_store *store, flank_error *error)
{
    flank_status status = pg_say_sql(store, "BEGIN", error);
    if (status)
        return status;
    store->loading = true;
    status = pg_say_sql(store, "LOCK TABLE flank_farm.run, flank_farm.position, flank_farm.worker, flank_farm.review",
                        error);
    PGresult *result =
        status ? NULL
               : pg_call(store,
                         "SELECT EXISTS(SELECT 1 FROM flank_farm.run) OR EXISTS(SELECT 1 FROM"
                         " flank_farm.position) OR EXISTS(SELECT 1 FROM flank_farm.worker) OR EXISTS(SELECT 1"
                         " FROM flank_farm.review)",
                         0, NULL, false, &status, error);
    if (!status && PQgetvalue(result, 0, 0)[0] == 't')
        status = pg_say(error, FLANK_BAD_ARGUMENT, "the store is not empty");
    PQclear(result);
    if (!status)
        status = pg_say_sql(store, "DELETE FROM flank_farm.rules", error);
    if (!status)
        status = pg_say_sql(store, "DELETE FROM flank_farm.build", error);
    if (status) {
        pg_say_sql(store, "ROLLBACK", NULL);
        store->loading = false;
    }
    return status;
}

/* A value as an element of an array. */
static void add_element(text_buffer *out, farm_type type, const farm_value *value)
{
    const char *text = value->bytes.bytes;
    if (value->missing)
        text_add(out, "NULL");
    else if (type == FARM_BOARD)
        pg_add_board(out, value->own, value->other);
    else if (type == FARM_BLOB || type == FARM_TEXT) {
        text_add(out, "\"");
        if (type == FARM_BLOB)
            pg_add_hex(out, value->bytes);
        for (size_t i = 0; type == FARM_TEXT && i < value->bytes.size; i++) {
            text_add(out, text[i] == '"' || text[i] == '\\' ? "\\" : "");
            text_add_bytes(out, text + i, 1);
        }
        text_add(out, "\"");
    } else if (type == FARM_COUNT)
        text_addf(out, "%" PRIu64, (uint64_t)value->number);
    else
        text_addf(out, "%" PRId64, value->number);
}

flank_status farm_postgres_load(farm_store *store, const farm_table *table, const farm_value *values, size_t count,
                                flank_error *error)
{
    text_buffer text = {NULL};
    pg_parameters with = {.count = 0};
    int columns = 0;
    flank_status status;
    add_insert(&text, table);
    while (table->columns[columns].name)
        columns++;
    for (int i = 0; i < columns; i++) {
        text_buffer *array = pg_add(&with);
        for (size_t row = 0; row < count; row++) {
            text_add(array, row ? "," : "{");
            add_element(array, table->columns[i].type, &values[row * (size_t)columns + (size_t)i]);
        }
        text_add(array, "}");
    }
    if (text.failed) {
        pg_free_parameters(&with);
        status = error_say(error, FLANK_NO_MEMORY, 0, SAY(NO_MEMORY));
    } else
        status = pg_run_with(store, text.bytes, &with, error);
    text_free(&text);
    return status;
}

flank_status farm_postgres_settle_labels(farm_store *store, flank_error *error)
{
    flank_status status = pg_say_sql(store, "SET LOCAL search_path = flank_farm", error);
    for (const char *const *step = farm_label_steps; *step && !status; step++)
        status = pg_say_sql(store, *step, error);
    return status;
}

/* Numbers of rows to come begin behind those that were loaded. */
flank_status farm_postgres_end_load(farm_store *store, bool keep, flank_error *error)
{
    static const char *const tables[] = {"rules", "run", "worker", "conflict"};
    flank_status status = FLANK_OK;
    for (size_t i = 0; keep && !status && i < sizeof tables / sizeof *tables; i++) {
        text_buffer text = {NULL};
        text_addf(&text,
                  "SELECT setval(pg_get_serial_sequence('flank_farm.%s', 'id'), (SELECT coalesce(max(id), 0) + 1 FROM"
                  " flank_farm.%s), false)",
                  tables[i], tables[i]);
        status =
            text.failed ? error_say(error, FLANK_NO_MEMORY, 0, SAY(NO_MEMORY)) : pg_say_sql(store, text.bytes, error);
        text_free(&text);
    }
    const bool commit = keep && !status;
    const flank_status ended = pg_say_sql(store, commit ? "COMMIT" : "ROLLBACK", status ? NULL : error);
    store->loading = false;
    return status ? status : ended;
}

/* ---- Faults ------------------------------------------------------------------------------------------------------ */

static flank_status give_fault(walk *of, PGresult *row, flank_error *error)
{
    (void)error;
    of->fault(of->user, PQgetvalue(row, 0, 0));
    return FLANK_OK;
}

static flank_status each_review_fault(farm_store *store, farm_fault_fn *call_for, void *user, flank_error *error)
{
    farm_review_check reviews = {call_for, user};
    walk of = {.row = farm_check_review, .table = farm_reviews_table(), .user = &reviews};
    text_buffer text = {NULL};
    add_select(&text, of.table);
    const flank_status status = text.failed ? error_say(error, FLANK_NO_MEMORY, 0, SAY(NO_MEMORY))
                                            : each_result(store, text.bytes, 0, give_row, &of, error);
    text_free(&text);
    return status;
}

flank_status farm_postgres_each_fault(farm_store *store, farm_fault_fn *call_for, void *user, flank_error *error)
{
    walk of = {.fault = call_for, .user = user};
    flank_status status = pg_say_sql(store, "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", error);
    if (status)
        return status;
    store->loading = true;
    status = pg_say_sql(store, "SET LOCAL search_path = flank_farm", error);
    /* A DISTINCT of several processes brings PostgreSQL 15 its rows in the order of their hash, which fills a table of
     * hashes with collisions: a million rows take hours instead of seconds. */
    if (!status)
        status = pg_say_sql(store, "SET LOCAL max_parallel_workers_per_gather = 0", error);
    for (const char *const *check = farm_checks; *check && !status; check++) {
        text_buffer text = {NULL};
        text_addf(&text, "SELECT fault FROM (%s) f WHERE $1::bigint = 0", *check);
        status = text.failed ? error_say(error, FLANK_NO_MEMORY, 0, SAY(NO_MEMORY))
                             : each_result(store, text.bytes, 0, give_fault, &of, error);
        text_free(&text);
    }
    if (!status)
        status = each_review_fault(store, call_for, user, error);
    const flank_status ended = pg_say_sql(store, "COMMIT", status ? NULL : error);
    store->loading = false;
    return status ? status : ended;
}
