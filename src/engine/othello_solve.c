/* SPDX-License-Identifier: MIT
 *
 * Between the endgame solver, which speaks of boards, squares and discs, and the façade, which speaks of lines and
 * hundredths.
 */
#include "engine/othello_solve.h"

#include "core/bits.h"
#include "othello/solver.h"

#include <stdlib.h>

_Static_assert(SOLVER_LINE_MAX <= FLANK_LINE_PLIES_MAX, "a solver's line fits a reported one");

struct othello_solve {
    othello_thinker *thinker; /* created by the first solve: most engines never need its table */
    size_t table_bytes;
    flank_line lines[SOLVER_MOVES_MAX];

    /* The run under way. */
    flank_report_fn *on_report;
    void *user;
    bool all_moves;
    int empties;
};

othello_solve *othello_solve_create(size_t table_bytes)
{
    othello_solve *solve = calloc(1, sizeof *solve);
    if (!solve)
        return NULL;
    solve->table_bytes = table_bytes;
    return solve;
}

void othello_solve_destroy(othello_solve *solve)
{
    if (solve)
        thinker_destroy(solve->thinker);
    free(solve);
}

void othello_solve_clear(othello_solve *solve)
{
    if (solve->thinker)
        thinker_clear(solve->thinker);
}

static flank_move placement(unsigned square) { return (flank_move){.from = FLANK_NO_SQUARE, .to = (uint8_t)square}; }

/* The moves as lines; the first one with all that follows it. */
static flank_report make_report(othello_solve *solve, const solver_result *result)
{
    flank_report report = {.lines = solve->lines,
                           .line_count = solve->all_moves ? result->move_count : result->move_count > 0,
                           .depth_plies = solve->empties,
                           .nodes = result->nodes,
                           .time_s = result->time_s};
    for (int i = 0; i < report.line_count; i++) {
        flank_line *line = &solve->lines[i];
        *line = (flank_line){.length = 1,
                             .score = 100 * result->moves[i].score,
                             .depth_plies = solve->empties,
                             .exact = result->moves[i].exact && (solve->all_moves || result->complete)};
        line->moves[0] = placement(result->moves[i].square);
    }
    for (int ply = 0; ply < result->line_length; ply++)
        solve->lines[0].moves[ply] = placement(result->line[ply]);
    if (result->line_length > 0)
        solve->lines[0].length = result->line_length;
    return report;
}

static void pass_on(void *user, const solver_result *result)
{
    othello_solve *solve = user;
    flank_report report = make_report(solve, result);
    solve->on_report(solve->user, &report);
}

flank_status othello_solve_run(othello_solve *solve, const flank_position *position, const flank_solve_options *options,
                               const atomic_bool *stop, flank_report_fn *on_report, void *user, flank_report *report)
{
    if (!solve->thinker && !(solve->thinker = thinker_create(&(thinker_options){.table_bytes = solve->table_bytes})))
        return FLANK_NO_MEMORY;
    solve->on_report = on_report;
    solve->user = user;
    solve->all_moves = options->all_moves;
    solve->empties = (int)bit_count(~(position->own | position->other));
    const solver_options wanted = {.win_loss_draw = options->win_loss_draw,
                                   .all_moves = options->all_moves,
                                   .time_ms = options->time_ms,
                                   .stop = stop};
    solver_result result;
    bool complete =
        solver_run(solve->thinker, position->own, position->other, &wanted, on_report ? pass_on : NULL, solve, &result);
    *report = make_report(solve, &result);
    return complete ? FLANK_OK : FLANK_STOPPED;
}
