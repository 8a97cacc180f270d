/* SPDX-License-Identifier: MIT
 *
 * fit_probcut -n 2500 [-w WEIGHTS] > src/othello/probcut_sum.c
 * fit_probcut -n 2500 -k NETWORK > src/othello/probcut_network.c
 *
 * Measures how far shallow searches stray from deep ones with this evaluation. Positions come from games that begin
 * with random moves and go on with slightly noisy one-ply play. Each is searched at every depth up to MIDGAME_DEPTH,
 * nothing skipped, and to the end of the game where END_EMPTIES or fewer squares are empty. The logarithm of the root
 * mean square of the differences, taken by depths and by bands of empty squares, is fitted by least squares to a
 * polynomial in the shallow depth, the plies between both depths, and the empty squares; the table is what the
 * polynomial says. The polynomial is needed because games are searched deeper than can be measured here.
 *
 * The default number of positions takes some ten seconds.
 */
#include "core/random.h"
#include "othello/midgame.h"
#include "othello/network.h"
#include "othello/probcut.h"
#include "othello/weights_default.h"
#include "othello/weights_file.h"
#include "core/tool_end.h"
#include "train/train_board.h"
#include "core/error.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    MIDGAME_DEPTH = 9,
    END_EMPTIES = 15,
    EMPTIES_MIN = 10,
    EMPTIES_MAX = 52,
    FEATURES = 6,
    BALANCED = 40 * EVAL_PER_DISC, /* positions further from even than this say little */
    TABLE_BYTES = 1 << 20,
};

typedef struct fitter {
    midgame_search search;
    midgame_value_fn *value;
    transposition_table table;
    local_table local;
    edge_table edges;
    network_cache guesses;
    random_state random;
} fitter;

/* Squared differences by shallow depth, deep depth (0: the end of the game) and empty squares. */
typedef struct samples {
    double squares[MIDGAME_DEPTH + 1][MIDGAME_DEPTH + 1][61];
    double counts[MIDGAME_DEPTH + 1][MIDGAME_DEPTH + 1][61];
} samples;

static int value_of(fitter *fit, board now, int depth)
{
    const midgame_question question = {-MIDGAME_VALUE_MAX - 1, MIDGAME_VALUE_MAX + 1, depth, SELECT_100};
    return fit->value(&fit->search, now.own, now.other, &question);
}

/* ---- Positions --------------------------------------------------------------------------------------------------- */

static unsigned choose(fitter *fit, board now, uint64_t moves, int random_plies)
{
    enum { NOISE = 4 * EVAL_PER_DISC };
    int best = -(1 << 20);
    unsigned chosen = bit_first(moves);
    for (BITS_EACH(square, moves)) {
        int value = (int)random_below(&fit->random, NOISE);
        if (random_plies <= 0)
            value -= value_of(fit, board_after(now, (unsigned)square), 1);
        if (value > best) {
            best = value;
            chosen = (unsigned)square;
        }
    }
    return chosen;
}

/* A position of a game with so many empty squares and a legal move; false if the game ended before. */
static bool make_position(fitter *fit, int empties, board *made)
{
    board now = BOARD_START;
    int random_plies = 6 + (int)random_below(&fit->random, 10);
    for (int passes = 0; passes < 2;) {
        const uint64_t moves = othello_moves(now.own, now.other);
        const int left = (int)bit_count(~(now.own | now.other));
        if (moves && left <= empties) {
            *made = now;
            return true;
        }
        passes = moves ? 0 : passes + 1;
        now = moves ? board_after(now, choose(fit, now, moves, random_plies--)) : (board){now.other, now.own};
    }
    return false;
}

