/* SPDX-License-Identifier: MIT
 *
 * A store in PostgreSQL: runs.
 */
#include "farm/farm_postgres_store.h"

#include "core/error.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- Runs -------------------------------------------------------------------------------------------------------- */

static flank_status begin(farm_store *store, flank_error *error)
{
    const flank_status status = pg_say_sql(store, "BEGIN ISOLATION LEVEL READ COMMITTED", error);
    store->loading = !status;
    return status;
}

/* Keep what was done, if all went well. */
static flank_status end(farm_store *store, flank_status status, flank_error *error)
{
    const flank_status ended = pg_say_sql(store, status ? "ROLLBACK" : "COMMIT", status ? NULL : error);
    store->loading = false;
    return status ? status : ended;
}

/* A statement with the list of runs as its only parameter. */
static flank_status run_with_list(farm_store *store, const char *sql, const int64_t *runs, size_t count, bool *is_true,
                                  flank_error *error)
{
    pg_parameters with = {.count = 0};
    text_buffer *list = pg_add(&with);
    text_add(list, "{");
    for (size_t i = 0; i < count; i++)
        text_addf(list, i ? ",%" PRId64 : "%" PRId64, runs[i]);
    text_add(list, "}");
    return is_true ? pg_take_with(store, sql, &with, is_true, error) : pg_run_with(store, sql, &with, error);
}

#define OF_GONE "run = ANY(ARRAY(SELECT id FROM gone))"

/* Within a transaction: forget those of the runs that are not open. The second statement begins when whoever fills one
 * is locked out, and sees all that it has. */
static flank_status forget(farm_store *store, const int64_t *runs, size_t count, flank_error *error)
{
    static const char rows[] = "DELETE FROM flank_farm.run WHERE id = ANY($1::int[]) AND state = 0";
    static const char parts[] =
        "WITH gone AS (SELECT id FROM unnest($1::int[]) id EXCEPT SELECT id FROM flank_farm.run),"
        " tasks AS (DELETE FROM flank_farm.task WHERE " OF_GONE "),"
        " parked AS (DELETE FROM flank_farm.parked WHERE " OF_GONE "),"
        " spent AS (DELETE FROM flank_farm.spent WHERE " OF_GONE "),"
        " again AS (DELETE FROM flank_farm.again WHERE " OF_GONE "),"
        " work AS (DELETE FROM flank_farm.work WHERE " OF_GONE "),"
        " items AS (DELETE FROM flank_farm.item WHERE " OF_GONE "),"
        " notes AS (DELETE FROM flank_farm.note WHERE " OF_GONE "),"
        " conflicts AS (DELETE FROM flank_farm.conflict WHERE unit IS NOT NULL AND " OF_GONE ")"
        " DELETE FROM flank_farm.unit WHERE " OF_GONE;
    const flank_status status = run_with_list(store, rows, runs, count, NULL, error);
    return status ? status : run_with_list(store, parts, runs, count, NULL, error);
}

/* Within a transaction: forget the run of that name, if it was never opened. */
static flank_status forget_filling(farm_store *store, const char *name, flank_error *error)
{
    static const char sql[] = "SELECT id FROM flank_farm.run WHERE name = $1 AND state = 0";
    pg_parameters with = {.count = 0};
    flank_status status;
    text_add(pg_add(&with), name);
    PGresult *result = pg_call_with(store, sql, &with, &status, error);
    if (!status && PQntuples(result) > 0)
        status = forget(store, (int64_t[]){pg_number_at(result, 0, 0)}, 1, error);
    PQclear(result);
    return status;
}

