/* SPDX-License-Identifier: MIT
 *
 * The costs of moves, and the tables that are fitted to them.
 *
 * The quantity to minimise is the number of nodes that a position is expected to take if its first move is drawn with a
 * chance that grows with its key: a smooth function of the tables, so its gradient tells each weight where to go (the
 * idea of learning an order by the chance of being first: Cao et al., "Learning to Rank: From Pairwise Approach to
 * Listwise Approach", 2007; the steps: Duchi, Hazan, Singer, "Adaptive Subgradient Methods", 2011). Least squares, as
 * for the evaluation, would have to know how dear a wrong order is; here that is what the rows say.
 *
 * From 17 empty squares on, where the second table adds to the values of searches, a row takes 30,000 nodes and more.
 * Tables of their own for these, fitted to rows taken there, were no better than the second one as it is.
 */
#include "train/train_costs.h"

#include "core/random.h"
#include "othello/late_order.h"
#include "othello/midgame.h"
#include "othello/othello_search.h"
#include "othello/probcut.h"
#include "train/train_board.h"
#include "train/train_fit.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    EMPTIES_SOLVED = 20,
    EMPTIES_RANGE = 3,
    EMPTIES_MIN = 10, /* from here on, moves are ordered by these tables */
    EMPTIES_MAX = 16, /* above, the order adds values of searches */
    RANDOM_PLIES = 10,
    RANDOM_ONE_IN = 12,
    DEPTH = 2,
    FAR_FROM_EVEN = 2400,
    MOVES_MIN = 2,
};

/* One in so many positions of the tree is taken, by its empty squares from EMPTIES_MIN on: tens of thousands of moves
 * of each number from twenty solves. */
static const uint8_t taken_one_in[EMPTIES_MAX - EMPTIES_MIN + 1] = {10, 6, 3, 2, 2, 4, 4};

static const char cost_magic[8] = "FLKCST1";

/* ---- Rows -------------------------------------------------------------------------------------------------------- */

static bool add_row(cost_rows *list, cost_row row)
{
    if (list->count == list->room) {
        const size_t room = list->room ? 2 * list->room : 4096;
        cost_row *rows = realloc(list->rows, room * sizeof *rows);
        if (!rows)
            return false;
        list->rows = rows;
        list->room = room;
    }
    list->rows[list->count++] = row;
    return true;
}

void cost_rows_free(cost_rows *list)
{
    free(list->rows);
    *list = (cost_rows){0};
}

bool cost_chunk_write(const char *path, const cost_rows *list)
{
    return train_rows_write(path, cost_magic, list->rows, sizeof *list->rows, list->count);
}

static bool is_row(const cost_row *row)
{
    const int empties = (int)bit_count(~(row->own | row->other));
    return (row->own & row->other) == 0 && empties >= EMPTIES_MIN - 1 && empties < EMPTIES_MAX;
}

bool cost_chunk_read(const char *path, cost_rows *list)
{
    size_t count;
    cost_row *rows = train_rows_read(path, cost_magic, sizeof *rows, &count);
    bool read = rows != NULL;
    for (size_t i = 0; read && i < count; i++)
        read = is_row(&rows[i]) && add_row(list, rows[i]);
    free(rows);
    return read;
}

/* ---- Taking positions out of a solve ----------------------------------------------------------------------------- */

typedef struct cost_taker {
    cost_rows *list;
    midgame_value_fn *value;
    random_state dice;
    bool busy; /* with the moves of a position: none is taken out of their trees */
    bool failed;
} cost_taker;

static int value_of(const cost_taker *taker, midgame_search *search, board at, midgame_question question)
{
    return taker->value(search, at.own, at.other, &question);
}

