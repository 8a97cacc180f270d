/* SPDX-License-Identifier: MIT
 *
 * Othello's two questions, which moves are legal and what a move turns, as fast as each CPU level answers them. Only
 * for files compiled per level (core/cpu.h); the oracle is games/othello/othello_board.h.
 *
 * Flips. A ray is the line of squares from the new disc, exclusive, to the edge. Let n be the ray without opposing
 * discs. The run of opposing discs ends at n's square nearest to the disc; if that one is own, the squares before it
 * turn. Towards higher squares the nearest is the lowest bit, found by n & -n, so (n - 1) & ~n & ray is the run.
 * Towards lower squares it is the highest bit: AVX-512 counts leading zeros in each lane; AVX2 smears n downwards along
 * the ray in three shifts, and what is not covered is the run. Four rays at a time in both.
 *
 * Several flips. The four lanes of a flip hold the parts of it that lie on the four lines through the square. For four
 * squares at once the four results are transposed and or-ed in one go, which is cheaper than adding up each.
 *
 * No vectors of 512 bits in the engine but for two instructions of few_moves.h that CPUs of Skylake's family lack: a
 * core of these lowers its frequency by 13 % (3.07 to 2.68 GHz here) while it meets such vectors, and with few moves a
 * position half of the lanes are idle. So OTHELLO_LANES_HALF.
 *
 * Moves. Smear own discs over opposing ones, in steps of 1, 1 and 2, 2 (parallel prefix, so five shifts make six
 * steps), in four directions and their opposites at once.
 */
#ifndef FLANK_OTHELLO_FAST_BOARD_H
#define FLANK_OTHELLO_FAST_BOARD_H

#define OTHELLO_LANES_HALF
#include "games/othello/othello_board.h"
#include "games/othello/othello_lanes.h"
#include "othello/line_tables.h"
#include "othello/search_board.h"

#if CPU_LEVEL >= 3
#include <immintrin.h>

/* A set of squares, the same one in every lane: kept in vectors from move to move, because the way into one and back
 * takes several cycles that everything after it waits for. Operators work on it as on a word. */
typedef uint64_t fast_set __attribute__((vector_size(32)));

static inline fast_set fast_set_of(uint64_t set) { return set - (fast_set){0}; }
static inline uint64_t fast_set_bits(fast_set set)
{
    return (uint64_t)_mm_cvtsi128_si64(_mm256_castsi256_si128((__m256i)set));
}

/* The four lanes or-ed together. */
static inline uint64_t lanes_or(__m256i lanes)
{
    __m128i half = _mm_or_si128(_mm256_castsi256_si128(lanes), _mm256_extracti128_si256(lanes, 1));
    return (uint64_t)_mm_cvtsi128_si64(_mm_or_si128(half, _mm_unpackhi_epi64(half, half)));
}

static inline uint64_t fast_moves(uint64_t own, uint64_t other)
{
    const __m256i step = _mm256_set_epi64x(7, 9, 8, 1), steps = _mm256_set_epi64x(14, 18, 16, 2);
    const __m256i inner = _mm256_set_epi64x(0x7e7e7e7e7e7e7e7e, 0x7e7e7e7e7e7e7e7e, -1, 0x7e7e7e7e7e7e7e7e);
    __m256i from = _mm256_set1_epi64x((long long)ON_BOARD(own));
    __m256i pass = _mm256_and_si256(_mm256_set1_epi64x((long long)ON_BOARD(other)), inner);
    __m256i up = _mm256_and_si256(pass, _mm256_sllv_epi64(from, step));
    __m256i down = _mm256_and_si256(pass, _mm256_srlv_epi64(from, step));
    up = _mm256_or_si256(up, _mm256_and_si256(pass, _mm256_sllv_epi64(up, step)));
    down = _mm256_or_si256(down, _mm256_and_si256(pass, _mm256_srlv_epi64(down, step)));
    __m256i pass_up = _mm256_and_si256(pass, _mm256_sllv_epi64(pass, step));
    __m256i pass_down = _mm256_srlv_epi64(pass_up, step);
    for (int i = 0; i < 2; i++) {
        up = _mm256_or_si256(up, _mm256_and_si256(pass_up, _mm256_sllv_epi64(up, steps)));
        down = _mm256_or_si256(down, _mm256_and_si256(pass_down, _mm256_srlv_epi64(down, steps)));
    }
    __m256i ends = _mm256_or_si256(_mm256_sllv_epi64(up, step), _mm256_srlv_epi64(down, step));
    return lanes_or(ends) & ~(own | other);
}

