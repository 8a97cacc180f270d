/* SPDX-License-Identifier: MIT
 *
 * Game records: playing, undo and redo, lists of moves, implied passes, the text form, and every message for bad ones.
 */
#include "cmocka_all.h"

#include "core/random.h"
#include "core/error.h"

#include <flank/flank.h>

#include <stdlib.h>
#include <string.h>

/* The optimal game of Takizawa (arXiv:2310.19387): 60 moves, 32-32. */
#define TAKIZAWA                                                                                                       \
    "F5D6C3D3C4F4F6F3E6E7D7C5B6D8C6C7D2B5A5A6A7G5E3B4C8G6G4C2E8D1F7E2G3H4F1E1F2"                                       \
    "G1B1F8G8B3H3B2H5B7A3A4A1A2C1H2H1G2B8A8G7H8H7H6"

static flank_record *new_record(const char *game) { return flank_record_create(flank_game_find(game), NULL, NULL); }

/* Play random legal moves until the end or `plies`. */
static void play_randomly(flank_record *record, random_state *random, size_t plies)
{
    flank_move moves[FLANK_MOVES_MAX];
    for (size_t i = 0; i < plies && !flank_record_outcome(record).over; i++) {
        size_t count = flank_game_moves(flank_record_game(record), flank_record_rules(record),
                                        flank_record_position(record), moves);
        assert_true(count > 0);
        assert_int_equal(flank_record_play(record, moves[random_below(random, (uint32_t)count)]), FLANK_OK);
    }
}

static void test_undo_and_redo_walk_the_line(void **state)
{
    (void)state;
    flank_record *record = new_record("othello");
    assert_false(flank_record_undo(record));
    assert_int_equal(flank_record_play_text(record, "f5d6c3", NULL), FLANK_OK);
    flank_position third = *flank_record_position(record);
    assert_false(flank_record_redo(record));
    assert_true(flank_record_undo(record));
    assert_int_equal(flank_record_ply(record), 2);
    assert_int_equal(flank_record_length(record), 3);
    assert_true(flank_record_redo(record));
    assert_true(flank_position_equal(third, *flank_record_position(record)));
    flank_record_undo(record);
    assert_int_equal(flank_record_play_text(record, "c4", NULL), FLANK_OK); /* another move drops the undone one */
    assert_int_equal(flank_record_length(record), 3);
    assert_false(flank_record_redo(record));
    flank_record_destroy(record);
}

static void test_lists_are_read_in_every_usual_form(void **state)
{
    (void)state;
    static const char *const forms[] = {
        "f5d6c3d3c4",     "F5 D6 C3 D3 C4", "1. f5 d6 2. c3 d3 3. c4", "1.f5 d6 2.c3 d3\n3.c4\n",
        "f5,d6,c3,d3,c4", " f5d6 c3d3c4 "};
    flank_record *first = new_record("othello");
    assert_int_equal(flank_record_play_text(first, forms[0], NULL), FLANK_OK);
    for (size_t i = 1; i < sizeof forms / sizeof *forms; i++) {
        flank_record *other = new_record("othello");
        assert_int_equal(flank_record_play_text(other, forms[i], NULL), FLANK_OK);
        assert_true(flank_position_equal(*flank_record_position(first), *flank_record_position(other)));
        flank_record_destroy(other);
    }
    flank_record_destroy(first);
}

static void test_a_whole_game_ends_as_published(void **state)
{
    (void)state;
    flank_record *record = new_record("othello");
    assert_int_equal(flank_record_play_text(record, TAKIZAWA, NULL), FLANK_OK);
    assert_int_equal(flank_record_ply(record), 60);
    flank_outcome outcome = flank_record_outcome(record);
    assert_true(outcome.over);
    assert_int_equal(outcome.discs, 0);
    flank_record_destroy(record);
}

/* Random Othello games written without their passes are read back the same, the passes put in. */
static void test_passes_may_be_left_out(void **state)
{
    (void)state;
    random_state random = {2026};
    size_t passes = 0;
    for (int game = 0; game < 200; game++) {
        flank_record *record = new_record("othello");
        play_randomly(record, &random, 200);
        char text[200] = "";
        size_t last = 0;
        for (size_t i = 0; i < flank_record_ply(record); i++) {
            flank_move move = flank_record_move_at(record, i);
            passes += (size_t)flank_move_is_pass(move);
            if (!flank_move_is_pass(move)) {
                strcat(text, flank_square_name(move.to));
                last = i + 1;
            }
        }
        flank_record *again = new_record("othello");
        assert_int_equal(flank_record_play_text(again, text, NULL), FLANK_OK);
        assert_int_equal(flank_record_ply(again), last);
        assert_true(flank_position_equal(*flank_record_position_at(record, last), *flank_record_position(again)));
        flank_record_destroy(again);
        flank_record_destroy(record);
    }
    assert_true(passes > 50);
}

static void test_bad_lists_change_nothing_and_say_where(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        flank_status status;
        size_t offset;
    } cases[] = {
        {"f5d6c3d3a1", FLANK_ILLEGAL_MOVE, 8},
        {"f5 d6 x9", FLANK_BAD_MOVE, 6},
        {"f5 pass", FLANK_ILLEGAL_MOVE, 3},
        {"1. f5 d6 2.", FLANK_OK, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        flank_record *record = new_record("othello");
        flank_error error = {0};
        assert_int_equal(flank_record_play_text(record, cases[i].text, &error), cases[i].status);
        assert_int_equal(error.offset, cases[i].offset);
        if (cases[i].status) {
            assert_int_equal(flank_record_length(record), 0);
            assert_true(strlen(error_english(&error)) > 10);
        }
        flank_record_destroy(record);
    }
}

