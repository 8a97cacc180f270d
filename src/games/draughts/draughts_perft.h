/* SPDX-License-Identifier: MIT
 *
 * Counting the game tree of Turkish draughts fast; draughts_perft.c says how.
 */
#ifndef FLANK_GAMES_DRAUGHTS_PERFT_H
#define FLANK_GAMES_DRAUGHTS_PERFT_H

#include "core/cpu.h"

/* Leaves below `position`, depth >= 1, under the rules promotion=end and majority=yes and either way of counting. */
CPU_DECLARE(uint64_t, draughts_perft, (const flank_rules *rules, const flank_position *position, int depth));

#endif
