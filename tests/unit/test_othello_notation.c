/* SPDX-License-Identifier: MIT
 *
 * Othello in text: what is read, what is written, and every message for what is not.
 */
#include "cmocka_all.h"

#include <flank/flank.h>

#include "core/random.h"
#include "core/error.h"

static const flank_rules rules = {{0}};

static const flank_game *game(void) { return flank_game_find("othello"); }

/* The position after f5, white to move, in every form. */
#define AFTER_F5 "---------------------------OX------XXX-------------------------- O"

/* The same as people paste it. */
#define EMPTY_LINE "- - - - - - - -\n"
#define EIGHT_LINES                                                                                                    \
    EMPTY_LINE EMPTY_LINE EMPTY_LINE "- - - o x - - -\n- - - x x x - -\n" EMPTY_LINE EMPTY_LINE EMPTY_LINE " o ;"

static void test_styles_read_the_same_position(void **state)
{
    (void)state;
    static const char *const texts[] = {
        AFTER_F5,
        " " AFTER_F5 ";\n",
        "...........................wb......bbb.......................... W",
        "...........................1*......000..........................1",
        EIGHT_LINES,
        "8/8/8/3ppp2/3Pp3/8/8/8 w - - 0 1",
        "8/8/8/3ppp2/3Pp3/8/8/8 w",
        "8/8/44/111ppp11/3Pp3/8/8/8  w  -",
        "0x0000000008000000 0x0000003810000000 O",
        "8000000 0X3810000000 w",
    };
    static const struct {
        const char *style, *text;
    } written[] = {
        {NULL, AFTER_F5},
        {"board", AFTER_F5},
        {"fen", "8/8/8/3ppp2/3Pp3/8/8/8 w - - 0 1"},
        {"hex", "0x0000000008000000 0x0000003810000000 O"},
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        flank_position position;
        flank_error error = {0};
        if (flank_position_parse(game(), texts[i], &position, &error))
            fail_msg("%s: %s", texts[i], error_english(&error));
        for (size_t w = 0; w < sizeof written / sizeof *written; w++) {
            char text[FLANK_POSITION_TEXT_SIZE];
            assert_int_equal(flank_position_format(game(), &position, written[w].style, text), FLANK_OK);
            assert_string_equal(text, written[w].text);
        }
    }
}

/* Two bitboards without a side: black is to move. */
static void test_hex_without_a_side(void **state)
{
    (void)state;
    flank_position position, start = flank_game_start(game());
    assert_int_equal(flank_position_parse(game(), "0000000810000000 0000001008000000", &position, NULL), FLANK_OK);
    assert_true(flank_position_equal(position, start));
    assert_int_not_equal(flank_position_parse(game(), "1 e6", &position, NULL), FLANK_OK);
    assert_int_not_equal(flank_position_parse(game(), "e6f4 d3c5", &position, NULL), FLANK_OK);
    assert_int_equal(flank_position_parse(game(), "0x1 0xe6", &position, NULL), FLANK_OK);
}

/* Unusual, but positions: no disc, one colour only, a full board, a side to move without a move. */
static void test_unusual_positions_are_accepted(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        bool over;
    } cases[] = {
        {"0x0 0x0 X", true},
        {"0x0 0x1 X", true},
        {"0xffffffff00000000 0x00000000ffffffff O", true},
        {"0x1 0x4 X", true},                                                          /* X-O: nobody can move */
        {"0x4 0x2 X", false},                                                         /* -OX: a1 is a move */
        {"WWWWB---WWWB----WWB-----WB--------------------------------------B", false}, /* UVa 220: must pass */
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        flank_position position;
        assert_int_equal(flank_position_parse(game(), cases[i].text, &position, NULL), FLANK_OK);
        assert_int_equal(flank_game_outcome(game(), &rules, &position).over, cases[i].over);
    }
}

static void test_format_then_parse_is_the_identity(void **state)
{
    (void)state;
    random_state random = {8};
    for (int round = 0; round < 100; round++) {
        flank_position position = flank_game_start(game());
        flank_move moves[FLANK_MOVES_MAX];
        for (size_t count = 1; count != 0;) {
            count = flank_game_moves(game(), &rules, &position, moves);
            char text[FLANK_POSITION_TEXT_SIZE];
            for (const char *const *style = flank_game_position_styles(game()); *style; style++) {
                flank_position again;
                assert_int_equal(flank_position_format(game(), &position, *style, text), FLANK_OK);
                assert_int_equal(flank_position_parse(game(), text, &again, NULL), FLANK_OK);
                assert_true(flank_position_equal(position, again));
            }
            for (size_t i = 0; i < count; i++)
                for (const char *const *style = flank_game_move_styles(game()); *style; style++) {
                    flank_move again;
                    assert_int_equal(flank_move_format(game(), &rules, &position, moves[i], *style, text), FLANK_OK);
                    assert_int_equal(flank_move_parse(game(), &rules, &position, text, &again, NULL), FLANK_OK);
                    assert_true(flank_move_equal(moves[i], again));
                }
            if (count)
                position = flank_game_play(game(), &rules, &position, moves[random_below(&random, (uint32_t)count)]);
        }
    }
}

