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
#include "farm/farm_sqlite_store.h"

#include "core/error.h"
#include "core/plain_file.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Each commit is on the disk before it is told (synchronous): a token that came back after a power failure could be
 * given to two workers. Answers go to places all over the table of positions, a page each: small pages halve the bytes
 * that a commit writes to the log, and a long log lets pages that were changed again be copied to the file once. The
 * page size counts for a new store. */
static const char settings[] =
    "PRAGMA synchronous = FULL; PRAGMA cache_size = -65536; PRAGMA page_size = 2048; PRAGMA wal_autocheckpoint = 8192";

enum { WITH_LABELS = 5 }; /* the first version that has a table of them */

/* Script `index` brings a store of that version to the next one; a new store goes through all of them. */
static const char *const upgrades[SCHEMA_VERSION] = {
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
    "PRAGMA application_id = 1179403858; PRAGMA user_version = 1",

    "CREATE TABLE rules(id INTEGER PRIMARY KEY, game TEXT NOT NULL, text TEXT NOT NULL, UNIQUE(game, text));"
    "INSERT INTO rules VALUES(0, 'othello', '');"
    "ALTER TABLE run ADD rules INTEGER NOT NULL DEFAULT 0; ALTER TABLE run ADD kind TEXT NOT NULL DEFAULT 'solve';"
    "ALTER TABLE run ADD params TEXT NOT NULL DEFAULT ''; ALTER TABLE run ADD priority INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE run ADD budget INTEGER NOT NULL DEFAULT 0; UPDATE run SET kind = 'label' WHERE question = 3;"
    /* An item that was appended has a number of its own, and the run asks for it once. */
    "ALTER TABLE item ADD number INTEGER;"
    "CREATE UNIQUE INDEX item_asked ON item(run, board, number) WHERE number IS NOT NULL;"
    /* Without a number it is that of the run. The board of a unit is 0. */
    "ALTER TABLE task ADD number INTEGER; ALTER TABLE lease ADD numbers BLOB; ALTER TABLE parked ADD number INTEGER;"
    "ALTER TABLE position RENAME TO position_1;"
    "CREATE TABLE position(rules INTEGER NOT NULL, board BLOB NOT NULL, lo INTEGER NOT NULL,"
    " hi INTEGER NOT NULL CHECK(lo <= hi), best INTEGER NOT NULL, guess INTEGER, depth INTEGER NOT NULL,"
    " selectivity INTEGER NOT NULL, nodes INTEGER NOT NULL, run INTEGER NOT NULL, worker INTEGER NOT NULL,"
    " PRIMARY KEY(rules, board)) WITHOUT ROWID;"
    "INSERT INTO position SELECT 0, * FROM position_1 ORDER BY board; DROP TABLE position_1;"
    "ALTER TABLE conflict ADD rules INTEGER NOT NULL DEFAULT 0;"
    "CREATE TABLE unit(run INTEGER NOT NULL, id INTEGER NOT NULL, payload BLOB NOT NULL, answer BLOB, worker INTEGER,"
    " PRIMARY KEY(run, id));"
    "CREATE TABLE note(run INTEGER NOT NULL, name TEXT NOT NULL, value BLOB NOT NULL, PRIMARY KEY(run, name));"
    /* Tasks that used up their budget. */
    "CREATE TABLE spent(run INTEGER NOT NULL, board BLOB NOT NULL, number INTEGER NOT NULL, id INTEGER NOT NULL,"
    " PRIMARY KEY(run, board, number)) WITHOUT ROWID;"
    "PRAGMA user_version = 2",

    /* One row. One answer in `sample` is asked again. */
    "CREATE TABLE store(identity INTEGER NOT NULL, sample INTEGER NOT NULL);"
    "INSERT INTO store VALUES(random(), 100);"
    /* Without a row any build may work. */
    "CREATE TABLE build(signature INTEGER PRIMARY KEY, name TEXT NOT NULL, trusted INTEGER NOT NULL);"
    /* Counts of nodes are compared between workers of one signature and the same settings. */
    "ALTER TABLE worker ADD settings INTEGER NOT NULL DEFAULT 0;"
    /* An answer is `held` if it is not in `position` before another worker has answered, too. `token` is that of the
     * lease that asks again, as long as there is one. */
    "CREATE TABLE again(run INTEGER NOT NULL, id INTEGER NOT NULL, board BLOB NOT NULL, number INTEGER NOT NULL,"
    " worker INTEGER NOT NULL, held INTEGER NOT NULL, token INTEGER NOT NULL DEFAULT 0, attempts INTEGER NOT NULL,"
    " lo INTEGER NOT NULL, hi INTEGER NOT NULL, best INTEGER NOT NULL, guess INTEGER NOT NULL,"
    " nodes INTEGER NOT NULL, spent INTEGER NOT NULL, PRIMARY KEY(run, id)) WITHOUT ROWID;"
    "CREATE INDEX again_worker ON again(worker) WHERE attempts < 3;"
    /* 0: tasks; 1: answers that are asked again; 2: such that are held. */
    "ALTER TABLE lease ADD again INTEGER NOT NULL DEFAULT 0;"
    /* The answer that stands, or came first, and whose it is. */
    "ALTER TABLE conflict ADD first_worker INTEGER; ALTER TABLE conflict ADD first_lo INTEGER;"
    "ALTER TABLE conflict ADD first_hi INTEGER; ALTER TABLE conflict ADD first_nodes INTEGER;"
    "PRAGMA user_version = 3",

    ("CREATE TABLE review(question TEXT PRIMARY KEY, answer TEXT NOT NULL) WITHOUT ROWID;"
     /* Of a conflict about a unit. */
     "ALTER TABLE conflict ADD unit INTEGER; PRAGMA user_version = 4"),

    /* Bounds are for all questions, labels for each level: farm_labels.h. */
    ("CREATE TABLE label(rules INTEGER NOT NULL, board BLOB NOT NULL, level INTEGER NOT NULL, best INTEGER NOT NULL,"
     " guess INTEGER NOT NULL, depth INTEGER NOT NULL, selectivity INTEGER NOT NULL, nodes INTEGER NOT NULL,"
     " run INTEGER NOT NULL, worker INTEGER NOT NULL, PRIMARY KEY(rules, board, level)) WITHOUT ROWID;"
     "ALTER TABLE position RENAME TO position_4;"
     "CREATE TABLE position(rules INTEGER NOT NULL, board BLOB NOT NULL, lo INTEGER NOT NULL,"
     " hi INTEGER NOT NULL CHECK(lo <= hi), best INTEGER NOT NULL, nodes INTEGER NOT NULL, run INTEGER NOT NULL,"
     " worker INTEGER NOT NULL, PRIMARY KEY(rules, board)) WITHOUT ROWID;"
     "INSERT INTO label SELECT rules, board, 0, best, guess, depth, selectivity, nodes, run, worker FROM position_4"
     " WHERE guess IS NOT NULL ORDER BY rules, board;"
     "INSERT INTO position SELECT rules, board, lo, hi, best, nodes, run, worker FROM position_4"
     " WHERE guess IS NULL OR lo > -64 OR hi < 64 ORDER BY rules, board;"
     "DROP TABLE position_4;"
     /* The highest number of a run that was dropped. */
     "ALTER TABLE store ADD last_run INTEGER NOT NULL DEFAULT 0; PRAGMA user_version = 5"),
};

