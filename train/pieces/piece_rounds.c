/* SPDX-License-Identifier: MIT
 *
 * Rounds, and their files.
 */
#include "train/pieces/piece_rounds.h"

#include "core/error.h"
#include "core/random.h"
#include "core/whole_file.h"
#include "games/game_table.h"
#include "games/piece_file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    CHUNKS = 80, /* of a round, of PIECE_CHUNK_GAMES games */
    HELD_OUT_ONE_IN = 40,
    PAIRS = 250,
    PAIRS_LEAST = 10,
    NODES = 800,
    EPOCHS = 20,
    FEW_ROWS = 1 << 21,
    BATCH = 8192,
    BATCH_OF_FEW = 4096,
    START = -1, /* in place of a round */
};
static_assert(CHUNKS * TRAIN_PERCENT_MIN / 100 >= 2, "the first of them is held out");

enum { AGAINST_BEST, AGAINST_BUILT_IN, MATCHES };

typedef struct piece_rounds {
    const train_host *host;
    const flank_game *game;
    int round;
    int best;                      /* the round whose network that is, or START */
    flank_evaluation *best_judges; /* owned */
    bool best_is_built_in;
    bool zeros;                    /* the games of this round are played by the network of zeros */
    bool zeros_before;             /* those of the round before were */
    bool did;                      /* something that was not done before */
    piece_result results[MATCHES]; /* of this round */
} piece_rounds;

/* ---- Files ------------------------------------------------------------------------------------------------------- */

/* FOLDER/GAME-ROUND.KIND, with "start" for the round START. */
static void path_of(const piece_rounds *run, int round, const char *kind, char path[TRAIN_PATH_SIZE])
{
    char number[16] = "start";
    if (round != START)
        snprintf(number, sizeof number, "%d", round);
    snprintf(path, TRAIN_PATH_SIZE, "%s/%s-%s.%s", run->host->settings->folder, run->game->name, number, kind);
}

static void chunk_prefix(const piece_rounds *run, char prefix[64])
{
    snprintf(prefix, 64, "%s-%s", run->game->name, TRAIN_GAMES);
}

static flank_status read_network(const piece_rounds *run, const char *path, piece_network *network)
{
    flank_error error = {0};
    const flank_status status = piece_file_read(path, network, &error);
    if (status)
        return error_say(run->host->error, status, 0, SAY(IN), say_text(path), say_error(&error));
    return piece_network_fits(network, run->game->network)
               ? FLANK_OK
               : error_say(run->host->error, FLANK_BAD_FILE, 0, SAY(TRAIN_OTHER_GAME), say_text(path));
}

static flank_status write_network(const piece_rounds *run, const char *path, const piece_network *network)
{
    const int why = piece_file_write(path, network);
    return why ? train_blame(run->host, FLANK_CANNOT_WRITE, path, why) : FLANK_OK;
}

static bool are_same(const piece_network *a, const piece_network *b)
{
    return memcmp(a->rows, b->rows, sizeof a->rows) == 0 && memcmp(a->bias, b->bias, sizeof a->bias) == 0 &&
           memcmp(a->weights, b->weights, sizeof a->weights) == 0 &&
           memcmp(a->constant, b->constant, sizeof a->constant) == 0 && piece_network_fits(a, b);
}

/* ---- The first network ------------------------------------------------------------------------------------------- */

static bool starts_from_built_in(const train_settings *settings)
{
    return settings->start && strcmp(settings->start, TRAIN_BUILT_IN) == 0;
}

/* The network that was asked for. */
static flank_status asked_start(const piece_rounds *run, piece_network *network)
{
    const train_settings *settings = run->host->settings;
    *network = (piece_network){.hundredths = run->game->network->hundredths,
                               .pieces_a_phase = run->game->network->pieces_a_phase};
    if (starts_from_built_in(settings))
        *network = *run->game->network;
    else if (settings->start)
        return read_network(run, settings->start, network);
    return FLANK_OK;
}

/* Keep the network to begin with, or see that it is the one that is there. */
static flank_status make_start(const piece_rounds *run)
{
    char path[TRAIN_PATH_SIZE];
    piece_network asked, there;
    flank_status status = asked_start(run, &asked);
    path_of(run, START, "network", path);
    if (status || !train_exists(path))
        return status ? status : write_network(run, path, &asked);
    status = read_network(run, path, &there);
    return status || are_same(&asked, &there)
               ? status
               : error_say(run->host->error, FLANK_BAD_ARGUMENT, 0, SAY(TRAIN_OTHER_START), say_text(path));
}

