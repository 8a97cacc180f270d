/* SPDX-License-Identifier: MIT
 *
 * A store in a file: all of its rows, for export, import and verify.
 */
#include "farm/farm_sqlite_store.h"

#include "farm/farm_checks.h"
#include "farm/farm_labels.h"
#include "farm/farm_reviews.h"
#include "core/error.h"
#include "core/little_endian.h"

#include <stdio.h>

/* ---- All rows ---------------------------------------------------------------------------------------------------- */

/* little(BYTES): the number of 1 to 8 bytes; board_key(BOARD): its bytes in the order in which boards are sorted. */
static void call_little(sqlite3_context *context, int count, sqlite3_value **values)
{
    (void)count;
    const uint8_t *bytes = sqlite3_value_blob(values[0]);
    const int size = sqlite3_value_bytes(values[0]);
    if (size >= 1 && size <= 8)
        sqlite3_result_int64(context, (int64_t)little_get(bytes, (size_t)size));
}

static void call_board_key(sqlite3_context *context, int count, sqlite3_value **values)
{
    (void)count;
    uint8_t key[BOARD_BYTES];
    const uint8_t *bytes = sqlite3_value_blob(values[0]);
    if (sqlite3_value_bytes(values[0]) != BOARD_BYTES)
        return;
    for (int i = 0; i < BOARD_BYTES; i++)
        key[i] = bytes[i ^ 7];
    sqlite3_result_blob(context, key, BOARD_BYTES, SQLITE_TRANSIENT);
}

/* board_text(BOARD): own and other, 32 hexadecimal digits. */
static void call_board_text(sqlite3_context *context, int count, sqlite3_value **values)
{
    (void)count;
    char text[2 * BOARD_BYTES + 1];
    const uint8_t *bytes = sqlite3_value_blob(values[0]);
    if (sqlite3_value_bytes(values[0]) != BOARD_BYTES)
        return;
    snprintf(text, sizeof text, "%016llx%016llx", (unsigned long long)little_get(bytes, 8),
             (unsigned long long)little_get(bytes + 8, 8));
    sqlite3_result_text(context, text, -1, SQLITE_TRANSIENT);
}

/* Tasks in work, one a row. A number is a signed byte in the list of a lease, which a lease of version 1 has not. */
static const char leased_view[] =
    "CREATE TEMP VIEW IF NOT EXISTS leased AS WITH RECURSIVE part(run, worker, tasks, numbers, i) AS"
    " (SELECT run, worker, tasks, numbers, 0 FROM lease WHERE length(tasks) > 0 AND again = 0 UNION ALL"
    " SELECT run, worker, tasks, numbers, i + 1 FROM part WHERE (i + 2) * 25 <= length(tasks))"
    " SELECT part.run, little(substr(tasks, 25 * i + 1, 8)) id, substr(tasks, 25 * i + 9, 16) board,"
    " little(substr(tasks, 25 * i + 25, 1)) attempts,"
    " coalesce((little(substr(numbers, i + 1, 1)) + 128) % 256 - 128, run.number) number, worker"
    " FROM part JOIN run ON run.id = part.run";

static const char all_tasks[] = "(SELECT t.run run, t.id id, board, attempts, coalesce(t.number, r.number) number FROM"
                                " (SELECT run, id, board, attempts, number FROM task UNION ALL"
                                " SELECT run, id, board, attempts, number FROM leased) t JOIN run r ON r.id = t.run)";

/* The functions above, and the view, for statements that are not of every day. */
static flank_status know_functions(farm_store *store, flank_error *error)
{
    static const struct {
        const char *name;
        void (*call)(sqlite3_context *context, int count, sqlite3_value **values);
    } functions[] = {{"little", call_little}, {"board_key", call_board_key}, {"board_text", call_board_text}};
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
        if (sqlite3_create_function(store->db, functions[i].name, 1,
                                    SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS, NULL, functions[i].call,
                                    NULL, NULL))
            return db_failure(store, error);
    return db_execute(store, leased_view, error);
}

