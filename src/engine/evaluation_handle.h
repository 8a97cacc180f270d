/* SPDX-License-Identifier: MIT
 *
 * The public name of an evaluation: of Othello, or of a game that a piece network judges.
 */
#ifndef FLANK_ENGINE_EVALUATION_HANDLE_H
#define FLANK_ENGINE_EVALUATION_HANDLE_H

#include <flank/engine.h>

#include "games/piece_network.h"
#include "othello/evaluation.h"

/* Othello's weights of a handle, NULL if it is of another game. */
const evaluation *evaluation_of(const flank_evaluation *handle);

/* The network of a handle if it is of that game, or NULL. */
const piece_network *evaluation_network(const flank_evaluation *handle, const flank_game *game);

#endif
