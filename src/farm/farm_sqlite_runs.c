/* SPDX-License-Identifier: MIT
 *
 * A store in a file: runs, and looking at what is in it.
 */
#include "farm/farm_sqlite_store.h"

#include "core/error.h"

#include <assert.h>
#include <time.h>

/* ---- Runs -------------------------------------------------------------------------------------------------------- */

static flank_status find_name(farm_store *store, const char *name, int64_t *id, flank_error *error)
{
    sqlite3_stmt *statement = db_use(store, FIND_RUN);
    db_bind_text(statement, 1, name);
    const int result = db_step(statement);
    flank_status status = result == SQLITE_ROW    ? FLANK_OK
                          : result == SQLITE_DONE ? FLANK_NOT_FOUND
                                                  : db_failure(store, error);
    if (result == SQLITE_ROW) {
        *id = sqlite3_column_int64(statement, 0);
        if (sqlite3_column_int(statement, 1) != FARM_FILLING)
            status =
                error_say(error, FLANK_BAD_ARGUMENT, 0, SAY(TEXT), say_text("there is a run of that name already"));
    }
    sqlite3_reset(statement);
    return status;
}

static flank_status find_rules(farm_store *store, const char *text, int64_t *id, flank_error *error)
{
    sqlite3_stmt *statement = db_use(store, ADD_RULES);
    db_bind_text(statement, 1, text);
    const flank_status status = db_run(store, statement, error);
    if (status)
        return status;
    statement = db_use(store, FIND_RULES);
    db_bind_text(statement, 1, text);
    return db_read_number(store, statement, id, error);
}

/* Write the plan into a new run (`first` is the time), or into an old one (`first` is its id) under a new id. */
static flank_status write_plan(farm_store *store, sql_name name, int64_t first, const farm_plan *plan, int64_t *id,
                               flank_error *error)
{
    int64_t rules = 0;
    const flank_status status = find_rules(store, plan->rules ? plan->rules : "", &rules, error);
    if (status)
        return status;
    sqlite3_stmt *statement = db_use_with(store, name, first, plan->wish.question, plan->wish.number, rules,
                                          plan->priority, (int64_t)plan->budget_nodes);
    db_bind_text(statement, 7, plan->kind ? plan->kind : farm_kind_of_wish(plan->wish));
    db_bind_text(statement, 8, plan->params ? plan->params : "");
    if (name == ADD_RUN)
        db_bind_text(statement, 9, plan->name);
    return db_read_number(store, statement, id, error);
}

/* Forget what is in a run. */
static flank_status empty_run(farm_store *store, int64_t id, flank_error *error)
{
    static const sql_name parts[] = {EMPTY_ITEMS, EMPTY_UNITS, EMPTY_NOTES};
    flank_status status = FLANK_OK;
    for (size_t i = 0; !status && i < sizeof parts / sizeof *parts; i++)
        status = db_run(store, db_use_with(store, parts[i], id), error);
    return status;
}

/* The run is being filled and has so many items (-1: any number): nobody else has begun it anew. */
static flank_status check_filling(farm_store *store, int64_t id, int64_t items, flank_error *error)
{
    int64_t found;
    const flank_status status = db_read_number(store, db_use_with(store, IS_FILLING, id, items), &found, error);
    return status == FLANK_NOT_FOUND
               ? error_say(error, FLANK_CANNOT_WRITE, 0, SAY(TEXT), say_text("another submit has begun this run anew"))
               : status;
}

flank_status farm_sqlite_begin_run(farm_store *store, const farm_plan *plan, int64_t *id, flank_error *error)
{
    flank_status status = farm_check_plan(plan, error);
    if (!status)
        status = db_begin(store, error);
    if (status)
        return status;
    status = find_name(store, plan->name, id, error);
    const bool is_new = status == FLANK_NOT_FOUND;
    if (!status)
        status = empty_run(store, *id, error);
    if (!status)
        status = write_plan(store, RENEW_RUN, *id, plan, id, error);
    if (is_new)
        status = write_plan(store, ADD_RUN, (int64_t)time(NULL), plan, id, error);
    return db_end(store, status, error);
}

