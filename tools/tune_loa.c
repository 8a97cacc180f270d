/* SPDX-License-Identifier: MIT
 *
 * A developer's tool: finds the weights of the evaluation of Lines of Action (src/games/loa/loa_evaluate.c).
 *
 *   tune_loa play GAMES NODES SEED [WEIGHTS]      games of the engine against itself; a line for every third position:
 *                                                 1, 0 or -1 as the side to move won or not, and the features
 *   tune_loa fit <LINES                           weights by logistic regression, and how sure each is
 *   tune_loa match A B NODES PAIRS SEED           weights against each other; each opening is played twice
 *
 * NODES is what a move may cost. WEIGHTS, A and B are files as `fit` writes them, or "-" for the weights in use. Games
 * start from random openings of 2 to 13 plies (in a match 6), since positions that differ teach more than good ones.
 *
 * The regression is Newton's method on the log likelihood, exact for 16 unknowns. Values are scaled so that a chance of
 * winning of e/(1+e), 73 %, is 400 hundredths.
 */
#include <flank/flank.h>

#include "core/random.h"
#include "core/tool_end.h"
#include "games/loa/loa.h"
#include "games/loa/loa_evaluate.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GAME_PLIES_MAX = 300, NEWTON_STEPS = 12, HUNDREDTHS_A_LOGIT = 400 };

static const char *const weight_names[LOA_WEIGHTS] = {
    "pieces", "scatter", "centre", "rim",      "mass",      "quads",        "neighbours", "euler",
    "loners", "area",    "quiet",  "captures", "rim_quiet", "rim_captures", "escapes",    "turn"};

static void fail(const char *what, const char *detail)
{
    fprintf(stderr, "tune_loa: %s%s\n", what, detail);
    exit(64);
}

/* ---- Games ---- */

/* The two candidates. The game table has no room for weights, so each has an evaluation of its own. */
static int candidate_weights[2][LOA_WEIGHTS];

static int evaluate_0(const flank_rules *rules, const flank_position *position)
{
    (void)rules;
    return loa_weigh(candidate_weights[0], position);
}

static int evaluate_1(const flank_rules *rules, const flank_position *position)
{
    (void)rules;
    return loa_weigh(candidate_weights[1], position);
}

static void read_weights(const char *path, int weights[LOA_WEIGHTS])
{
    memcpy(weights, loa_weights, sizeof loa_weights);
    if (strcmp(path, "-") == 0)
        return;
    FILE *file = fopen(path, "r");
    if (!file)
        fail("cannot read ", path);
    char name[32];
    for (int i = 0; i < LOA_WEIGHTS; i++)
        if (fscanf(file, "%31s %d", name, &weights[i]) != 2 || strcmp(name, weight_names[i]) != 0)
            fail("these are not weights: ", path);
    fclose(file);
}

typedef struct player {
    flank_game game;
    flank_engine *engine;
} player;

static void make_player(player *made, int index, const char *weights)
{
    flank_engine_options options = {.hash_bytes = (size_t)2 << 20};
    read_weights(weights, candidate_weights[index]);
    made->game = loa_game;
    made->game.evaluate = index ? evaluate_1 : evaluate_0;
    made->engine = flank_engine_create(&options);
    if (!made->engine)
        fail("out of memory", "");
}

static flank_position random_opening(random_state *random, int plies)
{
    const flank_rules rules = {{0}};
    for (;;) {
        flank_position position = loa_game.start();
        flank_move list[FLANK_MOVES_MAX];
        size_t count = loa_game.moves(&rules, &position, list);
        for (int ply = 0; ply < plies && count; ply++) {
            position = loa_game.play(&rules, &position, list[random_below(random, (uint32_t)count)]);
            count = loa_game.moves(&rules, &position, list);
        }
        if (count)
            return position;
    }
}

typedef struct played_game {
    flank_position positions[GAME_PLIES_MAX];
    int plies;
    int sign; /* for the side that moved first */
} played_game;

