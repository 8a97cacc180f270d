/* SPDX-License-Identifier: MIT
 *
 * The store of a farm in one SQLite file.
 *
 * A board is a blob of 16 bytes, own and other, little-endian. Waiting tasks are in one table in the order of their
 * run; a claim cuts a piece off its front and packs it into one row of leases, so that 128 tasks cost one deletion of a
 * range and one insertion, and finishing them one deletion and 128 positions. Whatever was lost waits again with one
 * attempt more.
 *
 * Leases end by the clock of the machine. A clock that jumps makes tasks run twice, never their effect: that is tied to
 * the row of the lease.
 */
#include "farm/farm_sqlite.h"

#include "core/error.h"
#include "core/little_endian.h"
#include "core/text_buffer.h"

#include <assert.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum {
    SCHEMA_VERSION = 1,
    APPLICATION_ID = 0x464C4652, /* "FLFR" */
    BUSY_MS = 30000,
    BOARD_BYTES = 16,
    TASK_BYTES = 8 + BOARD_BYTES + 1, /* of a lease: id, board, attempts */
    ALIVE_S = 180,
};

static const char schema[] =
    "CREATE TABLE run(id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, question INTEGER NOT NULL,"
    " number INTEGER NOT NULL, state INTEGER NOT NULL, created INTEGER NOT NULL, items INTEGER NOT NULL);"
    "CREATE TABLE item(run INTEGER NOT NULL, at INTEGER NOT NULL, board BLOB NOT NULL, form INTEGER NOT NULL,"
    " PRIMARY KEY(run, at)) WITHOUT ROWID;"
    "CREATE TABLE task(run INTEGER NOT NULL, id INTEGER NOT NULL, board BLOB NOT NULL, attempts INTEGER NOT NULL,"
    " PRIMARY KEY(run, id)) WITHOUT ROWID;"
    "CREATE TABLE lease(token INTEGER PRIMARY KEY AUTOINCREMENT, run INTEGER NOT NULL, worker INTEGER NOT NULL,"
    " until INTEGER NOT NULL, tasks BLOB NOT NULL);"
    "CREATE TABLE parked(run INTEGER NOT NULL, id INTEGER NOT NULL, board BLOB NOT NULL, error TEXT NOT NULL,"
    " PRIMARY KEY(run, id)) WITHOUT ROWID;"
    "CREATE TABLE position(board BLOB PRIMARY KEY, lo INTEGER NOT NULL, hi INTEGER NOT NULL CHECK(lo <= hi),"
    " best INTEGER NOT NULL, guess INTEGER, depth INTEGER NOT NULL, selectivity INTEGER NOT NULL,"
    " nodes INTEGER NOT NULL, run INTEGER NOT NULL, worker INTEGER NOT NULL) WITHOUT ROWID;"
    "CREATE TABLE conflict(id INTEGER PRIMARY KEY, board BLOB NOT NULL, lo INTEGER NOT NULL, hi INTEGER NOT NULL,"
    " nodes INTEGER NOT NULL, run INTEGER NOT NULL, worker INTEGER NOT NULL, at INTEGER NOT NULL);"
    "CREATE TABLE worker(id INTEGER PRIMARY KEY, host TEXT NOT NULL, build TEXT NOT NULL, threads INTEGER NOT NULL,"
    " signature INTEGER NOT NULL, beat INTEGER NOT NULL, nodes INTEGER NOT NULL);"
    "CREATE TABLE work(run INTEGER NOT NULL, worker INTEGER NOT NULL, tasks INTEGER NOT NULL, nodes INTEGER NOT NULL,"
    " PRIMARY KEY(run, worker)) WITHOUT ROWID;"
    "PRAGMA application_id = 1179403858; PRAGMA user_version = 1";

typedef enum sql_name {
    FIND_RUN,
    EMPTY_RUN,
    ASK_AGAIN,
    GET_WISH,
    ADD_RUN,
    ADD_ITEM,
    COUNT_ITEMS,
    MAKE_TASKS,
    SET_STATE,
    LIST_RUNS,
    RETRY_TASKS,
    RETRY_FORGET,
    ADD_WORKER,
    BEAT,
    PROLONG,
    LATE_LEASES,
    TAKE_LEASE,
    NEXT_RUN,
    READ_TASKS,
    CUT_TASKS,
    ADD_LEASE,
    ADD_TASK,
    PARK,
    PUT_POSITION,
    ADD_CONFLICT,
    ADD_WORK,
    IS_DONE,
    COUNTS,
    ITEMS,
    SQL_COUNT
} sql_name;

