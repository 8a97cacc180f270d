/* SPDX-License-Identifier: MIT
 *
 * Evaluation for the shared search: material, advancement, mobility and free promotion paths, each side seen as if its
 * men went north. About 120 instructions a position. The search resolves captures before it asks, so nothing here
 * looks at what is under attack.
 *
 * Starting weights are those of ardacagankeser/turkish-draughts (man 100, king 330, advancement 0 0 2 6 12 22 40, free
 * promotion 35); the weights below are what self-play made of them, see docs/rules/draughts.md.
 */
#include "games/draughts/draughts_eval.h"

#include "games/draughts/draughts_board.h"

enum { MAN = 100, KING = 330, MOVE = 2, FREE_PATH = 35 };

/* What a man has gained by standing on a rank, from its own first one; the last is where it is a king. */
static const int advancement[8] = {0, 0, 0, 2, 6, 12, 22, 0};

/* One side, turned so that its men go north. */
typedef struct side_view {
    uint64_t men, kings, foes, empty;
} side_view;

static side_view view_of(uint64_t pieces, uint64_t foes, uint64_t kings, flank_color color)
{
    if (color == FLANK_BLACK) {
        pieces = __builtin_bswap64(pieces);
        foes = __builtin_bswap64(foes);
        kings = __builtin_bswap64(kings);
    }
    return (side_view){pieces & ~kings, pieces & kings, foes, ~(pieces | foes)};
}

static int material_and_advancement(const side_view *side)
{
    int value = MAN * (int)bit_count(side->men) + KING * (int)bit_count(side->kings);
    for (unsigned rank = 3; rank < 7; rank++)
        value += advancement[rank] * (int)bit_count(side->men & BITS_RANK_1 << 8 * rank);
    return value;
}

/* Squares to which men can go; kings, which nearly always can go to a dozen, are left out. */
static int mobility(const side_view *side)
{
    return (int)(bit_count(bits_north(side->men) & side->empty) + bit_count(bits_east(side->men) & side->empty) +
                 bit_count(bits_west(side->men) & side->empty));
}

/* Men ahead of whom no foe stands, on their own file or the ones beside it. */
static int free_men(const side_view *side)
{
    uint64_t guarded = side->foes | bits_east(side->foes) | bits_west(side->foes);
    guarded |= guarded >> 8;
    guarded |= guarded >> 16;
    guarded |= guarded >> 32;
    return (int)bit_count(side->men & ~(guarded >> 8));
}

static int side_value(uint64_t pieces, uint64_t foes, uint64_t kings, flank_color color)
{
    side_view side = view_of(pieces, foes, kings, color);
    return material_and_advancement(&side) + MOVE * mobility(&side) + FREE_PATH * free_men(&side);
}

int draughts_evaluate(const flank_rules *rules, const flank_position *position)
{
    (void)rules;
    flank_color color = (flank_color)position->color;
    return side_value(position->own, position->other, position->kings, color) -
           side_value(position->other, position->own, position->kings, (flank_color)!color);
}

/* Captures by what they take, and the move of a man that becomes a king or gets nearer to it. */
int draughts_order(const flank_rules *rules, const flank_position *position, flank_move move)
{
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
