/* SPDX-License-Identifier: MIT
 *
 * The store of a farm in PostgreSQL. Each transaction is one call of a function of farm_postgres.sql, so
 * that a connection has no state between calls: a pooler in transaction mode may stand in between, and a call after a
 * lost connection simply opens another.
 *
 * Numbers travel as text: lists of them are arrays, and take a tenth of the time that the database spends on their
 * rows.
 */
#include "farm/farm_postgres.h"

#include "core/error.h"
#include "core/text_buffer.h"

#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <libpq-fe.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { SCHEMA_VERSION = 1, ALIVE_S = 180, PARAMETERS_MAX = 12, UUID_HEX = 32 };

/* Written by the build. */
extern const char farm_schema_begin[], farm_schema_end[];

struct farm_store {
    PGconn *connection;
};

/* ---- Calls ------------------------------------------------------------------------------------------------------- */

/* A message of PostgreSQL without its end of line, and without the lines behind the first. */
static flank_status say(flank_error *error, flank_status status, const char *message)
{
    return error_say(error, status, 0, SAY(TEXT), say_cut(message, strcspn(message, "\n")));
}

/* The failure of a call. A call that is lost with the connection may be tried again. */
static flank_status failure(const farm_store *store, const PGresult *result, flank_error *error)
{
    const char *state = result ? PQresultErrorField(result, PG_DIAG_SQLSTATE) : NULL;
    if (!state || PQstatus(store->connection) != CONNECTION_OK)
        return say(error, FLANK_CANNOT_READ, PQerrorMessage(store->connection));
    const char *message = PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY);
    const bool missing = strcmp(state, "3F000") == 0 || strcmp(state, "42883") == 0 || strcmp(state, "42P01") == 0;
    if (missing)
        return say(error, FLANK_BAD_FILE, "the database has no farm in it; 'flank farm init' makes one");
    return say(error, FLANK_CANNOT_WRITE, message ? message : "the database failed");
}

/* Run a statement with parameters; NULL after a failure. */
static PGresult *call(farm_store *store, const char *sql, int count, const char *const *values, flank_status *status,
                      flank_error *error)
{
    if (PQstatus(store->connection) != CONNECTION_OK)
        PQreset(store->connection);
    PGresult *result = PQexecParams(store->connection, sql, count, NULL, values, NULL, NULL, 0);
    const ExecStatusType got = PQresultStatus(result);
    *status = got == PGRES_TUPLES_OK || got == PGRES_COMMAND_OK ? FLANK_OK : failure(store, result, error);
    if (!*status)
        return result;
    PQclear(result);
    return NULL;
}

/* The texts of a call's parameters. */
typedef struct parameters {
    text_buffer text[PARAMETERS_MAX];
    const char *value[PARAMETERS_MAX];
    int count;
} parameters;

static text_buffer *add(parameters *to)
{
    assert(to->count < PARAMETERS_MAX);
    return &to->text[to->count++];
}

static void add_number(parameters *to, int64_t number) { text_addf(add(to), "%" PRId64, number); }

static void free_parameters(parameters *of)
{
    for (int i = 0; i < of->count; i++)
        text_free(&of->text[i]);
}

/* Call with the parameters, and free them. */
static PGresult *call_with(farm_store *store, const char *sql, parameters *with, flank_status *status,
                           flank_error *error)
{
    bool failed = false;
    for (int i = 0; i < with->count; i++) {
        with->value[i] = with->text[i].bytes ? with->text[i].bytes : "";
        failed = failed || with->text[i].failed;
    }
    PGresult *result = NULL;
    if (failed)
        *status = error_say(error, FLANK_NO_MEMORY, 0, SAY(NO_MEMORY));
    else
        result = call(store, sql, with->count, with->value, status, error);
    free_parameters(with);
    return result;
}

/* The same where nothing comes back. */
static flank_status run_with(farm_store *store, const char *sql, parameters *with, flank_error *error)
{
    flank_status status;
    PQclear(call_with(store, sql, with, &status, error));
    return status;
}

/* ---- Values ------------------------------------------------------------------------------------------------------ */

static int64_t number_at(const PGresult *result, int row, int column)
{
    return PQgetisnull(result, row, column) ? 0 : strtoll(PQgetvalue(result, row, column), NULL, 10);
}

static void add_board(text_buffer *out, uint64_t own, uint64_t other)
{
    text_addf(out, "%016" PRIx64 "%016" PRIx64, own, other);
}

