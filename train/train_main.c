/* SPDX-License-Identifier: MIT
 *
 * Makes the evaluation's weights from nothing:   train [-t THREADS] [-r ROUNDS] [-g PERCENT] FOLDER [WTHOR-FILE…]
 *
 * Each round plays games with the weights of the round before (the first with the simple evaluation), then fits new
 * weights to them, and to the positions of tournament games if files of them are named. All that is made is kept in
 * FOLDER as files that are there whole or not at all; stop it at any time and start it again with the same words.
 */
#include "train_fit.h"
#include "train_game.h"
#include "train_wthor.h"

#include "core/clock.h"
#include "othello/weights_file.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { CHUNK_GAMES = 500, HELD_OUT_ONE_IN = 20, TABLE_BYTES = 1 << 20, PATH_BYTES = 4096 };

typedef struct train_round {
    int chunks;
    int depth_plies;
    int solve_empties;
    double search_share;
} train_round;

static const train_round rounds[] = {
    {60, 2, 10, 0.0}, {120, 3, 12, 0.2}, {200, 3, 12, 0.4}, {300, 5, 13, 0.5}, {600, 6, 14, 0.5},
};
enum { ROUNDS = sizeof rounds / sizeof *rounds };

typedef struct train_run {
    const char *folder;
    char *const *wthor; /* files of tournament games, ended by NULL */
    int threads, percent;
    int round;
    evaluation *eval;
    atomic_int next_chunk, done_chunks;
    int chunks;
    atomic_bool failed;
} train_run;

static void chunk_path(const train_run *run, int round, int chunk, char *path)
{
    snprintf(path, PATH_BYTES, "%s/games-%d-%04d", run->folder, round, chunk);
}

static void weights_path(const train_run *run, int round, char *path)
{
    snprintf(path, PATH_BYTES, "%s/weights-%d", run->folder, round);
}

static bool exists(const char *path) { return access(path, R_OK) == 0; }

static int chunks_of(const train_run *run, int round)
{
    const int chunks = rounds[round].chunks * run->percent / 100;
    return chunks > 1 ? chunks : 1;
}

/* ---- Games ------------------------------------------------------------------------------------------------------- */

static bool make_chunk(const train_run *run, othello_thinker *thinker, int chunk)
{
    const train_round *round = &rounds[run->round];
    const train_game_settings settings = {thinker, round->depth_plies, round->solve_empties};
    train_records records = {0};
    bool made = true;
    for (int i = 0; i < CHUNK_GAMES && made; i++)
        made = train_game(&settings, (uint64_t)run->round << 40 | (uint64_t)chunk << 20 | (uint64_t)i, &records);
    char path[PATH_BYTES];
    chunk_path(run, run->round, chunk, path);
    made = made && train_chunk_write(path, &records);
    train_records_free(&records);
    return made;
}

static void *make_chunks(void *user)
{
    train_run *run = user;
    const thinker_options options = {.table_bytes = TABLE_BYTES, .eval = run->eval};
    othello_thinker *thinker = thinker_create(&options);
    bool fine = thinker;
    int chunk;
    while (fine && !atomic_load(&run->failed) && (chunk = atomic_fetch_add(&run->next_chunk, 1)) < run->chunks) {
        char path[PATH_BYTES];
        chunk_path(run, run->round, chunk, path);
        fine = exists(path) || make_chunk(run, thinker, chunk);
        fprintf(stderr, "\rround %d: %d of %d chunks of games ", run->round, atomic_fetch_add(&run->done_chunks, 1) + 1,
                run->chunks);
    }
    if (!fine)
        atomic_store(&run->failed, true);
    thinker_destroy(thinker);
    return NULL;
}

static bool play_round(train_run *run)
{
    pthread_t threads[64];
    int started = 0;
    run->chunks = chunks_of(run, run->round);
    atomic_store(&run->next_chunk, 0);
    atomic_store(&run->done_chunks, 0);
    while (started < run->threads - 1 && pthread_create(&threads[started], NULL, make_chunks, run) == 0)
        started++;
    make_chunks(run);
    while (started > 0)
        pthread_join(threads[--started], NULL);
    fputc('\n', stderr);
    return !atomic_load(&run->failed);
}