/* A task that was never leased by this version has no number of its own. */
static const char all_parked[] = "(SELECT p.run run, p.id id, board, error, coalesce(p.number, r.number) number FROM"
                                 " parked p JOIN run r ON r.id = p.run)";

/* The rows of a table, or what stands for them. */
static const char *source_of(const farm_table *table)
{
    return strcmp(table->name, "task") == 0 ? all_tasks : strcmp(table->name, "parked") == 0 ? all_parked : table->name;
}

/* Begin to read all of the store as it is now. */
static flank_status begin_reading(farm_store *store, flank_error *error)
{
    const flank_status status = know_functions(store, error);
    return status ? status : db_execute(store, "BEGIN", error);
}

flank_status farm_sqlite_settle_labels(farm_store *store, flank_error *error)
{
    flank_status status = know_functions(store, error);
    for (const char *const *step = farm_label_steps; *step && !status; step++)
        status = db_execute(store, *step, error);
    return status;
}

/* The rows of a table in the order of its keys. */
static void add_select(text_buffer *out, const farm_table *table)
{
    for (const farm_column *column = table->columns; column->name; column++)
        text_addf(out, column->dropped ? "%s coalesce((SELECT o.id FROM run o WHERE o.id = %s.run), 0)" : "%s %s",
                  column == table->columns ? "SELECT" : ",", column->dropped ? table->name : column->name);
    text_addf(out, " FROM %s", source_of(table));
    for (int i = 0; i < table->keys; i++)
        text_addf(out, table->columns[i].type == FARM_BOARD ? "%s board_key(%s)" : "%s %s", i ? "," : " ORDER BY",
                  table->columns[i].name);
}

static void add_insert(text_buffer *out, const farm_table *table)
{
    text_addf(out, "INSERT INTO %s(", table->name);
    for (const farm_column *column = table->columns; column->name; column++)
        text_addf(out, "%s%s", column == table->columns ? "" : ",", column->name);
    for (const farm_column *column = table->columns; column->name; column++)
        text_add(out, column == table->columns ? ") VALUES(?" : ",?");
    text_add(out, ")");
}

static flank_status prepare(farm_store *store, text_buffer *text, sqlite3_stmt **statement, flank_error *error)
{
    *statement = NULL;
    flank_status status = text->failed ? error_say(error, FLANK_NO_MEMORY, 0, SAY(NO_MEMORY)) : FLANK_OK;
    if (!status && sqlite3_prepare_v2(store->db, text->bytes, -1, statement, NULL))
        status = db_failure(store, error);
    text_free(text);
    return status;
}

static bool read_value(sqlite3_stmt *row, int at, farm_type type, farm_value *out)
{
    *out = (farm_value){.missing = sqlite3_column_type(row, at) == SQLITE_NULL};
    if (out->missing)
        return true;
    if (type == FARM_BOARD)
        return db_get_board(row, at, &out->own, &out->other);
    if (type == FARM_TEXT || type == FARM_BLOB)
        out->bytes = db_bytes_at(row, at);
    else
        out->number = sqlite3_column_int64(row, at);
    return true;
}

static flank_status each_row_of(farm_store *store, const farm_table *table, farm_row_fn *call, void *user, int *stop,
                                flank_error *error)
{
    farm_value values[FARM_COLUMNS_MAX];
    text_buffer text = {NULL};
    sqlite3_stmt *statement;
    int result = SQLITE_DONE;
    add_select(&text, table);
    flank_status status = prepare(store, &text, &statement, error);
    while (!status && !*stop && (result = db_step(statement)) == SQLITE_ROW) {
        for (int i = 0; table->columns[i].name && !status; i++)
            if (!read_value(statement, i, table->columns[i].type, &values[i]))
                status = db_damaged(table->name, error);
        if (!status)
            *stop = call(user, table, values);
    }
    if (!status && !*stop && result != SQLITE_DONE)
        status = db_failure(store, error);
    sqlite3_finalize(statement);
    return status;
}

