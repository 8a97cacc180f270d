/* SPDX-License-Identifier: MIT
 *
 * A store in PostgreSQL: workers, and the tasks that they claim.
 */
#include "farm/farm_postgres_store.h"

#include "core/error.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- Workers ----------------------------------------------------------------------------------------------------- */

flank_status farm_postgres_add_worker(farm_store *store, const farm_worker *worker, int64_t *id, flank_error *error)
{
    pg_parameters with = {.in_time = true};
    flank_status status;
    text_add(pg_add(&with), worker->host);
    text_add(pg_add(&with), worker->build);
    pg_add_number(&with, worker->threads);
    text_addf(pg_add(&with), "%" PRIu64, worker->signature);
    pg_add_number(&with, (int64_t)worker->settings);
    PGresult *result = pg_call_with(store, "SELECT flank_farm.add_worker($1, $2, $3, $4, $5)", &with, &status, error);
    *id = status ? 0 : pg_number_at(result, 0, 0);
    PQclear(result);
    return status;
}

flank_status farm_postgres_identify(farm_store *store, uint64_t *identity, flank_error *error)
{
    flank_status status;
    PGresult *result = pg_call(store, "SELECT flank_farm.identity()", 0, NULL, true, &status, error);
    *identity = status ? 0 : (uint64_t)pg_number_at(result, 0, 0);
    PQclear(result);
    return status;
}

flank_status farm_postgres_admit_build(farm_store *store, const char *name, uint64_t signature, bool trusted,
                                       flank_error *error)
{
    pg_parameters with = {.count = 0};
    text_add(pg_add(&with), name);
    text_addf(pg_add(&with), "%" PRIu64, signature);
    pg_add_number(&with, trusted);
    return pg_run_with(
        store,
        "INSERT INTO flank_farm.build(name, signature, trusted) VALUES($1, $2, $3) ON CONFLICT(signature)"
        " DO UPDATE SET name = excluded.name, trusted = excluded.trusted",
        &with, error);
}

flank_status farm_postgres_set_sample(farm_store *store, int one_in, flank_error *error)
{
    pg_parameters with = {.count = 0};
    pg_add_number(&with, one_in);
    return pg_run_with(store, "UPDATE flank_farm.store SET sample = $1", &with, error);
}

flank_status farm_postgres_list_conflicts(farm_store *store, farm_conflict *conflicts, size_t room, size_t *count,
                                          flank_error *error)
{
    static const char sql[] =
        "SELECT c.board, c.worker, w.host, c.lo, c.hi, c.nodes, coalesce(c.first_worker, 0), coalesce(v.host, ''),"
        " coalesce(c.first_lo, -64), coalesce(c.first_hi, 64), coalesce(c.first_nodes, 0), coalesce(c.unit, -1),"
        " coalesce(r.name, '') FROM flank_farm.conflict c LEFT JOIN flank_farm.run r ON r.id = c.run JOIN "
        "flank_farm.worker w ON w.id = c.worker"
        " LEFT JOIN flank_farm.worker v ON v.id = c.first_worker ORDER BY c.id DESC LIMIT $1";
    pg_parameters with = {.count = 0};
    flank_status status;
    pg_add_number(&with, (int64_t)room);
    PGresult *result = pg_call_with(store, sql, &with, &status, error);
    *count = status ? 0 : (size_t)PQntuples(result);
    for (size_t i = 0; i < *count && !status; i++) {
        farm_conflict *to = &conflicts[i];
        const char *board = PQgetvalue(result, (int)i, 0);
        *to = (farm_conflict){.unit = pg_number_at(result, (int)i, 11)};
        strncat(to->run, PQgetvalue(result, (int)i, 12), sizeof to->run - 1);
        if (!pg_read_board(&board, &to->own, &to->other))
            status = pg_damaged(error);
        for (int k = 0; k < 2; k++) {
            const int column = k ? 1 : 6;
            farm_side *side = &to->sides[k];
            side->worker = pg_number_at(result, (int)i, column);
            strncat(side->host, PQgetvalue(result, (int)i, column + 1), sizeof side->host - 1);
            side->lo = (int)pg_number_at(result, (int)i, column + 2);
            side->hi = (int)pg_number_at(result, (int)i, column + 3);
            side->nodes = (uint64_t)pg_number_at(result, (int)i, column + 4);
        }
    }
    PQclear(result);
    return status;
}

flank_status farm_postgres_list_parked(farm_store *store, farm_parked *parked, size_t room, size_t *count,
                                       flank_error *error)
{
    static const char sql[] =
        "SELECT p.board, CASE WHEN r.kind IN ('solve', 'label') THEN -1 ELSE p.id END, r.name, p.error"
        " FROM flank_farm.parked p JOIN flank_farm.run r ON r.id = p.run ORDER BY r.id DESC, p.id LIMIT $1";
    pg_parameters with = {.count = 0};
    flank_status status;
    pg_add_number(&with, (int64_t)room);
    PGresult *result = pg_call_with(store, sql, &with, &status, error);
    *count = status ? 0 : (size_t)PQntuples(result);
    for (size_t i = 0; i < *count && !status; i++) {
        farm_parked *to = &parked[i];
        const char *board = PQgetvalue(result, (int)i, 0);
        *to = (farm_parked){.unit = pg_number_at(result, (int)i, 1)};
        strncat(to->run, PQgetvalue(result, (int)i, 2), sizeof to->run - 1);
        strncat(to->error, PQgetvalue(result, (int)i, 3), sizeof to->error - 1);
        if (!pg_read_board(&board, &to->own, &to->other))
            status = pg_damaged(error);
    }
    PQclear(result);
    return status;
}

