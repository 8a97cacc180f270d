/* SPDX-License-Identifier: MIT
 *
 * The numbers of a network, and with which of them training begins.
 */
#include "train/network/network_model.h"

#include "core/large_memory.h"
#include "core/random.h"

#include <stdlib.h>

#define PART(name, scale, most)                                                                                        \
    {                                                                                                                  \
        offsetof(network_layers, name) / sizeof(float), sizeof(((network_layers *)0)->name) / sizeof(float), scale,    \
            most                                                                                                       \
    }

/* 16000 and 2^20 are what network.c takes; training keeps far within. */
const network_part network_parts[NETWORK_PARTS] = {
    PART(first, NETWORK_SCALE_LAYER, 127),
    PART(second, NETWORK_SCALE_LAYER, 127),
    PART(bias, NETWORK_SCALE_ROW, 16000),
    PART(first_bias, NETWORK_SCALE_HIDDEN, 1 << 20),
    PART(second_bias, NETWORK_SCALE_HIDDEN, 1 << 20),
    PART(out, NETWORK_SCALE_OUT, 32500),
    PART(out_raw, NETWORK_SCALE_RAW, 16100),
    PART(out_bias, NETWORK_SCALE_VALUE, 1 << 22),
};

static size_t rows_bytes(const network_model *model)
{
    return (size_t)PATTERN_WEIGHTS * (size_t)model->width * sizeof(float);
}

bool network_model_create(network_model *model, int width)
{
    *model = (network_model){.width = width, .rounds = true};
    model->rows = large_memory_create(rows_bytes(model));
    model->means = large_memory_create(rows_bytes(model));
    model->squares = large_memory_create(rows_bytes(model));
    model->steps = calloc(PATTERN_WEIGHTS, sizeof *model->steps);
    model->layers = calloc(3 * (size_t)EVAL_PHASES, sizeof *model->layers);
    if (!model->rows || !model->means || !model->squares || !model->steps || !model->layers)
        return false;
    model->layer_means = model->layers + EVAL_PHASES;
    model->layer_squares = model->layer_means + EVAL_PHASES;
    return true;
}

void network_model_free(network_model *model)
{
    large_memory_destroy(model->rows, rows_bytes(model));
    large_memory_destroy(model->means, rows_bytes(model));
    large_memory_destroy(model->squares, rows_bytes(model));
    free(model->steps);
    free(model->layers);
    *model = (network_model){0};
}

/* In 0..1. */
static float any_share(random_state *dice) { return (float)(random_next(dice) >> 40) * 0x1p-24F; }

/* Normal enough: a sum of twelve. */
static float any_normal(random_state *dice)
{
    float sum = -6;
    for (int i = 0; i < 12; i++)
        sum += any_share(dice);
    return sum;
}

static void fill_normal(random_state *dice, float *numbers, int count, float deviation)
{
    for (int i = 0; i < count; i++)
        numbers[i] = any_normal(dice) * deviation;
}

/* As network.py begins: sums that go through the layers start within what is not clipped. */
static void begin_layers(network_layers *layers, int width, random_state *dice)
{
    const int inputs = (width - NETWORK_RAW) / 2 + 4;
    for (int i = NETWORK_RAW; i < width; i++)
        layers->bias[0][i] = layers->bias[1][i] = layers->bias[2][i] = any_share(dice) * 0.6F + 0.2F;
    fill_normal(dice, &layers->first[0][0], inputs * NETWORK_HIDDEN, 0.25F);
    fill_normal(dice, &layers->second[0][0], 2 * NETWORK_HIDDEN * NETWORK_SECOND, 0.2F);
    for (int i = 0; i < NETWORK_HIDDEN; i++)
        layers->first_bias[i] = any_share(dice) * 0.4F;
    for (int i = 0; i < NETWORK_SECOND; i++)
        layers->second_bias[i] = 0.3F;
    fill_normal(dice, layers->out, NETWORK_SECOND + inputs, 0.1F);
    fill_normal(dice, layers->out_raw, NETWORK_RAW, 0.5F);
}

void network_model_begin(network_model *model, uint64_t seed)
{
    random_state dice = {random_mix(seed)};
    begin_layers(&model->layers[0], model->width, &dice);
    for (int p = 1; p < EVAL_PHASES; p++)
        model->layers[p] = model->layers[0];
}

/* Weights of whole numbers, four inputs together. */
static void take_matrix(const int8_t *from, int inputs, int outputs, float *to)
{
    for (int i = 0; i < inputs; i++)
        for (int o = 0; o < outputs; o++)
            to[i * outputs + o] = (float)from[(i / 4 * outputs + o) * 4 + i % 4] / NETWORK_SCALE_LAYER;
}

static void take_phase(const network_phase *from, int inputs, network_layers *to)
{
    take_matrix(&from->first[0][0][0], inputs, NETWORK_HIDDEN, &to->first[0][0]);
    take_matrix(&from->second[0][0][0], 2 * NETWORK_HIDDEN, NETWORK_SECOND, &to->second[0][0]);
    for (int i = 0; i < NETWORK_HIDDEN; i++)
        to->first_bias[i] = (float)from->first_bias[i] / NETWORK_SCALE_HIDDEN;
    for (int i = 0; i < NETWORK_SECOND; i++)
        to->second_bias[i] = (float)from->second_bias[i] / NETWORK_SCALE_HIDDEN;
    for (int i = 0; i < NETWORK_SECOND + inputs; i++)
        to->out[i] = (float)from->out[i] / NETWORK_SCALE_OUT;
    for (int i = 0; i < NETWORK_RAW; i++)
        to->out_raw[i] = (float)from->out_raw[i] / NETWORK_SCALE_RAW;
}

void network_model_begin_from(network_model *model, const network *start)
{
    const size_t count = (size_t)PATTERN_WEIGHTS * (size_t)model->width;
    assert(start->width == model->width);
    for (size_t i = 0; i < count; i++)
        model->rows[i] = (float)start->rows[i] / NETWORK_SCALE_ROW;
    for (int p = 0; p < EVAL_PHASES; p++)
        take_phase(&start->phases[p], start->inputs, &model->layers[p]);
    for (int e = 0; e < NETWORK_EMPTIES; e++) {
        network_layers *layers = &model->layers[eval_phase(e)];
        for (int i = 0; i < model->width; i++)
            layers->bias[network_slot(e)][i] = (float)start->bias[e][i] / NETWORK_SCALE_ROW;
        layers->out_bias[network_slot(e)] = (float)start->out_bias[e] / NETWORK_SCALE_VALUE;
    }
}
