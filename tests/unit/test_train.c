/* SPDX-License-Identifier: MIT
 *
 * Training on a small scale: chunks of positions survive the disk and damage is seen; exact labels of self-play are the
 * solver's; a fit finds weights that made its labels, on positions that it has not seen too; the weights for the order
 * of moves agree with those that they are made from, and those made from costs cost less.
 */
#include "cmocka_all.h"

#include "othello/eval_board.h"
#include "othello/weights_default.h"
#include "train/train_costs.h"
#include "train/train_fit.h"
#include "train/train_order.h"
#include "train/train.h"
#include "train/train_wthor.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *const test_path = "test_train.tmp";

static othello_search *make_search(void)
{
    const othello_search_options options = {.table_bytes = 1 << 20};
    othello_search *search = othello_search_create(&options);
    assert_non_null(search);
    return search;
}

static train_game_settings settings_of(othello_search *search, int depth_plies, int solve_empties)
{
    return (train_game_settings){.search = search,
                                 .depth_plies = depth_plies,
                                 .solve_empties = solve_empties,
                                 .random_plies = TRAIN_RANDOM_PLIES};
}

static void play_games(train_records *records, int games)
{
    const train_game_settings settings = settings_of(make_search(), 1, 8);
    for (int i = 0; i < games; i++)
        assert_int_equal(train_game(&settings, (uint64_t)i, records), FLANK_OK);
    othello_search_destroy(settings.search);
}