static const char *const sql[SQL_COUNT] = {
    [FIND_RUN] = "SELECT id, state FROM run WHERE name = ?1",
    [EMPTY_RUN] = "DELETE FROM item WHERE run = ?1",
    [ASK_AGAIN] = "UPDATE run SET question = ?2, number = ?3, items = 0 WHERE id = ?1",
    [GET_WISH] = "SELECT question, number FROM run WHERE id = ?1",
    [ADD_RUN] = "INSERT INTO run(name, question, number, state, created, items) VALUES(?1, ?2, ?3, 0, ?4, 0)",
    [ADD_ITEM] = "INSERT INTO item(run, at, board, form) VALUES(?1, ?2, ?3, ?4)",
    [COUNT_ITEMS] = "UPDATE run SET items = max(items, ?2) WHERE id = ?1",
    /* Of the questions only the bounds differ: ?2..?3 is the range of values within which an answer is still open. */
    [MAKE_TASKS] = "INSERT INTO task SELECT ?1, min(at), item.board, 0 FROM item LEFT JOIN position USING(board)"
                   " WHERE item.run = ?1 AND NOT coalesce(lo = hi OR lo > ?3 OR hi < ?2, 0) GROUP BY item.board",
    [SET_STATE] = "UPDATE run SET state = ?2 WHERE id = ?1 RETURNING id",
    [LIST_RUNS] = "SELECT id, name, question, number, state, created, items,"
                  " (SELECT count(*) FROM task WHERE run = run.id),"
                  " (SELECT coalesce(sum(length(tasks)), 0) FROM lease WHERE lease.run = run.id),"
                  " (SELECT count(*) FROM parked WHERE run = run.id),"
                  " (SELECT coalesce(sum(tasks), 0) FROM work WHERE run = run.id),"
                  " (SELECT coalesce(sum(nodes), 0) FROM work WHERE run = run.id) FROM run ORDER BY id",
    [RETRY_TASKS] = "INSERT INTO task SELECT run, id, board, 0 FROM parked WHERE run = ?1",
    [RETRY_FORGET] = "DELETE FROM parked WHERE run = ?1",
    [ADD_WORKER] = "INSERT INTO worker(host, build, threads, signature, beat, nodes) VALUES(?1, ?2, ?3, ?4, ?5, 0)",
    [BEAT] = "UPDATE worker SET beat = ?2, nodes = nodes + ?3 WHERE id = ?1",
    [PROLONG] = "UPDATE lease SET until = ?2 WHERE worker = ?1",
    [LATE_LEASES] = "SELECT token, worker FROM lease WHERE until < ?1 LIMIT 1",
    [TAKE_LEASE] = "DELETE FROM lease WHERE token = ?1 RETURNING run, tasks",
    [NEXT_RUN] = "SELECT id, question, number FROM run WHERE state = 1 AND id > ?1"
                 " AND EXISTS(SELECT 1 FROM task WHERE run = run.id) ORDER BY id LIMIT 1",
    [READ_TASKS] = "SELECT id, board, attempts FROM task WHERE run = ?1 ORDER BY id LIMIT ?2",
    [CUT_TASKS] = "DELETE FROM task WHERE run = ?1 AND id <= ?2",
    [ADD_LEASE] = "INSERT INTO lease(run, worker, until, tasks) VALUES(?1, ?2, ?3, ?4)",
    [ADD_TASK] = "INSERT INTO task VALUES(?1, ?2, ?3, ?4)",
    [PARK] = "INSERT INTO parked VALUES(?1, ?2, ?3, ?4)",
    [PUT_POSITION] =
        "INSERT INTO position VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10) ON CONFLICT(board) DO UPDATE SET"
        " best = CASE WHEN excluded.best < 65 AND (excluded.lo >= lo OR best = 65) THEN excluded.best ELSE best END,"
        " lo = max(lo, excluded.lo), hi = min(hi, excluded.hi),"
        " guess = coalesce(excluded.guess, guess),"
        " depth = CASE WHEN excluded.guess IS NULL THEN depth ELSE excluded.depth END,"
        " selectivity = CASE WHEN excluded.guess IS NULL THEN selectivity ELSE excluded.selectivity END,"
        " nodes = nodes + excluded.nodes, run = excluded.run, worker = excluded.worker"
        " WHERE max(lo, excluded.lo) <= min(hi, excluded.hi)",
    [ADD_CONFLICT] = "INSERT INTO conflict(board, lo, hi, nodes, run, worker, at) VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7)",
    [ADD_WORK] = "INSERT INTO work VALUES(?1, ?2, ?3, ?4) ON CONFLICT DO UPDATE SET tasks = tasks + ?3,"
                 " nodes = nodes + ?4",
    [IS_DONE] = "SELECT NOT EXISTS(SELECT 1 FROM run WHERE state = 1 AND (EXISTS(SELECT 1 FROM task WHERE run = run.id)"
                " OR EXISTS(SELECT 1 FROM lease WHERE run = run.id)))",
    [COUNTS] = "SELECT (SELECT count(*) FROM position), (SELECT count(*) FROM conflict), (SELECT count(*) FROM worker),"
               " (SELECT count(*) FROM worker WHERE beat >= ?1), (SELECT coalesce(sum(nodes), 0) FROM worker)",
    [ITEMS] = "SELECT at, item.board, form, lo, hi, best, guess, depth, selectivity, nodes FROM item"
              " LEFT JOIN position USING(board) WHERE item.run = ?1 ORDER BY at",
};

