/* SPDX-License-Identifier: MIT
 *
 * A developer's tool: two settings of the engine against each other, to measure a change of evaluation or search, or
 * the steps between levels.
 *
 *   selfplay GAME A B [PAIRS [SEED [OPENING_PLIES]]]
 *   selfplay GAME ladder N,N,… [PAIRS [SEED [OPENING_PLIES]]]
 *
 * A and B are lists of limits: level=N,depth=N,nodes=N,time=MS,clock=MS; eval=FILE or eval=simple, which must be the
 * last, plays Othello with other weights than the built-in ones. A ladder plays each level against the one
 * before it and prints a table. The games so far stand on standard error. Each pair is one random opening (as many
 * random plies from the start as asked, 8 if not) played twice with colours changed, so that a lucky opening helps
 * neither; in games that score discs an opening that a short search finds more than BALANCED hundredths from even is
 * drawn again. Each side has its own engine, cleared before each game; the result depends on the arguments only, unless
 * time is a limit. Prints the score of A with its standard error, and the difference in Elo that it stands for with
 * twice that error.
 */
#include <flank/flank.h>

#include "core/random.h"
#include "core/tool_end.h"
#include "core/error.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GAME_PLIES_MAX = 400, HASH_BYTES = 64 << 20, BALANCED = 300, BALANCE_DEPTH = 8, TRIES_MAX = 1000 };

/* The way in which a side plays. */
typedef struct setting {
    flank_limits limits;
    flank_evaluation *evaluation; /* owned; NULL: the built-in one */
} setting;

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

static flank_evaluation *read_evaluation(const char *path)
{
    if (strcmp(path, "simple") == 0) {
        flank_evaluation *simple = flank_evaluation_create_simple();
        if (!simple)
            fail("out of memory", "");
        return simple;
    }
    flank_evaluation *read;
    flank_error error;
    if (flank_evaluation_read(path, &read, &error))
        fail("not weights: ", error_english(&error));
    return read;
}

/* Read "name=value[,name=value…][,eval=FILE]". */
static setting parse_setting(const char *text)
{
    static const char eval[] = "eval=";
    flank_limits limits = {0};
    for (const char *at = text; *at;) {
        char name[16];
        long long value;
        int used;
        if (strncmp(at, eval, strlen(eval)) == 0)
            return (setting){limits, read_evaluation(at + strlen(eval))};
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
        else if (strcmp(name, "clock") == 0)
            limits.clock = (flank_clock){.running = true, .left_ms = value};
        else
            fail("not a limit: ", at);
        at += used;
        at += *at == ',';
    }
    return (setting){limits, NULL};
}

static bool is_fair(flank_engine *engine, const flank_record *record)
{
    const flank_limits limits = {.depth_plies = BALANCE_DEPTH};
    flank_report report;
    if (!flank_game_scores_discs(flank_record_game(record)))
        return true;
    return flank_engine_search(engine, record, &limits, NULL, NULL, &report) == FLANK_OK &&
           abs(report.lines[0].score) <= BALANCED;
}

/* A game after `plies` random moves that is not over and that looks even; the same one for the same seed. */
static flank_record *random_opening(const flank_game *game, flank_engine *engine, int plies, uint64_t seed)
{
    random_state random = {seed};
    flank_engine_clear(engine); /* the game just played must not tell which opening is even */
    for (int attempt = 0;; attempt++) {
        if (attempt > 2 * TRIES_MAX)
            fail("no opening of so many plies that is not over", "");
        flank_record *record = flank_record_create(game, NULL, NULL);
        if (!record)
            fail("out of memory", "");
        for (int ply = 0; ply < plies && !flank_record_outcome(record).over; ply++) {
            flank_move moves[FLANK_MOVES_MAX];
            size_t count = flank_game_moves(game, flank_record_rules(record), flank_record_position(record), moves);
            flank_record_play(record, moves[random_below(&random, (uint32_t)count)]);
        }
        if (!flank_record_outcome(record).over && (attempt == TRIES_MAX || is_fair(engine, record)))
            return record;
        flank_record_destroy(record);
    }
}

/* Play a game out; players[0] moves first. The sign of the result for players[0]; endless games are draws. */
static int play_out(flank_record *record, player *players[2], uint64_t seed)
{
    int64_t used_ms[2] = {0, 0};
    flank_engine_clear(players[0]->engine);
    flank_engine_clear(players[1]->engine);
    for (int ply = 0; ply < GAME_PLIES_MAX; ply++) {
        player *mover = players[ply & 1];
        flank_report report;
        flank_limits limits = mover->limits;
        limits.seed = seed;
        limits.clock.left_ms -= used_ms[ply & 1];
        flank_status status = flank_engine_search(mover->engine, record, &limits, NULL, NULL, &report);
        if (status == FLANK_GAME_OVER) {
            int sign = flank_record_outcome(record).sign;
            return ply & 1 ? -sign : sign;
        }
        if (status || flank_record_play(record, report.lines[0].moves[0]))
            fail("the engine failed: ", flank_status_text(status));
        mover->nodes += report.nodes;
        mover->time_s += report.time_s;
        used_ms[ply & 1] += (int64_t)(1000 * report.time_s) + 1;
        if (limits.clock.running && used_ms[ply & 1] > mover->limits.clock.left_ms)
            fail("lost on time", "");
    }
    return 0;
}

