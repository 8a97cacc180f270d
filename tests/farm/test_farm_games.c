/* SPDX-License-Identifier: MIT
 *
 * Units of games over a new file: the games of self-play are those that training plays, their nodes and those of
 * matches are counted, runs that are damaged are parked with a reason, and a stop is heard within a game.
 */
#include "cmocka_all.h"
#include "farm/farm_match.h"
#include "farm/farm_selfplay.h"
#include "farm/farm_signature.h"
#include "farm/farm_sqlite.h"
#include "farm/farm_tables.h"
#include "farm/farm_worker.h"
#include "games/othello/othello.h"
#include "othello/weights_file.h"

#include <flank/bench.h>

#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <zlib.h>

static const farm_store_kind *const kind = &farm_sqlite;

typedef struct fixture {
    char folder[64], where[80];
    farm_store *store;
    farm_progress progress;
    flank_stop stop;
} fixture;

static int set_up(void **state)
{
    fixture *of = calloc(1, sizeof *of);
    assert_non_null(of);
    snprintf(of->folder, sizeof of->folder, "/tmp/farm_games_XXXXXX");
    assert_non_null(mkdtemp(of->folder));
    snprintf(of->where, sizeof of->where, "%s/farm.db", of->folder);
    assert_int_equal(kind->open(of->where, true, &of->store, NULL), FLANK_OK);
    *state = of;
    return 0;
}

static int tear_down(void **state)
{
    fixture *of = *state;
    char path[96];
    kind->close(of->store);
    for (int i = 0; i < 3; i++) {
        snprintf(path, sizeof path, "%s%s", of->where, ((const char *[]){"", "-wal", "-shm"})[i]);
        unlink(path);
    }
    rmdir(of->folder);
    free(of);
    return 0;
}

static flank_status work(fixture *of, int threads)
{
    flank_error error = {0};
    const farm_work it = {.store = of->where,
                          .units = farm_kinds,
                          .threads = threads,
                          .engine = {.hash_bytes = 1},
                          .lease_s = 300,
                          .until_empty = true,
                          .stop = &of->stop,
                          .progress = &of->progress};
    return farm_work_run(&it, &error);
}

static farm_run look(fixture *of, const char *name)
{
    farm_run run;
    assert_int_equal(kind->find_run(of->store, name, &run, NULL), FLANK_OK);
    return run;
}

/* ---- Self-play --------------------------------------------------------------------------------------------------- */

enum { UNITS = 2 };

/* A run of UNITS units; `note` may be NULL. */
static int64_t selfplay_run(fixture *of, const char *name, const char *params, const farm_bytes *note)
{
    const farm_plan plan = {.name = name, .kind = FARM_SELFPLAY_KIND, .params = params};
    char units[UNITS][FARM_SELFPLAY_UNIT_SIZE];
    farm_bytes list[UNITS];
    int64_t run;
    for (int i = 0; i < UNITS; i++)
        list[i] = (farm_bytes){units[i], farm_selfplay_write_unit(i, units[i])};
    assert_int_equal(kind->begin_run(of->store, &plan, &run, NULL), FLANK_OK);
    if (note)
        assert_int_equal(kind->add_note(of->store, run, FARM_SELFPLAY_WEIGHTS, *note, NULL), FLANK_OK);
    assert_int_equal(kind->add_units(of->store, run, 0, list, UNITS, NULL), FLANK_OK);
    assert_int_equal(kind->open_run(of->store, run, NULL), FLANK_OK);
    return run;
}

static int take_unit(void *user, int64_t at, farm_bytes payload, const farm_bytes *answer)
{
    uint64_t first, count;
    assert_true(farm_selfplay_read_unit(payload, &first, &count));
    assert_int_equal(first, at * FARM_SELFPLAY_GAMES);
    assert_int_equal(count, FARM_SELFPLAY_GAMES);
    assert_non_null(answer);
    assert_int_equal(farm_selfplay_take(*answer, user, NULL), FLANK_OK);
    return 0;
}