struct farm_store {
    sqlite3 *db;
    sqlite3_stmt *statement[SQL_COUNT];
};

/* ---- Statements -------------------------------------------------------------------------------------------------- */

static flank_status failure(const farm_store *store, flank_error *error)
{
    const int code = store->db ? sqlite3_errcode(store->db) & 0xFF : SQLITE_NOMEM;
    const char *text = store->db ? sqlite3_errmsg(store->db) : "not enough memory";
    const flank_status status = code == SQLITE_NOMEM                              ? FLANK_NO_MEMORY
                                : code == SQLITE_NOTADB || code == SQLITE_CORRUPT ? FLANK_BAD_FILE
                                : code == SQLITE_CANTOPEN                         ? FLANK_CANNOT_READ
                                                                                  : FLANK_CANNOT_WRITE;
    return error_say(error, status, 0, SAY(TEXT), say_text(text));
}

static flank_status execute(const farm_store *store, const char *text, flank_error *error)
{
    return sqlite3_exec(store->db, text, NULL, NULL, NULL) == SQLITE_OK ? FLANK_OK : failure(store, error);
}

/* The statement, ready for its values; NULL without memory. */
static sqlite3_stmt *use(farm_store *store, sql_name name)
{
    sqlite3_stmt **statement = &store->statement[name];
    if (*statement)
        sqlite3_reset(*statement);
    else if (sqlite3_prepare_v3(store->db, sql[name], -1, SQLITE_PREPARE_PERSISTENT, statement, NULL))
        return NULL;
    return *statement;
}

/* The statement with whole numbers in its places from the first on. */
static sqlite3_stmt *use_numbers(farm_store *store, sql_name name, size_t count, const int64_t *values)
{
    sqlite3_stmt *statement = use(store, name);
    for (size_t i = 0; statement && i < count; i++)
        sqlite3_bind_int64(statement, (int)i + 1, values[i]);
    return statement;
}

#define use_with(store, name, ...)                                                                                     \
    use_numbers(store, name, sizeof(int64_t[]){__VA_ARGS__} / sizeof(int64_t), (int64_t[]){__VA_ARGS__})

/* Take a step: SQLITE_ROW, SQLITE_DONE, or another after a failure. */
static int step(sqlite3_stmt *statement) { return statement ? sqlite3_step(statement) : SQLITE_ERROR; }

/* Run a statement that has no rows. */
static flank_status run(farm_store *store, sqlite3_stmt *statement, flank_error *error)
{
    int result = step(statement);
    while (result == SQLITE_ROW)
        result = step(statement);
    const flank_status status = result == SQLITE_DONE ? FLANK_OK : failure(store, error);
    sqlite3_reset(statement);
    return status;
}

/* ---- Transactions ------------------------------------------------------------------------------------------------ */

static flank_status begin(const farm_store *store, flank_error *error)
{
    return execute(store, "BEGIN IMMEDIATE", error);
}

/* Keep what was done, or undo all of it. */
static flank_status end(farm_store *store, flank_status status, flank_error *error)
{
    for (int i = 0; i < SQL_COUNT; i++) /* a statement with rows left would keep the transaction open */
        sqlite3_reset(store->statement[i]);
    if (status == FLANK_OK)
        status = execute(store, "COMMIT", error);
    if (status)
        sqlite3_exec(store->db, "ROLLBACK", NULL, NULL, NULL);
    return status;
}

/* ---- Bytes ------------------------------------------------------------------------------------------------------- */

static void put_board(uint8_t *bytes, uint64_t own, uint64_t other)
{
    little_put(bytes, 8, own);
    little_put(bytes + 8, 8, other);
}

static bool get_board(sqlite3_stmt *statement, int column, uint64_t *own, uint64_t *other)
{
    const uint8_t *bytes = sqlite3_column_blob(statement, column);
    if (sqlite3_column_bytes(statement, column) != BOARD_BYTES)
        return false;
    *own = little_get(bytes, 8);
    *other = little_get(bytes + 8, 8);
    return (*own & *other) == 0;
}

static flank_status damaged(const char *table, flank_error *error)
{
    text_buffer text = {NULL};
    text_addf(&text, "the store is damaged: a row of its table %s", table);
    error_say(error, FLANK_BAD_FILE, 0, SAY(TEXT), say_text(text.bytes ? text.bytes : ""));
    text_free(&text);
    return FLANK_BAD_FILE;
}

