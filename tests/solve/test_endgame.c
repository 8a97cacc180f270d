/* SPDX-License-Identifier: MIT
 *
 * The low endgame at every CPU level, asked directly: thousands of late positions with random windows against plain
 * negamax, and the same number of nodes at every level.
 */
#include "cmocka_all.h"

#include "core/cpu.h"
#include "core/random.h"
#include "games/othello/othello_board.h"
#include "othello/endgame.h"
#include "othello/weights_default.h"

#include <stdlib.h>

typedef struct board {
    uint64_t own, other;
} board;

static board play(board now, unsigned square)
{
    uint64_t flips = othello_flips(square, now.own, now.other);
    return (board){now.other ^ flips, now.own | flips | bit(square)};
}

/* The oracle: negamax without any cutoff. */
static int plain_value(board now)
{
    const uint64_t moves = othello_moves(now.own, now.other);
    if (!moves)
        return othello_moves(now.other, now.own) ? -plain_value((board){now.other, now.own})
                                                 : endgame_final_score(now.own, now.other);
    int best = -64;
    for (BITS_EACH(square, moves)) {
        const int value = -plain_value(play(now, (unsigned)square));
        best = value > best ? value : best;
    }
    return best;
}

/* A board with so many empty squares in random places; half of the time in one heap, so that sides must pass and
 * regions close. The discs are random too: the search must not care whether a position can be reached. */
static board random_board(random_state *random, int empties)
{
    uint64_t empty = random_below(random, 2) ? UINT64_C(0x0f0f) << random_below(random, 48) : UINT64_MAX;
    while ((int)bit_count(empty) > empties)
        empty &= ~bit(random_below(random, 64));
    while ((int)bit_count(empty) < empties)
        empty |= bit(random_below(random, 64));
    uint64_t own = random_next(random);
    if (random_below(random, 3) == 0)
        own &= random_next(random);
    return (board){own & ~empty, ~own & ~empty};
}

typedef struct level {
    endgame_search search;
    local_table local;
    endgame_value_fn *value;
} level;

/* One search for each level of this machine, each with its own tables. */
static int make_levels(level *levels, const edge_table *edges)
{
    static endgame_value_fn *const values[] = CPU_SELECT(endgame_value);
    static transposition_table tables[FLANK_CPU_ICELAKE + 1];
    int count = 0;
    for (int cpu = FLANK_CPU_PLAIN; cpu <= (int)cpu_best(); cpu++) {
        assert_true(table_create(&tables[cpu], 1 << 18));
        levels[count].search = (endgame_search){
            .table = &tables[cpu], .local = &levels[count].local, .edges = edges, .eval = weights_default()};
        levels[count++].value = values[cpu];
    }
    return count;
}

static void check_windows(level *levels, int level_count, board now, int value, random_state *random)
{
    const int alpha = 2 * (int)random_below(random, 64) - 64 + (int)random_below(random, 2);
    const int windows[3][2] = {{alpha, alpha + 1}, {value - 1, value}, {-65, 65}};
    for (int w = 0; w < 3; w++) {
        const int low = windows[w][0], high = windows[w][1];
        int plain = 0;
        for (int i = 0; i < level_count; i++) {
            level *at = &levels[i];
            const int found = at->value(&at->search, now.own, now.other, low, high);
            assert_true(found > low || value <= found);  /* failed low: an upper bound */
            assert_true(found < high || value >= found); /* failed high: a lower bound */
            assert_true(found <= low || found >= high || found == value);
            plain = i == 0 ? found : plain;
            assert_int_equal(found, plain);
            assert_true(at->search.nodes == levels[0].search.nodes);
        }
    }
}

static void test_every_level_against_negamax(void **state)
{
    (void)state;
    edge_table *edges = malloc(sizeof *edges);
    level *levels = calloc(FLANK_CPU_ICELAKE + 1, sizeof *levels);
    assert_true(edges && levels);
    edge_table_fill(edges);
    const int count = make_levels(levels, edges);
    random_state random = {41};
    for (int i = 0; i < 12000; i++) {
        const board now = random_board(&random, i % 8);
        check_windows(levels, count, now, plain_value(now), &random);
    }
    for (int i = 0; i < 150; i++) {
        const board now = random_board(&random, 8 + i % 2);
        check_windows(levels, count, now, plain_value(now), &random);
    }
    for (int i = 0; i < count; i++)
        table_destroy(levels[i].search.table);
    free(levels);
    free(edges);
}

/* Larger ones, whose moves the evaluation orders: the levels agree with each other. */
static void test_levels_agree(void **state)
{
    (void)state;
    edge_table *edges = malloc(sizeof *edges);
    level *levels = calloc(FLANK_CPU_ICELAKE + 1, sizeof *levels);
    assert_true(edges && levels);
    edge_table_fill(edges);
    const int count = make_levels(levels, edges);
    random_state random = {42};
    for (int i = 0; i < 200; i++) {
        const board now = random_board(&random, 10 + i % 5);
        int first = 0;
        for (int at = 0; at < count; at++) {
            const int value = levels[at].value(&levels[at].search, now.own, now.other, -65, 65);
            first = at == 0 ? value : first;
            assert_int_equal(value, first);
            assert_true(levels[at].search.nodes == levels[0].search.nodes);
        }
    }
    for (int i = 0; i < count; i++)
        table_destroy(levels[i].search.table);
    free(levels);
    free(edges);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_level_against_negamax),
        cmocka_unit_test(test_levels_agree),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
