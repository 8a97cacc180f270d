/* SPDX-License-Identifier: MIT
 *
 * Moves and flips of one CPU level (this file is compiled once for each) against the plain ones.
 */
#include "cmocka_all.h"

#include "core/cpu.h"
#include "core/random.h"
#include "othello/few_moves.h"

#include <stdio.h>

/* Any disjoint sets will do: neither question asks whether a position can be reached. Full and sparse boards alternate.
 */
static void random_sets(random_state *random, int round, uint64_t *own, uint64_t *other)
{
    uint64_t side = random_next(random), discs = random_next(random);
    for (int i = round % 4; i > 0; i--)
        discs |= random_next(random);
    *own = side & discs;
    *other = ~side & discs;
}

static void test_moves_and_flips(void **state)
{
    (void)state;
    random_state random = {31};
    for (int i = 0; i < 100000; i++) {
        uint64_t own, other;
        random_sets(&random, i, &own, &other);
        if (fast_moves(own, other) != othello_moves(own, other))
            fail_msg("moves of %016llx %016llx", (unsigned long long)own, (unsigned long long)other);
        for (BITS_EACH(square, ~(own | other)))
            if (fast_flips((unsigned)square, own, other) != othello_flips((unsigned)square, own, other))
                fail_msg("flips of %s in %016llx %016llx", flank_square_name((unsigned)square), (unsigned long long)own,
                         (unsigned long long)other);
    }
}

/* A list holds every move once, in the order of the keys that the comment of few_moves.h promises, with its
 * replies. */
static void check_few_moves(uint64_t own, uint64_t other, uint64_t moves)
{
    few_moves list;
    few_keys keys = few_moves_list(&list, own, other, moves, odd_regions(~(own | other)));
    uint64_t seen = 0;
    int last_key = -1;
    for (unsigned left = bit_count(moves); left > 0; left--) {
        const int at = few_moves_next(&keys);
        assert_in_range(at, 0, FEW_MOVES_MAX - 1);
        const uint64_t disc = list.taken[at] & ~(own | other), flips = list.taken[at] ^ disc;
        assert_true(bit_count(disc) == 1 && (disc & moves & ~seen) != 0);
        const unsigned square = bit_first(disc);
        const uint64_t replies = othello_moves(other ^ flips, own | disc | flips);
        assert_true(flips == othello_flips(square, own, other));
        assert_true(list.replies[at] == replies);
        const int key = 32 * (int)bit_count(replies) - square_values[square] -
                        (odd_regions(~(own | other)) >> square & 1 ? 8 : 0) + 100;
        assert_true(key >= last_key);
        last_key = key;
        seen |= disc;
    }
    assert_true(seen == moves);
}

static void test_few_moves(void **state)
{
    (void)state;
    random_state random = {33};
    int most = 0;
    for (int i = 0; i < 20000; i++) {
        uint64_t own, other;
        random_sets(&random, 3, &own, &other);
        const uint64_t moves = othello_moves(own, other);
        if (!moves || bit_count(moves) > FEW_MOVES_MAX)
            continue;
        most += bit_count(moves) == FEW_MOVES_MAX;
        check_few_moves(own, other, moves);
    }
    assert_true(most > 10);
}

static void test_last_flips(void **state)
{
    (void)state;
    random_state random = {32};
    for (int i = 0; i < 200000; i++) {
        unsigned square = random_below(&random, 64);
        uint64_t own = random_next(&random) & ~bit(square);
        uint64_t other = ~own & ~bit(square);
        unsigned mine = bit_count(othello_flips(square, own, other)),
                 theirs = bit_count(othello_flips(square, other, own));
        if (fast_last_turned(square, own) != 2 * mine + 512 * theirs)
            fail_msg("last flips of %s, %016llx", flank_square_name(square), (unsigned long long)own);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_moves_and_flips),
        cmocka_unit_test(test_few_moves),
        cmocka_unit_test(test_last_flips),
    };
    if (cpu_best() < (flank_cpu)CPU_LEVEL) { /* cmocka's skip() writes "not ok", which counts as failed */
        puts("1..0 # SKIP this processor has not got the level");
        return 0;
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}
