/* SPDX-License-Identifier: MIT
 *
 * Endgame tables: the published figures, the file that comes with flank is what the builder makes, a stopped run is
 * gone on with, and bad files are refused. tests/tablebase/ checks the values against the rules.
 */
#include "cmocka_all.h"

#include "core/error.h"
#include "core/random.h"
#include "core/symmetry.h"
#include "tablebase/tablebase_file.h"
#include "tablebase/tablebase_index.h"

#include <flank/flank.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *const test_path = "test_tablebase.tmp", *const part_path = "test_tablebase.tmp.part";
static const flank_rules usual = {{0}};

typedef struct bytes {
    uint8_t *at;
    size_t size;
} bytes;

static bytes read_file(const char *path)
{
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    bytes all = {malloc(1 << 20), 0};
    assert_non_null(all.at);
    all.size = fread(all.at, 1, 1 << 20, file);
    fclose(file);
    return all;
}

static void write_file(const char *path, const uint8_t *at, size_t size)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(at, 1, size, file), size);
    fclose(file);
}

static bytes default_bytes(void) { return read_file(TEST_DATA "/../data/draughts.tables"); }

static int remove_files(void **state)
{
    (void)state;
    remove(test_path);
    remove(part_path);
    return 0;
}

/* ---- Values ---- */

/* Shares of wins and the longest one: ardacagankeser/turkish-draughts, which has solved the same classes. */
static void figures_are_the_published_ones(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        int won_per_mille, longest_win_plies;
    } published[] = {{"KK-K", 306, 5},  {"KK-M", 979, 9},  {"KM-K", 193, 5},
                     {"KM-M", 965, 25}, {"MM-M", 704, 37}, {"MM-K", 73, 1}};
    tablebase *tables = tablebase_open_default();
    size_t met = 0;
    assert_non_null(tables);
    assert_int_equal(tablebase_pieces(tables), 3);
    for (unsigned i = 0; i < tablebase_class_count(tables); i++) {
        const tablebase_class about = tablebase_describe(tables, i);
        for (size_t k = 0; k < sizeof published / sizeof *published; k++)
            if (strcmp(published[k].name, about.name) == 0) {
                assert_int_equal((about.won * 10000 / about.positions + 5) / 10, published[k].won_per_mille);
                assert_int_equal(about.longest_win_plies, published[k].longest_win_plies);
                met++;
            }
    }
    assert_int_equal(met, sizeof published / sizeof *published);
    flank_tables_close(tables);
}

static void positions_by_hand(void **state)
{
    (void)state;
    static const struct {
        const char *position;
        bool found;
        int sign, plies;
    } rows[] = {
        {"W:WKa1,Kh8:BKd4", true, 0, 0},      {"W:WKa1,Kb2:BKa5", true, 1, 1}, {"B:WKa1,Kb2:BKa5", true, 0, 0},
        {"B:WKa1,Kb2:Ba4", true, -1, 2},      {"W:Wa2,b2:BKa4", true, 0, 0},   {"W:WKa1:BKd4", false, 0, 0},
        {"W:WKa1,Kb1,Kc1:BKd4", false, 0, 0},
    };
    tablebase *tables = tablebase_open_default();
    assert_non_null(tables);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        flank_position position;
        tablebase_value value = {0};
        assert_int_equal(flank_position_parse(tablebase_game(), rows[i].position, &position, NULL), FLANK_OK);
        const bool found = tablebase_probe(tables, &usual, &position, &value);
        if (found != rows[i].found || value.sign != rows[i].sign || value.plies != rows[i].plies)
            print_message("# %s: found %d, sign %d, plies %d\n", rows[i].position, found, value.sign, value.plies);
        assert_int_equal(found, rows[i].found);
        assert_int_equal(value.sign, rows[i].sign);
        assert_int_equal(value.plies, rows[i].plies);
    }
    flank_tables_close(tables);
}

/* ---- The engine ---- */

static flank_position random_position(random_state *dice, unsigned pieces);

