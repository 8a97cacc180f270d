/* SPDX-License-Identifier: MIT
 *
 * The grader's parts: the table of points, the protocol, the opponents against slow and obvious versions of themselves,
 * and the limits of a contestant's program. tests/grade/check_grade.py covers the rules of the interface.
 */
#include "cmocka_all.h"

#include "contest/grade/grade.h"
#include "contest/grade/grade_endgame.h"
#include "contest/grade/grade_opponent.h"
#include "contest/grade/grade_protocol.h"
#include "games/othello/othello_board.h"

#include <stdio.h>
#include <string.h>

/* ---- Points ---- */

static void test_percents_are_the_problems_table(void **state)
{
    (void)state;
    static const int table[4][11] = {
        {100, 50, 30, 20, 10, 0, 0, 0, 0, 0, 0},
        {100, 80, 60, 40, 25, 10, 5, 0, 0, 0, 0},
        {100, 95, 90, 80, 70, 60, 40, 20, 10, 5, 0},
        {100, 100, 100, 98, 96, 92, 85, 70, 60, 40, 0},
    };
    int sum = 0;
    for (int opponent = 1; opponent <= 4; opponent++) {
        sum += grade_weight(opponent);
        for (int lost = 0; lost <= 10; lost++)
            assert_int_equal(grade_percent(opponent, lost), table[opponent - 1][lost]);
    }
    assert_int_equal(sum, 100);
}

static void test_a_draw_is_not_lost_and_a_breach_is(void **state)
{
    (void)state;
    assert_int_equal(grade_game_sign(&(grade_game){.discs = {32, 32}}), 0);
    assert_int_equal(grade_game_sign(&(grade_game){.discs = {33, 31}}), 1);
    assert_int_equal(grade_game_sign(&(grade_game){.discs = {33, 31}, .side = FLANK_WHITE}), -1);
    assert_int_equal(grade_game_sign(&(grade_game){.discs = {33, 31}, .breach = {.rule = GRADE_RULE_PASS}}), -1);
}

/* ---- Protocol ---- */

static void test_lines_of_the_protocol(void **state)
{
    (void)state;
    static const struct {
        const char *line;
        grade_call call;
    } lines[] = {
        {"flank-grade 1", {GRADE_CALL_READY, 0, 0}},
        {"move 2 3", {GRADE_CALL_MOVE, 2, 3}},
        {"move -1 -1", {GRADE_CALL_MOVE, -1, -1}},
        {"move -2147483648 2147483647", {GRADE_CALL_MOVE, INT32_MIN, INT32_MAX}},
        {"receive", {GRADE_CALL_RECEIVE, 0, 0}},
        {"return", {GRADE_CALL_RETURN, 0, 0}},
        {"memory", {GRADE_CALL_MEMORY, 0, 0}},
    };
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        grade_call call = {.kind = GRADE_CALL_MEMORY, .row = 99};
        char written[GRADE_LINE_SIZE];
        assert_true(grade_call_parse(lines[i].line, strlen(lines[i].line), &call));
        assert_memory_equal(&call, &lines[i].call, sizeof call);
        assert_int_equal(grade_call_format(call, written), strlen(lines[i].line) + 1);
        assert_memory_equal(written, lines[i].line, strlen(lines[i].line));
    }
}

static void test_other_lines_are_garbage(void **state)
{
    (void)state;
    static const char *const lines[] = {
        "",
        " ",
        "move",
        "move ",
        "move 2",
        "move 2 ",
        "move 2 3 ",
        "move 2  3",
        " move 2 3",
        "move 2,3",
        "move 02 3",
        "move -0 3",
        "move +2 3",
        "move 2 3\r",
        "move - 3",
        "moves 2 3",
        "move 2147483648 0",
        "move -2147483649 0",
        "move 99999999999999999999 0",
        "receive ",
        "Return",
        "return 0",
        "memory2",
        "flank-grade",
        "flank-grade 2",
    };
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        grade_call call;
        assert_false(grade_call_parse(lines[i], strlen(lines[i]), &call));
    }
}

/* ---- Opponents ---- */

/* A random position with at most `empties` empty squares and a legal move. */
static flank_position random_position(random_state *random, int empties)
{
    static const flank_rules rules;
    const flank_game *game = flank_game_find("othello");
    flank_move moves[FLANK_MOVES_MAX];
    for (;;) {
        flank_position position = flank_game_start(game);
        size_t count;
        while ((count = flank_game_moves(game, &rules, &position, moves)) > 0) {
            bool late = 64 - (int)bit_count(position.own | position.other) <= empties;
            if (late && !flank_move_is_pass(moves[0]))
                return position;
            position = flank_game_play(game, &rules, &position, moves[random_below(random, (uint32_t)count)]);
        }
    }
}

/* The best difference of discs by trying everything, through the public interface. */
static int minimax(const flank_position *position)
{
    static const flank_rules rules;
    const flank_game *game = flank_game_find("othello");
    flank_move moves[FLANK_MOVES_MAX];
    size_t count = flank_game_moves(game, &rules, position, moves);
    int best = count ? -65 : (int)bit_count(position->own) - (int)bit_count(position->other);
    for (size_t i = 0; i < count; i++) {
        flank_position next = flank_game_play(game, &rules, position, moves[i]);
        int score = -minimax(&next);
        best = score > best ? score : best;
    }
    return best;
}

static void test_the_endgame_is_perfect(void **state)
{
    (void)state;
    static const flank_rules rules;
    random_state random = {1};
    for (int i = 0; i < 300; i++) {
        flank_position position = random_position(&random, 1 + i % 7);
        int score;
        unsigned square = grade_endgame_move(position.own, position.other, &score);
        assert_int_equal(score, minimax(&position));
        flank_position next = flank_game_play(flank_game_find("othello"), &rules, &position,
                                              (flank_move){.from = FLANK_NO_SQUARE, .to = (uint8_t)square});
        assert_int_equal(-minimax(&next), score);
    }
}