/* The cost of the moves, in a random order, since those searched first fill the table for the others. */
static void take_position(cost_taker *taker, midgame_search *search, board at, int alpha)
{
    uint8_t squares[MOVE_LIST_MAX] = {0};
    int count = 0;
    for (BITS_EACH(square, othello_moves(at.own, at.other))) {
        const uint32_t to = random_below(&taker->dice, (uint32_t)++count);
        squares[count - 1] = squares[to];
        squares[to] = (uint8_t)square;
    }
    const int empties = board_empties(at), asked = (-alpha - 1) * EVAL_PER_DISC;
    for (int i = 0; i < count && !taker->failed; i++) {
        const board next = board_after(at, squares[i]);
        const uint64_t before = search->end.nodes;
        const int value = value_of(taker, search, next, (midgame_question){asked, asked + 1, empties - 1, SELECT_100});
        const uint64_t nodes = search->end.nodes - before + 1;
        taker->failed = !add_row(taker->list, (cost_row){.own = next.own,
                                                         .other = next.other,
                                                         .nodes = nodes < UINT32_MAX ? (uint32_t)nodes : UINT32_MAX,
                                                         .exceeds = value <= asked,
                                                         .first = i == 0});
    }
}

/* The search is a midgame_search, which begins with its endgame_search. */
static void told(const endgame_watch *watch, endgame_search *search, uint64_t own, uint64_t other, int alpha)
{
    cost_taker *taker = watch->user;
    const int empties = (int)bit_count(~(own | other));
    if (taker->busy || empties < EMPTIES_MIN || empties > EMPTIES_MAX ||
        random_below(&taker->dice, taken_one_in[empties - EMPTIES_MIN]) > 0 ||
        bit_count(othello_moves(own, other)) < MOVES_MIN)
        return;
    const uint64_t nodes = search->nodes;
    taker->busy = true;
    take_position(taker, (midgame_search *)search, (board){own, other}, alpha);
    taker->busy = false;
    search->nodes = nodes; /* the table keeps what a position took */
}

/* A position with so many empty squares from a game that begins at random and goes on by short searches with random
 * moves in between. False if the game ends before. */
static bool play_position(othello_search *search, random_state *dice, int empties, board *at)
{
    *at = BOARD_START;
    for (int ply = 0;; ply++) {
        const uint64_t moves = othello_moves(at->own, at->other);
        if (!moves && !othello_moves(at->other, at->own))
            return false;
        if (!moves) {
            *at = (board){at->other, at->own};
            continue;
        }
        const search_request request = {.limits.depth_plies = DEPTH, .limits.selectivity = 87};
        flank_report report;
        othello_search_run(search, at->own, at->other, &request, &report);
        if (board_empties(*at) == empties)
            return abs(report.lines[0].score) <= FAR_FROM_EVEN;
        unsigned square = report.lines[0].moves[0].to;
        if (ply < RANDOM_PLIES || random_below(dice, RANDOM_ONE_IN) == 0)
            square = random_square(dice, moves);
        *at = board_after(*at, square);
    }
}

bool cost_rows_make(const evaluation *eval, size_t table_bytes, uint64_t seed, int solves, cost_rows *list)
{
    static midgame_value_fn *const values[] = CPU_SELECT(midgame_value);
    cost_taker *taker = calloc(1, sizeof *taker);
    if (!taker)
        return false;
    *taker = (cost_taker){.list = list, .value = values[cpu_resolve(FLANK_CPU_BEST)], .dice = {random_mix(seed)}};
    const endgame_watch watch = {told, taker};
    othello_search *player = othello_search_create(&(othello_search_options){.table_bytes = table_bytes, .eval = eval});
    othello_search *solver =
        othello_search_create(&(othello_search_options){.table_bytes = table_bytes, .eval = eval, .watch = &watch});
    bool made = player && solver;
    random_state dice = {seed};
    while (made && solves > 0) {
        board at;
        flank_report report;
        const int empties = EMPTIES_SOLVED + (int)random_below(&dice, EMPTIES_RANGE);
        if (!play_position(player, &dice, empties, &at))
            continue;
        othello_search_clear(solver);
        othello_search_run(solver, at.own, at.other, &(search_request){.mode = SEARCH_SOLVE}, &report);
        solves--;
        made = !taker->failed;
    }
    othello_search_destroy(solver);
    othello_search_destroy(player);
    free(taker);
    return made;
}

/* ---- Fitting ----------------------------------------------------------------------------------------------------- */

