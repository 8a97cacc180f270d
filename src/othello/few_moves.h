/* SPDX-License-Identifier: MIT
 *
 * The moves of a position with few empty squares, best first, with the replies that each leaves. Part of endgame.c.
 *
 * The order is that of endgame_moves.h, but a reply on a corner counts once, as all others (0.4 % fewer nodes, and less
 * to count). The difference is the form, since most of a solver's time is spent waiting for it: up to eight moves, four
 * at a time in vector lanes from the flips to the replies, their keys in the eight lanes of one more vector, where one
 * instruction (PHMINPOSUW) finds the least key and its place. No loop depends on the number of moves, nothing is stored
 * and loaded again with another width. The replies are kept: they are the legal moves of the child.
 *
 * Tried and dropped: the same order at four empty squares, too (3 % fewer nodes, 8 % more time); on a Zen 4 eight
 * lanes of 512 bits for more than four moves (0.6 % less time for a second copy of the code), or for any number (3 %
 * more).
 */
#ifndef FLANK_OTHELLO_FEW_MOVES_H
#define FLANK_OTHELLO_FEW_MOVES_H

#include "othello/endgame_moves.h"
#include "othello/fast_board.h"

#include <string.h>

#if CPU_LEVEL >= 2
#include <immintrin.h>
#endif

#define FEW_MOVES_MAX 8

typedef struct few_moves {
    _Alignas(32) uint64_t taken[FEW_MOVES_MAX]; /* the new disc and those it turns */
    _Alignas(32) uint64_t replies[FEW_MOVES_MAX];
} few_moves;

/* Keys of 16 bits, the least is searched first. */
#if CPU_LEVEL >= 2
typedef __m128i few_keys;
#else
typedef struct few_keys {
    uint16_t key[FEW_MOVES_MAX];
} few_keys;
#endif

enum { FEW_ODD_REGION = 8, FEW_REPLY_SHIFT = 5, FEW_DONE = 0xffff };

/* The key of a square before replies are counted: 17 - square_values, so that no bonus makes it negative; square 64,
 * which is none, becomes FEW_DONE. */
#if OTHELLO_BOARD == 6
static const _Alignas(64) int8_t few_square_keys[65] = {
    17, 17, 17, 17, 17, 17, 17, 17, /* rank 1 */
    17, 8,  15, 10, 10, 15, 8,  17, /* rank 2 */
    17, 15, 17, 13, 13, 17, 15, 17, /* rank 3 */
    17, 10, 13, 17, 17, 13, 10, 17, /* rank 4 */
    17, 10, 13, 17, 17, 13, 10, 17, /* rank 5 */
    17, 15, 17, 13, 13, 17, 15, 17, /* rank 6 */
    17, 8,  15, 10, 10, 15, 8,  17, /* rank 7 */
    17, 17, 17, 17, 17, 17, 17, 17, /* rank 8 */
    -1,
};
#else
static const _Alignas(64) int8_t few_square_keys[65] = {
    8,  15, 9,  11, 11, 9,  15, 8,  /* rank 1 */
    15, 17, 14, 13, 13, 14, 17, 15, /* rank 2 */
    9,  14, 10, 12, 12, 10, 14, 9,  /* rank 3 */
    11, 13, 12, 17, 17, 12, 13, 11, /* rank 4 */
    11, 13, 12, 17, 17, 12, 13, 11, /* rank 5 */
    9,  14, 10, 12, 12, 10, 14, 9,  /* rank 6 */
    15, 17, 14, 13, 13, 14, 17, 15, /* rank 7 */
    8,  15, 9,  11, 11, 9,  15, 8,  /* rank 8 */
    -1,
};
#endif

#if CPU_LEVEL >= 3

/* Four counts below 2^16, each in 16 bits. */
OTHELLO_INLINE __m128i few_moves_narrow(__m256i counts)
{
#if CPU_LEVEL >= 4
    return _mm256_cvtepi64_epi16(counts);
#else
    const __m128i halves = _mm_packus_epi32(_mm256_castsi256_si128(counts), _mm256_extracti128_si256(counts, 1));
    return _mm_packus_epi32(halves, halves);
#endif
}

/* List the moves on four squares (64: none) at `at`; returns what their replies add to the keys. `lanes` are the same
 * squares. */
OTHELLO_INLINE __m128i few_moves_four(few_moves *list, int at, uint64_t own, uint64_t other, const unsigned squares[4],
                                      __m256i lanes)
{
    const fast_set mine = fast_set_of(ON_BOARD(own)), theirs = fast_set_of(ON_BOARD(other));
    const fast_set flips = flips_in_lanes(squares, mine, theirs);
    const fast_set taken = flips | (fast_set)_mm256_sllv_epi64(_mm256_set1_epi64x(1), lanes);
    const fast_set replies = ON_BOARD(othello_lanes_moves(theirs ^ flips, mine | taken));
    othello_lanes_store(&list->taken[at], taken);
    othello_lanes_store(&list->replies[at], replies);
    return _mm_slli_epi16(few_moves_narrow((__m256i)othello_lanes_count(replies)), FEW_REPLY_SHIFT);
}

#if CPU_LEVEL >= 5

/* List `moves`, the legal ones, at most eight. One instruction (VPCOMPRESSB) picks their squares out of all 64, one
 * their keys. */
