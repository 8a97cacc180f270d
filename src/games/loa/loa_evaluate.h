/* SPDX-License-Identifier: MIT
 *
 * The facts that the shared search needs about Lines of Action: a guess at a position's value, a guess at a move's, and
 * the moves that must not be overlooked at the end of a line.
 */
#ifndef FLANK_GAMES_LOA_EVALUATE_H
#define FLANK_GAMES_LOA_EVALUATE_H

#include "games/game_table.h"
#include "games/piece_network.h"

extern const piece_network loa_network; /* written by the build (tools/piece_network_table.py) */

#define loa_evaluate CPU_NAME(loa_evaluate)
#define loa_order CPU_NAME(loa_order)
#define loa_noisy_moves CPU_NAME(loa_noisy_moves)

/* The functions of the game table (games/game_table.h). */
CPU_DECLARE(extern const game_hot, loa_hot, ); /* the functions of the game for one CPU level */

int loa_evaluate(const flank_rules *rules, const flank_position *position);
int loa_order(const flank_rules *rules, const flank_position *position, flank_move move);
size_t loa_noisy_moves(const flank_rules *rules, const flank_position *position, flank_move *moves);

#endif