/* The run is what this very thread plays. */
static void assert_games(fixture *of, const char *name, int64_t run, const train_play *play, const evaluation *eval)
{
    train_records records = {0}, expected = {0};
    uint64_t nodes = 0;
    othello_search *search = train_play_search(eval);
    assert_non_null(search);
    for (uint64_t i = 0; i < (uint64_t)UNITS * FARM_SELFPLAY_GAMES; i++)
        assert_int_equal(train_play_game(play, search, i, NULL, &nodes, &expected), FLANK_OK);
    assert_int_equal(kind->each_unit(of->store, run, take_unit, &records, NULL), FLANK_OK);
    assert_int_equal(records.count, expected.count);
    assert_memory_equal(records.records, expected.records, records.count * sizeof *records.records);
    assert_true(nodes > 10000);
    assert_int_equal(look(of, name).nodes, nodes);
    othello_search_destroy(search);
    train_records_free(&records);
    train_records_free(&expected);
}

/* Two runs at once, one with weights in its note. */
static void test_games_are_those_of_training(void **state)
{
    fixture *of = *state;
    char params[FARM_SELFPLAY_PARAMS_SIZE], path[96];
    evaluation *simple = evaluation_create_simple(), *weights = evaluation_create_simple();
    static uint8_t bytes[FARM_NOTE_MAX];
    assert_non_null(simple);
    assert_non_null(weights);
    evaluation_add_tempo(weights, 3);
    for (int i = 0; i < PATTERN_WEIGHTS; i += 7)
        weights->weights[20][i] = (int16_t)(i % 200);
    snprintf(path, sizeof path, "%s/weights", of->folder);
    assert_int_equal(weights_write(path, weights), FLANK_OK);
    evaluation_destroy(weights);
    assert_int_equal(weights_read(path, &weights, NULL), FLANK_OK); /* without what a file does not keep */
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    const farm_bytes note = {bytes, fread(bytes, 1, sizeof bytes, file)};
    fclose(file);
    unlink(path);
    const farm_selfplay first = {.play = {.depth_plies = 1, .solve_empties = 7, .random_plies = TRAIN_RANDOM_PLIES}},
                        second = {
                            .play = {.round = 2, .depth_plies = 2, .solve_empties = 6, .random_plies = 5, .seed = 8},
                            .weights_bytes = note.size,
                            .weights_crc = (uint32_t)crc32_z(0, bytes, note.size)};
    farm_selfplay_write(&first, params);
    const int64_t run = selfplay_run(of, "a", params, NULL);
    farm_selfplay_write(&second, params);
    const int64_t other = selfplay_run(of, "b", params, &note);
    assert_int_equal(work(of, 2), FLANK_OK);
    assert_games(of, "a", run, &first.play, simple);
    assert_games(of, "b", other, &second.play, weights);
    assert_int_equal(atomic_load(&of->progress.nodes), look(of, "a").nodes + look(of, "b").nodes);
    evaluation_destroy(simple);
    evaluation_destroy(weights);
}

/* Runs that no worker can play, and why. */
static const struct {
    const char *name, *params, *note, *reason;
} bad_runs[] = {
    {"range", "round=0 depth=2 exact=31 random=10 seed=0 weights=0 crc=0", NULL, "the parameters are no self-play"},
    {"missing", "round=1 depth=2 exact=10 random=10 seed=0 weights=5 crc=1", NULL,
     "the weights of the run are not there"},
    {"other sum", "round=1 depth=2 exact=10 random=10 seed=0 weights=5 crc=1", "12345",
     "the weights of the run are not there"},
};
enum { BAD_RUNS = sizeof bad_runs / sizeof *bad_runs };

/* Count the parked units; run N is number N - 1 of those above. */
static int take_row(void *user, const farm_table *table, const farm_value *values)
{
    int64_t run = 0;
    if (strcmp(table->name, "parked") != 0)
        return 0;
    for (int i = 0; table->columns[i].name; i++) {
        if (strcmp(table->columns[i].name, "run") == 0)
            run = values[i].number;
        if (strcmp(table->columns[i].name, "error") == 0) {
            const char *reason = bad_runs[run - 1].reason;
            assert_int_equal(values[i].bytes.size, strlen(reason));
            assert_memory_equal(values[i].bytes.bytes, reason, strlen(reason));
            ++*(int *)user;
        }
    }
    return 0;
}

