/* SPDX-License-Identifier: MIT
 *
 * Othello's rules, stable discs and evaluation: flips and moves against a walk over the squares, passes, the end of the
 * game and its result, discs called stable, and what must hold of any evaluation.
 */
#include "cmocka_all.h"

#include <flank/flank.h>

#include "core/bits.h"
#include "core/random.h"
#include "games/othello/othello_board.h"
#include "games/othello/othello_eval.h"
#include "core/error.h"

#include <stdio.h>
#include <stdlib.h>

static const flank_rules rules = {{0}};

static const flank_game *game(void) { return flank_game_find("othello"); }

static flank_position parse(const char *text)
{
    flank_position position = {0};
    flank_error error = {0};
    if (flank_position_parse(game(), text, &position, &error))
        fail_msg("%s: %s", text, error_english(&error));
    return position;
}

/* ---- Moves ---- */

/* The rule as a player reads it: walk from the square in eight directions over opposing discs to an own one. */
static uint64_t walk_flips(unsigned square, uint64_t own, uint64_t other)
{
    uint64_t flips = 0;
    for (int direction = 0; direction < 9; direction++) {
        int file = (int)square_file(square), rank = (int)square_rank(square);
        uint64_t passed = 0;
        for (;;) {
            file += direction % 3 - 1;
            rank += direction / 3 - 1;
            if (direction == 4 || file < 0 || file > 7 || rank < 0 || rank > 7)
                break;
            uint64_t here = bit((unsigned)(8 * rank + file));
            if (other & here) {
                passed |= here;
                continue;
            }
            flips |= own & here ? passed : 0;
            break;
        }
    }
    return flips;
}

static void test_flips_and_moves_equal_a_walk_over_the_squares(void **state)
{
    (void)state;
    random_state random = {9};
    for (int round = 0; round < 5000; round++) {
        uint64_t occupied = random_next(&random), color = random_next(&random);
        if (round & 1)
            occupied |= random_next(&random);
        if (round & 2)
            color &= random_next(&random);
        uint64_t own = occupied & color, other = occupied & ~color, moves = othello_moves(own, other);
        assert_int_equal(moves & occupied, 0);
        for (BITS_EACH(square, ~occupied)) {
            uint64_t flips = walk_flips(square, own, other);
            assert_true(othello_flips(square, own, other) == flips);
            assert_int_equal(moves >> square & 1, flips != 0);
        }
    }
}

static void test_start(void **state)
{
    (void)state;
    flank_position start = flank_game_start(game());
    flank_move moves[FLANK_MOVES_MAX];
    assert_true(
        flank_position_equal(start, parse("---------------------------OX------XO--------------------------- X")));
    assert_int_equal(flank_game_moves(game(), &rules, &start, moves), 4);
    static const char *const expected[] = {"d3", "c4", "f5", "e6"};
    for (int i = 0; i < 4; i++)
        assert_string_equal(flank_square_name(moves[i].to), expected[i]);
}

/* ---- Passes, the end, the result ---- */

static void test_side_without_a_move_must_pass(void **state)
{
    (void)state;
    flank_position position = parse("WWWWB---WWWB----WWB-----WB--------------------------------------B"); /* UVa 220 */
    flank_move moves[FLANK_MOVES_MAX];
    assert_int_equal(flank_game_moves(game(), &rules, &position, moves), 1);
    assert_true(flank_move_is_pass(moves[0]));
    flank_position next = flank_game_play(game(), &rules, &position, moves[0]);
    assert_true(next.own == position.other && next.other == position.own && next.color == FLANK_WHITE);
    assert_int_equal(flank_move_parse(game(), &rules, &next, "(2,5)", moves, NULL), FLANK_OK);
    next = flank_game_play(game(), &rules, &next, moves[0]);
    assert_int_equal(bit_count(next.own), 3); /* "Black -  3 White - 12" */
    assert_int_equal(bit_count(next.other), 12);
}

