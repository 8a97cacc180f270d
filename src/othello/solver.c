/* SPDX-License-Identifier: MIT
 *
 * The solver: the root search with the end of the game as its goal.
 *
 * The line of best play is walked after the proof (root_walk_line). Collecting it during the search was rejected: a
 * cutoff from the table ends it early.
 */
#include "othello/solver.h"

#include "core/clock.h"
#include "othello/root_search.h"

/* One call of solver_run. */
typedef struct solve_run {
    const solver_options *options;
    solver_result *result;
    solver_progress *on_progress;
    void *user;
} solve_run;

/* What the table is worth: more memory saves hardly a node, and every look into it takes longer. FFO 40-49 take 3 to 5
 * % less time with 4 MiB than with 64, FFO 53 with 28 empty squares 3 to 10 % less with 8 than with 128 to 512. */
static size_t worthwhile_table_bytes(int empties)
{
    enum { SMALL_EMPTIES = 24, ALL_EMPTIES = 34 };
    const size_t small = (size_t)4 << 20;
    return empties <= SMALL_EMPTIES ? small : empties < ALL_EMPTIES ? small << (empties - SMALL_EMPTIES) : SIZE_MAX;
}

/* ---- Results ----------------------------------------------------------------------------------------------------- */

/* A value as a score of the run: discs to the nearest even number, or the sign. */
static int score_of(const solve_run *run, int value, bool exact)
{
    const int pair = 2 * EVAL_PER_DISC;
    if (run->options->win_loss_draw) {
        const int half = exact ? 0 : EVAL_PER_DISC / 2;
        return value > half ? 1 : value < -half ? -1 : 0;
    }
    if (exact)
        return value / EVAL_PER_DISC;
    return 2 * ((value + (value >= 0 ? pair / 2 : -pair / 2)) / pair);
}

/* A proved upper bound; in win/loss/draw its sign. */
static int ceiling_score(const solve_run *run, int ceiling)
{
    if (!run->options->win_loss_draw)
        return ceiling / EVAL_PER_DISC;
    return (ceiling > 0) - (ceiling < 0);
}

static void fill_result(const solve_run *run, const root_search *root)
{
    solver_result *result = run->result;
    result->depth_plies = root->depth;
    result->selectivity = root->selectivity;
    result->move_count = root->move_count;
    for (int i = 0; i < root->move_count; i++) {
        const think_line *line = &root->moves[i].line;
        const bool estimated = i == 0 || run->options->all_moves;
        result->moves[i] = (solver_move){
            .square = line->moves[0],
            .exact = line->exact,
            .score = (int8_t)(line->exact || estimated ? score_of(run, line->value, line->exact)
                                                       : ceiling_score(run, root->moves[i].ceiling)),
        };
    }
    const think_line *best = &root->moves[0].line;
    result->score = result->moves[0].score;
    result->line_length = best->length;
    for (int i = 0; i < best->length; i++)
        result->line[i] = best->moves[i];
    result->nodes = root_nodes(root);
    result->time_s = clock_now_s() - root->start_s;
}

static bool pass_on(void *user, root_search *root)
{
    const solve_run *run = user;
    fill_result(run, root);
    return !run->on_progress || run->on_progress(run->user, run->result);
}

bool solver_run(othello_thinker *thinker, uint64_t own, uint64_t other, const solver_options *options,
                solver_progress *on_progress, void *user, solver_result *result)
{
    const think_limits limits = {.selectivity = SELECT_100,
                                 .time_ms = options->time_ms,
                                 .stop = options->stop,
                                 .lines = options->all_moves ? THINK_LINES_MAX : 1};
    solve_run run = {.options = options, .result = result, .on_progress = on_progress, .user = user};
    root_search root;
    table_fit(&thinker->table, worthwhile_table_bytes((int)bit_count(~(own | other))));
    root_begin(&root, thinker, own, other, &limits);
    root.proving = true;
    root.win_loss_draw = options->win_loss_draw;
    *result = (solver_result){0};
    if (root.move_count == 0) {
        result->score = score_of(&run, endgame_final_score(own, other) * EVAL_PER_DISC, true);
        return result->complete = true;
    }
    result->complete = root_run(&root, pass_on, &run);
    if (result->complete)
        root_walk_line(&root, &root.moves[0].line);
    fill_result(&run, &root);
    return result->complete;
}
