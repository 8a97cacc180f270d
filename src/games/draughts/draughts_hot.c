/* SPDX-License-Identifier: MIT
 *
 * The functions of Turkish draughts that searches spend their time in, for one CPU level.
 */
#include "games/draughts/draughts_hot.h"

#include "games/draughts/draughts_eval.h"
#include "games/draughts/draughts_moves.h"

size_t draughts_legal_moves(const flank_rules *rules, const flank_position *position, flank_move *list)
{
    return draughts_one_each(position->own, position->other) ? 0 : draughts_moves(rules, position, list);
}

size_t draughts_noisy_moves(const flank_rules *rules, const flank_position *position, flank_move *list)
{
    return draughts_one_each(position->own, position->other) ? 0 : draughts_captures(rules, position, list);
}

flank_position draughts_after(const flank_rules *rules, const flank_position *position, flank_move move)
{
    (void)rules;
    return draughts_play(position, move);
}

static const flank_reason no_piece_left = {"NO_PIECE_LEFT", "no piece left"};
static const flank_reason one_piece_each = {"ONE_PIECE_EACH", "one piece each"};
static const flank_reason no_legal_move = {"NO_LEGAL_MOVE", "no legal move"};

flank_outcome draughts_outcome(const flank_rules *rules, const flank_position *position)
{
    (void)rules;
    if (!position->own)
        return (flank_outcome){.over = true, .sign = -1, .reason = &no_piece_left};
    if (!position->other)
        return (flank_outcome){.over = true, .sign = 1, .reason = &no_piece_left};
    if (draughts_one_each(position->own, position->other))
        return (flank_outcome){.over = true, .sign = 0, .reason = &one_piece_each};
    if (!draughts_can_move(position))
        return (flank_outcome){.over = true, .sign = -1, .reason = &no_legal_move};
    return (flank_outcome){.over = false};
}

const game_hot CPU_NAME(draughts_hot) = {
    .moves = draughts_legal_moves,
    .noisy_moves = draughts_noisy_moves,
    .play = draughts_after,
    .outcome = draughts_outcome,
    .evaluate = draughts_evaluate,
    .order = draughts_order,
};