/* Within a transaction: a run whose name nobody has. */
static flank_status add_run(farm_store *store, const farm_plan *plan, int64_t *id, flank_error *error)
{
    static const char sql[] =
        "WITH known AS (INSERT INTO flank_farm.rules(game, text) VALUES('othello', $4) ON CONFLICT(game, text)"
        " DO UPDATE SET text = excluded.text RETURNING id)"
        " INSERT INTO flank_farm.run(name, question, number, rules, kind, params, priority, budget)"
        " SELECT $1, $2, $3, id, $5, $6, $7, $8 FROM known ON CONFLICT(name) DO NOTHING RETURNING id";
    pg_parameters with = {.count = 0};
    flank_status status;
    text_add(pg_add(&with), plan->name);
    pg_add_number(&with, plan->wish.question);
    pg_add_number(&with, plan->wish.number);
    text_add(pg_add(&with), plan->rules ? plan->rules : "");
    text_add(pg_add(&with), plan->kind ? plan->kind : farm_kind_of_wish(plan->wish));
    text_add(pg_add(&with), plan->params ? plan->params : "");
    pg_add_number(&with, plan->priority);
    pg_add_number(&with, (int64_t)plan->budget_nodes);
    PGresult *result = pg_call_with(store, sql, &with, &status, error);
    if (!status && PQntuples(result) == 0)
        status = pg_say(error, FLANK_BAD_ARGUMENT, "there is a run of that name already");
    if (!status)
        *id = pg_number_at(result, 0, 0);
    PQclear(result);
    return status;
}

flank_status farm_postgres_begin_run(farm_store *store, const farm_plan *plan, int64_t *id, flank_error *error)
{
    flank_status status = farm_check_plan(plan, error);
    if (!status)
        status = begin(store, error);
    if (status)
        return status;
    status = forget_filling(store, plan->name, error);
    if (!status)
        status = add_run(store, plan, id, error);
    return end(store, status, error);
}

/* Call what tells whether the run is still being filled by this one. */
static flank_status run_filling(farm_store *store, const char *sql, pg_parameters *with, flank_error *error)
{
    bool filling;
    const flank_status status = pg_take_with(store, sql, with, &filling, error);
    return status || filling ? status : pg_say(error, FLANK_CANNOT_WRITE, "another submit has begun this run anew");
}

/* Boards and forms of items, and their numbers if they have any, as arrays. */
void pg_add_item_arrays(pg_parameters *to, const farm_item *items, size_t count, bool numbered)
{
    text_buffer *boards = pg_add(to), *forms = pg_add(to), *numbers = numbered ? pg_add(to) : NULL;
    text_add(boards, "{");
    text_add(forms, "{");
    if (numbers)
        text_add(numbers, "{");
    for (size_t i = 0; i < count; i++) {
        text_add(boards, i ? "," : "");
        pg_add_board(boards, items[i].own, items[i].other);
        text_addf(forms, i ? ",%d" : "%d", items[i].turn | items[i].color << 3);
        if (numbers)
            text_addf(numbers, i ? ",%d" : "%d", items[i].number);
    }
    text_add(boards, "}");
    text_add(forms, "}");
    if (numbers)
        text_add(numbers, "}");
}

#define HELD                                                                                                           \
    "WITH held AS (UPDATE flank_farm.run SET items = items + $3 WHERE id = $1 AND state = 0 AND items = $2"            \
    " RETURNING id), "

flank_status farm_postgres_add_items(farm_store *store, int64_t id, int64_t at, const farm_item *items, size_t count,
                                     flank_error *error)
{
    static const char sql[] =
        HELD "added AS (INSERT INTO flank_farm.item(run, at, board, form) SELECT h.id, $2::bigint + g.number - 1,"
             " g.board, g.form FROM held h, unnest($4::uuid[], $5::smallint[]) WITH ORDINALITY g(board, form, number))"
             " SELECT EXISTS(SELECT 1 FROM held)";
    pg_parameters with = {.count = 0};
    pg_add_number(&with, id);
    pg_add_number(&with, at);
    pg_add_number(&with, (int64_t)count);
    pg_add_item_arrays(&with, items, count, false);
    return run_filling(store, sql, &with, error);
}

