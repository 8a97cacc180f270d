/* SPDX-License-Identifier: MIT
 *
 * The facts that the shared search is told about Turkish draughts: values that are the same from both sides, and
 * captures that are all the legal moves where there are any.
 */
#include "cmocka_all.h"

#include "core/bits.h"
#include "core/random.h"
#include "games/draughts/draughts.h"

#include <flank/flank.h>

static const flank_rules rules = {{0}};

static int value(const char *fen)
{
    flank_position position;
    assert_int_equal(flank_position_parse(&draughts_game, fen, &position, NULL), FLANK_OK);
    return draughts_game.evaluate(&rules, &position);
}

/* Values have no right ones, but some must be far apart. */
static void test_plain_advantages(void **state)
{
    (void)state;
    assert_in_range(value("startpos") + 100, 0, 200);
    assert_true(value("W:Wa2,b2,c2,d2,e3,f3:Ba7,b7,c6") > 150);  /* six men against three */
    assert_true(value("B:Wa2,b2,c2,d2,e3,f3:Ba7,b7,c6") < -150); /* the same for the other side */
    assert_true(value("W:WKa1,b2,c2:Bd7,e7,f7") > 150);          /* a king and two men against three */
}

static flank_position random_position(random_state *random)
{
    flank_position position = {.color = (uint8_t)random_below(random, 2)};
    for (int i = 0; i < 14; i++) {
        uint64_t square = bit(random_below(random, 64));
        if ((position.own | position.other) & square)
            continue;
        *(i & 1 ? &position.own : &position.other) |= square;
        if (random_below(random, 3) == 0 || (square & (BITS_RANK_1 | BITS_RANK_8)))
            position.kings |= square;
    }
    return position;
}

/* The same position with the board turned over and the colours exchanged. */
static flank_position exchanged(flank_position position)
{
    return (flank_position){.own = __builtin_bswap64(position.own),
                            .other = __builtin_bswap64(position.other),
                            .kings = __builtin_bswap64(position.kings),
                            .color = !position.color};
}

static void test_both_sides_see_the_same(void **state)
{
    (void)state;
    random_state random = {8};
    for (int i = 0; i < 5000; i++) {
        flank_position position = random_position(&random), other_way = exchanged(position);
        int seen = draughts_game.evaluate(&rules, &position);
        assert_int_equal(draughts_game.evaluate(&rules, &other_way), seen);
    }
}

static void test_captures_are_all_moves_where_there_are_any(void **state)
{
    (void)state;
    random_state random = {9};
    flank_move moves[FLANK_MOVES_MAX], noisy[FLANK_MOVES_MAX];
    int with_captures = 0;
    for (int i = 0; i < 5000; i++) {
        flank_position position = random_position(&random);
        size_t count = draughts_game.moves(&rules, &position, moves);
        size_t noisy_count = draughts_game.noisy_moves(&rules, &position, noisy);
        assert_int_equal(noisy_count, count && moves[0].captured ? count : 0);
        for (size_t m = 0; m < noisy_count; m++)
            assert_true(flank_move_equal(moves[m], noisy[m]));
        with_captures += noisy_count > 0;
    }
    assert_in_range(with_captures, 500, 4990);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_plain_advantages),
        cmocka_unit_test(test_both_sides_see_the_same),
        cmocka_unit_test(test_captures_are_all_moves_where_there_are_any),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
