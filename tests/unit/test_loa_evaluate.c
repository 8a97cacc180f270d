/* SPDX-License-Identifier: MIT
 *
 * The questions of the search about Lines of Action: the features against loops over squares, the score, and the
 * winning moves against trying all moves.
 */
#include "cmocka_all.h"

#include "core/bits.h"
#include "core/random.h"
#include "games/loa/loa.h"
#include "games/loa/loa_board.h"
#include "games/loa/loa_evaluate.h"

#include <stdlib.h>
#include <string.h>

static const flank_rules olympiad;

static flank_position read_position(const char *text)
{
    flank_position position;
    assert_int_equal(flank_position_parse(&loa_game, text, &position, NULL), FLANK_OK);
    return position;
}

/* ---- The features, square by square ---- */

static bool on_rim(int square) { return square / 8 % 7 == 0 || square % 8 % 7 == 0; }

static int distance(int a, int b)
{
    int files = abs(a % 8 - b % 8), ranks = abs(a / 8 - b / 8);
    return files > ranks ? files : ranks;
}

static int from_rim(int square)
{
    int file = square % 8, rank = square / 8;
    file = file < 4 ? file : 7 - file;
    rank = rank < 4 ? rank : 7 - rank;
    return file < rank ? file : rank;
}

/* The square nearest to the centre of mass. */
static int mass_square(uint64_t own)
{
    int files = 0, ranks = 0, count = (int)bit_count(own);
    for (BITS_EACH(square, own))
        files += (int)(square % 8), ranks += (int)(square / 8);
    return (2 * ranks + count) / (2 * count) * 8 + (2 * files + count) / (2 * count);
}

static void oracle_places(uint64_t own, int features[LOA_FEATURES])
{
    int count = (int)bit_count(own), mass = mass_square(own), sums[LOA_FEATURES] = {0}, files = 0, ranks = 0;
    int left = 7, right = 0, low = 7, high = 0;
    for (BITS_EACH(square, own)) {
        int here = (int)square, neighbours = 0, file = here % 8, rank = here / 8;
        for (BITS_EACH(next, own))
            neighbours += distance(here, (int)next) == 1;
        sums[LOA_SCATTER] += distance(here, mass);
        sums[LOA_CENTRE] += from_rim(here);
        sums[LOA_RIM] += on_rim(here);
        sums[LOA_NEIGHBOURS] += neighbours;
        sums[LOA_LONERS] += neighbours == 0;
        files += 2 * file - 7, ranks += 2 * rank - 7;
        left = file < left ? file : left, right = file > right ? file : right;
        low = rank < low ? rank : low, high = rank > high ? rank : high;
    }
    for (int i = 1; i < count; i++)
        sums[LOA_SCATTER] -= i <= 8 ? 1 : i <= 24 ? 2 : i <= 48 ? 3 : 4;
    sums[LOA_MASS] = abs(files) + abs(ranks);
    static const int means[] = {LOA_SCATTER, LOA_CENTRE, LOA_RIM, LOA_NEIGHBOURS, LOA_MASS};
    for (size_t i = 0; i < sizeof means / sizeof *means; i++)
        features[means[i]] = 64 * sums[means[i]] / count;
    features[LOA_PIECES] = count;
    features[LOA_LONERS] = sums[LOA_LONERS];
    features[LOA_AREA] = (right - left + 1) * (high - low + 1);
}

/* Quads of the literature: all 81 windows of 2 by 2, those half off the board too. */
static void oracle_quads(uint64_t own, int features[LOA_FEATURES])
{
    int mass = mass_square(own), counts[5] = {0}, diagonal = 0;
    features[LOA_QUADS] = 0;
    for (int rank = -1; rank < 8; rank++)
        for (int file = -1; file < 8; file++) {
            int held = 0, pattern = 0;
            for (int i = 0; i < 4; i++) {
                int r = rank + i / 2, f = file + i % 2;
                if (r >= 0 && r < 8 && f >= 0 && f < 8 && own >> (8 * r + f) & 1)
                    held++, pattern |= 1 << i;
            }
            counts[held]++;
            diagonal += pattern == 9 || pattern == 6;
            features[LOA_QUADS] += held >= 3 && distance(8 * rank + file, mass) <= 2;
        }
    features[LOA_EULER] = (counts[1] - counts[3] - 2 * diagonal) / 4;
}

static void oracle_moves(uint64_t own, uint64_t other, int features[LOA_FEATURES])
{
    static const int kinds[] = {LOA_QUIET, LOA_CAPTURES, LOA_RIM_QUIET, LOA_RIM_CAPTURES, LOA_ESCAPES};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        features[kinds[i]] = 0;
    for (BITS_EACH(from, own))
        for (unsigned direction = 0; direction < LOA_DIRECTIONS; direction++)
            for (BITS_EACH(to, loa_targets_along((unsigned)from, direction, own, other))) {
                features[kinds[2 * on_rim((int)to) + (other >> to & 1)]]++;
                bool inside = false;
                for (BITS_EACH(square, loa_line((unsigned)from, direction)))
                    inside |= !on_rim((int)square);
                features[LOA_ESCAPES] += on_rim((int)from) && inside;
            }
}

static void check_features(uint64_t own, uint64_t other)
{
    int fast[LOA_FEATURES], slow[LOA_FEATURES];
    loa_features(own, other, fast);
    oracle_places(own, slow);
    oracle_quads(own, slow);
    oracle_moves(own, other, slow);
    for (int i = 0; i < LOA_FEATURES; i++)
        if (abs(fast[i] - slow[i]) > (i == LOA_SCATTER || i == LOA_CENTRE || i == LOA_RIM || i == LOA_MASS ||
                                      i == LOA_NEIGHBOURS)) /* the division of the means is rounded in its own way */
            fail_msg("feature %d is %d, should be %d", i, fast[i], slow[i]);
}

/* ---- Positions ---- */

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
    flank_position swapped = {.own = position->other, .other = position->own, .color = !position->color};
    int score = loa_evaluate(rules, position), turn = loa_weights[LOA_TURN] / LOA_WEIGHT_UNIT;
    assert_true(abs(score) <= 20000);
    assert_true(abs(score - turn + loa_evaluate(rules, &swapped) - turn) <= 2);
    check_features(position->own, position->other);
    check_features(position->other, position->own);
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