static void test_unknown_style(void **state)
{
    (void)state;
    char text[FLANK_POSITION_TEXT_SIZE];
    flank_position start = flank_game_start(game());
    flank_move move = {.from = FLANK_NO_SQUARE, .to = 19};
    assert_int_equal(flank_position_format(game(), &start, "pgn", text), FLANK_UNKNOWN_STYLE);
    assert_int_equal(flank_move_format(game(), &rules, &start, move, "pgn", text), FLANK_UNKNOWN_STYLE);
}

#define FULL_ROWS_7                                                                                                    \
    "XXXXXXXX"                                                                                                         \
    "XXXXXXXX"                                                                                                         \
    "XXXXXXXX"                                                                                                         \
    "XXXXXXXX"                                                                                                         \
    "XXXXXXXX"                                                                                                         \
    "XXXXXXXX"                                                                                                         \
    "XXXXXXXX"

static void test_bad_positions(void **state)
{
    (void)state;
    static const struct {
        const char *text, *message;
        size_t offset;
    } cases[] = {
        {"", "expected X, O or - for a1, found the end", 0},
        {" XO?", "expected X, O or - for c1, found '?'", 3},
        {FULL_ROWS_7 "XXXXXXX X", "expected X or O for the side to move, found the end", 65},
        {FULL_ROWS_7 "XXXXXXXX", "expected X or O for the side to move, found the end", 64},
        {FULL_ROWS_7 "XXXXXXXX-", "expected X or O for the side to move, found '-'", 64},
        {FULL_ROWS_7 "XXXXXXXX X O", "expected nothing after the side to move, found 'O'", 67},
        {FULL_ROWS_7 "XXXXXXXX X; a1:+2", "expected nothing after the side to move, found 'a'", 68},
        {FULL_ROWS_7 "XXXXXX\xc3\xa9 X", "expected X, O or - for g8, found byte 0xc3", 62},
        {"8/8/8/3Qp3/3pP3/8/8/8 w", "expected p, P or a digit from 1 to 8, found 'Q'", 7},
        {"8/8/8/3Pp/3pP3/8/8/8 w", "expected p, P or a digit from 1 to 8, found '/'", 9},
        {"8/8/8/3Pp4/3pP3/8/8/8 w", "row 5 has more than 8 squares", 9},
        {"8/8/8/8p/8/8/8/8 w", "expected '/' after eight squares, found 'p'", 7},
        {"8/8/8/8", "expected '/' after eight squares, found the end", 7},
        {"8/8/8/8/8/8/8/8", "expected a blank and b or w for the side to move, found the end", 15},
        {"8/8/8/8/8/8/8/8b", "expected a blank and b or w for the side to move, found 'b'", 15},
        {"8/8/8/8/8/8/8/8 X", "expected a blank and b or w for the side to move, found 'X'", 16},
        {"8/8/8/8/8/8/8/8 w - - 0 1 7", "expected at most '- - 0 1' after the side to move, found '7'", 26},
        {"8/8/8/8/8/8/8/8 w KQkq", "expected at most '- - 0 1' after the side to move, found 'K'", 18},
        {"0x3 0x6 X", "both players have a disc on b1", 0},
        {"0x1 0x2 -", "expected X or O for the side to move, found '-'", 8},
        {"0x1 0x2 X 0x3", "expected nothing after the side to move, found ' '", 9},
        {"0x12345678901234567 0x0 X", "expected X, O or - for d1, found '2'", 3},
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

/* White to move has no move, black has: UVa 220, second game of the sample, with the colours exchanged. */
static const char *const must_pass = "BBBBW---BBBW----BBW-----BW--------------------------------------W";
static const char *const is_over = "XXXXXXXX-------------------------------------------------------- O";

static void test_moves(void **state)
{
    (void)state;
    static const struct {
        const char *position, *text;
        int to;
    } cases[] = {
        {"startpos", "f5", 37},          {"startpos", " F5\n", 37},     {"startpos", "P@d3", 19},
        {"startpos", "p@D3", 19},        {"startpos", "(3,4)", 19},     {NULL, "pass", FLANK_NO_SQUARE},
        {NULL, "PASS", FLANK_NO_SQUARE}, {NULL, "pa", FLANK_NO_SQUARE}, {NULL, "PA", FLANK_NO_SQUARE},
        {NULL, "ps", FLANK_NO_SQUARE},   {NULL, "--", FLANK_NO_SQUARE}, {NULL, "@@@@", FLANK_NO_SQUARE},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        flank_position position;
        flank_move move;
        flank_error error = {0};
        const char *text = cases[i].position ? cases[i].position : must_pass;
        assert_int_equal(flank_position_parse(game(), text, &position, NULL), FLANK_OK);
        if (flank_move_parse(game(), &rules, &position, cases[i].text, &move, &error))
            fail_msg("%s: %s", cases[i].text, error_english(&error));
        assert_int_equal(move.to, cases[i].to);
        assert_int_equal(move.from, FLANK_NO_SQUARE);
        assert_int_equal(move.captured, 0);
    }
}

static void test_move_styles(void **state)
{
    (void)state;
    static const struct {
        const char *style, *square, *pass;
    } cases[] = {
        {NULL, "f5", "pass"},     {"square", "f5", "pass"}, {"upper", "F5", "PA"},
        {"drop", "P@f5", "@@@@"}, {"uva", "(5,6)", "pass"},
    };
    flank_position start = flank_game_start(game()), stuck;
    assert_int_equal(flank_position_parse(game(), must_pass, &stuck, NULL), FLANK_OK);
    flank_move square = {.from = FLANK_NO_SQUARE, .to = 37}, pass = {.from = FLANK_NO_SQUARE, .to = FLANK_NO_SQUARE};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[FLANK_MOVE_TEXT_SIZE];
        assert_int_equal(flank_move_format(game(), &rules, &start, square, cases[i].style, text), FLANK_OK);
        assert_string_equal(text, cases[i].square);
        assert_int_equal(flank_move_format(game(), &rules, &stuck, pass, cases[i].style, text), FLANK_OK);
        assert_string_equal(text, cases[i].pass);
    }
}

static void test_bad_moves(void **state)
{
    (void)state;
    const struct {
        const char *position, *text, *message;
        flank_status status;
    } cases[] = {
        {"startpos", "", "'' is not a square from a1 to h8 or 'pass'", FLANK_BAD_MOVE},
        {"startpos", "i5", "'i5' is not a square from a1 to h8 or 'pass'", FLANK_BAD_MOVE},
        {"startpos", "a9", "'a9' is not a square from a1 to h8 or 'pass'", FLANK_BAD_MOVE},
        {"startpos", "f5d6", "'f5d6' is not a square from a1 to h8 or 'pass'", FLANK_BAD_MOVE},
        {"startpos", "P@", "'P@' is not a square from a1 to h8 or 'pass'", FLANK_BAD_MOVE},
        {"startpos", "(0,4)", "'(0,4)' is not a square from a1 to h8 or 'pass'", FLANK_BAD_MOVE},
        {"startpos", "(3,4", "'(3,4' is not a square from a1 to h8 or 'pass'", FLANK_BAD_MOVE},
        {"startpos", "a\tb", "'a?b' is not a square from a1 to h8 or 'pass'", FLANK_BAD_MOVE},
        {"startpos", "a name far too long for a message",
         "'a name far too long for' is not a square from a1 to h8 or 'pass'", FLANK_BAD_MOVE},
        {"startpos", "d4", "d4 is not legal here: it is occupied", FLANK_ILLEGAL_MOVE},
        {"startpos", "A1", "a1 is not legal here: it turns no disc", FLANK_ILLEGAL_MOVE},
        {"startpos", "pass", "a pass is not legal here: d3 is a move", FLANK_ILLEGAL_MOVE},
        {must_pass, "a8", "a8 is not legal here: there is no move but a pass", FLANK_ILLEGAL_MOVE},
        {is_over, "a2", "the game is over", FLANK_ILLEGAL_MOVE},
        {is_over, "pass", "the game is over", FLANK_ILLEGAL_MOVE},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        flank_position position;
        flank_move move = {.to = 9}, before = move;
        flank_error error = {0};
        assert_int_equal(flank_position_parse(game(), cases[i].position, &position, NULL), FLANK_OK);
        assert_int_equal(flank_move_parse(game(), &rules, &position, cases[i].text, &move, &error), cases[i].status);
        assert_string_equal(error_english(&error), cases[i].message);
        assert_true(flank_move_equal(move, before));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_styles_read_the_same_position),
        cmocka_unit_test(test_hex_without_a_side),
        cmocka_unit_test(test_unusual_positions_are_accepted),
        cmocka_unit_test(test_format_then_parse_is_the_identity),
        cmocka_unit_test(test_unknown_style),
        cmocka_unit_test(test_bad_positions),
        cmocka_unit_test(test_moves),
        cmocka_unit_test(test_move_styles),
        cmocka_unit_test(test_bad_moves),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