/* The fitting of a table. The numbers are those of the best of some twenty trials. */
typedef struct cost_settings {
    double start;  /* times the weights before */
    double spread; /* a difference of keys that makes the chance of being first e times as large */
    double step;   /* a weight's first step */
    int passes;
} cost_settings;

static const cost_settings settings_of[ORDER_TABLES] = {{0.3, 32, 8, 4}, {0.7, 42, 8, 4}};

enum { GROUP_MAX = MOVE_LIST_MAX, COST_MAX = 20 };
static const double last_steps = 0.2; /* steps shrink to this part of the first ones */

typedef struct cost_model {
    const evaluation *eval;
    uint32_t masters[PATTERN_WEIGHTS];
    float weights[ORDER_WEIGHTS], squares[ORDER_WEIGHTS]; /* sums of the squares of the steps' gradients */
    double mean[61]; /* nodes of the cheapest moves that exceed alpha, by empties */
} cost_model;

/* The rows of one position. */
typedef struct cost_group {
    const cost_row *rows;
    int count;
    int empties;     /* before the moves */
    double cheapest; /* nodes of the cheapest move that exceeds alpha; 0: none does */
} cost_group;

static cost_group group_at(const cost_rows *list, size_t at)
{
    cost_group group = {.rows = list->rows + at, .count = 0};
    do {
        const cost_row *row = &group.rows[group.count++];
        if (row->exceeds && (group.cheapest == 0 || row->nodes < group.cheapest))
            group.cheapest = row->nodes;
    } while (at + (size_t)group.count < list->count && !group.rows[group.count].first && group.count < GROUP_MAX);
    group.empties = 1 + (int)bit_count(~(group.rows->own | group.rows->other));
    return group;
}

/* As move_list_fill counts them. */
static int row_replies(const cost_row *row)
{
    const uint64_t replies = othello_moves(row->own, row->other);
    return (int)(bit_count(replies) + bit_count(replies & CORNERS));
}

/* The weights that a row's key adds up. */
static void row_weights(const cost_model *model, const cost_row *row, uint32_t *index)
{
    order_board at;
    order_board_set(model->eval, &at, row->own, row->other);
    for (int i = 0; i < ORDER_PATTERNS; i++)
        index[i] = model->masters[pattern_first[i / PATTERN_PLACES] + at.index[i]];
}

static double row_key(const cost_model *model, const cost_row *row, const uint32_t *index)
{
    double sum = 0;
    for (int i = 0; i < ORDER_PATTERNS; i++)
        sum += model->weights[index[i]];
    return -sum - LATE_REPLY * row_replies(row);
}

/* Move the weights a step so that the position takes fewer nodes. */
static void learn(cost_model *model, const cost_group *group, double spread, double step)
{
    uint32_t index[GROUP_MAX][ORDER_PATTERNS];
    double key[GROUP_MAX], chance[GROUP_MAX], cost[GROUP_MAX], highest = -1e30, second_key = -1e30, second = 0;
    double all = 0, expected = 0;
    for (int i = 0; i < group->count; i++) {
        const cost_row *row = &group->rows[i];
        row_weights(model, row, index[i]);
        key[i] = row_key(model, row, index[i]) / spread;
        highest = key[i] > highest ? key[i] : highest;
        if (row->exceeds && key[i] > second_key) { /* the move that follows a first one that does not exceed alpha */
            second_key = key[i];
            second = row->nodes;
        }
    }
    for (int i = 0; i < group->count; i++)
        all += chance[i] = exp(key[i] - highest);
    for (int i = 0; i < group->count; i++) {
        const cost_row *row = &group->rows[i];
        cost[i] = fmin((row->nodes + (row->exceeds ? 0 : second)) / model->mean[group->empties], COST_MAX);
        chance[i] /= all;
        expected += chance[i] * cost[i];
    }
    for (int i = 0; i < group->count; i++) {
        const double gradient = -chance[i] * (cost[i] - expected) / spread;
        for (int k = 0; k < ORDER_PATTERNS && fabs(gradient) > 1e-7; k++) {
            float *weight = &model->weights[index[i][k]], *square = &model->squares[index[i][k]];
            *square += (float)(gradient * gradient);
            *weight -= (float)(step * gradient / sqrt(*square));
        }
    }
}

