/* SPDX-License-Identifier: MIT
 *
 * Counting in Lines of Action: the start position, its divide, a file of random positions, positions without a legal
 * move, and the fast counter of every CPU level against the plain one.
 *
 * Sources of the numbers: the headers of the files in tests/perft/, and docs/rules/loa.md.
 */
#include "cmocka_all.h"

#include "core/cpu.h"
#include "core/random.h"
#include "core/error.h"

#include <flank/flank.h>

#include <stdio.h>
#include <string.h>

static const flank_game *loa(void) { return flank_game_find("loa"); }

static flank_position read_position(const char *text)
{
    flank_position position;
    flank_error error = {0};
    if (flank_position_parse(loa(), text, &position, &error))
        fail_msg("%s: %s", text, error_english(&error));
    return position;
}

static uint64_t count(const char *rules_text, const flank_position *position, int depth, flank_cpu cpu, bool reference)
{
    flank_rules rules = {{0}};
    flank_perft_options options = {.cpu = cpu, .reference = reference};
    uint64_t leaves = 0;
    assert_int_equal(flank_rules_parse(loa(), rules_text, &rules, NULL), FLANK_OK);
    assert_int_equal(flank_perft(loa(), &rules, position, depth, &options, &leaves), FLANK_OK);
    return leaves;
}

static void test_the_start_position(void **state)
{
    (void)state;
    static const uint64_t expected[] = {1, 36, 1244, 44952, 1563208, 55963132, 1938494632};
    flank_position start = flank_game_start(loa());
    for (int depth = 0; depth <= 3; depth++)
        assert_int_equal(count("", &start, depth, FLANK_CPU_BEST, true), expected[depth]);
    for (flank_cpu cpu = FLANK_CPU_PLAIN; cpu <= cpu_best(); cpu++)
        for (int depth = 0; depth <= 5; depth++)
            assert_int_equal(count("", &start, depth, cpu, false), expected[depth]);
    assert_int_equal(count("", &start, 6, FLANK_CPU_BEST, false), expected[6]);
}

static void test_divide(void **state)
{
    (void)state;
    FILE *file = fopen(TEST_DATA "/perft/loa_divide5.txt", "r");
    assert_non_null(file);
    flank_position start = flank_game_start(loa());
    flank_rules rules = {{0}};
    char line[200], text[20];
    unsigned long long expected;
    uint64_t total = 0;
    int moves = 0;
    while (fgets(line, sizeof line, file)) {
        if (line[0] == '#')
            continue;
        assert_int_equal(sscanf(line, "%19s %llu", text, &expected), 2);
        if (strcmp(text, "total") == 0) {
            assert_int_equal(total, expected);
            continue;
        }
        flank_move move;
        assert_int_equal(flank_move_parse(loa(), &rules, &start, text, &move, NULL), FLANK_OK);
        flank_position next = flank_game_play(loa(), &rules, &start, move);
        assert_int_equal(count("", &next, 4, FLANK_CPU_BEST, false), expected);
        total += expected;
        moves++;
    }
    assert_int_equal(moves, 36);
    fclose(file);
}

/* One line of the file: a position with perft 1 to 3, or one whose game is over and its winner. */
static void check_line(const char *line)
{
    char board[100], side[2];
    unsigned long long expected[3];
    int winner;
    flank_rules rules = {{0}};
    assert_int_equal(sscanf(line, "%99s %1s", board, side), 2);
    char text[110];
    snprintf(text, sizeof text, "%s %s", board, side);
    flank_position position = read_position(text);
    flank_outcome outcome = flank_game_outcome(loa(), &rules, &position);
    if (sscanf(line, "%*s %*s T %d", &winner) == 1) {
        assert_true(outcome.over);
        assert_int_equal(outcome.sign, position.color == FLANK_BLACK ? winner : -winner);
        for (int depth = 1; depth <= 3; depth++)
            assert_int_equal(count("", &position, depth, FLANK_CPU_BEST, false), 0);
        return;
    }
    assert_false(outcome.over);
    assert_int_equal(sscanf(line, "%*s %*s %llu %llu %llu", &expected[0], &expected[1], &expected[2]), 3);
    for (int depth = 1; depth <= 3; depth++)
        for (flank_cpu cpu = FLANK_CPU_PLAIN; cpu <= cpu_best(); cpu++)
            assert_int_equal(count("", &position, depth, cpu, false), expected[depth - 1]);
}

static void test_random_positions(void **state)
{
    (void)state;
    FILE *file = fopen(TEST_DATA "/perft/loa_perft_random.txt", "r");
    assert_non_null(file);
    char line[200];
    int lines = 0;
    while (fgets(line, sizeof line, file))
        if (line[0] != '#')
            check_line(line), lines++;
    assert_int_equal(lines, 882);
    fclose(file);
}

static void test_positions_without_a_legal_move(void **state)
{
    (void)state;
    static const struct {
        const char *position;
        uint64_t pass[3]; /* perft 1 to 3 under no_move=pass; under no_move=lose all are 0 */
    } cases[] = {
        {"6ox/6oo/8/8/8/8/oo6/xo2o3 x", {1, 25, 25}},
        {"3o2ox/6oo/8/8/8/8/oo2o3/xo6 x", {1, 31, 31}},
        {"6ox/6oo/3o2o1/8/8/2o5/6oo/6ox x", {1, 38, 38}},
        {"xxxxxxxx/xxxxxxxx/oooooooo/oooooooo/xxxxxxxx/xxxxxxxx/oooooooo/oooooooo x", {0, 0, 0}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        flank_position position = read_position(cases[i].position);
        for (int depth = 1; depth <= 3; depth++)
            for (flank_cpu cpu = FLANK_CPU_PLAIN; cpu <= cpu_best(); cpu++) {
                assert_int_equal(count("", &position, depth, cpu, false), cases[i].pass[depth - 1]);
                assert_int_equal(count("no_move=lose", &position, depth, cpu, false), 0);
            }
    }
}

/* Positions of every density and late in games, where connections and passes are common. */
static void test_fast_and_plain_agree(void **state)
{
    (void)state;
    random_state random = {4};
    for (int i = 0; i < 400; i++) {
        flank_position position = {.color = (uint8_t)random_below(&random, 2)};
        uint32_t density = random_below(&random, 45) + 3;
        for (unsigned square = 0; square < 64; square++)
            if (random_below(&random, 100) < density)
                *(random_below(&random, 3) ? &position.own : &position.other) |= UINT64_C(1) << square;
        const char *rules = i % 2 ? "no_move=lose" : "";
        flank_cpu cpu = FLANK_CPU_PLAIN + (flank_cpu)random_below(&random, (uint32_t)cpu_best());
        for (int depth = 1; depth <= 3; depth++)
            assert_int_equal(count(rules, &position, depth, cpu, false), count(rules, &position, depth, cpu, true));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_start_position),   cmocka_unit_test(test_divide),
        cmocka_unit_test(test_random_positions),     cmocka_unit_test(test_positions_without_a_legal_move),
        cmocka_unit_test(test_fast_and_plain_agree),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
