/* SPDX-License-Identifier: MIT
 *
 * Reproducible random numbers: SplitMix64 (Steele, Lea, Flood, OOPSLA 2014). One word of state, passes BigCrush, and
 * the same sequence everywhere, which libc's rand does not promise.
 */
#ifndef FLANK_CORE_RANDOM_H
#define FLANK_CORE_RANDOM_H

#include "core/bits.h"

#include <assert.h>
#include <stdint.h>

typedef struct random_state {
    uint64_t word;
} random_state;

/* The mixing step of SplitMix64: a bijection in which every input bit affects every output bit. */
static inline uint64_t random_mix(uint64_t word)
{
    word = (word ^ (word >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    word = (word ^ (word >> 27)) * UINT64_C(0x94d049bb133111eb);
    return word ^ (word >> 31);
}

static inline uint64_t random_next(random_state *state)
{
    state->word += UINT64_C(0x9e3779b97f4a7c15);
    return random_mix(state->word);
}

/* Uniform in 0..bound-1, bound >= 1; the bias of the multiplication method is below 2^-32 here. */
static inline uint32_t random_below(random_state *state, uint32_t bound)
{
    assert(bound > 0);
    return (uint32_t)(((random_next(state) >> 32) * bound) >> 32);
}

/* Any square of a set that is not empty, each as likely. */
static inline unsigned random_square(random_state *state, uint64_t set)
{
    for (uint32_t skip = random_below(state, bit_count(set)); skip > 0; skip--)
        set = bit_rest(set);
    return bit_first(set);
}

#endif
