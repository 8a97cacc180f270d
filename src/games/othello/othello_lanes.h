/* SPDX-License-Identifier: MIT
 *
 * Othello's two questions for several positions at once, one position in each 64-bit lane of a vector.
 *
 * Only for files that are compiled per CPU level (core/cpu.h): a vector has eight lanes with AVX-512, four with AVX2,
 * else two. Against the usual use of vectors, one position with a direction in each lane, nothing is broadcast and
 * nothing or-ed together across lanes, and every shift has a constant count; the price is that a caller must have
 * several positions to ask about. If one position is at hand, othello_board.h and the engine's own functions are
 * better.
 *
 * A file that defines OTHELLO_LANES_HALF gets at most four lanes (othello/fast_board.h says what for).
 *
 * Moves. A run of opposing discs from every own disc at once, by parallel prefix: runs of 1, 2, 4, 6 discs in four
 * shifts. Eastwards an addition does it in one: the carry of the disc after an own one ripples through the run of ones
 * and comes out behind it. The other seven directions have no such carry.
 *
 * Taken discs. In plain vectors the same parallel prefix from the one new disc. With AVX-512 by whole lines instead:
 * the four lines through the square are looked up eight at a time in tables of one or two registers (VPERMQ), the run
 * towards higher squares ends where a carry through `other` and everything off the line comes out, the one towards
 * lower squares at the highest square of the line that is not `other` (VPLZCNTQ). The discs between both ends are one
 * subtraction. 56 instructions for eight positions, against 104 by parallel prefix.
 *
 * Sources: the carry, "o ^ (o - 2r)" of chess programming, and leading zeros for the other half, both as used for
 * Othello by T. Okuhara's flip functions; the arrangement by positions is ours. The oracle of all is othello_board.h.
 */
#ifndef FLANK_GAMES_OTHELLO_LANES_H
#define FLANK_GAMES_OTHELLO_LANES_H

#include "core/bits.h"

#include <string.h>

#if CPU_LEVEL >= 4 && !defined(OTHELLO_LANES_HALF)
#include <immintrin.h>
#define OTHELLO_LANES 8
#elif CPU_LEVEL >= 3
#include <immintrin.h>
#define OTHELLO_LANES 4
#else
#define OTHELLO_LANES 2
#endif

typedef uint64_t othello_lanes __attribute__((vector_size(8 * OTHELLO_LANES)));

/* Vectors must not be passed through memory: every function here becomes part of its caller. */
#define OTHELLO_INLINE static inline __attribute__((always_inline))

OTHELLO_INLINE othello_lanes othello_lanes_load(const uint64_t *words)
{
    othello_lanes lanes;
    memcpy(&lanes, words, sizeof lanes);
    return lanes;
}

OTHELLO_INLINE void othello_lanes_store(uint64_t *words, othello_lanes lanes) { memcpy(words, &lanes, sizeof lanes); }

/* The same word in every lane. */
OTHELLO_INLINE othello_lanes othello_lanes_all(uint64_t word) { return word - (othello_lanes){0}; }

/* Squares of `through` in unbroken runs that start next to `from`, towards higher (up) or lower squares. `pairs` are
 * the squares of `through` with another one before them; the two directions share them. */
OTHELLO_INLINE othello_lanes othello_lanes_run_up(othello_lanes from, othello_lanes through, othello_lanes pairs,
                                                  int step)
{
    othello_lanes run = through & (from << step);
    run |= through & (run << step);
    run |= pairs & (run << 2 * step);
    run |= pairs & (run << 2 * step);
    return run;
}

OTHELLO_INLINE othello_lanes othello_lanes_run_down(othello_lanes from, othello_lanes through, othello_lanes pairs,
                                                    int step)
{
    othello_lanes run = through & (from >> step);
    run |= through & (run >> step);
    run |= pairs & (run >> 2 * step);
    run |= pairs & (run >> 2 * step);
    return run;
}

/* Discs that can be inside a run that is not vertical: not those on the files a and h. */
#define OTHELLO_INNER_FILES (~(BITS_FILE_A | BITS_FILE_H))

