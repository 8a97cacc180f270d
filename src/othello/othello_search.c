/* SPDX-License-Identifier: MIT
 *
 * The memory of a search, its driver, and its answer as a report.
 *
 * The root keeps squares and parts of a disc (root_search.h); here, and nowhere else, they become lines and hundredths.
 * A line of best play is walked after the proof. Collecting it during the search was rejected: a cutoff from the table
 * ends it early.
 */
#include "othello/othello_search.h"

#include "core/clock.h"
#include "core/stop_poll.h"
#include "othello/probcut.h"
#include "othello/root_search.h"
#include "othello/search_board.h"
#include "othello/weights_default.h"

#include <stdlib.h>

_Static_assert(ROOT_PLIES_MAX <= FLANK_LINE_PLIES_MAX, "a line fits a reported one");

othello_search *othello_search_create(const othello_search_options *options)
{
    othello_search *search = calloc(1, sizeof *search);
    if (!search)
        return NULL;
    search->eval = options->eval ? options->eval : weights_default();
    search->board = options->middle_36 ? OTHELLO_MIDDLE_36 : OTHELLO_ALL_64;
    search->watch = options->watch;
    search->cpu = cpu_resolve(options->cpu);
    search->helpers = options->threads > 1 ? options->threads - 1 : 0;
    if (search->helpers > 0)
        search->pool = split_pool_create(search->helpers);
    if (!search->eval || (search->helpers > 0 && !search->pool) ||
        !table_create(&search->table, options->table_bytes)) {
        othello_search_destroy(search);
        return NULL;
    }
    edge_table_fill(&search->edges);
    return search;
}

void othello_search_destroy(othello_search *search)
{
    if (!search)
        return;
    split_pool_destroy(search->pool);
    table_destroy(&search->table);
    free(search);
}

void othello_search_clear(othello_search *search) { table_clear(&search->table); }

bool othello_search_touch(othello_search *search, const flank_stop *stop)
{
    return table_touch(&search->table, search->helpers + 1, stop);
}

/* ---- The answer -------------------------------------------------------------------------------------------------- */

/* The nearest number of units. */
static int in_units(int value, int unit) { return (value + (value >= 0 ? unit / 2 : -unit / 2)) / unit; }

/* The meaning of a move's value: after a one-sided step, the side of the question on which it is. */
static flank_bound bound_of(const root_search *root, const root_move *move)
{
    if (!root->request->limits.one_sided || move->depth_plies < root->empties)
        return FLANK_BOUND_NONE;
    return move->value >= root_least_value(root) ? FLANK_BOUND_LOWER : FLANK_BOUND_UPPER;
}

/* The bound in discs, of results that are even, which a value of a step to the end is: a lower one if it is at least
 * `least`. */
static int result_bound(int value, int least)
{
    const int pair = 2 * EVAL_PER_DISC, above = 64 * EVAL_PER_DISC + value; /* not negative, for the division */
    const bool lower = value >= least;
    return 2 * ((above + (lower ? pair - 1 : 0)) / pair) - 64;
}

/* The value of a move in hundredths, or its sign. */
static int score_of(const root_search *root, const root_move *move)
{
    const int surely = move->exact ? 0 : EVAL_PER_DISC / 2;
    if (bound_of(root, move))
        return 100 * result_bound(move->value, root_least_value(root));
    if (root->request->limits.win_loss_draw)
        return move->value > surely ? 100 : move->value < -surely ? -100 : 0;
    if (root->request->mode == SEARCH_SOLVE && !move->exact)
        return 200 * in_units(move->value, 2 * EVAL_PER_DISC);
    return in_units(100 * move->value, EVAL_PER_DISC); /* whole discs stay whole */
}

/* A move is proved to be best once the others have been looked at, too. */
static bool is_exact(const root_search *root, const root_move *move)
{
    return move->exact && (!root->cut || root->line_count == root->move_count);
}

