/* SPDX-License-Identifier: MIT
 *
 * The numbers of a model: the first ones, their ranges, and whole ones.
 */
#include "train/pieces/piece_model.h"

#include "core/random.h"

#include <math.h>

/* 64 rows of a column, one a square, and the bias are at most 64 * 505 + 434 = 32754 of a network's sums. */
#define NUMBER_MOST 1.98F /* of rows, and of weights: PIECE_WEIGHT_MAX is 127/64 */
#define BIAS_MOST 1.7F
#define CONSTANT_MOST 60.0F /* below 2^28 of a network's outputs */

#define FIRST_DEVIATION 0.1F
#define FIRST_BIAS 0.3F /* within what is not clipped */

static void fill_evenly(random_state *random, float *numbers, size_t count)
{
    for (size_t i = 0; i < count; i++)
        numbers[i] = ((float)(random_next(random) >> 40) * 0x1p-23F - 1) * FIRST_DEVIATION;
}

void piece_model_begin(piece_model *model, uint64_t seed)
{
    random_state random = {random_mix(seed)};
    *model = (piece_model){0};
    fill_evenly(&random, &model->rows[0][0], PIECE_ROWS * PIECE_WIDTH);
    fill_evenly(&random, &model->weights[0][0], 2 * PIECE_PHASES * PIECE_WIDTH);
    for (int i = 0; i < PIECE_WIDTH; i++)
        model->bias[i] = FIRST_BIAS;
}

static void confine(float *numbers, size_t count, float most)
{
    for (size_t i = 0; i < count; i++)
        numbers[i] = numbers[i] > most ? most : numbers[i] < -most ? -most : numbers[i];
}

void piece_model_confine(piece_model *model)
{
    confine(&model->rows[0][0], PIECE_ROWS * PIECE_WIDTH, NUMBER_MOST);
    confine(model->bias, PIECE_WIDTH, BIAS_MOST);
    confine(&model->weights[0][0], 2 * PIECE_PHASES * PIECE_WIDTH, NUMBER_MOST);
    confine(model->constant, PIECE_PHASES, CONSTANT_MOST);
}

static void whole(const float *from, size_t count, float one, int16_t *to)
{
    for (size_t i = 0; i < count; i++)
        to[i] = (int16_t)lrintf(from[i] * one);
}

void piece_model_round(const piece_model *model, int hundredths, int pieces_a_phase, piece_network *network)
{
    *network = (piece_network){.hundredths = hundredths, .pieces_a_phase = pieces_a_phase};
    whole(&model->rows[0][0], PIECE_ROWS * PIECE_WIDTH, PIECE_ONE, &network->rows[0][0]);
    whole(model->bias, PIECE_WIDTH, PIECE_ONE, network->bias);
    whole(&model->weights[0][0], 2 * PIECE_PHASES * PIECE_WIDTH, PIECE_WEIGHT_ONE, &network->weights[0][0]);
    for (int phase = 0; phase < PIECE_PHASES; phase++)
        network->constant[phase] = (int32_t)lrint((double)model->constant[phase] * PIECE_OUTPUT_ONE);
}
