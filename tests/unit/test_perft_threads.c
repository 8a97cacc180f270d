/* SPDX-License-Identifier: MIT
 *
 * Perft gives the same count with any number of threads, for every game and every counting convention, and refuses
 * arguments out of range.
 */
#include "cmocka_all.h"

#include <flank/flank.h>

#include <stdio.h>

/* Count with one and with three threads and compare. */
static void compare(const flank_game *game, const flank_rules *rules, int depth)
{
    flank_position start = flank_game_start(game);
    uint64_t alone = 0, together = 0;
    flank_perft_options three = {.threads = 3};
    assert_int_equal(flank_perft(game, rules, &start, depth, NULL, &alone), FLANK_OK);
    assert_int_equal(flank_perft(game, rules, &start, depth, &three, &together), FLANK_OK);
    assert_true(alone > 0);
    assert_int_equal(alone, together);
}

/* Deep enough to be cut into tasks, few enough leaves for a sanitizer. */
static int depth_for(const flank_game *game)
{
    uint64_t leaves = 0;
    flank_rules rules = {{0}};
    flank_position start = flank_game_start(game);
    for (int depth = 4;; depth++)
        if (flank_perft(game, &rules, &start, depth, NULL, &leaves) || leaves > 300000)
            return depth;
}

static void test_threads_agree_in_every_convention(void **state)
{
    (void)state;
    for (size_t g = 0; g < flank_game_count(); g++) {
        const flank_game *game = flank_game_at(g);
        int depth = depth_for(game);
        flank_rules rules = {{0}};
        compare(game, &rules, depth);
        for (size_t p = 0; flank_game_param(game, p); p++)
            for (size_t v = 1; flank_game_param(game, p)->values[v]; v++) {
                flank_rules changed = {{0}};
                changed.value[p] = (uint8_t)v;
                compare(game, &changed, depth);
            }
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
        cmocka_unit_test(test_threads_agree_in_every_convention),
        cmocka_unit_test(test_depth_zero_is_one_leaf),
        cmocka_unit_test(test_arguments_out_of_range_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