flank_status farm_sqlite_each_row(farm_store *store, farm_row_fn *call, void *user, flank_error *error)
{
    int stop = 0;
    flank_status status = begin_reading(store, error);
    if (status)
        return status;
    for (const farm_table *table = farm_tables; table->name && !status && !stop; table++)
        status = each_row_of(store, table, call, user, &stop, error);
    return db_end(store, status, error);
}

static flank_status each_fault_of(farm_store *store, const char *check, farm_fault_fn *call, void *user,
                                  flank_error *error)
{
    text_buffer text = {NULL};
    sqlite3_stmt *statement;
    int result = SQLITE_DONE;
    text_add(&text, check);
    flank_status status = prepare(store, &text, &statement, error);
    while (!status && (result = db_step(statement)) == SQLITE_ROW) {
        const char *fault = (const char *)sqlite3_column_text(statement, 0);
        call(user, fault ? fault : "a fault without words");
    }
    if (!status && result != SQLITE_DONE)
        status = db_failure(store, error);
    sqlite3_finalize(statement);
    return status;
}

flank_status farm_sqlite_each_fault(farm_store *store, farm_fault_fn *call, void *user, flank_error *error)
{
    flank_status status = begin_reading(store, error);
    if (status)
        return status;
    status = each_fault_of(store, "SELECT * FROM pragma_quick_check WHERE quick_check <> 'ok'", call, user, error);
    for (const char *const *check = farm_checks; *check && !status; check++)
        status = each_fault_of(store, *check, call, user, error);
    farm_review_check reviews = {call, user};
    int stop = 0;
    if (!status)
        status = each_row_of(store, farm_reviews_table(), farm_check_review, &reviews, &stop, error);
    return db_end(store, status, error);
}

flank_status farm_sqlite_begin_load(farm_store *store, flank_error *error)
{
    sqlite3_stmt *statement = NULL;
    int64_t used = 0;
    text_buffer text = {NULL};
    text_add(&text, "SELECT EXISTS(SELECT 1 FROM run) OR EXISTS(SELECT 1 FROM position) OR"
                    " EXISTS(SELECT 1 FROM worker) OR EXISTS(SELECT 1 FROM review)");
    flank_status status = db_begin(store, error);
    if (status) {
        text_free(&text);
        return status;
    }
    status = prepare(store, &text, &statement, error);
    if (!status)
        status = db_read_number(store, statement, &used, error);
    sqlite3_finalize(statement);
    if (!status && used)
        status = error_say(error, FLANK_BAD_ARGUMENT, 0, SAY(TEXT), say_text("the store is not empty"));
    if (!status)
        status = db_execute(store, "DELETE FROM rules; DELETE FROM build", error);
    if (status)
        db_end(store, status, NULL);
    return status;
}

static void bind_value(sqlite3_stmt *statement, int at, farm_type type, const farm_value *value)
{
    if (value->missing)
        sqlite3_bind_null(statement, at);
    else if (type == FARM_BOARD)
        db_bind_board(statement, at, value->own, value->other);
    else if (type == FARM_BLOB)
        db_bind_bytes(statement, at, value->bytes);
    else if (type == FARM_TEXT)
        sqlite3_bind_text(statement, at, value->bytes.size ? value->bytes.bytes : "", (int)value->bytes.size,
                          SQLITE_STATIC);
    else
        sqlite3_bind_int64(statement, at, value->number);
}

flank_status farm_sqlite_load(farm_store *store, const farm_table *table, const farm_value *values, size_t count,
                              flank_error *error)
{
    text_buffer text = {NULL};
    sqlite3_stmt *statement;
    add_insert(&text, table);
    flank_status status = prepare(store, &text, &statement, error);
    for (size_t row = 0; row < count && !status; row++) {
        int i = 0;
        for (; table->columns[i].name; i++)
            bind_value(statement, i + 1, table->columns[i].type, &values[i]);
        values += i;
        status = db_run(store, statement, error);
    }
    sqlite3_finalize(statement);
    return status;
}

flank_status farm_sqlite_end_load(farm_store *store, bool keep, flank_error *error)
{
    return keep ? db_end(store, FLANK_OK, error) : db_execute(store, "ROLLBACK", error);
}
