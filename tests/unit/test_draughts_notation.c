/* SPDX-License-Identifier: MIT
 *
 * Turkish draughts in text: every style is read and written, what is written reads back as the same, and every refusal
 * says why.
 */
#include "cmocka_all.h"

#include "core/bits.h"
#include "core/random.h"
#include "core/error.h"

#include <flank/flank.h>

#include <stdio.h>
#include <string.h>

static const flank_game *game(void) { return flank_game_find("draughts"); }

static flank_rules rules_of(const char *text)
{
    flank_rules rules = {{0}};
    assert_int_equal(flank_rules_parse(game(), text, &rules, NULL), FLANK_OK);
    return rules;
}

static flank_position parse(const char *text)
{
    flank_position position = {0};
    flank_error error = {0};
    if (flank_position_parse(game(), text, &position, &error))
        fail_msg("%s: %s", text, error_english(&error));
    return position;
}

/* ---- Positions ---- */

static void test_positions_in_every_style(void **state)
{
    (void)state;
    static const struct {
        const char *fen, *numeric, *hub, *board;
    } cases[] = {
        {"W:Wa2,b2,c2,d2,e2,f2,g2,h2,a3,b3,c3,d3,e3,f3,g3,h3:Ba6,b6,c6,d6,e6,f6,g6,h6,a7,b7,c7,d7,e7,f7,g7,h7",
         "W:W41-56:B9-24", "Weeeeeeeebbbbbbbbbbbbbbbbeeeeeeeeeeeeeeeewwwwwwwwwwwwwwwweeeeeeee",
         "--------bbbbbbbbbbbbbbbb----------------wwwwwwwwwwwwwwww-------- W"},
        {"B:Wa2,b2,Kc4:BKh1,d6,Ke8", "B:WK35,49,50:BK5,20,K64",
         "BeeeeBeeeeeeeeeeeeeebeeeeeeeeeeeeeeWeeeeeeeeeeeeewweeeeeeeeeeeeeB",
         "----B--------------b--------------W-------------ww-------------B B"},
        {"B:W:Ba7,Kb7", "B:W:B9,K10", "BeeeeeeeebBeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee",
         "--------bB------------------------------------------------------ B"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *const texts[] = {cases[i].fen, cases[i].numeric, cases[i].hub, cases[i].board};
        const char *const *styles = flank_game_position_styles(game());
        flank_position position = parse(texts[0]);
        for (size_t s = 0; s < 4; s++) {
            char written[FLANK_POSITION_TEXT_SIZE];
            assert_true(flank_position_equal(parse(texts[s]), position));
            assert_int_equal(flank_position_format(game(), &position, styles[s], written), FLANK_OK);
            assert_string_equal(written, texts[s]);
        }
    }
}

static void test_forms_that_are_only_read(void **state)
{
    (void)state;
    static const char *const same[][2] = {
        {"W:Bd6,Ke8:Wa2,Kc4", "W:Wa2,Kc4:Bd6,Ke8"},        /* lists in either order */
        {"W:Wa2:Bd6:WKc4:BKe8", "W:Wa2,Kc4:Bd6,Ke8"},      /* in several lists */
        {"w:wA2,kC4:bD6,kE8.", "W:Wa2,Kc4:Bd6,Ke8"},       /* small and capital letters, the final dot of older files */
        {"B:WK1-3:B33-34,40", "B:WKa8,Kb8,Kc8:Ba4,b4,h4"}, /* ranges of kings and of two */
        {"W:W:Ba7.", "W:W:Ba7"},
        {".......B..............................................w......... b", "B:Wg2:BKh8"},
        {"-------B----------------------------------------------e--------w   w", "W:Wh1:BKh8"},
    };
    for (size_t i = 0; i < sizeof same / sizeof *same; i++)
        assert_true(flank_position_equal(parse(same[i][0]), parse(same[i][1])));
}

#define EMPTY_RANKS "----------------------------------------------------------------"

static void test_refused_positions(void **state)
{
    (void)state;
    static const struct {
        const char *text, *message;
        size_t offset;
    } cases[] = {
        {"", "expected a FEN (W:Wa2,Kb4:Bc7), a Hub string of 65 letters, or 64 squares and the side", 0},
        {"-------", "expected a FEN (W:Wa2,Kb4:Bc7), a Hub string of 65 letters, or 64 squares and the side", 0},
        {"--------", "expected w, W, b, B or - for a7, found the end", 8},
        {"-------x", "expected a FEN (W:Wa2,Kb4:Bc7), a Hub string of 65 letters, or 64 squares and the side", 0},
        {"hello", "expected a FEN (W:Wa2,Kb4:Bc7), a Hub string of 65 letters, or 64 squares and the side", 0},
        {"?:Wa2:Bb7", "expected W or B for the side to move, found '?'", 0},
        {"W:a2:Bb7", "expected W or B before a list of squares, found 'a'", 2},
        {"W:Wa2", "expected ':B' and the black pieces, found the end", 5},
        {"W:Ba7", "expected ':W' and the white pieces, found the end", 5},
        {"W:Wa2,i3:Bb7", "expected a square (a1..h8 or 1..64), found 'i'", 6},
        {"W:Wa9:Bb7", "expected a square (a1..h8 or 1..64), found 'a'", 3},
        {"W:W65:Bb7", "expected a square (a1..h8 or 1..64), found '6'", 3},
        {"W:Wa2,:Bb7", "expected a square (a1..h8 or 1..64), found ':'", 6},
        {"W:WK:Bb7", "expected a square after K, found ':'", 4},
        {"W:Wa2a3:Bb7", "expected a comma, a colon or the end, found 'a'", 5},
        {"W:Wa2:Bb7. x", "expected a comma, a colon or the end, found ' '", 10},
        {"W:Wa2:Bb7,a2", "there are two pieces on a2", 10},
        {"W:W41-44,43:B9", "there are two pieces on c3", 9},
        {"W:W44-41:B9", "a range goes up, as in 41-56", 3},
        {"W:W44-:B9", "a range goes up, as in 41-56", 3},
        {"W:Wa2,a8:Bb7", "a white man on a8 would be a king", 6},
        {"W:Wa2:Bc1", "a black man on c1 would be a king", 7},
        {"W:W30-50:B9", "more than 20 white pieces", 3},
        {"W:W:B", "there is no piece on the board", 0},
        {"xeeeeBeeeeeeeeeeeeeebeeeeeeeeeeeeeeWeeeeeeeeeeeeewweeeeeeeeeeeeeB",
         "expected W or B for the side to move, found 'x'", 0},
        {"BeeeeBeeeeeeeeeeeeeebeeeeeeeeeeeeeeWeeeeeeeeeeeeewweeeeeeeeeeeeex",
         "expected w, W, b, B or - for h1, found 'x'", 64},
        {EMPTY_RANKS, "expected W or B for the side to move, found the end", 64},
        {EMPTY_RANKS " W", "there is no piece on the board", 0},
        {"w---------------------------------------------------------------- W", "a white man on a8 would be a king", 0},
        {"--------b------------------------------------------------------- W1",
         "expected nothing after the side to move, found '1'", 66},
        {"--------b--------------- W", "expected w, W, b, B or - for a5, found ' '", 24},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        flank_position position = {.own = 1};
        flank_error error = {0};
        assert_int_equal(flank_position_parse(game(), cases[i].text, &position, &error), FLANK_BAD_POSITION);
        assert_string_equal(error_english(&error), cases[i].message);
        if (error.offset != cases[i].offset)
            fail_msg("%s: offset %zu", cases[i].text, error.offset);
        assert_int_equal(position.own, 1);
    }
}

/* ---- Moves ---- */

#define EXAMPLE_3 "B:Wc5,a4,g4,a3,b3,c3,f3,h3,b2,e2,g2:BKc8,a7,d7,e7,f7,g7,e6,f6,g6,e5"
/* The king goes round by g3 or by h3 to the same three squares of rank 8. */
#define TWO_WAYS "W:WKb3:Be3,e4,g4,h6,d8"

static void test_moves_in_every_style(void **state)
{
    (void)state;
    static const struct {
        const char *fen, *rules, *pdn, *path, *tudaf, *numeric, *hub;
    } cases[] = {
        {"startpos", "", "a3-a4", "a3-a4", "a3-a4", "41-33", "41-33"},
        {"W:We6,c2:Be7,h5", "", "e6xe8", "e6xe8", "e6xe7", "21x5", "21x5x13"},
        {EXAMPLE_3, "", "c8xa2", "c8xc4xc2xf2xf4xh4xh2xf2xa2", "c8xc5xc3xe2xf3xg4xh3xg2xb2", "3x49",
         "3x49x27x43x53x46x39x48x55x50"},
        {TWO_WAYS, "", "b3xg3xg8xc8", "b3xg3xg8xc8", "b3xe3xg4xd8\u2192c8", "42x47x7x3", "42x3x45x39x4"},
        /* The captured squares of a king tell its target only with an arrow. */
        {"W:WKa1,h1:Ba3,h8", "", "a1xa5", "a1xa5", "a1xa3\u2192a5", "57x25", "57x25x41"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *const texts[] = {cases[i].pdn, cases[i].path, cases[i].tudaf, cases[i].numeric, cases[i].hub};
        const char *const *styles = flank_game_move_styles(game());
        flank_rules rules = rules_of(cases[i].rules);
        flank_position position = parse(cases[i].fen);
        flank_move move, first;
        for (size_t s = 0; s < 5; s++) {
            char written[FLANK_MOVE_TEXT_SIZE];
            flank_error error = {0};
            if (flank_move_parse(game(), &rules, &position, texts[s], &move, &error))
                fail_msg("%s: %s", texts[s], error_english(&error));
            if (s == 0)
                first = move;
            assert_true(flank_move_equal(move, first));
            assert_int_equal(flank_move_format(game(), &rules, &position, move, styles[s], written), FLANK_OK);
            assert_string_equal(written, texts[s]);
        }
    }
}

static void test_move_forms_that_are_only_read(void **state)
{
    (void)state;
    static const struct {
        const char *fen, *text, *same;
    } cases[] = {
        {"W:We6,c2:Be7,h5", "e6:e8", "e6xe8"},
        {"W:We6,c2:Be7,h5", "E6XE8", "e6xe8"},
        {"W:We6,c2:Be7,h5", "e6xe7->e8", "e6xe8"},
        {"startpos", "A3-A4", "a3-a4"},
        {EXAMPLE_3, "c8xa2xb2xg2xh3xg4xf3xe2xc3xc5", "c8xa2"}, /* Hub in any order */
        /* Some of the landings. */
        {EXAMPLE_3, "c8xc4xa2", "c8xa2"},
        {EXAMPLE_3, "c8xf4xh4xa2", "c8xa2"},
        {TWO_WAYS, "b3xg3xc8", "b3xg3xg8xc8"},
        {TWO_WAYS, "b3xh8xc8", "b3xh3xh8xc8"},
        /* Any landing between two victims on one line will do. */
        {"W:WKa1,h1:Ba3,a7,h8", "a1xa4xa8", "a1xa8"},
        {"W:WKa1,h1:Ba3,a7,h8", "a1xa5xa8", "a1xa8"},
        {"W:WKa1,h1:Ba3,a7,h8", "a1xa6xa8", "a1xa8"},
    };
    flank_rules rules = rules_of("");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        flank_position position = parse(cases[i].fen);
        flank_move move, same;
        flank_error error = {0};
        if (flank_move_parse(game(), &rules, &position, cases[i].text, &move, &error))
            fail_msg("%s: %s", cases[i].text, error_english(&error));
        assert_int_equal(flank_move_parse(game(), &rules, &position, cases[i].same, &same, NULL), FLANK_OK);
        assert_true(flank_move_equal(move, same));
    }
}

static void test_refused_moves(void **state)
{
    (void)state;
    static const struct {
        const char *fen, *rules, *text;
        flank_status status;
        const char *message;
        size_t offset;
    } cases[] = {
        {"startpos", "", "", FLANK_BAD_MOVE, "expected a square (a1..h8 or 1..64), found the end", 0},
        {"startpos", "", "z3-a4", FLANK_BAD_MOVE, "expected a square (a1..h8 or 1..64), found 'z'", 0},
        {"startpos", "", "a3", FLANK_BAD_MOVE, "expected - or x after the first square, found the end", 2},
        {"startpos", "", "a3.a4", FLANK_BAD_MOVE, "expected - or x after the first square, found '.'", 2},
        {"startpos", "", "a3->a4", FLANK_BAD_MOVE, "expected - or x after the first square, found '-'", 2},
        {"startpos", "", "a3-", FLANK_BAD_MOVE, "expected a square (a1..h8 or 1..64), found the end", 3},
        {"startpos", "", "a3-a4-a5", FLANK_BAD_MOVE, "expected the end, found '-'", 5},
        {"startpos", "", "a3xa4-a5", FLANK_BAD_MOVE, "expected x or the end, found '-'", 5},
        {"startpos", "", "a3xa4->a5xa6", FLANK_BAD_MOVE, "expected nothing after the target, found 'x'", 9},
        {"startpos", "", "a3-a5", FLANK_ILLEGAL_MOVE, "the piece on a3 cannot move to a5", 0},
        {"startpos", "", "a4-a5", FLANK_ILLEGAL_MOVE, "there is no white piece on a4", 0},
        {"startpos", "", "a6-a5", FLANK_ILLEGAL_MOVE, "there is no white piece on a6", 0},
        {"startpos", "", "a3xa5", FLANK_ILLEGAL_MOVE, "there is nothing to capture", 0},
        {"W:Wa4:Bh6", "", "a4-a5", FLANK_ILLEGAL_MOVE, "the game is over", 0},
        {"B:Wa2:B", "", "a4-a5", FLANK_ILLEGAL_MOVE, "the game is over", 0},
        {"W:Wa2,e4:Ba3,e5,e7", "", "a2xa4", FLANK_ILLEGAL_MOVE,
         "this capture is not legal here: a capture of 2 pieces must be made", 0},
        {"W:Wa2,e4:Ba3,h7", "", "e4-e5", FLANK_ILLEGAL_MOVE,
         "a move without capture is not legal here: a capture of 1 piece must be made", 0},
        {"W:Wa2,e4:Ba3,e5,e7", "majority=no", "e4xe6", FLANK_ILLEGAL_MOVE,
         "this capture is not legal here: a capture must be made, to its end", 0},
        {"W:We6,c2:Be7,h5", "", "e6-e8", FLANK_ILLEGAL_MOVE, "e6 to e8 is a capture: write it with x", 0},
        {"W:WKa1,h1:Ba3,h8", "", "a1xa3", FLANK_AMBIGUOUS_MOVE,
         "this fits 5 captures; write every landing, as in a1xa4", 0},
        {EXAMPLE_3, "", "c8xf4xc4xa2", FLANK_ILLEGAL_MOVE,
         "this capture is not legal here: a capture of 8 pieces must be made", 0},
        {TWO_WAYS, "", "b3xc8", FLANK_AMBIGUOUS_MOVE, "this fits 2 captures; write every landing, as in b3xg3xg8xc8",
         0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        flank_rules rules = rules_of(cases[i].rules);
        flank_position position = parse(cases[i].fen);
        flank_move move = {.from = 77};
        flank_error error = {0};
        int status = flank_move_parse(game(), &rules, &position, cases[i].text, &move, &error);
        if (strcmp(error_english(&error), cases[i].message) != 0 || status != cases[i].status ||
            error.offset != cases[i].offset)
            fail_msg("%s %s: %d at %zu: %s", cases[i].fen, cases[i].text, status, error.offset, error_english(&error));
        assert_int_equal(move.from, 77);
    }
}

/* ---- Written moves read back ---- */

typedef struct check_tally {
    int positions, moves, long_forms, arrows;
} check_tally;

static void check_all_styles(const flank_rules *rules, const flank_position *position, check_tally *tally)
{
    char text[FLANK_MOVE_TEXT_SIZE > FLANK_POSITION_TEXT_SIZE ? FLANK_MOVE_TEXT_SIZE : FLANK_POSITION_TEXT_SIZE];
    for (const char *const *style = flank_game_position_styles(game()); *style; style++) {
        assert_int_equal(flank_position_format(game(), position, *style, text), FLANK_OK);
        assert_true(flank_position_equal(parse(text), *position));
    }
    tally->positions++;
    flank_move moves[FLANK_MOVES_MAX];
    size_t count = flank_game_moves(game(), rules, position, moves);
    for (size_t i = 0; i < count && i < 40; i++)
        for (const char *const *style = flank_game_move_styles(game()); *style; style++) {
            flank_move read;
            flank_error error = {0};
            assert_int_equal(flank_move_format(game(), rules, position, moves[i], *style, text), FLANK_OK);
            if (flank_move_parse(game(), rules, position, text, &read, &error) || !flank_move_equal(read, moves[i])) {
                char fen[FLANK_POSITION_TEXT_SIZE];
                flank_position_format(game(), position, NULL, fen);
                fail_msg("%s: %s %s: %s", fen, *style, text, error_english(&error));
            }
            tally->moves++;
            tally->long_forms += strcmp(*style, "pdn") == 0 && strlen(text) > 5;
            tally->arrows += strstr(text, "\u2192") != NULL;
        }
}

static const char *const variants[] = {"", "promotion=at_once", "majority=no", "promotion=at_once,majority=no"};

static void test_random_games_read_back(void **state)
{
    (void)state;
    random_state random = {3};
    check_tally tally = {0};
    for (int played = 0; played < 24; played++) {
        flank_rules rules = rules_of(variants[played % 4]);
        flank_position position = flank_game_start(game());
        for (int ply = 0; ply < 120; ply++) {
            flank_move moves[FLANK_MOVES_MAX];
            size_t count = flank_game_moves(game(), &rules, &position, moves);
            if (count == 0)
                break;
            check_all_styles(&rules, &position, &tally);
            position = flank_game_play(game(), &rules, &position, moves[random_below(&random, (uint32_t)count)]);
        }
    }
    assert_in_range(tally.positions, 800, 10000);
}

/* Kings in a crowd: captures that share origin and target, and victims that leave the target open. */
static void test_ambiguous_captures_read_back(void **state)
{
    (void)state;
    random_state random = {4};
    check_tally tally = {0};
    for (int i = 0; i < 1000; i++) {
        flank_position position = {.color = (uint8_t)(i & 1)};
        for (int piece = 0; piece < 12; piece++)
            position.other |= bit(random_below(&random, 64));
        for (int piece = 0; piece < 3; piece++)
            position.own |= bit(random_below(&random, 64)) & ~position.other;
        if (!position.own)
            continue;
        position.kings = position.own | position.other;
        flank_rules rules = rules_of(variants[i % 4]);
        check_all_styles(&rules, &position, &tally);
    }
    assert_true(tally.long_forms > 150 && tally.arrows > 150);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_positions_in_every_style),
        cmocka_unit_test(test_forms_that_are_only_read),
        cmocka_unit_test(test_refused_positions),
        cmocka_unit_test(test_moves_in_every_style),
        cmocka_unit_test(test_move_forms_that_are_only_read),
        cmocka_unit_test(test_refused_moves),
        cmocka_unit_test(test_random_games_read_back),
        cmocka_unit_test(test_ambiguous_captures_read_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
