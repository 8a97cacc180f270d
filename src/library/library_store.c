/* SPDX-License-Identifier: MIT
 *
 * The statements of the library's SQLite file, names and games by number, and what SQLite's errors mean.
 */
#include "library/library_store.h"

#include "core/error.h"
#include "library/library_column.h"
#include "library/library_fold.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

enum {
    STEPS_BETWEEN_LOOKS = 1000, /* of SQLite's machine: some 50 µs, or 100 games looked into */
    ENOUGH_BYTES = 16 << 20,    /* more than any row or page takes */
};

static const char *const statements[STORE_STATEMENTS] = {
    [STORE_FIND_KIND] = "SELECT id FROM kinds WHERE name = ?1",
    [STORE_ADD_KIND] = "INSERT INTO kinds(name) VALUES(?1)",
    [STORE_GET_KIND] = "SELECT name FROM kinds WHERE id = ?1",
    [STORE_FIND_NAME] = "SELECT id FROM names WHERE name = ?1",
    [STORE_ADD_NAME] = "INSERT INTO names(name, folded) VALUES(?1, ?2)",
    [STORE_GET_NAME] = "SELECT name FROM names WHERE id = ?1",
    [STORE_FIND_TWIN] = "SELECT id, black, white, event, date, sign IS ?6 AND (discs IS ?7 OR sign = 0) FROM games"
                        " INDEXED BY games_by_twin WHERE twin = ?1 AND game = ?2 AND moves = ?3 AND start IS ?4"
                        " AND rules IS ?5 AND (sign = ?6 OR sign IS NULL OR ?6 IS NULL) ORDER BY id",
    [STORE_FIND_STRANGE_TWIN] =
        "SELECT id FROM games INDEXED BY games_by_twin WHERE twin > 9223372036854775807 LIMIT 1",
    [STORE_EACH_KIND] = "SELECT id, name FROM kinds",
    [STORE_ADD_GAME] = "INSERT INTO games(twin, game, black, white, date, moves, event, opening, year, sign, discs,"
                       " ending, plies, start, rules) VALUES(?1,?2,?3,?4,?5,?6,?7,?8,?9,?10,?11,?12,?13,?14,?15)",
    [STORE_COMPLETE_GAME] = "UPDATE games SET black = ?2, white = ?3, event = ?4, date = ?5 WHERE id = ?1",
    [STORE_DELETE_GAME] = "DELETE FROM games WHERE id = ?1",
    [STORE_DELETE_NOTES] = "DELETE FROM notes WHERE game = ?1",
    [STORE_PUT_NOTES] = "INSERT INTO notes(game, tags, tree) VALUES(?1, ?2, ?3)"
                        " ON CONFLICT DO UPDATE SET tags = excluded.tags",
    [STORE_ADD_PLACE] =
        "INSERT INTO places VALUES(?1,?2,?3,?4,?5,?6,?7,?8,?9,?10) ON CONFLICT DO UPDATE SET games = games + ?3,"
        " black = black + ?4, drawn = drawn + ?5, white = white + ?6, counted = counted + ?7, discs = discs + ?8,"
        " first_year = CASE WHEN ?9 > 0 AND (?9 < first_year OR first_year = 0) THEN ?9 ELSE first_year END,"
        " last_year = max(last_year, ?10)",
    [STORE_GET_PLACE] =
        "SELECT move, games, black, drawn, white, counted, discs, first_year, last_year, place FROM places"
        " WHERE place >= ?1 AND place < ?2",
    [STORE_GET_GAME] =
        "SELECT games.game, black, white, event, opening, date, sign, discs, ending, plies, moves, start, rules,"
        " tags, tree, year, twin FROM games LEFT JOIN notes ON notes.game = games.id WHERE id = ?1",
};

flank_status store_no_memory(flank_error *error) { return error_say(error, FLANK_NO_MEMORY, 0, SAY(NO_MEMORY)); }

