/* SPDX-License-Identifier: MIT
 *
 * The statements of a store in a file, and what all of its parts do with them.
 */
#include "farm/farm_sqlite_store.h"

#include "core/error.h"
#include "core/little_endian.h"

#include <errno.h>

/* Lists of kinds have commas at both ends here. */
#define OF_KINDS "(?1 IS NULL OR instr(?1, ',' || kind || ','))"
#define FREE "attempts < 3 AND NOT EXISTS(SELECT 1 FROM lease WHERE lease.token = again.token)"
#define KNOWN "lo, hi, position.best, position.nodes"
/* A clock that jumped back would keep leases for as long: one that lasts for more than ten minutes is over, too, if its
 * worker has not beaten since, or if it only waits. */
#define IS_LATE(now)                                                                                                   \
    "(until < " now " OR (until > " now " + 600 AND (worker = 0 OR EXISTS(SELECT 1 FROM worker"                        \
    " WHERE worker.id = lease.worker AND beat > " now " + 180))))"
#define NEXT_RUN_ID "(SELECT max(last_run, (SELECT coalesce(max(id), 0) FROM run)) + 1 FROM store)"

static const char *const sql[SQL_COUNT] = {
    [FIND_RUN] = "SELECT id, state FROM run WHERE name = ?1",
    [EMPTY_ITEMS] = "DELETE FROM item WHERE run = ?1",
    [EMPTY_UNITS] = "DELETE FROM unit WHERE run = ?1",
    [EMPTY_NOTES] = "DELETE FROM note WHERE run = ?1",
    [EMPTY_TASKS] = "DELETE FROM task WHERE run = ?1",
    [EMPTY_LEASES] = "DELETE FROM lease WHERE run = ?1",
    [EMPTY_PARKED] = "DELETE FROM parked WHERE run = ?1",
    [EMPTY_SPENT] = "DELETE FROM spent WHERE run = ?1",
    [EMPTY_AGAIN] = "DELETE FROM again WHERE run = ?1",
    [EMPTY_WORK] = "DELETE FROM work WHERE run = ?1",
    [EMPTY_CONFLICTS] = "DELETE FROM conflict WHERE run = ?1 AND unit IS NOT NULL",
    /* Positions and others go on to name it: no other run has its number. */
    [RETIRE_RUN] = "UPDATE store SET last_run = max(last_run, ?1)",
    [IS_HELD] = "SELECT 1 FROM lease WHERE run = ?1 AND worker <> 0 AND NOT " IS_LATE("?2"),
    [DROP_RUN] = "DELETE FROM run WHERE id = ?1",
    [RENEW_RUN] = "UPDATE run SET id = " NEXT_RUN_ID ", question = ?2, number = ?3, rules = ?4,"
                  " priority = ?5, budget = ?6, kind = ?7, params = ?8, items = 0 WHERE id = ?1 RETURNING id",
    /* With as many items as ?2 says, if that is not negative. */
    [IS_FILLING] = "SELECT 1 FROM run WHERE id = ?1 AND state = 0 AND (?2 < 0 OR items = ?2)",
    [GET_RUN] = "SELECT question, number, rules, state, items, kind FROM run WHERE id = ?1",
    [GET_PARAMS] = "SELECT params FROM run WHERE id = ?1",
    [ADD_RUN] = "INSERT INTO run(id, created, question, number, rules, priority, budget, kind, params, name, state,"
                " items) VALUES(" NEXT_RUN_ID ", ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, 0, 0) RETURNING id",
    [ADD_RULES] = "INSERT INTO rules(game, text) VALUES('othello', ?1) ON CONFLICT DO NOTHING",
    [FIND_RULES] = "SELECT id FROM rules WHERE game = 'othello' AND text = ?1",
    [ADD_ITEM] = "INSERT INTO item(run, at, board, form) VALUES(?1, ?2, ?3, ?4)",
    [ADD_UNIT] = "INSERT INTO unit(run, id, payload) VALUES(?1, ?2, ?3)",
    [ASK_ITEM] = "INSERT INTO item(run, at, board, form, number) VALUES(?1, ?2, ?3, ?4, ?5) ON CONFLICT DO NOTHING",
    [COUNT_ITEMS] = "UPDATE run SET items = max(items, ?2) WHERE id = ?1",
    /* Of the questions only the bounds differ: ?2..?3 is the range of values within which an answer is still open. */
    /* Tasks have the order of the table of positions, so that the answers of a lease are neighbours there. */
    [MAKE_TASKS] = "INSERT INTO task(run, id, board, attempts)"
                   " SELECT ?1, row_number() OVER (ORDER BY board) - 1, board, 0 FROM"
                   " (SELECT DISTINCT item.board AS board FROM item"
                   " LEFT JOIN position ON position.rules = ?4 AND position.board = item.board"
                   " WHERE item.run = ?1 AND NOT coalesce(lo = hi OR lo > ?3 OR hi < ?2, 0))",
    /* A label is of its level: it is asked even where the value is proved. */
    [MAKE_LABEL_TASKS] = "INSERT INTO task(run, id, board, attempts)"
                         " SELECT ?1, row_number() OVER (ORDER BY board) - 1, board, 0 FROM"
                         " (SELECT DISTINCT board FROM item WHERE run = ?1 AND NOT EXISTS(SELECT 1 FROM label"
                         " WHERE label.rules = ?2 AND label.board = item.board AND label.level = ?3))",
    [MAKE_UNIT_TASKS] = "INSERT INTO task(run, id, board, attempts) SELECT run, id, zeroblob(16), 0 FROM unit"
                        " WHERE run = ?1 ORDER BY id",
    [SET_STATE] = "UPDATE run SET state = ?2 WHERE id = ?1 AND state > 0",
    [OPEN_RUN] = "UPDATE run SET state = 1 WHERE id = ?1",
    [RUNS] =
        "SELECT run.id, name, question, number, state, created, items,"
        " (SELECT count(*) FROM task WHERE run = run.id),"
        " (SELECT coalesce(sum(length(tasks)), 0) FROM lease WHERE lease.run = run.id AND again = 0),"
        " (SELECT count(*) FROM parked WHERE run = run.id),"
        " (SELECT coalesce(sum(tasks), 0) FROM work WHERE run = run.id),"
        " (SELECT coalesce(sum(nodes), 0) FROM work WHERE run = run.id), kind, rules, rules.text, priority, budget,"
        " (SELECT count(*) FROM spent WHERE run = run.id) FROM run JOIN rules ON rules.id = rules"
        " WHERE ?1 IS NULL OR name = ?1 ORDER BY run.id",
    [RETRY_TASKS] = "INSERT INTO task SELECT run, id, board, 0, number FROM parked WHERE run = ?1",
    [RETRY_AGAIN] = "UPDATE again SET attempts = 0 WHERE run = ?1",
    [RETRY_FORGET] = "DELETE FROM parked WHERE run = ?1",
    [IDENTITY] = "SELECT identity FROM store",
    [SAMPLE] = "SELECT sample FROM store",
    [SET_SAMPLE] = "UPDATE store SET sample = ?1",
    [ADMIT_BUILD] = "INSERT INTO build(signature, trusted, name) VALUES(?1, ?2, ?3) ON CONFLICT(signature)"
                    " DO UPDATE SET name = excluded.name, trusted = excluded.trusted",
    /* The admitted ones, if there are any and this one is not among them. */
    [REFUSED_BUILDS] = "SELECT group_concat(name || ' with ' || signature, ', ') FROM build"
                       " WHERE NOT EXISTS(SELECT 1 FROM build WHERE signature = ?1)",
    [IS_TRUSTED] = "SELECT coalesce((SELECT trusted FROM worker JOIN build USING(signature) WHERE worker.id = ?1), 1)",
    [ADD_WORKER] = "INSERT INTO worker(host, build, threads, signature, beat, settings, nodes)"
                   " VALUES(?1, ?2, ?3, ?4, ?5, ?6, 0)",
    [BEAT] = "UPDATE worker SET beat = ?2, nodes = nodes + ?3 WHERE id = ?1",
    /* The clock jumped back, and this one is there. */
    [BEAT_NOW] = "UPDATE worker SET beat = ?2 WHERE id = ?1 AND beat > ?2",
    [PROLONG] = "UPDATE lease SET until = ?2 WHERE worker = ?1 AND token = ?3",
    [LATE_LEASES] = "SELECT token, worker FROM lease WHERE " IS_LATE("?1") " LIMIT 1",
    [TAKE_LEASE] = "DELETE FROM lease WHERE token = ?1 RETURNING run, tasks, numbers, again",
    [SEE_LEASE] = "SELECT run FROM lease WHERE token = ?1",
    [RENEW_LEASE] = "UPDATE lease SET tasks = ?2 WHERE token = ?1",
    [NEXT_RUN] =
        "SELECT run.id, question, number, rules, rules.text, kind, params, budget FROM run"
        " JOIN rules ON rules.id = rules WHERE state = 1 AND " OF_KINDS " AND (?2 OR kind IN ('solve', 'label'))"
        " AND EXISTS(SELECT 1 FROM task WHERE run = run.id) ORDER BY priority DESC, run.id LIMIT 1",
    [READ_TASKS] = "SELECT id, board, attempts, number FROM task WHERE run = ?1 ORDER BY id LIMIT ?2",
    [CUT_TASKS] = "DELETE FROM task WHERE run = ?1 AND id <= ?2",
    [GET_PAYLOAD] = "SELECT payload FROM unit WHERE run = ?1 AND id = ?2",
    [ADD_LEASE] = "INSERT INTO lease(run, worker, until, tasks, numbers) VALUES(?1, ?2, ?3, ?4, ?5)",
    [FIND_AGAIN] = "SELECT run.id, question, number, rules, rules.text, kind, params, budget, held, worker FROM"
                   " (SELECT run AS of, held, worker FROM again WHERE worker < ?2 AND " FREE
                   " UNION ALL SELECT run, held, worker FROM again WHERE worker > ?2 AND " FREE ")"
                   " JOIN run ON run.id = of JOIN rules ON rules.id = rules WHERE state = 1 AND " OF_KINDS
                   " AND (kind IN ('solve', 'label') OR EXISTS(SELECT 1 FROM worker v JOIN worker w"
                   " USING(signature, settings) WHERE v.id = worker AND w.id = ?2)) LIMIT 1",
    [READ_AGAIN] = "SELECT id, board, attempts, number FROM again WHERE run = ?1 AND held = ?3 AND worker = ?4"
                   " AND " FREE " ORDER BY id LIMIT ?2",
    [MARK_AGAIN] = "UPDATE again SET token = ?3, attempts = attempts + 1 WHERE run = ?1 AND id = ?2",
    [MARK_LEASE] = "UPDATE lease SET again = ?2 WHERE token = ?1",
    [ADD_AGAIN] = "INSERT INTO again(run, id, number, worker, held, lo, hi, best, guess, nodes, spent, board, token,"
                  " attempts) VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, 0, 0) ON CONFLICT DO NOTHING",
    [COMPARE_AGAIN] =
        "INSERT INTO conflict(board, lo, hi, nodes, run, worker, at, rules, first_worker, first_lo, first_hi,"
        " first_nodes) SELECT board, ?4, ?5, ?8, ?1, ?3, ?10, ?11, a.worker, a.lo, a.hi, a.nodes FROM again a"
        " JOIN worker v ON v.id = a.worker JOIN worker w ON w.id = ?3 WHERE a.run = ?1 AND a.id = ?2"
        " AND (max(a.lo, ?4) > min(a.hi, ?5) OR (v.signature = w.signature AND v.settings = w.settings"
        " AND (a.lo, a.hi, a.best, a.guess, a.nodes, a.spent) <> (?4, ?5, ?6, ?7, ?8, ?9)))",
    [COMPARE_UNIT] = "INSERT INTO conflict(board, lo, hi, nodes, run, worker, at, rules, unit, first_worker, first_lo,"
                     " first_hi, first_nodes) SELECT a.board, -64, 64, 0, ?1, ?3, ?4, ?5, ?2, a.worker, -64, 64, 0"
                     " FROM again a JOIN unit u ON u.run = a.run AND u.id = a.id WHERE a.run = ?1 AND a.id = ?2"
                     " AND u.answer IS NOT ?6",
    [DROP_AGAIN] = "DELETE FROM again WHERE run = ?1 AND id = ?2",
    [CONFLICTS] = "SELECT board, coalesce(first_worker, 0), coalesce(v.host, ''), coalesce(first_lo, -64),"
                  " coalesce(first_hi, 64), coalesce(first_nodes, 0), worker, w.host, lo, hi, conflict.nodes,"
                  " coalesce(unit, -1), coalesce(run.name, '') FROM conflict LEFT JOIN run ON run.id = run JOIN worker "
                  "w ON w.id = worker "
                  "LEFT JOIN worker v ON v.id = first_worker"
                  " ORDER BY conflict.id DESC LIMIT ?1",
    [PARKED] = "SELECT board, CASE WHEN kind IN ('solve', 'label') THEN -1 ELSE parked.id END, run.name, error"
               " FROM parked JOIN run ON run.id = run ORDER BY run.id DESC, parked.id LIMIT ?1",
    [ADD_TASK] = "INSERT INTO task(run, id, board, attempts, number) VALUES(?1, ?2, ?3, ?4, ?5)",
    [PARK] = "INSERT INTO parked(run, id, board, error, number) VALUES(?1, ?2, ?3, ?4, ?5)",
    [PUT_POSITION] =
        "INSERT INTO position(board, lo, hi, best, nodes, run, worker, rules) VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)"
        " ON CONFLICT(rules, board) DO UPDATE SET"
        " best = CASE WHEN excluded.best < 65 AND (excluded.lo >= lo OR best = 65) THEN excluded.best ELSE best END,"
        " lo = max(lo, excluded.lo), hi = min(hi, excluded.hi),"
        " nodes = nodes + excluded.nodes, run = excluded.run, worker = excluded.worker"
        " WHERE max(lo, excluded.lo) <= min(hi, excluded.hi)",
    [GET_POSITION] = "SELECT " KNOWN " FROM position WHERE rules = ?1 AND board = ?2",
    /* The first one stands. */
    [ADD_LABEL] = "INSERT INTO label(board, level, best, guess, depth, selectivity, nodes, run, worker, rules)"
                  " VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10) ON CONFLICT DO NOTHING",
    [HAS_LABEL] = "SELECT 1 FROM label WHERE rules = ?1 AND level = ?2 AND board = ?3",
    [ADD_CONFLICT] = "INSERT INTO conflict(board, lo, hi, nodes, run, worker, at, rules, first_worker, first_lo,"
                     " first_hi, first_nodes) SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, worker, lo, hi, nodes"
                     " FROM position WHERE board = ?1 AND rules = ?8",
    [ADD_SPENT] = "INSERT INTO spent(run, number, board, id) VALUES(?1, ?2, ?3, ?4) ON CONFLICT DO NOTHING",
    [IS_SPENT] = "SELECT 1 FROM spent WHERE run = ?1 AND number = ?2 AND board = ?3",
    [ANSWER_UNIT] = "UPDATE unit SET worker = ?3, answer = ?4 WHERE run = ?1 AND id = ?2",
    [PUT_NOTE] = "INSERT INTO note(run, name, value) VALUES(?1, ?2, ?3)"
                 " ON CONFLICT(run, name) DO UPDATE SET value = excluded.value",
    [GET_NOTE] = "SELECT value FROM note WHERE run = ?1 AND name = ?2",
    [PUT_REVIEW] = "INSERT INTO review(question, answer) VALUES(?1, ?2) ON CONFLICT DO NOTHING",
    [GET_REVIEW] = "SELECT answer FROM review WHERE question = ?1",
    [ADD_WORK] = "INSERT INTO work VALUES(?1, ?2, ?3, ?4) ON CONFLICT DO UPDATE SET tasks = tasks + ?3,"
                 " nodes = nodes + ?4",
    [IS_DONE] = "SELECT NOT EXISTS(SELECT 1 FROM run WHERE state = 1 AND " OF_KINDS
                " AND (EXISTS(SELECT 1 FROM task WHERE run = run.id)"
                " OR EXISTS(SELECT 1 FROM lease WHERE run = run.id)))",
    [COUNTS] =
        "SELECT (SELECT count(*) FROM position) + (SELECT count(*) FROM (SELECT DISTINCT rules, board"
        " FROM label l WHERE NOT EXISTS(SELECT 1 FROM position p WHERE p.rules = l.rules AND p.board = l.board))),"
        " (SELECT count(*) FROM conflict), (SELECT count(*) FROM worker),"
        " (SELECT count(*) FROM worker WHERE beat BETWEEN ?1 AND ?1 + 360), (SELECT coalesce(sum(nodes), 0) FROM "
        "worker),"
        " (SELECT count(*) FROM again)",
    [ITEMS] = "SELECT " KNOWN ", label.best, guess, depth, selectivity, label.nodes, at, item.board, form,"
              " coalesce(item.number, ?3) FROM item"
              " LEFT JOIN position ON position.rules = ?2 AND position.board = item.board"
              " LEFT JOIN label ON ?4 = 3 AND label.rules = ?2 AND label.board = item.board"
              " AND label.level = coalesce(item.number, ?3)"
              " WHERE item.run = ?1 ORDER BY at",
    [UNITS] = "SELECT id, payload, answer FROM unit WHERE run = ?1 ORDER BY id",
};

