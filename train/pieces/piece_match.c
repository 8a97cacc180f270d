/* SPDX-License-Identifier: MIT
 *
 * Openings, pairs, and what they add up to.
 */
#include "train/pieces/piece_match.h"

#include "core/random.h"
#include "games/game_table.h"
#include "train/network/network_team.h"

#include <math.h>
#include <pthread.h>
#include <stdlib.h>

enum {
    OPENING_PLIES = 6,
    OPENING_NODES = 20000,
    EVEN = 100, /* hundredths */
    EVEN_WHERE_DRAWS_ARE_FREQUENT = 40,
    JUDGE = 2, /* the engine that looks at openings, behind those of A and B */
    ENGINES = 3,
};

typedef struct match_work {
    const piece_match *match;
    flank_engine *engines[NETWORK_THREADS_MAX][ENGINES];
    pthread_mutex_t lock; /* guards what follows */
    piece_result result;
    int done;
    flank_status status;
} match_work;

/* ---- Openings ---------------------------------------------------------------------------------------------------- */

/* False if the game ends before. */
static bool random_position(const flank_game *game, random_state *random, flank_position *position)
{
    const flank_rules usual = {{0}};
    flank_move moves[FLANK_MOVES_MAX];
    *position = game->start();
    size_t count = game->moves(&usual, position, moves);
    for (int ply = 0; ply < OPENING_PLIES && count; ply++) {
        *position = game->play(&usual, position, moves[random_below(random, (uint32_t)count)]);
        count = game->moves(&usual, position, moves);
    }
    return count > 0;
}

static flank_status score_of(const flank_game *game, flank_engine *judge, const flank_position *position, int *score)
{
    const flank_limits limits = {.nodes = OPENING_NODES};
    flank_report report;
    flank_record *record = flank_record_create(game, NULL, position);
    if (!record)
        return FLANK_NO_MEMORY;
    flank_engine_clear(judge);
    const flank_status status = flank_engine_search(judge, record, &limits, NULL, NULL, &report);
    if (status == FLANK_OK)
        *score = report.lines[0].score;
    flank_record_destroy(record);
    return status;
}

static flank_status even_position(const match_work *work, flank_engine *judge, int pair, flank_position *position)
{
    const piece_play *play = &work->match->play;
    const int most = play->game->draws_often ? EVEN_WHERE_DRAWS_ARE_FREQUENT : EVEN;
    random_state random = {random_mix(random_mix(play->seed) + (uint64_t)pair)};
    for (;;) {
        int score = 0;
        if (!random_position(play->game, &random, position))
            continue;
        const flank_status status = score_of(play->game, judge, position, &score);
        if (status != FLANK_OK || abs(score) <= most)
            return status;
    }
}

/* ---- Pairs ------------------------------------------------------------------------------------------------------- */

/* `*sign` is the result for player `first`, who is to move. */
static flank_status play_on(const match_work *work, flank_engine *const *engines, int first, flank_record *record,
                            int *sign)
{
    const flank_limits limits = {.nodes = work->match->play.nodes};
    *sign = 0;
    for (int ply = 0; ply < PIECE_PLIES_MAX; ply++) {
        flank_report report;
        const flank_outcome outcome = flank_record_outcome(record);
        if (outcome.over) {
            *sign = ply % 2 == 0 ? outcome.sign : -outcome.sign;
            return FLANK_OK;
        }
        flank_status status = flank_engine_search(engines[(first + ply) % 2], record, &limits, NULL, NULL, &report);
        if (status == FLANK_OK)
            status = flank_record_play(record, report.lines[0].moves[0]);
        if (status != FLANK_OK)
            return status;
    }
    return FLANK_OK;
}

/* `*sign` is the result for A. */
static flank_status play_game(const match_work *work, flank_engine *const *engines, int first,
                              const flank_position *position, int *sign)
{
    flank_record *record = flank_record_create(work->match->play.game, NULL, position);
    if (!record)
        return FLANK_NO_MEMORY;
    flank_engine_clear(engines[0]);
    flank_engine_clear(engines[1]);
    const flank_status status = play_on(work, engines, first, record, sign);
    flank_record_destroy(record);
    *sign = first == 0 ? *sign : -*sign;
    return status;
}

static void add_pair(match_work *work, flank_status status, const int signs[2])
{
    pthread_mutex_lock(&work->lock);
    if (status != FLANK_OK)
        work->status = status;
    for (int i = 0; i < 2; i++) {
        work->result.won += signs[i] > 0;
        work->result.drawn += signs[i] == 0;
        work->result.lost += signs[i] < 0;
    }
    work->result.pairs[2 + signs[0] + signs[1]]++;
    work->match->on_pair(work->match->user, ++work->done);
    pthread_mutex_unlock(&work->lock);
}

static void play_pair(void *user, int pair, int thread)
{
    match_work *work = user;
    flank_engine *const *engines = work->engines[thread];
    flank_position position;
    int signs[2] = {0};
    flank_status status = even_position(work, engines[JUDGE], pair, &position);
    for (int first = 0; first < 2 && status == FLANK_OK; first++)
        status = play_game(work, engines, first, &position, &signs[first]);
    add_pair(work, status, signs);
}

/* ---- Results ----------------------------------------------------------------------------------------------------- */

static int pairs_of(const piece_result *result) { return (result->won + result->drawn + result->lost) / 2; }

double piece_result_share(const piece_result *result)
{
    return (result->won + 0.5 * result->drawn) / (2.0 * pairs_of(result));
}

double piece_result_error(const piece_result *result)
{
    const double share = piece_result_share(result);
    double squares = 0;
    for (int i = 0; i < PIECE_PAIR_SCORES; i++)
        squares += result->pairs[i] * (i / 4.0 - share) * (i / 4.0 - share);
    return sqrt(squares) / pairs_of(result);
}

bool piece_result_gains(const piece_result *result)
{
    return piece_result_share(result) - piece_result_error(result) > 0.5;
}

flank_status piece_match_play(const piece_match *match, piece_result *result)
{
    static_assert(PIECE_PAIR_SCORES == 5, "two games of -1, 0 or 1");
    match_work *work = calloc(1, sizeof *work);
    if (!work)
        return FLANK_NO_MEMORY;
    work->match = match;
    pthread_mutex_init(&work->lock, NULL);
    for (int thread = 0; thread < match->threads; thread++)
        for (int i = 0; i < ENGINES; i++) {
            work->engines[thread][i] = piece_engine(i == JUDGE ? NULL : match->networks[i]);
            if (!work->engines[thread][i])
                work->status = FLANK_NO_MEMORY;
        }
    if (work->status == FLANK_OK) {
        network_team team;
        network_team_begin(&team, match->threads);
        network_team_run(&team, play_pair, work, match->pairs);
        network_team_end(&team);
    }
    const flank_status status = work->status;
    *result = work->result;
    for (int thread = 0; thread < match->threads; thread++)
        for (int i = 0; i < ENGINES; i++)
            flank_engine_destroy(work->engines[thread][i]);
    pthread_mutex_destroy(&work->lock);
    free(work);
    return status;
}