/* The board of a uuid with its hyphens; false if it is none. `*text` moves behind it. */
static bool read_board(const char **text, uint64_t *own, uint64_t *other)
{
    uint64_t part[2] = {0};
    int digits = 0;
    for (; digits < UUID_HEX; ++*text) {
        const char *hex = "0123456789abcdef", *at = **text ? strchr(hex, **text) : NULL;
        if (**text == '-')
            continue;
        if (!at)
            return false;
        part[digits / 16] = part[digits / 16] << 4 | (uint64_t)(at - hex);
        digits++;
    }
    *own = part[0];
    *other = part[1];
    return (*own & *other) == 0;
}

static flank_status damaged(flank_error *error)
{
    return say(error, FLANK_BAD_FILE, "the store is damaged: a row is not as flank writes it");
}

/* ---- Opening ----------------------------------------------------------------------------------------------------- */

static void close_store(farm_store *store)
{
    if (!store)
        return;
    PQfinish(store->connection);
    free(store);
}

/* Notices of the server ("schema is there already") are no business of ours. */
static void ignore(void *user, const char *message)
{
    (void)user;
    (void)message;
}

static flank_status make(farm_store *store, flank_error *error)
{
    text_buffer text = {NULL};
    text_add(&text, "BEGIN; SET LOCAL synchronous_commit = on;\n");
    text_add_bytes(&text, farm_schema_begin, (size_t)(farm_schema_end - farm_schema_begin));
    text_add(&text, "\nCOMMIT");
    PGresult *result = text.failed ? NULL : PQexec(store->connection, text.bytes);
    const char *state = result ? PQresultErrorField(result, PG_DIAG_SQLSTATE) : NULL;
    const flank_status status = PQresultStatus(result) == PGRES_COMMAND_OK ? FLANK_OK
                                : state && strcmp(state, "42P06") == 0
                                    ? say(error, FLANK_BAD_ARGUMENT, "is there already: the database has a farm in it")
                                    : failure(store, result, error);
    PQclear(result);
    text_free(&text);
    return status;
}

static flank_status check(farm_store *store, flank_error *error)
{
    flank_status status;
    PGresult *result = call(store, "SELECT flank_farm.store_version()", 0, NULL, &status, error);
    const int64_t version = status ? 0 : number_at(result, 0, 0);
    PQclear(result);
    if (!status && version != SCHEMA_VERSION)
        return say(error, FLANK_BAD_FILE, "is the store of another version of flank");
    return status;
}

static flank_status open_store(const char *where, bool create, farm_store **out, flank_error *error)
{
    *out = NULL;
    farm_store *store = calloc(1, sizeof *store);
    if (!store)
        return error_say(error, FLANK_NO_MEMORY, 0, SAY(NO_MEMORY));
    store->connection = PQconnectdb(where);
    PQsetNoticeProcessor(store->connection, ignore, NULL);
    flank_status status = PQstatus(store->connection) == CONNECTION_OK
                              ? FLANK_OK
                              : say(error, FLANK_CANNOT_READ, PQerrorMessage(store->connection));
    if (!status)
        status = create ? make(store, error) : check(store, error);
    if (status)
        close_store(store);
    else
        *out = store;
    return status;
}

/* ---- Runs -------------------------------------------------------------------------------------------------------- */

static flank_status begin_run(farm_store *store, const char *name, farm_wish wish, int64_t *id, flank_error *error)
{
    static const char sql[] =
        "WITH made AS (INSERT INTO flank_farm.run(name, question, number) VALUES($1, $2, $3) ON CONFLICT(name) DO "
        "UPDATE"
        " SET question = excluded.question, number = excluded.number, items = 0 WHERE run.state = 0 RETURNING id),"
        " emptied AS (DELETE FROM flank_farm.item WHERE run IN (SELECT id FROM made)) SELECT id FROM made";
    parameters with = {.count = 0};
    flank_status status;
    text_add(add(&with), name);
    add_number(&with, wish.question);
    add_number(&with, wish.number);
    PGresult *result = call_with(store, sql, &with, &status, error);
    if (!status && PQntuples(result) == 0)
        status = say(error, FLANK_BAD_ARGUMENT, "there is a run of that name already");
    if (!status)
        *id = number_at(result, 0, 0);
    PQclear(result);
    return status;
}

