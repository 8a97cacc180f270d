/* SPDX-License-Identifier: MIT
 *
 * The part of the table of Turkish draughts that is compiled once per CPU level.
 */
#ifndef FLANK_GAMES_DRAUGHTS_HOT_H
#define FLANK_GAMES_DRAUGHTS_HOT_H

#include "games/game_table.h"

#define draughts_legal_moves CPU_NAME(draughts_legal_moves)
#define draughts_noisy_moves CPU_NAME(draughts_noisy_moves)
#define draughts_after CPU_NAME(draughts_after)
#define draughts_outcome CPU_NAME(draughts_outcome)

CPU_DECLARE(extern const game_hot, draughts_hot, );

size_t draughts_legal_moves(const flank_rules *rules, const flank_position *position, flank_move *list);
size_t draughts_noisy_moves(const flank_rules *rules, const flank_position *position, flank_move *list);
flank_position draughts_after(const flank_rules *rules, const flank_position *position, flank_move move);
flank_outcome draughts_outcome(const flank_rules *rules, const flank_position *position);

#endif