static void write_text(const void *bytes, size_t size)
{
    FILE *file = fopen(test_path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    fclose(file);
}

static void chunks_survive_the_disk(void **state)
{
    (void)state;
    train_records records = {0}, read = {0};
    play_games(&records, 5);
    assert_true(records.count > 50);
    assert_true(train_chunk_write(test_path, &records));
    assert_true(train_chunk_read(test_path, &read));
    assert_int_equal(read.count, records.count);
    assert_memory_equal(read.records, records.records, records.count * sizeof *records.records);
    FILE *file = fopen(test_path, "r+b"); /* a single bit of a row */
    assert_non_null(file);
    assert_int_equal(fseek(file, -100, SEEK_END), 0);
    const int byte = fgetc(file);
    assert_int_equal(fseek(file, -100, SEEK_END), 0);
    fputc(byte ^ 4, file);
    fclose(file);
    assert_false(train_chunk_read(test_path, &read));
    assert_true(train_chunk_write(test_path, &records));
    file = fopen(test_path, "ab"); /* a byte behind the rows: it has not the size that its header says */
    assert_non_null(file);
    fputc(0, file);
    fclose(file);
    assert_false(train_chunk_read(test_path, &read));
    assert_int_equal(truncate(test_path, 24 + 24 * 3 + 1), 0);
    assert_false(train_chunk_read(test_path, &read));
    write_text("something else entirely", 23);
    assert_false(train_chunk_read(test_path, &read));
    unlink(test_path);
    assert_false(train_chunk_read(test_path, &read));
    train_records_free(&records);
    train_records_free(&read);
}

/* Parts of a chunk come back as they were; one that is damaged, cut off or larger than allowed is refused. */
static void parts_are_packed(void **state)
{
    (void)state;
    train_records records = {0}, none = {0}, read = {0};
    text_buffer packed = {NULL};
    play_games(&records, 20);
    train_records_pack(&records, &packed);
    assert_false(packed.failed);
    assert_true(packed.length < records.count * sizeof *records.records / 2);
    assert_true(train_records_unpack(packed.bytes, packed.length, records.count, &read));
    assert_int_equal(read.count, records.count);
    assert_memory_equal(read.records, records.records, records.count * sizeof *records.records);
    assert_false(train_records_unpack(packed.bytes, packed.length, records.count - 1, &read));
    assert_false(train_records_unpack(packed.bytes, packed.length - 1, records.count, &read));
    assert_false(train_records_unpack(packed.bytes, 3, records.count, &read));
    packed.bytes[packed.length / 2] ^= 4;
    assert_false(train_records_unpack(packed.bytes, packed.length, records.count, &read));
    records.records[1].own |= records.records[1].other; /* no position */
    text_clear(&packed);
    train_records_pack(&records, &packed);
    assert_false(train_records_unpack(packed.bytes, packed.length, records.count, &read));
    train_records_free(&read);
    text_clear(&packed);
    train_records_pack(&none, &packed);
    assert_true(train_records_unpack(packed.bytes, packed.length, 0, &read));
    assert_int_equal(read.count, 0);
    text_free(&packed);
    train_records_free(&records);
}

/* A stop ends a game wherever it is, and the nodes until then are counted; seeds and plies at random give others. */
static void games_are_stopped_counted_and_varied(void **state)
{
    (void)state;
    train_play play = train_play_of_round(0);
    othello_search *search = train_play_search(NULL);
    train_records records = {0}, others = {0}, again = {0};
    uint64_t nodes = 0, more = 0;
    assert_non_null(search);
    assert_int_equal(train_play_game(&play, search, 777, NULL, &nodes, &records), FLANK_OK);
    assert_int_equal(train_play_game(&play, search, 777, NULL, &more, &again), FLANK_OK);
    assert_true(nodes > 100 && nodes == more);
    assert_int_equal(again.count, records.count);
    assert_memory_equal(again.records, records.records, records.count * sizeof *records.records);
    play.seed = 1;
    assert_int_equal(train_play_game(&play, search, 777, NULL, NULL, &others), FLANK_OK);
    assert_memory_not_equal(&others.records[0], &records.records[0], sizeof *records.records);
    others.count = 0;
    play.random_plies = TRAIN_RANDOM_PLIES_MAX;
    assert_int_equal(train_play_game(&play, search, 778, NULL, NULL, &others), FLANK_OK);

    flank_stop stop = {0};
    flank_stop_raise(&stop);
    again.count = 0;
    more = 0;
    assert_int_equal(train_play_game(&play, search, 777, &stop, &more, &again), FLANK_STOPPED);
    assert_true(more < nodes / 2);
    othello_search_destroy(search);
    train_records_free(&records);
    train_records_free(&others);
    train_records_free(&again);
}

static void exact_labels_are_exact(void **state)
{
    (void)state;
    train_records records = {0};
    play_games(&records, 10);
    othello_search *search = make_search();
    size_t exact = 0;
    for (size_t i = 0; i < records.count; i++) {
        const train_record *record = &records.records[i];
        const search_request request = {.mode = SEARCH_SOLVE};
        assert_true(record->outcome >= -64 && record->outcome <= 64 && record->outcome % 2 == 0);
        if (!record->exact)
            continue;
        flank_report report;
        assert_true(othello_search_run(search, record->own, record->other, &request, &report));
        assert_int_equal(report.lines[0].score, 100 * record->outcome);
        exact++;
    }
    assert_true(exact > 30);
    othello_search_destroy(search);
    train_records_free(&records);
}

/* A run that is resumed plays the same games as one that was not: what a thread played before does not tell. */
static void a_game_depends_on_its_number_only(void **state)
{
    (void)state;
    enum { GAMES = 5 };
    const train_game_settings fresh = settings_of(make_search(), 6, 10), warm = settings_of(make_search(), 6, 10);
    const train_game_settings deeper = settings_of(warm.search, 9, 10); /* leaves better values of the same positions */
    for (uint64_t seed = 0; seed < GAMES; seed++) {
        train_records alone = {0}, after = {0};
        assert_int_equal(train_game(&deeper, seed, &after), FLANK_OK);
        train_records_free(&after);
        assert_int_equal(train_game(&warm, seed, &after), FLANK_OK);
        othello_search_clear(fresh.search);
        assert_int_equal(train_game(&fresh, seed, &alone), FLANK_OK);
        assert_int_equal(after.count, alone.count);
        assert_memory_equal(after.records, alone.records, alone.count * sizeof *alone.records);
        train_records_free(&alone);
        train_records_free(&after);
    }
    othello_search_destroy(fresh.search);
    othello_search_destroy(warm.search);
}

/* Two plies, the second after a pass, then a position of another game. */
static void values_look_ahead(void **state)
{
    (void)state;
    train_record game[] = {
        {.own = 1 << 0, .other = 1 << 1 | 1 << 8, .value = 100},                                /* the mover takes 1 */
        {.own = 1 << 8, .other = 1 << 0 | 1 << 1 | 1 << 2, .value = -60},                       /* then 16 */
        {.own = 1 << 8 | 1 << 16, .other = 1 << 0 | 1 << 1 | 1 << 2, .value = -20, .exact = 1}, /* the other passed */
        {.own = 1 << 29, .other = 1 << 30, .value = 7},
    };
    train_records records = {game, 4, 4};
    train_records_look_ahead(&records, 0.5);
    const int16_t expected[] = {70, -40, -20, 7};
    for (int i = 0; i < 4; i++)
        assert_int_equal(game[i].value, expected[i]);
}

/* Labels made by known weights: what the simple evaluation says, rounded to discs. */
static void label(const evaluation *eval, train_records *records)
{
    for (size_t i = 0; i < records->count; i++) {
        train_record *record = &records->records[i];
        eval_board board;
        eval_board_set(eval, &board, record->own, record->other);
        const int value = eval_board_value(eval, &board, (int)bit_count(~(record->own | record->other)));
        record->outcome = (int16_t)lround((double)value / EVAL_PER_DISC);
        record->exact = true;
    }
}

static void a_fit_finds_what_made_its_labels(void **state)
{
    (void)state;
    enum { GAMES = 400, HELD_OUT_FROM = 350, LAST_PHASES = 10 };
    train_records all = {0};
    play_games(&all, GAMES);
    evaluation *truth = evaluation_create_simple(), *fitted = evaluation_create_empty();
    assert_non_null(truth);
    assert_non_null(fitted);
    label(truth, &all);
    const size_t split = all.count * HELD_OUT_FROM / GAMES;
    const train_records fit = {.records = all.records, .count = split},
                        held_out = {.records = all.records + split, .count = all.count - split};
    const train_fit_settings settings = {.neighbor_share = 0.3, .prior = 1, .iterations = 8, .threads = 2};
    train_fit_report report;
    assert_true(train_fit(fitted, &fit, &held_out, &settings, &report));
    double spread = 0;
    for (size_t i = 0; i < all.count; i++)
        spread += (double)all.records[i].outcome * all.records[i].outcome;
    spread = sqrt(spread / (double)all.count);
    for (int phase = EVAL_PHASES - LAST_PHASES; phase < EVAL_PHASES; phase++) {
        assert_true(report.positions[phase] > 100);
        assert_true(report.error_fit[phase] < spread / 4);
        assert_true(report.error_held_out[phase] < spread / 2);
    }
    evaluation_destroy(truth);
    evaluation_destroy(fitted);
    train_records_free(&all);
}

/* The small model agrees with the large one about which of two positions is better, if they are not close. */
static void order_weights_copy_the_evaluation(void **state)
{
    (void)state;
    enum { POSITIONS = 40000, CLEAR = 20 * EVAL_PER_DISC };
    evaluation *eval = evaluation_create_empty(), *again = evaluation_create_empty();
    assert_non_null(eval);
    assert_non_null(again);
    memcpy(eval, weights_default(), sizeof *eval);
    memset(eval->order, 0, sizeof eval->order);
    memcpy(again, eval, sizeof *again);
    train_order_report report;
    assert_true(train_order(eval, POSITIONS, &report));
    assert_true(report.error_fit > 1 && report.error_fit < report.error_held_out);
    assert_true(report.error_held_out < 12); /* of a spread of 30 */
    assert_true(train_order(again, POSITIONS, NULL));
    assert_memory_equal(again->order, eval->order, sizeof eval->order);

    train_records records = {0};
    play_games(&records, 60);
    int clear = 0, agreed = 0, before = 0, before_order = 0;
    for (size_t i = 0; i < records.count; i++) {
        const train_record *record = &records.records[i];
        const int empties = (int)bit_count(~(record->own | record->other));
        if (empties < 12 || empties > 16)
            continue;
        eval_board board;
        eval_board_set(eval, &board, record->own, record->other);
        const int value = eval_board_value(eval, &board, empties), order = order_board_value(eval, &board.order, 1);
        if (abs(value - before) > CLEAR) {
            clear++;
            agreed += (value > before) == (order > before_order);
        }
        before = value;
        before_order = order;
    }
    assert_true(clear > 50);
    assert_true(agreed > clear * 9 / 10);
    train_records_free(&records);
    evaluation_destroy(eval);
    evaluation_destroy(again);
}

/* The costs of moves are those of the search, and come back from a file; tables that are fitted to it make orders that
 * cost less, the same tables every time. */
static void costs_make_a_better_order(void **state)
{
    (void)state;
    evaluation *eval = evaluation_create_empty(), *again = evaluation_create_empty();
    assert_non_null(eval);
    assert_non_null(again);
    memcpy(eval, weights_default(), sizeof *eval);
    assert_true(train_order(eval, 20000, NULL)); /* the beginning of a fit */
    memcpy(again, eval, sizeof *again);

    cost_rows costs = {0}, read = {0};
    assert_true(cost_rows_make(eval, 1 << 20, 3, 1, &costs));
    assert_true(costs.count > 500);
    assert_true(costs.rows[0].first);
    int exceeding = 0, alone = 0;
    for (size_t i = 0; i < costs.count; i++) {
        const cost_row *row = &costs.rows[i];
        assert_true((row->own & row->other) == 0);
        assert_true(row->nodes > 0);
        exceeding += row->exceeds;
        alone += row->first && (i + 1 == costs.count || costs.rows[i + 1].first);
        assert_in_range(bit_count(~(row->own | row->other)), 9, 15);
    }
    assert_int_equal(alone, 0); /* a single move needs no order */
    assert_in_range(exceeding, costs.count / 20, costs.count * 19 / 20);

    assert_true(cost_chunk_write(test_path, &costs));
    assert_true(cost_chunk_read(test_path, &read));
    assert_int_equal(read.count, costs.count);
    assert_memory_equal(read.rows, costs.rows, costs.count * sizeof *costs.rows);
    train_records none = {0};
    assert_false(train_chunk_read(test_path, &none)); /* another kind */
    assert_int_equal(truncate(test_path, 24 + 24 * 3 + 1), 0);
    assert_false(cost_chunk_read(test_path, &read));
    const cost_row second = costs.rows[1];
    costs.rows[1].own = costs.rows[1].other = 0; /* a board without discs */
    assert_true(cost_chunk_write(test_path, &costs));
    costs.rows[1] = second;
    assert_false(cost_chunk_read(test_path, &read));
    unlink(test_path);

    cost_report report;
    assert_true(cost_fit(eval, &costs, &costs, &report));
    for (int table = 0; table < ORDER_TABLES; table++) {
        assert_true(report.before[table] > 1);
        assert_true(report.after[table] >= 1);
        assert_true(report.after[table] < report.before[table]);
    }
    assert_true(cost_fit(again, &costs, &costs, NULL));
    assert_memory_equal(again->order, eval->order, sizeof eval->order);
    cost_rows_free(&costs);
    cost_rows_free(&read);
    evaluation_destroy(eval);
    evaluation_destroy(again);
}

/* One game of a WTHOR file: f5 d6 c3 and nothing more; perfect score 30 to 34. */
static void tournament_games_are_read(void **state)
{
    (void)state;
    uint8_t file[16 + 68] = {0};
    file[4] = 1;
    file[14] = 58;
    file[16 + 6] = 33;
    file[16 + 7] = 30;
    memcpy(file + 16 + 8, (uint8_t[]){56, 64, 33}, 3);
    write_text(file, sizeof file);
    othello_search *search = make_search();
    train_records records = {0};
    assert_int_equal(train_wthor_read(test_path, search, &records), FLANK_OK);
    assert_int_equal(records.count, 1); /* 60 and 59 empties are left out, 57 is past the perfect score */
    assert_int_equal(records.records[0].outcome, -4);
    assert_true(records.records[0].exact);
    assert_int_equal(bit_count(records.records[0].own | records.records[0].other), 6);

    file[16 + 9] = 11; /* a1 is not legal: the game is left out */
    write_text(file, sizeof file);
    assert_int_equal(train_wthor_read(test_path, search, &records), FLANK_OK);
    assert_int_equal(records.count, 1);
    write_text(file, sizeof file - 1);
    assert_int_equal(train_wthor_read(test_path, search, &records), FLANK_BAD_FILE);
    write_text(file, 0);
    assert_int_equal(train_wthor_read(test_path, search, &records), FLANK_BAD_FILE);
    unlink(test_path);
    assert_int_equal(train_wthor_read(test_path, search, &records), FLANK_CANNOT_READ);
    othello_search_destroy(search);
    train_records_free(&records);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(chunks_survive_the_disk),
        cmocka_unit_test(exact_labels_are_exact),
        cmocka_unit_test(parts_are_packed),
        cmocka_unit_test(games_are_stopped_counted_and_varied),
        cmocka_unit_test(a_game_depends_on_its_number_only),
        cmocka_unit_test(values_look_ahead),
        cmocka_unit_test(a_fit_finds_what_made_its_labels),
        cmocka_unit_test(order_weights_copy_the_evaluation),
        cmocka_unit_test(costs_make_a_better_order),
        cmocka_unit_test(tournament_games_are_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
