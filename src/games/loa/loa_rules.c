/* SPDX-License-Identifier: MIT
 *
 * Lines of Action: legal moves, and the end of the game.
 *
 * A position ends the game by itself if a side is connected, or if the side to move has no move and either loses by
 * that or faces an opponent who has none either. The last case is a draw here at once: nobody can ever move again, and
 * passing to and fro would reach the third occurrence of the position, or without a repetition rule go on for ever. It
 * needs boards that play from the start cannot fill, but that a parser accepts (a full board has no move at all, since
 * the pieces on a line are as many as its squares).
 *
 * A list of moves holds at most 512 entries: a square has at most 64 pieces on it, each with two ways along four lines.
 */
#include "games/loa/loa_rules.h"

#include "games/loa/loa_board.h"

_Static_assert(64 * 2 * LOA_DIRECTIONS <= FLANK_MOVES_MAX, "every list of moves fits");

static const flank_reason both_connected = {"BOTH_CONNECTED", "both sides are connected"};
static const flank_reason connected = {"CONNECTED", "all pieces are connected"};
static const flank_reason no_legal_move = {"NO_LEGAL_MOVE", "no legal move"};
static const flank_reason no_move_ever = {"NO_MOVE_EVER", "neither side can ever move"};

static flank_outcome over(int sign, const flank_reason *reason)
{
    return (flank_outcome){.over = true, .sign = sign, .reason = reason};
}

flank_outcome loa_outcome(const flank_rules *rules, const flank_position *position)
{
    bool own = loa_connected(position->own), other = loa_connected(position->other);
    if (own && other) /* the waiting side made the move that did it */
        return over(rules->value[LOA_SIMULTANEOUS] == LOA_SIMULTANEOUS_MOVER ? -1 : 0, &both_connected);
    if (own || other)
        return over(own ? 1 : -1, &connected);
    if (loa_can_move(position->own, position->other))
        return (flank_outcome){.over = false};
    if (rules->value[LOA_NO_MOVE] == LOA_NO_MOVE_LOSE)
        return over(-1, &no_legal_move);
    if (!loa_can_move(position->other, position->own))
        return over(0, &no_move_ever);
    return (flank_outcome){.over = false};
}

/* The moves of pieces; whether the game is over is not asked. */
static size_t piece_moves(const flank_position *position, flank_move *list)
{
    size_t count = 0;
    for (BITS_EACH(from, position->own))
        for (BITS_EACH(to, loa_targets((unsigned)from, position->own, position->other)))
            list[count++] =
                (flank_move){.from = (uint8_t)from, .to = (uint8_t)to, .captured = bit((unsigned)to) & position->other};
    return count;
}

size_t loa_moves(const flank_rules *rules, const flank_position *position, flank_move *list)
{
    if (loa_connected(position->own) || loa_connected(position->other))
        return 0;
    size_t count = piece_moves(position, list);
    if (count || loa_outcome(rules, position).over)
        return count;
    list[0] = (flank_move){.from = FLANK_NO_SQUARE, .to = FLANK_NO_SQUARE};
    return 1;
}

flank_position loa_play(const flank_rules *rules, const flank_position *position, flank_move move)
{
    (void)rules;
    uint64_t step = flank_move_is_pass(move) ? 0 : bit(move.from) | bit(move.to);
    assert((position->own & step) == (step & bit(move.from & 63)) && (move.captured & ~position->other) == 0);
    return (flank_position){
        .own = position->other & ~move.captured, .other = position->own ^ step, .color = !position->color};
}
