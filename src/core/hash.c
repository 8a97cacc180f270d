/* SPDX-License-Identifier: MIT
 *
 * The hash of a position for everybody; searches have it in place (position_hash.h).
 */
#include <flank/game.h>

#include "core/position_hash.h"

uint64_t flank_position_hash(const flank_position *position) { return position_hash(position); }