/* The or of all lanes, in all of them. */
static inline fast_set lanes_or_all(__m256i lanes)
{
    lanes = _mm256_or_si256(lanes, _mm256_permute4x64_epi64(lanes, 0x4e));
    return (fast_set)_mm256_or_si256(lanes, _mm256_shuffle_epi32(lanes, 0x4e));
}

/* The discs that turn on each of the four lines through the square. */
static inline __m256i flips_by_line(unsigned square, fast_set own, fast_set other)
{
    const __m256i own4 = (__m256i)ON_BOARD(own), other4 = (__m256i)ON_BOARD(other);
    const __m256i high = _mm256_load_si256((const __m256i *)line_rays[square]);
    const __m256i low = _mm256_load_si256((const __m256i *)line_rays[square] + 1);
    const __m256i high_stop = _mm256_andnot_si256(other4, high), low_stop = _mm256_andnot_si256(other4, low);
    const __m256i below = _mm256_add_epi64(high_stop, _mm256_set1_epi64x(-1));
#if CPU_LEVEL >= 4
    const __m256i nearest = _mm256_andnot_si256(below, high_stop);
    __mmask8 closed = _mm256_test_epi64_mask(nearest, own4);
    __m256i turned = _mm256_maskz_and_epi64(closed, _mm256_andnot_si256(high_stop, below), high);
    const __m256i zeros = _mm256_lzcnt_epi64(low_stop);
    const __m256i top = _mm256_srlv_epi64(_mm256_set1_epi64x(INT64_MIN), zeros);
    const __m256i cover = _mm256_srlv_epi64(_mm256_set1_epi64x(-1), zeros);
    closed = _mm256_test_epi64_mask(top, own4);
    turned = _mm256_or_si256(turned, _mm256_maskz_andnot_epi64(closed, cover, low));
#else
    const __m256i zero = _mm256_setzero_si256();
    const __m256i nearest = _mm256_and_si256(_mm256_andnot_si256(below, high_stop), own4);
    __m256i run = _mm256_and_si256(_mm256_andnot_si256(high_stop, below), high);
    __m256i turned = _mm256_andnot_si256(_mm256_cmpeq_epi64(nearest, zero), run);
    __m256i cover = _mm256_or_si256(low_stop, _mm256_srlv_epi64(low_stop, _mm256_set_epi64x(7, 9, 8, 1)));
    cover = _mm256_or_si256(cover, _mm256_srlv_epi64(cover, _mm256_set_epi64x(14, 18, 16, 2)));
    cover = _mm256_or_si256(cover, _mm256_srlv_epi64(cover, _mm256_set_epi64x(28, 36, 32, 4)));
    run = _mm256_andnot_si256(cover, low);
    const __m256i top = _mm256_andnot_si256(_mm256_srlv_epi64(cover, _mm256_set_epi64x(7, 9, 8, 1)), low_stop);
    const __m256i open = _mm256_cmpeq_epi64(_mm256_and_si256(top, own4), zero);
    turned = _mm256_or_si256(turned, _mm256_andnot_si256(open, run));
#endif
    return turned;
}

static inline fast_set fast_flips_set(unsigned square, fast_set own, fast_set other)
{
    return lanes_or_all(flips_by_line(square, own, other));
}