static void test_opponents_play_legal_moves_that_the_seed_decides(void **state)
{
    (void)state;
    random_state random = {2};
    for (int i = 0; i < 200; i++) {
        flank_position position = random_position(&random, 60 - i % 55);
        uint64_t legal = othello_moves(position.own, position.other);
        for (int number = 1; number <= 3; number++) {
            grade_opponent first = {.number = number}, second = {.number = number};
            grade_opponent_start(&first, 7, 3);
            grade_opponent_start(&second, 7, 3);
            flank_move move = grade_opponent_choose(&first, &position);
            assert_true(legal & bit(move.to));
            assert_int_equal(move.to, grade_opponent_choose(&second, &position).to);
        }
    }
}

static void test_opponent_1_plays_every_move_about_as_often(void **state)
{
    (void)state;
    flank_position start = flank_game_start(flank_game_find("othello"));
    grade_opponent opponent = {.number = 1};
    int seen[64] = {0};
    grade_opponent_start(&opponent, 1, 1);
    for (int i = 0; i < 4000; i++)
        seen[grade_opponent_choose(&opponent, &start).to]++;
    for (BITS_EACH(square, othello_moves(start.own, start.other)))
        assert_in_range(seen[square], 900, 1100); /* 1000 expected, standard deviation 27 */
}

/* Opponent 3's choice worked out by hand, two positions with many empties. */
static void test_opponent_3_follows_its_rule(void **state)
{
    (void)state;
    static const struct {
        const char *position;
        const char *move;
    } cases[] = {
        /* A corner (100 points) beats everything else. */
        {"-OX-------------------------OX-----XO--------------------------- X", "a1"},
        /* d3 c4 f5 e6 are alike in the start position: any of them. */
        {"startpos", "d3c4f5e6"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        flank_position position;
        assert_int_equal(flank_position_parse(flank_game_find("othello"), cases[i].position, &position, NULL),
                         FLANK_OK);
        for (uint64_t seed = 0; seed < 20; seed++) {
            grade_opponent opponent = {.number = 3};
            grade_opponent_start(&opponent, seed, 1);
            assert_non_null(strstr(cases[i].move, flank_square_name(grade_opponent_choose(&opponent, &position).to)));
        }
    }
}

/* ---- Limits ---- */

static bool keep_last_game(void *user, const grade_game *game)
{
    *(grade_game *)user = *game;
    return true;
}

static bool go_on(void *user, const grade_subtask *subtask)
{
    (void)user, (void)subtask;
    return true;
}

static bool stop(void *user, const grade_game *game)
{
    *(grade_game *)user = *game;
    return false;
}

static void test_limits_end_a_program(void **state)
{
    (void)state;
    static const struct {
        const char *contestant;
        grade_rule rule;
        const char *text;
    } cases[] = {
        {"sleep 1000", GRADE_RULE_HANG, "no call for too long: over 0.3 s"},
        {"sh -c 'exec 3<&- 4>&-; sleep 1000'", GRADE_RULE_HANG, "no call for too long: over 0.3 s"},
        {"sh -c 'while :; do :; done'", GRADE_RULE_TIME, "too much processor time: over 0.2 s"},
        {"sh -c 'while :; do echo flank-grade 1 >&4; done'", GRADE_RULE_GARBAGE,
         "a line that is not of the protocol: 'flank-grade 1'"},
        {"sh -c 'kill -ILL $$'", GRADE_RULE_CRASH, "killed by a signal: 4 (Illegal instruction)"},
        {"sh -c 'head -c 100000 /dev/zero >&4'", GRADE_RULE_GARBAGE,
         "a line that is not of the protocol: '...............................................................'"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        grade_game last = {0};
        grade_options options = {
            .opponent = 1, .contestant = cases[i].contestant, .limits = {.cpu_ms = 200, .wait_ms = 300}};
        if (cases[i].rule != GRADE_RULE_HANG)
            options.limits.wait_ms = 0;
        grade_listener listener = {.on_game = keep_last_game, .on_subtask = go_on, .user = &last};
        int points = -1;
        assert_int_equal(grade_run(&options, &listener, &points, NULL), GRADE_DONE);
        assert_string_equal(last.breach.text, cases[i].text);
        assert_int_equal(last.breach.rule, cases[i].rule);
        assert_int_equal(points, 0);
    }
}

static void test_a_listener_can_stop(void **state)
{
    (void)state;
    grade_game last = {0};
    grade_options options = {.contestant = "true"};
    grade_listener listener = {.on_game = stop, .on_subtask = go_on, .user = &last};
    int points = -1;
    assert_int_equal(grade_run(&options, &listener, &points, NULL), GRADE_STOPPED);
    assert_int_equal(last.opponent, 1);
    assert_int_equal(points, -1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_percents_are_the_problems_table),
        cmocka_unit_test(test_a_draw_is_not_lost_and_a_breach_is),
        cmocka_unit_test(test_lines_of_the_protocol),
        cmocka_unit_test(test_other_lines_are_garbage),
        cmocka_unit_test(test_the_endgame_is_perfect),
        cmocka_unit_test(test_opponents_play_legal_moves_that_the_seed_decides),
        cmocka_unit_test(test_opponent_1_plays_every_move_about_as_often),
        cmocka_unit_test(test_opponent_3_follows_its_rule),
        cmocka_unit_test(test_limits_end_a_program),
        cmocka_unit_test(test_a_listener_can_stop),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
