/* SPDX-License-Identifier: MIT
 *
 * The façade between the searches and everybody else: it owns their memory, turns records into tasks and levels into
 * limits.
 */
#include <flank/engine.h>

#include "core/bits.h"
#include "core/game_table.h"
#include "engine/levels.h"
#include "engine/othello_solve.h"
#include "search/search.h"

#include <stdlib.h>

enum { DEFAULT_HASH_MIB = 64, LEVEL_SLIP_DEPTH = 1 };

struct flank_engine {
    searcher *search;
    othello_solve *solve;
    flank_line slip; /* the line of a level that slipped */
};

flank_engine *flank_engine_create(const flank_engine_options *options)
{
    flank_engine *engine = calloc(1, sizeof *engine);
    if (!engine)
        return NULL;
    size_t least = (size_t)1 << 20, bytes = options ? options->hash_bytes : 0;
    if (bytes == 0)
        bytes = DEFAULT_HASH_MIB * least;
    if (bytes < least)
        bytes = least;
    engine->search = search_create(bytes);
    engine->solve = othello_solve_create(bytes);
    if (!engine->search || !engine->solve) {
        flank_engine_destroy(engine);
        return NULL;
    }
    return engine;
}

void flank_engine_destroy(flank_engine *engine)
{
    if (!engine)
        return;
    search_destroy(engine->search);
    othello_solve_destroy(engine->solve);
    free(engine);
}

void flank_engine_clear(flank_engine *engine)
{
    search_clear(engine->search);
    othello_solve_clear(engine->solve);
}

void flank_engine_stop(flank_engine *engine)
{
    search_stop(engine->search);
    othello_solve_stop(engine->solve);
}

/* ---- Tasks ---- */

static unsigned piece_count(const flank_position *position) { return bit_count(position->own | position->other); }

/* Fill in `task` from the record's cursor; `*history` is to be freed. Positions with other pieces cannot come back, so
 * the history goes back no further than the last capture. */
static flank_status make_task(const flank_record *record, search_task *task, uint64_t **history)
{
    *history = NULL;
    if (flank_record_outcome(record).over)
        return FLANK_GAME_OVER;
    *task = (search_task){
        .game = flank_record_game(record), .rules = flank_record_rules(record), .root = *flank_record_position(record)};
    if (task->game->repetition_limit(task->rules) == 0)
        return FLANK_OK;
    size_t ply = flank_record_ply(record), first = ply;
    while (first > 0 && piece_count(flank_record_position_at(record, first - 1)) == piece_count(&task->root))
        first--;
    if (first == ply)
        return FLANK_OK;
    uint64_t *hashes = malloc((ply - first) * sizeof *hashes);
    if (!hashes)
        return FLANK_NO_MEMORY;
    for (size_t i = first; i < ply; i++)
        hashes[i - first] = flank_position_hash(flank_record_position_at(record, i));
    task->history = *history = hashes;
    task->history_count = ply - first;
    return FLANK_OK;
}

/* ---- Searching ---- */

/* A level that slips looks at all moves a little and plays one of the better ones. */
static flank_status search_slip(flank_engine *engine, const search_task *task, uint64_t dice, flank_report *report)
{
    search_settings settings = {.depth_plies = LEVEL_SLIP_DEPTH, .lines = FLANK_MOVES_MAX};
    flank_status status = search_run(engine->search, task, &settings, NULL, NULL, report);
    if (status)
        return status;
    engine->slip = report->lines[level_slip_choice(dice, (size_t)report->line_count)];
    report->lines = &engine->slip;
    report->line_count = 1;
    return FLANK_OK;
}

/* The smaller of two limits, where 0 means none. */
static uint64_t tighter(uint64_t a, uint64_t b) { return a == 0 || (b != 0 && b < a) ? b : a; }

/* True if the level plays this endgame perfectly and nothing else bounds the search. */
static bool level_solves(const level_strength *strength, const search_task *task, const flank_limits *limits)
{
    return task->game == flank_game_find("othello") && limits->nodes == 0 && limits->depth_plies == 0 &&
           64 - (int)piece_count(&task->root) <= strength->solved_empties;
}