/* ---- Stopping ---- */

bool store_is_stopped(const game_library *library) { return flank_stop_is_raised(library->stop); }

flank_status store_stopped(flank_error *error) { return error_say(error, FLANK_STOPPED, 0, say_status(FLANK_STOPPED)); }

static int look_at_stop(void *user) { return store_is_stopped(user); }

void library_heed(game_library *library, const flank_stop *stop)
{
    library->stop = stop;
    sqlite3_progress_handler(library->db, STEPS_BETWEEN_LOOKS, stop ? look_at_stop : NULL, library);
}

/* ---- Statements ---- */

/* `what` cannot be done: the system's reason where SQLite has kept one, else SQLite's. */
static flank_status say_why(const game_library *library, flank_status status, error_part what, flank_error *error)
{
    const int number = (sqlite3_errcode(library->db) & 0xFF) == SQLITE_CANTOPEN ? sqlite3_system_errno(library->db) : 0;
    return number ? error_say(error, status, 0, what, say_system(number))
                  : error_say(error, status, 0, what, SAY(TEXT), say_text(sqlite3_errmsg(library->db)));
}

static flank_status cannot_use(const game_library *library, flank_error *error)
{
    return say_why(library, FLANK_CANNOT_READ, SAY(LIBRARY_CANNOT_USE), error);
}

flank_status store_cannot_write(const game_library *library, flank_error *error)
{
    return say_why(library, FLANK_CANNOT_WRITE, SAY(CANNOT_WRITE_BECAUSE), error);
}

/* A full disk has many names. */
static flank_status input_output_failure(const game_library *library, flank_error *error)
{
    const int number = sqlite3_system_errno(library->db);
    if (number == ENOSPC || number == EDQUOT || number == EFBIG)
        return error_say(error, FLANK_CANNOT_WRITE, 0, SAY(CANNOT_WRITE_BECAUSE), say_system(number));
    switch (sqlite3_extended_errcode(library->db)) {
    case SQLITE_IOERR_WRITE:
    case SQLITE_IOERR_FSYNC:
    case SQLITE_IOERR_DIR_FSYNC:
    case SQLITE_IOERR_TRUNCATE:
    case SQLITE_IOERR_SHMSIZE:
        return store_cannot_write(library, error);
    default:
        return cannot_use(library, error);
    }
}

/* A column whose values have no fixed size. */
typedef struct sized_column {
    const char *table, *key, *name;
} sized_column;

static sqlite3_stmt *prepare(const game_library *library, const char *format, ...)
{
    sqlite3_stmt *statement = NULL;
    char sql[128];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(sql, sizeof sql, format, arguments);
    va_end(arguments);
    sqlite3_prepare_v2(library->db, sql, -1, &statement, NULL);
    return statement;
}

/* The number of the row behind the first `count`, which can be read whatever else the row holds. */
static int64_t row_behind(const game_library *library, const sized_column *column, int64_t count)
{
    sqlite3_stmt *statement = prepare(library, "SELECT %s FROM %s NOT INDEXED ORDER BY %s LIMIT 1 OFFSET ?1",
                                      column->key, column->table, column->key);
    sqlite3_bind_int64(statement, 1, count);
    const int64_t row = sqlite3_step(statement) == SQLITE_ROW ? sqlite3_column_int64(statement, 0) : 0;
    sqlite3_finalize(statement);
    return row;
}

/* Look for the first row whose value in the column is too large to be read. */
static bool has_too_large(const game_library *library, const sized_column *column, int64_t *row)
{
    sqlite3_stmt *statement =
        prepare(library, "SELECT %s FROM %s NOT INDEXED ORDER BY %s", column->name, column->table, column->key);
    int64_t count = 0;
    while (sqlite3_step(statement) == SQLITE_ROW)
        count++;
    const bool found = sqlite3_errcode(library->db) == SQLITE_TOOBIG;
    sqlite3_finalize(statement);
    if (found)
        *row = row_behind(library, column, count);
    return found;
}