/* ---- Opening ----------------------------------------------------------------------------------------------------- */

static int64_t pragma(const farm_store *store, const char *text)
{
    sqlite3_stmt *statement = NULL;
    int64_t number = -1;
    if (sqlite3_prepare_v2(store->db, text, -1, &statement, NULL) == SQLITE_OK && db_step(statement) == SQLITE_ROW)
        number = sqlite3_column_int64(statement, 0);
    sqlite3_finalize(statement);
    return number;
}

/* Bring the store from `version` to that of this program. Two programs may try at once: the second finds it done. */
static flank_status upgrade(farm_store *store, flank_error *error)
{
    flank_status status = db_begin(store, error);
    if (status)
        return status;
    const int64_t before = pragma(store, "PRAGMA user_version");
    for (int64_t version = before; version < SCHEMA_VERSION && !status; version++)
        status = version < 0 ? db_failure(store, error) : db_execute(store, upgrades[version], error);
    if (!status && before > 0 && before < WITH_LABELS)
        status = farm_sqlite_settle_labels(store, error);
    return db_end(store, status, error);
}

static bool may_only_read(const farm_store *store) { return sqlite3_db_readonly(store->db, "main") == 1; }

flank_status db_check(farm_store *store, flank_error *error)
{
    const int64_t application = pragma(store, "PRAGMA application_id");
    if (application < 0)
        return db_failure(store, error);
    if (application != APPLICATION_ID)
        return db_no_store(error);
    const int64_t version = pragma(store, "PRAGMA user_version");
    if (version >= 1 && version < SCHEMA_VERSION && may_only_read(store))
        return error_say(error, FLANK_BAD_FILE, 0, SAY(TEXT),
                         say_text("is the store of an older flank, and may only be read; open a copy, which is then"
                                  " brought up to date"));
    if (version >= 1 && version <= SCHEMA_VERSION)
        return version < SCHEMA_VERSION ? upgrade(store, error) : FLANK_OK;
    return error_say(error, FLANK_BAD_FILE, 0, SAY(TEXT),
                     say_text(version > SCHEMA_VERSION ? "is the store of a newer flank" : "is damaged: no version"));
}