/* Its score is the value of the tables, and its line leads to the end of the game in so many plies. */
static void assert_engine_knows(flank_engine *engine, const flank_position *position, tablebase_value value)
{
    const flank_limits limits = {.depth_plies = 64};
    flank_report report;
    flank_record *record = flank_record_create(tablebase_game(), &usual, position);
    assert_non_null(record);
    assert_int_equal(flank_engine_search(engine, record, &limits, NULL, NULL, &report), FLANK_OK);
    const flank_line *line = &report.lines[0];
    assert_true(line->exact);
    assert_int_equal(line->score, value.sign * (FLANK_SCORE_WIN - value.plies));
    for (int ply = 0; value.sign && ply < line->length; ply++)
        assert_int_equal(flank_record_play(record, line->moves[ply]), FLANK_OK);
    if (value.sign) {
        const flank_outcome outcome = flank_record_outcome(record);
        assert_int_equal(line->length, value.plies);
        assert_true(outcome.over);
        assert_int_equal(value.plies % 2 ? -outcome.sign : outcome.sign, value.sign);
    }
    flank_record_destroy(record);
}

static void the_engine_knows_the_tables(void **state)
{
    (void)state;
    random_state dice = {11};
    const flank_engine_options options = {.hash_bytes = (size_t)1 << 20};
    flank_engine *engine = flank_engine_create(&options);
    tablebase *tables = tablebase_open_default();
    assert_non_null(engine);
    assert_non_null(tables);
    for (int i = 0; i < 200; i++) {
        const flank_position position = random_position(&dice, 3);
        tablebase_value value;
        if (tablebase_probe(tables, &usual, &position, &value) &&
            !flank_game_outcome(tablebase_game(), &usual, &position).over)
            assert_engine_knows(engine, &position, value);
    }
    flank_tables_close(tables);
    flank_engine_destroy(engine);
}

/* The score that a search of one ply sees after the moves of `text`. */
static int score_after(const char *text)
{
    const flank_engine_options options = {.hash_bytes = (size_t)1 << 20};
    const flank_limits limits = {.depth_plies = 1};
    flank_engine *engine = flank_engine_create(&options);
    flank_position position;
    flank_report report;
    assert_non_null(engine);
    assert_int_equal(flank_position_parse(tablebase_game(), "W:WKc4,a2:Bd6", &position, NULL), FLANK_OK);
    flank_record *record = flank_record_create(tablebase_game(), &usual, &position);
    assert_non_null(record);
    assert_int_equal(flank_record_play_text(record, text, NULL), FLANK_OK);
    assert_int_equal(flank_engine_search(engine, record, &limits, NULL, NULL, &report), FLANK_OK);
    const int score = report.lines[0].score;
    flank_record_destroy(record);
    flank_engine_destroy(engine);
    return score;
}

/* A win of the tables may lead through a position that has occurred twice: the search looks for its way itself. */
static void after_repetitions_the_search_is_alone(void **state)
{
    (void)state;
    assert_true(score_after("") >= FLANK_SCORE_MATE);
    assert_true(score_after("c4-c3 d6-e6 c3-c4 e6-d6 c4-c3 d6-e6") < FLANK_SCORE_MATE);
}

/* ---- Numbers of positions ---- */

static flank_position random_position(random_state *dice, unsigned pieces)
{
    flank_position position = {.color = (uint8_t)random_below(dice, 2)};
    while (bit_count(position.own | position.other) < pieces) {
        const unsigned square = (unsigned)random_below(dice, 64);
        const bool king = random_below(dice, 2), own = random_below(dice, 2);
        const bool white = own == (position.color == FLANK_WHITE);
        if (((position.own | position.other) & bit(square)) || (!king && square / 8 == (white ? 7 : 0)))
            continue;
        *(own ? &position.own : &position.other) |= bit(square);
        position.kings |= king ? bit(square) : 0;
    }
    return position;
}

static bool is_same(table_place a, table_place b) { return a.class_index == b.class_index && a.entry == b.entry; }

