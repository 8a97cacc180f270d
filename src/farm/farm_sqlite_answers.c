/* SPDX-License-Identifier: MIT
 *
 * A store in a file: answers to tasks, and what foremen ask for.
 */
#include "farm/farm_sqlite_store.h"

#include "core/error.h"

#include <assert.h>
#include <stdlib.h>
#include <time.h>

/* ---- Answers ----------------------------------------------------------------------------------------------------- */

/* Do something to a lease in one transaction: `act` gets what the store holds of it. `*taken` is false, and nothing is
 * written, if it is not there any more. */
typedef struct leased {
    farm_store *store;
    int64_t worker;
    const farm_lease *lease; /* as the caller has it */
    farm_lease held;         /* as the store had it */
    const void *answers;
    size_t count;
    int wait_s;
    uint64_t nodes;
    const farm_claim *wanted; /* a claim in the same transaction, lease or no lease; NULL: none */
    farm_lease *next;
} leased;

static flank_status with_lease(const leased *given, flank_status (*act)(leased *of, flank_error *error), bool *taken,
                               flank_error *error)
{
    leased *of = malloc(sizeof *of);
    *taken = false;
    if (!of)
        return error_say(error, FLANK_NO_MEMORY, 0, SAY(NO_MEMORY));
    *of = *given;
    flank_status status = db_begin(of->store, error);
    if (!status) {
        status = db_take_lease(of->store, of->lease->token, &of->held, error);
        const bool there = status == FLANK_OK;
        if (there)
            status = act(of, error);
        status = status == FLANK_NOT_FOUND ? FLANK_OK : status;
        if (!status && of->wanted)
            status = db_claim_now(of->store, of->worker, of->wanted, of->next, error);
        status = db_end(of->store, status, error);
        *taken = there && !status;
    }
    free(of);
    return status;
}

/* Intersect the bounds; `*stands` is false after a contradiction. */
static flank_status put_position(const leased *of, const farm_answer *answer, bool *stands, flank_error *error)
{
    farm_store *store = of->store;
    const int64_t rules = of->lease->rules_id;
    sqlite3_stmt *statement = db_use_with(store, PUT_POSITION, 0, answer->lo, answer->hi, answer->best,
                                          (int64_t)answer->nodes, of->held.run, of->worker, rules);
    db_bind_board(statement, 1, answer->own, answer->other);
    const flank_status status = db_run(store, statement, error);
    *stands = !status && sqlite3_changes(store->db) > 0;
    if (status || *stands)
        return status;
    statement = db_use_with(store, ADD_CONFLICT, 0, answer->lo, answer->hi, (int64_t)answer->nodes, of->held.run,
                            of->worker, (int64_t)time(NULL), rules);
    db_bind_board(statement, 1, answer->own, answer->other);
    return db_run(store, statement, error);
}

/* A level has no judgement of a game that is over: its label is the result. */
static farm_answer with_label(const leased *of, const farm_answer *answer)
{
    farm_answer whole = *answer;
    if (of->lease->wish.question == FARM_LEVEL && answer->guess == FARM_NO_GUESS && answer->lo == answer->hi) {
        whole.guess = answer->lo * 100;
        whole.selectivity = 100;
    }
    return whole;
}

/* A label that proves nothing is no row of the table of positions. */
static flank_status put_answer(const leased *of, const farm_task *task, const farm_answer *answer, flank_error *error)
{
    const bool is_label = answer->guess != FARM_NO_GUESS;
    bool stands = true;
    flank_status status = FLANK_OK;
    if (!is_label || answer->lo > -64 || answer->hi < 64)
        status = put_position(of, answer, &stands, error);
    if (status || !is_label || !stands)
        return status;
    sqlite3_stmt *statement =
        db_use_with(of->store, ADD_LABEL, 0, task->number, answer->best, answer->guess, answer->depth,
                    answer->selectivity, (int64_t)answer->nodes, of->held.run, of->worker, of->lease->rules_id);
    db_bind_board(statement, 1, answer->own, answer->other);
    return db_run(of->store, statement, error);
}

