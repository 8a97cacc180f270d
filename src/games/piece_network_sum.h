/* SPDX-License-Identifier: MIT
 *
 * The arithmetic of piece_network.h, compiled once per CPU level.
 */
#ifndef FLANK_GAMES_PIECE_NETWORK_SUM_H
#define FLANK_GAMES_PIECE_NETWORK_SUM_H

#include "core/cpu.h"
#include "games/piece_network.h"

/* The output, of which PIECE_OUTPUT_ONE is 1. Kinds are as the side to move sees them, its men going north; there is a
 * piece. */
CPU_DECLARE(int32_t, piece_network_output, (const piece_network *network, const uint64_t kinds[PIECE_KINDS]));

typedef int32_t piece_network_output_fn(const piece_network *network, const uint64_t kinds[PIECE_KINDS]);

/* The phase of a number of pieces, at least 1. */
static inline int piece_network_phase(const piece_network *network, int pieces)
{
    const int phase = (pieces - 1) / network->pieces_a_phase;
    return phase < PIECE_PHASES ? phase : PIECE_PHASES - 1;
}

#endif
