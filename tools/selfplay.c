/* SPDX-License-Identifier: MIT
 *
 * A developer's tool: two settings of the engine against each other, to measure a change of evaluation or search.
 *
 *   selfplay GAME A B [PAIRS [SEED [OPENING_PLIES]]]
 *
 * A and B are lists of limits: level=N,depth=N,nodes=N,time=MS. Each pair is one random opening (as many random plies
 * from the start as asked, 8 if not) played twice with colours changed, so that a lucky opening helps neither. Each
 * side has its own engine, cleared before each game; the result depends on the arguments only, unless time is a limit.
 * Prints the score of A with its standard error.
 */
#include <flank/flank.h>

#include "core/random.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GAME_PLIES_MAX = 400 };

typedef struct player {
    flank_engine *engine;
    flank_limits limits;
    uint64_t nodes;
    double time_s;
} player;

static void fail(const char *what, const char *detail)
{
    fprintf(stderr, "selfplay: %s%s\n", what, detail);
    exit(64);
}

/* Read "name=value[,name=value…]". */
static flank_limits parse_limits(const char *text)
{
    flank_limits limits = {0};
    for (const char *at = text; *at;) {
        char name[16];
        long long value;
        int used;
        if (sscanf(at, "%15[a-z]=%lld%n", name, &value, &used) != 2 || value < 0)
            fail("not a limit: ", at);
        if (strcmp(name, "level") == 0)
            limits.level = (int)value;
        else if (strcmp(name, "depth") == 0)
            limits.depth_plies = (int)value;
        else if (strcmp(name, "nodes") == 0)
            limits.nodes = (uint64_t)value;
        else if (strcmp(name, "time") == 0)
            limits.time_ms = value;
        else
            fail("not a limit: ", at);
        at += used;
        at += *at == ',';
    }
    return limits;
}

/* A game after `plies` random moves that is not over. */
static flank_record *random_opening(const flank_game *game, int plies, uint64_t seed)
{
    random_state random = {seed};
    for (;;) {
        flank_record *record = flank_record_create(game, NULL, NULL);
        if (!record)
            fail("out of memory", "");
        for (int ply = 0; ply < plies && !flank_record_outcome(record).over; ply++) {
            flank_move moves[FLANK_MOVES_MAX];
            size_t count = flank_game_moves(game, flank_record_rules(record), flank_record_position(record), moves);
            flank_record_play(record, moves[random_below(&random, (uint32_t)count)]);
        }
        if (!flank_record_outcome(record).over)
            return record;
        flank_record_destroy(record);
    }
}

/* Play a game out; players[0] moves first. The sign of the result for players[0]; endless games are draws. */
static int play_out(flank_record *record, player *players[2], uint64_t seed)
{
    flank_engine_clear(players[0]->engine);
    flank_engine_clear(players[1]->engine);
    for (int ply = 0; ply < GAME_PLIES_MAX; ply++) {
        player *mover = players[ply & 1];
        flank_report report;
        mover->limits.seed = seed;
        flank_status status = flank_engine_search(mover->engine, record, &mover->limits, NULL, NULL, &report);
        if (status == FLANK_GAME_OVER) {
            int sign = flank_record_outcome(record).sign;
            return ply & 1 ? -sign : sign;
        }
        if (status || flank_record_play(record, report.lines[0].moves[0]))
            fail("the engine failed: ", flank_status_text(status));
        mover->nodes += report.nodes;
        mover->time_s += report.time_s;
    }
    return 0;
}

static void play_pair(const flank_game *game, player *a, player *b, int plies, uint64_t seed, int tally[3])
{
    for (int swap = 0; swap < 2; swap++) {
        flank_record *record = random_opening(game, plies, seed);
        player *players[2] = {swap ? b : a, swap ? a : b};
        int sign = play_out(record, players, seed);
        tally[1 + (swap ? -sign : sign)]++;
        flank_record_destroy(record);
    }
}

static void print_tally(const int tally[3], const player *a, const player *b)
{
    int games = tally[0] + tally[1] + tally[2];
    double mean = (tally[2] + 0.5 * tally[1]) / games;
    double square = (tally[2] + 0.25 * tally[1]) / games;
    printf("A: %d wins, %d draws, %d losses of %d: %.1f %% ± %.1f; A %.2f s %.0f knodes, B %.2f s %.0f knodes\n",
           tally[2], tally[1], tally[0], games, 100 * mean, 100 * sqrt((square - mean * mean) / games), a->time_s,
           (double)a->nodes / 1000, b->time_s, (double)b->nodes / 1000);
}

int main(int argc, char **argv)
{
    if (argc < 4)
        fail("usage: selfplay GAME A B [PAIRS [SEED [OPENING_PLIES]]]", "");
    const flank_game *game = flank_game_find(argv[1]);
    if (!game)
        fail("no such game: ", argv[1]);
    flank_engine_options options = {.hash_bytes = (size_t)8 << 20};
    player a = {flank_engine_create(&options), parse_limits(argv[2]), 0, 0};
    player b = {flank_engine_create(&options), parse_limits(argv[3]), 0, 0};
    if (!a.engine || !b.engine)
        fail("out of memory", "");
    int pairs = argc > 4 ? atoi(argv[4]) : 20, plies = argc > 6 ? atoi(argv[6]) : 8, tally[3] = {0};
    uint64_t seed = argc > 5 ? strtoull(argv[5], NULL, 10) : 1;
    for (int pair = 0; pair < pairs; pair++)
        play_pair(game, &a, &b, plies, random_mix(seed) + (uint64_t)pair, tally);
    if (pairs > 0)
        print_tally(tally, &a, &b);
    flank_engine_destroy(a.engine);
    flank_engine_destroy(b.engine);
    return 0;
}