/* ---- Opening ----------------------------------------------------------------------------------------------------- */

static int64_t pragma(const farm_store *store, const char *text)
{
    sqlite3_stmt *statement = NULL;
    int64_t number = -1;
    if (sqlite3_prepare_v2(store->db, text, -1, &statement, NULL) == SQLITE_OK && step(statement) == SQLITE_ROW)
        number = sqlite3_column_int64(statement, 0);
    sqlite3_finalize(statement);
    return number;
}

static flank_status check(const farm_store *store, flank_error *error)
{
    const int64_t application = pragma(store, "PRAGMA application_id");
    if (application < 0)
        return failure(store, error);
    if (application != APPLICATION_ID)
        return error_say(error, FLANK_BAD_FILE, 0, SAY(TEXT), say_text("is not the store of a farm"));
    const int64_t version = pragma(store, "PRAGMA user_version");
    if (version == SCHEMA_VERSION)
        return FLANK_OK;
    return error_say(error, FLANK_BAD_FILE, 0, SAY(TEXT),
                     say_text(version > SCHEMA_VERSION ? "is the store of a newer flank" : "is damaged: no version"));
}

static flank_status make(farm_store *store, flank_error *error)
{
    flank_status status = begin(store, error);
    return status ? status : end(store, execute(store, schema, error), error);
}

static void close_store(farm_store *store)
{
    if (!store)
        return;
    for (int i = 0; i < SQL_COUNT; i++)
        sqlite3_finalize(store->statement[i]);
    sqlite3_close(store->db);
    free(store);
}

/* SQLite has its own meanings for some names; one that begins with a folder is always a file. */
static int open_file(farm_store *store, const char *path, bool create)
{
    text_buffer name = {NULL};
    text_addf(&name, "%s%s", path[0] == '/' ? "" : "./", path);
    const int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | (create ? SQLITE_OPEN_CREATE : 0);
    const int result = name.failed ? SQLITE_NOMEM : sqlite3_open_v2(name.bytes, &store->db, flags, NULL);
    text_free(&name);
    return result;
}

static flank_status open_store(const char *where, bool create, farm_store **out, flank_error *error)
{
    *out = NULL;
    if (create && access(where, F_OK) == 0)
        return error_say(error, FLANK_BAD_ARGUMENT, 0, SAY(TEXT), say_text("is there already"));
    farm_store *store = calloc(1, sizeof *store);
    if (!store)
        return error_say(error, FLANK_NO_MEMORY, 0, SAY(NO_MEMORY));
    flank_status status = open_file(store, where, create) == SQLITE_OK ? FLANK_OK : failure(store, error);
    if (!status) {
        sqlite3_busy_timeout(store->db, BUSY_MS);
        sqlite3_db_config(store->db, SQLITE_DBCONFIG_DEFENSIVE, 1, (int *)NULL);
        sqlite3_db_config(store->db, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, (int *)NULL);
        status = create ? FLANK_OK : check(store, error);
    }
    if (!status)
        status =
            execute(store, "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA cache_size = -65536", error);
    if (!status && create)
        status = make(store, error);
    if (status)
        close_store(store);
    else
        *out = store;
    return status;
}

/* ---- Runs -------------------------------------------------------------------------------------------------------- */

static flank_status find_run(farm_store *store, const char *name, int64_t *id, flank_error *error)
{
    sqlite3_stmt *statement = use(store, FIND_RUN);
    sqlite3_bind_text(statement, 1, name, -1, SQLITE_STATIC);
    const int result = step(statement);
    flank_status status = result == SQLITE_ROW    ? FLANK_OK
                          : result == SQLITE_DONE ? FLANK_NOT_FOUND
                                                  : failure(store, error);
    if (result == SQLITE_ROW) {
        *id = sqlite3_column_int64(statement, 0);
        if (sqlite3_column_int(statement, 1) != FARM_FILLING)
            status =
                error_say(error, FLANK_BAD_ARGUMENT, 0, SAY(TEXT), say_text("there is a run of that name already"));
    }
    sqlite3_reset(statement);
    return status;
}

static flank_status begin_run(farm_store *store, const char *name, farm_wish wish, int64_t *id, flank_error *error)
{
    flank_status status = begin(store, error);
    if (status)
        return status;
    status = find_run(store, name, id, error);
    if (!status)
        status = run(store, use_with(store, EMPTY_RUN, *id), error);
    if (!status)
        status = run(store, use_with(store, ASK_AGAIN, *id, wish.question, wish.number), error);
    if (status == FLANK_NOT_FOUND) {
        sqlite3_stmt *statement = use(store, ADD_RUN);
        sqlite3_bind_text(statement, 1, name, -1, SQLITE_STATIC);
        sqlite3_bind_int(statement, 2, (int)wish.question);
        sqlite3_bind_int(statement, 3, wish.number);
        sqlite3_bind_int64(statement, 4, (int64_t)time(NULL));
        status = run(store, statement, error);
        *id = sqlite3_last_insert_rowid(store->db);
    }
    return end(store, status, error);
}