static flank_status add_items(farm_store *store, int64_t id, int64_t at, const farm_item *items, size_t count,
                              flank_error *error)
{
    static const char sql[] =
        "WITH added AS (INSERT INTO flank_farm.item SELECT $1, $2::bigint + g.number - 1, g.board, g.form"
        " FROM unnest($3::uuid[], $4::smallint[]) WITH ORDINALITY g(board, form, number) RETURNING 1)"
        " UPDATE flank_farm.run SET items = $2::bigint + (SELECT count(*) FROM added) WHERE id = $1";
    parameters with = {.count = 0};
    add_number(&with, id);
    add_number(&with, at);
    text_buffer *boards = add(&with), *forms = add(&with);
    text_add(boards, "{");
    text_add(forms, "{");
    for (size_t i = 0; i < count; i++) {
        text_add(boards, i ? "," : "");
        add_board(boards, items[i].own, items[i].other);
        text_addf(forms, i ? ",%d" : "%d", items[i].turn | items[i].color << 3);
    }
    text_add(boards, "}");
    text_add(forms, "}");
    return run_with(store, sql, &with, error);
}

static flank_status open_run(farm_store *store, int64_t id, flank_error *error)
{
    /* Proved bounds within which more than one answer to the question lies leave it open. */
    static const char sql[] =
        "WITH asked AS (SELECT id, CASE question WHEN 1 THEN 0 WHEN 2 THEN number ELSE -64 END least,"
        " CASE question WHEN 1 THEN 0 WHEN 2 THEN number - 1 ELSE 64 END most FROM flank_farm.run WHERE id = $1),"
        " made AS (INSERT INTO flank_farm.task SELECT i.run, min(i.at), i.board, 0 FROM flank_farm.item i JOIN asked a"
        " ON a.id = i.run LEFT JOIN flank_farm.position p ON p.board = i.board WHERE NOT"
        " coalesce(p.lo = p.hi OR p.lo > a.most OR p.hi < a.least, false) GROUP BY i.run, i.board)"
        " UPDATE flank_farm.run SET state = 1 WHERE id = $1";
    parameters with = {.count = 0};
    add_number(&with, id);
    return run_with(store, sql, &with, error);
}

static flank_status set_state(farm_store *store, int64_t id, farm_run_state state, flank_error *error)
{
    parameters with = {.count = 0};
    add_number(&with, id);
    add_number(&with, state);
    return run_with(store, "UPDATE flank_farm.run SET state = $2 WHERE id = $1", &with, error);
}

static farm_run run_at(const PGresult *result, int row)
{
    farm_run run = {.id = number_at(result, row, 0),
                    .wish = {(farm_question)(number_at(result, row, 2) & 3), (int)number_at(result, row, 3)},
                    .state = (farm_run_state)(number_at(result, row, 4) % (FARM_PAUSED + 1)),
                    .created_s = number_at(result, row, 5),
                    .items = number_at(result, row, 6),
                    .waiting = number_at(result, row, 7),
                    .leased = number_at(result, row, 8),
                    .parked = number_at(result, row, 9),
                    .done = number_at(result, row, 10),
                    .nodes = strtoull(PQgetvalue(result, row, 11), NULL, 10)};
    strncat(run.name, PQgetvalue(result, row, 1), sizeof run.name - 1);
    return run;
}

static flank_status list_runs(farm_store *store, farm_run *runs, size_t room, size_t *count, flank_error *error)
{
    static const char sql[] = "SELECT id, name, question, number, state, extract(epoch FROM created)::bigint, items,"
                              " (SELECT count(*) FROM flank_farm.task t WHERE t.run = r.id),"
                              " (SELECT coalesce(sum(cardinality(ids)), 0) FROM flank_farm.lease l WHERE l.run = r.id),"
                              " (SELECT count(*) FROM flank_farm.parked p WHERE p.run = r.id),"
                              " (SELECT coalesce(sum(tasks), 0) FROM flank_farm.work w WHERE w.run = r.id),"
                              " (SELECT coalesce(sum(nodes), 0) FROM flank_farm.work w WHERE w.run = r.id)"
                              " FROM flank_farm.run r ORDER BY id";
    flank_status status;
    PGresult *result = call(store, sql, 0, NULL, &status, error);
    *count = status ? 0 : (size_t)PQntuples(result);
    for (size_t i = 0; i < *count && i < room; i++)
        runs[i] = run_at(result, (int)i);
    PQclear(result);
    return status;
}

static flank_status retry(farm_store *store, int64_t id, int64_t *count, flank_error *error)
{
    static const char sql[] =
        "WITH gone AS (DELETE FROM flank_farm.parked WHERE run = $1 RETURNING *),"
        " back AS (INSERT INTO flank_farm.task SELECT run, id, board, 0 FROM gone) SELECT count(*) FROM gone";
    parameters with = {.count = 0};
    flank_status status;
    add_number(&with, id);
    PGresult *result = call_with(store, sql, &with, &status, error);
    *count = status ? 0 : number_at(result, 0, 0);
    PQclear(result);
    return status;
}