/* Squares behind the runs of `through` next to `own`, in both directions of a line. */
OTHELLO_INLINE othello_lanes othello_lanes_behind(othello_lanes own, othello_lanes through, int step)
{
    othello_lanes pairs = through & (through << step);
    return othello_lanes_run_up(own, through, pairs, step) << step |
           othello_lanes_run_down(own, through, pairs >> step, step) >> step;
}

/* The empty squares on which the owner of `own` may place a disc. */
OTHELLO_INLINE othello_lanes othello_lanes_moves(othello_lanes own, othello_lanes other)
{
    othello_lanes inner = other & OTHELLO_INNER_FILES;
    othello_lanes east = (inner + (inner & (own << 1))) & ~inner;
    othello_lanes west = othello_lanes_run_down(own, inner, inner & (inner >> 1), 1) >> 1;
    return (east | west | othello_lanes_behind(own, inner, 7) | othello_lanes_behind(own, other, 8) |
            othello_lanes_behind(own, inner, 9)) &
           ~(own | other);
}

#if CPU_LEVEL >= 4

/* The lines through a square. Those beside the main diagonals are the main diagonals shifted by whole ranks. */
#define OTHELLO_DIAGONAL UINT64_C(0x8040201008040201)
#define OTHELLO_ANTIDIAGONAL UINT64_C(0x0102040810204080)

#if OTHELLO_LANES == 8

/* By file, by rank, by rank minus file (modulo 16), by rank plus file. */
#define OTHELLO_UP(line, n) ((line) << 8 * (n))   /* n ranks up */
#define OTHELLO_DOWN(line, n) ((line) >> 8 * (n)) /* n ranks down */
static const _Alignas(64) uint64_t othello_files[8] = {BITS_FILE_A,      BITS_FILE_A << 1, BITS_FILE_A << 2,
                                                       BITS_FILE_A << 3, BITS_FILE_A << 4, BITS_FILE_A << 5,
                                                       BITS_FILE_A << 6, BITS_FILE_A << 7};
static const _Alignas(64) uint64_t othello_ranks[8] = {
    OTHELLO_UP(BITS_RANK_1, 0), OTHELLO_UP(BITS_RANK_1, 1), OTHELLO_UP(BITS_RANK_1, 2), OTHELLO_UP(BITS_RANK_1, 3),
    OTHELLO_UP(BITS_RANK_1, 4), OTHELLO_UP(BITS_RANK_1, 5), OTHELLO_UP(BITS_RANK_1, 6), OTHELLO_UP(BITS_RANK_1, 7)};
static const _Alignas(64) uint64_t othello_diagonals[16] = {
    OTHELLO_UP(OTHELLO_DIAGONAL, 0),   OTHELLO_UP(OTHELLO_DIAGONAL, 1),   OTHELLO_UP(OTHELLO_DIAGONAL, 2),
    OTHELLO_UP(OTHELLO_DIAGONAL, 3),   OTHELLO_UP(OTHELLO_DIAGONAL, 4),   OTHELLO_UP(OTHELLO_DIAGONAL, 5),
    OTHELLO_UP(OTHELLO_DIAGONAL, 6),   OTHELLO_UP(OTHELLO_DIAGONAL, 7),   0,
    OTHELLO_DOWN(OTHELLO_DIAGONAL, 7), OTHELLO_DOWN(OTHELLO_DIAGONAL, 6), OTHELLO_DOWN(OTHELLO_DIAGONAL, 5),
    OTHELLO_DOWN(OTHELLO_DIAGONAL, 4), OTHELLO_DOWN(OTHELLO_DIAGONAL, 3), OTHELLO_DOWN(OTHELLO_DIAGONAL, 2),
    OTHELLO_DOWN(OTHELLO_DIAGONAL, 1)};