static flank_status add_spent(const leased *of, const farm_task *task, flank_error *error)
{
    sqlite3_stmt *statement = db_use_with(of->store, ADD_SPENT, of->held.run, task->number, 0, task->id);
    db_bind_board(statement, 3, task->own, task->other);
    return db_run(of->store, statement, error);
}

static flank_status count_work(const leased *of, uint64_t nodes, flank_error *error)
{
    return db_run(of->store,
                  db_use_with(of->store, ADD_WORK, of->held.run, of->worker, (int64_t)of->count, (int64_t)nodes),
                  error);
}

/* The tasks behind those that are answered wait again. */
static flank_status put_rest_back(const leased *of, flank_error *error)
{
    flank_status status = FLANK_OK;
    for (int i = (int)of->count; i < of->held.count && !status && !of->held.again; i++)
        status = db_put_back(of->store, of->held.run, &of->held.tasks[i], "", error);
    return status;
}

/* The answer is to be given again by another worker. */
static flank_status add_again(const leased *of, const farm_task *task, const farm_answer *answer, bool held,
                              flank_error *error)
{
    sqlite3_stmt *statement =
        db_use_with(of->store, ADD_AGAIN, of->held.run, task->id, task->number, of->worker, held, answer->lo,
                    answer->hi, answer->best, answer->guess, (int64_t)answer->nodes, answer->spent);
    db_bind_board(statement, 12, task->own, task->other);
    return db_run(of->store, statement, error);
}

/* Compare an answer with the one that was given before. */
static flank_status compare_again(const leased *of, const farm_task *task, const farm_answer *answer,
                                  flank_error *error)
{
    const flank_status status = db_run(
        of->store,
        db_use_with(of->store, COMPARE_AGAIN, of->held.run, task->id, of->worker, answer->lo, answer->hi, answer->best,
                    answer->guess, (int64_t)answer->nodes, answer->spent, (int64_t)time(NULL), of->lease->rules_id),
        error);
    return status ? status : db_run(of->store, db_use_with(of->store, DROP_AGAIN, of->held.run, task->id), error);
}

static flank_status compare_unit(const leased *of, const farm_task *task, farm_bytes answer, flank_error *error)
{
    sqlite3_stmt *statement = db_use_with(of->store, COMPARE_UNIT, of->held.run, task->id, of->worker,
                                          (int64_t)time(NULL), of->lease->rules_id);
    db_bind_bytes(statement, 6, answer);
    const flank_status status = db_run(of->store, statement, error);
    return status ? status : db_run(of->store, db_use_with(of->store, DROP_AGAIN, of->held.run, task->id), error);
}

/* True for one answer in `one_in`, at random. */
static bool is_chosen(int64_t one_in)
{
    uint32_t number;
    sqlite3_randomness(sizeof number, &number);
    return one_in > 0 && number % (uint64_t)one_in == 0;
}

static flank_status put_one(const leased *of, const farm_task *task, const farm_answer *answer, bool trusted,
                            int64_t one_in, flank_error *error)
{
    flank_status status = FLANK_OK;
    if (of->held.again)
        status = compare_again(of, task, answer, error);
    else if (!trusted || is_chosen(one_in))
        status = add_again(of, task, answer, !trusted, error);
    if (status || (of->held.again ? of->held.again == 1 : !trusted))
        return status;
    status = put_answer(of, task, answer, error);
    return status || !answer->spent ? status : add_spent(of, task, error);
}

static flank_status put_answers(leased *of, flank_error *error)
{
    const farm_answer *answers = of->answers;
    bool trusted = true;
    int64_t one_in = 0;
    flank_status status = db_is_trusted(of->store, of->worker, &trusted, error);
    uint64_t nodes = 0;
    if (!status)
        status = db_read_number(of->store, db_use(of->store, SAMPLE), &one_in, error);
    for (size_t i = 0; i < of->count && i < (size_t)of->held.count && !status; i++) {
        const farm_task *task = &of->lease->tasks[i]; /* with its number; one of version 1 has none in the store */
        nodes += answers[i].nodes;
        if (answers[i].own != of->held.tasks[i].own || answers[i].other != of->held.tasks[i].other)
            return error_say(error, FLANK_CANNOT_WRITE, 0, SAY(TEXT),
                             say_text("these are no answers to the tasks of the lease"));
        const farm_answer answer = with_label(of, &answers[i]);
        status = put_one(of, task, &answer, trusted, one_in, error);
    }
    if (!status)
        status = put_rest_back(of, error);
    return status || of->held.again ? status : count_work(of, nodes, error);
}