/* players[0] moves first. Both follow the game in records of their own, since a record belongs to a game table. */
static void play_game(player *const players[2], const flank_position *start, uint64_t nodes, played_game *played)
{
    flank_record *records[2];
    for (int i = 0; i < 2; i++) {
        records[i] = flank_record_create(&players[i]->game, NULL, start);
        if (!records[i])
            fail("out of memory", "");
        flank_engine_clear(players[i]->engine);
    }
    played->sign = 0;
    for (played->plies = 0; played->plies < GAME_PLIES_MAX; played->plies++) {
        flank_outcome outcome = flank_record_outcome(records[0]);
        if (outcome.over) {
            played->sign = played->plies & 1 ? -outcome.sign : outcome.sign;
            break;
        }
        int mover = played->plies & 1;
        flank_limits limits = {.nodes = nodes};
        flank_report report;
        played->positions[played->plies] = *flank_record_position(records[0]);
        if (flank_engine_search(players[mover]->engine, records[mover], &limits, NULL, NULL, &report))
            fail("the engine failed", "");
        flank_move move = report.lines[0].moves[0];
        for (int i = 0; i < 2; i++)
            flank_record_play(records[i], move);
    }
    for (int i = 0; i < 2; i++)
        flank_record_destroy(records[i]);
}

static void print_sample(const flank_position *position, int sign)
{
    int own[LOA_FEATURES], other[LOA_FEATURES];
    loa_features(position->own, position->other, own);
    loa_features(position->other, position->own, other);
    printf("%d", sign);
    for (int i = 0; i < LOA_FEATURES; i++)
        printf(" %d", own[i] - other[i]);
    putchar('\n');
}

static void play(int games, uint64_t nodes, uint64_t seed, const char *weights)
{
    static player players[2];
    static played_game played;
    make_player(&players[0], 0, weights);
    make_player(&players[1], 1, weights);
    random_state random = {seed};
    for (int game = 0; game < games; game++) {
        flank_position start = random_opening(&random, 2 + (int)random_below(&random, 12));
        play_game((player *const[]){&players[0], &players[1]}, &start, nodes, &played);
        for (int ply = 0; ply < played.plies; ply++)
            if (random_below(&random, 3) == 0)
                print_sample(&played.positions[ply], ply & 1 ? -played.sign : played.sign);
    }
}

static void match(const char *a, const char *b, uint64_t nodes, int pairs, uint64_t seed)
{
    static player players[2];
    static played_game played;
    make_player(&players[0], 0, a);
    make_player(&players[1], 1, b);
    random_state random = {seed};
    int tally[3] = {0};
    for (int pair = 0; pair < pairs; pair++) {
        flank_position start = random_opening(&random, 6);
        for (int swap = 0; swap < 2; swap++) {
            play_game((player *const[]){&players[swap], &players[!swap]}, &start, nodes, &played);
            tally[1 + (swap ? -played.sign : played.sign)]++;
        }
    }
    double games = 2.0 * pairs, mean = (tally[2] + 0.5 * tally[1]) / games;
    printf("%s against %s: %d wins, %d draws, %d losses: %.1f %% +- %.1f\n", a, b, tally[2], tally[1], tally[0],
           100 * mean, 100 * sqrt(mean * (1 - mean) / games));
}

/* ---- Regression ---- */

typedef struct sample {
    double won; /* 1, 0.5 or 0 */
    double values[LOA_WEIGHTS];
} sample;

static sample *read_samples(size_t *count)
{
    size_t room = 1 << 12;
    sample *samples = malloc(room * sizeof *samples);
    int number;
    for (*count = 0; samples && scanf("%d", &number) == 1; ++*count) {
        if (*count == room)
            samples = realloc(samples, (room *= 2) * sizeof *samples);
        if (!samples)
            break;
        sample *next = &samples[*count];
        next->won = (number + 1) / 2.0;
        for (int i = 0; i < LOA_FEATURES; i++) {
            if (scanf("%d", &number) != 1)
                fail("a line ends early", "");
            next->values[i] = number;
        }
        next->values[LOA_TURN] = 1;
    }
    if (!samples || *count == 0)
        fail("no samples, or no memory for them", "");
    return samples;
}

