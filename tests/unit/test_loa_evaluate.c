/* SPDX-License-Identifier: MIT
 *
 * The questions of the search about Lines of Action: values, and the winning moves against trying all moves.
 */
#include "cmocka_all.h"

#include "core/bits.h"
#include "core/random.h"
#include "games/loa/loa.h"
#include "games/loa/loa_board.h"
#include "games/loa/loa_evaluate.h"
#include "games/piece_network.h"

#include <stdlib.h>
#include <string.h>

static const flank_rules olympiad;

static flank_position read_position(const char *text)
{
    flank_position position;
    assert_int_equal(flank_position_parse(&loa_game, text, &position, NULL), FLANK_OK);
    return position;
}

/* The winning moves by trying all. */
static void check_noisy_moves(const flank_rules *rules, const flank_position *position)
{
    flank_move list[FLANK_MOVES_MAX], found[FLANK_MOVES_MAX];
    size_t count = loa_game.moves(rules, position, list), wins = 0;
    size_t noisy = loa_noisy_moves(rules, position, found);
    bool among = false;
    for (size_t i = 0; i < count; i++) {
        flank_position next = loa_game.play(rules, position, list[i]);
        flank_outcome outcome = loa_game.outcome(rules, &next);
        bool win = outcome.over && outcome.sign < 0 && !flank_move_is_pass(list[i]) && loa_connected(next.other);
        wins += win;
        among |= win && noisy && flank_move_equal(list[i], found[0]);
    }
    assert_int_equal(noisy, wins > 0);
    assert_int_equal(among, wins > 0);
}

static void check_position(const flank_rules *rules, const flank_position *position)
{
    flank_position turned = {.own = __builtin_bswap64(position->own),
                             .other = __builtin_bswap64(position->other),
                             .color = !position->color};
    const int score = loa_evaluate(rules, position);
    assert_in_range(score + PIECE_VALUE_MAX, 0, 2 * PIECE_VALUE_MAX);
    assert_int_equal(loa_evaluate(rules, &turned), score);
    check_noisy_moves(rules, position);
}

static void test_random_games(void **state)
{
    (void)state;
    random_state random = {5};
    for (int game = 0; game < 60; game++) {
        flank_rules rules = {.value = {(uint8_t)(game & 1)}};
        flank_position position = loa_game.start();
        flank_move list[FLANK_MOVES_MAX];
        size_t count;
        while ((count = loa_game.moves(&rules, &position, list)) > 0) {
            check_position(&rules, &position);
            position = loa_game.play(&rules, &position, list[random_below(&random, (uint32_t)count)]);
        }
    }
}

static void test_random_boards(void **state)
{
    (void)state;
    random_state random = {6};
    for (int i = 0; i < 5000; i++) {
        flank_rules rules = {.value = {(uint8_t)(i & 1)}};
        flank_position position = {0};
        uint32_t density = 5 + random_below(&random, 95);
        for (unsigned square = 0; square < 64; square++)
            if (random_below(&random, 100) < density)
                *(random_below(&random, 2) ? &position.own : &position.other) |= bit(square);
        if (!loa_connected(position.own) && !loa_connected(position.other))
            check_position(&rules, &position);
    }
}

/* Each line: two positions for the side to move, the first plainly better. */
static void test_better_positions_score_more(void **state)
{
    (void)state;
    static const char *const pairs[][2] = {
        /* pieces together in the middle, or along two sides */
        {"o6o/8/2x5/3xxx2/2xxx3/4x2x/o7/o1ooo1oo x", "1xxxxxx1/o6o/o6o/o6o/o6o/o6o/o6o/1xxxxxx1 x"},
        /* a piece two squares from its group, or four */
        {"o6o/8/8/3xx3/3xx3/4x1x1/o7/o1ooo3 x", "o6o/8/8/3xx3/3xx3/4x3/o7/o1ooo2x x"},
    };
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        flank_position better = read_position(pairs[i][0]), worse = read_position(pairs[i][1]);
        assert_true(loa_evaluate(&olympiad, &better) > loa_evaluate(&olympiad, &worse));
    }
}

static void test_inward_moves_come_first(void **state)
{
    (void)state;
    flank_position start = loa_game.start();
    flank_move in = {.from = 1, .to = 17}, along = {.from = 1, .to = 7}, pass = {0, 64, 64, {0}};
    assert_true(loa_order(&olympiad, &start, in) > loa_order(&olympiad, &start, along));
    assert_int_equal(loa_order(&olympiad, &start, pass), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random_games),
        cmocka_unit_test(test_random_boards),
        cmocka_unit_test(test_better_positions_score_more),
        cmocka_unit_test(test_inward_moves_come_first),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
