/* SPDX-License-Identifier: MIT
 *
 * A network while it is trained: the numbers of network.h as floats, and what Adam keeps beside each.
 *
 * The units are those of network.py: 1.0 is NETWORK_SCALE_… of the integers that the engine has. Rows stand where the
 * lesser of an index and its mirrored one points, so that mirrored contents share a row and no table says which.
 */
#ifndef FLANK_TRAIN_NETWORK_MODEL_H
#define FLANK_TRAIN_NETWORK_MODEL_H

#include "othello/network.h"

#define NETWORK_SCALE_ROW 256.0F     /* rows and the biases of their sums */
#define NETWORK_SCALE_LAYER 64.0F    /* weights of the two layers */
#define NETWORK_SCALE_HIDDEN 8128.0F /* their biases: 64 * 127 */
#define NETWORK_SCALE_OUT 2048.0F
#define NETWORK_SCALE_RAW 1016.0F     /* 2048 * 127 / 256 */
#define NETWORK_SCALE_VALUE 260096.0F /* 2048 * 127: 1.0 of the output, 32 discs */

enum { NETWORK_SLOTS = 3 }; /* numbers of empty squares of a phase: two, or three in the last */

/* The layers of one phase and the biases of its numbers of empty squares. Inputs stand first: a layer's outputs are
 * sums of rows. Floats alone: Adam takes it as one array. */
typedef struct network_layers {
    float first[NETWORK_INPUTS_MAX][NETWORK_HIDDEN];
    float second[2 * NETWORK_HIDDEN][NETWORK_SECOND];
    float bias[NETWORK_SLOTS][NETWORK_WIDTH_MAX];
    float first_bias[NETWORK_HIDDEN];
    float second_bias[NETWORK_SECOND];
    float out[NETWORK_SECOND + NETWORK_INPUTS_MAX];
    float out_raw[NETWORK_RAW];
    float out_bias[NETWORK_SLOTS];
    float unused[5]; /* a whole number of cache lines */
} network_layers;

enum { NETWORK_LAYER_FLOATS = sizeof(network_layers) / sizeof(float) };

/* A part of network_layers: its scale, and the most that its integers may be. */
typedef struct network_part {
    size_t first, count;
    float scale, most;
} network_part;

enum { NETWORK_PARTS = 8 };
extern const network_part network_parts[NETWORK_PARTS];

typedef struct network_model {
    int width;
    bool rounds;            /* the forward pass rounds as the engine does; else nothing is rounded (for tests) */
    float *rows;            /* PATTERN_WEIGHTS of `width` */
    float *means, *squares; /* of the rows' gradients, as Adam has them */
    uint32_t *steps;        /* when each row was last brought up to date */
    network_layers *layers, *layer_means, *layer_squares; /* EVAL_PHASES */
} network_model;

/* All zero; false without memory. To be freed in any case. */
bool network_model_create(network_model *model, int width);
void network_model_free(network_model *model);

void network_model_begin(network_model *model, uint64_t seed);             /* the numbers that training begins with */
void network_model_begin_from(network_model *model, const network *start); /* those of a network of its width */

/* The number of empty squares among those of its phase. */
static inline int network_slot(int empties) { return empties == 0 ? 2 : 60 - empties - 2 * eval_phase(empties); }

/* To the nearest whole number, halves to even, without a call: what is added leaves no bits for fractions. For numbers
 * within ±2^22. */
static inline float network_round(float x) { return (x + 12582912.0F) - 12582912.0F; }

/* The integer that the engine has for a number. */
static inline float network_whole(float x, float scale, float most)
{
    const float whole = network_round(x * scale);
    return whole > most ? most : whole < -most ? -most : whole;
}

#endif
