/* SPDX-License-Identifier: MIT
 *
 * A store in PostgreSQL: calls of the server, and the values that go there and come back.
 */
#include "farm/farm_postgres_store.h"

#include "core/clock.h"
#include "core/error.h"

#include <assert.h>
#include <inttypes.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>

/* ---- Calls ------------------------------------------------------------------------------------------------------- */

/* A message of PostgreSQL without its end of line, and without the lines behind the first. */
flank_status pg_say(flank_error *error, flank_status status, const char *message)
{
    return error_say(error, status, 0, SAY(TEXT), say_cut(message, strcspn(message, "\n")));
}

/* The failure of a call. A call that is lost with the connection may be tried again. */
flank_status pg_failure(const farm_store *store, const PGresult *result, flank_error *error)
{
    const char *state = result ? PQresultErrorField(result, PG_DIAG_SQLSTATE) : NULL;
    if (!state || PQstatus(store->connection) != CONNECTION_OK)
        return pg_say(error, FLANK_CANNOT_READ, PQerrorMessage(store->connection));
    const char *message = PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY);
    const bool missing = strcmp(state, "3F000") == 0 || strcmp(state, "42883") == 0 || strcmp(state, "42P01") == 0;
    if (strcmp(state, "FF001") == 0)
        return pg_say(error, FLANK_BAD_FILE, message);
    if (strcmp(state, "42501") == 0)
        return pg_say(error, FLANK_BAD_FILE, "this role may only work here; that takes the owner of the store");
    if (missing)
        return pg_say(error, FLANK_BAD_FILE, "the database has no farm in it; 'flank farm init' makes one");
    return pg_say(error, FLANK_CANNOT_WRITE, message ? message : "the database failed");
}

/* Wait for the end of the call. False if the server is silent for too long. */
static bool wait_for(farm_store *store)
{
    const double end_s = clock_now_s() + store->silence_s;
    while (PQisBusy(store->connection)) {
        struct pollfd wire = {.fd = PQsocket(store->connection), .events = POLLIN};
        const double left_s = end_s - clock_now_s();
        if (left_s <= 0)
            return false;
        poll(&wire, 1, 1 + (int)(left_s * 1e3));
        if (!PQconsumeInput(store->connection))
            break; /* PQgetResult says why */
    }
    return true;
}

/* A call of a function: it ends in time, whatever becomes of the link. */
static PGresult *execute_in_time(farm_store *store, const char *sql, int count, const char *const *values)
{
    PGresult *result = NULL;
    if (!PQsendQueryParams(store->connection, sql, count, NULL, values, NULL, NULL, 0))
        return NULL;
    for (;;) {
        store->lost = !wait_for(store);
        PGresult *next = store->lost ? NULL : PQgetResult(store->connection);
        if (!next)
            return result;
        PQclear(result);
        result = next;
    }
}

/* Run a statement with parameters; NULL after a failure. */
PGresult *pg_call(farm_store *store, const char *sql, int count, const char *const *values, bool in_time,
                  flank_status *status, flank_error *error)
{
    if ((store->lost || PQstatus(store->connection) != CONNECTION_OK) && !store->loading)
        PQreset(store->connection);
    store->lost = false;
    PGresult *result = in_time ? execute_in_time(store, sql, count, values)
                               : PQexecParams(store->connection, sql, count, NULL, values, NULL, NULL, 0);
    const ExecStatusType got = PQresultStatus(result);
    *status = store->lost ? pg_say(error, FLANK_CANNOT_READ, "the server does not answer")
              : got == PGRES_TUPLES_OK || got == PGRES_COMMAND_OK ? FLANK_OK
                                                                  : pg_failure(store, result, error);
    if (!*status)
        return result;
    PQclear(result);
    return NULL;
}

text_buffer *pg_add(pg_parameters *to)
{
    assert(to->count < PARAMETERS_MAX);
    return &to->text[to->count++];
}

void pg_add_number(pg_parameters *to, int64_t number) { text_addf(pg_add(to), "%" PRId64, number); }

void pg_free_parameters(pg_parameters *of)
{
    for (int i = 0; i < of->count; i++)
        text_free(&of->text[i]);
}

