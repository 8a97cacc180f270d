/* SPDX-License-Identifier: MIT
 *
 * The rounds of training of Othello: games on all threads, then one fit, then the tables that order moves; for those of
 * the last round what moves cost, on all threads. Other games have rounds of their own (pieces/piece_rounds.h).
 *
 * Files of the folder: games-R-NNNN, chunk NNNN of round R (train_data.h); tournaments-0-NNNN, the
 * positions of the tournament file of that number; tournaments, the names of these files, one a line and without their
 * folders, so that no chunk is taken for that of another file; unordered-R, the weights of a last round before its
 * costs-R-NNNN are known (train_costs.h); and weights-R, the weights of round R (weights_file.h). A round whose weights
 * are there is over. One chunk in twenty is held out of the fit and measured.
 */
#include "train/train.h"

#include "core/error.h"
#include "core/whole_file.h"
#include "games/game_table.h"
#include "games/othello/othello.h"
#include "othello/weights_file.h"
#include "train/pieces/piece_rounds.h"
#include "train/train_chunks.h"
#include "train/train_costs.h"
#include "train/train_order.h"
#include "train/train_wthor.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { HELD_OUT_ONE_IN = 20 };
enum { FIRST_ROUND_CHUNKS = 60, COST_CHUNKS = 64, COST_SOLVES = 20, COST_CHUNKS_MIN = 2, COST_TABLE_BYTES = 64 << 20 };
static_assert(FIRST_ROUND_CHUNKS * TRAIN_PERCENT_MIN / 100 >= 2, "the first of them is held out");

typedef struct train_round {
    int chunks; /* of TRAIN_CHUNK_GAMES games */
    int depth_plies;
    int solve_empties;
    double search_share; /* of a label */
    double look_ahead;   /* train_records_look_ahead */
    double tempo;        /* discs that being to move is worth more than the labels say (docs/developers/training.md) */
    bool alone;          /* learns from its own games only, not from those of the round before */
    int cost_chunks;     /* the costs of moves, for their order (train_costs.h); 0: it stays what train_order makes */
} train_round;

/* The first rounds need not play well, only find out what matters. The last one learns from what a search thinks, not
 * from results: its evaluation then is good enough for that (docs/developers/training.md). */
static const train_round rounds[TRAIN_ROUNDS] = {
    {FIRST_ROUND_CHUNKS, 2, 10, 0.0, 0, 0, true, 0},
    {120, 3, 12, 0.2, 0, 0, true, 0},
    {200, 3, 12, 0.4, 0, 0, false, 0},
    {300, 5, 13, 0.5, 0, 0, false, 0},
    {1766, 4, 13, 1.0, 0.4, 1.0, true, COST_CHUNKS},
};

typedef struct training {
    train_host host;
    int round;
    evaluation *eval; /* of the round before */
    bool fitted;      /* any round */
} training;

static void chunk_path(const training *run, const char *kind, int round, int chunk, char *path)
{
    train_chunk_path(run->host.settings->folder, kind, round, chunk, path);
}

static void weights_path(const training *run, int round, char *path)
{
    snprintf(path, TRAIN_PATH_SIZE, "%s/weights-%d", run->host.settings->folder, round);
}

static int chunks_of(const training *run, int round)
{
    return rounds[round].chunks * run->host.settings->percent / 100;
}

/* ---- Games ------------------------------------------------------------------------------------------------------- */

train_play train_play_of_round(int round)
{
    return (train_play){.round = round,
                        .depth_plies = rounds[round].depth_plies,
                        .solve_empties = rounds[round].solve_empties,
                        .random_plies = TRAIN_RANDOM_PLIES};
}

int64_t train_round_games(int round) { return (int64_t)rounds[round].chunks * TRAIN_CHUNK_GAMES; }

/* Write the records unless making them failed, and free them. */
static flank_status write_records(flank_status status, train_records *records, const char *path)
{
    if (status == FLANK_OK && !train_chunk_write(path, records))
        status = FLANK_CANNOT_WRITE;
    train_records_free(records);
    return status;
}

