/* SPDX-License-Identifier: MIT
 *
 * Tothello's rules: the examples of the original problem, the cascade against a slow reading of the statement, the end
 * of the game, counting.
 */
#include "cmocka_all.h"

#include <flank/flank.h>

#include "core/bits.h"
#include "core/random.h"
#include "games/tothello/tothello_board.h"
#include "core/error.h"

#include <stdio.h>

static const flank_rules rules = {{0}};

static const flank_game *game(void) { return flank_game_find("tothello"); }

static flank_position parse(const char *text)
{
    flank_position position = {0};
    flank_error error = {0};
    if (flank_position_parse(game(), text, &position, &error))
        fail_msg("%s: %s", text, error_english(&error));
    return position;
}

static flank_position play(flank_position position, const char *move_text)
{
    flank_move move;
    flank_error error = {0};
    if (flank_move_parse(game(), &rules, &position, move_text, &move, &error))
        fail_msg("%s: %s", move_text, error_english(&error));
    return flank_game_play(game(), &rules, &position, move);
}

/* ---- One placing ---- */

/* TopCoder Invitational 2001, semifinal: the two examples, with the square that reaches the best count. */
static void test_examples_of_the_problem(void **state)
{
    (void)state;
    static const struct {
        const char *position, *best;
        unsigned pieces;
    } cases[] = {
        {"redPieces = [C2,C3,C4,C5,D4,E4,F2,F3,F4,F5,G6]\nblackPieces = [B1,E1,G1,C6,H7,G4]\nwhoseTurn = \"Black\"",
         "C1", 16},
        {"redPieces=[A1,B8,C6,C8,D8] blackPieces=[B2,C2,C3,C4,C5] whoseTurn=\"Red\"", "C1", 11},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        flank_position position = parse(cases[i].position), best = play(position, cases[i].best);
        assert_int_equal(bit_count(best.other), cases[i].pieces);
        for (BITS_EACH(square, ~(position.own | position.other))) {
            flank_position next = play(position, flank_square_name(square));
            assert_true(bit_count(next.other) <= cases[i].pieces);
        }
    }
}

/* True if some line through the piece at `square` holds an own piece on both sides, with only other pieces between. */
static bool slowly_bracketed(const char board[64], int square)
{
    static const int lines[4][2] = {{1, 0}, {0, 1}, {1, 1}, {1, -1}};
    for (int line = 0; line < 4; line++) {
        int closed = 0;
        for (int side = -1; side <= 1; side += 2) {
            int file = square % 8, rank = square / 8;
            do {
                file += side * lines[line][0];
                rank += side * lines[line][1];
            } while (file >= 0 && file < 8 && rank >= 0 && rank < 8 && board[8 * rank + file] == 'O');
            closed += file >= 0 && file < 8 && rank >= 0 && rank < 8 && board[8 * rank + file] == 'X';
        }
        if (closed == 2)
            return true;
    }
    return false;
}

/* The statement word by word: turn one bracketed piece after another until there is none. The order does not matter. */
static tothello_board place_slowly(tothello_board before, unsigned placed)
{
    char board[64];
    for (unsigned square = 0; square < 64; square++)
        board[square] = before.own & bit(square) || square == placed ? 'X' : before.other & bit(square) ? 'O' : '.';
    for (bool changed = true; changed;) {
        changed = false;
        for (int square = 0; square < 64; square++)
            if (board[square] == 'O' && slowly_bracketed(board, square)) {
                board[square] = 'X';
                changed = true;
            }
    }
    tothello_board after = {0, 0};
    for (unsigned square = 0; square < 64; square++) {
        after.own |= board[square] == 'X' ? bit(square) : 0;
        after.other |= board[square] == 'O' ? bit(square) : 0;
    }
    return after;
}

static void test_cascades_equal_the_slow_reading(void **state)
{
    (void)state;
    random_state random = {1};
    for (int round = 0; round < 3000; round++) {
        uint64_t occupied = random_next(&random), color = random_next(&random);
        if (round % 3 == 0)
            occupied &= random_next(&random);
        if (round % 3 == 1)
            occupied |= random_next(&random);
        if (round % 2)
            color &= random_next(&random);
        tothello_board board = {occupied & color, occupied & ~color};
        for (BITS_EACH(square, ~occupied)) {
            tothello_board fast = tothello_place(board, square), slow = place_slowly(board, square);
            assert_true(fast.own == slow.own && fast.other == slow.other);
        }
    }
}