/* ---- Games ------------------------------------------------------------------------------------------------------- */

static uint64_t nodes_of(const train_settings *settings) { return settings->nodes ? settings->nodes : NODES; }

/* The games of a round are other ones than those of the next. */
static piece_play play_of(const piece_rounds *run)
{
    return (piece_play){.game = run->game,
                        .nodes = nodes_of(run->host->settings),
                        .seed = (uint64_t)run->round + 1,
                        .at_random = run->zeros};
}

static void *begin_engine(const void *user)
{
    const piece_rounds *run = user;
    return piece_engine(run->best_judges);
}

static void end_engine(void *engine) { flank_engine_destroy(engine); }

static flank_status make_games(const void *user, void *engine, int chunk, const char *path)
{
    const piece_play play = play_of(user);
    return piece_games_write(&play, engine, (uint64_t)chunk * PIECE_CHUNK_GAMES, path);
}

static int chunks_of(const piece_rounds *run) { return CHUNKS * run->host->settings->percent / 100; }

static flank_status play_games(const piece_rounds *run)
{
    char prefix[64];
    chunk_prefix(run, prefix);
    const train_maker maker = {.kind = TRAIN_GAMES,
                               .prefix = prefix,
                               .begin = begin_engine,
                               .end = end_engine,
                               .make = make_games,
                               .run = run};
    return train_chunks_make(run->host, &maker, run->round, chunks_of(run));
}

/* ---- A fit ------------------------------------------------------------------------------------------------------- */

static flank_status read_chunks(const piece_rounds *run, int round, piece_rows *fit, piece_rows *held_out)
{
    char prefix[64], path[TRAIN_PATH_SIZE];
    chunk_prefix(run, prefix);
    for (int chunk = 0; chunk < chunks_of(run); chunk++) {
        train_chunk_path(run->host->settings->folder, prefix, round, chunk, path);
        const flank_status status = piece_rows_read(path, chunk % HELD_OUT_ONE_IN == 0 ? held_out : fit);
        if (status == FLANK_BAD_FILE)
            return error_say(run->host->error, status, 0, SAY(TRAIN_BAD_POSITIONS), say_text(path));
        if (status != FLANK_OK)
            return train_blame(run->host, status, path, errno);
    }
    return fit->count > 0 && fit->count <= UINT32_MAX
               ? FLANK_OK
               : error_say(run->host->error, FLANK_BAD_FILE, 0, SAY(TRAIN_BAD_POSITIONS), say_text(path));
}

/* A round learns also from the games of the round before, unless only those were played by the network of zeros. */
static flank_status read_games(const piece_rounds *run, piece_rows *fit, piece_rows *held_out)
{
    flank_status status = FLANK_OK;
    if (run->round > 0 && run->zeros == run->zeros_before)
        status = read_chunks(run, run->round - 1, fit, held_out);
    return status ? status : read_chunks(run, run->round, fit, held_out);
}

static void on_epoch(void *user, int done, int found, int epochs)
{
    const piece_rounds *run = user;
    const train_event event = {
        .round = run->round, .kind = TRAIN_EPOCHS, .chunks_done = done, .chunks = epochs, .chunks_found = found};
    run->host->listener(run->host->user, &event);
}

/* Searches that know nothing have scores that say nothing. */
static piece_settings settings_of(const piece_rounds *run, const piece_rows *fit)
{
    return (piece_settings){.seed = (uint64_t)run->round + 1,
                            .epochs = EPOCHS,
                            .batch = fit->count < FEW_ROWS ? BATCH_OF_FEW : BATCH,
                            .rate = 0.003F,
                            .result = run->zeros ? 1.0F : 0.5F,
                            .hundredths = run->game->network->hundredths,
                            .pieces_a_phase = run->game->network->pieces_a_phase,
                            .symmetries = run->game->symmetries};
}

static flank_status fit_rows(piece_rounds *run, const piece_rows *fit, const piece_rows *held_out, const char *path)
{
    char state[TRAIN_PATH_SIZE];
    piece_network network;
    piece_losses losses;
    path_of(run, run->round, "state", state);
    const piece_fitting fitting = {.game = run->game,
                                   .settings = settings_of(run, fit),
                                   .fit = fit,
                                   .held_out = held_out,
                                   .threads = run->host->settings->threads,
                                   .state = state,
                                   .on_epoch = on_epoch,
                                   .user = run};
    flank_status status = piece_fit(&fitting, &network, &losses);
    if (status)
        return train_blame(run->host, status, state, errno);
    status = write_network(run, path, &network);
    if (status)
        return status;
    const train_event event = {
        .round = run->round, .losses = &losses, .positions = fit->count, .held_out = held_out->count, .path = path};
    run->host->listener(run->host->user, &event);
    return FLANK_OK;
}