static void test_bad_runs_are_parked(void **state)
{
    fixture *of = *state;
    int count = 0;
    for (int i = 0; i < BAD_RUNS; i++) {
        const char *text = bad_runs[i].note;
        const farm_bytes note = {text, text ? strlen(text) : 0};
        assert_int_equal(selfplay_run(of, bad_runs[i].name, bad_runs[i].params, text ? &note : NULL), i + 1);
    }
    assert_int_equal(work(of, 1), FLANK_OK);
    for (int i = 0; i < BAD_RUNS; i++)
        assert_int_equal(look(of, bad_runs[i].name).parked, UNITS);
    assert_int_equal(kind->each_row(of->store, take_row, &count, NULL), FLANK_OK);
    assert_int_equal(count, BAD_RUNS * UNITS);
}

/* A stop when the units are in work, and had some time for a beginning. */
static void *raise_soon(void *user)
{
    fixture *of = user;
    while (look(of, "long").leased == 0)
        nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL);
    nanosleep(&(struct timespec){.tv_nsec = 300000000}, NULL);
    flank_stop_raise(&of->stop);
    return NULL;
}

/* Games that take hours: the stop does not wait for the end of one, and all units wait again. */
static void test_a_stop_is_heard(void **state)
{
    fixture *of = *state;
    pthread_t thread;
    selfplay_run(of, "long", "round=0 depth=24 exact=30 random=2 seed=0 weights=0 crc=0", NULL);
    assert_int_equal(pthread_create(&thread, NULL, raise_soon, of), 0);
    assert_int_equal(work(of, 1), FLANK_STOPPED);
    pthread_join(thread, NULL);
    assert_int_equal(look(of, "long").waiting, UNITS);
    assert_int_equal(look(of, "long").leased + look(of, "long").parked + look(of, "long").done, 0);
}

/* ---- Matches ----------------------------------------------------------------------------------------------------- */

typedef struct counting {
    const farm_match *match;
    flank_engine *engines[2];
    uint64_t nodes;
    int games;
} counting;

/* Search all that was searched for the game once more. */
static flank_status count_game(void *user, match_logged *logged)
{
    counting *of = user;
    match_game *game = &logged->game;
    const match_setting *setting = &of->match->setting;
    const flank_position start = *flank_record_position_at(game->record, 0);
    flank_record *again = flank_record_create(setting->game, &setting->rules, &start);
    assert_non_null(again);
    flank_engine_clear(of->engines[0]);
    flank_engine_clear(of->engines[1]);
    for (size_t ply = 0; ply < flank_record_length(game->record); ply++) {
        const flank_move move = flank_record_move_at(game->record, ply);
        const int first = flank_game_start(setting->game).color;
        const int engine = flank_record_position(again)->color == first ? game->first : !game->first;
        const flank_limits limits = {.depth_plies = of->match->entries[engine].spec.depth_plies};
        flank_report report;
        if (ply >= game->opening_plies && !flank_move_is_pass(move)) {
            assert_int_equal(flank_engine_search(of->engines[engine], again, &limits, NULL, NULL, &report), FLANK_OK);
            of->nodes += report.nodes;
        }
        assert_int_equal(flank_record_play(again, move), FLANK_OK);
    }
    of->games++;
    flank_record_destroy(again);
    match_game_free(game);
    return FLANK_OK;
}

static int count_unit(void *user, int64_t at, farm_bytes payload, const farm_bytes *answer)
{
    counting *of = user;
    size_t whole, line;
    (void)at, (void)payload;
    assert_non_null(answer);
    char *text = strndup(answer->bytes, answer->size);
    assert_non_null(text);
    const match_log_taker taker = {&of->match->terms, count_game, of};
    assert_int_equal(match_log_parse(text, &taker, &whole, &line, NULL), FLANK_OK);
    free(text);
    return 0;
}

