/* SPDX-License-Identifier: MIT
 *
 * Least squares over pattern weights, one phase at a time, from the last to the first.
 *
 * A position is a row with 65 ones: its 64 patterns and its number of empty squares. The weights of a phase minimise
 * the squared error over the phase's positions, and with less weight those of its neighbours, plus `prior` times the
 * squared distance from the weights two phases later. So a configuration that was never seen keeps the later phase's
 * weight, a rare one moves a little, and a frequent one is free. The minimum is found by conjugate gradients on the
 * normal equations, scaled by the diagonal: some thirty passes over the rows, each a matter of a second.
 *
 * Phases of even and odd number are two chains that do not touch, so two threads fit them side by side.
 *
 * Rejected: stochastic gradients (a step size to tune, and noise where rows are rare). Sources: Buro, "Statistical
 * feature combination for the evaluation of game positions", JAIR 3, 1995; Hestenes and Stiefel, 1952.
 */
#include "train/train_fit.h"

#include "core/bits.h"

#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { ROW_PATTERNS = PATTERN_COUNT, WEIGHTS = PATTERN_WEIGHTS + 61 };

typedef struct fit_row {
    uint32_t feature[ROW_PATTERNS + 1];
    float target, share;
} fit_row;

typedef struct fit_rows {
    fit_row *rows;
    size_t count;
} fit_rows;

/* What all phases share. */
typedef struct fit_task {
    evaluation *eval;
    const train_records *fit, *held_out;
    const train_fit_settings *settings;
    train_fit_report *report;
    uint32_t *canonical; /* PATTERN_WEIGHTS: of mirrored contents the smaller one */
} fit_task;

typedef struct fit_chain {
    const fit_task *task;
    int first_phase; /* then two less each time */
    bool failed;
} fit_chain;

/* ---- Rows -------------------------------------------------------------------------------------------------------- */

static int phase_of(const train_record *record) { return eval_phase((int)bit_count(~(record->own | record->other))); }

static void fill_row(const fit_task *task, const train_record *record, fit_row *row)
{
    const pattern_steps *steps = &task->eval->steps;
    uint16_t index[PATTERN_COUNT];
    for (int i = 0; i < PATTERN_COUNT; i++)
        index[i] = (uint16_t)(steps->full[i] / 2);
    for (BITS_EACH(square, record->own))
        for (int i = 0; i < PATTERN_COUNT; i++)
            index[i] = (uint16_t)(index[i] - steps->step[square][i]);
    for (BITS_EACH(square, record->other))
        for (int i = 0; i < PATTERN_COUNT; i++)
            index[i] = (uint16_t)(index[i] + steps->step[square][i]);
    for (int i = 0; i < PATTERN_COUNT; i++)
        row->feature[i] = task->canonical[pattern_first[i / PATTERN_PLACES] + index[i]];
    row->feature[ROW_PATTERNS] = PATTERN_WEIGHTS + bit_count(~(record->own | record->other));
    const double share = record->exact ? 0 : task->settings->search_share;
    row->target = (float)((1 - share) * record->outcome + share * record->value / EVAL_PER_DISC);
}

/* The rows of a phase, and of its neighbours if these have a share. False without memory. */
static bool collect_rows(const fit_task *task, const train_records *from, int phase, double neighbor_share,
                         fit_rows *rows)
{
    size_t count = 0;
    for (size_t i = 0; i < from->count; i++) {
        const int away = abs(phase_of(&from->records[i]) - phase);
        count += away == 0 || (away == 1 && neighbor_share > 0);
    }
    *rows = (fit_rows){.rows = malloc((count + 1) * sizeof *rows->rows)};
    if (!rows->rows)
        return false;
    for (size_t i = 0; i < from->count; i++) {
        const int away = abs(phase_of(&from->records[i]) - phase);
        if (away > 1 || (away == 1 && neighbor_share <= 0))
            continue;
        fit_row *row = &rows->rows[rows->count++];
        fill_row(task, &from->records[i], row);
        row->share = (float)(away ? neighbor_share : 1);
    }
    return true;
}

/* ---- Algebra ----------------------------------------------------------------------------------------------------- */

static double row_sum(const fit_row *row, const float *vector)
{
    float sum = 0;
    for (int i = 0; i <= ROW_PATTERNS; i++)
        sum += vector[row->feature[i]];
    return sum;
}

/* out = (rows' share rows + prior) vector */
static void multiply(const fit_rows *rows, double prior, const float *vector, float *out)
{
    for (size_t w = 0; w < WEIGHTS; w++)
        out[w] = (float)prior * vector[w];
    for (size_t r = 0; r < rows->count; r++) {
        const fit_row *row = &rows->rows[r];
        const float sum = (float)(row->share * row_sum(row, vector));
        for (int i = 0; i <= ROW_PATTERNS; i++)
            out[row->feature[i]] += sum;
    }
}

static double dot(const float *a, const float *b)
{
    double sum = 0;
    for (size_t w = 0; w < WEIGHTS; w++)
        sum += (double)a[w] * b[w];
    return sum;
}

