/* SPDX-License-Identifier: MIT
 *
 * Positions and moves as plain values: copying is assignment, equality is comparing the fields.
 *
 * Squares are numbered 0..63, a1 = 0, b1 = 1, …, h8 = 63; a set of squares is a 64-bit word with bit i for square i.
 * In Othello and Tothello a1 is drawn top left (row 1 is the top row), in Lines of Action and draughts bottom left.
 * The history that repetition rules need is not part of a position; a flank_record holds it (record.h).
 */
#ifndef FLANK_POSITION_H
#define FLANK_POSITION_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The two players. Tothello's second colour is called red; it is FLANK_WHITE here. */
typedef enum flank_color { FLANK_BLACK = 0, FLANK_WHITE = 1 } flank_color;

typedef uint64_t flank_squares; /* a set of squares */

#define FLANK_NO_SQUARE 64 /* "no square": the origin of a placement, the target of a pass */

/* A position of any game. Unused fields are zero, so that equal positions have equal fields. */
typedef struct flank_position {
    flank_squares own;   /* pieces of the side to move; disjoint from other */
    flank_squares other; /* pieces of the side that waits */
    flank_squares kings; /* draughts: which of all these pieces are kings; zero elsewhere */
    uint8_t color;       /* the side to move, a flank_color */
    uint8_t passes;      /* Tothello: passes in a row just before this position, 0..2; zero elsewhere */
    uint8_t reserved[6]; /* zero */
} flank_position;

/* A move of any game. */
typedef struct flank_move {
    flank_squares captured; /* pieces that leave the board; zero where discs are turned instead */
    uint8_t from;           /* origin 0..63, or FLANK_NO_SQUARE for a placement and for a pass */
    uint8_t to;             /* target 0..63, or FLANK_NO_SQUARE for a pass */
    uint8_t reserved[6];    /* zero */
} flank_move;

/* No legal move list of any game here is longer; src/games/NAME/ says why for each game. */
#define FLANK_MOVES_MAX 1024

static inline int flank_move_is_pass(flank_move move) { return move.to == FLANK_NO_SQUARE; }

static inline int flank_move_equal(flank_move a, flank_move b)
{
    return a.from == b.from && a.to == b.to && a.captured == b.captured;
}

static inline int flank_position_equal(flank_position a, flank_position b)
{
    return a.own == b.own && a.other == b.other && a.kings == b.kings && a.color == b.color && a.passes == b.passes;
}

#ifdef __cplusplus
}
#endif
#endif