/* Solve m x = m[][WIDTH-1] by Gauss and Jordan; the matrix is positive definite. The inverse is left in the columns
 * between. */
enum { WIDTH = 2 * LOA_WEIGHTS + 1 };

static void solve(double m[LOA_WEIGHTS][WIDTH])
{
    for (int i = 0; i < LOA_WEIGHTS; i++)
        for (int j = 0; j < LOA_WEIGHTS; j++)
            m[i][LOA_WEIGHTS + j] = i == j;
    for (int pivot = 0; pivot < LOA_WEIGHTS; pivot++) {
        double head = m[pivot][pivot];
        for (int j = 0; j < WIDTH; j++)
            m[pivot][j] /= head;
        for (int i = 0; i < LOA_WEIGHTS; i++) {
            double factor = i == pivot ? 0 : m[i][pivot];
            for (int j = 0; j < WIDTH; j++)
                m[i][j] -= factor * m[pivot][j];
        }
    }
}

/* Add the samples to the normal equations at `weights`; returns the log likelihood. */
static double accumulate(const sample *samples, size_t count, const double *weights, double m[LOA_WEIGHTS][WIDTH])
{
    double likelihood = 0;
    for (size_t s = 0; s < count; s++) {
        const double *values = samples[s].values;
        double logit = 0;
        for (int i = 0; i < LOA_WEIGHTS; i++)
            logit += weights[i] * values[i];
        double chance = 1 / (1 + exp(-logit)), error = samples[s].won - chance;
        likelihood += samples[s].won * log(chance) + (1 - samples[s].won) * log(1 - chance);
        for (int i = 0; i < LOA_WEIGHTS; i++) {
            m[i][WIDTH - 1] += error * values[i];
            for (int j = 0; j < LOA_WEIGHTS; j++)
                m[i][j] += chance * (1 - chance) * values[i] * values[j];
        }
    }
    return likelihood;
}

static void fit(void)
{
    size_t count;
    sample *samples = read_samples(&count);
    double weights[LOA_WEIGHTS] = {0}, m[LOA_WEIGHTS][WIDTH], likelihood = 0;
    for (int step = 0; step < NEWTON_STEPS; step++) {
        memset(m, 0, sizeof m);
        likelihood = accumulate(samples, count, weights, m);
        solve(m);
        for (int i = 0; i < LOA_WEIGHTS; i++)
            weights[i] += m[i][WIDTH - 1];
    }
    fprintf(stderr, "%zu positions, loss %.5f\n", count, -likelihood / (double)count);
    for (int i = 0; i < LOA_WEIGHTS; i++) {
        double scale = HUNDREDTHS_A_LOGIT * LOA_WEIGHT_UNIT;
        printf("%s %.0f\n", weight_names[i], weights[i] * scale);
        fprintf(stderr, "%-12s %8.0f +- %.0f\n", weight_names[i], weights[i] * scale,
                sqrt(m[i][LOA_WEIGHTS + i]) * scale);
    }
    free(samples);
}

int main(int argc, char **argv)
{
    const char *command = argc > 1 ? argv[1] : "";
    if (strcmp(command, "play") == 0 && (argc == 5 || argc == 6))
        play(atoi(argv[2]), strtoull(argv[3], NULL, 10), strtoull(argv[4], NULL, 10), argc > 5 ? argv[5] : "-");
    else if (strcmp(command, "fit") == 0 && argc == 2)
        fit();
    else if (strcmp(command, "match") == 0 && argc == 7)
        match(argv[2], argv[3], strtoull(argv[4], NULL, 10), atoi(argv[5]), strtoull(argv[6], NULL, 10));
    else
        fail("usage: tune_loa play GAMES NODES SEED [WEIGHTS] | fit | match A B NODES PAIRS SEED", "");
    return tool_end("tune_loa", 0);
}
