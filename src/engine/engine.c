/* SPDX-License-Identifier: MIT
 *
 * The façade between the searches and everybody else: it owns their memory, turns records into tasks and levels into
 * limits.
 */
#include "engine/engine_state.h"

#include "core/bits.h"
#include "core/clock.h"
#include "core/stop_poll.h"
#include "engine/clock_plan.h"
#include "engine/evaluation_handle.h"
#include "engine/levels.h"
#include "games/game_table.h"
#include "othello/weights_default.h"
#include "games/othello/othello.h"

#include <stdlib.h>

enum {
    DEFAULT_HASH_MIB = 128,
    ESTIMATE_TABLE_BYTES = 1 << 16,
    THREADS_MAX = 256,
    LEVEL_SLIP_DEPTH = 1,
    QUICK_PERCENT = 73
};

/* More is certainly a mistake. */
#define HASH_BYTES_MAX ((uint64_t)1 << 38)

/* ---- The engine and its memory ---- */

flank_engine *flank_engine_create(const flank_engine_options *options)
{
    const size_t least = (size_t)1 << 20;
    size_t bytes = options ? options->hash_bytes : 0;
    if (bytes == 0)
        bytes = DEFAULT_HASH_MIB * least;
    if ((uint64_t)bytes > HASH_BYTES_MAX)
        return NULL;
    flank_engine *engine = calloc(1, sizeof *engine);
    if (!engine)
        return NULL;
    engine->table_bytes = bytes < least ? least : bytes;
    engine->shared_only = options && options->shared_search;
    engine->threads = options && options->threads > 1 ? options->threads : 1;
    engine->threads = engine->threads < THREADS_MAX ? engine->threads : THREADS_MAX;
    engine->cpu = options && options->cpu <= FLANK_CPU_ICELAKE ? options->cpu : FLANK_CPU_BEST;
    engine->eval = options && options->evaluation ? evaluation_of(options->evaluation) : NULL;
    engine->polled = &engine->stop;
    return engine;
}

/* Give back what the engine holds for games of one kind. */
static void free_searches(flank_engine *engine)
{
    search_destroy(engine->search);
    othello_mind_destroy(engine->mind);
    engine->search = NULL;
    engine->mind = NULL;
}

void flank_engine_destroy(flank_engine *engine)
{
    if (!engine)
        return;
    ponder_end(engine, NULL);
    free_searches(engine);
    search_destroy(engine->estimator);
    free(engine);
}

static bool is_othello(const flank_game *game) { return game == &othello_game; }

/* Make the search that the game needs, and free the other: there is memory for one table. FLANK_OK, FLANK_NO_MEMORY,
 * FLANK_STOPPED if `stop` (may be NULL) is raised before the evaluation is unpacked. */
static flank_status make_ready(flank_engine *engine, const flank_game *game, const flank_stop *stop)
{
    const bool shared = engine->shared_only || !is_othello(game);
    if (shared ? engine->mind != NULL : engine->search != NULL)
        free_searches(engine);
    if (shared) {
        if (!engine->search)
            engine->search = search_create(engine->table_bytes);
        return engine->search ? FLANK_OK : FLANK_NO_MEMORY;
    }
    if (!engine->eval)
        engine->eval = weights_default_unless(stop);
    if (!engine->eval)
        return stop_poll(stop) ? FLANK_STOPPED : FLANK_NO_MEMORY;
    if (!engine->mind)
        engine->mind = othello_mind_create(&(thinker_options){
            .table_bytes = engine->table_bytes, .threads = engine->threads, .cpu = engine->cpu, .eval = engine->eval});
    return engine->mind ? FLANK_OK : FLANK_NO_MEMORY;
}

flank_status flank_engine_reserve(flank_engine *engine, const flank_game *game)
{
    ponder_end(engine, NULL);
    return make_ready(engine, game, NULL);
}

flank_status flank_engine_prepare(flank_engine *engine, const flank_game *game)
{
    const flank_status status = flank_engine_reserve(engine, game);
    if (status)
        return status;
    if (engine->search)
        search_touch(engine->search);
    if (engine->mind)
        othello_mind_touch(engine->mind);
    return FLANK_OK;
}

