/* SPDX-License-Identifier: MIT
 *
 * Turkish draughts (dama) as a game table, by the rules of the Turkish Draughts Federation.
 */
#ifndef FLANK_GAMES_DRAUGHTS_H
#define FLANK_GAMES_DRAUGHTS_H

#include "games/game_table.h"

extern const flank_game draughts_game;

#endif