/* A position, its mirror image and its image with the colours changed have one entry, which is that of no other. */
static void images_share_an_entry(void **state)
{
    (void)state;
    random_state dice = {7};
    table_index *index = table_index_create(TABLEBASE_PIECES_MAX);
    assert_non_null(index);
    for (int i = 0; i < 200000; i++) {
        const flank_position position = random_position(&dice, 3 + i % 2);
        table_place place, image_place;
        flank_position back;
        if (!table_index_place(index, &position, &place)) {
            assert_true(!position.own || !position.other);
            continue;
        }
        const flank_position mirrored = {.own = symmetry_mirror(position.own),
                                         .other = symmetry_mirror(position.other),
                                         .kings = symmetry_mirror(position.kings),
                                         .color = position.color};
        const flank_position turned = {.own = symmetry_turn(position.own),
                                       .other = symmetry_turn(position.other),
                                       .kings = symmetry_turn(position.kings),
                                       .color = !position.color};
        assert_true(table_index_place(index, &mirrored, &image_place));
        assert_true(is_same(place, image_place));
        assert_true(table_index_place(index, &turned, &image_place));
        assert_true(is_same(place, image_place));
        assert_true(table_index_position(index, place, &back));
        const flank_position white = position.color == FLANK_WHITE ? position : turned;
        const bool is_mirrored = back.own != white.own || back.other != white.other || back.kings != white.kings;
        assert_true(back.own == (is_mirrored ? symmetry_mirror(white.own) : white.own));
        assert_true(back.other == (is_mirrored ? symmetry_mirror(white.other) : white.other));
        assert_true(back.kings == (is_mirrored ? symmetry_mirror(white.kings) : white.kings));
    }
    assert_true(index->entries < 60000000);
    table_index_free(index);
}

/* ---- Building ---- */

static void stop_at(void *user, const tablebase_progress *progress)
{
    if (progress->classes_done == 6)
        flank_stop_raise(user);
}

static void assert_is_default(const char *path)
{
    bytes built = read_file(path), given = default_bytes();
    assert_int_equal(built.size, given.size);
    assert_memory_equal(built.at, given.at, given.size);
    free(built.at);
    free(given.at);
}

/* A run that was stopped, then one that was killed and left a class behind that is not what its checksum says. */
static void a_stopped_run_is_gone_on_with(void **state)
{
    (void)state;
    flank_stop stop = FLANK_STOP_INIT;
    tablebase_plan plan = {.pieces = 3, .stop = &stop};
    assert_int_equal(tablebase_build(test_path, &plan, stop_at, &stop, NULL), FLANK_STOPPED);
    assert_int_not_equal(access(test_path, F_OK), 0);
    bytes part = read_file(part_path);
    part.at[400]++; /* an entry of the first class */
    write_file(part_path, part.at, part.size);
    free(part.at);
    plan.stop = NULL;
    assert_int_equal(tablebase_build(test_path, &plan, NULL, NULL, NULL), FLANK_OK);
    assert_int_not_equal(access(part_path, F_OK), 0);
    assert_is_default(test_path);
    assert_int_equal(tablebase_build(test_path, &plan, NULL, NULL, NULL), FLANK_OK); /* there already */
    plan.rules.value[1] = 1;
    flank_error error = {0};
    assert_int_equal(tablebase_build(test_path, &plan, NULL, NULL, &error), FLANK_BAD_FILE);
    assert_int_equal(error.code, FLANK_ERROR_BOOK_FILE_EXISTS);
}

