/* SPDX-License-Identifier: MIT
 *
 * Moves and flips of one CPU level (this file is compiled once for each) against the plain ones.
 */
#include "cmocka_all.h"

#include "core/cpu.h"
#include "core/random.h"
#include "othello/fast_board.h"

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

static void skip_if_missing(void)
{
    if (cpu_best() < (flank_cpu)CPU_LEVEL)
        skip();
}

static void test_moves_and_flips(void **state)
{
    (void)state;
    skip_if_missing();
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

static void test_last_flips(void **state)
{
    (void)state;
    skip_if_missing();
    random_state random = {32};
    for (int i = 0; i < 200000; i++) {
        unsigned square = random_below(&random, 64);
        uint64_t own = random_next(&random) & ~bit(square);
        uint64_t flips = othello_flips(square, own, ~own & ~bit(square));
        if (fast_last_flips(square, own) != 2 * bit_count(flips))
            fail_msg("last flips of %s, %016llx", flank_square_name(square), (unsigned long long)own);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_moves_and_flips),
        cmocka_unit_test(test_last_flips),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