static void measure(fitter *fit, board now, int empties, samples *found)
{
    int values[MIDGAME_DEPTH + 1];
    table_clear(&fit->table);
    for (int depth = 0; depth <= MIDGAME_DEPTH && depth < empties; depth++) {
        values[depth] = value_of(fit, now, depth);
        if (abs(values[depth]) > BALANCED)
            return;
    }
    for (int deep = 1; deep <= MIDGAME_DEPTH && deep < empties; deep++)
        for (int shallow = 0; shallow < deep; shallow++) {
            found->squares[shallow][deep][empties] += pow(values[deep] - values[shallow], 2);
            found->counts[shallow][deep][empties]++;
        }
    if (empties > END_EMPTIES)
        return;
    const int end = value_of(fit, now, empties);
    for (int shallow = 0; shallow <= MIDGAME_DEPTH && shallow < empties; shallow++) {
        found->squares[shallow][0][empties] += pow(end - values[shallow], 2);
        found->counts[shallow][0][empties]++;
    }
}

/* ---- The fit ----------------------------------------------------------------------------------------------------- */

typedef struct normal_equations {
    double left[FEATURES][FEATURES], right[FEATURES];
} normal_equations;

static void features_of(double shallow, double deep, double empties, double *features)
{
    const double between = log(deep - shallow), e = empties / 60;
    features[0] = 1;
    features[1] = log(shallow + 1);
    features[2] = between;
    features[3] = e;
    features[4] = e * e;
    features[5] = e * e * e;
}

static void add_equation(normal_equations *sum, const double *features, double target, double weight)
{
    for (int i = 0; i < FEATURES; i++) {
        sum->right[i] += weight * features[i] * target;
        for (int j = 0; j < FEATURES; j++)
            sum->left[i][j] += weight * features[i] * features[j];
    }
}

/* Gauss-Jordan elimination with a small ridge; the matrix is positive definite then. */
static void solve_equations(normal_equations *sum, double *solution)
{
    for (int i = 0; i < FEATURES; i++)
        sum->left[i][i] += 1e-3;
    for (int i = 0; i < FEATURES; i++) {
        const double pivot = sum->left[i][i];
        for (int j = 0; j < FEATURES; j++)
            sum->left[i][j] /= pivot;
        sum->right[i] /= pivot;
        for (int k = 0; k < FEATURES; k++) {
            const double factor = sum->left[k][i];
            if (k == i || factor == 0)
                continue;
            for (int j = 0; j < FEATURES; j++)
                sum->left[k][j] -= factor * sum->left[i][j];
            sum->right[k] -= factor * sum->right[i];
        }
    }
    memcpy(solution, sum->right, sizeof sum->right);
}

/* Fit the differences to deep searches, or those to the end of the game. */
static void fit_log_sigma(const samples *found, bool to_the_end, double *solution)
{
    normal_equations sum = {0};
    for (int deep = to_the_end ? 0 : 3; deep <= (to_the_end ? 0 : MIDGAME_DEPTH); deep++)
        for (int shallow = 1; shallow <= MIDGAME_DEPTH; shallow++)
            for (int empties = EMPTIES_MIN; empties <= EMPTIES_MAX; empties++) {
                const double count = found->counts[shallow][deep][empties];
                if (count < 3 || (!to_the_end && (deep - shallow) % 2 != 0))
                    continue;
                double features[FEATURES];
                features_of(shallow, to_the_end ? empties : deep, to_the_end ? 0 : empties, features);
                add_equation(&sum, features, log(found->squares[shallow][deep][empties] / count + 1) / 2, count);
            }
    solve_equations(&sum, solution);
}

static int sigma_of(const double *solution, double shallow, double deep, double empties)
{
    double features[FEATURES], log_sigma = 0;
    features_of(shallow, deep, empties, features);
    for (int i = 0; i < FEATURES; i++)
        log_sigma += solution[i] * features[i];
    return (int)lround(exp(log_sigma));
}

/* ---- Output ------------------------------------------------------------------------------------------------------ */