flank_status farm_postgres_beat(farm_store *store, int64_t worker, uint64_t nodes, const int64_t *tokens, size_t count,
                                int lease_s, flank_error *error)
{
    pg_parameters with = {.in_time = true};
    pg_add_number(&with, worker);
    text_addf(pg_add(&with), "%" PRIu64, nodes);
    pg_add_number(&with, lease_s);
    text_buffer *list = pg_add(&with);
    for (size_t i = 0; i < count; i++)
        text_addf(list, i ? ",%" PRId64 : "{%" PRId64, tokens[i]);
    text_add(list, count ? "}" : "{}");
    return pg_run_with(store, "SELECT flank_farm.beat($1, $2, $3, $4)", &with, error);
}

/* ---- Tasks ------------------------------------------------------------------------------------------------------- */

/* A number of a list "{1,2,…}"; `*text` stands before it, and moves behind it. */
static int64_t read_number(const char **text)
{
    char *end;
    const int64_t number = strtoll(*text + 1, &end, 10);
    *text = end;
    return number;
}

/* Read the lists of ids, boards, attempts and numbers in these columns. */
static bool read_tasks(const PGresult *result, int column, farm_lease *lease)
{
    const char *ids = PQgetvalue(result, 0, column), *boards = PQgetvalue(result, 0, column + 1);
    const char *attempts = PQgetvalue(result, 0, column + 2), *numbers = PQgetvalue(result, 0, column + 3);
    for (lease->count = 0; *ids && ids[0] != '}' && ids[1] != '}'; lease->count++) {
        if (lease->count == FARM_BATCH_MAX)
            return false;
        farm_task *task = &lease->tasks[lease->count];
        boards++; /* the brace, or the comma before */
        if (!pg_read_board(&boards, &task->own, &task->other))
            return false;
        task->id = read_number(&ids);
        task->attempts = (int)read_number(&attempts);
        const bool has_number = numbers[0] && numbers[1] != 'N'; /* or it is NULL */
        task->number = has_number ? (int)read_number(&numbers) : lease->wish.number;
        numbers += has_number ? 0 : strlen(",NULL");
    }
    return true;
}

/* Keep the parameters and, of units, the payloads "{0a,"",…}", and point at them. */
static flank_status hold(farm_store *store, const char *params, const char *payloads, farm_lease *lease,
                         flank_error *error)
{
    text_buffer *held = &store->held;
    const size_t first = strlen(params) + 1;
    text_free(held);
    text_add_bytes(held, params, first);
    text_add(held, payloads);
    if (held->failed)
        return error_say(error, FLANK_NO_MEMORY, 0, SAY(NO_MEMORY));
    lease->params = held->bytes;
    char *at = held->bytes + first;
    for (int i = 0; i < lease->count && *payloads; i++) {
        at += 1 + (at[1] == '"'); /* the brace, or the comma before; nothing is two quotes */
        const size_t length = strspn(at, "0123456789abcdef");
        if (!at[length])
            return pg_damaged(error);
        lease->tasks[i].payload = (farm_bytes){at, pg_read_hex(at, length, (uint8_t *)at)};
        at += length + (at[length] == '"');
    }
    return FLANK_OK;
}

void pg_add_kinds(pg_parameters *to, const char *kinds)
{
    to->null[to->count] = !kinds;
    text_add(pg_add(to), kinds ? kinds : "");
}

/* Read a row of the function claim, whose columns begin at the first. */
flank_status pg_read_lease(farm_store *store, const PGresult *result, farm_lease *lease, flank_error *error)
{
    *lease = (farm_lease){.count = 0};
    if (PQntuples(result) != 1 || PQgetisnull(result, 0, 0))
        return FLANK_OK;
    lease->token = pg_number_at(result, 0, 0);
    lease->run = pg_number_at(result, 0, 1);
    lease->wish = pg_wish_at(result, 0, 2);
    lease->rules_id = (int)pg_number_at(result, 0, 10);
    lease->budget_nodes = (uint64_t)pg_number_at(result, 0, 12);
    lease->again = (int)pg_number_at(result, 0, 14);
    strncat(lease->kind, PQgetvalue(result, 0, 8), sizeof lease->kind - 1);
    strncat(lease->rules, PQgetvalue(result, 0, 11), sizeof lease->rules - 1);
    const flank_status status = read_tasks(result, 4, lease)
                                    ? hold(store, PQgetvalue(result, 0, 9), PQgetvalue(result, 0, 13), lease, error)
                                    : pg_damaged(error);
    if (status)
        lease->count = 0;
    return status;
}

void pg_add_claim(pg_parameters *to, const farm_claim *wanted)
{
    pg_add_kinds(to, wanted->kinds);
    pg_add_number(to, wanted->most);
    pg_add_number(to, wanted->lease_s);
}

flank_status farm_postgres_claim(farm_store *store, int64_t worker, const char *kinds, int most, int lease_s,
                                 farm_lease *lease, flank_error *error)
{
    pg_parameters with = {.in_time = true};
    flank_status status;
    *lease = (farm_lease){.count = 0};
    pg_add_number(&with, worker);
    pg_add_claim(&with, &(farm_claim){kinds, most, lease_s});
    PGresult *result = pg_call_with(store, "SELECT * FROM flank_farm.claim($1, $2, $3, $4)", &with, &status, error);
    if (!status)
        status = pg_read_lease(store, result, lease, error);
    PQclear(result);
    return status;
}
