/* SPDX-License-Identifier: MIT
 *
 * Tothello's rules as a game table.
 *
 * Source: TopCoder Invitational 2001, semifinal, problem "Tothello", which defines one move; docs/rules/tothello.md
 * says how a whole game is made of it. A player may place on any empty square or pass; two passes in a row, or a full
 * board, end the game. A full board ends it at once, without two more passes, because only passes would be left and
 * they change nothing.
 *
 * Moves per position: at most 64 squares and the pass.
 */
#include "games/tothello/tothello.h"

#include "core/bits.h"
#include "games/disc_start.h"
#include "games/tothello/tothello_board.h"
#include "games/tothello/tothello_notation.h"

#include <assert.h>

static const flank_param params[] = {{NULL, NULL, NULL, false}};

static uint64_t empties(const flank_position *position) { return ~(position->own | position->other); }

static bool is_over(const flank_position *position) { return position->passes == 2 || empties(position) == 0; }

static size_t moves(const flank_rules *rules, const flank_position *position, flank_move *list)
{
    (void)rules;
    if (is_over(position))
        return 0;
    size_t count = 0;
    for (BITS_EACH(square, empties(position)))
        list[count++] = (flank_move){.from = FLANK_NO_SQUARE, .to = (uint8_t)square};
    list[count++] = (flank_move){.from = FLANK_NO_SQUARE, .to = FLANK_NO_SQUARE};
    return count;
}

static flank_position play(const flank_rules *rules, const flank_position *position, flank_move move)
{
    (void)rules;
    flank_position next = {.own = position->other, .other = position->own, .color = !position->color};
    if (flank_move_is_pass(move)) {
        assert(position->passes < 2);
        next.passes = (uint8_t)(position->passes + 1);
        return next;
    }
    assert(empties(position) >> move.to & 1);
    tothello_board board = tothello_place((tothello_board){position->own, position->other}, move.to);
    next.own = board.other;
    next.other = board.own;
    assert((next.own & next.other) == 0);
    return next;
}

static const flank_reason both_passed = {"BOTH_PASSED", "both players passed"};
static const flank_reason board_full = {"BOARD_FULL", "the board is full"};

static flank_outcome outcome(const flank_rules *rules, const flank_position *position)
{
    (void)rules;
    if (!is_over(position))
        return (flank_outcome){.over = false};
    int discs = (int)bit_count(position->own) - (int)bit_count(position->other);
    return (flank_outcome){.over = true,
                           .sign = (discs > 0) - (discs < 0),
                           .discs = discs,
                           .reason = empties(position) ? &both_passed : &board_full};
}

static int repetition_limit(const flank_rules *rules)
{
    (void)rules;
    return 0; /* every move adds a piece or a pass in a row */
}

/* Pieces now, and as much again for each that is stable: a stable piece is one that still counts at the end. */
static int evaluate(const flank_rules *rules, const flank_position *position)
{
    (void)rules;
    int pieces = (int)bit_count(position->own) - (int)bit_count(position->other);
    int safe = (int)bit_count(tothello_stable(position->own)) - (int)bit_count(tothello_stable(position->other));
    return 100 * (pieces + safe);
}

/* Own pieces after the move: placings that turn much first, the pass last. */
static int order(const flank_rules *rules, const flank_position *position, flank_move move)
{
    flank_position next = play(rules, position, move);
    return (int)bit_count(next.other);
}

static uint64_t perft_reference(const flank_rules *rules, const flank_position *position, int depth)
{
    flank_move list[FLANK_MOVES_MAX];
    size_t count = moves(rules, position, list);
    uint64_t leaves = 0;
    for (size_t i = 0; i < count; i++) {
        flank_position next = play(rules, position, list[i]);
        leaves += depth == 1 ? 1 : perft_reference(rules, &next, depth - 1);
    }
    return leaves;
}

/* a + b or a * b, or UINT64_MAX if that does not fit. */
static uint64_t sum(uint64_t a, uint64_t b) { return a > UINT64_MAX - b ? UINT64_MAX : a + b; }
static uint64_t product(uint64_t a, uint64_t b) { return b && a > UINT64_MAX / b ? UINT64_MAX : a * b; }

/* The place of the pieces never matters for what may be played, so the count depends on the number of empty squares,
 * the passes and the depth alone, and follows from a table of them: leaves(d, empty, passes) = empty * leaves(d - 1,
 * empty
 * - 1, 0) + leaves(d - 1, empty, passes + 1), 0 once the game is over. A count that does not fit is UINT64_MAX (from
 * depth 11 at the start). */
static uint64_t perft_fast(const flank_rules *rules, const flank_position *position, int depth, flank_cpu cpu)
{
    (void)rules, (void)cpu;
    unsigned squares = bit_count(empties(position));
    if (depth > 3 * 64)
        return 0; /* no game is so long: 64 placings, a pass before each, two passes at the end */
    uint64_t leaves[65][3];
    for (unsigned empty = 0; empty <= squares; empty++)
        leaves[empty][0] = leaves[empty][1] = leaves[empty][2] = 1;
    for (int d = 1; d <= depth; d++)
        for (unsigned empty = squares + 1; empty-- > 0;) {
            uint64_t placings = empty ? product(empty, leaves[empty - 1][0]) : 0;
            leaves[empty][0] = empty ? sum(placings, leaves[empty][1]) : 0;
            leaves[empty][1] = empty ? sum(placings, leaves[empty][2]) : 0;
            leaves[empty][2] = 0;
        }
    return leaves[squares][position->passes];
}

static const game_bench bench[] = {
    {"", 5},
    {"d3c5b6c4f5e2b3g6f1h7h8b5h6a5b4a2a1d2", 6},
    {"d3c5b6c4f5e2b3g6f1h7h8b5h6a5b4a2a1d2a3d1a4c6a6f3b1f6c1a7a8e3g8f4e1h1f2g2g7f7g1g4b2h2h5h4f8d6", 14},
    {NULL, 0},
};

const flank_game tothello_game = {
    .name = "tothello",
    .title = "Tothello",
    .color_names = {"black", "red"},
    .row_1_on_top = true,
    .glyphs = {{'X', 'X'}, {'O', 'O'}},
    .scores_discs = true,
    .chance_scale = 320,
    .chance_scale_per_empty = 12,
    .phase_empties = {40, 20},
    .bench = bench,
    .params = params,
    .position_styles = tothello_position_styles,
    .move_styles = tothello_move_styles,
    .start = disc_start,
    .moves = moves,
    .play = play,
    .outcome = outcome,
    .repetition_limit = repetition_limit,
    .evaluate = evaluate,
    .order = order,
    .parse_position = tothello_parse_position,
    .format_position = tothello_format_position,
    .parse_move = tothello_parse_move,
    .format_move = tothello_format_move,
    .moves_run_together = true,
    .symmetries = 0xFF,
    .perft_reference = perft_reference,
    .perft_fast = perft_fast,
    .perft_is_instant = true,
};
