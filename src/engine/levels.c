/* SPDX-License-Identifier: MIT
 *
 * The levels as data, and the slips of the low ones.
 *
 * A level is a search of so many plies and nodes; about three times the nodes make a level. Shallow search alone makes
 * an opponent that never overlooks what is near and plays every last move perfectly, which no child does; so the low
 * levels also slip: they then choose among the better two thirds of the moves by a shallow look, any of them as likely.
 * Noise on the scores was rejected, since it means something else in each game; ranks mean the same in all.
 *
 * Time was rejected as a measure, because a level should be the same opponent on every machine.
 */
#include "engine/levels.h"

#include <flank/engine.h>

#include "core/random.h"

#include <assert.h>

static const level_strength levels[FLANK_LEVEL_MAX] = {
    {1, 0, 60, 0},    {1, 0, 30, 0},     {2, 0, 15, 0},      {3, 4000, 8, 0},    {5, 8000, 3, 0},
    {0, 20000, 0, 0}, {0, 60000, 0, 10}, {0, 200000, 0, 12}, {0, 600000, 0, 15}, {0, 2000000, 0, 18},
};

const level_strength *level_find(int level)
{
    assert(level >= 1 && level <= FLANK_LEVEL_MAX);
    return &levels[level - 1];
}

uint64_t level_dice(uint64_t seed, uint64_t position_hash) { return random_mix(random_mix(seed) ^ position_hash); }

int level_slips(const level_strength *strength, uint64_t dice)
{
    random_state random = {dice};
    return random_below(&random, 100) < strength->slip_percent;
}

size_t level_slip_choice(uint64_t dice, size_t count)
{
    random_state random = {~dice};
    size_t plausible = (2 * count + 2) / 3;
    return random_below(&random, (uint32_t)plausible);
}
