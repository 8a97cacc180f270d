/* SPDX-License-Identifier: MIT
 *
 * Reviews of games. What the store keeps of their positions is not searched again; the nodes of an answer are those of
 * all its positions, whoever searched them, so that it is the same in every order of the units.
 */
#include "farm/farm_kind_analyze.h"

#include "analysis/analysis_text.h"
#include "core/error.h"
#include "farm/farm_game_unit.h"
#include "farm/farm_reviews.h"

#include <stdlib.h>

typedef struct reviewing {
    farm_unit *unit;
    uint64_t counted;
} reviewing;

static flank_reply on_known(void *user, const flank_analysis *so_far)
{
    reviewing *of = user;
    farm_unit_count(of->unit, so_far->nodes - of->counted);
    of->counted = so_far->nodes;
    return FLANK_GO_ON;
}

static void add_json(text_buffer *out, const farm_game_place *place, const flank_analysis *analysis,
                     const flank_sheet *sheet)
{
    json_open_object(out, NULL);
    json_string(out, "file", place->file);
    json_count(out, place->line ? "line" : "byte", place->line ? place->line : place->offset);
    analysis_add_json(out, analysis, sheet);
    json_close_object(out);
}

/* The failure of a review; that of the store's reviews has words of its own. */
static flank_status say_failure(const search_memory *memory, flank_status status, flank_error *error)
{
    if (status && status != FLANK_STOPPED && memory->error.code)
        return error_say(error, status, 0, say_error(&memory->error));
    return status && status != FLANK_STOPPED ? error_say(error, status, 0, say_status(status)) : status;
}

/* Look up nothing: a review that is asked again is a search. */
static flank_status find_nothing(const search_memory *memory, const char *question, text_buffer *answer,
                                 flank_error *error)
{
    (void)memory;
    (void)question;
    (void)answer;
    (void)error;
    return FLANK_NOT_FOUND;
}

static flank_status review_record(farm_unit *unit, const flank_record *record, flank_analysis **analysis,
                                  flank_error *error)
{
    reviewing of = {unit, 0};
    const flank_analysis_options options = {
        .level = atoi(unit->lease->params), .on_known = on_known, .user = &of, .stop = unit->stop};
    search_memory memory = farm_reviews_memory(unit->reviews);
    if (unit->lease->again)
        memory.look_up = find_nothing;
    flank_status status = analysis_run(unit->engine, record, &options, &memory, analysis);
    if (!status) {
        on_known(&of, *analysis);
        (*analysis)->nodes = memory.nodes;
        (*analysis)->time_s = 0;
        if (!(*analysis)->complete)
            status = FLANK_STOPPED;
    }
    return say_failure(&memory, status, error);
}

static flank_status review(farm_unit *unit, const farm_game_place *place, const flank_sheet *sheet, flank_error *error)
{
    flank_analysis *analysis = NULL;
    const bool asked = flank_sheet_kind_of(sheet) == FLANK_SHEET_POSITION; /* its moves are candidates, not played */
    flank_record *record = flank_sheet_record(sheet, asked ? flank_sheet_root(sheet) : NULL);
    flank_status status = record ? FLANK_OK : FLANK_NO_MEMORY;
    if (!status && !unit->reviews->open)
        status = farm_reviews_open(unit->reviews, unit->stores, unit->store, unit->options);
    unit->reviews->lease = unit->lease;
    if (!status)
        status = review_record(unit, record, &analysis, error);
    if (!status)
        add_json(&unit->answer, place, analysis, sheet);
    flank_analysis_destroy(analysis);
    flank_record_destroy(record);
    return status;
}

flank_status farm_answer_analyze(farm_unit *unit, flank_error *error)
{
    farm_game_place place;
    flank_sheet *sheet;
    flank_status status = farm_game_unit_read(unit->task->payload, &place, &sheet, error);
    if (status)
        return status;
    status = review(unit, &place, sheet, error);
    flank_sheet_destroy(sheet);
    return !status && unit->answer.failed ? error_say(error, FLANK_NO_MEMORY, 0, SAY(NO_MEMORY)) : status;
}
