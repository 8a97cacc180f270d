/* SPDX-License-Identifier: MIT
 *
 * Evaluation for the shared search: material only.
 */
#include "games/draughts/draughts_eval.h"

#include "games/draughts/draughts_board.h"

enum { MAN = 100, KING = 330 };

static int material(uint64_t pieces, uint64_t kings)
{
    return MAN * (int)bit_count(pieces & ~kings) + KING * (int)bit_count(pieces & kings);
}

int draughts_evaluate(const flank_rules *rules, const flank_position *position)
{
    (void)rules;
    return material(position->own, position->kings) - material(position->other, position->kings);
}

int draughts_order(const flank_rules *rules, const flank_position *position, flank_move move)
{
    (void)rules;
    uint64_t crown_rank = draughts_crown_rank((flank_color)position->color);
    bool crowned = (bit(move.to) & crown_rank) && !(bit(move.from) & position->kings);
    return material(move.captured, position->kings) + (crowned ? KING - MAN : 0);
}
