/* SPDX-License-Identifier: MIT
 *
 * Evaluation for the shared search: material, advancement, mobility and free promotion paths, each side seen as if its
 * men went north. The search resolves captures before it asks, so nothing here looks at what is under attack.
 *
 * The first weights were those of ardacagankeser/turkish-draughts (man 100, king 330, advancement 0 0 2 6 12 22 40,
 * free path 35). Self-play of 300 to 400 games at 1,000 or 2,000 nodes a move, from random openings played both ways,
 * changed them so (score of the change, with its standard error):
 *
 *   mobility of men, 2 a move         dropped: without it 58 % +- 2, with 6 a move 41 % +- 2
 *   mobility of kings, 2 a square     kept: without it 47 % +- 2
 *   advancement                       steeper: twice 53 % +- 3, three times another 55 % +- 2; none at all 40 % +- 3
 *   king 250, 450; free path 0, 70    47, 50; 52, 48 % +- 3: no better than 330 and 35, which stay
 */
#include "games/draughts/draughts_eval.h"

#include "games/draughts/draughts_board.h"

#include <assert.h>

enum { MAN = 100, KING = 330, KING_SQUARE = 2, FREE_PATH = 35 };

/* The bonus that a man has gained by standing on a rank, from its own first one; the last is where it is a king. */
static const int advancement[8] = {0, 0, 3, 10, 22, 40, 70, 0};

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
    for (unsigned rank = 2; rank < 7; rank++)
        value += advancement[rank] * (int)bit_count(side->men & BITS_RANK_1 << 8 * rank);
    return value;
}

/* Squares to which kings can go; men that can move gain nothing by it, see above. */
static int king_mobility(const side_view *side)
{
    uint64_t reached = 0;
    for (BITS_EACH(king, side->kings))
        for (unsigned direction = 0; direction < 4; direction++)
            reached |= draughts_slide((unsigned)king, direction, ~side->empty);
    return (int)bit_count(reached);
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
    return material_and_advancement(&side) + KING_SQUARE * king_mobility(&side) + FREE_PATH * free_men(&side);
}

int draughts_evaluate(const flank_rules *rules, const flank_position *position)
{
    (void)rules;
    assert((position->own & position->other) == 0 && (position->kings & ~(position->own | position->other)) == 0);
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
