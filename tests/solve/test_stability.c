/* SPDX-License-Identifier: MIT
 *
 * Stable discs: known by hand, and never turned in random play.
 */
#include "cmocka_all.h"

#include "core/random.h"
#include "games/othello/othello_board.h"
#include "othello/stability.h"

static edge_table edges;

static void test_known_boards(void **state)
{
    (void)state;
    static const struct {
        uint64_t own, other, stable;
    } cases[] = {
        {0, 0, 0},
        {UINT64_MAX, 0, UINT64_MAX},
        {1, 0, 1},                                        /* a corner */
        {UINT64_C(0x3c), 0, 0},                           /* c1 to f1 without a corner */
        {UINT64_C(0x0f), 0, UINT64_C(0x0f)},              /* a1 to d1 */
        {UINT64_C(0x7e), UINT64_C(0x81), UINT64_C(0x7e)}, /* a full edge keeps all its colours */
        {UINT64_C(0x3e), UINT64_C(0x41), UINT64_C(0x3e)}, /* only h1 is empty, and a disc there turns g1 at most */
        {UINT64_C(0x1e), UINT64_C(0x41), 0},              /* f1 is empty: other's disc there turns b1 to e1 */
        {UINT64_C(0x010307), 0, UINT64_C(0x010307)},      /* a1 b1 c1, a2 b2, a3: the triangle of a corner */
        {UINT64_C(0x0000001818000000), 0, 0},             /* the middle */
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_int_equal(stability_of(&edges, cases[i].own, cases[i].other), cases[i].stable);
}

static void test_stable_discs_never_turn(void **state)
{
    (void)state;
    random_state random = {21};
    unsigned long stable_seen = 0;
    for (int game = 0; game < 3000; game++) {
        uint64_t own = bit(28) | bit(35), other = bit(27) | bit(36), stable_own = 0, stable_other = 0;
        for (int passes = 0; passes < 2;) {
            uint64_t moves = othello_moves(own, other);
            passes = moves ? 0 : passes + 1;
            if (moves) {
                for (uint32_t skip = random_below(&random, bit_count(moves)); skip > 0; skip--)
                    moves = bit_rest(moves);
                uint64_t flips = othello_flips(bit_first(moves), own, other);
                assert_int_equal(flips & stable_other, 0);
                own |= flips | bit(bit_first(moves));
                other &= ~flips;
            }
            stable_own |= stability_of(&edges, own, other);
            stable_other |= stability_of(&edges, other, own);
            stable_seen += bit_count(stable_own);
            uint64_t swap = own;
            own = other;
            other = swap;
            swap = stable_own;
            stable_own = stable_other;
            stable_other = swap;
        }
    }
    assert_true(stable_seen > 100000);
}

static int fill(void **state)
{
    (void)state;
    edge_table_fill(&edges);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_known_boards),
        cmocka_unit_test(test_stable_discs_never_turn),
    };
    return cmocka_run_group_tests(tests, fill, NULL);
}