static flank_status fit_round(piece_rounds *run, const char *path)
{
    piece_rows fit = {0}, held_out = {0};
    flank_status status = read_games(run, &fit, &held_out);
    if (status == FLANK_OK)
        status = fit_rows(run, &fit, &held_out, path);
    piece_rows_free(&fit);
    piece_rows_free(&held_out);
    return status;
}

/* ---- Matches ----------------------------------------------------------------------------------------------------- */

typedef struct match_telling {
    const piece_rounds *run;
    int before, all; /* pairs of the matches before this one, and of all */
} match_telling;

static void on_pair(void *user, int done)
{
    const match_telling *telling = user;
    const train_event event = {.round = telling->run->round,
                               .kind = TRAIN_PAIRS,
                               .chunks_done = telling->before + done,
                               .chunks = telling->all};
    telling->run->host->listener(telling->run->host->user, &event);
}

static int pairs_of(const piece_rounds *run)
{
    const int percent = run->host->settings->percent, pairs = PAIRS * (percent < 100 ? percent : 100) / 100;
    return pairs > PAIRS_LEAST ? pairs : PAIRS_LEAST;
}

static flank_status play_matches(piece_rounds *run, const flank_evaluation *judges)
{
    const int pairs = pairs_of(run), matches = run->best_is_built_in ? 1 : MATCHES;
    match_telling telling = {.run = run, .all = matches * pairs};
    flank_status status = FLANK_OK;
    on_pair(&telling, 0);
    for (int i = 0; i < matches && status == FLANK_OK; i++) {
        telling.before = i * pairs;
        const piece_match match = {.play = play_of(run),
                                   .networks = {judges, i == AGAINST_BEST ? run->best_judges : NULL},
                                   .pairs = pairs,
                                   .threads = run->host->settings->threads,
                                   .on_pair = on_pair,
                                   .user = &telling};
        status = piece_match_play(&match, &run->results[i]);
    }
    for (int i = matches; i < MATCHES; i++)
        run->results[i] = run->results[0]; /* the same games */
    return status;
}

static flank_status write_results(const piece_rounds *run, const char *path)
{
    whole_file file;
    int why = whole_file_open(&file, path);
    if (why == 0) {
        for (int i = 0; i < MATCHES; i++) {
            const piece_result *result = &run->results[i];
            fprintf(file.stream, "%d %d %d", result->won, result->drawn, result->lost);
            for (int score = 0; score < PIECE_PAIR_SCORES; score++)
                fprintf(file.stream, " %d", result->pairs[score]);
            fputc('\n', file.stream);
        }
        why = whole_file_keep(&file);
    }
    return why ? train_blame(run->host, FLANK_CANNOT_WRITE, path, why) : FLANK_OK;
}

/* False if it is no result. */
static bool read_result(FILE *file, piece_result *result)
{
    enum { MOST = 1000000 };
    int *numbers[] = {&result->won,      &result->drawn,    &result->lost,     &result->pairs[0],
                      &result->pairs[1], &result->pairs[2], &result->pairs[3], &result->pairs[4]};
    int games = 0;
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        if (fscanf(file, "%7d", numbers[i]) != 1 || *numbers[i] < 0 || *numbers[i] > MOST)
            return false;
        games += i < 3 ? *numbers[i] : -2 * *numbers[i];
    }
    return games == 0 && result->won + result->drawn + result->lost > 0;
}

static flank_status read_results(piece_rounds *run, const char *path)
{
    FILE *file = fopen(path, "r");
    if (!file)
        return train_blame(run->host, FLANK_CANNOT_READ, path, errno);
    bool fine = true;
    for (int i = 0; i < MATCHES && fine; i++)
        fine = read_result(file, &run->results[i]);
    fclose(file);
    return fine ? FLANK_OK : error_say(run->host->error, FLANK_BAD_FILE, 0, SAY(TRAIN_BAD_RESULTS), say_text(path));
}

static void tell_results(const piece_rounds *run)
{
    for (int i = 0; i < MATCHES; i++) {
        char against[32] = TRAIN_BUILT_IN;
        if (i == AGAINST_BEST)
            snprintf(against, sizeof against, run->best == START ? "start" : "round %d", run->best);
        const train_event event = {
            .round = run->round, .result = &run->results[i], .against = against, .round_over = i == MATCHES - 1};
        run->host->listener(run->host->user, &event);
    }
}

