/* SPDX-License-Identifier: MIT
 *
 * A store in a file: workers, and the tasks that they claim.
 */
#include "farm/farm_sqlite_store.h"

#include "core/error.h"
#include "core/little_endian.h"

#include <assert.h>
#include <time.h>

/* ---- Workers ----------------------------------------------------------------------------------------------------- */

flank_status farm_sqlite_identify(farm_store *store, uint64_t *identity, flank_error *error)
{
    int64_t number = 0;
    const flank_status status = db_read_number(store, db_use(store, IDENTITY), &number, error);
    *identity = (uint64_t)number;
    return status;
}

flank_status farm_sqlite_admit_build(farm_store *store, const char *name, uint64_t signature, bool trusted,
                                     flank_error *error)
{
    sqlite3_stmt *statement = db_use_with(store, ADMIT_BUILD, (int64_t)signature, trusted);
    sqlite3_bind_text(statement, 3, name, -1, SQLITE_TRANSIENT);
    return db_run(store, statement, error);
}

flank_status farm_sqlite_set_sample(farm_store *store, int one_in, flank_error *error)
{
    return db_run(store, db_use_with(store, SET_SAMPLE, one_in), error);
}

flank_status db_is_trusted(farm_store *store, int64_t worker, bool *trusted, flank_error *error)
{
    int64_t number = 0;
    const flank_status status = db_read_number(store, db_use_with(store, IS_TRUSTED, worker), &number, error);
    *trusted = number != 0;
    return status;
}

/* FLANK_BAD_FILE if the worker's build is not admitted. */
static flank_status check_build(farm_store *store, const farm_worker *worker, flank_error *error)
{
    sqlite3_stmt *statement = db_use_with(store, REFUSED_BUILDS, (int64_t)worker->signature);
    if (db_step(statement) != SQLITE_ROW)
        return db_failure(store, error);
    const char *admitted = (const char *)sqlite3_column_text(statement, 0);
    flank_status status = FLANK_OK;
    if (admitted) {
        text_buffer text = {NULL};
        text_addf(&text, "this flank (%s with signature %llu) is not admitted; the store admits %s", worker->build,
                  (unsigned long long)worker->signature, admitted);
        status = error_say(error, FLANK_BAD_FILE, 0, SAY(TEXT), say_text(text.bytes ? text.bytes : ""));
        text_free(&text);
    }
    sqlite3_reset(statement);
    return status;
}

flank_status farm_sqlite_add_worker(farm_store *store, const farm_worker *worker, int64_t *id, flank_error *error)
{
    const flank_status refused = check_build(store, worker, error);
    if (refused)
        return refused;
    sqlite3_stmt *statement = db_use_with(store, ADD_WORKER, 0, 0, worker->threads, (int64_t)worker->signature,
                                          (int64_t)time(NULL), (int64_t)worker->settings);
    sqlite3_bind_text(statement, 1, worker->host, -1, SQLITE_STATIC);
    sqlite3_bind_text(statement, 2, worker->build, -1, SQLITE_STATIC);
    const flank_status status = db_run(store, statement, error);
    *id = sqlite3_last_insert_rowid(store->db);
    return status;
}

flank_status farm_sqlite_beat(farm_store *store, int64_t worker, uint64_t nodes, const int64_t *tokens, size_t count,
                              int lease_s, flank_error *error)
{
    const int64_t now = (int64_t)time(NULL);
    /* A worker counts as gone ALIVE_S after its beat: one with a shorter lease beats as if it were earlier. */
    const int64_t at = now - (lease_s < ALIVE_S ? ALIVE_S - lease_s : 0);
    flank_status status = db_begin(store, error);
    if (status)
        return status;
    status = db_run(store, db_use_with(store, BEAT, worker, lease_s ? at : 0, (int64_t)nodes), error);
    for (size_t i = 0; i < count && !status; i++)
        status = db_run(store, db_use_with(store, PROLONG, worker, now + lease_s, tokens[i]), error);
    return db_end(store, status, error);
}

/* ---- Leases ------------------------------------------------------------------------------------------------------ */

static void pack_task(uint8_t *bytes, const farm_task *task)
{
    little_put(bytes, 8, (uint64_t)task->id);
    db_put_board(bytes + 8, task->own, task->other);
    bytes[8 + BOARD_BYTES] = (uint8_t)task->attempts;
}