/* ---- Statements -------------------------------------------------------------------------------------------------- */

flank_status db_damaged(const char *table, flank_error *error)
{
    text_buffer text = {NULL};
    text_addf(&text, "the store is damaged: a row of its table %s", table);
    error_say(error, FLANK_BAD_FILE, 0, SAY(TEXT), say_text(text.bytes ? text.bytes : ""));
    text_free(&text);
    return FLANK_BAD_FILE;
}

/* True if a value in some row of the table is larger than SQLite reads. */
static bool has_too_large(const farm_store *store, const char *table)
{
    sqlite3_stmt *statement = NULL;
    char *text = sqlite3_mprintf("SELECT * FROM \"%w\"", table);
    int result = text ? sqlite3_prepare_v2(store->db, text, -1, &statement, NULL) : SQLITE_NOMEM;
    while (statement && (result = sqlite3_step(statement)) == SQLITE_ROW)
        ;
    sqlite3_finalize(statement);
    sqlite3_free(text);
    return result == SQLITE_TOOBIG;
}

/* Name the table of a value that is too large, which SQLite does not: all of them are read. */
static flank_status say_too_large(const farm_store *store, flank_error *error)
{
    sqlite3_stmt *tables = NULL;
    bool found = false;
    sqlite3_prepare_v2(store->db, "SELECT name FROM sqlite_master WHERE type = 'table'", -1, &tables, NULL);
    while (!found && db_step(tables) == SQLITE_ROW) {
        const char *table = (const char *)sqlite3_column_text(tables, 0);
        found = table && has_too_large(store, table);
        if (found)
            db_damaged(table, error);
    }
    sqlite3_finalize(tables);
    return found ? FLANK_BAD_FILE
                 : error_say(error, FLANK_BAD_FILE, 0, SAY(TEXT), say_text(sqlite3_errstr(SQLITE_TOOBIG)));
}

