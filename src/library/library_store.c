/* SPDX-License-Identifier: MIT
 *
 * The library's SQLite file.
 *
 * Names of players, events, openings and tags are kept once and referred to by number, 0 for none. A date is as
 * on the sheet; sign and discs are the result from black's view, NULL where it is not known; ending is NULL where the
 * result is only that of the moves. moves is the main line (library_code.h); what else a game has is in notes.
 *
 * The file says what it is: application_id "FLNK", user_version the version of these tables.
 */
#include "library/library_store.h"

#include "core/error.h"
#include "library/library_fold.h"

#include <stdlib.h>
#include <string.h>

enum { SCHEMA_VERSION = 2, APPLICATION_ID = 0x464C4E4B, BUSY_MS = 5000 };

enum { STEPS_BETWEEN_LOOKS = 1000 }; /* of SQLite's machine: some 50 µs, or 100 games looked into */

static const char schema[] =
    "CREATE TABLE kinds(id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);"
    "CREATE TABLE names(id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, folded TEXT NOT NULL);"
    "CREATE TABLE games(id INTEGER PRIMARY KEY, twin INTEGER NOT NULL, game INTEGER NOT NULL,"
    " black INTEGER NOT NULL, white INTEGER NOT NULL, event INTEGER NOT NULL, opening INTEGER NOT NULL,"
    " year INTEGER NOT NULL, sign INTEGER, discs INTEGER, ending INTEGER, plies INTEGER NOT NULL,"
    " moves BLOB NOT NULL, date TEXT NOT NULL, start BLOB, rules TEXT);"
    "CREATE INDEX games_by_twin ON games(twin);"
    "CREATE INDEX games_by_date ON games(year, date);"
    "CREATE TABLE notes(game INTEGER PRIMARY KEY, tags BLOB NOT NULL, tree BLOB);"
    "CREATE TABLE places(place BLOB NOT NULL, move INTEGER NOT NULL, games INTEGER NOT NULL, black INTEGER NOT NULL,"
    " drawn INTEGER NOT NULL, white INTEGER NOT NULL, counted INTEGER NOT NULL, discs INTEGER NOT NULL,"
    " first_year INTEGER NOT NULL, last_year INTEGER NOT NULL, PRIMARY KEY(place, move)) WITHOUT ROWID;"
    "PRAGMA application_id = 1179405899; PRAGMA user_version = 2;";

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
    [STORE_ADD_GAME] = "INSERT INTO games(twin, game, black, white, date, moves, event, opening, year, sign, discs,"
                       " ending, plies, start, rules) VALUES(?1,?2,?3,?4,?5,?6,?7,?8,?9,?10,?11,?12,?13,?14,?15)",
    [STORE_COMPLETE_GAME] = "UPDATE games SET black = ?2, white = ?3, event = ?4, date = ?5 WHERE id = ?1",
    [STORE_PUT_NOTES] = "INSERT INTO notes(game, tags, tree) VALUES(?1, ?2, ?3)"
                        " ON CONFLICT DO UPDATE SET tags = excluded.tags",
    [STORE_ADD_PLACE] =
        "INSERT INTO places VALUES(?1,?2,?3,?4,?5,?6,?7,?8,?9,?10) ON CONFLICT DO UPDATE SET games = games + ?3,"
        " black = black + ?4, drawn = drawn + ?5, white = white + ?6, counted = counted + ?7, discs = discs + ?8,"
        " first_year = CASE WHEN ?9 > 0 AND (?9 < first_year OR first_year = 0) THEN ?9 ELSE first_year END,"
        " last_year = max(last_year, ?10)",
    [STORE_GET_PLACE] = "SELECT move, games, black, drawn, white, counted, discs, first_year, last_year FROM places"
                        " WHERE place = ?1",
    [STORE_GET_GAME] =
        "SELECT games.game, black, white, event, opening, date, sign, discs, ending, plies, moves, start, rules,"
        " tags, tree FROM games LEFT JOIN notes ON notes.game = games.id WHERE id = ?1",
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