static flank_status make_games(const void *user, void *search, int chunk, const char *path)
{
    const training *run = user;
    const train_play play = train_play_of_round(run->round);
    const uint64_t first = (uint64_t)chunk * TRAIN_CHUNK_GAMES;
    train_records records = {0};
    flank_status status = FLANK_OK;
    for (uint64_t i = 0; i < TRAIN_CHUNK_GAMES && status == FLANK_OK; i++)
        status = train_play_game(&play, search, first + i, NULL, NULL, &records);
    return write_records(status, &records, path);
}

/* Chunk K holds the positions of the Kth file of tournament games. */
static flank_status make_tournament(const void *user, void *search, int chunk, const char *path)
{
    const training *run = user;
    train_records records = {0};
    return write_records(train_wthor_read(run->host.settings->wthor[chunk], search, &records), &records, path);
}

static flank_status make_costs(const void *user, void *search, int chunk, const char *path)
{
    const training *run = user;
    (void)search; /* solves need ones of their own */
    cost_rows costs = {0};
    flank_status status = FLANK_OK;
    const uint64_t seed = (uint64_t)run->round << 40 | (uint64_t)chunk << 20;
    if (!cost_rows_make(run->eval, COST_TABLE_BYTES, seed, COST_SOLVES, &costs))
        status = FLANK_NO_MEMORY;
    else if (!cost_chunk_write(path, &costs))
        status = FLANK_CANNOT_WRITE;
    cost_rows_free(&costs);
    return status;
}

static void *begin_search(const void *user)
{
    const training *run = user;
    return train_play_search(run->eval);
}

static void end_search(void *search) { othello_search_destroy(search); }

/* Make what is missing of `chunks` chunks, on all threads. */
static flank_status make_all(const training *run, train_making *make, const char *kind, int chunks)
{
    const train_maker maker = {.kind = kind, .begin = begin_search, .end = end_search, .make = make, .run = run};
    return train_chunks_make(&run->host, &maker, run->round, chunks);
}

/* ---- Tournaments ------------------------------------------------------------------------------------------------- */

