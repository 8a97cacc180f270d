/* SPDX-License-Identifier: MIT
 *
 * The start that the games of discs share.
 */
#ifndef FLANK_GAMES_DISC_START_H
#define FLANK_GAMES_DISC_START_H

#include "core/bits.h"

#include <flank/position.h>

static inline flank_position disc_start(void)
{
    return (flank_position){
        .own = bit(28) | bit(35), .other = bit(27) | bit(36), .color = FLANK_BLACK}; /* e4 d5, d4 e5 */
}

#endif