static const _Alignas(64) uint64_t othello_antidiagonals[16] = {
    OTHELLO_DOWN(OTHELLO_ANTIDIAGONAL, 7), OTHELLO_DOWN(OTHELLO_ANTIDIAGONAL, 6),
    OTHELLO_DOWN(OTHELLO_ANTIDIAGONAL, 5), OTHELLO_DOWN(OTHELLO_ANTIDIAGONAL, 4),
    OTHELLO_DOWN(OTHELLO_ANTIDIAGONAL, 3), OTHELLO_DOWN(OTHELLO_ANTIDIAGONAL, 2),
    OTHELLO_DOWN(OTHELLO_ANTIDIAGONAL, 1), OTHELLO_DOWN(OTHELLO_ANTIDIAGONAL, 0),
    OTHELLO_UP(OTHELLO_ANTIDIAGONAL, 1),   OTHELLO_UP(OTHELLO_ANTIDIAGONAL, 2),
    OTHELLO_UP(OTHELLO_ANTIDIAGONAL, 3),   OTHELLO_UP(OTHELLO_ANTIDIAGONAL, 4),
    OTHELLO_UP(OTHELLO_ANTIDIAGONAL, 5),   OTHELLO_UP(OTHELLO_ANTIDIAGONAL, 6),
    OTHELLO_UP(OTHELLO_ANTIDIAGONAL, 7),   0};

/* The new disc and the discs that it turns on `line`, one of the four lines through `disc`. */
OTHELLO_INLINE __m512i othello_lanes_taken_on(__m512i line, __m512i disc, __m512i below, __m512i own, __m512i other)
{
    enum { OR_NOT = 0xf3, AND_3 = 0x80, NOT_AND_AND = 0x08 }; /* other | ~line; a & b & c; ~other & line & below */
    __m512i next = _mm512_add_epi64(disc, disc);
    __m512i carried = _mm512_add_epi64(_mm512_ternarylogic_epi64(other, line, line, OR_NOT), next);
    __m512i high = _mm512_max_epu64(_mm512_ternarylogic_epi64(carried, line, own, AND_3), next);
    __m512i stops = _mm512_ternarylogic_epi64(other, line, below, NOT_AND_AND);
    __m512i stop = _mm512_srlv_epi64(_mm512_set1_epi64(INT64_MIN), _mm512_lzcnt_epi64(stops));
    __m512i low = _mm512_mask_add_epi64(disc, _mm512_test_epi64_mask(stop, own), stop, stop);
    return _mm512_and_si512(_mm512_sub_epi64(high, low), line);
}

/* `disc` with the discs of `other` that turn when the owner of `own` places a disc there; nothing where disc is empty.
 */
OTHELLO_INLINE othello_lanes othello_lanes_taken(othello_lanes disc, othello_lanes own, othello_lanes other)
{
    __m512i d = (__m512i)disc, o = (__m512i)own, p = (__m512i)other;
    __m512i below = _mm512_maskz_sub_epi64(_mm512_test_epi64_mask(d, d), d, _mm512_set1_epi64(1));
    __m512i square = _mm512_sub_epi64(_mm512_set1_epi64(63), _mm512_lzcnt_epi64(d));
    __m512i file = _mm512_and_si512(square, _mm512_set1_epi64(7)), rank = _mm512_srli_epi64(square, 3);
    __m512i lines[4] = {
        _mm512_permutexvar_epi64(file, _mm512_load_si512(othello_files)),
        _mm512_permutexvar_epi64(rank, _mm512_load_si512(othello_ranks)),
        _mm512_permutex2var_epi64(_mm512_load_si512(othello_diagonals), _mm512_sub_epi64(rank, file),
                                  _mm512_load_si512(othello_diagonals + 8)),
        _mm512_permutex2var_epi64(_mm512_load_si512(othello_antidiagonals), _mm512_add_epi64(rank, file),
                                  _mm512_load_si512(othello_antidiagonals + 8)),
    };
    __m512i taken = _mm512_setzero_si512();
    for (int i = 0; i < 4; i++)
        taken = _mm512_or_si512(taken, othello_lanes_taken_on(lines[i], d, below, o, p));
    return (othello_lanes)taken;
}

#else