/* WOF rules: the difference counts, and empty squares belong to the winner. */
static void test_result(void **state)
{
    (void)state;
    static const struct {
        const char *position;
        bool over;
        int sign, discs;
    } cases[] = {
        {"startpos", false, 0, 0},
        /* The shortest game, 9 moves: white has no disc left. */
        {"0x0 0x000010381c7c1010 O", true, -1, -64},
        {"0x000010381c7c1010 0x0 X", true, 1, 64},
        {"0x00000000ffffffff 0xffffffff00000000 X", true, 0, 0},
        {"0x0000000fffffffff 0xfffffff000000000 O", true, 1, 8},
        {"0x1 0x80 X", true, 0, 0},      /* one each and nobody can move: a draw, no winner to take the empties */
        {"0x3 0x80 X", true, 1, 63 - 1}, /* 2 - 1 and 61 empty */
        {"0x80 0x3 O", true, -1, 1 - 63},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        flank_position position = parse(cases[i].position);
        flank_outcome outcome = flank_game_outcome(game(), &rules, &position);
        flank_move moves[FLANK_MOVES_MAX];
        assert_int_equal(outcome.over, cases[i].over);
        assert_int_equal(flank_game_moves(game(), &rules, &position, moves) == 0, cases[i].over);
        assert_int_equal(outcome.sign, cases[i].sign);
        assert_int_equal(outcome.discs, cases[i].discs);
        assert_true((outcome.reason != NULL) == cases[i].over);
    }
}

/* The optimal game of Takizawa, "Othello is Solved" (arXiv 2310.19387): 60 moves, no pass, 32 to 32. */
static void test_the_solved_game_is_a_draw(void **state)
{
    (void)state;
    flank_record *record = flank_record_create(game(), NULL, NULL);
    assert_int_equal(flank_record_play_text(record,
                                            "F5D6C3D3C4F4F6F3E6E7D7C5B6D8C6C7D2B5A5A6A7G5E3B4C8G6G4C2E8D1F7E2G3H4F1"
                                            "E1F2G1B1F8G8B3H3B2H5B7A3A4A1A2C1H2H1G2B8A8G7H8H7H6",
                                            NULL),
                     FLANK_OK);
    assert_int_equal(flank_record_ply(record), 60);
    flank_outcome outcome = flank_record_outcome(record);
    assert_true(outcome.over);
    assert_int_equal(outcome.discs, 0);
    flank_record_destroy(record);
}

/* ---- Stable discs ---- */

static void test_stable_by_hand(void **state)
{
    (void)state;
    static const struct {
        const char *board;
        unsigned stable;
    } cases[] = {
        {"X------- -------- -------- -------- -------- -------- -------- --------", 1},
        {"-X------ -------- -------- -------- -------- -------- -------- --------", 0},
        {"XXX-X--- -------- -------- -------- -------- -------- -------- --------", 3},
        {"XX------ XX------ -------- -------- -------- -------- -------- --------", 3},
        {"XXX----- XX------ -------- -------- -------- -------- -------- --------", 5},
        {"OXOXXOXO -------- -------- -------- -------- -------- -------- --------", 4}, /* a full edge */
        {"OOOOOOOO OOOOOOOO OOOXOOOO OOOOOOOO OOOOOOOO OOOOOOOO OOOOOOOO OOOOOOO-", 1},
        {"OOOOOOOO OOOOOOOO OOXOOOOO OOOOOOOO OOOOOOOO OOOOOOOO OOOOOOOO OOOOOOO-", 0}, /* on the open diagonal */
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[80];
        snprintf(text, sizeof text, "%s X", cases[i].board);
        flank_position position = parse(text);
        assert_int_equal(bit_count(othello_stable(OTHELLO_ALL_64, position.own, position.other)), cases[i].stable);
    }
}

