/* SPDX-License-Identifier: MIT
 *
 * The tasks of a step, compiled once per CPU level.
 *
 * Numbers are in the engine's units, so that the formulas are those of network_value.h and all that is rounded is
 * whole. Sums of whole numbers are exact below 2^24. Gradients pass through all rounding, and through what is clipped
 * as long as it is within.
 */
#include "core/cpu.h"
#include "othello/network_value.h"
#include "train/network/network_step.h"

#include <math.h>

#define MEAN_KEPT 0.9F
#define SQUARE_KEPT 0.999F
#define LAYER_EPSILON 1e-8F
#define SUM_SQUARE_SHIFT 524288.0F /* 2^19 */
#define VALUES_A_DISC 8128.0F      /* of the output: 127 * 2048 / 32 */
#define ROW_MOST (127.0F / NETWORK_SCALE_ROW)

CPU_DECLARE(const network_tasks *, network_tasks_at, (void));

/* As many floats as a vector holds. */
#if CPU_LEVEL >= 4
typedef float lanes __attribute__((vector_size(64)));
#elif CPU_LEVEL == 3
typedef float lanes __attribute__((vector_size(32)));
#else
typedef float lanes __attribute__((vector_size(16)));
#endif
enum { LANES = sizeof(lanes) / sizeof(float) };

/* ---- Indices ----------------------------------------------------------------------------------------------------- */

/* The lesser of each pattern's index and that of its mirrored contents. */
static void index_position(const network_step *step, const network_position *position, uint16_t *index)
{
    uint16_t mirrored[PATTERN_COUNT];
    for (int i = 0; i < PATTERN_COUNT; i++)
        index[i] = mirrored[i] = (uint16_t)(step->steps.full[i] / 2);
    for (BITS_EACH(square, network_squares(position->own)))
        for (int i = 0; i < PATTERN_COUNT; i++) {
            index[i] = (uint16_t)(index[i] - step->steps.step[square][i]);
            mirrored[i] = (uint16_t)(mirrored[i] - step->mirrored.step[square][i]);
        }
    for (BITS_EACH(square, network_squares(position->other)))
        for (int i = 0; i < PATTERN_COUNT; i++) {
            index[i] = (uint16_t)(index[i] + step->steps.step[square][i]);
            mirrored[i] = (uint16_t)(mirrored[i] + step->mirrored.step[square][i]);
        }
    for (int i = 0; i < PATTERN_COUNT; i++)
        index[i] = index[i] < mirrored[i] ? index[i] : mirrored[i];
}

static void index_run(void *user, int task, int thread)
{
    network_step *step = user;
    network_batch *batch = &step->batch;
    const size_t from = (size_t)task * NETWORK_RUN;
    (void)thread;
    for (size_t i = from; i < batch->count && i < from + NETWORK_RUN; i++) {
        uint16_t index[PATTERN_COUNT];
        index_position(step, &batch->positions[i], index);
        for (int shape = 0; shape < PATTERN_SHAPES; shape++)
            memcpy(batch->index[(size_t)shape * batch->count + i], index + PATTERN_PLACES * shape,
                   sizeof *batch->index);
    }
}

/* ---- Rows -------------------------------------------------------------------------------------------------------- */

static float power(float base, uint32_t exponent)
{
    float result = 1;
    for (; exponent; exponent >>= 1, base *= base)
        if (exponent & 1)
            result *= base;
    return result;
}

static inline float within(float x, float most) { return x > most ? most : x < -most ? -most : x; }

/* A row after the steps that it has missed, until the one before `now`. They move it at the rate of the one in the
 * middle of its moves, which is the tenth or so of many, and then it decays. */
static inline void refresh_row(network_step *step, size_t row, int width)
{
    network_model *model = step->model;
    const uint32_t last = model->steps[row], missed = step->now - 1 - last;
    const network_rate *middle = &step->rates[last + (missed < 20 ? (missed + 1) / 2 : 10)];
    const float means_kept = power(MEAN_KEPT, missed), squares_kept = power(SQUARE_KEPT, missed);
    const float kept = (float)(step->rates[step->now - 1].kept / step->rates[last].kept);
    const float move = middle->move * MEAN_KEPT * (1 - means_kept) / (1 - MEAN_KEPT);
    float *restrict numbers = model->rows + row * (size_t)width;
    float *restrict means = model->means + row * (size_t)width;
    float *restrict squares = model->squares + row * (size_t)width;
    for (int i = 0; i < width; i++) {
        const float root = sqrtf(squares[i]) * middle->square_scale + step->epsilon;
        numbers[i] = within((numbers[i] - move * means[i] / root) * kept, ROW_MOST);
        means[i] *= means_kept;
        squares[i] *= squares_kept;
    }
}

