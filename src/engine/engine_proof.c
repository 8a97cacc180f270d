/* SPDX-License-Identifier: MIT
 *
 * Neither way of searching is the better one: of positions up to 41 plies before the end of played games, proof-number
 * search solves half as many again as alpha-beta with as many nodes in draughts, and in Lines of Action as many, but
 * others (docs/developers/benchmarks.md). So they take turns: alpha-beta, then proof numbers for a win and for a loss;
 * then the same with three times the nodes. Their tables keep what they find.
 */
#include "engine/engine_proof.h"

#include "core/clock.h"
#include "core/stop_poll.h"
#include "games/game_table.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_NODES = 10000, MORE = 3 };

/* The solving so far, for the caller and for the parts. */
typedef struct proof_turns {
    flank_engine *engine;
    const search_task *task;
    const search_request *request;
    double start_s;
    uint64_t nodes; /* of the parts that have ended */
    int told_depth; /* by reports: alpha-beta begins anew in each of its turns */
    bool enough;    /* the caller has heard enough */
    bool open;      /* more nodes may say more */
    int depth;      /* of alpha-beta's best line so far, which is engine->proved */
    bool no_memory;
} proof_turns;

bool engine_proves(const search_task *task, const search_request *request)
{
    return request->mode == SEARCH_SOLVE && !task->game->scores_discs && request->limits.lines <= 1;
}

flank_status engine_make_prover(flank_engine *engine)
{
    if (engine->prover)
        return FLANK_OK;
    search_destroy(engine->search);
    engine->search = search_create(engine->table_bytes / 2, engine->threads);
    engine->prover = prover_create(engine->table_bytes / 2);
    if (engine->search && engine->prover)
        return FLANK_OK;
    search_destroy(engine->search);
    prover_destroy(engine->prover);
    engine->search = NULL;
    engine->prover = NULL;
    return FLANK_NO_MEMORY;
}

/* True if the limits leave nothing for another part; else `*left` is how many nodes they leave, 0 for any number. */
static bool is_spent(const proof_turns *turns, uint64_t *left)
{
    const flank_limits *limits = &turns->request->limits;
    *left = limits->nodes > turns->nodes ? limits->nodes - turns->nodes : 0;
    return turns->enough || stop_poll(limits->stop) || (limits->nodes && !*left) ||
           (limits->time_ms && clock_now_s() >= turns->start_s + (double)limits->time_ms / 1000);
}

/* Ask whether a side wins. True with a report of one line, if it does. */
static bool ask(proof_turns *turns, unsigned winner, uint64_t nodes, flank_report *report)
{
    const flank_limits *limits = &turns->request->limits;
    flank_engine *engine = turns->engine;
    uint64_t left;
    if (is_spent(turns, &left))
        return false;
    const double end_s = limits->time_ms ? turns->start_s + (double)limits->time_ms / 1000 : 0;
    const proof_question question = {
        .winner = winner, .nodes = left && left < nodes ? left : nodes, .end_s = end_s, .stop = limits->stop};
    proof_result result;
    prover_run(engine->prover, turns->task, &question, &result);
    turns->nodes += result.nodes;
    turns->open |= !result.hopeless;
    turns->no_memory |= result.answer == PROOF_NO_MEMORY;
    if (result.answer != PROOF_WON || result.plies > FLANK_SCORE_WIN - FLANK_SCORE_MATE)
        return false;
    const int score = FLANK_SCORE_WIN - result.plies;
    flank_line *line = &engine->proved;
    *line = (flank_line){.length = result.length,
                         .score = winner == turns->task->root.color ? score : -score,
                         .depth_plies = result.plies,
                         .selectivity = 100,
                         .exact = true};
    memcpy(line->moves, result.moves, sizeof line->moves);
    *report = (flank_report){.lines = line, .line_count = 1, .depth_plies = result.plies};
    return true;
}

/* Tell the caller of a depth of alpha-beta, with what all parts took. */
static flank_reply tell(void *user, const flank_report *of_part)
{
    proof_turns *turns = user;
    const search_request *request = turns->request;
    if (!request->on_report || of_part->depth_plies <= turns->told_depth)
        return FLANK_GO_ON;
    flank_report report = *of_part;
    turns->told_depth = report.depth_plies;
    report.nodes += turns->nodes;
    report.time_s = clock_now_s() - turns->start_s;
    const flank_reply reply = request->on_report(request->user, &report);
    turns->enough = reply == FLANK_ENOUGH;
    return reply;
}