flank_status db_no_store(flank_error *error)
{
    return error_say(error, FLANK_BAD_FILE, 0, SAY(TEXT), say_text("is not the store of a farm"));
}

/* The reason of a failure to read or write, with SQLite's words only where nobody has better ones. */
static flank_status say_why(const farm_store *store, flank_status status, error_part what, int number,
                            flank_error *error)
{
    return number ? error_say(error, status, 0, what, say_system(number))
                  : error_say(error, status, 0, what, SAY(TEXT), say_text(sqlite3_errmsg(store->db)));
}

flank_status db_failure(const farm_store *store, flank_error *error)
{
    const int number = store->db ? sqlite3_system_errno(store->db) : 0;
    switch (store->db ? sqlite3_errcode(store->db) & 0xFF : SQLITE_NOMEM) {
    case SQLITE_NOMEM:
        return error_say(error, FLANK_NO_MEMORY, 0, SAY(NO_MEMORY));
    case SQLITE_TOOBIG:
        return say_too_large(store, error);
    case SQLITE_NOTADB:
        return db_no_store(error);
    case SQLITE_CORRUPT:
        return say_why(store, FLANK_BAD_FILE, SAY(LIBRARY_DAMAGED), 0, error);
    case SQLITE_CANTOPEN:
        return say_why(store, FLANK_CANNOT_READ, SAY(LIBRARY_CANNOT_USE), number, error);
    case SQLITE_READONLY:
        return error_say(error, FLANK_CANNOT_WRITE, 0, SAY(CANNOT_WRITE_BECAUSE), SAY(TEXT),
                         say_text("it may only be read"));
    case SQLITE_BUSY:
        return error_say(error, FLANK_CANNOT_WRITE, 0, SAY(TEXT),
                         say_text("another process is writing the store; try again later"));
    case SQLITE_FULL:
        return say_why(store, FLANK_CANNOT_WRITE, SAY(CANNOT_WRITE_BECAUSE), ENOSPC, error);
    case SQLITE_IOERR:
        return say_why(store, FLANK_CANNOT_WRITE, SAY(CANNOT_WRITE_BECAUSE), number, error);
    default:
        return say_why(store, FLANK_CANNOT_WRITE, SAY(CANNOT_WRITE_BECAUSE), 0, error);
    }
}