static flank_status add_items(farm_store *store, int64_t id, int64_t at, const farm_item *items, size_t count,
                              flank_error *error)
{
    flank_status status = begin(store, error);
    if (status)
        return status;
    for (size_t i = 0; i < count && !status; i++) {
        uint8_t board[BOARD_BYTES];
        put_board(board, items[i].own, items[i].other);
        sqlite3_stmt *statement =
            use_with(store, ADD_ITEM, id, at + (int64_t)i, 0, items[i].turn | items[i].color << 3);
        sqlite3_bind_blob(statement, 3, board, BOARD_BYTES, SQLITE_TRANSIENT);
        status = run(store, statement, error);
    }
    if (!status)
        status = run(store, use_with(store, COUNT_ITEMS, id, at + (int64_t)count), error);
    return end(store, status, error);
}

/* The values within which an answer to the wish is still open: proved bounds that leave them answer it. */
static void open_values(farm_wish wish, int *least, int *most)
{
    *least = wish.question == FARM_SIGN ? 0 : wish.question == FARM_AT_LEAST ? wish.number : -64;
    *most = wish.question == FARM_SIGN ? 0 : wish.question == FARM_AT_LEAST ? wish.number - 1 : 64;
}

static flank_status read_wish(farm_store *store, int64_t id, farm_wish *wish, flank_error *error)
{
    sqlite3_stmt *statement = use_with(store, GET_WISH, id);
    const int result = step(statement);
    if (result == SQLITE_ROW)
        *wish = (farm_wish){(farm_question)(sqlite3_column_int(statement, 0) & 3), sqlite3_column_int(statement, 1)};
    sqlite3_reset(statement);
    return result == SQLITE_ROW ? FLANK_OK : result == SQLITE_DONE ? damaged("run", error) : failure(store, error);
}

static flank_status open_run(farm_store *store, int64_t id, flank_error *error)
{
    int least, most;
    farm_wish wish = {FARM_EXACT, 0};
    flank_status status = begin(store, error);
    if (status)
        return status;
    status = read_wish(store, id, &wish, error);
    if (!status) {
        open_values(wish, &least, &most);
        status = run(store, use_with(store, MAKE_TASKS, id, least, most), error);
    }
    if (!status)
        status = run(store, use_with(store, SET_STATE, id, FARM_OPEN), error);
    return end(store, status, error);
}

static flank_status set_state(farm_store *store, int64_t id, farm_run_state state, flank_error *error)
{
    return run(store, use_with(store, SET_STATE, id, state), error);
}

static void read_run(sqlite3_stmt *row, farm_run *out)
{
    const char *name = (const char *)sqlite3_column_text(row, 1);
    *out = (farm_run){
        .id = sqlite3_column_int64(row, 0),
        .wish = {(farm_question)(sqlite3_column_int(row, 2) & 3), sqlite3_column_int(row, 3)},
        .state = (farm_run_state)(sqlite3_column_int(row, 4) % (FARM_PAUSED + 1)),
        .created_s = sqlite3_column_int64(row, 5),
        .items = sqlite3_column_int64(row, 6),
        .waiting = sqlite3_column_int64(row, 7),
        .leased = sqlite3_column_int64(row, 8) / TASK_BYTES,
        .parked = sqlite3_column_int64(row, 9),
        .done = sqlite3_column_int64(row, 10),
        .nodes = (uint64_t)sqlite3_column_int64(row, 11),
    };
    for (size_t i = 0; name && name[i] && i + 1 < sizeof out->name; i++)
        out->name[i] = name[i];
}

static flank_status list_runs(farm_store *store, farm_run *runs, size_t room, size_t *count, flank_error *error)
{
    sqlite3_stmt *statement = use(store, LIST_RUNS);
    int result;
    for (*count = 0; (result = step(statement)) == SQLITE_ROW; ++*count)
        if (*count < room)
            read_run(statement, &runs[*count]);
    sqlite3_reset(statement);
    return result == SQLITE_DONE ? FLANK_OK : failure(store, error);
}

static flank_status retry(farm_store *store, int64_t id, int64_t *count, flank_error *error)
{
    flank_status status = begin(store, error);
    if (status)
        return status;
    status = run(store, use_with(store, RETRY_TASKS, id), error);
    if (!status)
        status = run(store, use_with(store, RETRY_FORGET, id), error);
    *count = sqlite3_changes(store->db);
    return end(store, status, error);
}

/* ---- Workers ----------------------------------------------------------------------------------------------------- */

