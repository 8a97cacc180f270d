/* SPDX-License-Identifier: MIT
 *
 * Counting Othello's leaves: published numbers in every convention and at every CPU level, and the fast counter against
 * the plain one on random positions, many of them with passes and ends.
 */
#include "cmocka_all.h"

#include <flank/flank.h>

#include "core/bits.h"
#include "core/random.h"

static const char *const conventions[4] = {"", "ended=one", "pass=free", "pass=free,ended=one"};

static const flank_game *game(void) { return flank_game_find("othello"); }

static flank_rules convention(int index)
{
    flank_rules rules = {{0}};
    assert_int_equal(flank_rules_parse(game(), conventions[index], &rules, NULL), FLANK_OK);
    return rules;
}

static uint64_t count(int rules_index, const flank_position *position, int depth, flank_perft_options options)
{
    flank_rules rules = convention(rules_index);
    uint64_t leaves = 0;
    assert_int_equal(flank_perft(game(), &rules, position, depth, &options, &leaves), FLANK_OK);
    return leaves;
}

/* pass=ply, ended=zero: OEIS A124004, OpenSpiel to depth 9. ended=one: Aart Bik, "Perft for Reversi" (2009). pass=free:
 * recomputed by independent programs for the project, docs/rules/othello.md. Depths 1 to 12. */
static const uint64_t published[4][12] = {
    {4, 12, 56, 244, 1396, 8200, 55092, 390216, 3005288, 24571056, 212258216, 1939879668},
    {4, 12, 56, 244, 1396, 8200, 55092, 390216, 3005288, 24571284, 212258800, 1939886636},
    {4, 12, 56, 244, 1396, 8200, 55092, 390216, 3005320, 24571192, 212260296, 1939892240},
    {4, 12, 56, 244, 1396, 8200, 55092, 390216, 3005320, 24571420, 212260880, 1939899208},
};

static void test_published_numbers_at_every_level(void **state)
{
    (void)state;
    flank_position start = flank_game_start(game());
    for (flank_cpu cpu = FLANK_CPU_PLAIN; cpu <= FLANK_CPU_ICELAKE; cpu++)
        for (int rules = 0; rules < 4; rules++)
            for (int depth = 1; depth <= 10; depth++)
                assert_int_equal(count(rules, &start, depth, (flank_perft_options){.cpu = cpu}),
                                 published[rules][depth - 1]);
}

static void test_published_numbers_depth_11_and_12(void **state)
{
    (void)state;
    flank_position start = flank_game_start(game());
    for (int rules = 0; rules < 4; rules++)
        assert_int_equal(count(rules, &start, 11, (flank_perft_options){0}), published[rules][10]);
    assert_int_equal(count(0, &start, 12, (flank_perft_options){0}), published[0][11]);
}

static void test_published_numbers_by_the_reference(void **state)
{
    (void)state;
    flank_position start = flank_game_start(game());
    for (int rules = 0; rules < 4; rules++)
        for (int depth = 1; depth <= 7; depth++)
            assert_int_equal(count(rules, &start, depth, (flank_perft_options){.reference = true}),
                             published[rules][depth - 1]);
    assert_int_equal(count(2, &start, 9, (flank_perft_options){.reference = true}), published[2][8]);
}

/* A random game from the start, stopped when only `empties` squares are empty, or at its end. */
static flank_position random_position(random_state *random, unsigned empties)
{
    flank_rules rules = {{0}};
    flank_position position = flank_game_start(game());
    flank_move moves[FLANK_MOVES_MAX];
    while (64 - bit_count(position.own | position.other) > empties) {
        size_t count = flank_game_moves(game(), &rules, &position, moves);
        if (count == 0)
            break;
        position = flank_game_play(game(), &rules, &position, moves[random_below(random, (uint32_t)count)]);
    }
    return position;
}

static void compare_all(const flank_position *position, int deepest)
{
    for (int rules = 0; rules < 4; rules++)
        for (int depth = 1; depth <= deepest; depth++) {
            uint64_t expected = count(rules, position, depth, (flank_perft_options){.reference = true});
            for (flank_cpu cpu = FLANK_CPU_PLAIN; cpu <= FLANK_CPU_ICELAKE; cpu++)
                assert_int_equal(count(rules, position, depth, (flank_perft_options){.cpu = cpu}), expected);
        }
}

static void test_random_games(void **state)
{
    (void)state;
    random_state random = {5};
    for (int round = 0; round < 200; round++) {
        flank_position position = random_position(&random, (unsigned)round % 60);
        compare_all(&position, 3);
    }
}

/* To the end and past it: few empty squares, so passes and ends everywhere, and depths that no game reaches. */
static void test_endgames(void **state)
{
    (void)state;
    random_state random = {6};
    for (int round = 0; round < 100; round++) {
        flank_position position = random_position(&random, (unsigned)round % 7);
        compare_all(&position, 9);
        for (int rules = 0; rules < 4; rules++)
            assert_int_equal(count(rules, &position, 1000, (flank_perft_options){0}),
                             count(rules, &position, 14, (flank_perft_options){.reference = true}));
    }
}

/* Boards that no game reaches: many discs, many moves, lines full to the edges. */
static void test_random_boards(void **state)
{
    (void)state;
    random_state random = {7};
    for (int round = 0; round < 300; round++) {
        uint64_t occupied = random_next(&random), color = random_next(&random);
        if (round & 1)
            occupied |= random_next(&random);
        if (round & 2)
            color &= random_next(&random);
        flank_position position = {.own = occupied & color, .other = occupied & ~color};
        compare_all(&position, round % 4 ? 2 : 3);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_published_numbers_at_every_level),
        cmocka_unit_test(test_published_numbers_depth_11_and_12),
        cmocka_unit_test(test_published_numbers_by_the_reference),
        cmocka_unit_test(test_random_games),
        cmocka_unit_test(test_endgames),
        cmocka_unit_test(test_random_boards),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
