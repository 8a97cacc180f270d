/* SPDX-License-Identifier: MIT
 *
 * The value of a position: a network's output by the best CPU level of this machine, in hundredths.
 */
#include "games/piece_network.h"

#include "games/piece_network_sum.h"

#include <assert.h>
#include <stdatomic.h>
#include <stdlib.h>

int piece_network_value(const piece_network *network, const flank_position *position)
{
    static piece_network_output_fn *const levels[] = CPU_SELECT(piece_network_output);
    static _Atomic int best; /* to find the level takes as long as the output; all threads find the same */
    int level = atomic_load_explicit(&best, memory_order_relaxed);
    if (!level)
        atomic_store_explicit(&best, level = cpu_best(), memory_order_relaxed);

    uint64_t kinds[PIECE_KINDS] = {position->own & ~position->kings, position->own & position->kings,
                                   position->other & ~position->kings, position->other & position->kings};
    if (position->color == FLANK_BLACK)
        for (int i = 0; i < PIECE_KINDS; i++)
            kinds[i] = __builtin_bswap64(kinds[i]);
    const int64_t value = (int64_t)levels[level](network, kinds) * network->hundredths / PIECE_OUTPUT_ONE;
    return value > PIECE_VALUE_MAX ? PIECE_VALUE_MAX : value < -PIECE_VALUE_MAX ? -PIECE_VALUE_MAX : (int)value;
}

/* The largest sum of a column, of any board. */
static int largest_sum(const piece_network *network, int column)
{
    int sum = abs(network->bias[column]);
    for (int square = 0; square < 64; square++) {
        int largest = 0;
        for (int kind = 0; kind < PIECE_KINDS; kind++) {
            const int number = abs(network->rows[64 * kind + square][column]);
            largest = number > largest ? number : largest;
        }
        sum += largest;
    }
    return sum;
}

bool piece_network_is_sound(const piece_network *network)
{
    enum { CONSTANT_MAX = 1 << 28 }; /* with 2 * PIECE_WIDTH products of up to 2^23, within 32 bits */
    bool sound = network->hundredths >= 1 && network->hundredths <= PIECE_VALUE_MAX && network->pieces_a_phase >= 1;
    for (int column = 0; column < PIECE_WIDTH; column++)
        sound = sound && largest_sum(network, column) <= INT16_MAX;
    for (int phase = 0; phase < PIECE_PHASES; phase++) {
        sound = sound && network->constant[phase] >= -CONSTANT_MAX && network->constant[phase] <= CONSTANT_MAX;
        for (int i = 0; i < 2 * PIECE_WIDTH; i++)
            sound = sound && abs(network->weights[phase][i]) <= PIECE_WEIGHT_MAX;
    }
    return sound;
}
