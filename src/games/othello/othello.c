/* SPDX-License-Identifier: MIT
 *
 * Othello's rules as a game table.
 *
 * Source: World Othello Federation rules, as digested in docs/rules/othello.md. Black starts; a player without a move
 * passes; without a move for either the game is over, most discs win, empty squares count for the winner.
 *
 * With goal=fewest, anti-Othello, fewest discs win and the value of an ended game is that of Othello turned round: the
 * difference of discs, with the empty squares for the side that has more of them, which has lost. Moves are the same.
 *
 * With board=6 the game is played on the 36 squares from b2 to g7: no disc is placed outside, no square outside counts.
 */
#include "games/othello/othello.h"

#include "core/bits.h"
#include "games/disc_start.h"
#include "games/othello/othello_board.h"
#include "games/othello/othello_eval.h"
#include "games/othello/othello_notation.h"
#include "games/othello/othello_perft.h"
#include "games/othello/othello_rules.h"

#include <assert.h>

static const char *const pass_values[] = {"ply", "free", NULL};
static const char *const ended_values[] = {"zero", "one", NULL};
static const char *const goal_values[] = {"most", "fewest", NULL};
static const char *const board_values[] = {"8", "6", NULL};
static const flank_param params[] = {
    {"pass", pass_values, "ply: a pass is a ply (OEIS A124004); free: it is not", true},
    {"ended", ended_values, "leaves that a game finished early counts as: zero (OEIS A124004), one (Aart Bik)", true},
    {"goal", goal_values, "the side wins that ends with most discs (World Othello Federation), with fewest (GGS)",
     false, .apart = true},
    {"board", board_values,
     "8: all 64 squares (World Othello Federation); 6: the 36 in the middle, b2 to g7 (Feinstein)", false,
     .apart = true},
    {NULL, NULL, NULL, false},
};

static size_t moves(const flank_rules *rules, const flank_position *position, flank_move *list)
{
    size_t count = 0;
    for (BITS_EACH(square, othello_moves(position->own, position->other) & othello_squares(rules)))
        list[count++] = (flank_move){.from = FLANK_NO_SQUARE, .to = (uint8_t)square};
    if (count == 0 && othello_moves(position->other, position->own) & othello_squares(rules))
        list[count++] = (flank_move){.from = FLANK_NO_SQUARE, .to = FLANK_NO_SQUARE};
    return count;
}

static flank_position play(const flank_rules *rules, const flank_position *position, flank_move move)
{
    (void)rules;
    uint64_t flips = 0, disc = 0;
    if (!flank_move_is_pass(move)) {
        flips = othello_flips(move.to, position->own, position->other);
        disc = bit(move.to);
        assert(flips && !(disc & (position->own | position->other)));
    }
    return (flank_position){
        .own = position->other ^ flips, .other = position->own | flips | disc, .color = !position->color};
}

static const flank_reason no_move_left = {"NO_MOVE_LEFT", "no move left"};

static flank_outcome outcome(const flank_rules *rules, const flank_position *position)
{
    const uint64_t board_squares = othello_squares(rules);
    if ((othello_moves(position->own, position->other) | othello_moves(position->other, position->own)) & board_squares)
        return (flank_outcome){.over = false};
    assert((position->own & position->other) == 0);
    int own = (int)bit_count(position->own), other = (int)bit_count(position->other);
    int empty = (int)bit_count(board_squares & ~(position->own | position->other));
    int sign = (own > other) - (own < other), discs = own - other + sign * empty,
        view = othello_fewest_win(rules) ? -1 : 1;
    return (flank_outcome){.over = true, .sign = view * sign, .discs = view * discs, .reason = &no_move_left};
}

static int repetition_limit(const flank_rules *rules)
{
    (void)rules;
    return 0; /* every move but a pass adds a disc */
}

static int evaluate(const flank_rules *rules, const flank_position *position)
{
    return (othello_fewest_win(rules) ? othello_evaluate_fewest : othello_evaluate)(othello_squares(rules),
                                                                                    position->own, position->other);
}

static int order(const flank_rules *rules, const flank_position *position, flank_move move)
{
    return (othello_fewest_win(rules) ? othello_order_fewest : othello_order)(move.to, othello_squares(rules),
                                                                              position->own, position->other);
}

static bool pass_is_free(const flank_rules *rules) { return rules->value[RULE_PASS] == 1; }

static othello_counting counting(const flank_rules *rules)
{
    return (othello_counting){.board = othello_squares(rules),
                              .pass_is_free = pass_is_free(rules),
                              .ended_is_one = rules->value[RULE_ENDED] == 1};
}

/* `depth` may be 0 here. */
static uint64_t count_leaves(const flank_rules *rules, const flank_position *position, int depth)
{
    if (depth == 0)
        return 1;
    flank_move list[FLANK_MOVES_MAX];
    size_t count = moves(rules, position, list);
    if (count == 0)
        return counting(rules).ended_is_one;
    uint64_t leaves = 0;
    for (size_t i = 0; i < count; i++) {
        flank_position next = play(rules, position, list[i]);
        bool free = flank_move_is_pass(list[i]) && counting(rules).pass_is_free;
        leaves += count_leaves(rules, &next, free ? depth : depth - 1);
    }
    return leaves;
}

static uint64_t perft_reference(const flank_rules *rules, const flank_position *position, int depth)
{
    return count_leaves(rules, position, depth);
}

static uint64_t perft_fast(const flank_rules *rules, const flank_position *position, int depth, flank_cpu cpu)
{
    static uint64_t (*const count[])(uint64_t, uint64_t, int, othello_counting) = CPU_SELECT(othello_perft);
    return count[cpu](position->own, position->other, depth, counting(rules));
}

static const game_bench bench[] = {
    {"", 16},
    {"f5d6c3d3c4f4f6f3e6e7d7c5b6d8c6c7d2b5", 14},
    {"f5d6c3d3c4f4f6f3e6e7d7c5b6d8c6c7d2b5a5a6a7g5e3b4c8g6g4c2e8d1f7e2g3h4f1e1f2g1b1f8g8b3", 14},
    {NULL, 0},
};

const flank_game othello_game = {
    .name = "othello",
    .title = "Othello",
    .aliases = (const char *const[]){"reversi", NULL},
    .color_names = {"black", "white"},
    .row_1_on_top = true,
    .glyphs = {{'X', 'X'}, {'O', 'O'}},
    .scores_discs = true,
    .chance_scale = 320,
    .chance_scale_per_empty = 12,
    .phase_empties = {40, 20},
    .has_book = true,
    .bench = bench,
    .sgf_number = 2,
    .pdn_number = 50,
    .params = params,
    .board = othello_squares,
    .position_styles = othello_position_styles,
    .move_styles = othello_move_styles,
    .start = disc_start,
    .moves = moves,
    .play = play,
    .outcome = outcome,
    .repetition_limit = repetition_limit,
    .evaluate = evaluate,
    .order = order,
    .parse_position = othello_parse_position,
    .format_position = othello_format_position,
    .parse_move = othello_parse_move,
    .format_move = othello_format_move,
    .moves_run_together = true,
    .symmetries = 0xFF,
    .perft_reference = perft_reference,
    .perft_fast = perft_fast,
    .pass_is_free = pass_is_free,
};