flank_status farm_sqlite_finish(farm_store *store, int64_t worker, const farm_lease *lease, const farm_answer *answers,
                                size_t count, bool *taken, flank_error *error)
{
    assert(count <= (size_t)lease->count);
    const leased of = {.store = store, .worker = worker, .lease = lease, .answers = answers, .count = count};
    return with_lease(&of, put_answers, taken, error);
}

flank_status farm_sqlite_exchange(farm_store *store, int64_t worker, const farm_lease *lease,
                                  const farm_answer *answers, size_t count, bool *taken, const farm_claim *wanted,
                                  farm_lease *next, flank_error *error)
{
    assert(count <= (size_t)lease->count && next != lease);
    const leased of = {.store = store,
                       .worker = worker,
                       .lease = lease,
                       .answers = answers,
                       .count = count,
                       .wanted = wanted,
                       .next = next};
    return with_lease(&of, put_answers, taken, error);
}

/* Of a pair of games that a decided match does not need there is an answer without bytes, which nobody is asked for. */
static flank_status put_unit(const leased *of, const farm_task *task, farm_bytes answer, int64_t one_in,
                             flank_error *error)
{
    assert(answer.size <= FARM_RESULT_MAX);
    if (of->held.again)
        return compare_unit(of, task, answer, error);
    sqlite3_stmt *statement = db_use_with(of->store, ANSWER_UNIT, of->held.run, task->id, of->worker);
    db_bind_bytes(statement, 4, answer);
    const flank_status status = db_run(of->store, statement, error);
    if (status || !answer.size || !farm_is_repeatable(of->lease->kind) || !is_chosen(one_in))
        return status;
    const farm_answer none = db_nothing_known(task->own, task->other);
    return add_again(of, task, &none, false, error);
}

static flank_status put_unit_answers(leased *of, flank_error *error)
{
    const farm_bytes *answers = of->answers;
    int64_t one_in = 0;
    flank_status status = db_read_number(of->store, db_use(of->store, SAMPLE), &one_in, error);
    for (size_t i = 0; i < of->count && i < (size_t)of->held.count && !status; i++)
        status = put_unit(of, &of->lease->tasks[i], answers[i], one_in, error);
    if (!status)
        status = put_rest_back(of, error);
    return status || of->held.again ? status : count_work(of, of->nodes, error);
}

flank_status farm_sqlite_finish_units(farm_store *store, int64_t worker, const farm_lease *lease,
                                      const farm_bytes *answers, size_t count, uint64_t nodes, bool *taken,
                                      flank_error *error)
{
    assert(count <= (size_t)lease->count);
    const leased of = {
        .store = store, .worker = worker, .lease = lease, .answers = answers, .count = count, .nodes = nodes};
    return with_lease(&of, put_unit_answers, taken, error);
}

static flank_status lose_first(leased *of, flank_error *error)
{
    flank_status status = FLANK_OK;
    for (int i = 0; !status && i < of->held.count && !of->held.again; i++) {
        of->held.tasks[i].attempts += i == 0;
        status = db_put_back(of->store, of->held.run, &of->held.tasks[i], of->answers, error);
    }
    return status;
}

flank_status farm_sqlite_give_up(farm_store *store, const farm_lease *lease, const char *why, flank_error *error)
{
    bool taken;
    const leased of = {.store = store, .lease = lease, .answers = why};
    return with_lease(&of, lose_first, &taken, error);
}

static flank_status wait_for_time(leased *of, flank_error *error)
{
    for (int i = 0; i < of->held.count; i++)
        of->held.tasks[i].attempts = 0;
    const int lease_s = of->wait_s > 0 ? of->wait_s : -1; /* times are whole seconds, and one ends after its second */
    const flank_status status = db_add_lease(of->store, NO_WORKER, lease_s, &of->held, error);
    return status ? status : count_work(of, of->nodes, error);
}