flank_status store_failure(const game_library *library, flank_error *error)
{
    switch (library->db ? sqlite3_errcode(library->db) & 0xFF : SQLITE_NOMEM) {
    case SQLITE_NOMEM:
        return store_no_memory(error);
    case SQLITE_INTERRUPT:
        return store_stopped(error);
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
        return error_say(error, FLANK_CANNOT_WRITE, 0, SAY(LIBRARY_BUSY));
    case SQLITE_NOTADB:
        return error_say(error, FLANK_BAD_FILE, 0, SAY(LIBRARY_NO_LIBRARY));
    case SQLITE_CORRUPT:
        return error_say(error, FLANK_BAD_FILE, 0, SAY(LIBRARY_DAMAGED), SAY(TEXT),
                         say_text(sqlite3_errmsg(library->db)));
    case SQLITE_READONLY:
    case SQLITE_FULL:
        return error_say(error, FLANK_CANNOT_WRITE, 0, SAY(CANNOT_WRITE_BECAUSE), SAY(TEXT),
                         say_text(sqlite3_errmsg(library->db)));
    default:
        return error_say(error, FLANK_CANNOT_READ, 0, SAY(LIBRARY_CANNOT_USE), SAY(TEXT),
                         say_text(sqlite3_errmsg(library->db)));
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

/* ---- Opening ---- */

/* A number that a pragma or a count gives; -1 if it gives none. */
static int64_t query_number(const game_library *library, const char *sql)
{
    sqlite3_stmt *statement = NULL;
    int64_t number = -1;
    if (sqlite3_prepare_v2(library->db, sql, -1, &statement, NULL) == SQLITE_OK &&
        sqlite3_step(statement) == SQLITE_ROW)
        number = sqlite3_column_int64(statement, 0);
    sqlite3_finalize(statement);
    return number;
}

/* True if the file is a library of this version; FLANK_NOT_FOUND: it has nothing in it yet. */
static flank_status check_kind(const game_library *library, flank_error *error)
{
    const int64_t tables = query_number(library, "SELECT count(*) FROM sqlite_master");
    if (tables < 0)
        return store_failure(library, error);
    const int64_t application = query_number(library, "PRAGMA application_id");
    const int64_t version = query_number(library, "PRAGMA user_version");
    if (tables == 0 && application == 0)
        return FLANK_NOT_FOUND;
    if (application != APPLICATION_ID)
        return error_say(error, FLANK_BAD_FILE, 0, SAY(LIBRARY_OTHER_DATABASE));
    if (version < SCHEMA_VERSION)
        return error_say(error, FLANK_BAD_FILE, 0, SAY(LIBRARY_OLDER), say_number(version), say_number(SCHEMA_VERSION));
    if (version > SCHEMA_VERSION)
        return error_say(error, FLANK_BAD_FILE, 0, SAY(LIBRARY_NEWER), say_number(version), say_number(SCHEMA_VERSION));
    return FLANK_OK;
}

/* Make the tables, unless another process was quicker. */
static flank_status make_tables(const game_library *library, flank_error *error)
{
    flank_status status = store_execute(library, "PRAGMA journal_mode = WAL; BEGIN IMMEDIATE", error);
    if (status)
        return status;
    status = check_kind(library, error);
    if (status == FLANK_NOT_FOUND)
        status = store_execute(library, schema, error);
    if (status == FLANK_OK)
        return store_execute(library, "COMMIT", error);
    sqlite3_exec(library->db, "ROLLBACK", NULL, NULL, NULL);
    return status;
}

static flank_status prepare_file(const game_library *library, library_access access, flank_error *error)
{
    sqlite3_busy_timeout(library->db, BUSY_MS);
    flank_status status = check_kind(library, error);
    if (status == FLANK_NOT_FOUND && access == LIBRARY_READ)
        return error_say(error, FLANK_BAD_FILE, 0, SAY(LIBRARY_EMPTY));
    if (status == FLANK_NOT_FOUND)
        status = make_tables(library, error);
    if (status == FLANK_OK)
        status = store_execute(library,
                               access == LIBRARY_READ ? "PRAGMA query_only = 1; PRAGMA cache_size = -65536"
                                                      : "PRAGMA synchronous = FULL; PRAGMA cache_size = -65536",
                               error);
    return status;
}

/* A file in a folder where nothing can be written has to be declared unchanging, since SQLite would make its index of
 * the log there. */
static int open_unchanging(game_library *library, const char *path)
{
    text_buffer name = {NULL};
    text_add(&name, "file:");
    for (; *path; path++)
        text_addf(&name, strchr("?#%", *path) ? "%%%02X" : "%c", (unsigned char)*path);
    text_add(&name, "?immutable=1");
    sqlite3_close(library->db);
    library->db = NULL;
    const int result = name.failed
                           ? SQLITE_NOMEM
                           : sqlite3_open_v2(name.bytes, &library->db,
                                             SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX, NULL);
    text_free(&name);
    return result;
}

/* True if reading fails because nothing can be written beside the file. */
static bool cannot_be_shared(const game_library *library)
{
    if (query_number(library, "SELECT count(*) FROM sqlite_master") >= 0)
        return false;
    const int number = sqlite3_errcode(library->db) & 0xFF;
    return number == SQLITE_CANTOPEN || number == SQLITE_READONLY;
}

/* SQLite has its own meanings for "", ":memory:" and "file:…", databases that vanish; a path that begins with a folder
 * is always a file. */
static void make_file_name(const char *path, text_buffer *name)
{
    text_add(name, !path || path[0] == '/' ? "" : "./");
    text_add(name, path ? path : ":memory:");
}

/* Readers open the file for writing too, so that the last one tidies up after a writer that was killed. */
static flank_status open_file(game_library *library, const char *path, library_access access, flank_error *error)
{
    const int create = access == LIBRARY_WRITE ? SQLITE_OPEN_CREATE : 0;
    text_buffer name = {NULL};
    make_file_name(path, &name);
    int result = name.failed ? SQLITE_NOMEM
                             : sqlite3_open_v2(name.bytes, &library->db,
                                               SQLITE_OPEN_READWRITE | create | SQLITE_OPEN_NOMUTEX, NULL);
    if (result == SQLITE_OK && access == LIBRARY_READ && cannot_be_shared(library))
        result = open_unchanging(library, name.bytes);
    text_free(&name);
    if (result == SQLITE_OK)
        return FLANK_OK;
    if (access == LIBRARY_WRITE && library->db)
        return error_say(error, FLANK_CANNOT_WRITE, 0, SAY(CANNOT_WRITE_BECAUSE), SAY(TEXT),
                         say_text(sqlite3_errmsg(library->db)));
    return store_failure(library, error);
}

void store_close(game_library *library)
{
    if (!library)
        return;
    for (int i = 0; i < STORE_STATEMENTS; i++)
        sqlite3_finalize(library->statement[i]);
    sqlite3_close(library->db); /* rolls back */
    free(library);
}

game_library *library_open(const char *path, library_access access, flank_status *status, flank_error *error)
{
    game_library *library = calloc(1, sizeof *library);
    flank_status result = library ? open_file(library, path, access, error) : store_no_memory(error);
    if (result == FLANK_OK)
        result = prepare_file(library, access, error);
    if (status)
        *status = result;
    if (result == FLANK_OK)
        return library;
    store_close(library);
    return NULL;
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

/* The number of a text in a table; 0 if it is not there. */
static flank_status find_id(game_library *library, store_statement which, const char *text, int64_t *id,
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
    return result == SQLITE_ROW || result == SQLITE_DONE ? FLANK_OK : store_failure(library, error);
}

flank_status store_name_id(game_library *library, const char *name, int64_t *id, flank_error *error)
{
    *id = 0;
    if (!name || !*name)
        return FLANK_OK;
    const flank_status status = find_id(library, STORE_FIND_NAME, name, id, error);
    return status == FLANK_OK && !*id ? add_name(library, name, id, error) : status;
}

flank_status store_name(game_library *library, int64_t id, text_buffer *out, flank_error *error)
{
    text_clear(out);
    text_add(out, "");
    sqlite3_stmt *statement = id ? store_use(library, STORE_GET_NAME) : NULL;
    if (!statement)
        return id ? store_failure(library, error) : FLANK_OK;
    sqlite3_bind_int64(statement, 1, id);
    const int result = sqlite3_step(statement);
    if (result == SQLITE_ROW)
        text_add(out, (const char *)sqlite3_column_text(statement, 0));
    sqlite3_reset(statement);
    if (out->failed)
        return store_no_memory(error);
    return result == SQLITE_ROW || result == SQLITE_DONE ? FLANK_OK : store_failure(library, error);
}

/* ---- Games ---- */

flank_status store_game_id(game_library *library, const flank_game *game, bool add, int64_t *id, flank_error *error)
{
    flank_status status = find_id(library, STORE_FIND_KIND, flank_game_name(game), id, error);
    if (status || *id || !add)
        return status;
    sqlite3_stmt *statement = store_use(library, STORE_ADD_KIND);
    if (!statement)
        return store_failure(library, error);
    sqlite3_bind_text(statement, 1, flank_game_name(game), -1, SQLITE_STATIC);
    status = store_run(library, statement, error);
    *id = sqlite3_last_insert_rowid(library->db);
    return status;
}

const flank_game *store_game(game_library *library, int64_t id)
{
    sqlite3_stmt *statement = store_use(library, STORE_GET_KIND);
    const flank_game *game = NULL;
    sqlite3_bind_int64(statement, 1, id);
    if (sqlite3_step(statement) == SQLITE_ROW && sqlite3_column_text(statement, 0))
        game = flank_game_find((const char *)sqlite3_column_text(statement, 0));
    sqlite3_reset(statement);
    return game;
}