/* Drop a run of any state. */
static flank_status drop_run(farm_store *store, int64_t id, flank_error *error)
{
    static const sql_name parts[] = {EMPTY_TASKS, EMPTY_LEASES,    EMPTY_PARKED, EMPTY_SPENT, EMPTY_AGAIN,
                                     EMPTY_WORK,  EMPTY_CONFLICTS, RETIRE_RUN,   DROP_RUN};
    flank_status status = empty_run(store, id, error);
    for (size_t i = 0; !status && i < sizeof parts / sizeof *parts; i++)
        status = db_run(store, db_use_with(store, parts[i], id), error);
    return status;
}

/* May the run be dropped? FLANK_BAD_ARGUMENT: a worker holds tasks of it. */
static flank_status may_drop(farm_store *store, int64_t id, farm_dropping which, bool *may, flank_error *error)
{
    int64_t one;
    *may = which != FARM_DROP_FILLING;
    if (which == FARM_DROP_ANY)
        return FLANK_OK;
    sqlite3_stmt *statement = which == FARM_DROP_IDLE ? db_use_with(store, IS_HELD, id, (int64_t)time(NULL))
                                                      : db_use_with(store, IS_FILLING, id, -1);
    const flank_status status = db_read_number(store, statement, &one, error);
    if (which == FARM_DROP_IDLE && !status)
        return error_say(error, FLANK_BAD_ARGUMENT, 0, SAY(TEXT), say_text("workers hold tasks of it"));
    *may = *may || !status;
    return status == FLANK_NOT_FOUND ? FLANK_OK : status;
}

flank_status farm_sqlite_drop_runs(farm_store *store, const int64_t *runs, size_t count, farm_dropping which,
                                   flank_error *error)
{
    flank_status status = db_begin(store, error);
    if (status)
        return status;
    for (size_t i = 0; i < count && !status; i++) {
        bool may = false;
        status = may_drop(store, runs[i], which, &may, error);
        if (!status && may)
            status = drop_run(store, runs[i], error);
    }
    return db_end(store, status, error);
}

flank_status farm_sqlite_add_items(farm_store *store, int64_t id, int64_t at, const farm_item *items, size_t count,
                                   flank_error *error)
{
    flank_status status = db_begin(store, error);
    if (status)
        return status;
    status = check_filling(store, id, at, error);
    for (size_t i = 0; i < count && !status; i++) {
        sqlite3_stmt *statement =
            db_use_with(store, ADD_ITEM, id, at + (int64_t)i, 0, items[i].turn | items[i].color << 3);
        db_bind_board(statement, 3, items[i].own, items[i].other);
        status = db_run(store, statement, error);
    }
    if (!status)
        status = db_run(store, db_use_with(store, COUNT_ITEMS, id, at + (int64_t)count), error);
    return db_end(store, status, error);
}

flank_status farm_sqlite_add_units(farm_store *store, int64_t id, int64_t at, const farm_bytes *payloads, size_t count,
                                   flank_error *error)
{
    flank_status status = db_begin(store, error);
    if (status)
        return status;
    status = check_filling(store, id, at, error);
    for (size_t i = 0; i < count && !status; i++) {
        sqlite3_stmt *statement = db_use_with(store, ADD_UNIT, id, at + (int64_t)i);
        assert(payloads[i].size <= FARM_PAYLOAD_MAX);
        db_bind_bytes(statement, 3, payloads[i]);
        status = db_run(store, statement, error);
    }
    if (!status)
        status = db_run(store, db_use_with(store, COUNT_ITEMS, id, at + (int64_t)count), error);
    return db_end(store, status, error);
}

flank_status farm_sqlite_add_note(farm_store *store, int64_t id, const char *name, farm_bytes note, flank_error *error)
{
    assert(note.size <= FARM_NOTE_MAX);
    flank_status status = db_begin(store, error);
    if (status)
        return status;
    status = check_filling(store, id, -1, error);
    if (status)
        return db_end(store, status, error);
    sqlite3_stmt *statement = db_use_with(store, PUT_NOTE, id);
    db_bind_text(statement, 2, name);
    db_bind_bytes(statement, 3, note);
    status = db_run(store, statement, error);
    return db_end(store, status, error);
}

