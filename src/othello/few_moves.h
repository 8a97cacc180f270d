/* SPDX-License-Identifier: MIT
 *
 * The moves of a position with few empty squares, best first, with the replies that each leaves. Part of endgame.c.
 *
 * The order is that of endgame_moves.h, but a reply on a corner counts once, as all others (0.4 % fewer nodes, and less
 * to count). What differs is the form, since most of a solver's time is spent waiting for it: up to eight moves, four
 * at a time in vector lanes from the flips to the replies, their keys in the eight lanes of one more vector, where one
 * instruction (PHMINPOSUW) finds the least key and its place. No loop depends on the number of moves, nothing is stored
 * and loaded again with another width. The replies are kept: they are the legal moves of the child.
 *
 * Tried and dropped: eight lanes of 512 bits (see fast_board.h); the same order at four empty squares, too (3 % fewer
 * nodes, 8 % more time).
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

enum { FEW_ODD_REGION = 8, FEW_REPLY_SHIFT = 5, FEW_NO_MOVE = 0xf000, FEW_DONE = 0xffff };

/* The key of a square before replies are counted: 17 - square_values, so that no bonus makes it negative; 64 is no
 * square. */
static const uint16_t few_square_keys[65] = {
    8,           15, 9,  11, 11, 9,  15, 8,  /* rank 1 */
    15,          17, 14, 13, 13, 14, 17, 15, /* rank 2 */
    9,           14, 10, 12, 12, 10, 14, 9,  /* rank 3 */
    11,          13, 12, 17, 17, 12, 13, 11, /* rank 4 */
    11,          13, 12, 17, 17, 12, 13, 11, /* rank 5 */
    9,           14, 10, 12, 12, 10, 14, 9,  /* rank 6 */
    15,          17, 14, 13, 13, 14, 17, 15, /* rank 7 */
    8,           15, 9,  11, 11, 9,  15, 8,  /* rank 8 */
    FEW_NO_MOVE,
};

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

/* List the first four of `moves` from `at` on; returns their keys. */
OTHELLO_INLINE __m128i few_moves_four(few_moves *list, int at, uint64_t own, uint64_t other, uint64_t moves,
                                      uint64_t odd)
{
    unsigned squares[4];
    uint64_t keys = 0;
    for (int i = 0; i < 4; i++) {
        squares[i] = (unsigned)_tzcnt_u64(moves);
        const uint64_t bonus = odd & moves & -moves ? FEW_ODD_REGION : 0;
        keys |= (few_square_keys[squares[i]] - bonus) << 16 * i;
        moves = bit_rest(moves);
    }
    const fast_set mine = fast_set_of(own), theirs = fast_set_of(other);
    const fast_set flips = flips_in_lanes(squares, mine, theirs);
    const __m128i places = _mm_setr_epi32((int)squares[0], (int)squares[1], (int)squares[2], (int)squares[3]);
    const fast_set taken = flips | (fast_set)_mm256_sllv_epi64(_mm256_set1_epi64x(1), _mm256_cvtepu32_epi64(places));
    const fast_set replies = othello_lanes_moves(theirs ^ flips, mine | taken);
    othello_lanes_store(&list->taken[at], taken);
    othello_lanes_store(&list->replies[at], replies);
    return _mm_add_epi16(_mm_cvtsi64_si128((long long)keys),
                         _mm_slli_epi16(few_moves_narrow((__m256i)othello_lanes_count(replies)), FEW_REPLY_SHIFT));
}

/* List `moves`, the legal ones, at most eight. */
OTHELLO_INLINE few_keys few_moves_list(few_moves *list, uint64_t own, uint64_t other, uint64_t moves, uint64_t odd)
{
    const __m128i first = few_moves_four(list, 0, own, other, moves, odd);
    const uint64_t rest = bit_rest(bit_rest(bit_rest(bit_rest(moves))));
    return _mm_unpacklo_epi64(first, rest ? few_moves_four(list, 4, own, other, rest, odd) : _mm_set1_epi16(-1));
}

#else

static inline few_keys few_moves_list(few_moves *list, uint64_t own, uint64_t other, uint64_t moves, uint64_t odd)
{
    uint16_t keys[FEW_MOVES_MAX];
    int count = 0;
    for (BITS_EACH(square, moves)) {
        const uint64_t flips = fast_flips((unsigned)square, own, other), taken = flips | bit((unsigned)square);
        const uint64_t replies = fast_moves(other ^ flips, own | taken);
        const unsigned bonus = odd >> square & 1 ? FEW_ODD_REGION : 0;
        list->taken[count] = taken;
        list->replies[count] = replies;
        keys[count++] = (uint16_t)(few_square_keys[square] - bonus + (bit_count(replies) << FEW_REPLY_SHIFT));
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