/* The same on vectors of four lanes, with the lines by shifts instead of tables. */
OTHELLO_INLINE __m256i othello_lanes_taken_on(__m256i line, __m256i disc, __m256i below, __m256i own, __m256i other)
{
    enum { OR_NOT = 0xf3, AND_3 = 0x80, NOT_AND_AND = 0x08 };
    __m256i next = _mm256_add_epi64(disc, disc);
    __m256i carried = _mm256_add_epi64(_mm256_ternarylogic_epi64(other, line, line, OR_NOT), next);
    __m256i high = _mm256_max_epu64(_mm256_ternarylogic_epi64(carried, line, own, AND_3), next);
    __m256i stops = _mm256_ternarylogic_epi64(other, line, below, NOT_AND_AND);
    __m256i stop = _mm256_srlv_epi64(_mm256_set1_epi64x(INT64_MIN), _mm256_lzcnt_epi64(stops));
    __m256i low = _mm256_mask_add_epi64(disc, _mm256_test_epi64_mask(stop, own), stop, stop);
    return _mm256_and_si256(_mm256_sub_epi64(high, low), line);
}

/* `line` moved up by `up` places, or down by as many as that is negative: the count of the other shift is too big. */
OTHELLO_INLINE __m256i othello_lanes_line(uint64_t line, __m256i up)
{
    const __m256i main = _mm256_set1_epi64x((long long)line);
    return _mm256_or_si256(_mm256_sllv_epi64(main, up),
                           _mm256_srlv_epi64(main, _mm256_sub_epi64(_mm256_setzero_si256(), up)));
}

OTHELLO_INLINE othello_lanes othello_lanes_taken(othello_lanes disc, othello_lanes own, othello_lanes other)
{
    __m256i d = (__m256i)disc, o = (__m256i)own, p = (__m256i)other;
    __m256i below = _mm256_maskz_sub_epi64(_mm256_test_epi64_mask(d, d), d, _mm256_set1_epi64x(1));
    __m256i square = _mm256_sub_epi64(_mm256_set1_epi64x(63), _mm256_lzcnt_epi64(d));
    __m256i file = _mm256_and_si256(square, _mm256_set1_epi64x(7));
    __m256i ranks = _mm256_and_si256(square, _mm256_set1_epi64x(56)), files = _mm256_slli_epi64(file, 3);
    __m256i lines[4] = {
        _mm256_sllv_epi64(_mm256_set1_epi64x((long long)BITS_FILE_A), file),
        _mm256_sllv_epi64(_mm256_set1_epi64x((long long)BITS_RANK_1), ranks),
        othello_lanes_line(OTHELLO_DIAGONAL, _mm256_sub_epi64(ranks, files)),
        othello_lanes_line(OTHELLO_ANTIDIAGONAL,
                           _mm256_sub_epi64(_mm256_add_epi64(ranks, files), _mm256_set1_epi64x(56))),
    };
    __m256i taken = _mm256_setzero_si256();
    for (int i = 0; i < 4; i++)
        taken = _mm256_or_si256(taken, othello_lanes_taken_on(lines[i], d, below, o, p));
    return (othello_lanes)taken;
}

#endif

#else

/* Discs of a run in one direction, if an own disc closes it: `end` holds the square behind the run. */
OTHELLO_INLINE othello_lanes othello_lanes_closed(othello_lanes run, othello_lanes end, othello_lanes own)
{
    return run & (othello_lanes)((end & own) != 0);
}

OTHELLO_INLINE othello_lanes othello_lanes_taken_on(int step, othello_lanes disc, othello_lanes own,
                                                    othello_lanes through)
{
    othello_lanes pairs = through & (through << step);
    othello_lanes up = othello_lanes_run_up(disc, through, pairs, step);
    othello_lanes down = othello_lanes_run_down(disc, through, pairs >> step, step);
    return othello_lanes_closed(up, up << step, own) | othello_lanes_closed(down, down >> step, own);
}

/* `disc` with the discs of `other` that turn when the owner of `own` places a disc there; nothing where disc is empty.
 */
OTHELLO_INLINE othello_lanes othello_lanes_taken(othello_lanes disc, othello_lanes own, othello_lanes other)
{
    othello_lanes inner = other & OTHELLO_INNER_FILES;
    return disc | othello_lanes_taken_on(1, disc, own, inner) | othello_lanes_taken_on(7, disc, own, inner) |
           othello_lanes_taken_on(8, disc, own, other) | othello_lanes_taken_on(9, disc, own, inner);
}