/* A row and its gradient: a step of AdamW. */
static inline void learn_row(network_step *step, size_t row, const float *restrict gradient, int width)
{
    network_model *model = step->model;
    const network_rate *rate = &step->rates[step->now];
    const float kept = (float)(rate->kept / rate[-1].kept), move = rate->move, epsilon = step->epsilon;
    const float square_scale = rate->square_scale;
    float *restrict numbers = model->rows + row * (size_t)width;
    float *restrict means = model->means + row * (size_t)width;
    float *restrict squares = model->squares + row * (size_t)width;
    for (int i = 0; i < width; i++) {
        means[i] = MEAN_KEPT * means[i] + (1 - MEAN_KEPT) * gradient[i];
        squares[i] = SQUARE_KEPT * squares[i] + (1 - SQUARE_KEPT) * gradient[i] * gradient[i];
        const float root = sqrtf(squares[i]) * square_scale + epsilon;
        numbers[i] = within(numbers[i] * kept - move * means[i] / root, ROW_MOST);
    }
}

/* The shapes of a table are `first` and, of the one that two share, the next. */
static int first_shape(int table) { return table > 6 ? table + 1 : table; }
static int shapes_of(int table) { return table == 6 ? 2 : 1; }

static inline void refresh_rows(network_step *step, int table, int width)
{
    const uint32_t now = step->now, base = pattern_first[first_shape(table)];
    const size_t count = step->batch.count;
    uint32_t *touched = step->touched + base, found = 0;
    const uint16_t *index = step->batch.index[(size_t)first_shape(table) * count];
    for (size_t i = 0; i < count * (size_t)(PATTERN_PLACES * shapes_of(table)); i++) {
        const uint32_t row = base + index[i], last = step->model->steps[row];
        if (last == now)
            continue;
        if (last + 1 < now)
            refresh_row(step, row, width);
        step->model->steps[row] = now;
        step->slots[row] = found;
        touched[found++] = row;
    }
    step->touched_count[table] = found;
}

static void refresh(void *user, int task, int thread)
{
    network_step *step = user;
    (void)thread;
    if (step->model->width == 32)
        refresh_rows(step, task, 32);
    else
        refresh_rows(step, task, 64);
}

static void refresh_all(network_step *step)
{
    network_model *model = step->model;
    const uint32_t now = step->now - 1;
    for (uint32_t row = 0; row < PATTERN_WEIGHTS; row++)
        if (model->steps[row] < now) {
            if (model->width == 32)
                refresh_row(step, row, 32);
            else
                refresh_row(step, row, 64);
            model->steps[row] = now;
        }
}

static inline void spread_rows(network_step *step, int table, float *restrict sums, int width)
{
    const uint32_t base = pattern_first[first_shape(table)], found = step->touched_count[table];
    const size_t count = step->batch.count;
    const uint32_t *slots = step->slots + base;
    memset(sums, 0, found * (size_t)width * sizeof *sums);
    for (int shape = first_shape(table); shape < first_shape(table) + shapes_of(table); shape++) {
        const float *gradient = step->batch.gradients;
        for (size_t i = 0; i < count; i++, gradient += width)
            for (int place = 0; place < PATTERN_PLACES; place++) {
                float *sum = sums + slots[step->batch.index[(size_t)shape * count + i][place]] * (size_t)width;
                for (int k = 0; k < width; k++)
                    sum[k] += gradient[k];
            }
    }
    for (uint32_t i = 0; i < found; i++)
        learn_row(step, step->touched[base + i], sums + i * (size_t)width, width);
}

static void spread(void *user, int task, int thread)
{
    network_step *step = user;
    if (step->model->width == 32)
        spread_rows(step, task, step->sums[thread], 32);
    else
        spread_rows(step, task, step->sums[thread], 64);
}

/* ---- Layers ------------------------------------------------------------------------------------------------------ */

/* The layers of a phase in the engine's units, and weights of both layers by output. */
typedef struct phase_work {
    network_layers layers;
    float first_by_output[NETWORK_HIDDEN][NETWORK_INPUTS_MAX];
    float second_by_output[NETWORK_SECOND][2 * NETWORK_HIDDEN];
    network_layers gradient; /* by the layers' units */
} phase_work;

/* All that a position's value goes through. */
typedef struct activations {
    float sums[NETWORK_WIDTH_MAX];
    float hidden_sums[NETWORK_HIDDEN], hidden[2 * NETWORK_HIDDEN];
    float second_sums[NETWORK_SECOND];
    float ends[NETWORK_SECOND + NETWORK_INPUTS_MAX]; /* of the second layer, then the inputs */
} activations;

