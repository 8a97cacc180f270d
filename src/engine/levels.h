/* SPDX-License-Identifier: MIT
 *
 * How strong each level plays.
 */
#ifndef FLANK_ENGINE_LEVELS_H
#define FLANK_ENGINE_LEVELS_H

#include <stddef.h>
#include <stdint.h>

/* A zero depth or node count is no limit. */
typedef struct level_strength {
    int depth_plies;
    uint64_t nodes;
    unsigned slip_percent; /* how often it plays a plausible move instead of the best one it sees */
    int solved_empties;    /* from so few empty squares on it plays perfectly where there is a solver */
} level_strength;

/* The strength of level 1..FLANK_LEVEL_MAX. */
const level_strength *level_find(int level);

/* A random number for one decision: the same for the same seed and position. */
uint64_t level_dice(uint64_t seed, uint64_t position_hash);

/* Whether the level slips here. */
int level_slips(const level_strength *strength, uint64_t dice);

/* Which of `count` moves, best first, a slip plays. */
size_t level_slip_choice(uint64_t dice, size_t count);

#endif