OTHELLO_INLINE few_keys few_moves_list(few_moves *list, uint64_t own, uint64_t other, uint64_t moves, uint64_t odd)
{
    static const _Alignas(64) uint8_t names[64] = {
        0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21,
        22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43,
        44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63,
    };
    const __m512i plain = _mm512_load_si512(few_square_keys), none = _mm512_set1_epi8(-1);
    const __m512i bonus = _mm512_mask_sub_epi8(plain, odd, plain, _mm512_set1_epi8(FEW_ODD_REGION));
    const __m128i keys = _mm512_castsi512_si128(_mm512_mask_compress_epi8(none, moves, bonus));
    const __m128i places = _mm512_castsi512_si128(_mm512_maskz_compress_epi8(moves, _mm512_load_si512(names)));
    const uint64_t squares = (uint64_t)_mm_cvtsi128_si64(places);
    const unsigned first[4] = {squares & 255, squares >> 8 & 255, squares >> 16 & 255, squares >> 24 & 255};
    const unsigned second[4] = {squares >> 32 & 255, squares >> 40 & 255, squares >> 48 & 255, squares >> 56 & 255};
    __m128i replies = few_moves_four(list, 0, own, other, first, _mm256_cvtepu8_epi64(places));
    if (bit_count(moves) > 4) {
        const __m256i lanes = _mm256_cvtepu8_epi64(_mm_srli_si128(places, 4));
        replies = _mm_unpacklo_epi64(replies, few_moves_four(list, 4, own, other, second, lanes));
    }
    return _mm_adds_epu16(_mm_cvtepi8_epi16(keys), replies);
}

#else

OTHELLO_INLINE __m256i few_moves_lanes(const unsigned squares[4])
{
    return _mm256_cvtepu32_epi64(_mm_setr_epi32((int)squares[0], (int)squares[1], (int)squares[2], (int)squares[3]));
}

/* The first four squares of `moves`, and their keys, 16 bits each. */
OTHELLO_INLINE uint64_t few_moves_squares(unsigned squares[4], uint64_t moves, uint64_t odd)
{
    uint64_t keys = 0;
    for (int i = 0; i < 4; i++) {
        squares[i] = (unsigned)_tzcnt_u64(moves);
        const int bonus = odd & moves & -moves ? FEW_ODD_REGION : 0;
        keys |= (uint64_t)(uint16_t)(few_square_keys[squares[i]] - bonus) << 16 * i;
        moves = bit_rest(moves);
    }
    return keys;
}

/* List `moves`, the legal ones, at most eight. */
OTHELLO_INLINE few_keys few_moves_list(few_moves *list, uint64_t own, uint64_t other, uint64_t moves, uint64_t odd)
{
    unsigned squares[4];
    uint64_t keys[2] = {few_moves_squares(squares, moves, odd), UINT64_MAX};
    __m128i replies = few_moves_four(list, 0, own, other, squares, few_moves_lanes(squares));
    const uint64_t rest = bit_rest(bit_rest(bit_rest(bit_rest(moves))));
    if (rest) {
        keys[1] = few_moves_squares(squares, rest, odd);
        replies = _mm_unpacklo_epi64(replies, few_moves_four(list, 4, own, other, squares, few_moves_lanes(squares)));
    }
    return _mm_adds_epu16(_mm_set_epi64x((long long)keys[1], (long long)keys[0]), replies);
}

#endif

#else

static inline few_keys few_moves_list(few_moves *list, uint64_t own, uint64_t other, uint64_t moves, uint64_t odd)
{
    uint16_t keys[FEW_MOVES_MAX];
    int count = 0;
    for (BITS_EACH(square, moves)) {
        const uint64_t flips = fast_flips((unsigned)square, own, other), taken = flips | bit((unsigned)square);
        const uint64_t replies = fast_moves(other ^ flips, own | taken);
        const int bonus = odd >> square & 1 ? FEW_ODD_REGION : 0;
        list->taken[count] = taken;
        list->replies[count] = replies;
        keys[count++] = (uint16_t)(few_square_keys[square] - bonus + (int)(bit_count(replies) << FEW_REPLY_SHIFT));
    }
    for (; count < FEW_MOVES_MAX; count++)
        keys[count] = FEW_DONE;
    few_keys packed;
    memcpy(&packed, keys, sizeof packed);
    return packed;
}

#endif

/* The place in the list of the best move left, which is then out of `keys`. */
static inline int few_moves_next(few_keys *keys)
{
#if CPU_LEVEL >= 2
    static const _Alignas(16) uint16_t lanes[FEW_MOVES_MAX][FEW_MOVES_MAX] = {
        {FEW_DONE},
        {0, FEW_DONE},
        {0, 0, FEW_DONE},
        {0, 0, 0, FEW_DONE},
        {0, 0, 0, 0, FEW_DONE},
        {0, 0, 0, 0, 0, FEW_DONE},
        {0, 0, 0, 0, 0, 0, FEW_DONE},
        {0, 0, 0, 0, 0, 0, 0, FEW_DONE},
    };
    const int at = _mm_extract_epi16(_mm_minpos_epu16(*keys), 1);
    *keys = _mm_or_si128(*keys, _mm_load_si128((const __m128i *)lanes[at]));
#else
    int at = 0;
    for (int i = 1; i < FEW_MOVES_MAX; i++)
        if (keys->key[i] < keys->key[at])
            at = i;
    keys->key[at] = FEW_DONE;
#endif
    return at;
}

#endif