/* ---- Fitting ----------------------------------------------------------------------------------------------------- */

/* A round learns from its own games and from those of the round before; the first two rounds from their own. */
static bool read_games(const train_run *run, train_records *fit, train_records *held_out)
{
    for (char *const *path = run->wthor; *path; path++)
        if (!train_wthor_read(*path, fit)) {
            fprintf(stderr, "train: %s: not a whole WTHOR file of games\n", *path);
            return false;
        }
    for (int round = run->round > 1 ? run->round - 1 : run->round; round <= run->round; round++)
        for (int chunk = 0; chunk < chunks_of(run, round); chunk++) {
            char path[PATH_BYTES];
            chunk_path(run, round, chunk, path);
            if (!train_chunk_read(path, chunk % HELD_OUT_ONE_IN == 0 ? held_out : fit)) {
                fprintf(stderr, "train: %s: not a whole chunk of games; remove it and start again\n", path);
                return false;
            }
        }
    return true;
}

static void print_report(const train_fit_report *report)
{
    printf("phase  positions  error on them  on games held out (discs)\n");
    for (int phase = 0; phase < EVAL_PHASES; phase++)
        printf("%5d  %9zu  %13.2f  %6.2f\n", phase, report->positions[phase], report->error_fit[phase],
               report->error_held_out[phase]);
    fflush(stdout);
}

static bool fit_round(train_run *run)
{
    train_records fit = {0}, held_out = {0};
    train_fit_report report;
    const train_fit_settings settings = {.search_share = rounds[run->round].search_share,
                                         .neighbor_share = 0.3,
                                         .prior = 6,
                                         .iterations = 16,
                                         .threads = run->threads};
    char path[PATH_BYTES];
    weights_path(run, run->round, path);
    const double start_s = clock_now_s();
    const bool fitted = read_games(run, &fit, &held_out) && train_fit(run->eval, &fit, &held_out, &settings, &report) &&
                        weights_write(path, run->eval) == FLANK_OK;
    if (fitted) {
        printf("round %d: %zu positions fitted in %.0f s, %zu held out\n", run->round, fit.count,
               clock_now_s() - start_s, held_out.count);
        print_report(&report);
    }
    train_records_free(&fit);
    train_records_free(&held_out);
    return fitted;
}

static bool run_round(train_run *run)
{
    char path[PATH_BYTES];
    weights_path(run, run->round, path);
    if (exists(path)) {
        evaluation *read;
        flank_error error;
        if (weights_read(path, &read, &error)) {
            fprintf(stderr, "train: %s: %s\n", path, error.text);
            return false;
        }
        evaluation_destroy(run->eval);
        run->eval = read;
        return true;
    }
    return play_round(run) && fit_round(run);
}

int main(int argc, char **argv)
{
    train_run run = {.threads = 1, .percent = 100};
    int wanted_rounds = ROUNDS, option;
    while ((option = getopt(argc, argv, "t:r:g:")) != -1) {
        if (option == 't')
            run.threads = atoi(optarg);
        else if (option == 'r')
            wanted_rounds = atoi(optarg);
        else if (option == 'g')
            run.percent = atoi(optarg);
        else
            return 64;
    }
    if (optind >= argc || run.threads < 1 || run.threads > 64 || wanted_rounds < 1 || wanted_rounds > ROUNDS) {
        fprintf(stderr, "usage: train [-t THREADS] [-r ROUNDS] [-g PERCENT] FOLDER [WTHOR-FILE...]\n");
        return 64;
    }
    run.folder = argv[optind];
    run.wthor = argv + optind + 1;
    mkdir(run.folder, 0777);
    run.eval = evaluation_create_simple();
    bool fine = run.eval;
    for (run.round = 0; fine && run.round < wanted_rounds; run.round++)
        fine = run_round(&run);
    evaluation_destroy(run.eval);
    return fine ? 0 : 70;
}