static void close_store(farm_store *store)
{
    if (!store)
        return;
    for (int i = 0; i < SQL_COUNT; i++)
        sqlite3_finalize(store->statement[i]);
    sqlite3_close(store->db);
    text_free(&store->held);
    free(store);
}

/* Open again a file that may only be read and that nobody works on: SQLite would otherwise make files beside it. */
static int open_unchanging(farm_store *store, const char *path)
{
    text_buffer name = {NULL};
    text_add(&name, "file:");
    for (const char *at = path; *at; at++)
        if (strchr("%?#", *at))
            text_addf(&name, "%%%02x", (unsigned)*at);
        else
            text_add_bytes(&name, at, 1);
    text_add(&name, "?immutable=1");
    sqlite3_close(store->db);
    const int flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_URI;
    const int result = name.failed ? SQLITE_NOMEM : sqlite3_open_v2(name.bytes, &store->db, flags, NULL);
    text_free(&name);
    return result;
}

/* SQLite has its own meanings for some names; one that begins with a folder is always a file. */
static int open_file(farm_store *store, const char *path, bool create)
{
    text_buffer name = {NULL}, log = {NULL};
    text_addf(&name, "%s%s", path[0] == '/' ? "" : "./", path);
    text_addf(&log, "%s-wal", path);
    const int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | (create ? SQLITE_OPEN_CREATE : 0);
    int result = name.failed || log.failed ? SQLITE_NOMEM : sqlite3_open_v2(name.bytes, &store->db, flags, NULL);
    if (result == SQLITE_OK && may_only_read(store) && access(log.bytes, F_OK) != 0)
        result = open_unchanging(store, name.bytes);
    text_free(&name);
    text_free(&log);
    return result;
}

/* A file without a byte is what an init that was killed leaves. */
static bool is_there(const char *where)
{
    struct stat state;
    return access(where, F_OK) == 0 && (stat(where, &state) || !S_ISREG(state.st_mode) || state.st_size > 0);
}

/* Remove the file of an init that failed, for lack of room above all, unless somebody else fills it: then that one has
 * the lock. */
static void remove_empty(const farm_store *store, const char *where)
{
    if (sqlite3_exec(store->db, "PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE", NULL, NULL, NULL) == SQLITE_OK &&
        !is_there(where))
        unlink(where);
}

