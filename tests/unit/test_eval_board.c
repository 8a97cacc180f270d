/* SPDX-License-Identifier: MIT
 *
 * Pattern indices kept up move by move are those computed from nothing; the evaluation is the same for all eight
 * symmetries of a board where the weights are symmetric; shapes are what their comments say.
 */
#include "cmocka_all.h"

#include "core/random.h"
#include "games/othello/othello_board.h"
#include "othello/eval_board.h"

#include <stdlib.h>
#include <string.h>

static void squares_of_shapes_are_distinct(void **state)
{
    (void)state;
    uint32_t end = 0;
    for (int i = 0; i < PATTERN_SHAPES; i++) {
        const pattern_shape *shape = &pattern_shapes[i];
        uint64_t seen = 0;
        for (int k = 0; k < shape->count; k++) {
            assert_false(seen >> shape->squares[k] & 1);
            seen |= bit(shape->squares[k]);
            assert_int_equal(shape->mirror[shape->mirror[k]], k);
        }
        assert_true(pattern_first[i] == end || (i == 7 && pattern_first[i] == pattern_first[6]));
        end = pattern_first[i] + pattern_size(shape);
        assert_true(i != ORDER_SHAPES - 1 || end == ORDER_WEIGHTS);
    }
    assert_int_equal(end, PATTERN_WEIGHTS);
}

/* Each shape in its places looks the same after a quarter turn, and the mirrored contents after a mirror. */
static void places_are_quarter_turns(void **state)
{
    (void)state;
    for (unsigned square = 0; square < 64; square++) {
        assert_int_equal(pattern_turn(square, 4), square);
        assert_int_equal(pattern_turn(square, 0), square);
    }
    assert_int_equal(pattern_turn(0, 1), 7);
    assert_int_equal(pattern_turn(0, 2), 63);
}

static uint64_t turned(uint64_t set)
{
    uint64_t out = 0;
    for (BITS_EACH(square, set))
        out |= bit(pattern_turn((unsigned)square, 1));
    return out;
}

static uint64_t mirrored(uint64_t set)
{
    uint64_t out = 0;
    for (BITS_EACH(square, set))
        out |= bit((unsigned)square ^ 7);
    return out;
}

static int value_of(const evaluation *eval, uint64_t own, uint64_t other)
{
    eval_board board;
    eval_board_set(eval, &board, own, other);
    return eval_board_value(eval, &board, (int)bit_count(~(own | other)));
}

/* A disc is worth as much as one of the other colour is against it. */
static void simple_weights_are_fair(void **state)
{
    (void)state;
    evaluation *eval = evaluation_create_simple();
    assert_non_null(eval);
    random_state dice = {4};
    for (int i = 0; i < 1000; i++) {
        const uint64_t own = random_next(&dice) & random_next(&dice), other = random_next(&dice) & ~own;
        assert_int_equal(value_of(eval, own, other), -value_of(eval, other, own));
    }
    evaluation_destroy(eval);
}

/* What a lone disc is worth at the start, in hundredths of a disc: the patterns' shares add up to the worth of its
 * square, and C and X squares lose more while their corner is empty. Every pattern may drop a fraction of a 1/32 disc,
 * together less than a disc. */
static void simple_weights_add_up(void **state)
{
    (void)state;
    enum { A1 = 0, B1, C1, D1, B2 = 9, C2, C3 = 18, D4 = 27, H8 = 63 };
    static const struct {
        unsigned square;
        int worth, beside_taken; /* alone; beside an opponent's disc on the corner a1, which is worth -900 itself */
    } cases[] = {
        {A1, 900, 0},   {H8, 900, 0},    {B1, -270, -920}, {B2, -560, -960}, {C1, 120, -780},
        {D1, 60, -840}, {C2, -40, -940}, {C3, 10, -890},   {D4, -20, -920},
    };
    evaluation *eval = evaluation_create_simple();
    assert_non_null(eval);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        eval_board board;
        for (int taken = 0; taken < 2 && (!taken || cases[i].beside_taken); taken++) {
            eval_board_set(eval, &board, bit(cases[i].square), taken ? bit(A1) : 0);
            const int value = eval_board_value(eval, &board, 60);
            const int expected = (taken ? cases[i].beside_taken : cases[i].worth) * EVAL_PER_DISC / 100;
            if (abs(value - expected) > EVAL_PER_DISC)
                fail_msg("square %u: %d instead of %d", cases[i].square, value, expected);
        }
    }
    evaluation_destroy(eval);
}

static void indices_follow_the_moves(void **state)
{
    (void)state;
    evaluation *eval = evaluation_create_simple();
    assert_non_null(eval);
    random_state dice = {3};
    for (int game = 0; game < 200; game++) {
        uint64_t own = UINT64_C(0x0000000810000000), other = UINT64_C(0x0000001008000000);
        eval_board board;
        eval_board_set(eval, &board, own, other);
        order_board order, next_order;
        order_board_set(eval, &order, own, other);
        for (;;) {
            const uint64_t moves = othello_moves(own, other);
            if (!moves && !othello_moves(other, own))
                break;
            eval_board next, expected;
            if (moves) {
                uint64_t left = moves;
                for (uint32_t skip = random_below(&dice, bit_count(moves)); skip > 0; skip--)
                    left = bit_rest(left);
                const unsigned square = bit_first(left);
                const uint64_t flips = othello_flips(square, own, other);
                eval_board_play(eval, &board, &next, square, flips);
                order_board_play(eval, &order, &next_order, square, flips);
                const uint64_t mine = own | flips | bit(square);
                own = other ^ flips;
                other = mine;
            } else {
                eval_board_pass(eval, &board, &next);
                order_board_pass(eval, &order, &next_order);
                const uint64_t mine = own;
                own = other;
                other = mine;
            }
            eval_board_set(eval, &expected, own, other);
            assert_memory_equal(next.index, expected.index, sizeof expected.index);
            assert_memory_equal(next_order.index, expected.order.index, sizeof next_order.index);
            board = next;
            order = next_order;

            const int value = value_of(eval, own, other);
            assert_int_equal(value, eval_board_value(eval, &board, (int)bit_count(~(own | other))));
            assert_int_equal(value, value_of(eval, turned(own), turned(other)));
            assert_int_equal(value, value_of(eval, mirrored(own), mirrored(other)));
        }
    }
    evaluation_destroy(eval);
}

static void mirrored_contents_have_mirrored_indices(void **state)
{
    (void)state;
    random_state dice = {4};
    for (int i = 0; i < PATTERN_SHAPES; i++)
        for (int n = 0; n < 100; n++) {
            const uint32_t index = (uint32_t)random_below(&dice, pattern_size(&pattern_shapes[i]));
            assert_int_equal(pattern_mirror(&pattern_shapes[i], pattern_mirror(&pattern_shapes[i], index)), index);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(squares_of_shapes_are_distinct), cmocka_unit_test(places_are_quarter_turns),
        cmocka_unit_test(simple_weights_are_fair),        cmocka_unit_test(simple_weights_add_up),
        cmocka_unit_test(indices_follow_the_moves),       cmocka_unit_test(mirrored_contents_have_mirrored_indices),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