static const char *without_folder(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/* Refuse files whose place a chunk of another one has. */
static flank_status compare_list(const training *run, FILE *list)
{
    const train_settings *settings = run->host.settings;
    char name[TRAIN_PATH_SIZE], path[TRAIN_PATH_SIZE];
    for (size_t i = 0; fgets(name, sizeof name, list); i++) {
        const char *named = i < settings->wthor_count ? without_folder(settings->wthor[i]) : "no file";
        name[strcspn(name, "\n")] = '\0';
        chunk_path(run, "tournaments", 0, (int)i, path);
        if (train_exists(path) && strcmp(name, named) != 0)
            return error_say(run->host.error, FLANK_BAD_ARGUMENT, 0, SAY(TRAIN_OTHER_INPUT), say_text(path),
                             say_text(name), say_text(named));
    }
    return FLANK_OK;
}

static flank_status write_list(const training *run, const char *path)
{
    whole_file file;
    int number = whole_file_open(&file, path);
    for (size_t i = 0; number == 0 && i < run->host.settings->wthor_count; i++)
        fprintf(file.stream, "%s\n", without_folder(run->host.settings->wthor[i]));
    if (number == 0)
        number = whole_file_keep(&file);
    return number ? error_say(run->host.error, FLANK_CANNOT_WRITE, 0, SAY(IN), say_text(path),
                              SAY(CANNOT_WRITE_BECAUSE), say_system(number))
                  : FLANK_OK;
}

static flank_status make_tournaments(training *run)
{
    char path[TRAIN_PATH_SIZE];
    flank_status status = FLANK_OK;
    snprintf(path, sizeof path, "%s/tournaments", run->host.settings->folder);
    FILE *list = fopen(path, "r");
    if (list) {
        status = compare_list(run, list);
        fclose(list);
    }
    if (status == FLANK_OK && run->host.settings->wthor_count > 0)
        status = write_list(run, path);
    return status ? status : make_all(run, make_tournament, "tournaments", (int)run->host.settings->wthor_count);
}

/* ---- Fitting ----------------------------------------------------------------------------------------------------- */

/* One chunk in `held_out_one_in` goes to `held_out`; 0: none. */
static flank_status read_chunks(const training *run, const char *kind, int round, int chunks, int held_out_one_in,
                                train_records *fit, train_records *held_out)
{
    for (int chunk = 0; chunk < chunks; chunk++) {
        char path[TRAIN_PATH_SIZE];
        chunk_path(run, kind, round, chunk, path);
        if (!train_chunk_read(path, held_out_one_in && chunk % held_out_one_in == 0 ? held_out : fit))
            return error_say(run->host.error, FLANK_BAD_FILE, 0, SAY(TRAIN_BAD_POSITIONS), say_text(path));
    }
    return FLANK_OK;
}

/* A round learns from its own games, most also from those of the round before, all from the tournament games, of which
 * none are held out: whoever measures on some years names only the others. */
static flank_status read_games(const training *run, train_records *fit, train_records *held_out)
{
    flank_status status = read_chunks(run, "tournaments", 0, (int)run->host.settings->wthor_count, 0, fit, held_out);
    for (int round = rounds[run->round].alone ? run->round : run->round - 1; round <= run->round && !status; round++)
        status = read_chunks(run, TRAIN_GAMES, round, chunks_of(run, round), HELD_OUT_ONE_IN, fit, held_out);
    return status;
}

/* No more than are of use; fewer in a trial with few games. */
static size_t order_positions(const training *run)
{
    return (size_t)TRAIN_ORDER_POSITIONS *
           (size_t)(run->host.settings->percent < 100 ? run->host.settings->percent : 100) / 100;
}

static flank_status write_weights(training *run, const char *path)
{
    const flank_status status = weights_write(path, run->eval);
    return status ? error_say(run->host.error, status, 0, SAY(IN), say_text(path), SAY(CANNOT_WRITE_BECAUSE),
                              say_system(errno))
                  : FLANK_OK;
}

static flank_status fit_round(training *run, const char *path)
{
    train_records fit = {0}, held_out = {0};
    train_fit_report report;
    const train_fit_settings settings = {.search_share = rounds[run->round].search_share,
                                         .neighbor_share = 0.3,
                                         .prior = 6,
                                         .iterations = 16,
                                         .threads = run->host.settings->threads};
    flank_status status = read_games(run, &fit, &held_out);
    train_records_look_ahead(&fit, rounds[run->round].look_ahead);
    train_records_look_ahead(&held_out, rounds[run->round].look_ahead);
    if (status == FLANK_OK && !train_fit(run->eval, &fit, &held_out, &settings, &report))
        status = FLANK_NO_MEMORY;
    evaluation_add_tempo(run->eval, rounds[run->round].tempo);
    if (status == FLANK_OK && !train_order(run->eval, order_positions(run), NULL))
        status = FLANK_NO_MEMORY;
    if (status == FLANK_OK)
        status = write_weights(run, path);
    const train_event event = {.round = run->round,
                               .fitted = &report,
                               .positions = fit.count,
                               .held_out = held_out.count,
                               .round_over = !rounds[run->round].cost_chunks,
                               .path = path};
    if (status == FLANK_OK)
        run->host.listener(run->host.user, &event);
    run->fitted = true;
    train_records_free(&fit);
    train_records_free(&held_out);
    return status;
}

/* ---- The order of moves ------------------------------------------------------------------------------------------ */

static int cost_chunks(const training *run, int all)
{
    const int chunks = all * (run->host.settings->percent < 100 ? run->host.settings->percent : 100) / 100;
    return chunks > COST_CHUNKS_MIN ? chunks : COST_CHUNKS_MIN;
}

/* From the weights of the round, whose tables for the order are the first ones, to those in `path`. */
static flank_status fit_costs(training *run, int chunks, const char *path)
{
    cost_rows fit = {0}, held_out = {0};
    cost_report report;
    flank_status status = FLANK_OK;
    for (int chunk = 0; chunk < chunks && status == FLANK_OK; chunk++) {
        char name[TRAIN_PATH_SIZE];
        chunk_path(run, "costs", run->round, chunk, name);
        if (!cost_chunk_read(name, chunk % HELD_OUT_ONE_IN == 0 ? &held_out : &fit))
            status = error_say(run->host.error, FLANK_BAD_FILE, 0, SAY(TRAIN_BAD_COSTS), say_text(name));
    }
    if (status == FLANK_OK && !cost_fit(run->eval, &fit, &held_out, &report))
        status = FLANK_NO_MEMORY;
    if (status == FLANK_OK)
        status = write_weights(run, path);
    const train_event event = {.round = run->round,
                               .costs = &report,
                               .positions = fit.count,
                               .held_out = held_out.count,
                               .round_over = true,
                               .path = path};
    if (status == FLANK_OK)
        run->host.listener(run->host.user, &event);
    run->fitted = true;
    cost_rows_free(&fit);
    cost_rows_free(&held_out);
    return status;
}

static flank_status order_by_costs(training *run, int all, const char *path)
{
    const int chunks = cost_chunks(run, all);
    const flank_status status = make_all(run, make_costs, "costs", chunks);
    return status ? status : fit_costs(run, chunks, path);
}

/* ---- Rounds ------------------------------------------------------------------------------------------------------ */

static flank_status read_weights(training *run, const char *path)
{
    evaluation *read;
    flank_error error = {0};
    flank_status status = weights_read(path, &read, &error);
    if (status)
        return error_say(run->host.error, status, 0, SAY(IN), say_text(path), say_error(&error));
    evaluation_destroy(run->eval);
    run->eval = read;
    return FLANK_OK;
}

/* Weights from games; in `path`. Data that is there is only read. */
static flank_status play_round(training *run, const char *path)
{
    if (train_exists(path))
        return read_weights(run, path);
    const flank_status status = make_all(run, make_games, TRAIN_GAMES, chunks_of(run, run->round));
    return status ? status : fit_round(run, path);
}

static flank_status run_round(training *run)
{
    char path[TRAIN_PATH_SIZE], before[TRAIN_PATH_SIZE];
    weights_path(run, run->round, path);
    if (train_exists(path) || !rounds[run->round].cost_chunks)
        return play_round(run, path);
    snprintf(before, sizeof before, "%s/unordered-%d", run->host.settings->folder, run->round);
    const flank_status status = play_round(run, before);
    return status ? status : order_by_costs(run, rounds[run->round].cost_chunks, path);
}

static void report_all_done(const training *run, int last)
{
    char path[TRAIN_PATH_SIZE];
    const train_event event = {.round = last, .path = path, .done_before = true};
    weights_path(run, event.round, path);
    run->host.listener(run->host.user, &event);
}

flank_status train_order_run(const char *weights, const char *new_weights, const train_settings *settings,
                             train_listener *listener, void *user, flank_error *error)
{
    flank_status status = train_open_folder(settings->folder, error);
    if (status)
        return status;
    training run = {.host = {settings, listener, user, error}};
    status = read_weights(&run, weights);
    if (status == FLANK_OK && !train_order(run.eval, order_positions(&run), NULL))
        status = FLANK_NO_MEMORY;
    if (status == FLANK_OK)
        status = order_by_costs(&run, COST_CHUNKS, new_weights);
    evaluation_destroy(run.eval);
    return status;
}

static flank_status run_othello(const train_host *host)
{
    const int rounds_asked = host->settings->rounds ? host->settings->rounds : TRAIN_ROUNDS;
    training run = {.host = *host, .eval = evaluation_create_simple()};
    if (!run.eval)
        return FLANK_NO_MEMORY;
    flank_status status = make_tournaments(&run);
    for (run.round = 0; status == FLANK_OK && run.round < rounds_asked; run.round++)
        status = run_round(&run);
    if (status == FLANK_OK && !run.fitted)
        report_all_done(&run, rounds_asked - 1);
    evaluation_destroy(run.eval);
    return status;
}

flank_status train_run(const train_settings *settings, train_listener *listener, void *user, flank_error *error)
{
    const train_host host = {settings, listener, user, error};
    if (settings->game != &othello_game && !settings->game->network)
        return error_say(error, FLANK_BAD_ARGUMENT, 0, SAY(TRAIN_NOTHING), say_text(settings->game->name));
    const flank_status status = train_open_folder(settings->folder, error);
    return status ? status : settings->game == &othello_game ? run_othello(&host) : piece_rounds_run(&host);
}