static farm_task unpack_task(const uint8_t *bytes, const int8_t *number)
{
    return (farm_task){.id = (int64_t)little_get(bytes, 8),
                       .own = little_get(bytes + 8, 8),
                       .other = little_get(bytes + 16, 8),
                       .number = number ? *number : RUNS_NUMBER,
                       .attempts = bytes[8 + BOARD_BYTES]};
}

void db_bind_tasks(sqlite3_stmt *statement, int at, const farm_lease *lease)
{
    uint8_t bytes[FARM_BATCH_MAX * TASK_BYTES];
    for (int i = 0; i < lease->count; i++)
        pack_task(bytes + (ptrdiff_t)i * TASK_BYTES, &lease->tasks[i]);
    sqlite3_bind_blob(statement, at, bytes, lease->count * TASK_BYTES, SQLITE_TRANSIENT);
}

flank_status db_add_lease(farm_store *store, int64_t worker, int lease_s, farm_lease *lease, flank_error *error)
{
    int8_t numbers[FARM_BATCH_MAX];
    sqlite3_stmt *statement = db_use_with(store, ADD_LEASE, lease->run, worker, (int64_t)time(NULL) + lease_s);
    for (int i = 0; i < lease->count; i++)
        numbers[i] = (int8_t)lease->tasks[i].number;
    db_bind_tasks(statement, 4, lease);
    sqlite3_bind_blob(statement, 5, numbers, lease->count, SQLITE_TRANSIENT);
    const flank_status status = db_run(store, statement, error);
    lease->token = sqlite3_last_insert_rowid(store->db);
    return status;
}

flank_status db_put_back(farm_store *store, int64_t id, const farm_task *task, const char *why, flank_error *error)
{
    const bool parked = task->attempts >= FARM_ATTEMPTS;
    sqlite3_stmt *statement =
        db_use_with(store, parked ? PARK : ADD_TASK, id, task->id, 0, task->attempts, task->number);
    db_bind_board(statement, 3, task->own, task->other);
    if (parked)
        db_bind_text(statement, 4, why);
    if (task->number == RUNS_NUMBER)
        sqlite3_bind_null(statement, 5);
    return db_run(store, statement, error);
}

flank_status db_take_lease(farm_store *store, int64_t token, farm_lease *lease, flank_error *error)
{
    sqlite3_stmt *statement = db_use_with(store, TAKE_LEASE, token);
    const int result = db_step(statement);
    if (result != SQLITE_ROW) {
        sqlite3_reset(statement);
        return result == SQLITE_DONE ? FLANK_NOT_FOUND : db_failure(store, error);
    }
    const uint8_t *bytes = sqlite3_column_blob(statement, 1);
    const int8_t *numbers = sqlite3_column_blob(statement, 2); /* a lease of version 1 has none */
    const int size = sqlite3_column_bytes(statement, 1);
    *lease = (farm_lease){.token = token, .run = sqlite3_column_int64(statement, 0), .count = size / TASK_BYTES};
    const bool sound = size % TASK_BYTES == 0 && lease->count <= FARM_BATCH_MAX &&
                       (!numbers || sqlite3_column_bytes(statement, 2) == lease->count);
    lease->again = sqlite3_column_int(statement, 3);
    for (int i = 0; sound && i < lease->count; i++)
        lease->tasks[i] = unpack_task(bytes + (ptrdiff_t)i * TASK_BYTES, numbers ? numbers + i : NULL);
    const flank_status status = sound ? db_run(store, statement, error) : db_damaged("lease", error);
    sqlite3_reset(statement);
    return status;
}

/* The first lease that is over; FLANK_NOT_FOUND if none is. */
static flank_status find_late(farm_store *store, int64_t *token, int64_t *worker, flank_error *error)
{
    sqlite3_stmt *statement = db_use_with(store, LATE_LEASES, (int64_t)time(NULL));
    const int result = db_step(statement);
    *token = sqlite3_column_int64(statement, 0);
    *worker = sqlite3_column_int64(statement, 1);
    sqlite3_reset(statement);
    return result == SQLITE_ROW ? FLANK_OK : result == SQLITE_DONE ? FLANK_NOT_FOUND : db_failure(store, error);
}