static void play_pair(const flank_game *game, player *a, player *b, int plies, uint64_t seed, int tally[3])
{
    for (int swap = 0; swap < 2; swap++) {
        flank_record *record = random_opening(game, a->engine, plies, seed);
        player *players[2] = {swap ? b : a, swap ? a : b};
        int sign = play_out(record, players, seed);
        tally[1 + (swap ? -sign : sign)]++;
        flank_record_destroy(record);
    }
}

/* The words of a tally about A. */
typedef struct verdict {
    int games;
    double score, error;   /* of 1, and its standard error */
    double elo, elo_range; /* the range is twice the standard error; of half a game at least */
} verdict;

static double between(double least, double score) { return fmin(fmax(score, least), 1 - least); }

static double elo_of(double score) { return 400 * log10(score / (1 - score)); }

static verdict judge(const int tally[3])
{
    verdict found = {.games = tally[0] + tally[1] + tally[2]};
    found.score = (tally[2] + 0.5 * tally[1]) / found.games;
    const double square = (tally[2] + 0.25 * tally[1]) / found.games;
    found.error = sqrt((square - found.score * found.score) / found.games);
    const double least = 0.5 / found.games, two = 2 * found.error; /* no match proves more than half a game less */
    found.elo = elo_of(between(least, found.score));
    found.elo_range = (elo_of(between(least, found.score + two)) - elo_of(between(least, found.score - two))) / 2;
    return found;
}

static void print_tally(const int tally[3], const player *a, const player *b)
{
    const verdict found = judge(tally);
    printf("A: %d wins, %d draws, %d losses of %d: %.1f %% ± %.1f, Elo %+.0f ± %.0f; A %.2f s %.0f knodes, "
           "B %.2f s %.0f knodes\n",
           tally[2], tally[1], tally[0], found.games, 100 * found.score, 100 * found.error, found.elo, found.elo_range,
           a->time_s, (double)a->nodes / 1000, b->time_s, (double)b->nodes / 1000);
}

static player make_player(const setting *side)
{
    const flank_engine_options options = {.hash_bytes = HASH_BYTES, .evaluation = side->evaluation};
    player made = {flank_engine_create(&options), side->limits, 0, 0};
    if (!made.engine)
        fail("out of memory", "");
    return made;
}

typedef struct series {
    const flank_game *game;
    int pairs, plies;
    uint64_t seed;
} series;

static void play_series(const series *played, player *a, player *b, int tally[3])
{
    for (int pair = 0; pair < played->pairs; pair++) {
        play_pair(played->game, a, b, played->plies, random_mix(played->seed) + (uint64_t)pair, tally);
        fprintf(stderr, "\r%d wins, %d draws, %d losses ", tally[2], tally[1], tally[0]);
    }
    fputs("\n", stderr); /* the result has a line of its own */
}

static void play_match(const series *played, const char *a_text, const char *b_text)
{
    int tally[3] = {0};
    const setting settings[2] = {parse_setting(a_text), parse_setting(b_text)};
    player a = make_player(&settings[0]), b = make_player(&settings[1]);
    play_series(played, &a, &b, tally);
    if (played->pairs > 0)
        print_tally(tally, &a, &b);
    flank_engine_destroy(a.engine);
    flank_engine_destroy(b.engine);
    for (int i = 0; i < 2; i++)
        flank_evaluation_destroy(settings[i].evaluation);
}

/* Each level of a list "1,2,5" against the one before it. */
static void play_ladder(const series *played, const char *levels)
{
    puts("| level | against | wins | draws | losses | score | Elo | ms a game |\n|---|---|---|---|---|---|---|---|");
    char *end;
    for (long before = strtol(levels, &end, 10); *end == ','; fflush(stdout)) {
        const long level = strtol(end + 1, &end, 10);
        int tally[3] = {0};
        player a = make_player(&(setting){.limits.level = (int)level}),
               b = make_player(&(setting){.limits.level = (int)before});
        play_series(played, &a, &b, tally);
        const verdict found = judge(tally);
        printf("| %ld | %ld | %d | %d | %d | %.1f %% | %+.0f ± %.0f | %.0f |\n", level, before, tally[2], tally[1],
               tally[0], 100 * found.score, found.elo, found.elo_range, 1000 * a.time_s / found.games);
        flank_engine_destroy(a.engine);
        flank_engine_destroy(b.engine);
        before = level;
    }
}

int main(int argc, char **argv)
{
    if (argc < 4)
        fail("usage: selfplay GAME A B [PAIRS [SEED [OPENING_PLIES]]], or A = ladder, B = levels 1,2,3", "");
    const series played = {.game = flank_game_find(argv[1]),
                           .pairs = argc > 4 ? atoi(argv[4]) : 20,
                           .seed = argc > 5 ? strtoull(argv[5], NULL, 10) : 1,
                           .plies = argc > 6 ? atoi(argv[6]) : 8};
    if (!played.game)
        fail("no such game: ", argv[1]);
    if (strcmp(argv[2], "ladder") == 0)
        play_ladder(&played, argv[3]);
    else
        play_match(&played, argv[2], argv[3]);
    return tool_end("selfplay", 0);
}
