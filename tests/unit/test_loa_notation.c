/* SPDX-License-Identifier: MIT
 *
 * Positions and moves of Lines of Action in text: every form, every message, and that reading undoes writing.
 */
#include "cmocka_all.h"

#include "core/random.h"
#include "core/error.h"

#include <flank/flank.h>

#include <string.h>

static const flank_game *loa(void) { return flank_game_find("loa"); }

static void test_a_position_in_every_form(void **state)
{
    (void)state;
    static const char *const forms[] = {
        "1xxxxxx1/o6o/o6o/o6o/o6o/o6o/o6o/1xxxxxx1 x",
        "1XXXXXX1/O6O/O6O/O6O/O6O/O6O/O6O/1XXXXXX1 X",
        "-XXXXXX-O------OO------OO------OO------OO------OO------O-XXXXXX- X",
        ".bbbbbb.\nw......w\nw......w\nw......w\nw......w\nw......w\nw......w\n.bbbbbb.\nb",
        ".bbbbbb.\r\nw......w\r\nw......w\r\nw......w\r\nw......w\r\nw......w\r\nw......w\r\n.bbbbbb. b\r\n",
        "1******1 / o33o / o6o/o51oo6oo6o/o6o/1xxxxxx1x",
        " startpos ",
    };
    flank_position start = flank_game_start(loa()), position;
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        flank_error error = {0};
        memset(&position, 0xff, sizeof position);
        if (flank_position_parse(loa(), forms[i], &position, &error))
            fail_msg("%s: %s", forms[i], error_english(&error));
        assert_true(flank_position_equal(start, position));
    }
    char text[FLANK_POSITION_TEXT_SIZE];
    flank_position_format(loa(), &start, NULL, text);
    assert_string_equal(text, forms[0]);
    flank_position_format(loa(), &start, "board", text);
    assert_string_equal(text, forms[2]);
}

static void test_row_8_comes_first(void **state)
{
    (void)state;
    flank_position position;
    assert_int_equal(flank_position_parse(loa(), "x7/8/8/8/8/8/8/7o o", &position, NULL), FLANK_OK);
    assert_int_equal(position.other, UINT64_C(1) << 56); /* a8 */
    assert_int_equal(position.own, UINT64_C(1) << 7);    /* h1 */
    assert_int_equal(position.color, FLANK_WHITE);
}

static void test_bad_positions_say_why(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        size_t offset;
        const char *message;
    } cases[] = {
        {"", 0, "expected x, o, - or 1 to 8 for a8, found the end"},
        {"1xxxxxx1/o6o/o6o", 16, "expected x, o, - or 1 to 8 for a5, found the end"},
        {"1xxxxxx1/o6o/o6?/o6o/o6o/o6o/o6o/1xxxxxx1 x", 15, "expected x, o, - or 1 to 8 for h6, found '?'"},
        {"9/8/8/8/8/8/8/8 x", 0, "expected x, o, - or 1 to 8 for a8, found '9'"},
        {"0x8/8/8/8/8/8/8/8 x", 0, "expected x, o, - or 1 to 8 for a8, found '0'"},
        {"8/x8/8/8/8/8/8/8 x", 3, "row 7 has more than 8 squares"},
        {"8/xx5/8/8/8/8/8/8 x", 5, "expected x, o, - or 1 to 8 for h7, found '/'"},
        {"8/xx 6/8/8/8/8/8/8 x", 4, "expected x, o, - or 1 to 8 for c7, found ' '"},
        {"8/8/8/8/8/8/8/8", 15, "expected x or o for the side to move, found the end"},
        {"8/8/8/8/8/8/8/8 -", 16, "expected x or o for the side to move, found '-'"},
        {"8/8/8/8/8/8/8/8/ x", 15, "expected x or o for the side to move, found '/'"},
        {"8/8/8/8/8/8/8/8 x 1", 17, "expected nothing after the side to move, found ' '"},
        {"  8/8/8/8/8/8/8/8 black", 19, "expected nothing after the side to move, found 'l'"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        flank_position position = {.own = 5}, before = position;
        flank_error error = {0};
        assert_int_equal(flank_position_parse(loa(), cases[i].text, &position, &error), FLANK_BAD_POSITION);
        assert_string_equal(error_english(&error), cases[i].message);
        assert_int_equal(error.offset, cases[i].offset);
        assert_true(flank_position_equal(position, before));
    }
}

