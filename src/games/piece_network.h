/* SPDX-License-Identifier: MIT
 *
 * A small network that judges positions of draughts and Lines of Action: where everybody's men and kings stand, seen by
 * the side to move and by the other one.
 *
 * Each piece adds a row of PIECE_WIDTH numbers to the sums of either view. Sums are clipped to 0 … PIECE_ONE, squared
 * and weighed, by weights that depend on the number of pieces on the board. Nothing is kept from move to move: a
 * position is a plain value, and adding up the rows of 24 pieces takes less time than listing their moves.
 *
 * All is whole numbers: every CPU level gives the same values (tests/unit/test_piece_network.c).
 * docs/developers/piece-network.md says how networks are made, docs/decisions/0035-networks-for-pieces.md what they are
 * worth and which others are not.
 *
 * Source of the shape: Nasu, "Efficiently updatable neural-network-based evaluation functions for computer shogi",
 * 2018. That what is clipped is squared is usual in engines of chess.
 */
#ifndef FLANK_GAMES_PIECE_NETWORK_H
#define FLANK_GAMES_PIECE_NETWORK_H

#include <flank/game.h>

enum {
    PIECE_KINDS = 4, /* own men, own kings, the other side's men, their kings */
    PIECE_ROWS = 64 * PIECE_KINDS,
    PIECE_WIDTH = 64,
    PIECE_PHASES = 8,
    PIECE_ONE = 255,        /* 1 of a sum */
    PIECE_WEIGHT_ONE = 64,  /* 1 of a weight of the output */
    PIECE_WEIGHT_MAX = 127, /* of the output: its product with PIECE_ONE has 16 bits */
    PIECE_OUTPUT_ONE = PIECE_ONE * PIECE_ONE * PIECE_WEIGHT_ONE /* 1 of the output */
};

/* An output of x is a chance of winning of 1 / (1 + e^-x). Any 64 rows, one a square, and the bias have a sum of 16
 * bits (piece_network_is_sound). */
typedef struct piece_network {
    _Alignas(64) int16_t rows[PIECE_ROWS][PIECE_WIDTH]; /* [64 * kind + square]; a view's own men go north */
    _Alignas(64) int16_t bias[PIECE_WIDTH];
    _Alignas(64) int16_t weights[PIECE_PHASES][2 * PIECE_WIDTH]; /* the mover's view, then the other one's */
    int32_t constant[PIECE_PHASES];
    int32_t hundredths;     /* that an output of 1 is worth, at least 1 */
    int32_t pieces_a_phase; /* phase 0 has 1 … so many pieces, and so on; the last has all that are more */
} piece_network;

/* Values are within it, so that they are no proved results. */
#define PIECE_VALUE_MAX 19000

/* The value for the side to move in hundredths. */
int piece_network_value(const piece_network *network, const flank_position *position);

/* True if a network is of the game that another one is of: both count pieces in the same phases. */
static inline bool piece_network_fits(const piece_network *network, const piece_network *other)
{
    return network->pieces_a_phase == other->pieces_a_phase && network->hundredths == other->hundredths;
}

/* True if no sum can leave its 16 bits, and no other number its range. */
bool piece_network_is_sound(const piece_network *network);

#endif