flank_status farm_sqlite_hand_back(farm_store *store, int64_t worker, const farm_lease *lease, int wait_s,
                                   uint64_t nodes, bool *taken, flank_error *error)
{
    const leased of = {.store = store, .worker = worker, .lease = lease, .wait_s = wait_s, .nodes = nodes};
    return with_lease(&of, wait_for_time, taken, error);
}

/* ---- Foremen ----------------------------------------------------------------------------------------------------- */

/* True if the lease is there. */
static flank_status see_lease(farm_store *store, const farm_lease *lease, bool *there, flank_error *error)
{
    int64_t run;
    const flank_status status = db_read_number(store, db_use_with(store, SEE_LEASE, lease->token), &run, error);
    *there = status == FLANK_OK;
    return status == FLANK_NOT_FOUND ? FLANK_OK : status;
}

static flank_status get_position(farm_store *store, int64_t rules, uint64_t own, uint64_t other, farm_answer *known,
                                 flank_error *error)
{
    sqlite3_stmt *statement = db_use_with(store, GET_POSITION, rules);
    db_bind_board(statement, 2, own, other);
    const int result = db_step(statement);
    *known = db_nothing_known(own, other);
    if (result == SQLITE_ROW)
        db_read_known(statement, known);
    sqlite3_reset(statement);
    return result == SQLITE_ROW || result == SQLITE_DONE ? FLANK_OK : db_failure(store, error);
}

/* Is the wish answered, of which only the number is the item's own? */
static flank_status is_known(farm_store *store, const run_row *of, const farm_item *item, bool *known,
                             flank_error *error)
{
    int least, most;
    int64_t one;
    farm_answer proved;
    if (of->wish.question == FARM_LEVEL) {
        sqlite3_stmt *statement = db_use_with(store, HAS_LABEL, of->rules, item->number);
        db_bind_board(statement, 3, item->own, item->other);
        const flank_status found = db_read_number(store, statement, &one, error);
        *known = found == FLANK_OK;
        return found == FLANK_NOT_FOUND ? FLANK_OK : found;
    }
    db_open_values((farm_wish){of->wish.question, item->number}, &least, &most);
    const flank_status status = get_position(store, of->rules, item->own, item->other, &proved, error);
    *known = proved.lo == proved.hi || proved.lo > most || proved.hi < least;
    return status;
}

/* Append an item, if it is not there with that number. */
static flank_status ask(farm_store *store, int64_t id, run_row *of, const farm_item *item, int64_t *made,
                        flank_error *error)
{
    bool known;
    sqlite3_stmt *statement =
        db_use_with(store, ASK_ITEM, id, of->items, 0, item->turn | item->color << 3, (int64_t)item->number);
    db_bind_board(statement, 3, item->own, item->other);
    flank_status status = db_run(store, statement, error);
    if (status || sqlite3_changes(store->db) == 0)
        return status;
    const farm_task task = {.id = of->items++, .own = item->own, .other = item->other, .number = item->number};
    status = is_known(store, of, item, &known, error);
    if (status || known)
        return status;
    ++*made;
    return db_put_back(store, id, &task, "", error);
}

flank_status farm_sqlite_append(farm_store *store, const farm_lease *lease, int64_t id, const farm_item *items,
                                size_t count, int64_t *made, bool *taken, flank_error *error)
{
    run_row of = {.items = 0};
    int64_t tasks = 0;
    *taken = false;
    flank_status status = db_begin(store, error);
    if (status)
        return status;
    status = see_lease(store, lease, taken, error);
    if (!status && *taken)
        status = db_get_run(store, id, &of, error);
    if (!status && *taken && (!of.has_positions || of.state == FARM_FILLING))
        status = error_say(error, FLANK_BAD_ARGUMENT, 0, SAY(TEXT), say_text("the run takes no positions"));
    for (size_t i = 0; i < count && !status && *taken; i++)
        status = ask(store, id, &of, &items[i], &tasks, error);
    if (!status && *taken)
        status = db_run(store, db_use_with(store, COUNT_ITEMS, id, of.items), error);
    status = db_end(store, status, error);
    *taken = *taken && !status;
    if (made)
        *made = tasks;
    return status;
}

