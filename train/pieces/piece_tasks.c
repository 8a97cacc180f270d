/* SPDX-License-Identifier: MIT
 *
 * Outputs, their gradients, and steps along these.
 */
#include "train/pieces/piece_tasks.h"

#include "core/bits.h"

#include <math.h>
#include <string.h>

#define MEAN_KEPT 0.9F
#define SQUARE_KEPT 0.999F
#define EPSILON 1e-8F

CPU_DECLARE(const piece_tasks *, piece_tasks_at, (void));

enum { LANES = 16, VIEWS = 2, OTHERS = PIECE_KINDS / 2, TURNED_ROUND = 56 };

/* The rows that an example's pieces add, and the sums. */
typedef struct activations {
    uint8_t rows[VIEWS][64];
    int count;
    float sums[VIEWS][PIECE_WIDTH];
} activations;

static inline float clipped(float x) { return x < 0 ? 0 : x > 1 ? 1 : x; }

static void list_rows(const piece_example *example, activations *at)
{
    at->count = 0;
    for (int kind = 0; kind < PIECE_KINDS; kind++)
        for (BITS_EACH(square, example->kinds[kind])) {
            at->rows[0][at->count] = (uint8_t)(64 * kind + (int)square);
            at->rows[1][at->count++] = (uint8_t)(64 * (kind ^ OTHERS) + ((int)square ^ TURNED_ROUND));
        }
}

static inline void add_row(float *restrict sums, const float *restrict row)
{
    for (int i = 0; i < PIECE_WIDTH; i++)
        sums[i] += row[i];
}

/* The output of an example, and what led to it. */
static float forward(const piece_model *model, const piece_example *example, activations *at)
{
    const float *weights = model->weights[example->phase];
    float parts[LANES] = {0};
    list_rows(example, at);
    for (int view = 0; view < VIEWS; view++) {
        float *sums = at->sums[view];
        memcpy(sums, model->bias, sizeof model->bias);
        for (int i = 0; i < at->count; i++)
            add_row(sums, model->rows[at->rows[view][i]]);
        for (int i = 0; i < PIECE_WIDTH; i += LANES)
            for (int lane = 0; lane < LANES; lane++) {
                const float number = clipped(sums[i + lane]);
                parts[lane] += number * number * weights[view * PIECE_WIDTH + i + lane];
            }
    }
    float output = model->constant[example->phase];
    for (int lane = 0; lane < LANES; lane++)
        output += parts[lane];
    return output;
}

/* Add an example's gradient. `wrong` is that of its output. */
static void backward(const piece_model *model, const piece_example *example, const activations *at, float wrong,
                     piece_model *gradient)
{
    gradient->constant[example->phase] += wrong;
    for (int view = 0; view < VIEWS; view++) {
        const float *sums = at->sums[view], *weights = model->weights[example->phase] + view * PIECE_WIDTH;
        float *weights_gradient = gradient->weights[example->phase] + view * PIECE_WIDTH, slopes[PIECE_WIDTH];
        for (int i = 0; i < PIECE_WIDTH; i++) {
            const float number = clipped(sums[i]);
            weights_gradient[i] += wrong * (number * number);
            slopes[i] = sums[i] < 1 ? 2 * wrong * number * weights[i] : 0;
        }
        add_row(gradient->bias, slopes);
        for (int i = 0; i < at->count; i++)
            add_row(gradient->rows[at->rows[view][i]], slopes);
    }
}

static double learn(const piece_model *model, const piece_example *examples, size_t count, piece_model *gradient)
{
    double loss = 0;
    memset(gradient, 0, sizeof *gradient);
    for (size_t i = 0; i < count; i++) {
        activations at;
        const float output = forward(model, &examples[i], &at);
        const double wrong = piece_chance(output) - (double)examples[i].label;
        backward(model, &examples[i], &at, (float)wrong, gradient);
        loss += piece_loss(output, examples[i].label);
    }
    return loss;
}

static void ask(const piece_model *model, const piece_example *examples, size_t count, float *outputs)
{
    for (size_t i = 0; i < count; i++) {
        activations at;
        outputs[i] = forward(model, &examples[i], &at);
    }
}

static void step(const piece_adam *adam, size_t count, const float *restrict gradients, float *restrict numbers,
                 float *restrict means, float *restrict squares)
{
    for (size_t i = 0; i < count; i++) {
        means[i] = MEAN_KEPT * means[i] + (1 - MEAN_KEPT) * gradients[i];
        squares[i] = SQUARE_KEPT * squares[i] + (1 - SQUARE_KEPT) * (gradients[i] * gradients[i]);
        numbers[i] -= adam->rate * (means[i] * adam->mean_scale) / (sqrtf(squares[i] * adam->square_scale) + EPSILON);
    }
}

const piece_tasks *CPU_NAME(piece_tasks_at)(void)
{
    static const piece_tasks tasks = {learn, ask, step};
    return &tasks;
}
