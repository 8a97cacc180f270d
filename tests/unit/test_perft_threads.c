/* SPDX-License-Identifier: MIT
 *
 * Perft gives the same count with any number of threads, with a stop and without, for every game and every counting
 * convention, and refuses arguments out of range.
 */
#include "cmocka_all.h"
#include "sanitized.h"

#include <flank/flank.h>

#include <stdio.h>

enum { DEPTH_MAX = 9 };

/* Count whole, in pieces between which a stop is looked at, and with three threads, and compare. */
static void compare(const flank_game *game, const flank_rules *rules, const flank_position *position, int depth)
{
    static const flank_stop stop = FLANK_STOP_INIT;
    uint64_t whole = 0, pieces = 0, together = 0;
    assert_int_equal(flank_perft(game, rules, position, depth, NULL, &whole), FLANK_OK);
    assert_int_equal(flank_perft(game, rules, position, depth, &(flank_perft_options){.stop = &stop}, &pieces),
                     FLANK_OK);
    assert_int_equal(flank_perft(game, rules, position, depth, &(flank_perft_options){.threads = 3}, &together),
                     FLANK_OK);
    assert_int_equal(whole, pieces);
    assert_int_equal(whole, together);
}

/* Deep enough to be cut into tasks and pieces, few enough leaves for a sanitizer. */
static int depth_for(const flank_game *game, const flank_position *position)
{
    uint64_t leaves = 0;
    flank_rules rules = {{0}};
    for (int depth = 4;; depth++)
        if (depth == DEPTH_MAX || flank_perft(game, &rules, position, depth, NULL, &leaves) || leaves > 300000)
            return depth;
}

static void compare_in_every_convention(const flank_game *game, const flank_position *position)
{
    const int depth = depth_for(game, position);
    flank_rules rules = {{0}};
    compare(game, &rules, position, depth);
    for (size_t p = 0; flank_game_param(game, p); p++)
        for (size_t v = 1; flank_game_param(game, p)->values[v]; v++) {
            flank_rules changed = {{0}};
            changed.value[p] = (uint8_t)v;
            compare(game, &changed, position, depth);
        }
}

static void test_all_ways_agree_at_the_start(void **state)
{
    (void)state;
    for (size_t g = 0; g < flank_game_count(); g++) {
        const flank_position start = flank_game_start(flank_game_at(g));
        compare_in_every_convention(flank_game_at(g), &start);
    }
}

/* Near the ends of games, where there are passes and games that are over. */
static void test_all_ways_agree_near_the_end(void **state)
{
    (void)state;
    const flank_rules rules = {{0}};
    for (size_t g = 0; g < flank_game_count(); g++)
        for (uint64_t seed = 0; seed < (SANITIZED ? 10 : 40); seed++) {
            const flank_game *game = flank_game_at(g);
            flank_position position = flank_game_start(game);
            flank_move moves[FLANK_MOVES_MAX];
            uint64_t random = seed;
            size_t count;
            for (int ply = 0; ply < 48 && (count = flank_game_moves(game, &rules, &position, moves)) > 0; ply++) {
                random = random * UINT64_C(6364136223846793005) + 1442695040888963407;
                position = flank_game_play(game, &rules, &position, moves[(random >> 33) % count]);
            }
            compare_in_every_convention(game, &position);
        }
}

static void test_depth_zero_is_one_leaf(void **state)
{
    (void)state;
    const flank_game *game = flank_game_at(0);
    flank_rules rules = {{0}};
    flank_position start = flank_game_start(game);
    uint64_t leaves = 0;
    assert_int_equal(flank_perft(game, &rules, &start, 0, NULL, &leaves), FLANK_OK);
    assert_int_equal(leaves, 1);
}

static void test_arguments_out_of_range_are_refused(void **state)
{
    (void)state;
    const flank_game *game = flank_game_at(0);
    flank_rules rules = {{0}};
    flank_position start = flank_game_start(game);
    uint64_t leaves = 7;
    const flank_perft_options wrong[] = {{.threads = -1}, {.threads = 257}, {.cpu = (flank_cpu)9}};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_int_equal(flank_perft(game, &rules, &start, 3, &wrong[i], &leaves), FLANK_BAD_ARGUMENT);
    assert_int_equal(flank_perft(game, &rules, &start, -1, NULL, &leaves), FLANK_BAD_ARGUMENT);
    assert_int_equal(leaves, 7);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_all_ways_agree_at_the_start),
        cmocka_unit_test(test_all_ways_agree_near_the_end),
        cmocka_unit_test(test_depth_zero_is_one_leaf),
        cmocka_unit_test(test_arguments_out_of_range_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
