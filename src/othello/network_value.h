/* SPDX-License-Identifier: MIT
 *
 * What a network thinks of a position. Only for files compiled per CPU level; all levels give the same values.
 *
 * The sums are built anew for each position, from 64 rows of a cache line or half of one: after a move the view
 * changes, so nearly all indices do, and sums kept up for both views would cost more rows than these
 * (docs/developers/network.md has the figures).
 */
#ifndef FLANK_OTHELLO_NETWORK_VALUE_H
#define FLANK_OTHELLO_NETWORK_VALUE_H

#include "othello/eval_board.h"
#include "othello/network.h"

#include <string.h>

#if CPU_LEVEL >= 3
#include <immintrin.h>
#endif

enum { NETWORK_ONE = 127, NETWORK_CLIP = 255, NETWORK_LAYER_SHIFT = 6, NETWORK_HIDDEN_MAX = 16175 };

/* sums[i] += the dot product of inputs and column i; a column's weights lie four together. Inputs are 0..127, so that
 * no sum of two products leaves 16 bits. */
static inline void network_multiply(const uint8_t *inputs, int count, const int8_t *weights, int32_t *sums, int outputs)
{
#if CPU_LEVEL >= 3
    const __m256i ones = _mm256_set1_epi16(1);
    for (int o = 0; o < outputs; o += 8) {
        __m256i sum = _mm256_loadu_si256((const __m256i *)(sums + o));
        for (int i = 0; i < count; i += 4) {
            int32_t four;
            memcpy(&four, inputs + i, sizeof four);
            const __m256i column = _mm256_loadu_si256((const __m256i *)(weights + (size_t)(i * outputs + 4 * o)));
            const __m256i pairs = _mm256_maddubs_epi16(_mm256_set1_epi32(four), column);
            sum = _mm256_add_epi32(sum, _mm256_madd_epi16(pairs, ones));
        }
        _mm256_storeu_si256((__m256i *)(sums + o), sum);
    }
#else
    for (int i = 0; i < count; i += 4)
        for (int o = 0; o < outputs; o++)
            for (int k = 0; k < 4; k++)
                sums[o] += inputs[i + k] * weights[i * outputs + 4 * o + k];
#endif
}

/* As many sums as a vector holds, of numbers of a row made 16 bits wide. */
#if CPU_LEVEL >= 4
typedef __m512i network_lanes;
static inline network_lanes network_widen(const int8_t *bytes)
{
    return _mm512_cvtepi8_epi16(_mm256_loadu_si256((const __m256i *)bytes));
}
static inline network_lanes network_sum(network_lanes a, network_lanes b) { return _mm512_add_epi16(a, b); }
#elif CPU_LEVEL == 3
typedef __m256i network_lanes;
static inline network_lanes network_widen(const int8_t *bytes)
{
    return _mm256_cvtepi8_epi16(_mm_loadu_si128((const __m128i *)bytes));
}
static inline network_lanes network_sum(network_lanes a, network_lanes b) { return _mm256_add_epi16(a, b); }
#else
typedef int16_t network_lanes __attribute__((vector_size(16)));
static inline network_lanes network_widen(const int8_t *bytes)
{
    typedef int8_t network_bytes __attribute__((vector_size(8)));
    network_bytes eight;
    memcpy(&eight, bytes, sizeof eight);
    return __builtin_convertvector(eight, network_lanes);
}
static inline network_lanes network_sum(network_lanes a, network_lanes b) { return a + b; }
#endif
enum { NETWORK_LANES = sizeof(network_lanes) / sizeof(int16_t) };

/* Add the rows of all patterns to `width` sums. A known width lets the compiler keep the sums in registers. */
static inline void network_add_rows(const network *net, const eval_board *board, int width, int16_t *sums)
{
    network_lanes total[NETWORK_WIDTH_MAX / NETWORK_LANES];
    memcpy(total, sums, (size_t)width * sizeof *sums);
    for (int i = 0; i < PATTERN_COUNT; i++) {
        const int8_t *row = net->rows + (pattern_first[i / PATTERN_PLACES] + board->index[i]) * (size_t)width;
        for (int part = 0; part < width / NETWORK_LANES; part++)
            total[part] = network_sum(total[part], network_widen(row + part * NETWORK_LANES));
    }
    memcpy(sums, total, (size_t)width * sizeof *sums);
}