void flank_engine_clear(flank_engine *engine)
{
    ponder_end(engine, NULL);
    if (!engine->learned)
        return; /* 64 MB of zeros are not written once more */
    engine->learned = false;
    if (engine->search)
        search_clear(engine->search);
    if (engine->mind)
        othello_mind_clear(engine->mind);
}

void flank_engine_stop(flank_engine *engine)
{
    flank_stop_raise(&engine->stop);
    flank_stop_raise(&engine->ponder_stop);
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

/* The answer of an engine that was stopped before its evaluation was unpacked: a few nodes of the shared search. */
static flank_status estimate(flank_engine *engine, const search_task *task, int lines, bool sign_only,
                             flank_report *report)
{
    enum { NODES = 5000 };
    const search_settings settings = {.nodes = NODES, .lines = lines, .sign_only = sign_only};
    if (!engine->estimator)
        engine->estimator = search_create(ESTIMATE_TABLE_BYTES);
    return engine->estimator ? search_run(engine->estimator, task, &settings, NULL, NULL, report) : FLANK_NO_MEMORY;
}

/* What one search gets: the limits of the shared search, and what only the Othello engine knows of. */
typedef struct think_settings {
    search_settings shared;
    int selectivity_percent;
} think_settings;

static flank_status run_search(flank_engine *engine, const search_task *task, const think_settings *settings,
                               flank_report_fn *on_report, void *user, flank_report *report)
{
    engine->learned = true;
    if (engine->search)
        return search_run(engine->search, task, &settings->shared, on_report, user, report);
    othello_mind_search(engine->mind, &task->root, &settings->shared, settings->selectivity_percent, on_report, user,
                        report);
    return FLANK_OK;
}

/* The smaller of two limits, where 0 means none. */
static uint64_t tighter(uint64_t a, uint64_t b) { return a == 0 || (b != 0 && b < a) ? b : a; }

/* A search with a clock looks at every completed depth, on its way to the caller. */
typedef struct depth_watch {
    flank_engine *engine;
    flank_report_fn *on_report;
    void *user;
    bool clocked, only_move;
    double looked_s; /* by first_look, before this search */
    uint64_t looked_nodes;
    pondered before; /* likewise on the same move, and counts from that depth on */
    clock_watch watch;
} depth_watch;

static bool all_exact(const flank_report *report)
{
    for (int i = 0; i < report->line_count; i++)
        if (!report->lines[i].exact)
            return false;
    return true;
}

static double lead_discs(const flank_report *report)
{
    return report->line_count > 1 ? (report->lines[0].score - report->lines[1].score) / 100.0 : 0;
}

static void add_look(const depth_watch *watch, flank_report *report)
{
    report->nodes += watch->looked_nodes;
    report->time_s += watch->looked_s;
}

static flank_reply watch_depth(void *user, const flank_report *of_search)
{
    depth_watch *watch = user;
    flank_report report = *of_search;
    add_look(watch, &report);
    if (watch->on_report && watch->on_report(watch->user, &report) == FLANK_ENOUGH)
        return FLANK_ENOUGH;
    if (!watch->clocked)
        return FLANK_GO_ON;
    const flank_line *best = &report.lines[0];
    if (report.line_count > 1)
        watch->watch.clear_lead = lead_discs(&report);
    const bool further =
        report.depth_plies > watch->before.depth_plies ||
        (report.depth_plies == watch->before.depth_plies && best->selectivity >= watch->before.selectivity);
    const clock_depth depth = {.elapsed_s = report.time_s + (further ? watch->before.seconds : 0),
                               .best = 65U * best->moves[0].from + best->moves[0].to,
                               .score = best->score,
                               .settled = watch->only_move || all_exact(&report)};
    return clock_watch_note(&watch->watch, &depth) ? FLANK_ENOUGH : FLANK_GO_ON;
}

static size_t move_count(const search_task *task)
{
    flank_move moves[FLANK_MOVES_MAX];
    return task->game->moves(task->rules, &task->root, moves);
}

/* A level that slips looks at all moves a little and plays one of the better ones. */
static flank_status search_slip(flank_engine *engine, const search_task *task, uint64_t dice, flank_report *report)
{
    const think_settings settings = {
        {.depth_plies = LEVEL_SLIP_DEPTH, .lines = FLANK_MOVES_MAX, .stop = engine->polled}, 100};
    flank_status status = run_search(engine, task, &settings, NULL, NULL, report);
    if (status)
        return status;
    engine->slip = report->lines[level_slip_choice(dice, (size_t)report->line_count)];
    report->slipped = report->line_count > 1; /* else there was nothing to choose */
    report->lines = &engine->slip;
    report->line_count = 1;
    return FLANK_OK;
}

/* The seconds that may be spent: what the clock allows, or the caller's limit if that is less. */
static double spendable_s(const think_settings *settings, double clock_s)
{
    const double limit_s = (double)settings->shared.time_ms / 1000;
    return limit_s > 0 && limit_s < clock_s ? limit_s : clock_s;
}

/* See by how many discs the best move leads the second, as far as a small part of what may be spent tells, and a second
 * at most. Where that part is next to nothing, no look is taken. */
static void first_look(flank_engine *engine, const search_task *task, const think_settings *settings,
                       depth_watch *watch)
{
    enum { PARTS = 20, LEAST_NODES = 10000 };
    const double least_s = 0.01, most_s = 1, part_s = spendable_s(settings, watch->watch.plan.soft_s) / PARTS;
    const uint64_t part_nodes = settings->shared.nodes / PARTS;
    if (!task->game->scores_discs || part_s < least_s || (settings->shared.nodes > 0 && part_nodes < LEAST_NODES))
        return;
    think_settings look = *settings;
    flank_report report;
    look.shared.lines = 2;
    look.shared.time_ms = (int64_t)(1000 * (part_s < most_s ? part_s : most_s));
    look.shared.nodes = part_nodes;
    if (run_search(engine, task, &look, NULL, NULL, &report) != FLANK_OK)
        return;
    watch->watch.clear_lead = lead_discs(&report);
    watch->looked_nodes = report.nodes;
}

/* Search with the time that the clock allows. */
static flank_status search_clocked(flank_engine *engine, const search_task *task, think_settings *settings,
                                   const flank_clock *clock, depth_watch *watch, flank_report *report)
{
    const clock_outlook outlook =
        is_othello(task->game) ? clock_outlook_othello(clock, 64 - (int)piece_count(&task->root)) : (clock_outlook){0};
    const double start_s = clock_now_s();
    const clock_plan plan = clock_plan_make(clock, &outlook);
    watch->clocked = true;
    watch->only_move = move_count(task) == 1;
    watch->watch = clock_watch_start(&plan);
    if (!watch->only_move && settings->shared.lines <= 1)
        first_look(engine, task, settings, watch);
    watch->looked_s = clock_now_s() - start_s;
    const double left_ms = 1000 * (spendable_s(settings, plan.hard_s) - watch->looked_s);
    settings->shared.time_ms = left_ms < 1 ? 1 : left_ms < (double)INT64_MAX ? (int64_t)left_ms : INT64_MAX;
    if (settings->shared.nodes > watch->looked_nodes)
        settings->shared.nodes -= watch->looked_nodes;
    return run_search(engine, task, settings, watch_depth, watch, report);
}

/* What a level, or a depth without one, means for the Othello engine and for the shared search. */
static void set_depth(think_settings *settings, const search_task *task, int level, bool mind)
{
    const int empties = 64 - (int)piece_count(&task->root), depth = settings->shared.depth_plies;
    if (level && mind) {
        const level_othello strength = level_for_othello(level, empties);
        const bool less = depth > 0 && depth < strength.depth_plies;
        settings->shared.depth_plies = less ? depth : strength.depth_plies;
        settings->selectivity_percent = less && level > LEVEL_BEGINNERS ? QUICK_PERCENT : strength.selectivity_percent;
    } else if (level) {
        const level_strength strength = level_find(level);
        settings->shared.depth_plies = (int)tighter((uint64_t)depth, (uint64_t)strength.depth_plies);
        settings->shared.nodes = tighter(settings->shared.nodes, strength.nodes);
    } else {
        settings->selectivity_percent = depth > 0 && depth < empties ? QUICK_PERCENT : 100;
    }
}

static flank_status search_task_run(flank_engine *engine, const search_task *task, const flank_limits *limits,
                                    depth_watch *watch, flank_report *report)
{
    think_settings settings = {.shared = {.depth_plies = limits->depth_plies,
                                          .nodes = limits->nodes,
                                          .time_ms = limits->time_ms,
                                          .lines = limits->lines,
                                          .stop = engine->polled}};
    const flank_status ready = make_ready(engine, task->game, engine->polled);
    if (ready)
        return ready == FLANK_STOPPED ? estimate(engine, task, limits->lines, false, report) : ready;
    if (limits->level) {
        const level_strength strength = level_find(limits->level);
        const uint64_t dice = level_dice(limits->seed, flank_position_hash(&task->root));
        if (level_slips(&strength, dice))
            return search_slip(engine, task, dice, report);
    }
    set_depth(&settings, task, limits->level, engine->mind != NULL);
    if (limits->selectivity)
        settings.selectivity_percent = limits->selectivity;
    if (limits->clock.running)
        return search_clocked(engine, task, &settings, &limits->clock, watch, report);
    return run_search(engine, task, &settings, watch_depth, watch, report);
}

static bool limits_are_valid(const flank_limits *limits)
{
    const flank_clock *clock = &limits->clock;
    return limits->depth_plies >= 0 && limits->time_ms >= 0 && limits->lines >= 0 && limits->level >= 0 &&
           limits->level <= FLANK_LEVEL_MAX && (!clock->running || (clock->increment_ms >= 0 && clock->move_ms >= 0)) &&
           limits->selectivity >= 0 && limits->selectivity <= 100;
}

flank_status engine_think(flank_engine *engine, const flank_record *record, const flank_limits *limits, pondered before,
                          flank_report_fn *on_report, void *user, flank_report *report)
{
    search_task task;
    uint64_t *history;
    flank_status status = make_task(record, &task, &history);
    depth_watch watch = {.engine = engine, .on_report = on_report, .user = user, .before = before};
    if (status == FLANK_OK)
        status = search_task_run(engine, &task, limits, &watch, report);
    if (status == FLANK_OK)
        add_look(&watch, report);
    free(history);
    return status;
}

flank_status flank_engine_search(flank_engine *engine, const flank_record *record, const flank_limits *limits,
                                 flank_report_fn *on_report, void *user, flank_report *report)
{
    engine->stop = (flank_stop)FLANK_STOP_UNDER(limits->stop);
    const pondered before = ponder_end(engine, record);
    if (!limits_are_valid(limits))
        return FLANK_BAD_ARGUMENT;
    return engine_think(engine, record, limits, before, on_report, user, report);
}

/* ---- Solving ---- */

/* Any game that scores discs, by search to the end. */
static flank_status solve_by_search(flank_engine *engine, const search_task *task, const flank_solve_options *options,
                                    flank_report_fn *on_report, void *user, flank_report *report)
{
    search_settings settings = {.time_ms = options->time_ms,
                                .lines = options->all_moves ? FLANK_MOVES_MAX : 1,
                                .sign_only = options->win_loss_draw,
                                .manner = SEARCH_SOLVE,
                                .stop = engine->polled};
    flank_status status = search_run(engine->search, task, &settings, on_report, user, report);
    return status == FLANK_OK && !all_exact(report) ? FLANK_STOPPED : status;
}

static flank_status solve_task(flank_engine *engine, const search_task *task, const flank_solve_options *options,
                               flank_report_fn *on_report, void *user, flank_report *report)
{
    const flank_status ready = make_ready(engine, task->game, engine->polled);
    const int lines = options->all_moves ? FLANK_MOVES_MAX : 1;
    if (ready == FLANK_STOPPED && estimate(engine, task, lines, options->win_loss_draw, report) != FLANK_OK)
        return FLANK_NO_MEMORY;
    if (ready)
        return ready;
    engine->learned = true;
    if (engine->mind)
        return othello_mind_solve(engine->mind, &task->root, options, engine->polled, on_report, user, report);
    return solve_by_search(engine, task, options, on_report, user, report);
}

flank_status flank_engine_solve(flank_engine *engine, const flank_record *record, const flank_solve_options *options,
                                flank_report_fn *on_report, void *user, flank_report *report)
{
    static const flank_solve_options best_only = {0};
    options = options ? options : &best_only;
    engine->stop = (flank_stop)FLANK_STOP_UNDER(options->stop);
    ponder_end(engine, NULL);
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
    status = solve_task(engine, &task, options, on_report, user, report);
    free(history);
    return status;
}