static void fill_line(const root_search *root, int at, flank_line *line)
{
    const root_move *move = &root->moves[at];
    *line = (flank_line){.length = root->request->mode == SEARCH_SOLVE && at > 0 ? 1 : move->length,
                         .score = score_of(root, move),
                         .depth_plies = move->depth_plies,
                         .selectivity = select_percent[move->selectivity],
                         .exact = is_exact(root, move),
                         .bound = bound_of(root, move)};
    for (int ply = 0; ply < line->length; ply++)
        line->moves[ply] = (flank_move){.from = FLANK_NO_SQUARE, .to = move->moves[ply]};
}

static void fill_report(const root_search *root, flank_report *report)
{
    flank_line *lines = root->owner->lines;
    for (int i = 0; i < root->line_count; i++)
        fill_line(root, i, &lines[i]);
    *report = (flank_report){.lines = lines, .line_count = root->line_count, .depth_plies = root->depth};
}

static void count_work(const root_search *root, flank_report *report)
{
    report->nodes = root_nodes(root);
    report->time_s = clock_now_s() - root->start_s;
}

/* The answer at the end. Several lines of a step that was cut short are partly of the step before, whose different
 * depth alone makes some discs better or worse: a list with no order, so it stays that of the last completed step. In a
 * solve what is proved counts more. */
static void finish(root_search *root, flank_report *report)
{
    const bool solving = root->request->mode == SEARCH_SOLVE;
    for (int i = 0; i < (solving ? 1 : root->line_count) && !root->search.end.aborted; i++)
        if (root->moves[i].exact && !root->request->limits.one_sided)
            root_walk_line(root, &root->moves[i]);
    if (root->cut && solving)
        root_sort(root, root->line_count);
    if (!root->cut || solving || root->line_count <= 1 || root->depth == 0)
        fill_report(root, report);
    count_work(root, report);
}

/* ---- The driver -------------------------------------------------------------------------------------------------- */

/* The part of the table that a solve is worth: more memory saves hardly a node, and every look into it takes longer.
 * FFO 40-49 take 3 to 5 % less time with 4 MiB than with 64, FFO 53 with 28 empty squares 3 to 10 % less with 8 than
 * with 128 to 512. */
static size_t worthwhile_table_bytes(int empties)
{
    enum { SMALL_EMPTIES = 24, ALL_EMPTIES = 34 };
    const size_t small = (size_t)4 << 20;
    return empties <= SMALL_EMPTIES ? small : empties < ALL_EMPTIES ? small << (empties - SMALL_EMPTIES) : SIZE_MAX;
}

/* Put discs on the frame, if the board has one. */
static void add_frame(const othello_search *search, uint64_t *own, uint64_t *other)
{
    if (search->board == OTHELLO_ALL_64)
        return;
    *own &= search->board;
    *other &= search->board;
    const bool even = bit_count(*own | *other) % 2 == 0;
    *own |= even ? FRAME_OF_EVEN : FRAME & ~FRAME_OF_EVEN;
    *other |= even ? FRAME & ~FRAME_OF_EVEN : FRAME_OF_EVEN;
}

bool othello_search_run(othello_search *search, uint64_t own, uint64_t other, const search_request *request,
                        flank_report *report)
{
    root_search root;
    root_step_result step;
    const bool solving = request->mode == SEARCH_SOLVE;
    add_frame(search, &own, &other);
    table_fit(&search->table, solving ? worthwhile_table_bytes((int)bit_count(~(own | other))) : SIZE_MAX);
    root_begin(&root, search, own, other, request);
    while ((step = root_step(&root)) == ROOT_STEP_MADE) {
        fill_report(&root, report);
        count_work(&root, report);
        if ((request->on_report && request->on_report(request->user, report) == FLANK_ENOUGH) ||
            stop_poll(request->limits.stop))
            break;
    }
    finish(&root, report);
    return step == ROOT_NO_STEP;
}