/* The tasks of leases that are over wait again. */
static flank_status take_back_late(farm_store *store, farm_lease *room, flank_error *error)
{
    int64_t token, worker;
    flank_status status;
    while ((status = find_late(store, &token, &worker, error)) == FLANK_OK) {
        text_buffer why = {NULL};
        text_addf(&why, "its worker, number %lld, was lost", (long long)worker);
        status = db_take_lease(store, token, room, error);
        for (int i = 0; i < room->count && !status && !room->again; i++) {
            room->tasks[i].attempts += worker != NO_WORKER;
            status = db_put_back(store, room->run, &room->tasks[i], why.bytes ? why.bytes : "", error);
        }
        text_free(&why);
        if (status)
            return status;
    }
    return status == FLANK_NOT_FOUND ? FLANK_OK : status;
}

/* ---- Claims ------------------------------------------------------------------------------------------------------ */

/* Read tasks into the lease, up to one that was lost before. */
static flank_status read_tasks(farm_store *store, sqlite3_stmt *statement, int most, farm_lease *lease,
                               flank_error *error)
{
    int result = SQLITE_DONE;
    lease->count = 0;
    while (lease->count < most && (result = db_step(statement)) == SQLITE_ROW) {
        farm_task *task = &lease->tasks[lease->count];
        const bool own_number = sqlite3_column_type(statement, 3) != SQLITE_NULL;
        *task = (farm_task){.id = sqlite3_column_int64(statement, 0),
                            .attempts = sqlite3_column_int(statement, 2),
                            .number = own_number ? sqlite3_column_int(statement, 3) : lease->wish.number};
        if (!db_get_board(statement, 1, &task->own, &task->other))
            return db_damaged("task", error);
        if (task->attempts > 0 && lease->count > 0)
            break;
        lease->count++;
        if (task->attempts > 0)
            break;
    }
    sqlite3_reset(statement);
    return result == SQLITE_ROW || result == SQLITE_DONE ? FLANK_OK : db_failure(store, error);
}

/* Read the first tasks of the run into the lease, and cut them off. */
static flank_status cut_tasks(farm_store *store, int most, farm_lease *lease, flank_error *error)
{
    const flank_status status = read_tasks(store, db_use_with(store, READ_TASKS, lease->run, most), most, lease, error);
    return status ? status
                  : db_run(store, db_use_with(store, CUT_TASKS, lease->run, lease->tasks[lease->count - 1].id), error);
}

/* Read the run of NEXT_RUN or FIND_AGAIN into the lease; FLANK_NOT_FOUND. */
static flank_status read_run_of(farm_store *store, sqlite3_stmt *statement, const char *kinds, farm_lease *lease,
                                flank_error *error)
{
    const flank_status status = db_bind_kinds(statement, kinds, error);
    if (status)
        return status;
    const int result = db_step(statement);
    if (result == SQLITE_ROW) {
        lease->run = sqlite3_column_int64(statement, 0);
        lease->wish = db_wish_at(statement, 1);
        lease->rules_id = sqlite3_column_int(statement, 3);
        lease->budget_nodes = (uint64_t)sqlite3_column_int64(statement, 7);
        db_copy_text(statement, 4, lease->rules, sizeof lease->rules);
        db_copy_text(statement, 5, lease->kind, sizeof lease->kind);
        const char *params = (const char *)sqlite3_column_text(statement, 6);
        text_add_bytes(&store->held, params ? params : "", params ? strlen(params) + 1 : 1);
    }
    return result == SQLITE_ROW ? FLANK_OK : result == SQLITE_DONE ? FLANK_NOT_FOUND : db_failure(store, error);
}

/* The run whose tasks come first; units, which count at once, only for a worker that is trusted. */
static flank_status find_work(farm_store *store, int64_t worker, const char *kinds, farm_lease *lease,
                              flank_error *error)
{
    bool trusted = false;
    flank_status status = db_is_trusted(store, worker, &trusted, error);
    if (status)
        return status;
    sqlite3_stmt *statement = db_use_with(store, NEXT_RUN, 0, trusted);
    status = read_run_of(store, statement, kinds, lease, error);
    sqlite3_reset(statement);
    return status;
}

