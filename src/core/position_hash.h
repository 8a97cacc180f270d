/* SPDX-License-Identifier: MIT
 *
 * One hash for the positions of all games: the fields folded through the SplitMix64 finaliser, about 20 cycles. Zobrist
 * keys updated move by move were rejected: with three words to hash, folding costs less than walking the changed
 * squares.
 */
#ifndef FLANK_CORE_POSITION_HASH_H
#define FLANK_CORE_POSITION_HASH_H

#include "core/random.h"

#include <flank/position.h>

/* As flank_position_hash. */
static inline uint64_t position_hash(const flank_position *position)
{
    uint64_t hash = random_mix(position->own + UINT64_C(0x9e3779b97f4a7c15));
    hash = random_mix(hash ^ position->other);
    hash = random_mix(hash ^ position->kings);
    return random_mix(hash ^ ((uint64_t)position->color << 8 | position->passes));
}

#endif