/* Whatever is played from there on, discs called stable keep their colour. */
static void test_stable_discs_never_turn(void **state)
{
    (void)state;
    random_state random = {10};
    unsigned seen = 0;
    for (int round = 0; round < 3000; round++) {
        uint64_t occupied = random_next(&random) | random_next(&random), color = random_next(&random);
        uint64_t discs[2] = {occupied & color, occupied & ~color};
        uint64_t stable[2] = {othello_stable(OTHELLO_ALL_64, discs[0], discs[1]),
                              othello_stable(OTHELLO_ALL_64, discs[1], discs[0])};
        seen += bit_count(stable[0] | stable[1]);
        for (int side = 0, passes = 0; passes < 2; side = !side) {
            uint64_t moves = othello_moves(discs[side], discs[!side]);
            passes = moves ? 0 : passes + 1;
            if (!moves)
                continue;
            for (uint32_t skip = random_below(&random, bit_count(moves)); skip; skip--)
                moves = bit_rest(moves);
            uint64_t flips = othello_flips(bit_first(moves), discs[side], discs[!side]);
            assert_int_equal(flips & stable[!side], 0);
            discs[side] |= flips | bit(bit_first(moves));
            discs[!side] &= ~flips;
        }
    }
    assert_true(seen > 3000);
}

/* ---- Evaluation ---- */

static uint64_t mirror_files(uint64_t set)
{
    uint64_t out = 0;
    for (BITS_EACH(square, set))
        out |= bit(square ^ 7);
    return out;
}

static uint64_t transpose(uint64_t set)
{
    uint64_t out = 0;
    for (BITS_EACH(square, set))
        out |= bit(8 * square_file(square) + square_rank(square));
    return out;
}

static void test_evaluation_is_symmetric_and_bounded(void **state)
{
    (void)state;
    random_state random = {11};
    for (int round = 0; round < 3000; round++) {
        uint64_t occupied = random_next(&random), color = random_next(&random);
        if (round & 1)
            occupied &= random_next(&random);
        uint64_t own = occupied & color, other = occupied & ~color;
        int value = othello_evaluate(OTHELLO_ALL_64, own, other),
            reversed = othello_evaluate(OTHELLO_ALL_64, other, own);
        assert_in_range(value + 20000, 0, 40000);
        assert_int_equal(othello_evaluate(OTHELLO_ALL_64, mirror_files(own), mirror_files(other)), value);
        assert_int_equal(othello_evaluate(OTHELLO_ALL_64, transpose(own), transpose(other)), value);
        if (abs(value) < 19000 && abs(reversed) < 19000)
            assert_int_equal(value + reversed, 2 * othello_evaluate(OTHELLO_ALL_64, 0, 0));
        for (BITS_EACH(square, othello_moves(own, other)))
            assert_in_range(othello_order(square, OTHELLO_ALL_64, own, other) + 10000, 0, 20000);
    }
}

/* A corner is worth having, giving one away is not, and moves are ordered so. */
static void test_evaluation_knows_corners(void **state)
{
    (void)state;
    uint64_t quiet = UINT64_C(0x0000001818000000), near = UINT64_C(0x0000000000000200);
    assert_true(othello_evaluate(OTHELLO_ALL_64, quiet | 1, near << 9) >
                othello_evaluate(OTHELLO_ALL_64, quiet, near << 9) + 300);
    assert_true(othello_evaluate(OTHELLO_ALL_64, quiet | near, 0x0000002400000000) <
                othello_evaluate(OTHELLO_ALL_64, quiet, 0x0000002400000000));
    /* -OX----- : a1 is a corner move; row 3 has a quiet one at a3. */
    flank_position position = parse("-OX------------- -OX------------- -------------------------------- X");
    assert_true(othello_order(0, OTHELLO_ALL_64, position.own, position.other) >
                othello_order(16, OTHELLO_ALL_64, position.own, position.other));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_flips_and_moves_equal_a_walk_over_the_squares),
        cmocka_unit_test(test_start),
        cmocka_unit_test(test_side_without_a_move_must_pass),
        cmocka_unit_test(test_result),
        cmocka_unit_test(test_the_solved_game_is_a_draw),
        cmocka_unit_test(test_stable_by_hand),
        cmocka_unit_test(test_stable_discs_never_turn),
        cmocka_unit_test(test_evaluation_is_symmetric_and_bounded),
        cmocka_unit_test(test_evaluation_knows_corners),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
