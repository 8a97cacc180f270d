/* SPDX-License-Identifier: MIT
 *
 * One search or solve of an engine: the right search with its memory, records as tasks, levels and clocks as limits.
 */
#include "engine/engine_search.h"

#include "core/bits.h"
#include "core/clock.h"
#include "core/stop_poll.h"
#include "engine/clock_plan.h"
#include "engine/engine_proof.h"
#include "engine/evaluation_handle.h"
#include "engine/levels.h"
#include "games/game_table.h"
#include "games/othello/othello.h"
#include "games/othello/othello_rules.h"
#include "othello/weights_default.h"

#include <assert.h>
#include <stdlib.h>

enum { ESTIMATE_TABLE_BYTES = 1 << 16, LEVEL_SLIP_DEPTH = 1, QUICK_PERCENT = 73 };

/* ---- Memory ---- */

void engine_free_searches(flank_engine *engine)
{
    search_destroy(engine->search);
    prover_destroy(engine->prover);
    othello_search_destroy(engine->othello);
    engine->search = NULL;
    engine->prover = NULL;
    engine->othello = NULL;
}

/* Make Othello's own search, for the usual board or the one of 36 squares. */
static flank_status make_othello(flank_engine *engine, bool board_6, const flank_stop *stop)
{
    if (!board_6 && !engine->eval)
        engine->eval = weights_default_unless(stop);
    const evaluation *eval = board_6 ? weights_board_6_unless(stop) : engine->eval;
    if (!eval)
        return stop_poll(stop) ? FLANK_STOPPED : FLANK_NO_MEMORY;
    engine->board_6 = board_6;
    if (!engine->othello)
        engine->othello = othello_search_create(&(othello_search_options){.table_bytes = engine->table_bytes,
                                                                          .threads = engine->threads,
                                                                          .cpu = engine->cpu,
                                                                          .eval = eval,
                                                                          .middle_36 = board_6});
    return engine->othello ? FLANK_OK : FLANK_NO_MEMORY;
}

flank_status engine_make_ready(flank_engine *engine, const flank_game *game, const flank_rules *rules,
                               const flank_stop *stop)
{
    static const flank_rules usual = {{0}};
    rules = rules ? rules : &usual;
    const bool shared = engine->shared_only || game != &othello_game || othello_fewest_win(rules);
    const bool board_6 = !shared && othello_squares(rules) == OTHELLO_MIDDLE_36;
    if (shared ? engine->othello != NULL : engine->search != NULL || engine->board_6 != board_6)
        engine_free_searches(engine);
    if (shared) {
        if (!engine->search)
            engine->search = search_create(engine->table_bytes, engine->threads);
        if (!engine->own_tables && game == tablebase_game())
            engine->own_tables = tablebase_open_default(); /* without memory for them it plays on without */
        return engine->search ? FLANK_OK : FLANK_NO_MEMORY;
    }
    return make_othello(engine, board_6, stop);
}

/* ---- Tasks ---- */

static unsigned piece_count(const flank_position *position) { return bit_count(position->own | position->other); }

static int empties(const search_task *task) { return game_empties(task->game, task->rules, &task->root); }

/* Fill in `task` from the record's cursor; `*history` is to be freed. Positions with other pieces cannot come back, so
 * the history goes back no further than the last capture. */