/* Tasks of answers that another worker gave, for a worker that is trusted; FLANK_NOT_FOUND. */
static flank_status find_again(farm_store *store, int64_t worker, const char *kinds, int most, farm_lease *lease,
                               flank_error *error)
{
    bool trusted = false;
    sqlite3_stmt *statement = db_use_with(store, FIND_AGAIN, 0, worker);
    flank_status status = read_run_of(store, statement, kinds, lease, error);
    const int64_t held = status ? 0 : sqlite3_column_int64(statement, 8);
    const int64_t first = status ? 0 : sqlite3_column_int64(statement, 9);
    sqlite3_reset(statement);
    if (!status)
        status = db_is_trusted(store, worker, &trusted, error);
    if (!status && !trusted)
        return FLANK_NOT_FOUND;
    if (!status)
        status = read_tasks(store, db_use_with(store, READ_AGAIN, lease->run, most, held, first), most, lease, error);
    lease->again = 1 + (int)held;
    return status;
}

static flank_status mark_again(farm_store *store, const farm_lease *lease, flank_error *error)
{
    flank_status status = db_run(store, db_use_with(store, MARK_LEASE, lease->token, lease->again), error);
    for (int i = 0; i < lease->count && !status; i++)
        status = db_run(store, db_use_with(store, MARK_AGAIN, lease->run, lease->tasks[i].id, lease->token), error);
    return status;
}

/* The payloads of the lease's units, behind the parameters. */
static flank_status read_payloads(farm_store *store, farm_lease *lease, flank_error *error)
{
    flank_status status = FLANK_OK;
    for (int i = 0; i < lease->count && !status; i++) {
        sqlite3_stmt *statement = db_use_with(store, GET_PAYLOAD, lease->run, lease->tasks[i].id);
        if (db_step(statement) != SQLITE_ROW)
            return db_damaged("unit", error);
        const size_t size = (size_t)sqlite3_column_bytes(statement, 0);
        lease->tasks[i].payload.size = size;
        if (size)
            text_add_bytes(&store->held, sqlite3_column_blob(statement, 0), size);
        sqlite3_reset(statement);
    }
    return status;
}

/* Point into the bytes that the store holds. */
static flank_status point_at_held(farm_store *store, farm_lease *lease, flank_error *error)
{
    if (store->held.failed)
        return error_say(error, FLANK_NO_MEMORY, 0, SAY(NO_MEMORY));
    const char *at = store->held.bytes;
    lease->params = at;
    at += strlen(at) + 1;
    for (int i = 0; i < lease->count; i++) {
        lease->tasks[i].payload.bytes = at;
        at += lease->tasks[i].payload.size;
    }
    return FLANK_OK;
}

flank_status db_claim_now(farm_store *store, int64_t worker, const farm_claim *wanted, farm_lease *lease,
                          flank_error *error)
{
    assert(wanted->most >= 1 && wanted->most <= FARM_BATCH_MAX);
    flank_status status = db_run(store, db_use_with(store, BEAT_NOW, worker, (int64_t)time(NULL)), error);
    if (!status)
        status = take_back_late(store, lease, error);
    *lease = (farm_lease){.count = 0};
    text_free(&store->held);
    if (!status)
        status = find_again(store, worker, wanted->kinds, wanted->most, lease, error);
    if (status == FLANK_NOT_FOUND) {
        *lease = (farm_lease){.count = 0};
        text_free(&store->held);
        status = find_work(store, worker, wanted->kinds, lease, error);
        if (!status)
            status = cut_tasks(store, wanted->most, lease, error);
    }
    if (!status && !farm_has_positions(lease->kind))
        status = read_payloads(store, lease, error);
    if (!status)
        status = point_at_held(store, lease, error);
    if (!status)
        status = db_add_lease(store, worker, wanted->lease_s, lease, error);
    if (!status && lease->again)
        status = mark_again(store, lease, error);
    return status == FLANK_NOT_FOUND ? FLANK_OK : status;
}

flank_status farm_sqlite_claim(farm_store *store, int64_t worker, const char *kinds, int most, int lease_s,
                               farm_lease *lease, flank_error *error)
{
    flank_status status = db_begin(store, error);
    if (status)
        return status;
    status = db_claim_now(store, worker, &(farm_claim){kinds, most, lease_s}, lease, error);
    status = db_end(store, status, error);
    if (status)
        lease->count = 0;
    return status;
}