/* Nodes that the positions of a table take, as a part of the cheapest order's. */
static double nodes_of(const cost_model *model, const cost_rows *list, int table)
{
    double sum = 0, least = 0;
    for (size_t at = 0; at < list->count;) {
        const cost_group group = group_at(list, at);
        at += (size_t)group.count;
        if (group.cheapest == 0 || order_table(group.empties) != table)
            continue;
        double key[GROUP_MAX];
        uint32_t index[ORDER_PATTERNS];
        for (int i = 0; i < group.count; i++) {
            row_weights(model, &group.rows[i], index);
            key[i] = row_key(model, &group.rows[i], index);
        }
        for (int tries = 0; tries < group.count; tries++) {
            int best = 0;
            for (int i = 1; i < group.count; i++)
                if (key[i] > key[best])
                    best = i;
            key[best] = -1e30;
            sum += group.rows[best].nodes;
            if (group.rows[best].exceeds)
                break;
        }
        least += group.cheapest;
    }
    return least > 0 ? sum / least : 0;
}

/* The place where the positions of a table begin, in a random order. The number of them in `count`; NULL without
 * memory. */
static size_t *shuffled_groups(const cost_rows *list, int table, size_t *count)
{
    size_t *order = calloc(list->count + 1, sizeof *order);
    random_state dice = {(uint64_t)table};
    *count = 0;
    for (size_t at = 0; order && at < list->count;) {
        const cost_group group = group_at(list, at);
        if (group.cheapest > 0 && order_table(group.empties) == table) {
            const size_t to = random_below(&dice, (uint32_t)(*count + 1));
            order[*count] = order[to];
            order[to] = at;
            ++*count;
        }
        at += (size_t)group.count;
    }
    return order;
}

static void fill_means(cost_model *model, const cost_rows *list)
{
    double sum[61] = {0}, count[61] = {0};
    for (size_t at = 0; at < list->count;) {
        const cost_group group = group_at(list, at);
        at += (size_t)group.count;
        sum[group.empties] += group.cheapest;
        count[group.empties] += group.cheapest > 0;
    }
    for (int empties = 0; empties <= 60; empties++)
        model->mean[empties] = count[empties] > 0 ? sum[empties] / count[empties] : 1;
}

/* From the weights in the model. False without memory. */
static bool fit_table(cost_model *model, const cost_rows *list, int table)
{
    const cost_settings *settings = &settings_of[table];
    size_t count;
    size_t *order = shuffled_groups(list, table, &count);
    if (!order)
        return false;
    for (int w = 0; w < ORDER_WEIGHTS; w++)
        model->squares[w] = 1e-3F;
    for (int pass = 0; pass < settings->passes; pass++) {
        const double step = settings->step * (1 - (1 - last_steps) * pass / settings->passes);
        for (size_t i = 0; i < count; i++) {
            const cost_group group = group_at(list, order[i]);
            learn(model, &group, settings->spread, step);
        }
    }
    free(order);
    return true;
}

bool cost_fit(evaluation *eval, const cost_rows *fit, const cost_rows *held_out, cost_report *report)
{
    cost_model *model = malloc(sizeof *model);
    bool fitted = model != NULL;
    if (fitted) {
        model->eval = eval;
        pattern_masters_fill(model->masters);
        fill_means(model, fit);
    }
    for (int table = 0; fitted && table < ORDER_TABLES; table++) {
        int16_t *weights = eval->order[table];
        for (int w = 0; w < ORDER_WEIGHTS; w++)
            model->weights[w] = weights[w];
        if (report)
            report->before[table] = nodes_of(model, held_out, table);
        for (int w = 0; w < ORDER_WEIGHTS; w++)
            model->weights[w] *= (float)settings_of[table].start;
        fitted = fit_table(model, fit, table);
        for (int w = 0; w < ORDER_WEIGHTS; w++)
            weights[w] = train_weight(model->weights[model->masters[w]] / EVAL_PER_DISC);
        if (fitted && report)
            report->after[table] = nodes_of(model, held_out, table);
    }
    free(model);
    return fitted;
}
