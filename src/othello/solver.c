/* SPDX-License-Identifier: MIT
 *
 * The driver of the endgame solver: the moves of the root, the window, the line of best play, time.
 *
 * Best move only: the first move gets the open window, each other a null window around the best so far and the open one
 * only if it beats that. All moves: an open window each. In win/loss/draw the window is -1..+1 throughout.
 *
 * The line of best play is walked after the proof: at each position the first move whose reply is proved bad enough
 * keeps the value. That is one null-window search a ply, and nearly always one that the table answers. Collecting the
 * line during the search was rejected: a cutoff from the table ends it early.
 */
#include "othello/solver.h"

#include "core/clock.h"
#include "games/othello/othello_board.h"
#include "othello/endgame.h"

#include <assert.h>
#include <stdlib.h>

struct othello_solver {
    solve_table table;
    edge_table edges;
};

/* One call of solver_run. */
typedef struct solve_run {
    endgame_search search;
    endgame_value_fn *value;
    const solver_options *options;
    solver_result *result;
    solver_progress *on_progress;
    void *user;
    double start_s;
    int score_max; /* 64, or 1 in win/loss/draw */
} solve_run;

typedef struct board {
    uint64_t own, other;
} board;

othello_solver *solver_create(size_t table_bytes)
{
    othello_solver *solver = malloc(sizeof *solver);
    if (!solver || !solve_table_create(&solver->table, table_bytes)) {
        free(solver);
        return NULL;
    }
    edge_table_fill(&solver->edges);
    return solver;
}

void solver_destroy(othello_solver *solver)
{
    if (solver)
        solve_table_destroy(&solver->table);
    free(solver);
}

void solver_clear(othello_solver *solver) { solve_table_clear(&solver->table); }

/* The board after a move, for the next side to move. */
static board after(board now, unsigned square)
{
    if (square == FLANK_NO_SQUARE)
        return (board){now.other, now.own};
    uint64_t flips = othello_flips(square, now.own, now.other);
    return (board){now.other ^ flips, now.own | flips | bit(square)};
}

/* The legal moves in no order; a pass only if it is legal; none if the game is over. */
static int legal_moves(board now, uint8_t *squares)
{
    int count = 0;
    for (BITS_EACH(square, othello_moves(now.own, now.other)))
        squares[count++] = (uint8_t)square;
    if (count == 0 && othello_moves(now.other, now.own))
        squares[count++] = FLANK_NO_SQUARE;
    return count;
}

static int clamp(int value, int limit) { return value > limit ? limit : value < -limit ? -limit : value; }

/* The value for its mover of a move of `now` within the window, in the unit of the run (discs, or signs). */
static int value_of_move(solve_run *run, board now, unsigned square, int alpha, int beta)
{
    board next = after(now, square);
    run->search.nodes += square != FLANK_NO_SQUARE;
    return clamp(-run->value(&run->search, next.own, next.other, -beta, -alpha), run->score_max);
}

static void report(solve_run *run)
{
    run->result->nodes = run->search.nodes;
    run->result->time_s = clock_now_s() - run->start_s;
    if (run->on_progress)
        run->on_progress(run->user, run->result);
}

/* ---- The root ---------------------------------------------------------------------------------------------------- */

/* The moves in a first order, none with a score yet. */
static void list_root_moves(solve_run *run, board root, endgame_order_fn *order)
{
    solver_result *result = run->result;
    uint8_t squares[SOLVER_MOVES_MAX];
    result->move_count = order(&run->search, root.own, root.other, squares);
    if (result->move_count == 0)
        result->move_count = legal_moves(root, squares);
    for (int i = 0; i < result->move_count; i++)
        result->moves[i] = (solver_move){.square = squares[i], .score = (int8_t)run->score_max};
}

/* Proved moves before others, then by score; the rest stays in order. Move `at` to its place among those before it. */
static void sort_in(solver_move *moves, int at)
{
    solver_move move = moves[at];
    for (; at > 0 && move.exact && (!moves[at - 1].exact || moves[at - 1].score < move.score); at--)
        moves[at] = moves[at - 1];
    moves[at] = move;
}