static flank_status add_worker(farm_store *store, const farm_worker *worker, int64_t *id, flank_error *error)
{
    sqlite3_stmt *statement =
        use_with(store, ADD_WORKER, 0, 0, worker->threads, (int64_t)worker->signature, (int64_t)time(NULL));
    sqlite3_bind_text(statement, 1, worker->host, -1, SQLITE_STATIC);
    sqlite3_bind_text(statement, 2, worker->build, -1, SQLITE_STATIC);
    const flank_status status = run(store, statement, error);
    *id = sqlite3_last_insert_rowid(store->db);
    return status;
}

static flank_status beat(farm_store *store, int64_t worker, uint64_t nodes, int lease_s, flank_error *error)
{
    const int64_t now = (int64_t)time(NULL);
    flank_status status = begin(store, error);
    if (status)
        return status;
    status = run(store, use_with(store, BEAT, worker, now, (int64_t)nodes), error);
    if (!status)
        status = run(store, use_with(store, PROLONG, worker, now + lease_s), error);
    return end(store, status, error);
}

/* ---- Tasks ------------------------------------------------------------------------------------------------------- */

static void pack_task(uint8_t *bytes, const farm_task *task)
{
    little_put(bytes, 8, (uint64_t)task->id);
    put_board(bytes + 8, task->own, task->other);
    bytes[8 + BOARD_BYTES] = (uint8_t)task->attempts;
}

static farm_task unpack_task(const uint8_t *bytes)
{
    return (farm_task){.id = (int64_t)little_get(bytes, 8),
                       .own = little_get(bytes + 8, 8),
                       .other = little_get(bytes + 16, 8),
                       .attempts = bytes[8 + BOARD_BYTES]};
}

/* Let a task wait again, or park it if it was lost too often. */
static flank_status put_back(farm_store *store, int64_t id, const farm_task *task, const char *why, flank_error *error)
{
    uint8_t board[BOARD_BYTES];
    const bool parked = task->attempts >= FARM_ATTEMPTS;
    put_board(board, task->own, task->other);
    sqlite3_stmt *statement = use_with(store, parked ? PARK : ADD_TASK, id, task->id, 0, task->attempts);
    sqlite3_bind_blob(statement, 3, board, BOARD_BYTES, SQLITE_TRANSIENT);
    if (parked)
        sqlite3_bind_text(statement, 4, why, -1, SQLITE_TRANSIENT);
    return run(store, statement, error);
}

/* Take a lease away: its run and tasks. FLANK_NOT_FOUND if it is not there. */
static flank_status take_lease(farm_store *store, int64_t token, farm_lease *lease, flank_error *error)
{
    sqlite3_stmt *statement = use_with(store, TAKE_LEASE, token);
    const int result = step(statement);
    if (result != SQLITE_ROW) {
        sqlite3_reset(statement);
        return result == SQLITE_DONE ? FLANK_NOT_FOUND : failure(store, error);
    }
    const uint8_t *bytes = sqlite3_column_blob(statement, 1);
    const int size = sqlite3_column_bytes(statement, 1);
    *lease = (farm_lease){.token = token, .run = sqlite3_column_int64(statement, 0), .count = size / TASK_BYTES};
    const bool sound = size % TASK_BYTES == 0 && lease->count <= FARM_BATCH_MAX;
    for (int i = 0; sound && i < lease->count; i++)
        lease->tasks[i] = unpack_task(bytes + (ptrdiff_t)i * TASK_BYTES);
    const flank_status status = sound ? run(store, statement, error) : damaged("lease", error);
    sqlite3_reset(statement);
    return status;
}

/* The first lease that is over; FLANK_NOT_FOUND if none is. */
static flank_status find_late(farm_store *store, int64_t *token, int64_t *worker, flank_error *error)
{
    sqlite3_stmt *statement = use_with(store, LATE_LEASES, (int64_t)time(NULL));
    const int result = step(statement);
    *token = sqlite3_column_int64(statement, 0);
    *worker = sqlite3_column_int64(statement, 1);
    sqlite3_reset(statement);
    return result == SQLITE_ROW ? FLANK_OK : result == SQLITE_DONE ? FLANK_NOT_FOUND : failure(store, error);
}

/* The tasks of leases that are over wait again. */
static flank_status take_back_late(farm_store *store, farm_lease *room, flank_error *error)
{
    int64_t token, worker;
    flank_status status;
    while ((status = find_late(store, &token, &worker, error)) == FLANK_OK) {
        text_buffer why = {NULL};
        text_addf(&why, "its worker, number %lld, was lost", (long long)worker);
        status = take_lease(store, token, room, error);
        for (int i = 0; i < room->count && !status; i++) {
            room->tasks[i].attempts++;
            status = put_back(store, room->run, &room->tasks[i], why.bytes ? why.bytes : "", error);
        }
        text_free(&why);
        if (status)
            return status;
    }
    return status == FLANK_NOT_FOUND ? FLANK_OK : status;
}

