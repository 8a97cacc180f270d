/* SPDX-License-Identifier: MIT
 *
 * The rules of Lines of Action. The parameters are their places in flank_rules and their values, each in the order of
 * the lists in loa.c.
 */
#ifndef FLANK_GAMES_LOA_RULES_H
#define FLANK_GAMES_LOA_RULES_H

#include "core/cpu.h"

#include <flank/game.h>

#define loa_outcome CPU_NAME(loa_outcome)
#define loa_moves CPU_NAME(loa_moves)
#define loa_play CPU_NAME(loa_play)

enum { LOA_SIMULTANEOUS, LOA_NO_MOVE, LOA_REPETITION };

enum { LOA_SIMULTANEOUS_DRAW, LOA_SIMULTANEOUS_MOVER };
enum { LOA_NO_MOVE_PASS, LOA_NO_MOVE_LOSE };
enum { LOA_REPETITION_3, LOA_REPETITION_2, LOA_REPETITION_NONE };

/* The result if the game is over by itself; repetitions are the record's to see. */
flank_outcome loa_outcome(const flank_rules *rules, const flank_position *position);

/* The legal moves, in `list` of FLANK_MOVES_MAX entries. Returns their number. */
size_t loa_moves(const flank_rules *rules, const flank_position *position, flank_move *list);

/* The position behind a legal move. */
flank_position loa_play(const flank_rules *rules, const flank_position *position, flank_move move);

#endif