static void test_a_move_in_every_form(void **state)
{
    (void)state;
    static const char *const quiet[] = {"b1-b3", "b1b3", "B1B3", "B1-B3+", "b1b3++!?#", " b1-b3 "};
    static const char *const capture[] = {"c1xa3", "c1:a3", "C1XA3", "c1-a3", "c1a3", "c1:a3++"};
    static const struct {
        const char *style, *quiet, *capture;
    } written[] = {{NULL, "b1-b3", "c1xa3"}, {"sgf", "b1-b3", "c1:a3"}, {"plain", "b1b3", "c1a3"}};
    flank_position start = flank_game_start(loa());
    flank_rules rules = {{0}};
    flank_move move, taking;
    for (size_t i = 0; i < sizeof quiet / sizeof *quiet; i++) {
        assert_int_equal(flank_move_parse(loa(), &rules, &start, quiet[i], &move, NULL), FLANK_OK);
        assert_true(move.from == 1 && move.to == 17 && move.captured == 0);
        assert_int_equal(flank_move_parse(loa(), &rules, &start, capture[i], &taking, NULL), FLANK_OK);
        assert_true(taking.from == 2 && taking.to == 16 && taking.captured == UINT64_C(1) << 16);
    }
    for (size_t i = 0; i < sizeof written / sizeof *written; i++) {
        char text[FLANK_MOVE_TEXT_SIZE];
        assert_int_equal(flank_move_format(loa(), &rules, &start, move, written[i].style, text), FLANK_OK);
        assert_string_equal(text, written[i].quiet);
        assert_int_equal(flank_move_format(loa(), &rules, &start, taking, written[i].style, text), FLANK_OK);
        assert_string_equal(text, written[i].capture);
    }
}

static void test_passes(void **state)
{
    (void)state;
    static const char *const forms[] = {"pass", "PASS", "Pass", "--"};
    flank_position stuck, start = flank_game_start(loa());
    flank_rules rules = {{0}};
    flank_error error = {0};
    flank_move move;
    char text[FLANK_MOVE_TEXT_SIZE];
    assert_int_equal(flank_position_parse(loa(), "6ox/6oo/8/8/8/8/oo6/xo2o3 x", &stuck, NULL), FLANK_OK);
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        assert_int_equal(flank_move_parse(loa(), &rules, &stuck, forms[i], &move, NULL), FLANK_OK);
        assert_true(flank_move_is_pass(move));
        assert_int_equal(flank_move_parse(loa(), &rules, &start, forms[i], &move, &error), FLANK_ILLEGAL_MOVE);
        assert_string_equal(error_english(&error), "a pass is only legal without a move to make");
    }
    assert_int_equal(flank_move_format(loa(), &rules, &stuck, move, NULL, text), FLANK_OK);
    assert_string_equal(text, "pass");
    rules.value[1] = 1; /* no_move=lose */
    assert_int_equal(flank_move_parse(loa(), &rules, &stuck, "pass", &move, &error), FLANK_ILLEGAL_MOVE);
    assert_string_equal(error_english(&error), "the game is over: no legal move");
}

