/* SPDX-License-Identifier: MIT
 *
 * Evaluation for the shared search: a network (games/piece_network.h), and the worth of moves to be tried first. The
 * search resolves captures before it asks, and the network learned from positions without any.
 *
 * docs/decisions/0035-networks-for-pieces.md compares it with a sum of material, advancement, mobility of kings and
 * free ways.
 */
#include "games/draughts/draughts_eval.h"

#include "games/draughts/draughts_board.h"

#include <assert.h>

int draughts_evaluate(const flank_rules *rules, const flank_position *position)
{
    (void)rules;
    assert((position->own & position->other) == 0 && (position->kings & ~(position->own | position->other)) == 0);
    return piece_network_value(&draughts_network, position);
}

/* Captures by what they take, and the move of a man that becomes a king or gets nearer to it. */
int draughts_order(const flank_rules *rules, const flank_position *position, flank_move move)
{
    enum { MAN = 100, KING = 330 };
    static const int advancement[8] = {0, 0, 3, 10, 22, 40, 70, 0}; /* of a man, by rank from its own first one */
    (void)rules;
    int value =
        MAN * (int)bit_count(move.captured & ~position->kings) + KING * (int)bit_count(move.captured & position->kings);
    if (bit(move.from) & position->kings)
        return value;
    unsigned rank = square_rank(move.to), from_rank = square_rank(move.from);
    if (bit(move.to) & draughts_crown_rank((flank_color)position->color))
        return value + KING - MAN;
    bool white = position->color == FLANK_WHITE;
    return value + advancement[white ? rank : 7 - rank] - advancement[white ? from_rank : 7 - from_rank];
}