/* The time that is left, 1 at least; 0: there is no limit. */
static int64_t left_ms(const proof_turns *turns)
{
    const int64_t limit_ms = turns->request->limits.time_ms;
    const double left = (double)limit_ms - 1000 * (clock_now_s() - turns->start_s);
    return limit_ms == 0 ? 0 : left < 1 ? 1 : (int64_t)left;
}

/* Search on, if only for an answer. A turn that ends at a lesser depth than one before it takes nothing from that. */
static flank_status search(proof_turns *turns, uint64_t nodes, flank_report *report)
{
    search_request part = *turns->request;
    uint64_t left;
    if (is_spent(turns, &left) && report->line_count)
        return FLANK_OK;
    part.on_report = tell;
    part.user = turns;
    part.limits.nodes = left && left < nodes ? left : nodes;
    part.limits.time_ms = left_ms(turns);
    flank_report found;
    const flank_status status = search_run(turns->engine->search, turns->task, &part, &found);
    if (status)
        return status;
    turns->nodes += found.nodes;
    turns->open |= found.nodes >= part.limits.nodes;
    if (report->line_count == 0 || found.lines[0].exact || found.depth_plies >= turns->depth) {
        turns->engine->proved = found.lines[0];
        turns->depth = found.depth_plies;
        *report = found;
        report->lines = &turns->engine->proved;
    }
    return FLANK_OK;
}

/* The task behind a line. */
static search_task behind_line(const search_task *task, const flank_line *line)
{
    search_task rest = *task;
    for (int i = 0; i < line->length; i++) {
        const bool counts = flank_game_no_progress_limit(task->game, task->rules) > 0;
        if (counts && task->game->progress(task->rules, &rest.root, line->moves[i]) == PROGRESS_NONE)
            rest.idle_plies++;
        else
            rest.idle_plies = 0;
        rest.root = task->game->play(task->rules, &rest.root, line->moves[i]);
    }
    return rest;
}

/* The table cuts lines short. Bring that of a win or loss to its end: each part is one that has been proved. */
static flank_status complete_line(proof_turns *turns)
{
    flank_line *line = &turns->engine->proved;
    const int plies = FLANK_SCORE_WIN - abs(line->score),
              whole = plies < FLANK_LINE_PLIES_MAX ? plies : FLANK_LINE_PLIES_MAX;
    uint64_t left;
    while (line->length < whole && !is_spent(turns, &left)) {
        search_task rest = behind_line(turns->task, line);
        search_request part = {.limits = turns->request->limits, .mode = SEARCH_SOLVE};
        flank_report more;
        part.limits.depth_plies = plies - line->length;
        part.limits.nodes = left ? left : UINT64_MAX; /* one thread: the same line each time */
        part.limits.time_ms = left_ms(turns);
        if (rest.game->outcome(rest.rules, &rest.root).over)
            break;
        const flank_status status = search_run(turns->engine->search, &rest, &part, &more);
        if (status)
            return status;
        turns->nodes += more.nodes;
        if (!more.lines[0].exact)
            break;
        for (int i = 0; i < more.lines[0].length && line->length < whole; i++)
            line->moves[line->length++] = more.lines[0].moves[i];
    }
    return FLANK_OK;
}

flank_status engine_prove(flank_engine *engine, const search_task *task, const search_request *request,
                          flank_report *report)
{
    proof_turns turns = {.engine = engine, .task = task, .request = request, .start_s = clock_now_s(), .open = true};
    const unsigned us = task->root.color;
    flank_status status = FLANK_OK;
    *report = (flank_report){0};
    engine->learned = true;
    for (uint64_t nodes = FIRST_NODES; !status && turns.open;
         nodes = nodes < UINT64_MAX / MORE ? nodes * MORE : nodes) {
        turns.open = false;
        status = search(&turns, nodes, report);
        uint64_t left;
        if (status || (report->line_count && report->lines[0].exact) || is_spent(&turns, &left) ||
            ask(&turns, us, nodes, report) || ask(&turns, !us, nodes, report))
            break;
        if (turns.no_memory)
            status = FLANK_NO_MEMORY;
    }
    const bool decided =
        report->line_count && report->lines[0].exact && abs(report->lines[0].score) >= FLANK_SCORE_MATE;
    if (!status && decided && report->lines[0].length < FLANK_SCORE_WIN - abs(report->lines[0].score))
        status = complete_line(&turns);
    report->nodes = turns.nodes;
    report->time_s = clock_now_s() - turns.start_s;
    return status;
}