/* The row that SQLite found too large to be read, which it does not name: the tables are read up to it. */
static flank_status find_too_large(const game_library *library, flank_error *error)
{
    static const sized_column columns[] = {
        {"games", "id", "moves"}, {"games", "id", "start"},  {"games", "id", "date"},
        {"games", "id", "rules"}, {"notes", "game", "tags"}, {"notes", "game", "tree"},
        {"names", "id", "name"},  {"names", "id", "folded"}, {"kinds", "id", "name"},
    };
    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++) {
        int64_t row;
        if (has_too_large(library, &columns[i], &row))
            return error_say(error, FLANK_BAD_FILE, 0, SAY(LIBRARY_ROW_TOO_LARGE), say_text(columns[i].table),
                             say_number(row), say_text(columns[i].name), say_number(STORE_ROW_MAX));
    }
    return error_say(error, FLANK_BAD_FILE, 0, SAY(LIBRARY_DAMAGED), SAY(TEXT),
                     say_text(sqlite3_errstr(SQLITE_TOOBIG)));
}

/* SQLite calls some damage a lack of memory, such as an empty text in the schema. True if there is none. */
static bool is_memory_there(void)
{
    void *some = sqlite3_malloc(ENOUGH_BYTES);
    sqlite3_free(some);
    return some;
}

flank_status store_failure(const game_library *library, flank_error *error)
{
    switch (library->db ? sqlite3_errcode(library->db) & 0xFF : SQLITE_NOMEM) {
    case SQLITE_NOMEM:
        return library->db && is_memory_there() ? error_say(error, FLANK_BAD_FILE, 0, SAY(LIBRARY_DAMAGED), SAY(TEXT),
                                                            say_text("malformed database"))
                                                : store_no_memory(error);
    case SQLITE_INTERRUPT:
        return store_stopped(error);
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
        return error_say(error, FLANK_CANNOT_WRITE, 0, SAY(LIBRARY_BUSY));
    case SQLITE_NOTADB:
        return error_say(error, FLANK_BAD_FILE, 0, SAY(LIBRARY_NO_LIBRARY));
    case SQLITE_CORRUPT:
    case SQLITE_ERROR: /* of statements that are right: a format or a schema that SQLite does not know */
    case SQLITE_FORMAT:
    case SQLITE_CONSTRAINT: /* what is added keeps them, unless an index tells what its table does not */
    case SQLITE_MISMATCH:
        return error_say(error, FLANK_BAD_FILE, 0, SAY(LIBRARY_DAMAGED), SAY(TEXT),
                         say_text(sqlite3_errmsg(library->db)));
    case SQLITE_TOOBIG:
        return find_too_large(library, error);
    case SQLITE_IOERR:
        return input_output_failure(library, error);
    case SQLITE_READONLY:
        return error_say(error, FLANK_CANNOT_WRITE, 0, SAY(CANNOT_WRITE_BECAUSE), SAY(TEXT),
                         say_text("it may only be read"));
    case SQLITE_FULL:
        return error_say(error, FLANK_CANNOT_WRITE, 0, SAY(CANNOT_WRITE_BECAUSE), say_system(ENOSPC));
    default:
        return cannot_use(library, error);
    }
}

flank_status store_execute(const game_library *library, const char *sql, flank_error *error)
{
    return sqlite3_exec(library->db, sql, NULL, NULL, NULL) == SQLITE_OK ? FLANK_OK : store_failure(library, error);
}

sqlite3_stmt *store_use(game_library *library, store_statement which)
{
    sqlite3_stmt **statement = &library->statement[which];
    if (*statement)
        sqlite3_reset(*statement);
    else if (sqlite3_prepare_v3(library->db, statements[which], -1, SQLITE_PREPARE_PERSISTENT, statement, NULL))
        return NULL;
    return *statement;
}