static flank_status open_store(const char *where, bool create, farm_store **out, flank_error *error)
{
    *out = NULL;
    const flank_status unfit = plain_file_check(where, create ? FLANK_CANNOT_WRITE : FLANK_CANNOT_READ, error);
    if (unfit)
        return unfit;
    if (create && is_there(where))
        return error_say(error, FLANK_BAD_ARGUMENT, 0, SAY(TEXT), say_text("is there already"));
    struct stat before;
    const bool is_new = create && lstat(where, &before) != 0; /* a link to nothing is the user's */
    farm_store *store = calloc(1, sizeof *store);
    if (!store)
        return error_say(error, FLANK_NO_MEMORY, 0, SAY(NO_MEMORY));
    flank_status status = open_file(store, where, create) == SQLITE_OK ? FLANK_OK : db_failure(store, error);
    if (status == FLANK_CANNOT_READ && create)
        status = FLANK_CANNOT_WRITE;
    else if (status == FLANK_CANNOT_READ && access(where, F_OK) != 0)
        status = error_say(error, FLANK_CANNOT_READ, 0, SAY(TEXT),
                           say_text("there is no such store; 'flank farm init' makes one"));
    if (!status) {
        sqlite3_busy_timeout(store->db, BUSY_MS);
        sqlite3_db_config(store->db, SQLITE_DBCONFIG_DEFENSIVE, 1, (int *)NULL);
        sqlite3_db_config(store->db, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, (int *)NULL);
        status = may_only_read(store) ? FLANK_OK : db_execute(store, settings, error);
    }
    if (!status)
        status = create ? upgrade(store, error) : db_check(store, error);
    if (!status && !may_only_read(store))
        status = db_execute(store, "PRAGMA journal_mode = WAL", error);
    if (!status) {
        *out = store;
        return FLANK_OK;
    }
    if (is_new)
        remove_empty(store, where);
    close_store(store);
    return status;
}

const farm_store_kind farm_sqlite = {
    .name = "SQLite",
    .open = open_store,
    .close = close_store,
    .identify = farm_sqlite_identify,
    .admit_build = farm_sqlite_admit_build,
    .set_sample = farm_sqlite_set_sample,
    .list_conflicts = farm_sqlite_list_conflicts,
    .list_parked = farm_sqlite_list_parked,
    .begin_run = farm_sqlite_begin_run,
    .add_items = farm_sqlite_add_items,
    .add_units = farm_sqlite_add_units,
    .add_note = farm_sqlite_add_note,
    .drop_runs = farm_sqlite_drop_runs,
    .open_run = farm_sqlite_open_run,
    .set_state = farm_sqlite_set_state,
    .list_runs = farm_sqlite_list_runs,
    .find_run = farm_sqlite_find_run,
    .get_params = farm_sqlite_get_params,
    .retry = farm_sqlite_retry,
    .add_worker = farm_sqlite_add_worker,
    .beat = farm_sqlite_beat,
    .claim = farm_sqlite_claim,
    .finish = farm_sqlite_finish,
    .exchange = farm_sqlite_exchange,
    .finish_units = farm_sqlite_finish_units,
    .give_up = farm_sqlite_give_up,
    .hand_back = farm_sqlite_hand_back,
    .append = farm_sqlite_append,
    .put_note = farm_sqlite_put_note,
    .get_note = farm_sqlite_get_note,
    .look_up = farm_sqlite_look_up,
    .get_review = farm_sqlite_get_review,
    .put_review = farm_sqlite_put_review,
    .is_done = farm_sqlite_is_done,
    .count = farm_sqlite_count,
    .each_item = farm_sqlite_each_item,
    .each_unit = farm_sqlite_each_unit,
    .each_row = farm_sqlite_each_row,
    .each_fault = farm_sqlite_each_fault,
    .begin_load = farm_sqlite_begin_load,
    .load = farm_sqlite_load,
    .settle_labels = farm_sqlite_settle_labels,
    .end_load = farm_sqlite_end_load,
};
