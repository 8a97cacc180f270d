/* SPDX-License-Identifier: MIT
 *
 * bad_worker STORE TRUTH never|late|twice|stranger|wrong: a worker that takes tasks of a store, and then says nothing,
 * or answers after its lease is over, or twice, or in the name of a lease that is not its own, or wrongly. TRUTH is a
 * store (a file) that has the answers. Exit status 0 if the store does with it as it shall: what comes first and in
 * time is taken, and nothing else; 1 if not; 2 if there is nothing to do for five minutes. A worker that answers wrongly
 * has signature 1 and prints the number of its answers.
 */
#include "farm/farm_store.h"
#include "farm/farm_signature.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    MOST = 4,
    LEASE_S = 2,
    LATE_S = 4,
    ASKS = 15000,
    RUNS_MAX = 4096,
    GOOD = 0,
    BAD = 1,
    NOTHING = 2,
    USAGE = 64,
    FAILED = 70
};

/* All that TRUTH knows. */
typedef struct truth {
    farm_answer *answers;
    size_t count, room;
} truth;

typedef struct bad_worker {
    const farm_store_kind *kind;
    farm_store *store;
    int64_t id;
    truth known;
    farm_lease lease;
} bad_worker;

static int take_item(void *user, int64_t at, const farm_item *item, const farm_answer *known)
{
    truth *to = user;
    (void)at;
    (void)item;
    if (!known)
        return FLANK_OK;
    if (to->count == to->room) {
        farm_answer *larger = realloc(to->answers, (to->room * 2 + 64) * sizeof *larger);
        if (!larger)
            return FLANK_NO_MEMORY;
        to->answers = larger;
        to->room = to->room * 2 + 64;
    }
    to->answers[to->count++] = *known;
    return FLANK_OK;
}

static flank_status read_truth(const char *where, truth *to, flank_error *error)
{
    static farm_run runs[RUNS_MAX];
    size_t count = 0;
    farm_store *store;
    const farm_store_kind *kind = farm_store_kind_of(where);
    flank_status status = kind->open(where, false, &store, error);
    if (status)
        return status;
    status = kind->list_runs(store, runs, RUNS_MAX, &count, error);
    for (size_t i = 0; i < count && i < RUNS_MAX && !status; i++)
        status = kind->each_item(store, runs[i].id, take_item, to, error);
    kind->close(store);
    return status;
}

/* The true answer to a task; false if TRUTH has none. */
static bool answer_to(const bad_worker *of, const farm_task *task, farm_answer *answer)
{
    for (size_t i = 0; i < of->known.count; i++)
        if (of->known.answers[i].own == task->own && of->known.answers[i].other == task->other) {
            *answer = of->known.answers[i];
            return true;
        }
    return false;
}

/* Bring the answers, true ones or none that is. 1 if they were taken, 0 if not; -1 after a failure. */
static int bring(bad_worker *of, bool true_ones, flank_error *error)
{
    farm_answer answers[MOST];
    bool taken = false;
    for (int i = 0; i < of->lease.count; i++) {
        if (!answer_to(of, &of->lease.tasks[i], &answers[i]))
            return -1;
        if (!true_ones)
            answers[i].lo = answers[i].hi = answers[i].lo > 0 ? -62 : 62;
    }
    return of->kind->finish(of->store, of->id, &of->lease, answers, (size_t)of->lease.count, &taken, error) ? -1
                                                                                                            : taken;
}

/* Claim as another worker does, which takes leases back that are over, and let go again. */
static flank_status let_others_in(bad_worker *of, flank_error *error)
{
    static farm_lease next;
    bool taken;
    const flank_status status = of->kind->claim(of->store, of->id, NULL, 1, LEASE_S, &next, error);
    return status || next.count == 0 ? status : of->kind->finish(of->store, of->id, &next, NULL, 0, &taken, error);
}

static int misbehave(bad_worker *of, const char *how, flank_error *error)
{
    int first, second;
    if (strcmp(how, "never") == 0)
        return GOOD;
    if (strcmp(how, "late") == 0) {
        nanosleep(&(struct timespec){.tv_sec = LATE_S}, NULL);
        first = let_others_in(of, error) ? -1 : bring(of, false, error);
        return first == 0 ? GOOD : first == 1 ? BAD : FAILED;
    }
    if (strcmp(how, "twice") == 0) {
        first = bring(of, true, error);
        second = bring(of, false, error);
        return first == 1 && second == 0 ? GOOD : first < 0 || second < 0 ? FAILED : BAD;
    }
    if (strcmp(how, "stranger") == 0) {
        of->lease.token += 1000000;
        first = bring(of, false, error);
        return first == 0 ? GOOD : first == 1 ? BAD : FAILED;
    }
    if (strcmp(how, "wrong") == 0) {
        first = bring(of, false, error);
        printf("%d\n", of->lease.count);
        return first == 1 ? GOOD : first == 0 ? BAD : FAILED;
    }
    return USAGE;
}

/* Ask often, so that others do not take all. */
static flank_status wait_for_tasks(bad_worker *of, flank_error *error)
{
    flank_status status = FLANK_OK;
    for (int i = 0; i < ASKS && !status && of->lease.count == 0; i++) {
        status = of->kind->claim(of->store, of->id, NULL, MOST, LEASE_S, &of->lease, error);
        if (of->lease.count == 0)
            nanosleep(&(struct timespec){.tv_nsec = 20000000}, NULL);
    }
    return status;
}

int main(int argc, char **argv)
{
    static bad_worker of;
    flank_error error = {0};
    farm_worker me = {.host = "bad", .build = "0", .threads = 1, .signature = 1};
    if (argc != 4)
        return USAGE;
    of.kind = farm_store_kind_of(argv[1]);
    if (!of.kind)
        return USAGE;
    flank_status status = strcmp(argv[3], "wrong") == 0 ? FLANK_OK : farm_signature(&me.signature, &error);
    if (!status)
        status = of.kind->open(argv[1], false, &of.store, &error);
    if (!status)
        status = of.kind->add_worker(of.store, &me, &of.id, &error);
    if (!status)
        status = wait_for_tasks(&of, &error);
    if (!status && of.lease.count)
        status = read_truth(argv[2], &of.known, &error); /* it may be younger than this worker */
    int result = status ? FAILED : of.lease.count == 0 ? NOTHING : misbehave(&of, argv[3], &error);
    if (result == FAILED) {
        char text[FLANK_ERROR_TEXT_SIZE];
        fprintf(stderr, "bad_worker: %s\n", flank_error_text(&error, text, sizeof text));
    }
    if (of.store)
        of.kind->close(of.store);
    free(of.known.answers);
    return result;
}
