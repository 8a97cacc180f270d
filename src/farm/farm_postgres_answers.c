/* SPDX-License-Identifier: MIT
 *
 * A store in PostgreSQL: answers to tasks, and what foremen ask for.
 */
#include "farm/farm_postgres_store.h"

#include "core/error.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- Answers ----------------------------------------------------------------------------------------------------- */

/* The answers as one array for each of their parts. */
static void add_answers(pg_parameters *to, const farm_answer *answers, size_t count)
{
    enum { PARTS = 9 };
    text_buffer *part[PARTS];
    for (int i = 0; i < PARTS; i++)
        text_add(part[i] = pg_add(to), "{");
    for (size_t i = 0; i < count; i++) {
        const farm_answer *of = &answers[i];
        const int64_t numbers[PARTS] = {
            0, of->lo, of->hi, of->best, of->guess, of->depth, of->selectivity, (int64_t)of->nodes, of->spent};
        text_add(part[0], i ? "," : "");
        pg_add_board(part[0], of->own, of->other);
        for (int k = 1; k < PARTS; k++)
            if (k == 4 && of->guess == FARM_NO_GUESS)
                text_add(part[k], i ? ",NULL" : "NULL");
            else
                text_addf(part[k], i ? ",%" PRId64 : "%" PRId64, numbers[k]);
    }
    for (int i = 0; i < PARTS; i++)
        text_add(part[i], "}");
}

flank_status farm_postgres_finish(farm_store *store, int64_t worker, const farm_lease *lease,
                                  const farm_answer *answers, size_t count, bool *taken, flank_error *error)
{
    pg_parameters with = {.in_time = true};
    (void)worker; /* the store knows whose lease it is */
    pg_add_number(&with, lease->token);
    add_answers(&with, answers, count);
    return pg_take_with(store, "SELECT flank_farm.finish($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)", &with, taken,
                        error);
}

/* The claim comes second because it takes the worker's number from what finish says. */
flank_status farm_postgres_exchange(farm_store *store, int64_t worker, const farm_lease *lease,
                                    const farm_answer *answers, size_t count, bool *taken, const farm_claim *wanted,
                                    farm_lease *next, flank_error *error)
{
    static const char sql[] =
        "WITH done AS MATERIALIZED (SELECT flank_farm.finish($2, $3, $4, $5, $6, $7, $8, $9, $10, $11) AS taken)"
        " SELECT c.*, done.taken FROM done,"
        " LATERAL flank_farm.claim(CASE WHEN done.taken IS NULL THEN 0 ELSE $1::bigint END,"
        " $12, $13, $14) c";
    pg_parameters with = {.in_time = true};
    flank_status status;
    assert(next != lease);
    pg_add_number(&with, worker);
    pg_add_number(&with, lease->token);
    add_answers(&with, answers, count);
    pg_add_claim(&with, wanted);
    PGresult *result = pg_call_with(store, sql, &with, &status, error);
    *taken = !status && PQgetvalue(result, 0, PQnfields(result) - 1)[0] == 't';
    if (!status)
        status = pg_read_lease(store, result, next, error);
    PQclear(result);
    return status;
}

flank_status farm_postgres_finish_units(farm_store *store, int64_t worker, const farm_lease *lease,
                                        const farm_bytes *answers, size_t count, uint64_t nodes, bool *taken,
                                        flank_error *error)
{
    pg_parameters with = {.in_time = true};
    (void)worker;
    assert(count <= (size_t)lease->count);
    pg_add_number(&with, lease->token);
    pg_add_hex_array(pg_add(&with), answers, count);
    text_addf(pg_add(&with), "%" PRIu64, nodes);
    return pg_take_with(store, "SELECT flank_farm.finish_units($1, $2, $3)", &with, taken, error);
}

flank_status farm_postgres_give_up(farm_store *store, const farm_lease *lease, const char *why, flank_error *error)
{
    pg_parameters with = {.in_time = true};
    pg_add_number(&with, lease->token);
    text_add(pg_add(&with), why);
    return pg_run_with(store, "SELECT flank_farm.give_up($1, $2)", &with, error);
}

flank_status farm_postgres_hand_back(farm_store *store, int64_t worker, const farm_lease *lease, int wait_s,
                                     uint64_t nodes, bool *taken, flank_error *error)
{
    pg_parameters with = {.in_time = true};
    (void)worker;
    pg_add_number(&with, lease->token);
    pg_add_number(&with, wait_s);
    text_addf(pg_add(&with), "%" PRIu64, nodes);
    return pg_take_with(store, "SELECT flank_farm.hand_back($1, $2, $3)", &with, taken, error);
}

/* ---- Foremen ----------------------------------------------------------------------------------------------------- */