static flank_status make_task(const flank_record *record, search_task *task, uint64_t **history)
{
    *history = NULL;
    if (flank_record_outcome(record).over)
        return FLANK_GAME_OVER;
    *task = (search_task){.game = flank_record_game(record),
                          .rules = flank_record_rules(record),
                          .root = *flank_record_position(record),
                          .idle_plies = flank_record_idle_plies(record)};
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

static bool value_in_tables(const void *user, const flank_rules *rules, const flank_position *position, int *sign,
                            int *plies)
{
    tablebase_value value;
    if (!tablebase_probe(user, rules, position, &value))
        return false;
    *sign = value.sign;
    *plies = value.plies;
    return true;
}

/* The knowledge of the endgame tables of the game, the caller's before those that are built in. */
static search_known known_in_tables(const flank_engine *engine, const search_task *task)
{
    const tablebase *choices[] = {engine->tables, engine->own_tables};
    for (size_t i = 0; task->game == tablebase_game() && i < sizeof choices / sizeof *choices; i++)
        if (choices[i] && tablebase_fits(choices[i], task->rules))
            return (search_known){.value = value_in_tables, .user = choices[i], .pieces = tablebase_pieces(choices[i])};
    return (search_known){0};
}

/* ---- Searching ---- */

/* The answer of an engine that was stopped before its evaluation was unpacked: a few nodes of the shared search. */
static flank_status estimate(flank_engine *engine, const search_task *task, const flank_limits *asked,
                             flank_report *report)
{
    enum { NODES = 1000 };
    const search_request request = {.limits = {.nodes = NODES,
                                               .lines = asked->lines,
                                               .win_loss_draw = asked->win_loss_draw,
                                               .one_sided = asked->one_sided,
                                               .at_least_discs = asked->at_least_discs}};
    if (!engine->estimator)
        engine->estimator = search_create(ESTIMATE_TABLE_BYTES, 1);
    return engine->estimator ? search_run(engine->estimator, task, &request, report) : FLANK_NO_MEMORY;
}

static flank_status run_search(flank_engine *engine, const search_task *task, const search_request *request,
                               flank_report *report)
{
    assert(!engine->search != !engine->othello);
    engine->learned = true;
    if (engine->search)
        return search_run(engine->search, task, request, report);
    othello_search_run(engine->othello, task->root.own, task->root.other, request, report);
    return FLANK_OK;
}

/* The smaller of two limits, where 0 means none. */
static uint64_t tighter(uint64_t a, uint64_t b) { return a == 0 || (b != 0 && b < a) ? b : a; }

/* A search with a clock looks at every completed depth, on its way to the caller. */
typedef struct depth_watch {
    const engine_caller *caller;
    bool clocked, only_move;
    double looked_s; /* by first_look, before this search */
    uint64_t looked_nodes;
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
    if (watch->caller->on_report && watch->caller->on_report(watch->caller->user, &report) == FLANK_ENOUGH)
        return FLANK_ENOUGH;
    if (!watch->clocked)
        return FLANK_GO_ON;
    const flank_line *best = &report.lines[0];
    const pondered *before = &watch->caller->before;
    if (report.line_count > 1)
        watch->watch.clear_lead = lead_discs(&report);
    const bool further = report.depth_plies > before->depth_plies ||
                         (report.depth_plies == before->depth_plies && best->selectivity >= before->selectivity);
    const clock_depth depth = {.elapsed_s = report.time_s + (further ? before->seconds : 0),
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
static flank_status search_slip(flank_engine *engine, const search_task *task, const level_strength *strength,
                                uint64_t dice, const flank_stop *stop, flank_report *report)
{
    const search_request look = {
        .limits = {.depth_plies = LEVEL_SLIP_DEPTH, .lines = FLANK_MOVES_MAX, .selectivity = 100, .stop = stop}};
    flank_status status = run_search(engine, task, &look, report);
    if (status)
        return status;
    assert(report->line_count > 0);
    engine->slip = report->lines[level_slip_choice(strength, dice, (size_t)report->line_count)];
    report->slipped = report->line_count > 1; /* else there was nothing to choose */
    report->lines = &engine->slip;
    report->line_count = 1;
    return FLANK_OK;
}

/* The seconds that may be spent: what the clock allows, or the caller's limit if that is less. */
static double spendable_s(const flank_limits *limits, double clock_s)
{
    const double limit_s = (double)limits->time_ms / 1000;
    return limit_s > 0 && limit_s < clock_s ? limit_s : clock_s;
}

/* See by how many discs the best move leads the second, as far as a small part of what may be spent tells, and a second
 * at most. If that part is next to nothing, no look is taken. */
static void first_look(flank_engine *engine, const search_task *task, const search_request *request, depth_watch *watch)
{
    enum { PARTS = 20, LEAST_NODES = 10000 };
    const flank_limits *limits = &request->limits;
    const double least_s = 0.01, most_s = 1, part_s = spendable_s(limits, watch->watch.plan.soft_s) / PARTS;
    const uint64_t part_nodes = limits->nodes / PARTS;
    if (!task->game->scores_discs || part_s < least_s || (limits->nodes > 0 && part_nodes < LEAST_NODES))
        return;
    search_request look = *request;
    flank_report report;
    look.limits.lines = 2;
    look.limits.time_ms = (int64_t)(1000 * (part_s < most_s ? part_s : most_s));
    look.limits.nodes = part_nodes;
    look.on_report = NULL;
    if (run_search(engine, task, &look, &report) != FLANK_OK)
        return;
    watch->watch.clear_lead = lead_discs(&report);
    watch->looked_nodes = report.nodes;
}

/* Search with the time that the clock allows. */
static flank_status search_clocked(flank_engine *engine, const search_task *task, search_request *request,
                                   depth_watch *watch, flank_report *report)
{
    flank_limits *limits = &request->limits;
    const bool own_search = task->game == &othello_game && !othello_fewest_win(task->rules);
    const clock_outlook outlook =
        own_search ? clock_outlook_othello(&limits->clock, empties(task)) : (clock_outlook){0};
    const double start_s = clock_now_s();
    const clock_plan plan = clock_plan_make(&limits->clock, &outlook);
    watch->clocked = true;
    watch->only_move = move_count(task) == 1;
    watch->watch = clock_watch_start(&plan);
    if (!watch->only_move && limits->lines <= 1)
        first_look(engine, task, request, watch);
    watch->looked_s = clock_now_s() - start_s;
    const double left_ms = 1000 * (spendable_s(limits, plan.hard_s) - watch->looked_s);
    limits->time_ms = left_ms < 1 ? 1 : left_ms < (double)INT64_MAX ? (int64_t)left_ms : INT64_MAX;
    if (limits->nodes > watch->looked_nodes)
        limits->nodes -= watch->looked_nodes;
    return run_search(engine, task, request, report);
}

/* What a level, or a depth without one, means for the search of Othello and for the shared one. */
static void set_depth(flank_limits *limits, const search_task *task, bool shared)
{
    const int empty = empties(task), depth = limits->depth_plies, level = limits->level;
    const int asked = limits->selectivity;
    if (level && !shared) {
        const level_othello strength = level_for_othello(level, empty);
        const bool less = depth > 0 && depth < strength.depth_plies;
        limits->depth_plies = less ? depth : strength.depth_plies;
        limits->selectivity = less && level > LEVEL_BEGINNERS ? QUICK_PERCENT : strength.selectivity_percent;
    } else if (level) {
        const level_strength strength = level_find(task->game, level);
        limits->depth_plies = (int)tighter((uint64_t)depth, (uint64_t)strength.depth_plies);
        limits->nodes = tighter(limits->nodes, strength.nodes);
    } else {
        limits->selectivity = depth > 0 && depth < empty ? QUICK_PERCENT : 100;
    }
    if (asked)
        limits->selectivity = asked;
}

static flank_status search_task_run(flank_engine *engine, search_task *task, search_request *request,
                                    depth_watch *watch, flank_report *report)
{
    flank_limits *limits = &request->limits;
    const bool proves = engine_proves(task, request);
    if (engine->prover && !proves)
        engine_free_searches(engine); /* the search has all of the memory again */
    const flank_status ready = engine_make_ready(engine, task->game, task->rules, limits->stop);
    if (ready)
        return ready == FLANK_STOPPED ? estimate(engine, task, limits, report) : ready;
    task->known = known_in_tables(engine, task);
    task->network = evaluation_network(engine->evaluation, task->game);
    if (proves) {
        const flank_status made = engine_make_prover(engine);
        return made ? made : engine_prove(engine, task, request, report);
    }
    if (request->mode == SEARCH_SOLVE)
        return run_search(engine, task, request, report);
    if (limits->level) {
        const level_strength strength = level_find(task->game, limits->level);
        const uint64_t dice = level_dice(limits->seed, flank_position_hash(&task->root));
        if (level_slips(&strength, dice))
            return search_slip(engine, task, &strength, dice, limits->stop, report);
    }
    set_depth(limits, task, engine->search != NULL);
    return limits->clock.running ? search_clocked(engine, task, request, watch, report)
                                 : run_search(engine, task, request, report);
}

flank_status engine_think(flank_engine *engine, const flank_record *record, const flank_limits *limits,
                          search_mode mode, const engine_caller *caller, flank_report *report)
{
    search_task task;
    uint64_t *history;
    depth_watch watch = {.caller = caller};
    search_request request = {.limits = *limits, .mode = mode, .on_report = watch_depth, .user = &watch};
    flank_status status = make_task(record, &task, &history);
    if (status == FLANK_OK)
        status = search_task_run(engine, &task, &request, &watch, report);
    if (status == FLANK_OK)
        add_look(&watch, report);
    free(history);
    return status == FLANK_OK && mode == SEARCH_SOLVE && !all_exact(report) ? FLANK_STOPPED : status;
}