/* A piece placed between two opposing ones stays, and turns with the opponent's next placing, not with a pass. */
static void test_piece_placed_into_a_bracket_turns_later(void **state)
{
    (void)state;
    flank_position position = parse("redPieces=[A1,C1] blackPieces=[H8] whoseTurn=Black");
    position = play(position, "b1");
    assert_true(position.other & bit(1));
    flank_position after_pass = play(position, "pass");
    assert_true(after_pass.own & bit(1));
    flank_position after_placing = play(position, "e5");
    assert_true(after_placing.other & bit(1));
    assert_int_equal(bit_count(after_placing.own), 1);
}

/* ---- The whole game ---- */

static void test_start_is_the_start_of_othello(void **state)
{
    (void)state;
    flank_position start = flank_game_start(game());
    assert_true(flank_position_equal(start, flank_game_start(flank_game_find("othello"))));
    flank_move moves[FLANK_MOVES_MAX];
    assert_int_equal(flank_game_moves(game(), &rules, &start, moves), 61);
}

static void check_outcome(flank_position position, bool over, int sign, int discs, const char *reason)
{
    flank_move moves[FLANK_MOVES_MAX];
    flank_outcome outcome = flank_game_outcome(game(), &rules, &position);
    assert_int_equal(outcome.over, over);
    assert_int_equal(flank_game_moves(game(), &rules, &position, moves) == 0, over);
    if (over) {
        assert_int_equal(outcome.sign, sign);
        assert_int_equal(outcome.discs, discs);
        assert_string_equal(outcome.reason->code, reason);
    }
}

static void test_end_of_the_game(void **state)
{
    (void)state;
    flank_position position = play(flank_game_start(game()), "f5");
    position = play(position, "pass");
    assert_int_equal(position.passes, 1);
    check_outcome(position, false, 0, 0, NULL);
    check_outcome(play(position, "a1"), false, 0, 0, NULL);
    assert_int_equal(play(position, "a1").passes, 0);
    check_outcome(play(position, "pass"), true, -1, -3, "BOTH_PASSED"); /* red, 1 piece, is to move */

    /* One square left, h8; black's piece there turns nothing, red's turns the whole of row 8 but a8. */
    const char *almost = "XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXOXXXXXX- ";
    char text[80];
    snprintf(text, sizeof text, "%sX", almost);
    check_outcome(parse(text), false, 0, 0, NULL);
    check_outcome(play(parse(text), "h8"), true, -1, 1 - 63, "BOARD_FULL");
    snprintf(text, sizeof text, "%sO", almost);
    check_outcome(play(parse(text), "h8"), true, 1, 56 - 8, "BOARD_FULL");
}

/* Pieces called stable keep their colour whatever is played. */
static void test_stable_pieces_never_turn(void **state)
{
    (void)state;
    random_state random = {2};
    unsigned seen = 0;
    for (int round = 0; round < 2000; round++) {
        uint64_t occupied = random_next(&random) | random_next(&random), color = random_next(&random);
        tothello_board board = {occupied & color, occupied & ~color};
        uint64_t own = tothello_stable(board.own), other = tothello_stable(board.other);
        seen += bit_count(own | other);
        while (~(board.own | board.other)) {
            uint64_t empty = ~(board.own | board.other);
            for (uint32_t skip = random_below(&random, bit_count(empty)); skip; skip--)
                empty = bit_rest(empty);
            board = tothello_place(board, bit_first(empty));
            assert_int_equal(own & ~board.own, 0);
            assert_int_equal(other & ~board.other, 0);
            if (random_below(&random, 8)) {
                board = (tothello_board){board.other, board.own};
                uint64_t swap = own;
                own = other;
                other = swap;
            }
        }
    }
    assert_true(seen > 2000);
}

