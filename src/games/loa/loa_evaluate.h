/* SPDX-License-Identifier: MIT
 *
 * The facts that the shared search needs about Lines of Action: a guess at a position's value, a guess at a move's, and
 * the moves that must not be overlooked at the end of a line.
 */
#ifndef FLANK_GAMES_LOA_EVALUATE_H
#define FLANK_GAMES_LOA_EVALUATE_H

#include "games/game_table.h"

/* The properties of a side that the evaluation weighs; loa_evaluate.c explains them. "Mean" ones are in 64ths. */
enum {
    LOA_PIECES,
    LOA_SCATTER,      /* concentration: mean distance to the centre of mass, above the least possible */
    LOA_CENTRE,       /* centralisation: mean distance from the rim */
    LOA_RIM,          /* and mean number of pieces on it */
    LOA_MASS,         /* distance of the centre of mass from the middle of the board, in 64ths */
    LOA_QUADS,        /* solid formations near the centre of mass */
    LOA_NEIGHBOURS,   /* connectedness: mean number of own neighbours */
    LOA_EULER,        /* groups less holes */
    LOA_LONERS,       /* pieces without a neighbour */
    LOA_AREA,         /* uniformity: squares of the smallest rectangle round all pieces */
    LOA_QUIET,        /* mobility: quiet moves off the rim */
    LOA_CAPTURES,     /* captures off the rim */
    LOA_RIM_QUIET,    /* quiet moves to a rim square */
    LOA_RIM_CAPTURES, /* captures on a rim square */
    LOA_ESCAPES,      /* the reverse of walls: moves from the rim along a line that leaves it */
    LOA_FEATURES
};

/* A weight for each feature and one for the right to move, in LOA_WEIGHT_UNITths of a hundredth of a piece. */
enum { LOA_TURN = LOA_FEATURES, LOA_WEIGHTS, LOA_WEIGHT_UNIT = 100 };
extern const int loa_weights[LOA_WEIGHTS];

/* The features of the owner of `own`, who has a piece. */
void loa_features(uint64_t own, uint64_t other, int features[LOA_FEATURES]);

/* The value of a position by other weights than ours, for the tool that finds them. */
int loa_weigh(const int weights[LOA_WEIGHTS], const flank_position *position);

/* The functions of the game table (games/game_table.h). */
int loa_evaluate(const flank_rules *rules, const flank_position *position);
int loa_order(const flank_rules *rules, const flank_position *position, flank_move move);
size_t loa_noisy_moves(const flank_rules *rules, const flank_position *position, flank_move *moves);

#endif
