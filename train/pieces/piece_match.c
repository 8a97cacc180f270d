/* SPDX-License-Identifier: MIT
 *
 * Two piece networks against each other:
 *
 *   piece_match GAME A B nodes=N|time=MS PAIRS SEED [PLIES]
 *
 * A and B are files of networks, or - for the evaluation built in. A pair is two games from one opening of PLIES random
 * moves (6), with the sides exchanged; openings that a search of 20,000 nodes with the evaluation built in finds uneven
 * are left out. It prints what A won, drew and lost, its share of the points, the standard error of that by pairs, the
 * difference in Elo, and the thousands of nodes a second of A and of B.
 */
#include "core/random.h"
#include "core/tool_end.h"
#include "train/pieces/piece_arguments.h"
#include "train/pieces/piece_judge.h"

#include <flank/flank.h>

#include <math.h>
#include <stdlib.h>

enum {
    PLIES_MAX = 300, /* a game that lasts longer is drawn */
    OPENING_PLIES = 6,
    OPENING_PLIES_MAX = 40,
    OPENING_NODES = 20000,
    EVEN = 100, /* hundredths */
    EVEN_WHERE_DRAWS_ARE_FREQUENT = 40,
    HASH_BYTES = 16 << 20,
    TELL_PAIRS = 10,
    PAIR_SCORES = 5, /* half points of A in a pair, 0 … 4 */
    USAGE = 64,
    BAD_INPUT = 65,
    NO_INPUT = 66,
    NO_MEMORY = 70,
};

typedef struct player {
    flank_game game;
    flank_engine *engine;
    double nodes, time_s;
} player;

typedef struct match {
    const flank_game *game;
    player players[2];
    flank_limits limits;
    uint64_t pairs, seed, plies;
    random_state random;
    int results[3]; /* games that A lost, drew, won */
    int by_pairs[PAIR_SCORES];
} match;

static int complain(int status, const char *what, const char *why)
{
    fprintf(stderr, "piece_match: %s: %s\n", what, why);
    return status;
}

/* ---- Openings ---------------------------------------------------------------------------------------------------- */

/* False if the game ends before. */
static bool random_position(match *played, flank_position *position)
{
    const flank_rules usual = {{0}};
    flank_move moves[FLANK_MOVES_MAX];
    *position = played->game->start();
    size_t count = played->game->moves(&usual, position, moves);
    for (uint64_t ply = 0; ply < played->plies && count; ply++) {
        *position = played->game->play(&usual, position, moves[random_below(&played->random, (uint32_t)count)]);
        count = played->game->moves(&usual, position, moves);
    }
    return count > 0;
}

static flank_status score_of(const match *played, const flank_position *position, int *score)
{
    flank_engine *engine = played->players[0].engine;
    const flank_limits limits = {.nodes = OPENING_NODES};
    flank_report report;
    flank_record *record = flank_record_create(played->game, NULL, position);
    if (!record)
        return FLANK_NO_MEMORY;
    flank_engine_clear(engine);
    const flank_status status = flank_engine_search(engine, record, &limits, NULL, NULL, &report);
    if (status == FLANK_OK)
        *score = report.lines[0].score;
    flank_record_destroy(record);
    return status;
}

static flank_status even_position(match *played, flank_position *position)
{
    const int most = played->game->draws_often ? EVEN_WHERE_DRAWS_ARE_FREQUENT : EVEN;
    for (;;) {
        int score = 0;
        if (!random_position(played, position))
            continue;
        const flank_status status = score_of(played, position, &score);
        if (status != FLANK_OK || abs(score) <= most)
            return status;
    }
}

/* ---- Games ------------------------------------------------------------------------------------------------------- */

/* The player who is to move thinks, and both records get the move. */
static flank_status move_on(match *played, player *mover, flank_record *const records[2])
{
    flank_report report;
    const flank_record *own = records[mover == &played->players[1]];
    flank_status status = flank_engine_search(mover->engine, own, &played->limits, NULL, NULL, &report);
    if (status != FLANK_OK)
        return status;
    const flank_move move = report.lines[0].moves[0];
    mover->nodes += (double)report.nodes;
    mover->time_s += report.time_s;
    for (int i = 0; i < 2 && status == FLANK_OK; i++)
        status = flank_record_play(records[i], move);
    return status;
}

/* `*sign` is the result for player `first`, who is to move. */
static flank_status play_on(match *played, int first, flank_record *const records[2], int *sign)
{
    *sign = 0;
    for (int ply = 0; ply < PLIES_MAX; ply++) {
        const flank_outcome outcome = flank_record_outcome(records[0]);
        if (outcome.over) {
            *sign = ply % 2 == 0 ? outcome.sign : -outcome.sign;
            return FLANK_OK;
        }
        const flank_status status = move_on(played, &played->players[(first + ply) % 2], records);
        if (status != FLANK_OK)
            return status;
    }
    return FLANK_OK;
}