static void set_work(phase_work *work, const network_model *model, int phase)
{
    const float *from = (const float *)&model->layers[phase];
    float *to = (float *)&work->layers;
    memset(work, 0, sizeof *work);
    for (int p = 0; p < NETWORK_PARTS; p++)
        for (size_t i = network_parts[p].first; i < network_parts[p].first + network_parts[p].count; i++)
            to[i] = model->rounds ? network_whole(from[i], network_parts[p].scale, network_parts[p].most)
                                  : from[i] * network_parts[p].scale;
    for (int i = 0; i < NETWORK_INPUTS_MAX; i++)
        for (int o = 0; o < NETWORK_HIDDEN; o++)
            work->first_by_output[o][i] = work->layers.first[i][o];
    for (int i = 0; i < 2 * NETWORK_HIDDEN; i++)
        for (int o = 0; o < NETWORK_SECOND; o++)
            work->second_by_output[o][i] = work->layers.second[i][o];
}

static inline void add_row(lanes *total, const float *row, int width, bool rounds)
{
    for (int v = 0; v < width / LANES; v++) {
        lanes numbers;
        memcpy(&numbers, row + v * LANES, sizeof numbers);
        numbers *= NETWORK_SCALE_ROW;
        if (rounds)
            numbers = (numbers + 12582912.0F) - 12582912.0F; /* network_round */
        total[v] += numbers;
    }
}

/* A number that is not negative, cut off after the point. */
static inline float cut(float x, bool rounds) { return rounds ? (float)(int32_t)x : x; }

static inline float clip(float x, float most) { return x < 0 ? 0 : x > most ? most : x; }

static inline void set_inputs(activations *a, const network_position *position, int empties, int width, bool rounds)
{
    const int pairs = (width - NETWORK_RAW) / 2;
    float *in = a->ends + NETWORK_SECOND;
    for (int i = 0; i < pairs; i++)
        in[i] = cut(clip(a->sums[NETWORK_RAW + i], NETWORK_CLIP) *
                        clip(a->sums[NETWORK_RAW + pairs + i], NETWORK_CLIP) / 512,
                    rounds);
    in[pairs] = clip((float)(4 * position->moves), NETWORK_ONE);
    in[pairs + 1] = clip((float)(4 * position->moves_other), NETWORK_ONE);
    in[pairs + 2] = empties & 1 ? NETWORK_ONE : 0;
    in[pairs + 3] = 0;
}

/* outputs += inputs through weights. */
static inline void multiply(const float *restrict in, int inputs, const float *restrict weights, float *restrict out,
                            int outputs)
{
    for (int i = 0; i < inputs; i++)
        for (int o = 0; o < outputs; o++)
            out[o] += in[i] * weights[i * outputs + o];
}

/* The square of a whole number is not always one of a float's. */
static inline float square_cut(float x, bool rounds)
{
    return rounds ? (float)((int32_t)x * (int32_t)x >> 19) : x * x / SUM_SQUARE_SHIFT;
}

/* The value of a position whose sums are there, in discs. */
static inline float forward(const phase_work *work, activations *a, const network_position *position, int empties,
                            int width, bool rounds)
{
    const network_layers *layers = &work->layers;
    const int inputs = (width - NETWORK_RAW) / 2 + 4;
    set_inputs(a, position, empties, width, rounds);
    memcpy(a->hidden_sums, layers->first_bias, sizeof a->hidden_sums);
    multiply(a->ends + NETWORK_SECOND, inputs, &layers->first[0][0], a->hidden_sums, NETWORK_HIDDEN);
    for (int i = 0; i < NETWORK_HIDDEN; i++) {
        const float sum = within(a->hidden_sums[i], NETWORK_HIDDEN_MAX);
        a->hidden[i] = cut(clip(sum / NETWORK_SCALE_LAYER, NETWORK_ONE), rounds);
        a->hidden[NETWORK_HIDDEN + i] = clip(square_cut(sum, rounds), NETWORK_ONE);
    }
    memcpy(a->second_sums, layers->second_bias, sizeof a->second_sums);
    multiply(a->hidden, 2 * NETWORK_HIDDEN, &layers->second[0][0], a->second_sums, NETWORK_SECOND);
    for (int i = 0; i < NETWORK_SECOND; i++)
        a->ends[i] = cut(clip(a->second_sums[i] / NETWORK_SCALE_LAYER, NETWORK_ONE), rounds);
    float out = layers->out_bias[network_slot(empties)];
    for (int i = 0; i < NETWORK_SECOND + inputs; i++)
        out += a->ends[i] * layers->out[i];
    for (int i = 0; i < NETWORK_RAW; i++)
        out += a->sums[i] * layers->out_raw[i];
    return out / VALUES_A_DISC;
}

