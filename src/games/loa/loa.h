/* SPDX-License-Identifier: MIT
 *
 * Lines of Action as a game table, by the rules of the Mind Sports Olympiad. docs/rules/loa.md has the rules in full.
 */
#ifndef FLANK_GAMES_LOA_H
#define FLANK_GAMES_LOA_H

#include "games/game_table.h"

extern const flank_game loa_game;

#endif
