/* SPDX-License-Identifier: MIT
 *
 * The evaluation of Othello's rules and the order of its moves against a slow reading of their description, square by
 * square, on random positions.
 */
#include "cmocka_all.h"

#include "core/random.h"
#include "games/othello/othello.h"
#include "games/othello/othello_board.h"
#include "games/othello/othello_eval.h"

#include <stdlib.h>

static const flank_rules rules;

static bool has(uint64_t set, int file, int rank)
{
    return file >= 0 && file < 8 && rank >= 0 && rank < 8 && set >> (8 * rank + file) & 1;
}

static bool is_corner(int file, int rank) { return (file == 0 || file == 7) && (rank == 0 || rank == 7); }

/* The corner that a square stands beside: diagonally (`steps` 2) or along the edge (1). */
static bool is_beside_empty_corner(uint64_t all, int file, int rank, int steps)
{
    const int corner_file = file < 4 ? 0 : 7, corner_rank = rank < 4 ? 0 : 7;
    const int away_files = abs(file - corner_file), away_ranks = abs(rank - corner_rank);
    return away_files < 2 && away_ranks < 2 && away_files + away_ranks == steps && !has(all, corner_file, corner_rank);
}

static bool touches(uint64_t set, int file, int rank)
{
    for (int at = 0; at < 9; at++)
        if (at != 4 && has(set, file + at % 3 - 1, rank + at / 3 - 1))
            return true;
    return false;
}

static int slow_side(uint64_t own, uint64_t other)
{
    const uint64_t all = own | other, moves = othello_moves(own, other),
                   stable = othello_stable(OTHELLO_ALL_64, own, other);
    int empties = 0, value = 0;
    for (int square = 0; square < 64; square++)
        empties += !has(all, square % 8, square / 8);
    const int move_weight = empties < 48 ? 430 - 8 * empties : 46;
    for (int file = 0; file < 8; file++)
        for (int rank = 0; rank < 8; rank++) {
            if (has(moves, file, rank))
                value += move_weight + (is_corner(file, rank) ? 200 : 0);
            if (!has(all, file, rank) && touches(other, file, rank))
                value += 3 * empties - 30;
            if (!has(own, file, rank))
                continue;
            if (is_corner(file, rank))
                value += 20 * empties - 50;
            if (is_beside_empty_corner(all, file, rank, 2))
                value -= 12 * empties;
            if (is_beside_empty_corner(all, file, rank, 1))
                value -= 180;
            if (has(stable, file, rank) && !is_corner(file, rank))
                value += 30 + 7 * empties;
        }
    return value;
}

/* The same for the fewest discs: a weight at the end and with 60 empty squares, linear between them. */
static int slow_side_fewest(uint64_t own, uint64_t other)
{
    const uint64_t all = own | other, moves = othello_moves(own, other),
                   stable = othello_stable(OTHELLO_ALL_64, own, other);
    int empties = 0, value = 0;
    for (int square = 0; square < 64; square++)
        empties += !has(all, square % 8, square / 8);
    const int move_empties = empties < 48 ? empties : 48;
    for (int file = 0; file < 8; file++)
        for (int rank = 0; rank < 8; rank++) {
            const bool corner = is_corner(file, rank);
            if (has(moves, file, rank))
                value += 70 - 69 * move_empties / 60 + (corner ? -84 + 105 * empties / 60 : 0);
            if (!has(all, file, rank) && touches(other, file, rank))
                value += 61 - 41 * empties / 60;
            if (!has(own, file, rank))
                continue;
            value -= 25 + 24 * empties / 60;
            if (corner)
                value -= 134 + 768 * empties / 60;
            if (is_beside_empty_corner(all, file, rank, 2))
                value += 4 - 120 * empties / 60;
            if (is_beside_empty_corner(all, file, rank, 1))
                value += 63 - 50 * empties / 60;
            if (has(stable, file, rank) && !corner)
                value -= 50 + 53 * empties / 60;
        }
    return value;
}

static int slow_order_fewest(const flank_position *position, flank_move move)
{
    const flank_position after = othello_game.play(&rules, position, move);
    const uint64_t replies = othello_moves(after.own, after.other);
    int value = 0;
    for (int square = 0; square < 64; square++)
        value -= has(replies, square % 8, square / 8) ? 30 : 0;
    return value - (move.to < 64 && is_corner(move.to % 8, move.to / 8) ? 200 : 0);
}

static int slow_order(const flank_position *position, flank_move move)
{
    const flank_position after = othello_game.play(&rules, position, move);
    const uint64_t all = position->own | position->other, replies = othello_moves(after.own, after.other);
    int value = 0;
    for (int square = 0; square < 64; square++)
        if (has(replies, square % 8, square / 8))
            value -= is_corner(square % 8, square / 8) ? 180 : 30;
    if (move.to >= 64)
        return value;
    const int file = move.to % 8, rank = move.to / 8;
    return value + (is_corner(file, rank) ? 300 : 0) - (is_beside_empty_corner(all, file, rank, 2) ? 200 : 0);
}

static void test_values_and_order(void **state)
{
    (void)state;
    random_state random = {5};
    for (int played = 0; played < 200; played++) {
        flank_position position = othello_game.start();
        while (!othello_game.outcome(&rules, &position).over) {
            flank_move moves[FLANK_MOVES_MAX];
            const size_t count = othello_game.moves(&rules, &position, moves);
            const uint64_t own = position.own, other = position.other;
            assert_int_equal(othello_evaluate(OTHELLO_ALL_64, own, other),
                             slow_side(own, other) - slow_side(other, own) - 200);
            assert_int_equal(othello_evaluate_fewest(OTHELLO_ALL_64, own, other),
                             slow_side_fewest(own, other) - slow_side_fewest(other, own) - 190);
            for (size_t i = 0; i < count; i++) {
                assert_int_equal(othello_order(moves[i].to, OTHELLO_ALL_64, own, other),
                                 slow_order(&position, moves[i]));
                assert_int_equal(othello_order_fewest(moves[i].to, OTHELLO_ALL_64, own, other),
                                 slow_order_fewest(&position, moves[i]));
            }
            position = othello_game.play(&rules, &position, moves[random_below(&random, (uint32_t)count)]);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_values_and_order)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
