/* SPDX-License-Identifier: MIT
 *
 * Othello as a game table, by the rules of the World Othello Federation.
 */
#ifndef FLANK_GAMES_OTHELLO_H
#define FLANK_GAMES_OTHELLO_H

#include "games/game_table.h"

extern const flank_game othello_game;

#endif
