/* SPDX-License-Identifier: MIT
 *
 * Tothello in text: what is read, what is written, and every message for what is not.
 */
#include "cmocka_all.h"

#include <flank/flank.h>

#include "core/random.h"
#include "core/error.h"

static const flank_rules rules = {{0}};

static const flank_game *game(void) { return flank_game_find("tothello"); }

#define EMPTY_ROWS_7                                                                                                   \
    "--------"                                                                                                         \
    "--------"                                                                                                         \
    "--------"                                                                                                         \
    "--------"                                                                                                         \
    "--------"                                                                                                         \
    "--------"                                                                                                         \
    "--------"

static void test_styles_read_the_same_position(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "XO------" EMPTY_ROWS_7 " O",
        "bR......" EMPTY_ROWS_7 "r",
        "* w- - - - - -\n" EMPTY_ROWS_7 "\n  W  ",
        "redPieces=[B1] blackPieces=[A1] whoseTurn=\"Red\"",
        "whoseTurn = Red\nblackPieces = [ \"A1\" ]\nredPieces = [b1]\n",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        flank_position position;
        flank_error error = {0};
        if (flank_position_parse(game(), texts[i], &position, &error))
            fail_msg("%s: %s", texts[i], error_english(&error));
        char text[FLANK_POSITION_TEXT_SIZE];
        assert_int_equal(flank_position_format(game(), &position, "lists", text), FLANK_OK);
        assert_string_equal(text, "redPieces=[B1] blackPieces=[A1] whoseTurn=\"Red\"");
        assert_int_equal(flank_position_format(game(), &position, NULL, text), FLANK_OK);
        assert_string_equal(text, texts[0]);
    }
}

/* Positions and moves of random games come back from every style. */
static void test_format_then_parse_is_the_identity(void **state)
{
    (void)state;
    random_state random = {4};
    for (int round = 0; round < 50; round++) {
        flank_position position = flank_game_start(game());
        flank_move moves[FLANK_MOVES_MAX];
        for (size_t count; (count = flank_game_moves(game(), &rules, &position, moves)) != 0;) {
            char text[FLANK_POSITION_TEXT_SIZE];
            for (const char *const *style = flank_game_position_styles(game()); *style; style++) {
                flank_position again;
                assert_int_equal(flank_position_format(game(), &position, *style, text), FLANK_OK);
                assert_int_equal(flank_position_parse(game(), text, &again, NULL), FLANK_OK);
                assert_true(flank_position_equal(position, again));
            }
            flank_move move = moves[random_below(&random, (uint32_t)count)], again;
            for (const char *const *style = flank_game_move_styles(game()); *style; style++) {
                assert_int_equal(flank_move_format(game(), &rules, &position, move, *style, text), FLANK_OK);
                assert_int_equal(flank_move_parse(game(), &rules, &position, text, &again, NULL), FLANK_OK);
                assert_true(flank_move_equal(move, again));
            }
            position = flank_game_play(game(), &rules, &position, move);
        }
    }
}