/* Read the first tasks of the run into the lease, and cut them off. */
static flank_status cut_tasks(farm_store *store, int most, farm_lease *lease, flank_error *error)
{
    sqlite3_stmt *statement = use_with(store, READ_TASKS, lease->run, most);
    int result = SQLITE_DONE;
    lease->count = 0;
    while (lease->count < most && (result = step(statement)) == SQLITE_ROW) {
        farm_task *task = &lease->tasks[lease->count];
        *task = (farm_task){.id = sqlite3_column_int64(statement, 0), .attempts = sqlite3_column_int(statement, 2)};
        if (!get_board(statement, 1, &task->own, &task->other))
            return damaged("task", error);
        if (task->attempts > 0 && lease->count > 0)
            break;
        lease->count++;
        if (task->attempts > 0)
            break;
    }
    sqlite3_reset(statement);
    if (result != SQLITE_ROW && result != SQLITE_DONE)
        return failure(store, error);
    return run(store, use_with(store, CUT_TASKS, lease->run, lease->tasks[lease->count - 1].id), error);
}

static flank_status add_lease(farm_store *store, int64_t worker, int lease_s, farm_lease *lease, flank_error *error)
{
    uint8_t bytes[FARM_BATCH_MAX * TASK_BYTES];
    for (int i = 0; i < lease->count; i++)
        pack_task(bytes + (ptrdiff_t)i * TASK_BYTES, &lease->tasks[i]);
    sqlite3_stmt *statement = use_with(store, ADD_LEASE, lease->run, worker, (int64_t)time(NULL) + lease_s);
    sqlite3_bind_blob(statement, 4, bytes, lease->count * TASK_BYTES, SQLITE_TRANSIENT);
    const flank_status status = run(store, statement, error);
    lease->token = sqlite3_last_insert_rowid(store->db);
    return status;
}

static flank_status find_work(farm_store *store, farm_lease *lease, flank_error *error)
{
    sqlite3_stmt *statement = use_with(store, NEXT_RUN, 0);
    const int result = step(statement);
    if (result == SQLITE_ROW) {
        lease->run = sqlite3_column_int64(statement, 0);
        lease->wish =
            (farm_wish){(farm_question)(sqlite3_column_int(statement, 1) & 3), sqlite3_column_int(statement, 2)};
    }
    sqlite3_reset(statement);
    return result == SQLITE_ROW ? FLANK_OK : result == SQLITE_DONE ? FLANK_NOT_FOUND : failure(store, error);
}

static flank_status claim(farm_store *store, int64_t worker, int most, int lease_s, farm_lease *lease,
                          flank_error *error)
{
    assert(most >= 1 && most <= FARM_BATCH_MAX);
    flank_status status = begin(store, error);
    if (status)
        return status;
    status = take_back_late(store, lease, error);
    *lease = (farm_lease){.count = 0};
    if (!status)
        status = find_work(store, lease, error);
    if (!status)
        status = cut_tasks(store, most, lease, error);
    if (!status)
        status = add_lease(store, worker, lease_s, lease, error);
    return end(store, status == FLANK_NOT_FOUND ? FLANK_OK : status, error);
}

/* ---- Answers ----------------------------------------------------------------------------------------------------- */

static flank_status put_answer(farm_store *store, int64_t worker, int64_t id, const farm_answer *answer,
                               flank_error *error)
{
    uint8_t board[BOARD_BYTES];
    put_board(board, answer->own, answer->other);
    sqlite3_stmt *statement = use_with(store, PUT_POSITION, 0, answer->lo, answer->hi, answer->best, answer->guess,
                                       answer->depth, answer->selectivity, (int64_t)answer->nodes, id, worker);
    sqlite3_bind_blob(statement, 1, board, BOARD_BYTES, SQLITE_TRANSIENT);
    if (answer->guess == FARM_NO_GUESS)
        sqlite3_bind_null(statement, 5);
    const flank_status status = run(store, statement, error);
    if (status || sqlite3_changes(store->db) > 0)
        return status;
    statement = use_with(store, ADD_CONFLICT, 0, answer->lo, answer->hi, (int64_t)answer->nodes, id, worker,
                         (int64_t)time(NULL));
    sqlite3_bind_blob(statement, 1, board, BOARD_BYTES, SQLITE_TRANSIENT);
    return run(store, statement, error);
}

static flank_status put_answers(farm_store *store, int64_t worker, const farm_lease *lease, const farm_answer *answers,
                                size_t count, flank_error *error)
{
    flank_status status = FLANK_OK;
    uint64_t nodes = 0;
    for (size_t i = 0; i < count && !status; i++) {
        nodes += answers[i].nodes;
        status = put_answer(store, worker, lease->run, &answers[i], error);
    }
    for (int i = (int)count; i < lease->count && !status; i++)
        status = put_back(store, lease->run, &lease->tasks[i], "", error);
    return status ? status
                  : run(store, use_with(store, ADD_WORK, lease->run, worker, (int64_t)count, (int64_t)nodes), error);
}