flank_status farm_postgres_add_units(farm_store *store, int64_t id, int64_t at, const farm_bytes *payloads,
                                     size_t count, flank_error *error)
{
    static const char sql[] =
        HELD "added AS (INSERT INTO flank_farm.unit(run, id, payload) SELECT h.id, $2::bigint + g.number - 1,"
             " decode(g.payload, 'hex') FROM held h, unnest($4::text[]) WITH ORDINALITY g(payload, number))"
             " SELECT EXISTS(SELECT 1 FROM held)";
    pg_parameters with = {.count = 0};
    pg_add_number(&with, id);
    pg_add_number(&with, at);
    pg_add_number(&with, (int64_t)count);
    pg_add_hex_array(pg_add(&with), payloads, count);
    return run_filling(store, sql, &with, error);
}

flank_status farm_postgres_add_note(farm_store *store, int64_t id, const char *name, farm_bytes note,
                                    flank_error *error)
{
    static const char sql[] =
        "WITH held AS (SELECT id FROM flank_farm.run WHERE id = $1 AND state = 0 FOR UPDATE),"
        " kept AS (INSERT INTO flank_farm.note SELECT id, $2, decode($3, 'hex') FROM held"
        " ON CONFLICT(run, name) DO UPDATE SET value = excluded.value) SELECT EXISTS(SELECT 1 FROM held)";
    pg_parameters with = {.count = 0};
    assert(note.size <= FARM_NOTE_MAX);
    pg_add_number(&with, id);
    text_add(pg_add(&with), name);
    pg_add_hex(pg_add(&with), note);
    return run_filling(store, sql, &with, error);
}

/* Within a transaction: lock out whoever writes or locks leases, and lock the rows of the runs. A call that has a row,
 * to open a run of millions of tasks, may last: it is waited for without the table, which workers need. No row is kept
 * while the table is waited for, since others lock a lease first. */
static flank_status lock_runs(farm_store *store, const int64_t *runs, size_t count, flank_error *error)
{
    static const char take[] =
        "WITH held AS MATERIALIZED (SELECT id FROM flank_farm.run WHERE id = ANY($1::int[]) FOR UPDATE SKIP LOCKED)"
        " SELECT (SELECT count(*) FROM held) = (SELECT count(*) FROM flank_farm.run WHERE id = ANY($1::int[]))";
    static const char give_back[] = "ROLLBACK TO SAVEPOINT unlocked";
    static const char wait[] = "SELECT id FROM flank_farm.run WHERE id = ANY($1::int[]) ORDER BY id FOR UPDATE";
    flank_status status = pg_say_sql(store, "SAVEPOINT unlocked", error);
    for (bool held = false; !status;) {
        status = pg_say_sql(store, "LOCK TABLE flank_farm.lease IN EXCLUSIVE MODE", error);
        if (!status)
            status = run_with_list(store, take, runs, count, &held, error);
        if (status || held)
            break;
        status = pg_say_sql(store, give_back, error);
        if (!status)
            status = run_with_list(store, wait, runs, count, NULL, error);
        if (!status)
            status = pg_say_sql(store, give_back, error);
    }
    return status;
}

/* Within a transaction: take the runs from all workers. Claims and reports, which write leases before anything else,
 * wait until it ends: then they see no open run, or no lease. */
static flank_status close_runs(farm_store *store, const int64_t *runs, size_t count, farm_dropping which,
                               flank_error *error)
{
    static const char held[] = "SELECT EXISTS(SELECT 1 FROM flank_farm.lease WHERE run = ANY($1::int[])"
                               " AND worker <> 0 AND until >= now() AND NOT (until > now() + interval '10 minutes'"
                               " AND EXISTS(SELECT 1 FROM flank_farm.worker w WHERE w.id = lease.worker"
                               " AND w.beat > now() + interval '3 minutes')))"; /* as take_back_late has it */
    static const char *const steps[] = {"DELETE FROM flank_farm.lease WHERE run = ANY($1::int[])",
                                        "UPDATE flank_farm.run SET state = 0 WHERE id = ANY($1::int[])"};
    bool busy = false;
    flank_status status = lock_runs(store, runs, count, error);
    if (!status && which == FARM_DROP_IDLE)
        status = run_with_list(store, held, runs, count, &busy, error);
    if (busy)
        status = pg_say(error, FLANK_BAD_ARGUMENT, "workers hold tasks of it");
    for (size_t i = 0; i < sizeof steps / sizeof *steps && !status; i++)
        status = run_with_list(store, steps[i], runs, count, NULL, error);
    return status;
}

