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

#include <assert.h>

/* The squares b2 to g7, which are the board with board=6. What lies outside is empty for ever, so that nothing closes a
 * run there: only moves have to be kept inside. */
#define OTHELLO_ALL_64 (~UINT64_C(0))
#define OTHELLO_MIDDLE_36 UINT64_C(0x007e7e7e7e7e7e00)

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
    assert(square < 64 && (own & other) == 0);
    uint64_t flips = 0;
    for (int i = 0; i < 8; i++) {
        int step = othello_steps[i];
        uint64_t run = othello_run(bit(square), othello_passable(other, step), step);
        if (othello_shift(run, step) & own)
            flips |= run;
    }
    return flips;
}

/* Squares of lines in direction `step` that hold no square of `empty`. A smear from the empty squares covers the
 * others; on files a and h it stops unless the step is vertical. */
static inline uint64_t othello_full_lines(uint64_t empty, int step)
{
    uint64_t covered = empty;
    for (int i = 0; i < 7; i++) {
        uint64_t up = covered, down = covered;
        if (step != 8) {
            up &= step == 7 ? ~BITS_FILE_A : ~BITS_FILE_H;
            down &= step == 7 ? ~BITS_FILE_H : ~BITS_FILE_A;
        }
        covered |= up << step | down >> step;
    }
    return ~covered;
}

/* Discs of `own` that can be seen on `board` to be safe for ever: along each of the four lines the line is full, or one
 * side of the disc is the edge or a disc of `own` that is safe itself. A lower bound; discs held by longer arguments
 * are not found. */
static inline uint64_t othello_stable(uint64_t board, uint64_t own, uint64_t other)
{
    static const uint64_t rim[4] = {BITS_FILE_A | BITS_FILE_H, BITS_FILE_A | BITS_FILE_H | BITS_RANK_1 | BITS_RANK_8,
                                    BITS_RANK_1 | BITS_RANK_8, BITS_FILE_A | BITS_FILE_H | BITS_RANK_1 | BITS_RANK_8};
    static const int steps[4] = {1, 7, 8, 9};
    uint64_t held[4], stable = 0, before;
    for (int i = 0; i < 4; i++)
        held[i] =
            othello_full_lines(board & ~(own | other), steps[i]) | rim[i] | ~board << steps[i] | ~board >> steps[i];
    do {
        before = stable;
        stable = own;
        for (int i = 0; i < 4; i++)
            stable &= held[i] | before << steps[i] | before >> steps[i];
    } while (stable != before);
    return stable;
}

#endif