/* ---- Workers ----------------------------------------------------------------------------------------------------- */

static flank_status add_worker(farm_store *store, const farm_worker *worker, int64_t *id, flank_error *error)
{
    parameters with = {.count = 0};
    flank_status status;
    text_add(add(&with), worker->host);
    text_add(add(&with), worker->build);
    add_number(&with, worker->threads);
    text_addf(add(&with), "%" PRIu64, worker->signature);
    PGresult *result = call_with(store, "SELECT flank_farm.add_worker($1, $2, $3, $4)", &with, &status, error);
    *id = status ? 0 : number_at(result, 0, 0);
    PQclear(result);
    return status;
}

static flank_status beat(farm_store *store, int64_t worker, uint64_t nodes, int lease_s, flank_error *error)
{
    parameters with = {.count = 0};
    add_number(&with, worker);
    text_addf(add(&with), "%" PRIu64, nodes);
    add_number(&with, lease_s);
    return run_with(store, "SELECT flank_farm.beat($1, $2, $3)", &with, error);
}

/* ---- Tasks ------------------------------------------------------------------------------------------------------- */

/* Read the lists "{1,2,…}" of ids, boards and attempts. */
static bool read_tasks(const char *ids, const char *boards, const char *attempts, farm_lease *lease)
{
    for (lease->count = 0; *ids && ids[0] != '}' && ids[1] != '}'; lease->count++) {
        if (lease->count == FARM_BATCH_MAX)
            return false;
        farm_task *task = &lease->tasks[lease->count];
        char *end;
        boards++; /* the brace, or the comma before */
        if (!read_board(&boards, &task->own, &task->other))
            return false;
        task->id = strtoll(ids + 1, &end, 10);
        ids = end;
        task->attempts = (int)strtol(attempts + 1, &end, 10);
        attempts = end;
    }
    return true;
}

static flank_status claim(farm_store *store, int64_t worker, int most, int lease_s, farm_lease *lease,
                          flank_error *error)
{
    parameters with = {.count = 0};
    flank_status status;
    *lease = (farm_lease){.count = 0};
    add_number(&with, worker);
    add_number(&with, most);
    add_number(&with, lease_s);
    PGresult *result = call_with(store, "SELECT * FROM flank_farm.claim($1, $2, $3)", &with, &status, error);
    if (!status && PQntuples(result) == 1 && !PQgetisnull(result, 0, 0)) {
        lease->token = number_at(result, 0, 0);
        lease->run = number_at(result, 0, 1);
        lease->wish = (farm_wish){(farm_question)(number_at(result, 0, 2) & 3), (int)number_at(result, 0, 3)};
        if (!read_tasks(PQgetvalue(result, 0, 4), PQgetvalue(result, 0, 5), PQgetvalue(result, 0, 6), lease))
            status = damaged(error);
    }
    PQclear(result);
    return status;
}

/* The answers as one array for each of their parts. */
static void add_answers(parameters *to, const farm_answer *answers, size_t count)
{
    enum { PARTS = 8 };
    text_buffer *part[PARTS];
    for (int i = 0; i < PARTS; i++)
        text_add(part[i] = add(to), "{");
    for (size_t i = 0; i < count; i++) {
        const farm_answer *of = &answers[i];
        const int64_t numbers[PARTS] = {0,         of->lo,    of->hi,          of->best,
                                        of->guess, of->depth, of->selectivity, (int64_t)of->nodes};
        text_add(part[0], i ? "," : "");
        add_board(part[0], of->own, of->other);
        for (int k = 1; k < PARTS; k++)
            if (k == 4 && of->guess == FARM_NO_GUESS)
                text_add(part[k], i ? ",NULL" : "NULL");
            else
                text_addf(part[k], i ? ",%" PRId64 : "%" PRId64, numbers[k]);
    }
    for (int i = 0; i < PARTS; i++)
        text_add(part[i], "}");
}

static flank_status finish(farm_store *store, int64_t worker, const farm_lease *lease, const farm_answer *answers,
                           size_t count, bool *taken, flank_error *error)
{
    parameters with = {.count = 0};
    flank_status status;
    add_number(&with, worker);
    add_number(&with, lease->token);
    add_answers(&with, answers, count);
    PGresult *result =
        call_with(store, "SELECT flank_farm.finish($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)", &with, &status, error);
    *taken = !status && PQgetvalue(result, 0, 0)[0] == 't';
    PQclear(result);
    return status;
}

static flank_status give_up(farm_store *store, const farm_lease *lease, const char *why, flank_error *error)
{
    parameters with = {.count = 0};
    add_number(&with, lease->token);
    text_add(add(&with), why);
    return run_with(store, "SELECT flank_farm.give_up($1, $2)", &with, error);
}

