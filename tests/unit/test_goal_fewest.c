/* SPDX-License-Identifier: MIT
 *
 * Othello for the fewest discs (goal=fewest): the end of a game, exact answers against a plain minimax without table,
 * windows or order, strength against random moves, and what belongs to the usual game alone.
 */
#include "engine_fixture.h"

#include "core/bits.h"
#include "core/random.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static flank_rules fewest(void)
{
    flank_rules rules = {{0}};
    assert_int_equal(flank_rules_parse(flank_game_find("othello"), "goal=fewest", &rules, NULL), FLANK_OK);
    return rules;
}

static flank_record *new_game(const flank_position *start)
{
    const flank_rules rules = fewest();
    flank_record *record = flank_record_create(flank_game_find("othello"), &rules, start);
    assert_non_null(record);
    return record;
}

/* ---- The end ---- */

/* The side with fewer discs wins; the value is that of Othello turned round, also where squares stay empty. */
static void test_the_end(void **state)
{
    static const struct {
        const char *position;
        int sign, discs;
    } rows[] = {
        {"0x0 0x000010381c7c1010 O", 1, 64}, /* white has no disc left, and has won */
        {"0x000010381c7c1010 0x0 X", -1, -64},
        {"0x00000000ffffffff 0xffffffff00000000 X", 0, 0},
        {"0x000000007fffffff 0xffffffff80000000 X", 1, 2},
        {"0x000000007fffffff 0xffffffff80000000 O", 1, 2},
        {"0x0 0x0 X", 0, 0},
    };
    (void)state;
    const flank_game *game = flank_game_find("othello");
    const flank_rules rules = fewest(), usual = {{0}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        flank_position position;
        assert_int_equal(flank_position_parse(game, rows[i].position, &position, NULL), FLANK_OK);
        const flank_outcome outcome = flank_game_outcome(game, &rules, &position);
        const flank_outcome turned = flank_game_outcome(game, &usual, &position);
        assert_true(outcome.over);
        assert_int_equal(outcome.sign, rows[i].sign);
        assert_int_equal(outcome.discs, rows[i].discs);
        assert_int_equal(turned.sign, -rows[i].sign);
        assert_int_equal(turned.discs, -rows[i].discs);
    }
}

/* ---- Exact answers ---- */

/* The best value for the owner of `position` by the words of the rule: fewer discs, empties to the side with more. */
static int minimax(const flank_position *position)
{
    const flank_game *game = flank_game_find("othello");
    const flank_rules usual = {{0}};
    flank_move moves[FLANK_MOVES_MAX];
    const size_t count = flank_game_moves(game, &usual, position, moves);
    if (count == 0) {
        const int own = (int)bit_count(position->own), other = (int)bit_count(position->other);
        return own < other ? 64 - 2 * own : own > other ? 2 * other - 64 : 0;
    }
    int best = -65;
    for (size_t i = 0; i < count; i++) {
        const flank_position next = flank_game_play(game, &usual, position, moves[i]);
        const int value = -minimax(&next);
        best = value > best ? value : best;
    }
    return best;
}

/* A position with so many empty squares that is not over, after random moves. */
static flank_position random_ending(int empties, random_state *random)
{
    const flank_game *game = flank_game_find("othello");
    const flank_rules usual = {{0}};
    for (;;) {
        flank_position position = flank_game_start(game);
        flank_move moves[FLANK_MOVES_MAX];
        size_t count;
        while ((count = flank_game_moves(game, &usual, &position, moves)) > 0 &&
               64 - (int)bit_count(position.own | position.other) > empties)
            position = flank_game_play(game, &usual, &position, moves[random_below(random, (uint32_t)count)]);
        if (count > 0)
            return position;
    }
}

static int sign_of(int value) { return (value > 0) - (value < 0); }

/* Every move's value and sign. */
static void check_all_moves(flank_engine *engine, flank_record *record)
{
    const flank_game *game = flank_record_game(record);
    for (int wld = 0; wld < 2; wld++) {
        const flank_limits limits = {.lines = FLANK_MOVES_MAX, .win_loss_draw = wld};
        flank_report report;
        flank_move moves[FLANK_MOVES_MAX];
        const flank_position *position = flank_record_position(record);
        assert_int_equal(flank_engine_solve(engine, record, &limits, NULL, NULL, &report), FLANK_OK);
        assert_int_equal(report.line_count, flank_game_moves(game, flank_record_rules(record), position, moves));
        for (int i = 0; i < report.line_count; i++) {
            const flank_line *line = &report.lines[i];
            const flank_position next = flank_game_play(game, flank_record_rules(record), position, line->moves[0]);
            const int value = -minimax(&next);
            assert_int_equal(line->score, 100 * (wld ? sign_of(value) : value));
        }
    }
}