/* The discs that turn on each of four squares, one in each lane; nothing on square 64. */
static inline fast_set flips_in_lanes(const unsigned squares[4], fast_set own, fast_set other)
{
    __m256i lines[4];
    for (int i = 0; i < 4; i++)
        lines[i] = flips_by_line(squares[i], own, other);
    const __m256i first =
        _mm256_or_si256(_mm256_unpacklo_epi64(lines[0], lines[1]), _mm256_unpackhi_epi64(lines[0], lines[1]));
    const __m256i second =
        _mm256_or_si256(_mm256_unpacklo_epi64(lines[2], lines[3]), _mm256_unpackhi_epi64(lines[2], lines[3]));
    return (fast_set)_mm256_or_si256(_mm256_permute2x128_si256(first, second, 0x20),
                                     _mm256_permute2x128_si256(first, second, 0x31));
}

/* The discs that turn on each of four squares; nothing on square 64. */
static inline void fast_flips_4(const unsigned squares[4], fast_set own, fast_set other, uint64_t flips[4])
{
    _mm256_storeu_si256((__m256i *)flips, (__m256i)flips_in_lanes(squares, own, other));
}

#else

typedef uint64_t fast_set;

static inline fast_set fast_set_of(uint64_t set) { return set; }
static inline uint64_t fast_set_bits(fast_set set) { return set; }

static inline uint64_t fast_moves(uint64_t own, uint64_t other)
{
    return ON_BOARD(othello_moves(ON_BOARD(own), ON_BOARD(other)));
}

static inline fast_set fast_flips_set(unsigned square, fast_set own, fast_set other)
{
    const uint64_t *rays = line_rays[square];
    uint64_t turned = 0;
    own = ON_BOARD(own), other = ON_BOARD(other);
    for (int i = 0; i < 4; i++) {
        uint64_t stop = rays[i] & ~other, nearest = stop & -stop & own;
        turned |= (nearest - (nearest != 0)) & rays[i];
    }
    for (int i = 4; i < 8; i++) {
        uint64_t stop = rays[i] & ~other;
        uint64_t top = UINT64_C(1) << (63 ^ __builtin_clzll(stop | 1));
        if (top & own & stop)
            turned |= rays[i] & -(top << 1);
    }
    return turned;
}

static inline void fast_flips_4(const unsigned squares[4], fast_set own, fast_set other, uint64_t flips[4])
{
    for (int i = 0; i < 4; i++)
        flips[i] = squares[i] < 64 ? fast_flips_set(squares[i], own, other) : 0;
}

#endif

static inline uint64_t fast_flips(unsigned square, uint64_t own, uint64_t other)
{
    return fast_set_bits(fast_flips_set(square, fast_set_of(own), fast_set_of(other)));
}

/* Twice the discs that turn when the owner of `own`, the opponent of all other squares, takes the one empty square; and
 * 256 times as much those that turn when the opponent takes it. */
static inline unsigned fast_last_turned_whole(unsigned square, uint64_t own)
{
    const line_last *last = &line_lasts[square];
#if CPU_LEVEL >= 4
    unsigned turned = 0;
    for (int i = 0; i < 4; i++)
        turned += line_last_turned[last->starts[i] + _pext_u64(own, last->lines[i])];
    return turned;
#else
    const uint64_t row = (own & last->lines[0]) >> last->shifts[0];
    const uint64_t file = ((own & last->lines[1]) >> last->shifts[1]) * UINT64_C(0x0102040810204080) >> 56;
    const uint64_t diagonal = (own & last->lines[2]) * BITS_FILE_A >> last->shifts[2];
    const uint64_t antidiagonal = (own & last->lines[3]) * BITS_FILE_A >> last->shifts[3];
    return (unsigned)line_last_turned[last->starts[0] + row] + line_last_turned[last->starts[1] + file] +
           line_last_turned[last->starts[2] + diagonal] + line_last_turned[last->start_by_file + antidiagonal];
#endif
}

/* The same on the board of the search. On the smaller one, what is outside closes no run of the other side's discs if
 * it is that side's, too. */
static inline unsigned fast_last_turned(unsigned square, uint64_t own)
{
#if OTHELLO_BOARD == 6
    const unsigned turned = fast_last_turned_whole(square, ON_BOARD(own)) & 0xff;
    return turned ? turned : fast_last_turned_whole(square, own | FRAME) & 0xff00;
#else
    return fast_last_turned_whole(square, own);
#endif
}

#endif