/* The sums of a position. */
static inline void add_rows(const network_step *step, const uint16_t *index, size_t stride, const float *bias,
                            int width, bool rounds, float *sums)
{
    lanes total[NETWORK_WIDTH_MAX / LANES];
    memcpy(total, bias, (size_t)width * sizeof *bias);
    for (int shape = 0; shape < PATTERN_SHAPES; shape++)
        for (int place = 0; place < PATTERN_PLACES; place++) {
            const size_t row = pattern_first[shape] + index[(size_t)shape * stride + (size_t)place];
            add_row(total, step->model->rows + row * (size_t)width, width, rounds);
        }
    memcpy(sums, total, (size_t)width * sizeof *sums);
}

/* 1 where a gradient passes a clip. */
static inline float passes(float x, float low, float high) { return x >= low && x <= high ? 1 : 0; }

/* gradients of weights += inputs by gradients of outputs, and gradients of inputs += those through the weights. */
static inline void multiply_back(const float *restrict in, int inputs, const float *restrict by_output,
                                 const float *restrict of_out, int outputs, float *restrict of_weights,
                                 float *restrict of_in, int stride)
{
    for (int i = 0; i < inputs; i++)
        for (int o = 0; o < outputs; o++)
            of_weights[i * outputs + o] += in[i] * of_out[o];
    for (int o = 0; o < outputs; o++)
        for (int i = 0; i < inputs; i++)
            of_in[i] += of_out[o] * by_output[o * stride + i];
}

/* From the gradient of the value to that of all weights above the sums, and of the inputs in `ends`. */
static inline void back_through_layers(phase_work *work, const activations *a, float of_out, int inputs, float *ends)
{
    const network_layers *layers = &work->layers;
    network_layers *gradient = &work->gradient;
    float of_second[NETWORK_SECOND], of_hidden[2 * NETWORK_HIDDEN] = {0}, of_first[NETWORK_HIDDEN];
    for (int i = 0; i < NETWORK_SECOND + inputs; i++) {
        gradient->out[i] += of_out * a->ends[i];
        ends[i] = of_out * layers->out[i];
    }
    for (int i = 0; i < NETWORK_SECOND; i++) {
        of_second[i] = ends[i] / NETWORK_SCALE_LAYER * passes(a->second_sums[i], 0, NETWORK_ONE * NETWORK_SCALE_LAYER);
        gradient->second_bias[i] += of_second[i];
    }
    multiply_back(a->hidden, 2 * NETWORK_HIDDEN, &work->second_by_output[0][0], of_second, NETWORK_SECOND,
                  &gradient->second[0][0], of_hidden, 2 * NETWORK_HIDDEN);
    for (int i = 0; i < NETWORK_HIDDEN; i++) {
        const float sum = a->hidden_sums[i];
        const float plain = of_hidden[i] / NETWORK_SCALE_LAYER * passes(sum, 0, NETWORK_ONE * NETWORK_SCALE_LAYER);
        const float squared = of_hidden[NETWORK_HIDDEN + i] * 2 * sum / SUM_SQUARE_SHIFT *
                              passes(sum * sum, 0, NETWORK_ONE * SUM_SQUARE_SHIFT);
        of_first[i] = (plain + squared) * passes(sum, -NETWORK_HIDDEN_MAX, NETWORK_HIDDEN_MAX);
        gradient->first_bias[i] += of_first[i];
    }
    multiply_back(a->ends + NETWORK_SECOND, inputs, &work->first_by_output[0][0], of_first, NETWORK_HIDDEN,
                  &gradient->first[0][0], ends + NETWORK_SECOND, NETWORK_INPUTS_MAX);
}