flank_status farm_sqlite_put_note(farm_store *store, const farm_lease *lease, const char *name, farm_bytes note,
                                  bool *taken, flank_error *error)
{
    assert(note.size <= FARM_NOTE_MAX);
    farm_lease *fresh = malloc(sizeof *fresh);
    flank_status status = fresh ? db_begin(store, error) : error_say(error, FLANK_NO_MEMORY, 0, SAY(NO_MEMORY));
    *taken = false;
    if (!status) {
        *fresh = *lease;
        for (int i = 0; i < fresh->count; i++)
            fresh->tasks[i].attempts = 0;
        sqlite3_stmt *statement = db_use_with(store, RENEW_LEASE, lease->token);
        db_bind_tasks(statement, 2, fresh);
        status = db_run(store, statement, error);
        *taken = !status && sqlite3_changes(store->db) > 0;
        if (*taken) {
            statement = db_use_with(store, PUT_NOTE, lease->run);
            db_bind_text(statement, 2, name);
            db_bind_bytes(statement, 3, note);
            status = db_run(store, statement, error);
        }
        status = db_end(store, status, error);
        *taken = *taken && !status;
    }
    free(fresh);
    return status;
}

flank_status farm_sqlite_get_note(farm_store *store, int64_t id, const char *name, uint8_t **note, size_t *size,
                                  flank_error *error)
{
    sqlite3_stmt *statement = db_use_with(store, GET_NOTE, id);
    db_bind_text(statement, 2, name);
    const int result = db_step(statement);
    flank_status status = result == SQLITE_ROW || result == SQLITE_DONE ? FLANK_OK : db_failure(store, error);
    *note = NULL;
    *size = 0;
    if (result == SQLITE_ROW) {
        *size = (size_t)sqlite3_column_bytes(statement, 0);
        *note = malloc(*size + 1);
        if (!*note)
            status = error_say(error, FLANK_NO_MEMORY, 0, SAY(NO_MEMORY));
        else if (*size)
            memcpy(*note, sqlite3_column_blob(statement, 0), *size);
    }
    sqlite3_reset(statement);
    return status;
}

flank_status farm_sqlite_look_up(farm_store *store, int64_t id, const farm_query *queries, size_t count,
                                 farm_answer *answers, flank_error *error)
{
    flank_status status = db_execute(store, "BEGIN", error);
    if (status)
        return status;
    for (size_t i = 0; i < count && !status; i++) {
        const farm_query *of = &queries[i];
        int64_t one;
        status = get_position(store, of->rules_id, of->own, of->other, &answers[i], error);
        if (status || !id)
            continue;
        sqlite3_stmt *statement = db_use_with(store, IS_SPENT, id, of->number);
        db_bind_board(statement, 3, of->own, of->other);
        status = db_read_number(store, statement, &one, error);
        answers[i].spent = status == FLANK_OK;
        status = status == FLANK_NOT_FOUND ? FLANK_OK : status;
    }
    return db_end(store, status, error);
}

flank_status farm_sqlite_get_review(farm_store *store, const char *question, char **answer, flank_error *error)
{
    sqlite3_stmt *statement = db_use(store, GET_REVIEW);
    *answer = NULL;
    if (!statement)
        return db_failure(store, error);
    db_bind_text(statement, 1, question);
    const int result = db_step(statement);
    flank_status status = result == SQLITE_ROW || result == SQLITE_DONE ? FLANK_OK : db_failure(store, error);
    const char *text = result == SQLITE_ROW ? (const char *)sqlite3_column_text(statement, 0) : NULL;
    if (result == SQLITE_ROW && !(*answer = strdup(text ? text : "")))
        status = error_say(error, FLANK_NO_MEMORY, 0, SAY(NO_MEMORY));
    sqlite3_reset(statement);
    return status;
}

flank_status farm_sqlite_put_review(farm_store *store, const farm_lease *lease, const char *question,
                                    const char *answer, flank_error *error)
{
    bool there = true;
    const flank_status failed = lease ? see_lease(store, lease, &there, error) : FLANK_OK;
    if (failed || !there)
        return failed;
    sqlite3_stmt *statement = db_use(store, PUT_REVIEW);
    if (!statement)
        return db_failure(store, error);
    db_bind_text(statement, 1, question);
    db_bind_text(statement, 2, answer);
    return db_run(store, statement, error);
}