flank_status db_execute(const farm_store *store, const char *text, flank_error *error)
{
    return sqlite3_exec(store->db, text, NULL, NULL, NULL) == SQLITE_OK ? FLANK_OK : db_failure(store, error);
}

sqlite3_stmt *db_use(farm_store *store, sql_name name)
{
    sqlite3_stmt **statement = &store->statement[name];
    if (*statement)
        sqlite3_reset(*statement);
    else if (sqlite3_prepare_v3(store->db, sql[name], -1, SQLITE_PREPARE_PERSISTENT, statement, NULL))
        return NULL;
    return *statement;
}

sqlite3_stmt *db_use_numbers(farm_store *store, sql_name name, size_t count, const int64_t *values)
{
    sqlite3_stmt *statement = db_use(store, name);
    for (size_t i = 0; statement && i < count; i++)
        sqlite3_bind_int64(statement, (int)i + 1, values[i]);
    return statement;
}

int db_step(sqlite3_stmt *statement) { return statement ? sqlite3_step(statement) : SQLITE_ERROR; }

flank_status db_run(farm_store *store, sqlite3_stmt *statement, flank_error *error)
{
    int result = db_step(statement);
    while (result == SQLITE_ROW)
        result = db_step(statement);
    const flank_status status = result == SQLITE_DONE ? FLANK_OK : db_failure(store, error);
    sqlite3_reset(statement);
    return status;
}

