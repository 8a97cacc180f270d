/* SPDX-License-Identifier: MIT
 *
 * A game judged by a network of a file: a copy of its table with another `evaluate`, which the engine takes as it takes
 * any game.
 *
 * `evaluate` is handed rules and a position and nothing else, so that the network behind it cannot be handed in: there
 * are two networks for a whole program, each with a function of its own.
 */
#ifndef FLANK_TRAIN_PIECES_PIECE_JUDGE_H
#define FLANK_TRAIN_PIECES_PIECE_JUDGE_H

#include "games/game_table.h"

enum { PIECE_JUDGES = 2 };

/* True for the games that have such networks. */
bool piece_judge_knows(const flank_game *game);

/* That an output of 1 of such a network is worth: as of the network built in, so that values keep their meaning. */
int piece_judge_hundredths(const flank_game *game);

/* Make `*judged` of `game`, with judge 0 or 1, which nobody else is using. `path` is a network's, or NULL for the
 * evaluation built in. As piece_file_read. */
flank_status piece_judge_read(int judge, const char *path, const flank_game *game, flank_game *judged);

#endif