static void test_nodes_of_matches_are_counted(void **state)
{
    fixture *of = *state;
    const farm_match_plan asked = {
        .engines = {"flank:depth=4", "flank:depth=3"}, .game = "othello", .rules = "", .seed = 1};
    const farm_bytes pairs[] = {{"0", 1}, {"1", 1}};
    farm_match match;
    text_buffer params = {NULL};
    int64_t run;
    farm_match_format(&asked, &params);
    const farm_plan plan = {.name = "match", .kind = "match", .params = params.bytes};
    assert_int_equal(kind->begin_run(of->store, &plan, &run, NULL), FLANK_OK);
    assert_int_equal(kind->add_units(of->store, run, 0, pairs, 2, NULL), FLANK_OK);
    assert_int_equal(kind->open_run(of->store, run, NULL), FLANK_OK);
    assert_int_equal(work(of, 1), FLANK_OK);

    assert_int_equal(farm_match_open(params.bytes, &match, NULL), FLANK_OK);
    counting count = {.match = &match};
    const flank_engine_options options = {.hash_bytes = match.setting.hash_bytes};
    for (int i = 0; i < 2; i++)
        assert_non_null(count.engines[i] = flank_engine_create(&options));
    assert_int_equal(kind->each_unit(of->store, run, count_unit, &count, NULL), FLANK_OK);
    assert_int_equal(count.games, 4);
    assert_true(count.nodes > 1000);
    assert_int_equal(look(of, "match").nodes, count.nodes);
    assert_int_equal(atomic_load(&of->progress.nodes), count.nodes);
    for (int i = 0; i < 2; i++)
        flank_engine_destroy(count.engines[i]);
    farm_match_close(&match);
    text_free(&params);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

/* ---- Signature ----------------------------------------------------------------------------------------------------
 */

static flank_analysis *review_of(const char *moves)
{
    const flank_analysis_options options = {.level = FLANK_ANALYSIS_LEVEL_MIN};
    flank_engine *engine = flank_engine_create(&(flank_engine_options){.hash_bytes = (size_t)1 << 20});
    flank_record *record = flank_record_create(&othello_game, NULL, NULL);
    flank_analysis *analysis;
    assert_int_equal(flank_record_play_text(record, moves, NULL), FLANK_OK);
    assert_int_equal(flank_analysis_run(engine, record, &options, &analysis), FLANK_OK);
    flank_record_destroy(record);
    flank_engine_destroy(engine);
    return analysis;
}

static uint64_t mark_of(const flank_analysis *analysis)
{
    uint64_t mark;
    assert_int_equal(farm_review_mark(analysis, &mark), FLANK_OK);
    return mark;
}

static void test_a_mark_tells_of_all_but_time(void **state)
{
    flank_analysis *analysis = review_of("f5d6c3d3c4f4");
    (void)state;
    const uint64_t mark = mark_of(analysis);
    analysis->time_s += 1;
    assert_true(mark_of(analysis) == mark);
    analysis->reviews[3].loss += 100;
    assert_true(mark_of(analysis) != mark);
    flank_analysis_destroy(analysis);
}

/* A build that searches the same and says something else of a game is another one. */
static void test_a_signature_is_nodes_and_a_review(void **state)
{
    flank_bench_item last;
    uint64_t nodes, signature;
    (void)state;
    assert_int_equal(farm_bench_nodes(3, &nodes), FLANK_OK);
    assert_int_equal(flank_bench_run(2, &last), FLANK_OK);
    assert_int_equal(farm_signature(&signature, NULL), FLANK_OK);
    flank_analysis *analysis = review_of(last.moves);
    assert_true(mark_of(analysis) != 0);
    assert_true(signature == nodes + mark_of(analysis));
    flank_analysis_destroy(analysis);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(test_games_are_those_of_training),
        TEST(test_bad_runs_are_parked),
        TEST(test_a_stop_is_heard),
        TEST(test_nodes_of_matches_are_counted),
        TEST(test_a_mark_tells_of_all_but_time),
        TEST(test_a_signature_is_nodes_and_a_review),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