void db_open_values(farm_wish wish, int *least, int *most)
{
    *least = wish.question == FARM_SIGN ? 0 : wish.question == FARM_AT_LEAST ? wish.number : -64;
    *most = wish.question == FARM_SIGN ? 0 : wish.question == FARM_AT_LEAST ? wish.number - 1 : 64;
}

farm_wish db_wish_at(sqlite3_stmt *row, int column)
{
    return (farm_wish){(farm_question)(sqlite3_column_int(row, column) & 3), sqlite3_column_int(row, column + 1)};
}

flank_status db_get_run(farm_store *store, int64_t id, run_row *out, flank_error *error)
{
    sqlite3_stmt *statement = db_use_with(store, GET_RUN, id);
    const int result = db_step(statement);
    if (result == SQLITE_ROW) {
        char kind[FARM_KIND_SIZE];
        db_copy_text(statement, 5, kind, sizeof kind);
        *out = (run_row){.wish = db_wish_at(statement, 0),
                         .rules = sqlite3_column_int64(statement, 2),
                         .state = (farm_run_state)(sqlite3_column_int(statement, 3) % (FARM_PAUSED + 1)),
                         .items = sqlite3_column_int64(statement, 4),
                         .has_positions = farm_has_positions(kind)};
    }
    sqlite3_reset(statement);
    return result == SQLITE_ROW    ? FLANK_OK
           : result == SQLITE_DONE ? db_damaged("run", error)
                                   : db_failure(store, error);
}

flank_status farm_sqlite_open_run(farm_store *store, int64_t id, flank_error *error)
{
    int least, most;
    run_row of;
    flank_status status = db_begin(store, error);
    if (status)
        return status;
    status = check_filling(store, id, -1, error);
    if (!status)
        status = db_get_run(store, id, &of, error);
    if (!status && of.has_positions && of.wish.question == FARM_LEVEL)
        status = db_run(store, db_use_with(store, MAKE_LABEL_TASKS, id, of.rules, of.wish.number), error);
    else if (!status && of.has_positions) {
        db_open_values(of.wish, &least, &most);
        status = db_run(store, db_use_with(store, MAKE_TASKS, id, least, most, of.rules), error);
    } else if (!status)
        status = db_run(store, db_use_with(store, MAKE_UNIT_TASKS, id), error);
    if (!status)
        status = db_run(store, db_use_with(store, OPEN_RUN, id), error);
    return db_end(store, status, error);
}

flank_status farm_sqlite_set_state(farm_store *store, int64_t id, farm_run_state state, flank_error *error)
{
    return db_run(store, db_use_with(store, SET_STATE, id, state), error);
}

static void read_run(sqlite3_stmt *row, farm_run *out)
{
    *out = (farm_run){
        .id = sqlite3_column_int64(row, 0),
        .wish = db_wish_at(row, 2),
        .state = (farm_run_state)(sqlite3_column_int(row, 4) % (FARM_PAUSED + 1)),
        .created_s = sqlite3_column_int64(row, 5),
        .items = sqlite3_column_int64(row, 6),
        .waiting = sqlite3_column_int64(row, 7),
        .leased = sqlite3_column_int64(row, 8) / TASK_BYTES,
        .parked = sqlite3_column_int64(row, 9),
        .done = sqlite3_column_int64(row, 10),
        .nodes = (uint64_t)sqlite3_column_int64(row, 11),
        .rules_id = sqlite3_column_int(row, 13),
        .priority = sqlite3_column_int(row, 15),
        .budget_nodes = (uint64_t)sqlite3_column_int64(row, 16),
        .spent = sqlite3_column_int64(row, 17),
    };
    db_copy_text(row, 1, out->name, sizeof out->name);
    db_copy_text(row, 12, out->kind, sizeof out->kind);
    db_copy_text(row, 14, out->rules, sizeof out->rules);
}

/* All runs, or that of the name. */
static flank_status read_runs(farm_store *store, const char *name, farm_run *runs, size_t room, size_t *count,
                              flank_error *error)
{
    sqlite3_stmt *statement = db_use(store, RUNS);
    int result;
    sqlite3_bind_text(statement, 1, name, -1, SQLITE_TRANSIENT); /* NULL without a name */
    for (*count = 0; (result = db_step(statement)) == SQLITE_ROW; ++*count)
        if (*count < room)
            read_run(statement, &runs[*count]);
    sqlite3_reset(statement);
    return result == SQLITE_DONE ? FLANK_OK : db_failure(store, error);
}

