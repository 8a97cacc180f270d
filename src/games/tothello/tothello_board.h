/* SPDX-License-Identifier: MIT
 *
 * Tothello on bitboards: what the board is after a piece is placed, and which pieces are safe for ever.
 *
 * The rule (TopCoder Invitational 2001, semifinal, "Tothello"): once a piece is placed, opposing pieces that lie in an
 * unbroken run between two own pieces turn, and turning goes on until no opposing piece lies between two own ones. So
 * all brackets of the board count, not only those that the new piece closes. The difference shows in play: a piece may
 * be placed between two opposing ones; it stays, and turns when the opponent next places a piece, wherever that is.
 *
 *     O . O    X places at b1    O X O    later O places anywhere    O O O
 *
 * On a board without any bracket, looking from the new and the turned pieces would be enough: opposing pieces only grow
 * fewer, so a bracket none of whose ends is new has stood before. Looking at the whole board costs the same here,
 * because a flood fill starts from all own pieces at once, and is right for every board; so there is only this one
 * function.
 *
 * Cost: one round is four lines in two directions, about 170 instructions; most placings need one or two rounds.
 */
#ifndef FLANK_GAMES_TOTHELLO_BOARD_H
#define FLANK_GAMES_TOTHELLO_BOARD_H

#include "core/bits.h"

#include <assert.h>

/* The two colours as the player sees them who places. */
typedef struct tothello_board {
    uint64_t own, other;
} tothello_board;

/* Squares of `through` in unbroken runs that start next to a square of `from`, towards higher (up) or lower squares. */
static inline uint64_t tothello_run_up(uint64_t from, uint64_t through, int step)
{
    uint64_t run = through & from << step;
    run |= through & run << step;
    through &= through << step;
    run |= through & run << 2 * step;
    run |= through & run << 2 * step;
    return run;
}

static inline uint64_t tothello_run_down(uint64_t from, uint64_t through, int step)
{
    uint64_t run = through & from >> step;
    run |= through & run >> step;
    through &= through >> step;
    run |= through & run >> 2 * step;
    run |= through & run >> 2 * step;
    return run;
}

/* Opposing pieces in runs that own pieces close at both ends of a line. A piece at the edge of the line's direction has
 * no square behind it, so files a and h are no part of a run unless it is vertical; that also stops runs at the edges.
 */
static inline uint64_t tothello_bracketed(tothello_board board)
{
    uint64_t inner = board.other & ~(BITS_FILE_A | BITS_FILE_H);
    return (tothello_run_up(board.own, inner, 1) & tothello_run_down(board.own, inner, 1)) |
           (tothello_run_up(board.own, inner, 7) & tothello_run_down(board.own, inner, 7)) |
           (tothello_run_up(board.own, board.other, 8) & tothello_run_down(board.own, board.other, 8)) |
           (tothello_run_up(board.own, inner, 9) & tothello_run_down(board.own, inner, 9));
}

/* The board after its owner places a piece on the empty `square`; `own` is still the player who placed. */
static inline tothello_board tothello_place(tothello_board board, unsigned square)
{
    assert(square < 64 && ((board.own | board.other) & bit(square)) == 0);
    board.own |= bit(square);
    for (uint64_t turned; (turned = tothello_bracketed(board)) != 0;) {
        board.own |= turned;
        board.other &= ~turned;
    }
    return board;
}

/* Pieces of `own` that can never turn. A run that turns has an opposing piece at both ends; so a piece is safe along a
 * line if on one side of it is the edge, or a safe piece of its own colour, and safe for ever if that holds for all
 * four lines. Full lines, which make discs stable in Othello, prove nothing here: pieces turn without a placing on
 * their line. */
static inline uint64_t tothello_stable(uint64_t own)
{
    uint64_t safe = 0, before;
    do {
        before = safe;
        uint64_t west = bits_east(safe) | BITS_FILE_A, east = bits_west(safe) | BITS_FILE_H;
        uint64_t south = bits_north(safe) | BITS_RANK_1, north = bits_south(safe) | BITS_RANK_8;
        uint64_t rim = BITS_FILE_A | BITS_FILE_H | BITS_RANK_1 | BITS_RANK_8;
        uint64_t rising = bits_north(bits_east(safe)) | bits_south(bits_west(safe)) | rim;
        uint64_t falling = bits_north(bits_west(safe)) | bits_south(bits_east(safe)) | rim;
        safe |= own & (west | east) & (south | north) & rising & falling;
    } while (safe != before);
    return safe;
}

#endif
