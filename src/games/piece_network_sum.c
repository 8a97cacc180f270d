/* SPDX-License-Identifier: MIT
 *
 * The arithmetic of piece_network.h, compiled once per CPU level.
 */
#include "games/piece_network_sum.h"

#include "core/bits.h"

#include <string.h>

/* As many sums as a vector holds. */
#if CPU_LEVEL >= 4
typedef int16_t lanes __attribute__((vector_size(64)));
#elif CPU_LEVEL == 3
typedef int16_t lanes __attribute__((vector_size(32)));
#else
typedef int16_t lanes __attribute__((vector_size(16)));
#endif
enum { LANES = sizeof(lanes) / sizeof(int16_t), PARTS = PIECE_WIDTH / LANES };

static inline void add_row(lanes sums[PARTS], const int16_t *row)
{
    for (int i = 0; i < PARTS; i++) {
        lanes part;
        memcpy(&part, row + i * LANES, sizeof part);
        sums[i] += part;
    }
}

/* The part of a view's sums in the output. */
static inline int32_t weigh(const lanes sums[PARTS], const int16_t *weights)
{
    int16_t numbers[PIECE_WIDTH];
    int32_t output = 0;
    memcpy(numbers, sums, sizeof numbers);
    for (int i = 0; i < PIECE_WIDTH; i++) {
        const int16_t positive = numbers[i] < 0 ? 0 : numbers[i];
        const int16_t number = positive > PIECE_ONE ? PIECE_ONE : positive;
        output += (int16_t)(number * weights[i]) * number;
    }
    return output;
}

int32_t CPU_NAME(piece_network_output)(const piece_network *network, const uint64_t kinds[PIECE_KINDS])
{
    enum { TURNED_ROUND = 56, OTHERS = PIECE_KINDS / 2 };
    lanes mover[PARTS], other[PARTS];
    int pieces = 0;
    memcpy(mover, network->bias, sizeof mover);
    memcpy(other, network->bias, sizeof other);
    for (int kind = 0; kind < PIECE_KINDS; kind++) {
        const int16_t(*seen)[PIECE_WIDTH] = &network->rows[64 * kind];
        const int16_t(*seen_by_other)[PIECE_WIDTH] = &network->rows[64 * (kind ^ OTHERS)];
        for (BITS_EACH(square, kinds[kind])) {
            add_row(mover, seen[square]);
            add_row(other, seen_by_other[square ^ TURNED_ROUND]);
        }
        pieces += (int)bit_count(kinds[kind]);
    }
    const int phase = piece_network_phase(network, pieces);
    const int16_t *weights = network->weights[phase];
    return network->constant[phase] + weigh(mover, weights) + weigh(other, weights + PIECE_WIDTH);
}