static inline int network_clip(int value, int most) { return value < 0 ? 0 : value > most ? most : value; }

/* The layers above the sums. */
static inline int network_output(const network *net, const int16_t *sums, int width, int empties, int moves,
                                 int moves_other)
{
    const network_phase *phase = &net->phases[eval_phase(empties)];
    const int pairs = (width - NETWORK_RAW) / 2, inputs = pairs + 4;
    uint8_t ends[NETWORK_SECOND + NETWORK_INPUTS_MAX], hidden[2 * NETWORK_HIDDEN];
    uint8_t *in = ends + NETWORK_SECOND;
    for (int i = 0; i < pairs; i++) {
        const int a = network_clip(sums[NETWORK_RAW + i], NETWORK_CLIP);
        const int b = network_clip(sums[NETWORK_RAW + pairs + i], NETWORK_CLIP);
        in[i] = (uint8_t)(a * b >> 9);
    }
    in[pairs] = (uint8_t)network_clip(4 * moves, NETWORK_ONE);
    in[pairs + 1] = (uint8_t)network_clip(4 * moves_other, NETWORK_ONE);
    in[pairs + 2] = (uint8_t)(empties & 1 ? NETWORK_ONE : 0);
    in[pairs + 3] = 0;

    int32_t first[NETWORK_HIDDEN], second[NETWORK_SECOND];
    memcpy(first, phase->first_bias, sizeof first);
    network_multiply(in, inputs, &phase->first[0][0][0], first, NETWORK_HIDDEN);
    for (int i = 0; i < NETWORK_HIDDEN; i++) {
        const int32_t sum = first[i] < -NETWORK_HIDDEN_MAX  ? -NETWORK_HIDDEN_MAX
                            : first[i] > NETWORK_HIDDEN_MAX ? NETWORK_HIDDEN_MAX
                                                            : first[i];
        const int32_t square = sum * sum >> 19;
        hidden[i] = (uint8_t)network_clip(sum >> NETWORK_LAYER_SHIFT, NETWORK_ONE);
        hidden[NETWORK_HIDDEN + i] = (uint8_t)(square > NETWORK_ONE ? NETWORK_ONE : square);
    }
    memcpy(second, phase->second_bias, sizeof second);
    network_multiply(hidden, 2 * NETWORK_HIDDEN, &phase->second[0][0][0], second, NETWORK_SECOND);
    for (int i = 0; i < NETWORK_SECOND; i++)
        ends[i] = (uint8_t)network_clip(second[i] >> NETWORK_LAYER_SHIFT, NETWORK_ONE);

    int64_t out = net->out_bias[empties];
    for (int i = 0; i < NETWORK_SECOND + inputs; i++)
        out += ends[i] * phase->out[i];
    for (int i = 0; i < NETWORK_RAW; i++)
        out += (int32_t)sums[i] * phase->out_raw[i];
    return (int)(out / 254); /* 127 * 2048 are 32 discs */
}

/* The value for the side to move in 1/EVAL_PER_DISC disc, within ±EVAL_LIMIT. `moves` are the mover's legal moves,
 * `moves_other` those that the opponent would have; 0..60 empty squares. */
static inline int network_value(const network *net, const eval_board *board, int empties, unsigned moves,
                                unsigned moves_other)
{
    _Alignas(64) int16_t sums[NETWORK_WIDTH_MAX];
    int value;
    assert(empties >= 0 && empties < NETWORK_EMPTIES);
    memcpy(sums, net->bias[empties], sizeof sums);
    if (net->width == 32) {
        network_add_rows(net, board, 32, sums);
        value = network_output(net, sums, 32, empties, (int)moves, (int)moves_other);
    } else {
        network_add_rows(net, board, 64, sums);
        value = network_output(net, sums, 64, empties, (int)moves, (int)moves_other);
    }
    return value > EVAL_LIMIT ? EVAL_LIMIT : value < -EVAL_LIMIT ? -EVAL_LIMIT : value;
}

#endif