/* Prove the best move: afterwards moves[0] is exact and every other one is at most as good. */
static void prove_best(solve_run *run, board root)
{
    solver_result *result = run->result;
    const int limit = run->score_max;
    for (int i = 0; i < result->move_count; i++) {
        solver_move *move = &result->moves[i];
        int value = i == 0 ? limit + 1 : result->moves[0].score + 1;
        if (i > 0)
            value = value_of_move(run, root, move->square, value - 1, value);
        if (i == 0 || (!run->search.aborted && value > result->moves[0].score))
            value = value_of_move(run, root, move->square, i == 0 ? -limit - 1 : value - 1, limit + 1);
        if (run->search.aborted)
            return;
        move->score = (int8_t)value;
        move->exact = i == 0 || value > result->moves[0].score;
        if (move->exact) {
            sort_in(result->moves, i);
            result->score = result->moves[0].score;
            report(run);
        }
    }
}

static void prove_all(solve_run *run, board root)
{
    solver_result *result = run->result;
    for (int i = 0; i < result->move_count; i++) {
        int value = value_of_move(run, root, result->moves[i].square, -run->score_max - 1, run->score_max + 1);
        if (run->search.aborted)
            return;
        result->moves[i].score = (int8_t)value;
        result->moves[i].exact = true;
        sort_in(result->moves, i);
        result->score = result->moves[0].score;
        report(run);
    }
}

/* ---- The line of best play --------------------------------------------------------------------------------------- */

/* A move of `now` that keeps `score`, the value of `now`; the table's best move is tried first. */
static unsigned keeping_move(solve_run *run, board now, int score)
{
    uint8_t squares[SOLVER_MOVES_MAX];
    int count = legal_moves(now, squares);
    const solve_bounds *known =
        solve_table_find(run->search.table, solve_table_hash(now.own, now.other), now.own, now.other);
    for (int i = 1; known && i < count; i++)
        if (squares[i] == known->best[0]) {
            squares[i] = squares[0];
            squares[0] = known->best[0];
        }
    for (int i = 0; i < count - 1; i++)
        if (score == -run->score_max || value_of_move(run, now, squares[i], score - 1, score) >= score)
            return squares[i];
    return squares[count - 1];
}

/* Extend the line from moves[0] to the end of the game, or until the search must stop. */
static void walk_line(solve_run *run, board root)
{
    solver_result *result = run->result;
    uint8_t squares[SOLVER_MOVES_MAX];
    unsigned square = result->moves[0].square;
    int score = result->score;
    board now = root;
    result->line_length = 0;
    for (;;) {
        assert(result->line_length < SOLVER_LINE_MAX);
        result->line[result->line_length++] = (uint8_t)square;
        now = after(now, square);
        score = -score;
        if (legal_moves(now, squares) == 0)
            break;
        square = keeping_move(run, now, score);
        if (run->search.aborted)
            break;
    }
}

bool solver_run(othello_solver *solver, uint64_t own, uint64_t other, const solver_options *options,
                solver_progress *on_progress, void *user, solver_result *result)
{
    static endgame_value_fn *const values[] = CPU_SELECT(endgame_value);
    static endgame_order_fn *const orders[] = CPU_SELECT(endgame_order);
    const flank_cpu cpu = cpu_resolve(options->cpu);
    assert((own & other) == 0);
    *result = (solver_result){0};
    solve_run run = {.search = {.table = &solver->table, .edges = &solver->edges, .stop = options->stop},
                     .value = values[cpu],
                     .options = options,
                     .result = result,
                     .on_progress = on_progress,
                     .user = user,
                     .start_s = clock_now_s(),
                     .score_max = options->win_loss_draw ? 1 : ENDGAME_SCORE_MAX};
    if (options->time_ms > 0)
        run.search.deadline_s = run.start_s + (double)options->time_ms / 1000;

    const board root = {own, other};
    list_root_moves(&run, root, orders[cpu]);
    if (result->move_count == 0) {
        result->score = clamp(endgame_final_score(own, other), run.score_max);
    } else {
        result->line[result->line_length++] = result->moves[0].square;
        (options->all_moves ? prove_all : prove_best)(&run, root);
        result->line[0] = result->moves[0].square;
    }
    result->complete = !run.search.aborted;
    if (result->complete && result->move_count > 0)
        walk_line(&run, root);
    result->nodes = run.search.nodes;
    result->time_s = clock_now_s() - run.start_s;
    return result->complete;
}