static flank_status play_game(match *played, const flank_position *position, int first, int *sign)
{
    flank_record *records[2];
    for (int i = 0; i < 2; i++) {
        records[i] = flank_record_create(&played->players[i].game, NULL, position);
        flank_engine_clear(played->players[i].engine);
    }
    const flank_status status = records[0] && records[1] ? play_on(played, first, records, sign) : FLANK_NO_MEMORY;
    for (int i = 0; i < 2; i++)
        flank_record_destroy(records[i]);
    return status;
}

static flank_status play_pair(match *played)
{
    flank_position position;
    int sum = 0;
    flank_status status = even_position(played, &position);
    for (int first = 0; first < 2 && status == FLANK_OK; first++) {
        int sign = 0;
        status = play_game(played, &position, first, &sign);
        const int for_a = first == 0 ? sign : -sign;
        played->results[1 + for_a]++;
        sum += for_a;
    }
    if (status == FLANK_OK)
        played->by_pairs[2 + sum]++;
    return status;
}

/* ---- Results ----------------------------------------------------------------------------------------------------- */

static double speed(const player *of) { return of->time_s > 0 ? of->nodes / of->time_s / 1000 : 0; }

static void tell(const match *played, uint64_t pairs)
{
    const double games = 2.0 * (double)pairs;
    const double share = (played->results[2] + 0.5 * played->results[1]) / games;
    double squares = 0;
    for (int i = 0; i < PAIR_SCORES; i++)
        squares += played->by_pairs[i] * pow(i / 4.0 - share, 2);
    printf("%d won, %d drawn, %d lost: %.1f %% +- %.1f", played->results[2], played->results[1], played->results[0],
           100 * share, 100 * sqrt(squares) / (double)pairs);
    if (share > 0 && share < 1)
        printf(", Elo %+.0f", 400 * log10(share / (1 - share)));
    printf("; %.0f and %.0f knodes/s\n", speed(&played->players[0]), speed(&played->players[1]));
    fflush(stdout);
}

/* ---- Arguments --------------------------------------------------------------------------------------------------- */

/* 0, or 64 with a line. */
static int take_limit(const char *text, flank_limits *limits)
{
    const bool nodes = strncmp(text, "nodes=", 6) == 0;
    uint64_t number;
    if ((!nodes && strncmp(text, "time=", 5) != 0) ||
        !piece_number(text + (nodes ? 6 : 5), 1, PIECE_NUMBER_MAX, &number))
        return complain(USAGE, text, "not nodes=N or time=MS");
    if (nodes)
        limits->nodes = number;
    else
        limits->time_ms = (int64_t)number;
    return 0;
}

/* 0, or the status with a line. */
static int take_player(match *played, int i, const char *name)
{
    const flank_engine_options options = {.hash_bytes = HASH_BYTES};
    player *of = &played->players[i];
    const flank_status status = piece_judge_read(i, strcmp(name, "-") == 0 ? NULL : name, played->game, &of->game);
    if (status != FLANK_OK)
        return status == FLANK_CANNOT_READ ? complain(NO_INPUT, name, strerror(errno))
                                           : complain(BAD_INPUT, name, "not a piece network");
    of->engine = flank_engine_create(&options);
    return of->engine ? 0 : complain(NO_MEMORY, name, "no memory");
}

/* 0, or the status with a line. */
static int take_arguments(match *played, int argc, char **argv)
{
    if (argc != 7 && argc != 8)
        return complain(USAGE, "usage", "piece_match GAME A B nodes=N|time=MS PAIRS SEED [PLIES]");
    played->game = flank_game_find(argv[1]);
    if (!played->game || !piece_judge_knows(played->game))
        return complain(USAGE, argv[1], "not a game of pieces: draughts or loa");
    int status = take_limit(argv[4], &played->limits);
    if (status == 0 && !piece_number(argv[5], 1, PIECE_NUMBER_MAX, &played->pairs))
        status = complain(USAGE, "PAIRS", argv[5]);
    if (status == 0 && !piece_number(argv[6], 0, UINT64_MAX, &played->seed))
        status = complain(USAGE, "SEED", argv[6]);
    if (status == 0 && argc == 8 && !piece_number(argv[7], 0, OPENING_PLIES_MAX, &played->plies))
        status = complain(USAGE, "PLIES", argv[7]);
    for (int i = 0; i < 2 && status == 0; i++)
        status = take_player(played, i, argv[2 + i]);
    return status;
}

int main(int argc, char **argv)
{
    match played = {.plies = OPENING_PLIES};
    int status = take_arguments(&played, argc, argv);
    played.random.word = played.seed;
    for (uint64_t pair = 1; status == 0 && pair <= played.pairs; pair++) {
        const flank_status played_so = play_pair(&played);
        if (played_so != FLANK_OK)
            status = complain(NO_MEMORY, argv[1], flank_status_text(played_so));
        else if (pair % TELL_PAIRS == 0 || pair == played.pairs)
            tell(&played, pair);
    }
    for (int i = 0; i < 2; i++)
        flank_engine_destroy(played.players[i].engine);
    return tool_end("piece_match", status);
}