static void test_stable_by_hand(void **state)
{
    (void)state;
    static const struct {
        const char *squares; /* own pieces */
        unsigned stable;
    } cases[] = {
        {"[A1]", 1},
        {"[B1]", 0},
        {"[A1,B1,C1,E1]", 3},
        {"[A1,B1,A2,B2]", 3},       /* b2 has no safe side along a3-c1 */
        {"[A1,B1,C1,A2,B2]", 5},    /* now it has: c1 */
        {"[A1,B1,C1,A2,B2,C2]", 5}, /* c2 lacks d1 or b3 */
        {"[D4,E5,D5,E4]", 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[160];
        snprintf(text, sizeof text, "blackPieces=%s redPieces=[] whoseTurn=Black", cases[i].squares);
        assert_int_equal(bit_count(tothello_stable(parse(text).own)), cases[i].stable);
    }
}

/* ---- Counting ---- */

static uint64_t perft(const flank_position *position, int depth, bool reference)
{
    uint64_t leaves = 0;
    flank_perft_options options = {.reference = reference};
    assert_int_equal(flank_perft(game(), &rules, position, depth, &options, &leaves), FLANK_OK);
    return leaves;
}

/* Our own numbers, no other source is known. Depth 1: 60 squares and a pass. Depth 2: 60 * 60 + 61. Depth 3:
 * 60 * (59 * 59 + 60) + (60 * 60 + 0). The rest from the recurrence, checked by plain enumeration up to depth 4. */
static void test_perft_from_the_start(void **state)
{
    (void)state;
    static const uint64_t expected[] = {61, 3661, 216060};
    flank_position start = flank_game_start(game());
    for (int depth = 1; depth <= 3; depth++) {
        assert_int_equal(perft(&start, depth, false), expected[depth - 1]);
        assert_int_equal(perft(&start, depth, true), expected[depth - 1]);
    }
}

/* Depth 11 is the last whose count fits in 64 bits; a larger one is refused, never wrong. */
static void test_perft_that_does_not_fit_is_refused(void **state)
{
    (void)state;
    flank_position start = flank_game_start(game());
    for (int threads = 1; threads <= 2; threads++) {
        flank_perft_options options = {.threads = threads};
        uint64_t leaves = 7;
        assert_int_equal(flank_perft(game(), &rules, &start, 13, &options, &leaves), FLANK_TOO_LARGE);
        assert_int_equal(flank_perft(game(), &rules, &start, 12, &options, &leaves), FLANK_TOO_LARGE);
        assert_int_equal(leaves, 7);
        assert_int_equal(flank_perft(game(), &rules, &start, 11, &options, &leaves), FLANK_OK);
        assert_true(leaves == UINT64_C(16945417656577247040));
    }
}

/* One empty square: place, or pass and then place or pass. */
static void test_perft_to_the_end_by_hand(void **state)
{
    (void)state;
    flank_position position = parse("XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX- X");
    static const uint64_t expected[] = {2, 2, 0, 0};
    for (int depth = 1; depth <= 4; depth++)
        assert_int_equal(perft(&position, depth, false), expected[depth - 1]);
    assert_int_equal(perft(&position, 1000, false), 0);
}

static void test_perft_fast_equals_reference(void **state)
{
    (void)state;
    random_state random = {3};
    for (int round = 0; round < 60; round++) {
        uint64_t occupied =
            ~(random_next(&random) & random_next(&random) & random_next(&random) & random_next(&random));
        uint64_t color = random_next(&random);
        flank_position position = {
            .own = occupied & color, .other = occupied & ~color, .passes = (uint8_t)random_below(&random, 3)};
        int deepest = bit_count(~occupied) < 5 ? 8 : 4;
        for (int depth = 1; depth <= deepest; depth++)
            assert_int_equal(perft(&position, depth, false), perft(&position, depth, true));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_examples_of_the_problem),
        cmocka_unit_test(test_cascades_equal_the_slow_reading),
        cmocka_unit_test(test_piece_placed_into_a_bracket_turns_later),
        cmocka_unit_test(test_start_is_the_start_of_othello),
        cmocka_unit_test(test_end_of_the_game),
        cmocka_unit_test(test_stable_pieces_never_turn),
        cmocka_unit_test(test_stable_by_hand),
        cmocka_unit_test(test_perft_from_the_start),
        cmocka_unit_test(test_perft_that_does_not_fit_is_refused),
        cmocka_unit_test(test_perft_to_the_end_by_hand),
        cmocka_unit_test(test_perft_fast_equals_reference),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