/* From the gradient of the value, in discs, to that of all that made it; of_sums is by a row's units. */
static inline void backward(phase_work *work, const activations *a, float of_value, int empties, int width,
                            float *restrict of_sums)
{
    const int pairs = (width - NETWORK_RAW) / 2;
    const float of_out = of_value / VALUES_A_DISC;
    const float *left = a->sums + NETWORK_RAW, *right = left + pairs;
    float ends[NETWORK_SECOND + NETWORK_INPUTS_MAX];
    float *bias = work->gradient.bias[network_slot(empties)];
    back_through_layers(work, a, of_out, pairs + 4, ends);
    const float *in = ends + NETWORK_SECOND;
    for (int i = 0; i < NETWORK_RAW; i++) {
        work->gradient.out_raw[i] += of_out * a->sums[i];
        of_sums[i] = of_out * work->layers.out_raw[i];
    }
    for (int i = 0; i < pairs; i++) {
        of_sums[NETWORK_RAW + i] = in[i] * clip(right[i], NETWORK_CLIP) / 512 * passes(left[i], 0, NETWORK_CLIP);
        of_sums[NETWORK_RAW + pairs + i] =
            in[i] * clip(left[i], NETWORK_CLIP) / 512 * passes(right[i], 0, NETWORK_CLIP);
    }
    for (int i = 0; i < width; i++) {
        bias[i] += of_sums[i];
        of_sums[i] *= NETWORK_SCALE_ROW;
    }
    work->gradient.out_bias[network_slot(empties)] += of_out;
}

/* A step of Adam with the gradients of a phase's layers. */
static void learn_layers(network_step *step, int phase, const phase_work *work)
{
    network_model *model = step->model;
    const float move = step->rates[step->now].move, square_scale = step->rates[step->now].square_scale;
    float *restrict numbers = (float *)&model->layers[phase];
    float *restrict means = (float *)&model->layer_means[phase];
    float *restrict squares = (float *)&model->layer_squares[phase];
    const float *gradients = (const float *)&work->gradient;
    for (int p = 0; p < NETWORK_PARTS; p++) {
        const network_part *part = &network_parts[p];
        const float most = part->most / part->scale, scale = part->scale;
        for (size_t i = part->first; i < part->first + part->count; i++) {
            const float gradient = gradients[i] * scale;
            means[i] = MEAN_KEPT * means[i] + (1 - MEAN_KEPT) * gradient;
            squares[i] = SQUARE_KEPT * squares[i] + (1 - SQUARE_KEPT) * gradient * gradient;
            const float root = sqrtf(squares[i]) * square_scale + LAYER_EPSILON;
            numbers[i] = within(numbers[i] - move * means[i] / root, most);
        }
    }
}

static inline int empties_of(const network_position *position)
{
    return (int)bit_count(~(network_squares(position->own) | network_squares(position->other)));
}

static inline void learn_positions(network_step *step, phase_work *work, int phase, int width, bool rounds)
{
    network_batch *batch = &step->batch;
    const float share = 2.0F / (float)batch->count;
    double error = 0;
    for (size_t i = batch->begins[phase]; i < batch->begins[phase + 1]; i++) {
        const network_position *position = &batch->positions[i];
        const int empties = empties_of(position);
        activations a;
        add_rows(step, batch->index[i], batch->count * PATTERN_PLACES, work->layers.bias[network_slot(empties)], width,
                 rounds, a.sums);
        const float wrong =
            forward(work, &a, position, empties, width, rounds) - (float)position->value / EVAL_PER_DISC;
        error += (double)wrong * wrong;
        backward(work, &a, share * wrong, empties, width, batch->gradients + i * (size_t)width);
    }
    batch->errors[phase] = error;
}

static void learn(void *user, int task, int thread)
{
    network_step *step = user;
    phase_work work;
    (void)thread;
    set_work(&work, step->model, task);
    if (step->model->width == 64)
        learn_positions(step, &work, task, 64, step->model->rounds);
    else if (step->model->rounds)
        learn_positions(step, &work, task, 32, true);
    else
        learn_positions(step, &work, task, 32, false);
    learn_layers(step, task, &work);
}

/* ---- Values alone ------------------------------------------------------------------------------------------------ */

static void ask(void *user, int task, int thread)
{
    const network_question *question = user;
    const network_model *model = question->step->model;
    const size_t from = (size_t)task * NETWORK_RUN;
    phase_work work;
    int phase = -1;
    (void)thread;
    for (size_t i = from; i < question->count && i < from + NETWORK_RUN; i++) {
        const network_position *position = &question->positions[i];
        const int empties = empties_of(position);
        uint16_t index[PATTERN_COUNT];
        activations a;
        if (eval_phase(empties) != phase)
            set_work(&work, model, phase = eval_phase(empties));
        index_position(question->step, position, index);
        add_rows(question->step, index, PATTERN_PLACES, work.layers.bias[network_slot(empties)], model->width,
                 model->rounds, a.sums);
        question->values[i] = forward(&work, &a, position, empties, model->width, model->rounds);
    }
}

const network_tasks *CPU_NAME(network_tasks_at)(void)
{
    static const network_tasks tasks = {index_run, refresh, learn, spread, ask, refresh_all};
    return &tasks;
}