/* ---- Transactions ------------------------------------------------------------------------------------------------ */

flank_status db_begin(const farm_store *store, flank_error *error)
{
    return db_execute(store, "BEGIN IMMEDIATE", error);
}

flank_status db_end(farm_store *store, flank_status status, flank_error *error)
{
    for (int i = 0; i < SQL_COUNT; i++) /* a statement with rows left would keep the transaction open */
        sqlite3_reset(store->statement[i]);
    if (status == FLANK_OK)
        status = db_execute(store, "COMMIT", error);
    if (status)
        sqlite3_exec(store->db, "ROLLBACK", NULL, NULL, NULL);
    return status;
}

/* ---- Bytes ------------------------------------------------------------------------------------------------------- */

void db_put_board(uint8_t *bytes, uint64_t own, uint64_t other)
{
    little_put(bytes, 8, own);
    little_put(bytes + 8, 8, other);
}

bool db_get_board(sqlite3_stmt *statement, int column, uint64_t *own, uint64_t *other)
{
    const uint8_t *bytes = sqlite3_column_blob(statement, column);
    if (sqlite3_column_bytes(statement, column) != BOARD_BYTES)
        return false;
    *own = little_get(bytes, 8);
    *other = little_get(bytes + 8, 8);
    return (*own & *other) == 0;
}