/* Write, read, write: the same text, in every game and with rules that differ from the default. */
static void test_text_form_comes_back(void **state)
{
    (void)state;
    random_state random = {7};
    for (size_t g = 0; g < flank_game_count(); g++)
        for (int round = 0; round < 20; round++) {
            const flank_game *game = flank_game_at(g);
            flank_rules rules = {{0}};
            if (round % 2 && flank_game_param(game, 0))
                rules.value[0] = 1;
            flank_record *record = flank_record_create(game, &rules, NULL);
            play_randomly(record, &random, (size_t)(5 * round));
            char text[40000], again_text[40000];
            size_t length = flank_record_format(record, text, sizeof text);
            assert_true(length < sizeof text && strlen(text) == length);
            flank_status status = FLANK_BAD_RECORD;
            flank_record *again = flank_record_parse(text, &status, NULL);
            assert_non_null(again);
            assert_int_equal(status, FLANK_OK);
            flank_record_format(again, again_text, sizeof again_text);
            assert_string_equal(text, again_text);
            flank_record_destroy(again);
            flank_record_destroy(record);
        }
}

static void test_a_short_buffer_is_not_overrun(void **state)
{
    (void)state;
    flank_record *record = new_record("othello");
    flank_record_play_text(record, "f5d6c3", NULL);
    size_t length = flank_record_format(record, NULL, 0);
    char *exact = malloc(length + 1);
    for (size_t size = 1; size <= length + 1; size++) {
        assert_int_equal(flank_record_format(record, exact, size), length);
        assert_int_equal(strlen(exact), size - 1);
    }
    free(exact);
    flank_record_destroy(record);
}

static void test_bad_records_are_refused_with_place_and_reason(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        size_t offset;
        const char *message;
    } cases[] = {
        {"", 0, "expected a tag line [Game \"…\"]"},
        {"f5d6", 0, "expected a tag line [Game \"…\"]"},
        {"[Game othello]\n", 0, "expected a tag line like [Game \"othello\"]"},
        {"[Game \"chess\"]\n", 0, "unknown game 'chess'"},
        {"[Rules \"\"]\n[Game \"othello\"]\n", 0, "expected [Game \"…\"] before [Rules]"},
        {"[Game \"othello\"]\n[Game \"othello\"]\n", 17, "a second [Game] tag"},
        {"[Game \"othello\"]\n[Rules \"pass=x\"]\n", 17, "pass takes one of ply, free"},
        {"[Game \"othello\"]\n\nf5 f5\n", 21, "f5 is not legal here: it is occupied"},
        {"[Game \"othello\"]\n\n" TAKIZAWA " a1\n", 139, "'a1' after the end of the game (no move left)"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        flank_status status = FLANK_OK;
        flank_error error = {0};
        assert_null(flank_record_parse(cases[i].text, &status, &error));
        assert_true(status < 0);
        assert_string_equal(error_english(&error), cases[i].message);
        assert_int_equal(error.offset, cases[i].offset);
    }
}

static void test_blanks_between_tags_mean_nothing(void **state)
{
    (void)state;
    static const char text[] = "\r\n [Game \"draughts\"] \n\r\n\t \n[Rules \"majority=no\"]\n\n[Event \"x\"]\n \n a3-a4";
    char formatted[1000];
    flank_error error = {0};
    flank_record *record = flank_record_parse(text, NULL, &error);
    if (!record)
        fail_msg("at %zu: %s", error.offset, error_english(&error));
    flank_record_format(record, formatted, sizeof formatted);
    assert_non_null(strstr(formatted, "majority=no"));
    assert_non_null(strstr(formatted, "a3"));
    flank_record_destroy(record);
}

static void test_texts_too_long_are_refused(void **state)
{
    (void)state;
    char text[2000];
    memset(text, 'x', sizeof text);
    text[sizeof text - 1] = '\0';
    for (size_t g = 0; g < flank_game_count(); g++) {
        const flank_game *game = flank_game_at(g);
        const flank_rules rules = {{0}};
        flank_position position = flank_game_start(game);
        flank_move move;
        flank_error error = {.offset = 99};
        assert_int_equal(flank_move_parse(game, &rules, &position, text, &move, &error), FLANK_BAD_MOVE);
        assert_string_equal(error_english(&error), "too long for a move");
        assert_int_equal(error.offset, 0);
        error.offset = 99;
        assert_int_equal(flank_position_parse(game, text, &position, &error), FLANK_BAD_POSITION);
        assert_string_equal(error_english(&error), "too long for a position");
        assert_int_equal(error.offset, 0);
    }
}

static void test_illegal_moves_are_refused(void **state)
{
    (void)state;
    flank_record *record = new_record("othello");
    flank_move corner = {.from = FLANK_NO_SQUARE, .to = 0};
    assert_int_equal(flank_record_play(record, corner), FLANK_ILLEGAL_MOVE);
    assert_int_equal(flank_record_length(record), 0);
    flank_record_destroy(record);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_undo_and_redo_walk_the_line),
        cmocka_unit_test(test_lists_are_read_in_every_usual_form),
        cmocka_unit_test(test_a_whole_game_ends_as_published),
        cmocka_unit_test(test_passes_may_be_left_out),
        cmocka_unit_test(test_bad_lists_change_nothing_and_say_where),
        cmocka_unit_test(test_text_form_comes_back),
        cmocka_unit_test(test_a_short_buffer_is_not_overrun),
        cmocka_unit_test(test_bad_records_are_refused_with_place_and_reason),
        cmocka_unit_test(test_blanks_between_tags_mean_nothing),
        cmocka_unit_test(test_texts_too_long_are_refused),
        cmocka_unit_test(test_illegal_moves_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
