/* SPDX-License-Identifier: MIT
 *
 * The two questions of Othello on bitboards, in portable C: which moves are legal, and which discs a move turns.
 *
 * Both walk the eight directions with shifts. Legal moves: from all own discs at once, smear over neighbouring opposing
 * discs up to six times; the empty square behind a smear is a move. Flips: from the one new disc, the same smear, kept
 * only if an own disc closes it. About 60 and 90 instructions. These are the oracle of the faster variants.
 */
#ifndef FLANK_GAMES_OTHELLO_BOARD_H
#define FLANK_GAMES_OTHELLO_BOARD_H

#include "core/bits.h"

/* Shift by `step` squares: 1, 7, 8, 9 to higher, negative to lower squares. */
static inline uint64_t othello_shift(uint64_t set, int step) { return step > 0 ? set << step : set >> -step; }

/* Opposing discs through which a run in direction `step` may pass: none on files a and h unless the step is vertical,
 * so that no run wraps round an edge. */
static inline uint64_t othello_passable(uint64_t other, int step)
{
    return step == 8 || step == -8 ? other : other & ~(BITS_FILE_A | BITS_FILE_H);
}

/* Opposing discs in an unbroken run in direction `step` from any square of `from`. */
static inline uint64_t othello_run(uint64_t from, uint64_t passable, int step)
{
    uint64_t run = othello_shift(from, step) & passable;
    for (int i = 0; i < 5; i++)
        run |= othello_shift(run, step) & passable;
    return run;
}

static const int othello_steps[8] = {1, -1, 7, -7, 8, -8, 9, -9};

/* The empty squares on which the owner of `own` may place a disc. */
static inline uint64_t othello_moves(uint64_t own, uint64_t other)
{
    uint64_t moves = 0;
    for (int i = 0; i < 8; i++) {
        int step = othello_steps[i];
        moves |= othello_shift(othello_run(own, othello_passable(other, step), step), step);
    }
    return moves & ~(own | other);
}

/* The discs of `other` that turn when the owner of `own` places a disc on the empty `square`; 0 if the move is illegal.
 */
static inline uint64_t othello_flips(unsigned square, uint64_t own, uint64_t other)
{
    uint64_t flips = 0;
    for (int i = 0; i < 8; i++) {
        int step = othello_steps[i];
        uint64_t run = othello_run(bit(square), othello_passable(other, step), step);
        if (othello_shift(run, step) & own)
            flips |= run;
    }
    return flips;
}

#endif
