/* SPDX-License-Identifier: MIT
 *
 * A network that judges positions of Othello: numbers read from a file, read by network_value.h, made by
 * train/network/.
 *
 * Each pattern's content (patterns.h) picks a row of 32 or 64 numbers; the sums over the 64 patterns, and the numbers
 * of legal moves, go through small layers of their own for each phase of the game. All is done in whole numbers, the
 * same on every machine. An experiment that no program of users takes yet: docs/developers/network.md.
 *
 * The file: a header of 32 bytes, little-endian words of 32 bits unless said otherwise:
 *
 *    0  "FLKNET" and two zero bytes     8  version of the format, 1
 *   12  WEIGHTS_SHAPES                 16  numbers of a row, 32 or 64
 *   20  bytes of the text unpacked     24  its CRC-32
 *   28  CRC-32 of the bytes before
 *
 * then the text, packed by zlib: the members of network_layers in their order and little-endian, of the matrices the
 * rows that are there; then the rows of the patterns, of mirrored contents only the first: a bit for each, set if it is
 * not all zeros, and of those that are not the first number of each, the second of each, and so on.
 */
#ifndef FLANK_OTHELLO_NETWORK_H
#define FLANK_OTHELLO_NETWORK_H

#include "core/cpu.h"
#include "core/error.h"
#include "othello/evaluation.h"

enum {
    NETWORK_WIDTH_MAX = 64,
    NETWORK_RAW = 8, /* sums that go straight to the output */
    NETWORK_INPUTS_MAX = (NETWORK_WIDTH_MAX - NETWORK_RAW) / 2 + 4,
    NETWORK_HIDDEN = 16, /* of the first layer; the second sees them and their squares */
    NETWORK_SECOND = 32,
    NETWORK_EMPTIES = 61,
    NETWORK_EMPTIES_MIN = 13, /* games for training were solved from here on */
};

/* The layers of one phase. */
typedef struct network_phase {
    _Alignas(64) int8_t first[NETWORK_INPUTS_MAX / 4][NETWORK_HIDDEN][4]; /* inputs 4 i .. 4 i + 3 of each output */
    _Alignas(64) int8_t second[2 * NETWORK_HIDDEN / 4][NETWORK_SECOND][4];
    int32_t first_bias[NETWORK_HIDDEN];
    int32_t second_bias[NETWORK_SECOND];
    int16_t out[NETWORK_SECOND + NETWORK_INPUTS_MAX]; /* of the second layer, then of the inputs */
    int16_t out_raw[NETWORK_RAW];
} network_phase;

/* Immutable once made; any number of threads may use it. */
typedef struct network {
    int width;  /* numbers of a row */
    int inputs; /* of the first layer */
    _Alignas(64) int16_t bias[NETWORK_EMPTIES][NETWORK_WIDTH_MAX];
    int32_t out_bias[NETWORK_EMPTIES];
    network_phase phases[EVAL_PHASES];
    _Alignas(64) int8_t rows[]; /* PATTERN_WEIGHTS of `width` */
} network;

/* Bytes of a file as a network, to be destroyed by the caller. `*made` is untouched unless FLANK_OK is returned;
 * FLANK_BAD_FILE with `error` (may be NULL) saying what is wrong, or FLANK_NO_MEMORY. */
flank_status network_parse(const void *bytes, size_t size, network **made, flank_error *error);

/* The same from a file: also FLANK_CANNOT_READ. */
flank_status network_read(const char *path, network **made, flank_error *error);

void network_destroy(network *made); /* NULL is fine */

/* The built-in weights, judged by a network, which must outlive them; to be destroyed by the caller. NULL without
 * memory. */
evaluation *network_evaluation(const network *net);

/* The value of a position for its side to move by the network of `eval`, in 1/EVAL_PER_DISC disc; at most 60 squares
 * are empty. One function a CPU level, all with the same values. */
typedef int network_judge_fn(const evaluation *eval, uint64_t own, uint64_t other);
network_judge_fn *network_judge(flank_cpu cpu); /* of a level, lowered to what this machine has */

#endif