flank_status farm_sqlite_list_runs(farm_store *store, farm_run *runs, size_t room, size_t *count, flank_error *error)
{
    return read_runs(store, NULL, runs, room, count, error);
}

flank_status farm_sqlite_find_run(farm_store *store, const char *name, farm_run *out, flank_error *error)
{
    size_t count;
    const flank_status status = read_runs(store, name, out, 1, &count, error);
    return status || count ? status : error_say(error, FLANK_NOT_FOUND, 0, SAY(TEXT), say_text("no run of that name"));
}

flank_status farm_sqlite_get_params(farm_store *store, int64_t id, char **params, flank_error *error)
{
    sqlite3_stmt *statement = db_use_with(store, GET_PARAMS, id);
    const int result = db_step(statement);
    const char *text = result == SQLITE_ROW ? (const char *)sqlite3_column_text(statement, 0) : NULL;
    *params = text ? strdup(text) : NULL;
    sqlite3_reset(statement);
    return *params                 ? FLANK_OK
           : result == SQLITE_DONE ? db_damaged("run", error)
           : result != SQLITE_ROW  ? db_failure(store, error)
                                   : error_say(error, FLANK_NO_MEMORY, 0, SAY(NO_MEMORY));
}

flank_status farm_sqlite_retry(farm_store *store, int64_t id, int64_t *count, flank_error *error)
{
    flank_status status = db_begin(store, error);
    if (status)
        return status;
    status = db_run(store, db_use_with(store, RETRY_TASKS, id), error);
    if (!status)
        status = db_run(store, db_use_with(store, RETRY_FORGET, id), error);
    *count = sqlite3_changes(store->db);
    if (!status)
        status = db_run(store, db_use_with(store, RETRY_AGAIN, id), error);
    return db_end(store, status, error);
}

/* ---- Looking ----------------------------------------------------------------------------------------------------- */

flank_status farm_sqlite_is_done(farm_store *store, const char *kinds, bool *done, flank_error *error)
{
    sqlite3_stmt *statement = db_use(store, IS_DONE);
    int64_t number = 0;
    const flank_status bound = db_bind_kinds(statement, kinds, error);
    const flank_status status = bound ? bound : db_read_number(store, statement, &number, error);
    *done = !status && number != 0;
    return status;
}

static void read_side(sqlite3_stmt *row, int column, farm_side *side)
{
    side->worker = sqlite3_column_int64(row, column);
    db_copy_text(row, column + 1, side->host, sizeof side->host);
    side->lo = sqlite3_column_int(row, column + 2);
    side->hi = sqlite3_column_int(row, column + 3);
    side->nodes = (uint64_t)sqlite3_column_int64(row, column + 4);
}

flank_status farm_sqlite_list_conflicts(farm_store *store, farm_conflict *conflicts, size_t room, size_t *count,
                                        flank_error *error)
{
    sqlite3_stmt *row = db_use_with(store, CONFLICTS, (int64_t)room);
    int result = SQLITE_DONE;
    for (*count = 0; *count < room && (result = db_step(row)) == SQLITE_ROW; ++*count) {
        farm_conflict *to = &conflicts[*count];
        if (!db_get_board(row, 0, &to->own, &to->other)) {
            sqlite3_reset(row);
            return db_damaged("conflict", error);
        }
        read_side(row, 1, &to->sides[0]);
        read_side(row, 6, &to->sides[1]);
        to->unit = sqlite3_column_int64(row, 11);
        db_copy_text(row, 12, to->run, sizeof to->run);
    }
    sqlite3_reset(row);
    return result == SQLITE_ROW || result == SQLITE_DONE ? FLANK_OK : db_failure(store, error);
}