static void print_measured(const samples *found)
{
    for (int deep = 1; deep <= MIDGAME_DEPTH + 1; deep++) {
        const int column = deep > MIDGAME_DEPTH ? 0 : deep;
        for (int shallow = 0; shallow < deep; shallow++) {
            fprintf(stderr, "%2d for %2d:", shallow, column);
            for (int band = 2; band < 14; band++) {
                double squares = 0, count = 0;
                for (int e = 4 * band; e < 4 * band + 4; e++) {
                    squares += found->squares[shallow][column][e];
                    count += found->counts[shallow][column][e];
                }
                fprintf(stderr, " %5.2f", count ? sqrt(squares / count) / EVAL_PER_DISC : 0);
            }
            fprintf(stderr, "\n");
        }
    }
}

static void print_table(const double *midgame, const double *end, int positions, const char *judge)
{
    printf("/* SPDX-License-Identifier: MIT\n *\n * Generated by tools/fit_probcut.c from %d positions: standard "
           "deviations "
           "of the differences between deep and shallow\n * searches, see probcut.h.\n */\n#include "
           "\"othello/probcut.h\"\n\n// clang-format off\n",
           positions);
    printf("const probcut_table probcut_of_%s = {\n    .midgame = {\n", judge);
    for (int depth = 0; depth < PROBCUT_DEPTHS; depth++) {
        printf("        {");
        for (int band = 0; band < PROBCUT_BANDS; band++) {
            const double empties = fmin(fmax(4 * band + 2, EMPTIES_MIN), EMPTIES_MAX);
            const int shallow = probcut_shallow_depth(depth);
            printf("%d%s", depth < 1 ? 0 : sigma_of(midgame, shallow, depth, empties),
                   band < PROBCUT_BANDS - 1 ? ", " : "},\n");
        }
    }
    printf("    },\n    .end = {\n        ");
    for (int empties = 0; empties < PROBCUT_DEPTHS; empties++)
        printf("%d%s", empties < PROBCUT_DEPTH_MIN ? 0 : sigma_of(end, probcut_shallow_depth(empties), empties, 0),
               empties < PROBCUT_DEPTHS - 1 ? ", " : "\n    },\n};\n");
}

int main(int argc, char **argv)
{
    static midgame_value_fn *const values[] = CPU_SELECT(midgame_value);
    static samples found;
    static fitter fit;
    int positions = 1500, option;
    evaluation *read = NULL;
    network *net = NULL;
    flank_error error = {.code = FLANK_ERROR_NO_MEMORY};
    while ((option = getopt(argc, argv, "n:w:k:")) != -1) {
        if (option == 'n')
            positions = atoi(optarg);
        else if (option != 'w' && option != 'k')
            return 64;
        else if (option == 'w' ? weights_read(optarg, &read, &error) : network_read(optarg, &net, &error)) {
            fprintf(stderr, "fit_probcut: %s: %s\n", optarg, error_english(&error));
            return 65;
        }
    }
    fit.random = (random_state){1};
    fit.value = values[cpu_best()];
    if (net)
        read = network_evaluation(net);
    const evaluation *eval = read || net ? read : weights_default();
    if (!eval || !table_create(&fit.table, TABLE_BYTES)) {
        fprintf(stderr, "fit_probcut: not enough memory\n");
        return 70;
    }
    edge_table_fill(&fit.edges);
    fit.search = (midgame_search){.end = {.table = &fit.table, .local = &fit.local, .edges = &fit.edges, .eval = eval},
                                  .guesses = &fit.guesses};
    for (int i = 0; i < positions; i++) {
        /* Every other position is near enough to the end to be solved. */
        const int low = EMPTIES_MIN, high = i % 2 ? END_EMPTIES : EMPTIES_MAX;
        const int empties = low + (int)random_below(&fit.random, (uint32_t)(high - low + 1));
        board now;
        if (make_position(&fit, empties, &now))
            measure(&fit, now, (int)bit_count(~(now.own | now.other)), &found);
    }
    double midgame[FEATURES], end[FEATURES];
    fit_log_sigma(&found, false, midgame);
    fit_log_sigma(&found, true, end);
    print_measured(&found);
    print_table(midgame, end, positions, net ? "network" : "sum");
    table_destroy(&fit.table);
    evaluation_destroy(read);
    network_destroy(net);
    return tool_end("fit_probcut", 0);
}