#endif

/* The low bit of each lane; nothing where the lane is empty. */
OTHELLO_INLINE othello_lanes othello_lanes_low_bit(othello_lanes lanes) { return lanes & -lanes; }

/* One bit a lane, lane 0 lowest: which lanes are not zero. */
OTHELLO_INLINE unsigned othello_lanes_not_zero(othello_lanes lanes)
{
#if OTHELLO_LANES == 8
    return _mm512_test_epi64_mask((__m512i)lanes, (__m512i)lanes);
#elif OTHELLO_LANES == 4
    return 15 ^ (unsigned)_mm256_movemask_pd((__m256d)(lanes == 0));
#else
    unsigned mask = 0;
    for (unsigned i = 0; i < OTHELLO_LANES; i++)
        mask |= (unsigned)(lanes[i] != 0) << i;
    return mask;
#endif
}

/* Store the chosen lanes one after another from `words` on; what follows them up to a whole vector is overwritten. */
OTHELLO_INLINE void othello_lanes_store_chosen(uint64_t *words, unsigned chosen, othello_lanes lanes)
{
#if OTHELLO_LANES == 8
    _mm512_storeu_si512(words, _mm512_maskz_compress_epi64((__mmask8)chosen, (__m512i)lanes));
#elif OTHELLO_LANES == 4
    /* For each choice of lanes the halves of lanes to take, one four-bit number each. */
    static const uint32_t order[16] = {0x76543210, 0x76543210, 0x76541032, 0x76543210, 0x76321054, 0x76325410,
                                       0x76105432, 0x76543210, 0x54321076, 0x54327610, 0x54107632, 0x54763210,
                                       0x32107654, 0x32765410, 0x10765432, 0x76543210};
    __m256i from =
        _mm256_srlv_epi32(_mm256_set1_epi32((int)order[chosen]), _mm256_setr_epi32(0, 4, 8, 12, 16, 20, 24, 28));
    othello_lanes_store(words, (othello_lanes)_mm256_permutevar8x32_epi32((__m256i)lanes, from));
#else
    for (unsigned i = 0; i < OTHELLO_LANES; i++) {
        *words = lanes[i];
        words += chosen >> i & 1;
    }
#endif
}

/* The number of squares in each lane. */
OTHELLO_INLINE othello_lanes othello_lanes_count(othello_lanes lanes)
{
#if OTHELLO_LANES == 8 && CPU_LEVEL >= 5
    return (othello_lanes)_mm512_popcnt_epi64((__m512i)lanes);
#elif OTHELLO_LANES == 4 && CPU_LEVEL >= 5
    return (othello_lanes)_mm256_popcnt_epi64((__m256i)lanes);
#elif OTHELLO_LANES == 8
    const __m512i counts = _mm512_broadcast_i32x4(_mm_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4));
    const __m512i nibble = _mm512_set1_epi8(15);
    __m512i low = _mm512_and_si512((__m512i)lanes, nibble);
    __m512i high = _mm512_and_si512(_mm512_srli_epi64((__m512i)lanes, 4), nibble);
    __m512i bytes = _mm512_add_epi8(_mm512_shuffle_epi8(counts, low), _mm512_shuffle_epi8(counts, high));
    return (othello_lanes)_mm512_sad_epu8(bytes, _mm512_setzero_si512());
#elif OTHELLO_LANES == 4
    const __m256i counts = _mm256_broadcastsi128_si256(_mm_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4));
    const __m256i nibble = _mm256_set1_epi8(15);
    __m256i low = _mm256_and_si256((__m256i)lanes, nibble);
    __m256i high = _mm256_and_si256(_mm256_srli_epi64((__m256i)lanes, 4), nibble);
    __m256i bytes = _mm256_add_epi8(_mm256_shuffle_epi8(counts, low), _mm256_shuffle_epi8(counts, high));
    return (othello_lanes)_mm256_sad_epu8(bytes, _mm256_setzero_si256());
#else
    for (unsigned i = 0; i < OTHELLO_LANES; i++)
        lanes[i] = bit_count(lanes[i]);
    return lanes;
#endif
}

#endif
