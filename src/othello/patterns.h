/* SPDX-License-Identifier: MIT
 *
 * The patterns of the evaluation: sets of squares whose contents, taken together, index a table of weights.
 *
 * A shape is given once and stands in four places, the rotations of the board. A shape that is its own mirror image
 * gives the same weight to mirrored contents; the one that is not comes twice, as itself and mirrored, with one table.
 *
 * The index of a pattern is a number in base 3 with a digit a square: 0 the mover's disc, 1 empty, 2 the opponent's.
 * With these digits the index from the other side's view is (3^squares - 1) - index, so that a board is turned round by
 * one subtraction a pattern, and no table is needed twice.
 *
 * Edges, corners, lines and diagonals are Buro's choice for Logistello ("Experiments with multi-ProbCut and a new
 * high-quality evaluation function for Othello", 1997); that ten squares still pay is known since Zebra and Edax. The
 * exact shapes are ours.
 */
#ifndef FLANK_OTHELLO_PATTERNS_H
#define FLANK_OTHELLO_PATTERNS_H

#include <stdint.h>

enum {
    PATTERN_SHAPES = 16,
    PATTERN_PLACES = 4,
    PATTERN_COUNT = PATTERN_SHAPES * PATTERN_PLACES, /* pattern i is shape i / 4 in place i % 4 */
    PATTERN_SQUARES_MAX = 10,
    PATTERN_WEIGHTS = 10 * 59049 + 3 * 19683 + 2 * 6561, /* of a phase; shapes 6 and 7 share a table */
    ORDER_SHAPES = 4, /* the first ones alone order moves near the end (evaluation.h) */
    ORDER_PATTERNS = ORDER_SHAPES * PATTERN_PLACES,
    ORDER_WEIGHTS = 3 * 59049 + 19683,
};

/* The place where the table of each shape begins among a phase's weights. */
static const uint32_t pattern_first[PATTERN_SHAPES] = {
    0 * 59049,
    1 * 59049,
    2 * 59049,
    3 * 59049, /* nine squares */
    3 * 59049 + 19683,
    4 * 59049 + 19683,
    5 * 59049 + 19683,
    5 * 59049 + 19683,
    6 * 59049 + 19683,
    7 * 59049 + 19683,
    8 * 59049 + 19683,
    9 * 59049 + 19683,
    10 * 59049 + 19683, /* nine */
    10 * 59049 + 2 * 19683,
    10 * 59049 + 3 * 19683, /* eight */
    10 * 59049 + 3 * 19683 + 6561,
};

/* One shape: its squares in the first place. Digit k of the index is squares[k]. */
typedef struct pattern_shape {
    const char *name;
    uint8_t count;
    uint8_t squares[PATTERN_SQUARES_MAX];
    uint8_t mirror[PATTERN_SQUARES_MAX]; /* digit k of the mirrored contents is digit mirror[k]; for a shape that is not
                                            its own mirror image 0, 1, 2, ... */
} pattern_shape;

extern const pattern_shape pattern_shapes[PATTERN_SHAPES];

/* 3^count: how many weights a phase has for the shape. */
uint32_t pattern_size(const pattern_shape *shape);

/* The square on which `square` of the first place lies in place 0..3: quarter turns. */
unsigned pattern_turn(unsigned square, int place);

/* The index of mirrored contents. Equal to `index` where the shape has no mirror. */
uint32_t pattern_mirror(const pattern_shape *shape, uint32_t index);

/* masters[w], for the PATTERN_WEIGHTS weights of a phase: the weight that w must equal, that of the mirrored contents
 * if they come first, else itself. */
void pattern_masters_fill(uint32_t *masters);

/* The effect of a change of one square on every index. */
typedef struct pattern_steps {
    _Alignas(64) uint16_t step[64][PATTERN_COUNT]; /* 3^k where the square is digit k of the pattern, else 0 */
    _Alignas(64) uint16_t full[PATTERN_COUNT];     /* 3^squares - 1: the index turned round is full - index */
} pattern_steps;

void pattern_steps_fill(pattern_steps *steps);

#endif
