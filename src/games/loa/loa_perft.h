/* SPDX-License-Identifier: MIT
 *
 * Counting the leaves of Lines of Action fast; one variant for each CPU level.
 */
#ifndef FLANK_GAMES_LOA_PERFT_H
#define FLANK_GAMES_LOA_PERFT_H

#include "core/cpu.h"

#include <stdbool.h>

/* Leaves `depth` >= 1 plies below the position; `passes` is no_move=pass. */
CPU_DECLARE(uint64_t, loa_perft, (const flank_position *position, int depth, bool passes));

#endif