static flank_status search_level(flank_engine *engine, const search_task *task, const flank_limits *limits,
                                 flank_report_fn *on_report, void *user, flank_report *report)
{
    const level_strength *strength = level_find(limits->level);
    uint64_t dice = level_dice(limits->seed, flank_position_hash(&task->root));
    if (level_slips(strength, dice))
        return search_slip(engine, task, dice, report);
    if (level_solves(strength, task, limits)) {
        flank_solve_options options = {.all_moves = limits->lines > 1, .time_ms = limits->time_ms};
        flank_status status = othello_solve_run(engine->solve, &task->root, &options, on_report, user, report);
        return status == FLANK_STOPPED ? FLANK_OK : status;
    }
    search_settings settings = {.depth_plies =
                                    (int)tighter((uint64_t)limits->depth_plies, (uint64_t)strength->depth_plies),
                                .nodes = tighter(limits->nodes, strength->nodes),
                                .time_ms = limits->time_ms,
                                .lines = limits->lines};
    return search_run(engine->search, task, &settings, on_report, user, report);
}

static flank_status search_task_run(flank_engine *engine, const search_task *task, const flank_limits *limits,
                                    flank_report_fn *on_report, void *user, flank_report *report)
{
    if (limits->level)
        return search_level(engine, task, limits, on_report, user, report);
    search_settings settings = {
        .depth_plies = limits->depth_plies, .nodes = limits->nodes, .time_ms = limits->time_ms, .lines = limits->lines};
    return search_run(engine->search, task, &settings, on_report, user, report);
}

static bool limits_are_valid(const flank_limits *limits)
{
    return limits->depth_plies >= 0 && limits->time_ms >= 0 && limits->lines >= 0 && limits->level >= 0 &&
           limits->level <= FLANK_LEVEL_MAX;
}

flank_status flank_engine_search(flank_engine *engine, const flank_record *record, const flank_limits *limits,
                                 flank_report_fn *on_report, void *user, flank_report *report)
{
    if (!limits_are_valid(limits))
        return FLANK_BAD_ARGUMENT;
    search_task task;
    uint64_t *history;
    flank_status status = make_task(record, &task, &history);
    if (status == FLANK_OK)
        status = search_task_run(engine, &task, limits, on_report, user, report);
    free(history);
    return status;
}

/* ---- Solving ---- */

/* Any game that scores discs, by search to the end. */
static flank_status solve_by_search(flank_engine *engine, const search_task *task, const flank_solve_options *options,
                                    flank_report_fn *on_report, void *user, flank_report *report)
{
    search_settings settings = {.time_ms = options->time_ms,
                                .lines = options->all_moves ? FLANK_MOVES_MAX : 1,
                                .sign_only = options->win_loss_draw,
                                .manner = SEARCH_SOLVE};
    flank_status status = search_run(engine->search, task, &settings, on_report, user, report);
    for (int i = 0; status == FLANK_OK && i < report->line_count; i++)
        if (!report->lines[i].exact)
            status = FLANK_STOPPED;
    return status;
}

flank_status flank_engine_solve(flank_engine *engine, const flank_record *record, const flank_solve_options *options,
                                flank_report_fn *on_report, void *user, flank_report *report)
{
    if (options->time_ms < 0)
        return FLANK_BAD_ARGUMENT;
    const flank_game *game = flank_record_game(record);
    if (!game->scores_discs)
        return FLANK_NOT_SUPPORTED;
    search_task task;
    uint64_t *history;
    flank_status status = make_task(record, &task, &history);
    if (status)
        return status;
    if (game == flank_game_find("othello"))
        status = othello_solve_run(engine->solve, &task.root, options, on_report, user, report);
    else
        status = solve_by_search(engine, &task, options, on_report, user, report);
    free(history);
    return status;
}
