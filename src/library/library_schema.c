/* SPDX-License-Identifier: MIT
 *
 * The tables of the library, made and checked from one list.
 *
 * Names of players, events, openings and tags are kept once and referred to by number, 0 for none. A date is as
 * on the sheet; sign and discs are the result from black's view, NULL where it is not known; ending is NULL where the
 * result is only that of the moves. moves is the main line (library_code.h); what else a game has is in notes.
 *
 * SQLite keeps the text of each CREATE statement, so that comparing texts compares everything: columns, types,
 * constraints, keys.
 */
#include "library/library_schema.h"

#include "core/error.h"

#include <string.h>

enum { PARTS = 9, NAME_SHOWN = 40 };

/* `sql` NULL: SQLite makes it for a UNIQUE column. */
static const struct schema_part {
    const char *type, *name, *table, *sql;
} parts[PARTS] = {
    {"table", "kinds", "kinds", "CREATE TABLE kinds(id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE)"},
    {"index", "sqlite_autoindex_kinds_1", "kinds", NULL},
    {"table", "names", "names",
     "CREATE TABLE names(id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, folded TEXT NOT NULL)"},
    {"index", "sqlite_autoindex_names_1", "names", NULL},
    {"table", "games", "games",
     "CREATE TABLE games(id INTEGER PRIMARY KEY, twin INTEGER NOT NULL, game INTEGER NOT NULL,"
     " black INTEGER NOT NULL, white INTEGER NOT NULL, event INTEGER NOT NULL, opening INTEGER NOT NULL,"
     " year INTEGER NOT NULL, sign INTEGER, discs INTEGER, ending INTEGER, plies INTEGER NOT NULL,"
     " moves BLOB NOT NULL, date TEXT NOT NULL, start BLOB, rules TEXT)"},
    {"index", "games_by_twin", "games", "CREATE INDEX games_by_twin ON games(twin)"},
    {"index", "games_by_date", "games", "CREATE INDEX games_by_date ON games(year, date)"},
    {"table", "notes", "notes", "CREATE TABLE notes(game INTEGER PRIMARY KEY, tags BLOB NOT NULL, tree BLOB)"},
    {"table", "places", "places",
     "CREATE TABLE places(place BLOB NOT NULL, move INTEGER NOT NULL, games INTEGER NOT NULL, black INTEGER NOT NULL,"
     " drawn INTEGER NOT NULL, white INTEGER NOT NULL, counted INTEGER NOT NULL, discs INTEGER NOT NULL,"
     " first_year INTEGER NOT NULL, last_year INTEGER NOT NULL, PRIMARY KEY(place, move)) WITHOUT ROWID"},
};

/* ---- Distrust ---- */

void schema_distrust(sqlite3 *db)
{
    static const struct {
        int what, on;
    } settings[] = {
        {SQLITE_DBCONFIG_DEFENSIVE, 1},
        {SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0},
        {SQLITE_DBCONFIG_ENABLE_VIEW, 0},
        {SQLITE_DBCONFIG_ENABLE_TRIGGER, 0},
        {SQLITE_DBCONFIG_DQS_DDL, 0},
        {SQLITE_DBCONFIG_DQS_DML, 0},
        {SQLITE_DBCONFIG_ENABLE_FKEY, 0},
        {SQLITE_DBCONFIG_WRITABLE_SCHEMA, 0},
        {SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0},
    };
    /* Our longest statement has 600 bytes, our widest row 19 columns; a value is a game with all its comments. */
    static const struct {
        int what, most;
    } limits[] = {
        {SQLITE_LIMIT_LENGTH, STORE_ROW_MAX},   {SQLITE_LIMIT_SQL_LENGTH, 1 << 14}, {SQLITE_LIMIT_COLUMN, 32},
        {SQLITE_LIMIT_EXPR_DEPTH, 64},          {SQLITE_LIMIT_COMPOUND_SELECT, 2},  {SQLITE_LIMIT_VDBE_OP, 1 << 14},
        {SQLITE_LIMIT_FUNCTION_ARG, 8},         {SQLITE_LIMIT_ATTACHED, 0},         {SQLITE_LIMIT_VARIABLE_NUMBER, 32},
        {SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 64}, {SQLITE_LIMIT_TRIGGER_DEPTH, 1},    {SQLITE_LIMIT_WORKER_THREADS, 0},
    };
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++)
        sqlite3_db_config(db, settings[i].what, settings[i].on, (int *)NULL);
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++)
        sqlite3_limit(db, limits[i].what, limits[i].most);
    sqlite3_exec(db, "PRAGMA cell_size_check = 1; PRAGMA mmap_size = 0", NULL, NULL, NULL);
}

/* ---- Making ---- */

/* "FLNK" and the version, which library_open.c expects. */
static const char mark[] = "PRAGMA application_id = 1179405899; PRAGMA user_version = 2";

flank_status schema_make(const game_library *library, flank_error *error)
{
    flank_status status = FLANK_OK;
    for (int i = 0; i < PARTS && status == FLANK_OK; i++)
        if (parts[i].sql)
            status = store_execute(library, parts[i].sql, error);
    return status ? status : store_execute(library, mark, error);
}

/* ---- Checking ---- */

static bool is_text(sqlite3_stmt *statement, int column, const char *expected)
{
    const char *text = (const char *)sqlite3_column_text(statement, column);
    return text && expected ? strcmp(text, expected) == 0 : !text && !expected;
}

/* The part that a row of sqlite_schema (type, name, tbl_name, sql) is; -1: none of ours. */
static int find_part(sqlite3_stmt *statement)
{
    for (int i = 0; i < PARTS; i++)
        if (is_text(statement, 0, parts[i].type) && is_text(statement, 1, parts[i].name) &&
            is_text(statement, 2, parts[i].table) && is_text(statement, 3, parts[i].sql))
            return i;
    return -1;
}

static flank_status strange_part(sqlite3_stmt *statement, flank_error *error)
{
    const char *name = (const char *)sqlite3_column_text(statement, 1);
    return error_say(error, FLANK_BAD_FILE, 0, SAY(LIBRARY_STRANGE_PART), say_cut(name ? name : "", NAME_SHOWN));
}

static flank_status check_rows(const game_library *library, sqlite3_stmt *statement, flank_error *error)
{
    bool found[PARTS] = {false};
    int result;
    while ((result = sqlite3_step(statement)) == SQLITE_ROW) {
        const int part = find_part(statement);
        if (part < 0 || found[part])
            return strange_part(statement, error);
        found[part] = true;
    }
    if (result != SQLITE_DONE)
        return store_failure(library, error);
    for (int i = 0; i < PARTS; i++)
        if (!found[i])
            return error_say(error, FLANK_BAD_FILE, 0, SAY(LIBRARY_MISSING_PART), say_text(parts[i].name));
    return FLANK_OK;
}

flank_status schema_check(const game_library *library, flank_error *error)
{
    sqlite3_stmt *statement = NULL;
    if (sqlite3_prepare_v2(library->db, "SELECT type, name, tbl_name, sql FROM sqlite_master", -1, &statement, NULL))
        return store_failure(library, error);
    const flank_status status = check_rows(library, statement, error);
    sqlite3_finalize(statement);
    return status;
}
