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
 * Moves. Smear own discs over opposing ones, in steps of 1, 1 and 2, 2 (parallel prefix, so five shifts make six
 * steps), in four directions and their opposites at once.
 */
#ifndef FLANK_OTHELLO_FAST_BOARD_H
#define FLANK_OTHELLO_FAST_BOARD_H

#include "games/othello/othello_board.h"
#include "othello/line_tables.h"

#if CPU_LEVEL >= 3
#include <immintrin.h>

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
    __m256i from = _mm256_set1_epi64x((long long)own);
    __m256i pass = _mm256_and_si256(_mm256_set1_epi64x((long long)other), inner);
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

static inline uint64_t fast_flips(unsigned square, uint64_t own, uint64_t other)
{
    const __m256i own4 = _mm256_set1_epi64x((long long)own), other4 = _mm256_set1_epi64x((long long)other);
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
    return lanes_or(turned);
}

#else

static inline uint64_t fast_moves(uint64_t own, uint64_t other) { return othello_moves(own, other); }

static inline uint64_t fast_flips(unsigned square, uint64_t own, uint64_t other)
{
    const uint64_t *rays = line_rays[square];
    uint64_t turned = 0;
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

#endif

/* Twice the discs that turn when the owner of `own` takes the last empty square. */
static inline unsigned fast_last_flips(unsigned square, uint64_t own)
{
    const unsigned file = square_file(square), rank = square_rank(square);
    const uint64_t diagonal = line_rays[square][2] | line_rays[square][6];
    const uint64_t antidiagonal = line_rays[square][3] | line_rays[square][7];
    return (unsigned)line_last_flips[file][own >> (8 * rank) & 0xff] +
           line_last_flips[rank][((own >> file & BITS_FILE_A) * UINT64_C(0x0102040810204080)) >> 56] +
           line_last_flips[file][((own & diagonal) * BITS_FILE_A) >> 56] +
           line_last_flips[file][((own & antidiagonal) * BITS_FILE_A) >> 56];
}

#endif