static void test_bad_moves_say_why(void **state)
{
    (void)state;
    static const char startpos[] = "startpos", middle[] = "8/8/8/1o6/8/1x3o2/5x2/1x6 x";
    static const struct {
        const char *position, *text;
        flank_status status;
        const char *message;
    } cases[] = {
        {startpos, "", FLANK_BAD_MOVE, "'' is not a move such as b1-b3, c1xa3 or 'pass'"},
        {startpos, "b1", FLANK_BAD_MOVE, "'b1' is not a move such as b1-b3, c1xa3 or 'pass'"},
        {startpos, "b1-", FLANK_BAD_MOVE, "'b1-' is not a move such as b1-b3, c1xa3 or 'pass'"},
        {startpos, "b1-b9", FLANK_BAD_MOVE, "'b1-b9' is not a move such as b1-b3, c1xa3 or 'pass'"},
        {startpos, "i1-b3", FLANK_BAD_MOVE, "'i1-b3' is not a move such as b1-b3, c1xa3 or 'pass'"},
        {startpos, "b1--b3", FLANK_BAD_MOVE, "'b1--b3' is not a move such as b1-b3, c1xa3 or 'pass'"},
        {startpos, "b1-b3 x", FLANK_BAD_MOVE, "'b1-b3 x' is not a move such as b1-b3, c1xa3 or 'pass'"},
        {startpos, "passs", FLANK_BAD_MOVE, "'passs' is not a move such as b1-b3, c1xa3 or 'pass'"},
        {startpos, "resign", FLANK_BAD_MOVE, "'resign' is not a move such as b1-b3, c1xa3 or 'pass'"},
        {startpos, "b1xb3", FLANK_ILLEGAL_MOVE, "there is nothing to capture on b3"},
        {startpos, "b1:b3", FLANK_ILLEGAL_MOVE, "there is nothing to capture on b3"},
        {startpos, "a2-c2", FLANK_ILLEGAL_MOVE, "no black piece on a2"},
        {startpos, "d4-d5", FLANK_ILLEGAL_MOVE, "no black piece on d4"},
        {startpos, "b1-c3", FLANK_ILLEGAL_MOVE, "b1 and c3 are not on one line"},
        {startpos, "b1-b1", FLANK_ILLEGAL_MOVE, "b1 and b1 are not on one line"},
        {startpos, "b1-b4", FLANK_ILLEGAL_MOVE, "b1-b4 has length 3, but the number of pieces on that line is 2"},
        {middle, "b1-b4", FLANK_OK, ""},
        {middle, "b3-b6", FLANK_ILLEGAL_MOVE, "the white piece on b5 is in the way"},
        {"8/8/8/8/8/1x3o2/1o3x2/1x6 x", "b1-b4", FLANK_ILLEGAL_MOVE, "the white piece on b2 is in the way"},
        {"7o/8/8/8/8/1x3o2/5x2/1x6 x", "b1-b3", FLANK_ILLEGAL_MOVE, "a black piece stands on b3"},
        {"8/8/8/8/8/1x3o2/1x3x2/1x6 x", "b1-b4", FLANK_ILLEGAL_MOVE, "the game is over: all pieces are connected"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        flank_position position;
        flank_rules rules = {{0}};
        flank_move move;
        flank_error error = {0};
        assert_int_equal(flank_position_parse(loa(), cases[i].position, &position, NULL), FLANK_OK);
        flank_status status = flank_move_parse(loa(), &rules, &position, cases[i].text, &move, &error);
        assert_string_equal(error_english(&error), cases[i].message);
        assert_int_equal(status, cases[i].status);
    }
}

/* ---- Reading undoes writing ---- */

static void check_position_texts(const flank_position *position)
{
    const char *const *styles = flank_game_position_styles(loa());
    for (size_t i = 0; styles[i]; i++) {
        char text[FLANK_POSITION_TEXT_SIZE];
        flank_position again = {0};
        assert_int_equal(flank_position_format(loa(), position, styles[i], text), FLANK_OK);
        assert_int_equal(flank_position_parse(loa(), text, &again, NULL), FLANK_OK);
        assert_true(flank_position_equal(*position, again));
    }
}

static void check_move_texts(const flank_rules *rules, const flank_position *position, flank_move move)
{
    const char *const *styles = flank_game_move_styles(loa());
    for (size_t i = 0; styles[i]; i++) {
        char text[FLANK_MOVE_TEXT_SIZE];
        flank_move again = {0};
        assert_int_equal(flank_move_format(loa(), rules, position, move, styles[i], text), FLANK_OK);
        assert_int_equal(flank_move_parse(loa(), rules, position, text, &again, NULL), FLANK_OK);
        assert_true(flank_move_equal(move, again));
    }
}

static void test_random_games_survive_their_texts(void **state)
{
    (void)state;
    random_state random = {3};
    flank_rules rules = {{0}};
    for (int game = 0; game < 40; game++) {
        flank_position position = flank_game_start(loa());
        for (int ply = 0; ply < 120; ply++) {
            flank_move list[FLANK_MOVES_MAX];
            check_position_texts(&position);
            size_t count = flank_game_moves(loa(), &rules, &position, list);
            for (size_t i = 0; i < count; i++)
                check_move_texts(&rules, &position, list[i]);
            if (count == 0)
                break;
            position = flank_game_play(loa(), &rules, &position, list[random_below(&random, (uint32_t)count)]);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_position_in_every_form),
        cmocka_unit_test(test_row_8_comes_first),
        cmocka_unit_test(test_bad_positions_say_why),
        cmocka_unit_test(test_a_move_in_every_form),
        cmocka_unit_test(test_passes),
        cmocka_unit_test(test_bad_moves_say_why),
        cmocka_unit_test(test_random_games_survive_their_texts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