flank_status store_run(game_library *library, sqlite3_stmt *statement, flank_error *error)
{
    const int result = statement ? sqlite3_step(statement) : SQLITE_ERROR;
    const flank_status status = result == SQLITE_DONE ? FLANK_OK : store_failure(library, error);
    sqlite3_reset(statement);
    return status;
}

void store_bind_optional(sqlite3_stmt *statement, int at, bool given, int value)
{
    if (given)
        sqlite3_bind_int(statement, at, value);
    else
        sqlite3_bind_null(statement, at);
}

/* ---- Closing ---- */

void store_close(game_library *library)
{
    if (!library)
        return;
    for (int i = 0; i < STORE_STATEMENTS; i++)
        sqlite3_finalize(library->statement[i]);
    sqlite3_close(library->db); /* rolls back */
    free(library->made);
    free(library);
}

/* ---- Names ---- */

static flank_status add_name(game_library *library, const char *name, int64_t *id, flank_error *error)
{
    text_buffer folded = {NULL};
    fold_name(name, &folded);
    sqlite3_stmt *statement = folded.failed ? NULL : store_use(library, STORE_ADD_NAME);
    flank_status status = folded.failed ? store_no_memory(error) : FLANK_OK;
    if (statement) {
        sqlite3_bind_text(statement, 1, name, -1, SQLITE_STATIC);
        sqlite3_bind_text(statement, 2, folded.bytes, -1, SQLITE_STATIC);
        status = store_run(library, statement, error);
        *id = sqlite3_last_insert_rowid(library->db);
    }
    text_free(&folded);
    return status;
}

/* The number of a text in a table, from 1 to `most`; 0 if it is not there. */
static flank_status find_id(game_library *library, store_statement which, const char *text, int64_t most, int64_t *id,
                            flank_error *error)
{
    *id = 0;
    sqlite3_stmt *statement = store_use(library, which);
    if (!statement)
        return store_failure(library, error);
    sqlite3_bind_text(statement, 1, text, -1, SQLITE_STATIC);
    const int result = sqlite3_step(statement);
    if (result == SQLITE_ROW)
        *id = sqlite3_column_int64(statement, 0);
    sqlite3_reset(statement);
    if (result == SQLITE_ROW && (*id < 1 || *id > most))
        return column_say_damaged(which == STORE_FIND_KIND ? "kinds" : "names", *id, "id", error);
    return result == SQLITE_ROW || result == SQLITE_DONE ? FLANK_OK : store_failure(library, error);
}

flank_status store_name_id(game_library *library, const char *name, int64_t *id, flank_error *error)
{
    *id = 0;
    if (!name || !*name)
        return FLANK_OK;
    const flank_status status = find_id(library, STORE_FIND_NAME, name, INT64_MAX, id, error);
    return status == FLANK_OK && !*id ? add_name(library, name, id, error) : status;
}

/* The text of a number in a table, in `out`. */
static flank_status get_text(game_library *library, store_statement which, int64_t id, text_buffer *out,
                             flank_error *error)
{
    const char *table = which == STORE_GET_KIND ? "kinds" : "names";
    sqlite3_stmt *statement = store_use(library, which);
    if (!statement)
        return store_failure(library, error);
    sqlite3_bind_int64(statement, 1, id);
    const int result = sqlite3_step(statement);
    flank_status status = FLANK_OK;
    if (result == SQLITE_ROW) {
        column_reader reader = {.statement = statement, .table = table, .row = id};
        text_add(out, column_text(&reader, 0));
        status = column_check(&reader, error);
    } else {
        status = result == SQLITE_DONE ? column_say_damaged(table, id, "id", error) : store_failure(library, error);
    }
    sqlite3_reset(statement);
    return status == FLANK_OK && out->failed ? store_no_memory(error) : status;
}

flank_status store_name(game_library *library, int64_t id, text_buffer *out, flank_error *error)
{
    text_clear(out);
    text_add(out, "");
    if (id)
        return get_text(library, STORE_GET_NAME, id, out, error);
    return out->failed ? store_no_memory(error) : FLANK_OK;
}

