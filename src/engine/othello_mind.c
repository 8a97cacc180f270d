/* SPDX-License-Identifier: MIT
 *
 * Between the Othello engine, which speaks of boards, squares and parts of a disc, and the façade, which speaks of
 * lines and hundredths.
 */
#include "engine/othello_mind.h"

#include "core/bits.h"
#include "core/stop_poll.h"
#include "othello/solver.h"
#include "othello/think.h"

#include <stdlib.h>

_Static_assert(THINK_PLIES_MAX <= FLANK_LINE_PLIES_MAX, "a line fits a reported one");

struct othello_mind {
    othello_thinker *thinker;
    flank_line lines[THINK_LINES_MAX];
    flank_report finished; /* of the search's last completed step; no lines before the first */

    /* The run under way. */
    const flank_stop *stop;
    flank_report_fn *on_report;
    void *user;
    bool all_moves;
    int empties;
};

othello_mind *othello_mind_create(const thinker_options *options)
{
    othello_mind *mind = calloc(1, sizeof *mind);
    if (mind && (mind->thinker = thinker_create(options)))
        return mind;
    free(mind);
    return NULL;
}

void othello_mind_destroy(othello_mind *mind)
{
    if (mind)
        thinker_destroy(mind->thinker);
    free(mind);
}

void othello_mind_clear(othello_mind *mind) { thinker_clear(mind->thinker); }

void othello_mind_touch(othello_mind *mind) { thinker_touch(mind->thinker); }

static flank_move placement(unsigned square) { return (flank_move){.from = FLANK_NO_SQUARE, .to = (uint8_t)square}; }

static void fill_moves(flank_line *line, const uint8_t *squares, int length)
{
    line->length = length;
    for (int ply = 0; ply < length; ply++)
        line->moves[ply] = placement(squares[ply]);
}

/* ---- Searching --------------------------------------------------------------------------------------------------- */

/* The nearest number of hundredths; whole discs stay whole. */
static int hundredths(int value)
{
    const int half = value < 0 ? -EVAL_PER_DISC / 2 : EVAL_PER_DISC / 2;
    return (100 * value + half) / EVAL_PER_DISC;
}

static flank_report report_of_search(othello_mind *mind, const think_report *found)
{
    for (int i = 0; i < found->line_count; i++) {
        const think_line *line = &found->lines[i];
        mind->lines[i] = (flank_line){.score = hundredths(line->value),
                                      .depth_plies = line->depth_plies,
                                      .selectivity = select_percent[line->selectivity],
                                      .exact = line->exact};
        fill_moves(&mind->lines[i], line->moves, line->length);
    }
    return (flank_report){.lines = mind->lines,
                          .line_count = found->line_count,
                          .depth_plies = found->depth_plies,
                          .nodes = found->nodes,
                          .time_s = found->time_s};
}

static bool tell_search(void *user, const think_report *found)
{
    othello_mind *mind = user;
    mind->finished = report_of_search(mind, found);
    const bool enough = mind->on_report && mind->on_report(mind->user, &mind->finished) == FLANK_ENOUGH;
    return !enough && !stop_poll(mind->stop);
}

/* The surest step of the ladder that is not surer than asked. */
static int ladder_step(int percent)
{
    int step = SELECT_73;
    while (step < SELECT_100 && select_percent[step + 1] <= percent)
        step++;
    return step;
}

/* What a search tells at its end. One that reached it has completed all its lines. Else one line may come from the step
 * that was cut short: it is the better answer. Of several, the first ones would then be of that step and the others of
 * the step before, which the different depth alone makes some discs better or worse: such a list has no order, so it is
 * that of the last completed step. */
static flank_report final_report(othello_mind *mind, const think_report *found, bool complete)
{
    if (complete || found->line_count <= 1 || mind->finished.line_count == 0)
        return report_of_search(mind, found);
    flank_report report = mind->finished;
    report.nodes = found->nodes;
    report.time_s = found->time_s;
    return report;
}

void othello_mind_search(othello_mind *mind, const flank_position *position, const search_settings *settings,
                         int selectivity_percent, flank_report_fn *on_report, void *user, flank_report *report)
{
    mind->stop = settings->stop;
    mind->on_report = on_report;
    mind->user = user;
    const think_limits limits = {.depth_plies = settings->depth_plies,
                                 .selectivity = ladder_step(selectivity_percent),
                                 .nodes = settings->nodes,
                                 .time_ms = settings->time_ms,
                                 .stop = settings->stop,
                                 .lines = settings->lines < THINK_LINES_MAX ? settings->lines : THINK_LINES_MAX};
    think_report found;
    mind->finished = (flank_report){0};
    const bool complete = think_run(mind->thinker, position->own, position->other, &limits, tell_search, mind, &found);
    *report = final_report(mind, &found, complete);
}

/* ---- Solving ----------------------------------------------------------------------------------------------------- */

/* Put lines of a solve that may have been cut short in order; equals stay as they are. */
static void sort_lines(flank_line *lines, int count)
{
    for (int i = 1; i < count; i++) {
        const flank_line line = lines[i];
        int at = i;
        for (; at > 0 && lines[at - 1].score < line.score; at--)
            lines[at] = lines[at - 1];
        lines[at] = line;
    }
}

/* The moves as lines; the first one with all that follows it. */
static flank_report report_of_solve(othello_mind *mind, const solver_result *result)
{
    flank_report report = {.lines = mind->lines,
                           .line_count = mind->all_moves ? result->move_count : result->move_count > 0,
                           .depth_plies = result->complete ? mind->empties : result->depth_plies,
                           .nodes = result->nodes,
                           .time_s = result->time_s};
    for (int i = 0; i < report.line_count; i++) {
        const bool exact = result->moves[i].exact && (mind->all_moves || result->complete);
        mind->lines[i] = (flank_line){.score = 100 * result->moves[i].score,
                                      .depth_plies = exact ? mind->empties : result->depth_plies,
                                      .selectivity = exact ? 100 : select_percent[result->selectivity],
                                      .exact = exact};
        fill_moves(&mind->lines[i], &result->moves[i].square, 1);
    }
    if (result->line_length > 0)
        fill_moves(&mind->lines[0], result->line, result->line_length);
    sort_lines(mind->lines, report.line_count);
    return report;
}

static bool tell_solve(void *user, const solver_result *result)
{
    othello_mind *mind = user;
    const flank_report report = report_of_solve(mind, result);
    return mind->on_report(mind->user, &report) == FLANK_GO_ON;
}

flank_status othello_mind_solve(othello_mind *mind, const flank_position *position, const flank_solve_options *options,
                                const flank_stop *stop, flank_report_fn *on_report, void *user, flank_report *report)
{
    mind->on_report = on_report;
    mind->user = user;
    mind->all_moves = options->all_moves;
    mind->empties = (int)bit_count(~(position->own | position->other));
    const solver_options wanted = {.win_loss_draw = options->win_loss_draw,
                                   .all_moves = options->all_moves,
                                   .time_ms = options->time_ms,
                                   .stop = stop};
    solver_result result;
    const bool complete = solver_run(mind->thinker, position->own, position->other, &wanted,
                                     on_report ? tell_solve : NULL, mind, &result);
    *report = report_of_solve(mind, &result);
    return complete ? FLANK_OK : FLANK_STOPPED;
}