flank_status farm_postgres_append(farm_store *store, const farm_lease *lease, int64_t id, const farm_item *items,
                                  size_t count, int64_t *made, bool *taken, flank_error *error)
{
    pg_parameters with = {.in_time = true};
    flank_status status;
    pg_add_number(&with, lease->token);
    pg_add_number(&with, id);
    pg_add_item_arrays(&with, items, count, true);
    PGresult *result = pg_call_with(store, "SELECT flank_farm.append($1, $2, $3, $4, $5)", &with, &status, error);
    const int64_t tasks = status ? 0 : pg_number_at(result, 0, 0);
    PQclear(result);
    *taken = !status && tasks >= 0;
    if (made)
        *made = tasks > 0 ? tasks : 0;
    return tasks == -2 ? pg_say(error, FLANK_BAD_ARGUMENT, "the run takes no positions of this foreman") : status;
}

flank_status farm_postgres_put_note(farm_store *store, const farm_lease *lease, const char *name, farm_bytes note,
                                    bool *taken, flank_error *error)
{
    pg_parameters with = {.in_time = true};
    assert(note.size <= FARM_NOTE_MAX);
    pg_add_number(&with, lease->token);
    text_add(pg_add(&with), name);
    pg_add_hex(pg_add(&with), note);
    return pg_take_with(store, "SELECT flank_farm.put_note($1, $2, $3)", &with, taken, error);
}

flank_status farm_postgres_get_note(farm_store *store, int64_t id, const char *name, uint8_t **note, size_t *size,
                                    flank_error *error)
{
    pg_parameters with = {.in_time = true};
    flank_status status;
    pg_add_number(&with, id);
    text_add(pg_add(&with), name);
    PGresult *result = pg_call_with(store, "SELECT flank_farm.get_note($1, $2)", &with, &status, error);
    *note = NULL;
    *size = 0;
    if (!status && !PQgetisnull(result, 0, 0)) {
        const size_t length = (size_t)PQgetlength(result, 0, 0);
        *note = malloc(length / 2 + 1);
        if (*note)
            *size = pg_read_hex(PQgetvalue(result, 0, 0), length, *note);
        else
            status = error_say(error, FLANK_NO_MEMORY, 0, SAY(NO_MEMORY));
    }
    PQclear(result);
    return status;
}

flank_status farm_postgres_get_review(farm_store *store, const char *question, char **answer, flank_error *error)
{
    pg_parameters with = {.in_time = true};
    flank_status status;
    text_add(pg_add(&with), question);
    PGresult *result = pg_call_with(store, "SELECT flank_farm.get_review($1)", &with, &status, error);
    *answer = status || PQgetisnull(result, 0, 0) ? NULL : strdup(PQgetvalue(result, 0, 0));
    if (!status && !*answer && !PQgetisnull(result, 0, 0))
        status = error_say(error, FLANK_NO_MEMORY, 0, SAY(NO_MEMORY));
    PQclear(result);
    return status;
}

flank_status farm_postgres_put_review(farm_store *store, const farm_lease *lease, const char *question,
                                      const char *answer, flank_error *error)
{
    pg_parameters with = {.in_time = true};
    text_add(pg_add(&with), question);
    text_add(pg_add(&with), answer);
    if (!lease)
        return pg_run_with(store, "INSERT INTO flank_farm.review VALUES($1, $2) ON CONFLICT DO NOTHING", &with, error);
    pg_add_number(&with, lease->token);
    return pg_run_with(store, "SELECT flank_farm.put_review($3, $1, $2)", &with, error);
}

flank_status farm_postgres_look_up(farm_store *store, int64_t id, const farm_query *queries, size_t count,
                                   farm_answer *answers, flank_error *error)
{
    pg_parameters with = {.in_time = true};
    flank_status status;
    pg_add_number(&with, id);
    text_buffer *rules = pg_add(&with), *boards = pg_add(&with), *numbers = pg_add(&with);
    for (size_t i = 0; i < count; i++) {
        text_addf(rules, i ? ",%d" : "{%d", queries[i].rules_id);
        text_add(boards, i ? "," : "{");
        pg_add_board(boards, queries[i].own, queries[i].other);
        text_addf(numbers, i ? ",%d" : "{%d", queries[i].number);
    }
    for (int i = 1; i < with.count; i++)
        text_add(&with.text[i], count ? "}" : "{}");
    PGresult *result = pg_call_with(store, "SELECT * FROM flank_farm.look_up($1, $2, $3, $4)", &with, &status, error);
    if (!status && (size_t)PQntuples(result) != count)
        status = pg_damaged(error);
    for (size_t i = 0; i < count && !status; i++) {
        answers[i] = pg_nothing_known(queries[i].own, queries[i].other);
        pg_read_known(result, (int)i, &answers[i]);
        answers[i].spent = PQgetvalue(result, (int)i, 4)[0] == 't';
    }
    PQclear(result);
    return status;
}