/* ---- Looking ----------------------------------------------------------------------------------------------------- */

static flank_status is_done(farm_store *store, bool *done, flank_error *error)
{
    flank_status status;
    PGresult *result = call(store, "SELECT flank_farm.is_done()", 0, NULL, &status, error);
    *done = !status && PQgetvalue(result, 0, 0)[0] == 't';
    PQclear(result);
    return status;
}

static flank_status count_all(farm_store *store, farm_counts *counts, flank_error *error)
{
    static const char sql[] =
        "SELECT (SELECT count(*) FROM flank_farm.position), (SELECT count(*) FROM flank_farm.conflict),"
        " (SELECT count(*) FROM flank_farm.worker),"
        " (SELECT count(*) FROM flank_farm.worker WHERE beat >= now() - make_interval(secs => $1)),"
        " (SELECT coalesce(sum(nodes), 0) FROM flank_farm.worker)";
    parameters with = {.count = 0};
    flank_status status;
    add_number(&with, ALIVE_S);
    PGresult *result = call_with(store, sql, &with, &status, error);
    if (!status)
        *counts = (farm_counts){.positions = number_at(result, 0, 0),
                                .conflicts = number_at(result, 0, 1),
                                .workers = number_at(result, 0, 2),
                                .alive = number_at(result, 0, 3),
                                .nodes = strtoull(PQgetvalue(result, 0, 4), NULL, 10)};
    PQclear(result);
    return status;
}

/* Hand a row of each_item's query on. */
static flank_status hand_on(const PGresult *row, farm_item_fn *call_for, void *user, int *stop, flank_error *error)
{
    farm_item item = {0};
    const char *board = PQgetvalue(row, 0, 1);
    const int form = (int)number_at(row, 0, 2);
    if (!read_board(&board, &item.own, &item.other))
        return damaged(error);
    item.turn = form & 7;
    item.color = form >> 3 & 1;
    const bool has = !PQgetisnull(row, 0, 3);
    const farm_answer known = {.own = item.own,
                               .other = item.other,
                               .lo = (int)number_at(row, 0, 3),
                               .hi = (int)number_at(row, 0, 4),
                               .best = (int)number_at(row, 0, 5),
                               .guess = PQgetisnull(row, 0, 6) ? FARM_NO_GUESS : (int)number_at(row, 0, 6),
                               .depth = (int)number_at(row, 0, 7),
                               .selectivity = (int)number_at(row, 0, 8),
                               .nodes = (uint64_t)number_at(row, 0, 9)};
    *stop = call_for(user, number_at(row, 0, 0), &item, has ? &known : NULL);
    return FLANK_OK;
}

/* Row by row, so that memory does not grow with the list. */
static flank_status each_item(farm_store *store, int64_t id, farm_item_fn *call_for, void *user, flank_error *error)
{
    static const char sql[] =
        "SELECT at, board, form, lo, hi, best, guess, depth, selectivity, nodes FROM flank_farm.item"
        " LEFT JOIN flank_farm.position USING(board) WHERE item.run = $1 ORDER BY at";
    char number[24];
    const char *const values[] = {number};
    flank_status status = FLANK_OK;
    int stop = 0;
    snprintf(number, sizeof number, "%" PRId64, id);
    if (PQstatus(store->connection) != CONNECTION_OK)
        PQreset(store->connection);
    if (!PQsendQueryParams(store->connection, sql, 1, NULL, values, NULL, NULL, 0))
        return failure(store, NULL, error);
    PQsetSingleRowMode(store->connection);
    for (PGresult *row; (row = PQgetResult(store->connection)); PQclear(row)) {
        const ExecStatusType got = PQresultStatus(row);
        if (status || stop) /* the rest is read and dropped */
            continue;
        if (got == PGRES_SINGLE_TUPLE)
            status = hand_on(row, call_for, user, &stop, error);
        else if (got != PGRES_TUPLES_OK)
            status = failure(store, row, error);
    }
    return status;
}

const farm_store_kind farm_postgres = {
    .name = "PostgreSQL",
    .open = open_store,
    .close = close_store,
    .begin_run = begin_run,
    .add_items = add_items,
    .open_run = open_run,
    .set_state = set_state,
    .list_runs = list_runs,
    .retry = retry,
    .add_worker = add_worker,
    .beat = beat,
    .claim = claim,
    .finish = finish,
    .give_up = give_up,
    .is_done = is_done,
    .count = count_all,
    .each_item = each_item,
};