flank_status farm_sqlite_list_parked(farm_store *store, farm_parked *parked, size_t room, size_t *count,
                                     flank_error *error)
{
    sqlite3_stmt *row = db_use_with(store, PARKED, (int64_t)room);
    int result = SQLITE_DONE;
    for (*count = 0; *count < room && (result = db_step(row)) == SQLITE_ROW; ++*count) {
        farm_parked *to = &parked[*count];
        if (!db_get_board(row, 0, &to->own, &to->other)) {
            sqlite3_reset(row);
            return db_damaged("parked", error);
        }
        to->unit = sqlite3_column_int64(row, 1);
        db_copy_text(row, 2, to->run, sizeof to->run);
        db_copy_text(row, 3, to->error, sizeof to->error);
    }
    sqlite3_reset(row);
    return result == SQLITE_ROW || result == SQLITE_DONE ? FLANK_OK : db_failure(store, error);
}

flank_status farm_sqlite_count(farm_store *store, farm_counts *counts, flank_error *error)
{
    sqlite3_stmt *statement = db_use_with(store, COUNTS, (int64_t)time(NULL) - ALIVE_S);
    if (db_step(statement) != SQLITE_ROW)
        return db_failure(store, error);
    *counts = (farm_counts){.positions = sqlite3_column_int64(statement, 0),
                            .conflicts = sqlite3_column_int64(statement, 1),
                            .workers = sqlite3_column_int64(statement, 2),
                            .alive = sqlite3_column_int64(statement, 3),
                            .nodes = (uint64_t)sqlite3_column_int64(statement, 4),
                            .again = sqlite3_column_int64(statement, 5)};
    sqlite3_reset(statement);
    return FLANK_OK;
}

/* Read the label in the columns behind those of db_read_known; the bounds stay. */
static bool read_label(sqlite3_stmt *row, farm_answer *known)
{
    if (sqlite3_column_type(row, 5) == SQLITE_NULL)
        return false;
    known->best = sqlite3_column_int(row, 4);
    known->guess = sqlite3_column_int(row, 5);
    known->depth = sqlite3_column_int(row, 6);
    known->selectivity = sqlite3_column_int(row, 7);
    known->nodes = (uint64_t)sqlite3_column_int64(row, 8);
    return true;
}

flank_status farm_sqlite_each_item(farm_store *store, int64_t id, farm_item_fn *call, void *user, flank_error *error)
{
    run_row of;
    const flank_status status = db_get_run(store, id, &of, error);
    if (status)
        return status;
    sqlite3_stmt *statement = db_use_with(store, ITEMS, id, of.rules, of.wish.number, of.wish.question);
    int result = SQLITE_DONE, stop = 0;
    while (!stop && (result = db_step(statement)) == SQLITE_ROW) {
        farm_item item = {.number = (int8_t)sqlite3_column_int(statement, 12)};
        const int form = sqlite3_column_int(statement, 11);
        item.turn = form & 7;
        item.color = form >> 3 & 1;
        if (!db_get_board(statement, 10, &item.own, &item.other)) {
            sqlite3_reset(statement);
            return db_damaged("item", error);
        }
        farm_answer known = db_nothing_known(item.own, item.other);
        const bool proved = db_read_known(statement, &known), labelled = read_label(statement, &known);
        stop = call(user, sqlite3_column_int64(statement, 9), &item, proved || labelled ? &known : NULL);
    }
    sqlite3_reset(statement);
    return stop || result == SQLITE_DONE ? FLANK_OK : db_failure(store, error);
}

farm_bytes db_bytes_at(sqlite3_stmt *row, int column)
{
    const void *bytes = sqlite3_column_blob(row, column);
    return (farm_bytes){bytes, (size_t)sqlite3_column_bytes(row, column)};
}

flank_status farm_sqlite_each_unit(farm_store *store, int64_t id, farm_unit_fn *call, void *user, flank_error *error)
{
    sqlite3_stmt *statement = db_use_with(store, UNITS, id);
    int result = SQLITE_DONE, stop = 0;
    while (!stop && (result = db_step(statement)) == SQLITE_ROW) {
        const bool has = sqlite3_column_type(statement, 2) != SQLITE_NULL;
        const farm_bytes payload = db_bytes_at(statement, 1), answer = db_bytes_at(statement, 2);
        stop = call(user, sqlite3_column_int64(statement, 0), payload, has ? &answer : NULL);
    }
    sqlite3_reset(statement);
    return stop || result == SQLITE_DONE ? FLANK_OK : db_failure(store, error);
}