/* ---- Values ------------------------------------------------------------------------------------------------------ */

void db_bind_text(sqlite3_stmt *statement, int at, const char *text)
{
    sqlite3_bind_text(statement, at, text, -1, SQLITE_TRANSIENT);
}

void db_bind_board(sqlite3_stmt *statement, int at, uint64_t own, uint64_t other)
{
    uint8_t board[BOARD_BYTES];
    db_put_board(board, own, other);
    sqlite3_bind_blob(statement, at, board, BOARD_BYTES, SQLITE_TRANSIENT);
}

void db_bind_bytes(sqlite3_stmt *statement, int at, farm_bytes of)
{
    sqlite3_bind_blob64(statement, at, of.size ? of.bytes : "", of.size, SQLITE_STATIC);
}

void db_copy_text(sqlite3_stmt *row, int column, char *out, size_t room)
{
    const char *text = (const char *)sqlite3_column_text(row, column);
    memset(out, 0, room);
    for (size_t i = 0; text && text[i] && i + 1 < room; i++)
        out[i] = text[i];
}

flank_status db_read_number(farm_store *store, sqlite3_stmt *statement, int64_t *number, flank_error *error)
{
    const int result = db_step(statement);
    if (result == SQLITE_ROW)
        *number = sqlite3_column_int64(statement, 0);
    const flank_status status = result == SQLITE_ROW    ? FLANK_OK
                                : result == SQLITE_DONE ? FLANK_NOT_FOUND
                                                        : db_failure(store, error);
    sqlite3_reset(statement);
    return status;
}

flank_status db_bind_kinds(sqlite3_stmt *statement, const char *kinds, flank_error *error)
{
    text_buffer list = {NULL};
    if (kinds)
        text_addf(&list, ",%s,", kinds);
    sqlite3_bind_text(statement, 1, list.bytes, -1, SQLITE_TRANSIENT); /* NULL without kinds */
    const bool failed = list.failed;
    text_free(&list);
    return failed ? error_say(error, FLANK_NO_MEMORY, 0, SAY(NO_MEMORY)) : FLANK_OK;
}

farm_answer db_nothing_known(uint64_t own, uint64_t other)
{
    return (farm_answer){.own = own, .other = other, .lo = -64, .hi = 64, .best = FARM_NO_BEST, .guess = FARM_NO_GUESS};
}

bool db_read_known(sqlite3_stmt *row, farm_answer *known)
{
    if (sqlite3_column_type(row, 0) == SQLITE_NULL)
        return false;
    known->lo = sqlite3_column_int(row, 0);
    known->hi = sqlite3_column_int(row, 1);
    known->best = sqlite3_column_int(row, 2);
    known->nodes = (uint64_t)sqlite3_column_int64(row, 3);
    return true;
}