/* Millions of rows go in a transaction of their own, for which no worker waits. */
static flank_status drop_once(farm_store *store, const int64_t *runs, size_t count, farm_dropping which,
                              flank_error *error)
{
    flank_status status = begin(store, error);
    if (!status && which != FARM_DROP_FILLING) {
        status = end(store, close_runs(store, runs, count, which, error), error);
        status = status ? status : begin(store, error);
    }
    return status ? status : end(store, forget(store, runs, count, error), error);
}

/* Whoever fills one of the runs may have opened it between the two transactions. */
flank_status farm_postgres_drop_runs(farm_store *store, const int64_t *runs, size_t count, farm_dropping which,
                                     flank_error *error)
{
    static const char there[] = "SELECT EXISTS(SELECT 1 FROM flank_farm.run WHERE id = ANY($1::int[]))";
    bool left = which != FARM_DROP_FILLING;
    flank_status status = drop_once(store, runs, count, which, error);
    while (!status && left) {
        status = run_with_list(store, there, runs, count, &left, error);
        if (!status && left)
            status = drop_once(store, runs, count, FARM_DROP_ANY, error);
    }
    return status;
}

flank_status farm_postgres_open_run(farm_store *store, int64_t id, flank_error *error)
{
    static const char sql[] =
        "WITH asked AS MATERIALIZED (SELECT *, flank_farm.least_open(question, number) least, "
        "flank_farm.most_open(question, number)"
        " most FROM flank_farm.run WHERE id = $1 AND state = 0 FOR UPDATE),"
        " made AS (INSERT INTO flank_farm.task(run, id, board, attempts) SELECT $1, row_number() OVER (ORDER BY"
        " board) - 1, board, 0 FROM (SELECT DISTINCT i.board FROM flank_farm.item i JOIN asked a ON a.id = i.run"
        " LEFT JOIN flank_farm.position p ON a.question <> 3 AND p.board = i.board AND p.rules = a.rules"
        " LEFT JOIN flank_farm.label l ON a.question = 3 AND l.board = i.board AND l.rules = a.rules AND l.level = "
        "a.number"
        " WHERE l.board IS NULL AND NOT coalesce(p.lo = p.hi OR p.lo > a.most OR p.hi < a.least, false)) open),"
        " units AS (INSERT INTO flank_farm.task(run, id, board, attempts) SELECT u.run, u.id,"
        " '00000000-0000-0000-0000-000000000000', 0 FROM flank_farm.unit u JOIN asked a ON a.id = u.run),"
        " opened AS (UPDATE flank_farm.run SET state = 1 WHERE id IN (SELECT id FROM asked))"
        " SELECT EXISTS(SELECT 1 FROM asked)";
    pg_parameters with = {.count = 0};
    pg_add_number(&with, id);
    return run_filling(store, sql, &with, error);
}

flank_status farm_postgres_set_state(farm_store *store, int64_t id, farm_run_state state, flank_error *error)
{
    pg_parameters with = {.count = 0};
    pg_add_number(&with, id);
    pg_add_number(&with, state);
    return pg_run_with(store, "UPDATE flank_farm.run SET state = $2 WHERE id = $1 AND state > 0", &with, error);
}

