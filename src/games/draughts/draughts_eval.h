/* SPDX-License-Identifier: MIT
 *
 * The worth of a position of Turkish draughts, and the move to try first.
 */
#ifndef FLANK_GAMES_DRAUGHTS_EVAL_H
#define FLANK_GAMES_DRAUGHTS_EVAL_H

#include "core/cpu.h"
#include "games/piece_network.h"

#include <flank/game.h>

#define draughts_evaluate CPU_NAME(draughts_evaluate)
#define draughts_order CPU_NAME(draughts_order)

extern const piece_network draughts_network; /* written by the build (tools/piece_network_table.py) */

/* For the side to move, as piece_network_value tells it: about hundredths of a man. */
int draughts_evaluate(const flank_rules *rules, const flank_position *position);

int draughts_order(const flank_rules *rules, const flank_position *position, flank_move move);

#endif
