/* SPDX-License-Identifier: MIT
 *
 * The functions that games have once per CPU level (game_table.h) against those of the table, in the positions of
 * random games: every level of this machine gives the same answers.
 */
#include "cmocka_all.h"

#include "core/random.h"
#include "games/game_table.h"

#include <flank/flank.h>

static const flank_rules usual;

static void assert_same_moves(const flank_move *expected, size_t expected_count, const flank_move *moves, size_t count)
{
    assert_int_equal(count, expected_count);
    for (size_t i = 0; i < count; i++)
        assert_true(flank_move_equal(moves[i], expected[i]));
}

static void assert_same(const flank_game *game, const game_hot *hot, const flank_position *position)
{
    static flank_move expected[FLANK_MOVES_MAX], moves[FLANK_MOVES_MAX];
    const size_t noisy = game->noisy_moves(&usual, position, expected);
    assert_same_moves(expected, noisy, moves, hot->noisy_moves(&usual, position, moves));
    const size_t count = game->moves(&usual, position, expected);
    assert_same_moves(expected, count, moves, hot->moves(&usual, position, moves));
    const flank_outcome end = game->outcome(&usual, position), other = hot->outcome(&usual, position);
    assert_true(end.over == other.over && end.sign == other.sign);
    for (size_t i = 0; i < count; i++) {
        const flank_position next = game->play(&usual, position, expected[i]);
        assert_true(flank_position_equal(next, hot->play(&usual, position, expected[i])));
        assert_int_equal(game->order(&usual, position, expected[i]), hot->order(&usual, position, expected[i]));
    }
    if (!end.over)
        assert_int_equal(game->evaluate(&usual, position), hot->evaluate(&usual, position));
}

static void test_levels_answer_alike(void **state)
{
    (void)state;
    enum { GAMES = 40, PLIES = 150 };
    random_state random = {7};
    size_t compared = 0;
    for (size_t index = 0; index < flank_game_count(); index++) {
        const flank_game *game = flank_game_at(index);
        for (int round = 0; game->levels && round < GAMES; round++) {
            flank_position position = game->start();
            for (int ply = 0; ply < PLIES && !game->outcome(&usual, &position).over; ply++) {
                flank_move moves[FLANK_MOVES_MAX];
                for (int cpu = FLANK_CPU_PLAIN; cpu <= (int)cpu_best(); cpu++, compared++)
                    assert_same(game, game->levels[cpu], &position);
                const size_t count = game->moves(&usual, &position, moves);
                position = game->play(&usual, &position, moves[random_below(&random, (uint32_t)count)]);
            }
        }
    }
    assert_true(compared > 4000);
}

static void test_the_best_level_is_chosen(void **state)
{
    (void)state;
    const flank_game *loa = flank_game_find("loa"), *tothello = flank_game_find("tothello");
    assert_ptr_equal(game_hot_best(loa).moves, loa->levels[cpu_best()]->moves);
    assert_null(tothello->levels);
    assert_ptr_equal(game_hot_best(tothello).play, tothello->play);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_levels_answer_alike),
        cmocka_unit_test(test_the_best_level_is_chosen),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