static void test_solving_equals_minimax(void **state)
{
    random_state random = {20};
    for (int empties = 1; empties <= 10; empties++)
        for (int round = 0; round < (empties < 9 ? 20 : 4); round++) {
            const flank_position position = random_ending(empties, &random);
            flank_record *record = new_game(&position);
            flank_report report;
            assert_int_equal(flank_engine_solve(*state, record, NULL, NULL, NULL, &report), FLANK_OK);
            assert_true(report.lines[0].exact);
            assert_int_equal(report.lines[0].score, 100 * minimax(&position));
            if (empties < 8)
                check_all_moves(*state, record);
            flank_record_destroy(record);
        }
}

/* An engine that has just thought about the one goal gives right answers about the other. */
static void test_goals_are_not_mixed(void **state)
{
    random_state random = {5};
    for (int round = 0; round < 10; round++) {
        const flank_position position = random_ending(8, &random);
        flank_record *plain = flank_record_create(flank_game_find("othello"), NULL, &position);
        flank_record *record = new_game(&position);
        flank_report report;
        assert_int_equal(flank_engine_solve(*state, plain, NULL, NULL, NULL, &report), FLANK_OK);
        const int most = report.lines[0].score;
        assert_int_equal(flank_engine_solve(*state, record, NULL, NULL, NULL, &report), FLANK_OK);
        assert_int_equal(report.lines[0].score, 100 * minimax(&position));
        assert_int_equal(flank_engine_solve(*state, plain, NULL, NULL, NULL, &report), FLANK_OK);
        assert_int_equal(report.lines[0].score, most);
        flank_record_destroy(record);
        flank_record_destroy(plain);
    }
}

/* ---- Play ---- */

/* The sign of a game of a level against random moves, for the level. */
static int play_random_mover(flank_engine *engine, int level, flank_color side, random_state *random)
{
    flank_record *record = new_game(NULL);
    while (!flank_record_outcome(record).over) {
        flank_move moves[FLANK_MOVES_MAX];
        const flank_position *position = flank_record_position(record);
        const size_t count = flank_game_moves(flank_record_game(record), flank_record_rules(record), position, moves);
        flank_move move = moves[random_below(random, (uint32_t)count)];
        if (position->color == side) {
            const flank_limits limits = {.level = level, .seed = random_next(random)};
            flank_report report;
            assert_int_equal(flank_engine_search(engine, record, &limits, NULL, NULL, &report), FLANK_OK);
            move = report.lines[0].moves[0];
        }
        assert_int_equal(flank_record_play(record, move), FLANK_OK);
    }
    const flank_outcome outcome = flank_record_outcome(record);
    const int sign = flank_record_position(record)->color == side ? outcome.sign : -outcome.sign;
    flank_record_destroy(record);
    return sign;
}

static void test_levels_beat_random_moves(void **state)
{
    static const struct {
        int level, games, least; /* wins less losses */
    } rows[] = {{3, 40, 24}, {6, 20, 18}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        random_state random = {31};
        int sum = 0;
        for (int game = 0; game < rows[i].games; game++)
            sum += play_random_mover(*state, rows[i].level, (flank_color)(game & 1), &random);
        if (sum < rows[i].least)
            fail_msg("level %d: %d of %d games", rows[i].level, sum, rows[i].games);
    }
}

/* ---- Parts of the usual game alone ---- */

static void test_stands_apart(void **state)
{
    (void)state;
    const flank_rules rules = fewest();
    flank_rules others = {{0}};
    assert_true(flank_rules_stand_apart(flank_game_find("othello"), &rules));
    assert_int_equal(flank_rules_parse(flank_game_find("othello"), "pass=free,ended=one", &others, NULL), FLANK_OK);
    assert_false(flank_rules_stand_apart(flank_game_find("othello"), &others));
    others = (flank_rules){{0}};
    assert_int_equal(flank_rules_parse(flank_game_find("loa"), "repetition=none", &others, NULL), FLANK_OK);
    assert_false(flank_rules_stand_apart(flank_game_find("loa"), &others));
    flank_record *record = new_game(NULL), *plain = new_record("othello", "f5d6c3d3c4");
    assert_int_equal(flank_record_play_text(record, "f5d6c3d3c4", NULL), FLANK_OK);
    assert_true(flank_book_covers(plain) && flank_opening_name(plain));
    assert_false(flank_book_covers(record));
    assert_null(flank_opening_name(record));
    flank_record_destroy(record);
    flank_record_destroy(plain);
}

static void test_counting_is_the_same(void **state)
{
    (void)state;
    const flank_rules rules = fewest();
    const flank_position start = flank_game_start(flank_game_find("othello"));
    uint64_t leaves = 0;
    assert_int_equal(flank_perft(flank_game_find("othello"), &rules, &start, 8, NULL, &leaves), FLANK_OK);
    assert_int_equal(leaves, 390216);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_end),
        cmocka_unit_test_setup_teardown(test_solving_equals_minimax, create_large, destroy),
        cmocka_unit_test_setup_teardown(test_goals_are_not_mixed, create_large, destroy),
        cmocka_unit_test_setup_teardown(test_levels_beat_random_moves, create_large, destroy),
        cmocka_unit_test(test_stands_apart),
        cmocka_unit_test(test_counting_is_the_same),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