/* Move `weights` to the minimum; they begin at the prior's mean. `space` has room for five vectors. */
static void minimise(const fit_rows *rows, const train_fit_settings *settings, float *weights, float *space)
{
    float *residual = space, *scaled = space + WEIGHTS, *direction = space + 2 * WEIGHTS, *image = space + 3 * WEIGHTS,
          *diagonal = space + 4 * WEIGHTS;
    for (size_t w = 0; w < WEIGHTS; w++) {
        residual[w] = 0;
        diagonal[w] = (float)settings->prior;
    }
    for (size_t r = 0; r < rows->count; r++) {
        const fit_row *row = &rows->rows[r];
        const float error = (float)(row->share * (row->target - row_sum(row, weights)));
        for (int i = 0; i <= ROW_PATTERNS; i++) {
            residual[row->feature[i]] += error;
            diagonal[row->feature[i]] += row->share;
        }
    }
    for (size_t w = 0; w < WEIGHTS; w++)
        direction[w] = scaled[w] = residual[w] / diagonal[w];
    double size = dot(residual, scaled);
    for (int step = 0; step < settings->iterations && size > 1e-9; step++) {
        multiply(rows, settings->prior, direction, image);
        const double along = size / dot(direction, image);
        for (size_t w = 0; w < WEIGHTS; w++) {
            weights[w] += (float)along * direction[w];
            residual[w] -= (float)along * image[w];
            scaled[w] = residual[w] / diagonal[w];
        }
        const double next = dot(residual, scaled);
        for (size_t w = 0; w < WEIGHTS; w++)
            direction[w] = scaled[w] + (float)(next / size) * direction[w];
        size = next;
    }
}

static double error_of(const fit_rows *rows, const float *weights)
{
    double sum = 0, count = 0;
    for (size_t r = 0; r < rows->count; r++) {
        if (rows->rows[r].share < 1)
            continue;
        const double error = rows->rows[r].target - row_sum(&rows->rows[r], weights);
        sum += error * error;
        count++;
    }
    return count > 0 ? sqrt(sum / count) : 0;
}

/* ---- Phases ------------------------------------------------------------------------------------------------------ */

static int16_t rounded(double discs)
{
    const double value = round(discs * EVAL_PER_DISC);
    return (int16_t)(value > INT16_MAX ? INT16_MAX : value < -INT16_MAX ? -INT16_MAX : value);
}

/* Every number of empty squares belongs to one phase, which alone writes its constant. */
static void publish(const fit_task *task, int phase, const float *weights)
{
    for (int w = 0; w < PATTERN_WEIGHTS; w++)
        task->eval->weights[phase][w] = rounded(weights[task->canonical[w]]);
    for (int empties = 0; empties <= 60; empties++)
        if (eval_phase(empties) == phase)
            task->eval->parity[empties] = rounded(weights[PATTERN_WEIGHTS + empties]);
}

static bool fit_phase(const fit_task *task, int phase, float *weights, float *space)
{
    fit_rows rows = {0}, held_out = {0};
    const bool collected = collect_rows(task, task->fit, phase, task->settings->neighbor_share, &rows) &&
                           collect_rows(task, task->held_out, phase, 0, &held_out);
    if (collected) {
        minimise(&rows, task->settings, weights, space);
        task->report->positions[phase] = rows.count;
        task->report->error_fit[phase] = error_of(&rows, weights);
        task->report->error_held_out[phase] = error_of(&held_out, weights);
        publish(task, phase, weights);
    }
    free(rows.rows);
    free(held_out.rows);
    return collected;
}

static void *run_chain(void *user)
{
    fit_chain *chain = user;
    float *weights = calloc(6 * (size_t)WEIGHTS, sizeof *weights);
    chain->failed = !weights;
    for (int phase = chain->first_phase; phase >= 0 && !chain->failed; phase -= 2)
        chain->failed = !fit_phase(chain->task, phase, weights, weights + WEIGHTS);
    free(weights);
    return NULL;
}

static void fill_canonical(uint32_t *canonical)
{
    for (int i = 0; i < PATTERN_SHAPES; i++)
        for (uint32_t index = 0; index < pattern_size(&pattern_shapes[i]); index++) {
            const uint32_t mirrored = pattern_mirror(&pattern_shapes[i], index);
            canonical[pattern_first[i] + index] = pattern_first[i] + (mirrored < index ? mirrored : index);
        }
}

bool train_fit(evaluation *eval, const train_records *fit, const train_records *held_out,
               const train_fit_settings *settings, train_fit_report *report)
{
    *report = (train_fit_report){0};
    fit_task task = {eval, fit, held_out, settings, report, malloc(PATTERN_WEIGHTS * sizeof(uint32_t))};
    if (!task.canonical)
        return false;
    fill_canonical(task.canonical);
    fit_chain chains[2] = {{.task = &task, .first_phase = EVAL_PHASES - 1},
                           {.task = &task, .first_phase = EVAL_PHASES - 2}};
    pthread_t thread;
    const bool parallel = settings->threads > 1 && pthread_create(&thread, NULL, run_chain, &chains[1]) == 0;
    run_chain(&chains[0]);
    if (parallel)
        pthread_join(thread, NULL);
    else
        run_chain(&chains[1]);
    free(task.canonical);
    return !chains[0].failed && !chains[1].failed;
}