static void test_bad_positions(void **state)
{
    (void)state;
    static const struct {
        const char *text, *message;
        size_t offset;
    } cases[] = {
        {"", "expected X, O or - for a1, found the end", 0},
        {"  XO?" EMPTY_ROWS_7, "expected X, O or - for c1, found '?'", 4},
        {"XXXXXXXX" EMPTY_ROWS_7, "expected X or O for the side to move, found the end", 64},
        {"XXXXXXXX" EMPTY_ROWS_7 " -", "expected X or O for the side to move, found '-'", 65},
        {"XXXXXXXX" EMPTY_ROWS_7 " X 1", "expected nothing or 'pass' after the side to move", 67},
        {"XXXXXXXX" EMPTY_ROWS_7 " X pass pass pass", "expected no third pass after the side to move", 77},
        {"redPieces=", "expected '[', found the end", 10},
        {"redPieces=[A9]", "expected a square from A1 to H8, found 'A'", 11},
        {"redPieces=[A1,A1]", "a1 holds a piece already", 14},
        {"redPieces=[A1 A2]", "expected ',' or ']', found 'A'", 14},
        {"redPieces=[\"A1]", "expected a closing quote, found ']'", 14},
        {"redPieces [A1=", "expected '=', found '['", 10},
        {"redPieces=[] redPieces=[]", "expected blackPieces =", 13},
        {"blackPieces=[] whoseTurn=Red", "expected redPieces =", 28},
        {"redPieces=[] blackPieces=[]", "expected whoseTurn =", 27},
        {"whoseTurn=White", "expected Black or Red, found 'W'", 10},
        {"whoseTurn=\"Red", "expected a closing quote, found the end", 14},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        flank_position position = {.own = 7}, before = position;
        flank_error error = {0};
        assert_int_equal(flank_position_parse(game(), cases[i].text, &position, &error), FLANK_BAD_POSITION);
        assert_string_equal(error_english(&error), cases[i].message);
        assert_int_equal(error.offset, cases[i].offset);
        assert_true(flank_position_equal(position, before));
    }
}

static void test_moves(void **state)
{
    (void)state;
    flank_position start = flank_game_start(game());
    static const struct {
        const char *text;
        int to;
    } good[] = {{"c1", 2},
                {"C1", 2},
                {" h8 ", 63},
                {"pass", FLANK_NO_SQUARE},
                {"PASS", FLANK_NO_SQUARE},
                {"Pa", FLANK_NO_SQUARE},
                {"ps", FLANK_NO_SQUARE},
                {"--", FLANK_NO_SQUARE},
                {"@@@@", FLANK_NO_SQUARE}};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        flank_move move;
        assert_int_equal(flank_move_parse(game(), &rules, &start, good[i].text, &move, NULL), FLANK_OK);
        assert_int_equal(move.to, good[i].to);
        assert_int_equal(move.from, FLANK_NO_SQUARE);
    }
}

static void test_bad_moves(void **state)
{
    (void)state;
    static const char *const start = "startpos";
    static const char *const full = "XXXXXXXX"
                                    "OOOOOOOO"
                                    "XXXXXXXX"
                                    "OOOOOOOO"
                                    "XXXXXXXX"
                                    "OOOOOOOO"
                                    "XXXXXXXX"
                                    "OOOOOOOO"
                                    " X";
    static const char *const passed = "XXXXXXXX" EMPTY_ROWS_7 " X pass pass";
    static const struct {
        const char *position, *text, *message;
        flank_status status;
    } cases[] = {
        {start, "i1", "'i1' is not a square from a1 to h8 or 'pass'", FLANK_BAD_MOVE},
        {start, "", "'' is not a square from a1 to h8 or 'pass'", FLANK_BAD_MOVE},
        {start, "a", "'a' is not a square from a1 to h8 or 'pass'", FLANK_BAD_MOVE},
        {start, "a\n1", "'a?1' is not a square from a1 to h8 or 'pass'", FLANK_BAD_MOVE},
        {start, "c1c2", "'c1c2' is not a square from a1 to h8 or 'pass'", FLANK_BAD_MOVE},
        {start, "d4", "d4 is not legal here: it is occupied", FLANK_ILLEGAL_MOVE},
        {full, "pass", "the game is over: the board is full", FLANK_ILLEGAL_MOVE},
        {passed, "a2", "the game is over: both players passed", FLANK_ILLEGAL_MOVE},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        flank_position position;
        flank_move move;
        flank_error error = {0};
        assert_int_equal(flank_position_parse(game(), cases[i].position, &position, NULL), FLANK_OK);
        assert_int_equal(flank_move_parse(game(), &rules, &position, cases[i].text, &move, &error), cases[i].status);
        assert_string_equal(error_english(&error), cases[i].message);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_styles_read_the_same_position),
        cmocka_unit_test(test_format_then_parse_is_the_identity),
        cmocka_unit_test(test_bad_positions),
        cmocka_unit_test(test_moves),
        cmocka_unit_test(test_bad_moves),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
