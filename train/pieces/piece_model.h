/* SPDX-License-Identifier: MIT
 *
 * A piece network while it is trained: the numbers of games/piece_network.h as floats, in which 1.0 is 1. Floats alone:
 * gradients and what Adam keeps beside each number have the same shape, and are taken as one array.
 */
#ifndef FLANK_TRAIN_PIECES_PIECE_MODEL_H
#define FLANK_TRAIN_PIECES_PIECE_MODEL_H

#include "games/piece_network.h"

typedef struct piece_model {
    float rows[PIECE_ROWS][PIECE_WIDTH];
    float bias[PIECE_WIDTH];
    float weights[PIECE_PHASES][2 * PIECE_WIDTH];
    float constant[PIECE_PHASES];
} piece_model;

enum { PIECE_PARAMETERS = sizeof(piece_model) / sizeof(float) };

void piece_model_begin(piece_model *model, uint64_t seed); /* the numbers that training begins with */

/* Move all numbers into the ranges in which what is rounded is sound, whatever the rest is. */
void piece_model_confine(piece_model *model);

/* The network of a model that is confined; it is sound. */
void piece_model_round(const piece_model *model, int hundredths, int pieces_a_phase, piece_network *network);

#endif