/* ---- Games ---- */

void store_kind_name(const flank_game *game, const flank_rules *rules, char name[STORE_KIND_NAME_SIZE])
{
    char text[FLANK_RULES_TEXT_SIZE];
    const flank_param *param;
    flank_rules apart = {{0}};
    for (size_t i = 0; rules && (param = flank_game_param(game, i)); i++)
        apart.value[i] = param->apart ? rules->value[i] : 0;
    flank_rules_format(game, &apart, text);
    snprintf(name, STORE_KIND_NAME_SIZE, "%s%s%s", flank_game_name(game), *text ? " " : "", text);
}

/* Read the name of a kind, which is cut into pieces; false if there is no such kind. */
static bool read_kind(char *name, store_kind *kind)
{
    char *rules = strchr(name, ' ');
    if (rules)
        *rules++ = '\0';
    *kind = (store_kind){.game = flank_game_find(name)};
    return kind->game && (!rules || flank_rules_parse(kind->game, rules, &kind->rules, NULL) == FLANK_OK);
}

static flank_status name_kind(char *name, int64_t id, store_kind *kind, flank_error *error)
{
    return read_kind(name, kind) ? FLANK_OK
                                 : error_say(error, FLANK_BAD_FILE, 0, SAY(LIBRARY_UNKNOWN_GAME), say_number(id));
}

/* A kind that is not found may be there with a damaged name. */
static flank_status check_kinds(game_library *library, flank_error *error)
{
    sqlite3_stmt *statement = store_use(library, STORE_EACH_KIND);
    flank_status status = FLANK_OK;
    int result = SQLITE_ROW;
    if (!statement)
        return store_failure(library, error);
    while (status == FLANK_OK && (result = sqlite3_step(statement)) == SQLITE_ROW) {
        column_reader reader = {.statement = statement, .table = "kinds", .row = sqlite3_column_int64(statement, 0)};
        store_kind kind;
        text_buffer name = {NULL};
        column_number(&reader, 0, 1, STORE_GAME_ID_MAX);
        text_add(&name, column_text(&reader, 1));
        status = column_check(&reader, error);
        if (status == FLANK_OK)
            status = name.failed ? store_no_memory(error) : name_kind(name.bytes, reader.row, &kind, error);
        text_free(&name);
    }
    if (status == FLANK_OK && result != SQLITE_DONE)
        status = store_failure(library, error);
    sqlite3_reset(statement);
    return status;
}

flank_status store_kind_id(game_library *library, const flank_game *game, const flank_rules *rules, bool add,
                           int64_t *id, flank_error *error)
{
    char name[STORE_KIND_NAME_SIZE];
    store_kind_name(game, rules, name);
    flank_status status = find_id(library, STORE_FIND_KIND, name, STORE_GAME_ID_MAX, id, error);
    if (status == FLANK_OK && !*id)
        status = check_kinds(library, error);
    if (status || *id || !add)
        return status;
    sqlite3_stmt *statement = store_use(library, STORE_ADD_KIND);
    if (!statement)
        return store_failure(library, error);
    sqlite3_bind_text(statement, 1, name, -1, SQLITE_STATIC);
    status = store_run(library, statement, error);
    *id = sqlite3_last_insert_rowid(library->db);
    if (status == FLANK_OK && (*id < 1 || *id > STORE_GAME_ID_MAX)) /* one more than that of a damaged row */
        return column_say_damaged("kinds", *id, "id", error);
    return status;
}

flank_status store_get_kind(game_library *library, int64_t id, store_kind *kind, flank_error *error)
{
    text_buffer name = {NULL};
    flank_status status = get_text(library, STORE_GET_KIND, id, &name, error);
    if (status == FLANK_OK)
        status = name_kind(name.bytes, id, kind, error);
    text_free(&name);
    return status;
}