/* Call with the parameters, and free them. */
PGresult *pg_call_with(farm_store *store, const char *sql, pg_parameters *with, flank_status *status,
                       flank_error *error)
{
    bool failed = false;
    for (int i = 0; i < with->count; i++) {
        with->value[i] = with->null[i] ? NULL : with->text[i].bytes ? with->text[i].bytes : "";
        failed = failed || with->text[i].failed;
    }
    PGresult *result = NULL;
    if (failed)
        *status = error_say(error, FLANK_NO_MEMORY, 0, SAY(NO_MEMORY));
    else
        result = pg_call(store, sql, with->count, with->value, with->in_time, status, error);
    pg_free_parameters(with);
    return result;
}

/* The same where nothing comes back. */
flank_status pg_run_with(farm_store *store, const char *sql, pg_parameters *with, flank_error *error)
{
    flank_status status;
    PQclear(pg_call_with(store, sql, with, &status, error));
    return status;
}

/* Call what says whether the lease was there. */
flank_status pg_take_with(farm_store *store, const char *sql, pg_parameters *with, bool *taken, flank_error *error)
{
    flank_status status;
    PGresult *result = pg_call_with(store, sql, with, &status, error);
    *taken = !status && PQgetvalue(result, 0, 0)[0] == 't';
    PQclear(result);
    return status;
}

flank_status pg_say_sql(farm_store *store, const char *sql, flank_error *error)
{
    flank_status status;
    PQclear(pg_call(store, sql, 0, NULL, false, &status, error));
    return status;
}

/* ---- Values ------------------------------------------------------------------------------------------------------ */

int64_t pg_number_at(const PGresult *result, int row, int column)
{
    return PQgetisnull(result, row, column) ? 0 : strtoll(PQgetvalue(result, row, column), NULL, 10);
}

void pg_add_board(text_buffer *out, uint64_t own, uint64_t other)
{
    text_addf(out, "%016" PRIx64 "%016" PRIx64, own, other);
}

/* The board of a uuid with its hyphens; false if it is none. `*text` moves behind it. */
bool pg_read_board(const char **text, uint64_t *own, uint64_t *other)
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

void pg_add_hex(text_buffer *out, farm_bytes of)
{
    static const char digits[] = "0123456789abcdef";
    const uint8_t *bytes = of.bytes;
    for (size_t i = 0; i < of.size; i++) {
        const char pair[2] = {digits[bytes[i] >> 4], digits[bytes[i] & 15]};
        text_add_bytes(out, pair, sizeof pair);
    }
}

static int digit_of(char letter) { return letter <= '9' ? letter - '0' : letter - 'a' + 10; }

/* Write the bytes of hexadecimal digits to the front of `out`, which may be where they stand. */
size_t pg_read_hex(const char *digits, size_t length, uint8_t *out)
{
    for (size_t i = 0; i + 1 < length; i += 2)
        out[i / 2] = (uint8_t)(digit_of(digits[i]) << 4 | digit_of(digits[i + 1]));
    return length / 2;
}

/* An array of bytes for a parameter text[]. */
void pg_add_hex_array(text_buffer *out, const farm_bytes *list, size_t count)
{
    text_add(out, "{");
    for (size_t i = 0; i < count; i++) {
        text_add(out, i ? ",\"" : "\"");
        pg_add_hex(out, list[i]);
        text_add(out, "\"");
    }
    text_add(out, "}");
}

flank_status pg_damaged(flank_error *error)
{
    return pg_say(error, FLANK_BAD_FILE, "the store is damaged: a row is not as flank writes it");
}

farm_wish pg_wish_at(const PGresult *result, int row, int column)
{
    return (farm_wish){(farm_question)(pg_number_at(result, row, column) & 3),
                       (int)pg_number_at(result, row, column + 1)};
}

farm_answer pg_nothing_known(uint64_t own, uint64_t other)
{
    return (farm_answer){.own = own, .other = other, .lo = -64, .hi = 64, .best = FARM_NO_BEST, .guess = FARM_NO_GUESS};
}

bool pg_read_known(const PGresult *result, int row, farm_answer *known)
{
    if (PQgetisnull(result, row, 0))
        return false;
    known->lo = (int)pg_number_at(result, row, 0);
    known->hi = (int)pg_number_at(result, row, 1);
    known->best = (int)pg_number_at(result, row, 2);
    known->nodes = (uint64_t)pg_number_at(result, row, 3);
    return true;
}