/* ---- Rounds ------------------------------------------------------------------------------------------------------ */

static void best_path(const piece_rounds *run, char path[TRAIN_PATH_SIZE])
{
    snprintf(path, TRAIN_PATH_SIZE, "%s/%s.network", run->host->settings->folder, run->game->name);
}

/* Have the best network under the name of the game. While rounds of an earlier run are gone through, it is not written:
 * the best of some of them would take the place of the best of all. */
static flank_status name_best(const piece_rounds *run)
{
    char from[TRAIN_PATH_SIZE], path[TRAIN_PATH_SIZE];
    piece_network best, there;
    path_of(run, run->best, "network", from);
    best_path(run, path);
    const flank_status status = read_network(run, from, &best);
    if (status || (piece_file_read(path, &there, NULL) == FLANK_OK && are_same(&best, &there)))
        return status;
    return write_network(run, path, &best);
}

/* From now on the network of `round` is the best one. */
static flank_status take_best(piece_rounds *run, int round)
{
    char from[TRAIN_PATH_SIZE];
    piece_network best;
    flank_error error = {0};
    flank_evaluation *judges = NULL;
    path_of(run, round, "network", from);
    flank_status status = read_network(run, from, &best);
    if (status)
        return status;
    status = flank_evaluation_read(from, &judges, &error);
    if (status)
        return error_say(run->host->error, status, 0, SAY(IN), say_text(from), say_error(&error));
    flank_evaluation_destroy(run->best_judges);
    run->best_judges = judges;
    run->best_is_built_in = are_same(&best, run->game->network);
    run->best = round;
    return FLANK_OK;
}

/* The network of the round in `path`, from games that are there or made now. */
static flank_status make_network(piece_rounds *run, const char *path)
{
    char state[TRAIN_PATH_SIZE];
    flank_status status = FLANK_OK;
    if (!train_exists(path)) {
        run->did = true;
        status = play_games(run);
        if (status == FLANK_OK)
            status = fit_round(run, path);
    }
    path_of(run, run->round, "state", state);
    if (status == FLANK_OK)
        unlink(state); /* here, since a kill may have come between the network and this */
    return status;
}

static flank_status make_results(piece_rounds *run, const char *network, const char *path)
{
    flank_error error = {0};
    flank_evaluation *judges;
    if (train_exists(path))
        return read_results(run, path);
    flank_status status = flank_evaluation_read(network, &judges, &error);
    if (status)
        return error_say(run->host->error, status, 0, SAY(IN), say_text(network), say_error(&error));
    run->did = true;
    status = play_matches(run, judges);
    flank_evaluation_destroy(judges);
    if (status == FLANK_OK)
        status = write_results(run, path);
    if (status == FLANK_OK)
        tell_results(run);
    return status;
}

static flank_status run_round(piece_rounds *run)
{
    char network[TRAIN_PATH_SIZE], results[TRAIN_PATH_SIZE];
    path_of(run, run->round, "network", network);
    path_of(run, run->round, "match", results);
    run->zeros_before = run->zeros;
    run->zeros = run->best == START && !run->host->settings->start;
    flank_status status = train_exists(results) ? FLANK_OK : name_best(run);
    if (status == FLANK_OK)
        status = make_network(run, network);
    if (status == FLANK_OK)
        status = make_results(run, network, results);
    return status == FLANK_OK && piece_result_gains(&run->results[AGAINST_BEST]) ? take_best(run, run->round) : status;
}

/* Without a number of rounds the first that gains nothing is the last. */
static bool goes_on(const piece_rounds *run)
{
    const int rounds = run->host->settings->rounds;
    return rounds ? run->round < rounds : run->round < PIECE_ROUNDS_MAX && run->best == run->round - 1;
}

static void tell_best(const piece_rounds *run)
{
    char path[TRAIN_PATH_SIZE];
    best_path(run, path);
    run->host->listener(run->host->user, &(train_event){.round = run->best, .path = path, .done_before = !run->did});
}

flank_status piece_rounds_run(const train_host *host)
{
    piece_rounds run = {.host = host, .game = host->settings->game};
    flank_status status = make_start(&run);
    if (status == FLANK_OK)
        status = take_best(&run, START);
    for (run.round = 0; status == FLANK_OK && goes_on(&run); run.round++)
        status = run_round(&run);
    if (status == FLANK_OK)
        status = name_best(&run);
    if (status == FLANK_OK)
        tell_best(&run);
    flank_evaluation_destroy(run.best_judges);
    return status;
}
