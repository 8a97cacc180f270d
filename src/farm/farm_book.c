/* SPDX-License-Identifier: MIT
 *
 * The bytes of a book's runs, and a walk over them.
 */
#include "farm/farm_book.h"

#include "core/error.h"
#include "core/little_endian.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

void farm_book_round_name(const char *name, int round, char out[FARM_NAME_SIZE])
{
    snprintf(out, FARM_NAME_SIZE, "%.*s round %d", FARM_BOOK_NAME_SIZE - 1, name, round);
}

bool farm_book_is_known(const farm_run *run)
{
    static const char end[] = " round 0";
    const size_t length = strlen(run->name), size = sizeof end - 1;
    return strcmp(run->kind, FARM_BOOK_KIND) == 0 && length > size && strcmp(run->name + length - size, end) == 0;
}

/* ---- Plans ---- */

#define PLAN_FORMAT "level=%d depth=%d plies=%d error=%d line-error=%d positions=%"

void farm_book_write_plan(const flank_book_plan *plan, char out[FARM_BOOK_PARAMS_SIZE])
{
    snprintf(out, FARM_BOOK_PARAMS_SIZE, PLAN_FORMAT PRIu64, plan->level, plan->depth_plies, plan->plies, plan->error,
             plan->line_error, (uint64_t)plan->positions);
}

flank_status farm_book_read_plan(const char *params, flank_book_plan *plan, flank_error *error)
{
    uint64_t positions;
    *plan = (flank_book_plan){0};
    if (!params || sscanf(params, PLAN_FORMAT SCNu64, &plan->level, &plan->depth_plies, &plan->plies, &plan->error,
                          &plan->line_error, &positions) != 6)
        return error_say(error, FLANK_BAD_FILE, 0, SAY(BOOK_PLAN_RANGE));
    plan->positions = (size_t)positions;
    return book_plan_is_valid(plan) ? FLANK_OK : error_say(error, FLANK_BAD_FILE, 0, SAY(BOOK_PLAN_RANGE));
}

/* ---- Units ---- */

void farm_book_write_foreman(const char *name, const farm_book_root *roots, size_t count, text_buffer *out)
{
    text_addf(out, "%s\n", name);
    for (size_t i = 0; i < count; i++) {
        uint8_t bytes[16];
        little_put(bytes, 8, roots[i].own);
        little_put(bytes + 8, 8, roots[i].other);
        text_add_bytes(out, (const char *)bytes, sizeof bytes);
    }
}

void farm_book_write_question(const book_question *question, uint8_t *bytes)
{
    book_record_write(&question->record, bytes);
    bytes += BOOK_RECORD_BYTES;
    little_put(bytes, 8, question->in_book);
    bytes[8] = (uint8_t)question->count;
    bytes[9] = (uint8_t)question->effort.level;
    bytes[10] = (uint8_t)question->effort.depth_plies;
    bytes[11] = 0;
}

/* ---- All that is known ---- */

typedef struct walk {
    farm_book_fn *call;
    void *user;
    farm_book_progress *progress;
    flank_status status;
    flank_error *error;
} walk;

static flank_status hand_out(walk *of, const uint8_t *bytes, bool tried)
{
    book_record record;
    if (book_record_check(bytes) != book_record_sum(bytes))
        return error_say(of->error, FLANK_BAD_FILE, 0, say_status(FLANK_BAD_FILE));
    book_record_read(bytes, &record);
    return of->call(of->user, &record, tried, of->error);
}

static int walk_packed(void *user, int64_t at, farm_bytes payload, const farm_bytes *answer)
{
    walk *of = user;
    (void)at;
    (void)answer;
    for (size_t i = 0; i + BOOK_RECORD_BYTES <= payload.size && !of->status; i += BOOK_RECORD_BYTES)
        of->status = hand_out(of, (const uint8_t *)payload.bytes + i, false);
    return of->status ? FLANK_ENOUGH : 0;
}

static int walk_answer(void *user, int64_t at, farm_bytes payload, const farm_bytes *answer)
{
    walk *of = user;
    (void)at;
    (void)payload;
    if (!answer)
        of->progress->open++;
    else if (answer->size != BOOK_RECORD_BYTES)
        of->status = error_say(of->error, FLANK_BAD_FILE, 0, say_status(FLANK_BAD_FILE));
    else
        of->status = hand_out(of, answer->bytes, true);
    return of->status ? FLANK_ENOUGH : 0;
}

flank_status farm_book_each(const farm_store_kind *stores, farm_store *store, const char *name, farm_book_fn *call,
                            void *user, farm_book_progress *progress, flank_error *error)
{
    walk of = {.call = call, .user = user, .progress = progress, .error = error};
    char round_name[FARM_NAME_SIZE];
    farm_run run;
    *progress = (farm_book_progress){.rounds = 0};
    for (int round = 0;; round++) {
        farm_book_round_name(name, round, round_name);
        flank_status status = stores->find_run(store, round_name, &run, error);
        if (status == FLANK_NOT_FOUND && round > 0)
            return FLANK_OK;
        if (round > 0 && !status && run.state == FARM_FILLING)
            return FLANK_OK; /* a foreman was killed while it asked */
        if (!status)
            status = stores->each_unit(store, run.id, round ? walk_answer : walk_packed, &of, error);
        if (status || of.status)
            return of.status ? of.status : status;
        progress->rounds = round;
    }
}