static flank_status finish(farm_store *store, int64_t worker, const farm_lease *lease, const farm_answer *answers,
                           size_t count, bool *taken, flank_error *error)
{
    assert(count <= (size_t)lease->count);
    farm_lease *held = malloc(sizeof *held);
    flank_status status = held ? begin(store, error) : error_say(error, FLANK_NO_MEMORY, 0, SAY(NO_MEMORY));
    *taken = false;
    if (!status) {
        status = take_lease(store, lease->token, held, error);
        *taken = status == FLANK_OK;
        if (*taken)
            status = put_answers(store, worker, lease, answers, count, error);
        status = end(store, status == FLANK_NOT_FOUND ? FLANK_OK : status, error);
        *taken = *taken && !status;
    }
    free(held);
    return status;
}

static flank_status give_up(farm_store *store, const farm_lease *lease, const char *why, flank_error *error)
{
    farm_lease *held = malloc(sizeof *held);
    flank_status status = held ? begin(store, error) : error_say(error, FLANK_NO_MEMORY, 0, SAY(NO_MEMORY));
    if (!status) {
        status = take_lease(store, lease->token, held, error);
        for (int i = 0; !status && i < held->count; i++) {
            held->tasks[i].attempts += i == 0;
            status = put_back(store, held->run, &held->tasks[i], why, error);
        }
        status = end(store, status == FLANK_NOT_FOUND ? FLANK_OK : status, error);
    }
    free(held);
    return status;
}

/* ---- Looking ----------------------------------------------------------------------------------------------------- */

static flank_status is_done(farm_store *store, bool *done, flank_error *error)
{
    sqlite3_stmt *statement = use(store, IS_DONE);
    const int result = step(statement);
    *done = result == SQLITE_ROW && sqlite3_column_int(statement, 0) != 0;
    sqlite3_reset(statement);
    return result == SQLITE_ROW ? FLANK_OK : failure(store, error);
}

static flank_status count_all(farm_store *store, farm_counts *counts, flank_error *error)
{
    sqlite3_stmt *statement = use_with(store, COUNTS, (int64_t)time(NULL) - ALIVE_S);
    if (step(statement) != SQLITE_ROW)
        return failure(store, error);
    *counts = (farm_counts){.positions = sqlite3_column_int64(statement, 0),
                            .conflicts = sqlite3_column_int64(statement, 1),
                            .workers = sqlite3_column_int64(statement, 2),
                            .alive = sqlite3_column_int64(statement, 3),
                            .nodes = (uint64_t)sqlite3_column_int64(statement, 4)};
    sqlite3_reset(statement);
    return FLANK_OK;
}

/* The columns from lo on. */
static bool read_known(sqlite3_stmt *row, const farm_item *item, farm_answer *known)
{
    if (sqlite3_column_type(row, 3) == SQLITE_NULL)
        return false;
    const bool guessed = sqlite3_column_type(row, 6) != SQLITE_NULL;
    *known = (farm_answer){.own = item->own,
                           .other = item->other,
                           .lo = sqlite3_column_int(row, 3),
                           .hi = sqlite3_column_int(row, 4),
                           .best = sqlite3_column_int(row, 5),
                           .guess = guessed ? sqlite3_column_int(row, 6) : FARM_NO_GUESS,
                           .depth = sqlite3_column_int(row, 7),
                           .selectivity = sqlite3_column_int(row, 8),
                           .nodes = (uint64_t)sqlite3_column_int64(row, 9)};
    return true;
}

static flank_status each_item(farm_store *store, int64_t id, farm_item_fn *call, void *user, flank_error *error)
{
    sqlite3_stmt *statement = use_with(store, ITEMS, id);
    int result = SQLITE_DONE, stop = 0;
    while (!stop && (result = step(statement)) == SQLITE_ROW) {
        farm_item item = {0};
        farm_answer known;
        const int form = sqlite3_column_int(statement, 2);
        item.turn = form & 7;
        item.color = form >> 3 & 1;
        if (!get_board(statement, 1, &item.own, &item.other)) {
            sqlite3_reset(statement);
            return damaged("item", error);
        }
        const bool has = read_known(statement, &item, &known);
        stop = call(user, sqlite3_column_int64(statement, 0), &item, has ? &known : NULL);
    }
    sqlite3_reset(statement);
    return stop || result == SQLITE_DONE ? FLANK_OK : failure(store, error);
}

const farm_store_kind farm_sqlite = {
    .name = "SQLite",
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
