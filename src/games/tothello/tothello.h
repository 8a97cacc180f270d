/* SPDX-License-Identifier: MIT
 *
 * Tothello as a game table: TopCoder's variant of Othello, played from Othello's start to the end.
 */
#ifndef FLANK_GAMES_TOTHELLO_H
#define FLANK_GAMES_TOTHELLO_H

#include "games/game_table.h"

extern const flank_game tothello_game;

#endif