static farm_run run_at(const PGresult *result, int row)
{
    farm_run run = {.id = pg_number_at(result, row, 0),
                    .wish = pg_wish_at(result, row, 2),
                    .state = (farm_run_state)(pg_number_at(result, row, 4) % (FARM_PAUSED + 1)),
                    .created_s = pg_number_at(result, row, 5),
                    .items = pg_number_at(result, row, 6),
                    .waiting = pg_number_at(result, row, 7),
                    .leased = pg_number_at(result, row, 8),
                    .parked = pg_number_at(result, row, 9),
                    .done = pg_number_at(result, row, 10),
                    .nodes = strtoull(PQgetvalue(result, row, 11), NULL, 10),
                    .rules_id = (int)pg_number_at(result, row, 13),
                    .priority = (int)pg_number_at(result, row, 15),
                    .budget_nodes = (uint64_t)pg_number_at(result, row, 16),
                    .spent = pg_number_at(result, row, 17)};
    strncat(run.name, PQgetvalue(result, row, 1), sizeof run.name - 1);
    strncat(run.kind, PQgetvalue(result, row, 12), sizeof run.kind - 1);
    strncat(run.rules, PQgetvalue(result, row, 14), sizeof run.rules - 1);
    return run;
}

flank_status farm_postgres_list_runs(farm_store *store, farm_run *runs, size_t room, size_t *count, flank_error *error)
{
    flank_status status;
    PGresult *result = pg_call(store, "SELECT * FROM flank_farm.runs(NULL)", 0, NULL, false, &status, error);
    *count = status ? 0 : (size_t)PQntuples(result);
    for (size_t i = 0; i < *count && i < room; i++)
        runs[i] = run_at(result, (int)i);
    PQclear(result);
    return status;
}

flank_status farm_postgres_find_run(farm_store *store, const char *name, farm_run *out, flank_error *error)
{
    pg_parameters with = {.count = 0};
    flank_status status;
    text_add(pg_add(&with), name);
    PGresult *result = pg_call_with(store, "SELECT * FROM flank_farm.runs($1)", &with, &status, error);
    if (!status && PQntuples(result) == 0)
        status = pg_say(error, FLANK_NOT_FOUND, "no run of that name");
    if (!status)
        *out = run_at(result, 0);
    PQclear(result);
    return status;
}

flank_status farm_postgres_get_params(farm_store *store, int64_t id, char **params, flank_error *error)
{
    pg_parameters with = {.count = 0};
    flank_status status;
    pg_add_number(&with, id);
    PGresult *result = pg_call_with(store, "SELECT params FROM flank_farm.run WHERE id = $1", &with, &status, error);
    *params = NULL;
    if (!status && PQntuples(result) == 0)
        status = pg_damaged(error);
    if (!status && !(*params = strdup(PQgetvalue(result, 0, 0))))
        status = error_say(error, FLANK_NO_MEMORY, 0, SAY(NO_MEMORY));
    PQclear(result);
    return status;
}

/* Whoever drops the run waits for the tasks, or there are none. */
flank_status farm_postgres_retry(farm_store *store, int64_t id, int64_t *count, flank_error *error)
{
    static const char sql[] =
        "WITH held AS MATERIALIZED (SELECT id FROM flank_farm.run WHERE id = $1 AND state > 0 FOR UPDATE),"
        " gone AS (DELETE FROM flank_farm.parked WHERE run IN (SELECT id FROM held) RETURNING *),"
        " back AS (INSERT INTO flank_farm.task SELECT run, id, board, 0, number FROM gone),"
        " asked AS (UPDATE flank_farm.again SET attempts = 0 WHERE run IN (SELECT id FROM held))"
        " SELECT count(*) FROM gone";
    pg_parameters with = {.count = 0};
    flank_status status;
    pg_add_number(&with, id);
    PGresult *result = pg_call_with(store, sql, &with, &status, error);
    *count = status ? 0 : pg_number_at(result, 0, 0);
    PQclear(result);
    return status;
}
