/* SPDX-License-Identifier: MIT
 *
 * Opening the library's file.
 *
 * The file says what it is: application_id "FLNK", user_version the version of its tables (library_schema.c).
 */
#include "library/library_open.h"

#include "core/error.h"
#include "core/plain_file.h"
#include "library/library_schema.h"
#include "library/library_tidy.h"

#include <stdlib.h>
#include <string.h>

enum { SCHEMA_VERSION = 2, APPLICATION_ID = 0x464C4E4B, BUSY_MS = 5000 };

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
    return schema_check(library, error);
}

/* Make the tables, unless another process was quicker. */
static flank_status make_tables(const game_library *library, flank_error *error)
{
    flank_status status = store_execute(library, "PRAGMA journal_mode = WAL; BEGIN IMMEDIATE", error);
    if (status)
        return status;
    status = check_kind(library, error);
    if (status == FLANK_NOT_FOUND)
        status = schema_make(library, error);
    if (status == FLANK_OK)
        return store_execute(library, "COMMIT", error);
    sqlite3_exec(library->db, "ROLLBACK", NULL, NULL, NULL);
    return status;
}

static flank_status prepare_file(const game_library *library, library_access access, flank_error *error)
{
    sqlite3_busy_timeout(library->db, BUSY_MS);
    flank_status status = check_kind(library, error);
    if (status == FLANK_NOT_FOUND && access != LIBRARY_WRITE)
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

static int open_database(game_library *library, const char *name, int flags)
{
    const int result = sqlite3_open_v2(name, &library->db, flags | SQLITE_OPEN_NOMUTEX, NULL);
    if (result == SQLITE_OK)
        schema_distrust(library->db);
    return result;
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
    const int result =
        name.failed ? SQLITE_NOMEM : open_database(library, name.bytes, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI);
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
    const flank_status failure = access == LIBRARY_READ ? FLANK_CANNOT_READ : FLANK_CANNOT_WRITE;
    const flank_status unfit = path ? plain_file_check(path, failure, error) : FLANK_OK;
    if (unfit)
        return unfit;
    make_file_name(path, &name);
    int result = name.failed ? SQLITE_NOMEM : open_database(library, name.bytes, SQLITE_OPEN_READWRITE | create);
    if (result == SQLITE_OK && access == LIBRARY_READ && cannot_be_shared(library))
        result = open_unchanging(library, name.bytes);
    text_free(&name);
    if (result == SQLITE_OK)
        return FLANK_OK;
    return access != LIBRARY_READ && library->db ? store_cannot_write(library, error) : store_failure(library, error);
}

/* The library, if `result` says that its database could be opened. */
static game_library *finish_opening(game_library *library, library_access access, flank_status result,
                                    flank_status *status, flank_error *error)
{
    if (result == FLANK_OK)
        result = prepare_file(library, access, error);
    if (status)
        *status = result;
    if (result == FLANK_OK)
        return library;
    store_close(library);
    return NULL;
}

game_library *library_open(const char *path, library_access access, flank_status *status, flank_error *error)
{
    const tidy_before before = tidy_look(path ? path : "");
    game_library *library = calloc(1, sizeof *library);
    const flank_status result = library ? open_file(library, path, access, error) : store_no_memory(error);
    library = finish_opening(library, access, result, status, error);
    if (!library && path && access != LIBRARY_READ)
        tidy_away(path, &before);
    if (library && path && !before.library)
        library->made = strdup(path); /* without memory a full disk may leave more files */
    return library;
}

game_library *library_adopt(sqlite3 *db, library_access access, flank_status *status, flank_error *error)
{
    game_library *library = calloc(1, sizeof *library);
    if (!library) {
        sqlite3_close(db);
        return finish_opening(NULL, access, store_no_memory(error), status, error);
    }
    library->db = db;
    schema_distrust(db);
    return finish_opening(library, access, FLANK_OK, status, error);
}
