/* SPDX-License-Identifier: MIT
 *
 * The lower part of the endgame solver alone: it orders moves by rules of thumb and needs no evaluation, so that a
 * megabyte of table is enough. Up to some 18 empties that is nearly as fast as the whole solver; above, the trained
 * evaluation and its ladder save most of the work, and are missing here.
 *
 * The best move only: the first move gets the open window, each other a null window above the best so far and the open
 * one if it beats that. All moves: an open window each. In win/loss/draw the window is -1..+1 throughout. The line of
 * best play is walked after the proof, as in solver.c.
 */
#include "othello/small_solver.h"

#include "games/othello/othello_board.h"
#include "othello/endgame.h"
#include "othello/root_search.h"

#include <stdlib.h>

enum { MOVES_MAX = 60 };

struct small_solver {
    flank_cpu cpu;
    position_table table;
    edge_table edges;
    near_table near;
    flank_line lines[MOVES_MAX];
};

/* One call of small_solver_solve. */
typedef struct small_run {
    endgame_search search;
    endgame_value_fn *value;
    endgame_order_fn *order;
    uint64_t own, other;
    int score_max; /* 64, or 1 in win/loss/draw */
    double start_s;
    flank_line *lines; /* proved ones first, best first */
    int line_count;
} small_run;

small_solver *small_solver_create(size_t table_bytes, flank_cpu cpu)
{
    small_solver *small = calloc(1, sizeof *small);
    if (!small || !table_create(&small->table, table_bytes)) {
        free(small);
        return NULL;
    }
    edge_table_fill(&small->edges);
    small->cpu = cpu_resolve(cpu);
    return small;
}

void small_solver_destroy(small_solver *small)
{
    if (small)
        table_destroy(&small->table);
    free(small);
}

void small_solver_clear(small_solver *small) { table_clear(&small->table); }

static int clamp(int value, int limit) { return value > limit ? limit : value < -limit ? -limit : value; }

/* The value of a move of the run's position within the window, in discs or signs. */
static int value_of_move(small_run *run, unsigned square, int alpha, int beta)
{
    uint64_t own = run->own, other = run->other;
    root_play(&own, &other, square);
    run->search.nodes += square != FLANK_NO_SQUARE;
    return clamp(-run->value(&run->search, own, other, -beta, -alpha), run->score_max);
}

/* Move line `at`, just proved, to its place among those before it. */
static void sort_in(flank_line *lines, int at)
{
    const flank_line line = lines[at];
    for (; at > 0 && (!lines[at - 1].exact || lines[at - 1].score < line.score); at--)
        lines[at] = lines[at - 1];
    lines[at] = line;
}

/* The value of move `at` if it is asked for: every move, or one better than all before; else a bound, and false. */
static bool find_value(small_run *run, int at, bool all_moves, int *value)
{
    const unsigned square = run->lines[at].moves[0].to;
    const int limit = run->score_max, best = run->lines[0].score / 100;
    if (at == 0 || all_moves) {
        *value = value_of_move(run, square, -limit - 1, limit + 1);
        return true;
    }
    if (best == limit)
        return false;
    *value = value_of_move(run, square, best, best + 1);
    if (!run->search.aborted && *value > best)
        *value = value_of_move(run, square, best, limit + 1);
    return *value > best;
}

static flank_report make_report(const small_run *run, const flank_solve_options *options, int empties)
{
    return (flank_report){.lines = run->lines,
                          .line_count = options->all_moves ? run->line_count : 1,
                          .depth_plies = empties,
                          .nodes = run->search.nodes,
                          .time_s = clock_now_s() - run->start_s};
}

/* The moves of the run's position, likeliest best first; a pass only if it is legal; none if the game is over. */
static int moves_of(small_run *run, uint8_t *squares)
{
    const int count = run->order(&run->search, run->own, run->other, squares);
    if (count > 0 || !othello_moves(run->other, run->own))
        return count;
    squares[0] = FLANK_NO_SQUARE;
    return 1;
}

static void list_moves(small_run *run, int empties)
{
    uint8_t squares[MOVES_MAX];
    run->line_count = moves_of(run, squares);
    for (int i = 0; i < run->line_count; i++) {
        run->lines[i] = (flank_line){.length = 1, .depth_plies = empties, .selectivity = 100};
        run->lines[i].moves[0] = (flank_move){.from = FLANK_NO_SQUARE, .to = squares[i]};
    }
}

/* The first move that keeps `score`, the value of the run's position: one null window a move, which the table nearly
 * always answers. */
static unsigned keeping_move(small_run *run, const uint8_t *squares, int count, int score)
{
    for (int i = 0; i < count - 1; i++)
        if (score == -run->score_max || value_of_move(run, squares[i], score - 1, score) >= score)
            return squares[i];
    return squares[count - 1];
}

/* Extend the best line, which is proved, to the end of the game, or until the search must stop. Moves the run's
 * position along. */
static void walk_line(small_run *run)
{
    flank_line *line = &run->lines[0];
    uint8_t squares[MOVES_MAX];
    int score = line->score / 100, count;
    for (;;) {
        root_play(&run->own, &run->other, line->moves[line->length - 1].to);
        score = -score;
        if ((count = moves_of(run, squares)) == 0)
            return;
        const unsigned square = keeping_move(run, squares, count, score);
        if (run->search.aborted)
            return;
        line->moves[line->length++] = (flank_move){.from = FLANK_NO_SQUARE, .to = (uint8_t)square};
    }
}

flank_status small_solver_solve(small_solver *small, const flank_position *position, const flank_solve_options *options,
                                const flank_stop *stop, flank_report_fn *on_report, void *user, flank_report *report)
{
    static endgame_value_fn *const values[] = CPU_SELECT(endgame_value);
    static endgame_order_fn *const orders[] = CPU_SELECT(endgame_order);
    const flank_cpu cpu = small->cpu;
    const int empties = (int)bit_count(~(position->own | position->other));
    small_run run = {.search = {.table = &small->table, .near = &small->near, .edges = &small->edges, .stop = stop},
                     .value = values[cpu],
                     .order = orders[cpu],
                     .own = position->own,
                     .other = position->other,
                     .score_max = options->win_loss_draw ? 1 : ENDGAME_SCORE_MAX,
                     .start_s = clock_now_s(),
                     .lines = small->lines};
    if (options->time_ms > 0)
        run.search.deadline_s = run.start_s + (double)options->time_ms / 1000;
    table_grow_older(&small->table);
    near_table_clear(&small->near);
    list_moves(&run, empties);
    for (int i = 0; i < run.line_count; i++) {
        int value;
        const bool wanted = find_value(&run, i, options->all_moves, &value);
        if (run.search.aborted)
            break;
        if (!wanted)
            continue;
        run.lines[i].score = 100 * value;
        run.lines[i].exact = options->all_moves; /* as long as another move may be better */
        sort_in(run.lines, i);
        *report = make_report(&run, options, empties);
        run.search.aborted = on_report && on_report(user, report) == FLANK_ENOUGH;
    }
    const bool complete = !run.search.aborted;
    if (complete) {
        run.lines[0].exact = true;
        walk_line(&run);
    }
    *report = make_report(&run, options, empties);
    return complete ? FLANK_OK : FLANK_STOPPED;
}