/* A part of other rules is begun anew; tables answer for their own rules alone, whatever is counted. */
static void other_rules_have_their_own_tables(void **state)
{
    (void)state;
    bytes given = default_bytes();
    flank_error error = {0};
    write_file(part_path, given.at, given.size);
    free(given.at);
    tablebase_plan plan = {.pieces = 3};
    assert_int_equal(flank_rules_parse(tablebase_game(), "majority=no", &plan.rules, NULL), FLANK_OK);
    assert_int_equal(tablebase_build(test_path, &plan, NULL, NULL, &error), FLANK_OK);
    tablebase *other = flank_tables_open(test_path, NULL, &error), *tables = tablebase_open_default();
    assert_non_null(other);
    assert_non_null(tables);
    flank_position position;
    tablebase_value value;
    assert_int_equal(flank_position_parse(tablebase_game(), "W:WKa1,Kh8:BKd4", &position, NULL), FLANK_OK);
    flank_rules rules = plan.rules;
    assert_false(tablebase_probe(tables, &rules, &position, &value));
    assert_true(tablebase_probe(other, &rules, &position, &value));
    assert_false(tablebase_probe(other, &usual, &position, &value));
    assert_int_equal(flank_rules_parse(tablebase_game(), "count=seq", &rules, NULL), FLANK_OK);
    assert_true(tablebase_probe(other, &rules, &position, &value));
    flank_tables_close(other);
    flank_tables_close(tables);
}

/* ---- Bad files ---- */

static void bad_files_are_refused(void **state)
{
    (void)state;
    static const struct {
        size_t size; /* 0: as it is */
        size_t changed_at;
        flank_error_code code;
    } rows[] = {
        {1, 100, FLANK_ERROR_TABLES_NO_FILE},
        {31, 100, FLANK_ERROR_TABLES_NO_FILE},
        {32, 100, FLANK_ERROR_WEIGHTS_SIZE},
        {832887, 100, FLANK_ERROR_WEIGHTS_SIZE},
        {832889, 832888, FLANK_ERROR_WEIGHTS_SIZE},
        {0, 0, FLANK_ERROR_TABLES_NO_FILE},
        {0, 8, FLANK_ERROR_WEIGHTS_FORMAT},
        {0, 12, FLANK_ERROR_WEIGHTS_HEADER_SUM},
        {0, 14, FLANK_ERROR_WEIGHTS_HEADER_SUM},
        {0, 28, FLANK_ERROR_WEIGHTS_HEADER_SUM},
        {0, 32, FLANK_ERROR_TABLES_SUM},
        {0, 36, FLANK_ERROR_TABLES_SUM},
        {0, 128, FLANK_ERROR_TABLES_SUM},
        {0, 832887, FLANK_ERROR_TABLES_SUM},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        bytes file = default_bytes();
        flank_status status = FLANK_OK;
        flank_error error = {0};
        file.at[rows[i].changed_at] ^= 1;
        write_file(test_path, file.at, rows[i].size ? rows[i].size : file.size);
        free(file.at);
        assert_null(flank_tables_open(test_path, &status, &error));
        assert_int_equal(status, FLANK_BAD_FILE);
        assert_int_equal(error.code, rows[i].code);
    }
    flank_status status = FLANK_OK;
    write_file(test_path, (const uint8_t *)"", 0);
    assert_null(flank_tables_open(test_path, &status, NULL));
    assert_int_equal(status, FLANK_BAD_FILE);
    assert_null(flank_tables_open("no such file", &status, NULL));
    assert_int_equal(status, FLANK_CANNOT_READ);
    flank_error error = {0};
    assert_null(flank_tables_open("/", &status, &error));
    assert_int_equal(status, FLANK_CANNOT_READ);
    assert_int_equal(error.code, FLANK_ERROR_IS_FOLDER);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(figures_are_the_published_ones),
        cmocka_unit_test(positions_by_hand),
        cmocka_unit_test(the_engine_knows_the_tables),
        cmocka_unit_test(after_repetitions_the_search_is_alone),
        cmocka_unit_test(images_share_an_entry),
        cmocka_unit_test_setup_teardown(a_stopped_run_is_gone_on_with, remove_files, remove_files),
        cmocka_unit_test_setup_teardown(other_rules_have_their_own_tables, remove_files, remove_files),
        cmocka_unit_test_setup_teardown(bad_files_are_refused, remove_files, remove_files),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
