/* SPDX-License-Identifier: MIT
 *
 * Batches, rates and errors.
 */
#include "train/network/network_trainer.h"

#include "core/random.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { WARM_UP = 200, AHEAD = 16 };

#define PI 3.14159265358979323846
#define LEAST_RATE 1e-6
#define RUNNING_SHARE 0.01

static int phase_of(const network_position *position)
{
    return eval_phase((int)bit_count(~(network_squares(position->own) | network_squares(position->other))));
}

/* ---- A run ------------------------------------------------------------------------------------------------------- */

/* The rate of step `step`, from 0. */
static double rate_at(const network_settings *settings, uint32_t step)
{
    const double fallen = 0.5 + 0.5 * cos(PI * step / settings->steps);
    const double risen = step + 1 < WARM_UP ? (step + 1.0) / WARM_UP : 1;
    return settings->rate * fallen * risen + LEAST_RATE;
}

static network_rate *rates_of(const network_settings *settings)
{
    network_rate *rates = malloc((settings->steps + (size_t)1) * sizeof *rates);
    if (!rates)
        return NULL;
    rates[0] = (network_rate){.kept = 1};
    for (uint32_t i = 0; i < settings->steps; i++) {
        const double rate = rate_at(settings, i);
        rates[i + 1] = (network_rate){.kept = rates[i].kept * (1 - rate * settings->decay),
                                      .move = (float)(rate / (1 - pow(0.9, i + 1.0))),
                                      .square_scale = (float)(1 / sqrt(1 - pow(0.999, i + 1.0)))};
    }
    return rates;
}

bool network_trainer_begin(network_trainer *trainer, const network_settings *settings, const network_positions *fit,
                           int threads, flank_cpu cpu)
{
    *trainer = (network_trainer){.settings = *settings, .fit = fit, .tasks = network_tasks_of(cpu)};
    network_team_begin(&trainer->team, threads);
    trainer->drawn = malloc(settings->batch * sizeof *trainer->drawn);
    trainer->rates = rates_of(settings);
    if (!trainer->drawn || !trainer->rates || !network_model_create(&trainer->model, (int)settings->width) ||
        !network_step_create(&trainer->step, &trainer->model, settings->batch, threads))
        return false;
    trainer->step.rates = trainer->rates;
    trainer->step.epsilon = settings->epsilon;
    return true;
}

void network_trainer_end(network_trainer *trainer)
{
    network_team_end(&trainer->team);
    if (trainer->step.model)
        network_step_free(&trainer->step);
    network_model_free(&trainer->model);
    free(trainer->drawn);
    free(trainer->rates);
}

static int runs_of(size_t count) { return (int)((count + NETWORK_RUN - 1) / NETWORK_RUN); }

/* ---- A step ------------------------------------------------------------------------------------------------------ */

/* The place among all positions of the one that is `i` in the batch of a step. */
static size_t place_of(const network_trainer *trainer, size_t i)
{
    const uint64_t number = (uint64_t)trainer->done * trainer->settings.batch + i;
    const uint64_t word = random_mix(random_mix(trainer->settings.seed) + number * UINT64_C(0x9e3779b97f4a7c15));
    return (size_t)((word >> 32) * trainer->fit->count >> 32);
}

/* Positions lie all over the memory: they are asked for before they are read. */
static void draw(void *user, int task, int thread)
{
    network_trainer *trainer = user;
    const size_t from = (size_t)task * NETWORK_RUN, batch = trainer->settings.batch;
    const size_t to = from + NETWORK_RUN < batch ? from + NETWORK_RUN : batch;
    size_t places[NETWORK_RUN];
    (void)thread;
    for (size_t i = from; i < to; i++)
        places[i - from] = place_of(trainer, i);
    for (size_t i = from; i < to; i++) {
        if (i + AHEAD < to)
            __builtin_prefetch(&trainer->fit->list[places[i + AHEAD - from]]);
        trainer->drawn[i] = trainer->fit->list[places[i - from]];
    }
}

/* The batch in the order of phases, and in each as it was drawn. */
static void sort_batch(network_trainer *trainer)
{
    network_batch *batch = &trainer->step.batch;
    uint32_t next[EVAL_PHASES];
    memset(batch->begins, 0, sizeof batch->begins);
    for (size_t i = 0; i < batch->count; i++)
        batch->begins[phase_of(&trainer->drawn[i]) + 1]++;
    for (int p = 0; p < EVAL_PHASES; p++) {
        batch->begins[p + 1] += batch->begins[p];
        next[p] = batch->begins[p];
    }
    for (size_t i = 0; i < batch->count; i++)
        batch->positions[next[phase_of(&trainer->drawn[i])]++] = trainer->drawn[i];
}

void network_trainer_step(network_trainer *trainer)
{
    network_step *step = &trainer->step;
    double error = 0;
    assert(trainer->done < trainer->settings.steps);
    step->now = trainer->done + 1;
    network_team_run(&trainer->team, draw, trainer, runs_of(step->batch.count));
    sort_batch(trainer);
    network_team_run(&trainer->team, trainer->tasks->index, step, runs_of(step->batch.count));
    network_team_run(&trainer->team, trainer->tasks->refresh, step, NETWORK_TABLES);
    network_team_run(&trainer->team, trainer->tasks->learn, step, EVAL_PHASES);
    network_team_run(&trainer->team, trainer->tasks->spread, step, NETWORK_TABLES);
    for (int p = 0; p < EVAL_PHASES; p++)
        error += step->batch.errors[p];
    error /= (double)step->batch.count;
    trainer->running = trainer->done == 0 ? error : trainer->running + RUNNING_SHARE * (error - trainer->running);
    trainer->done++;
}

void network_trainer_refresh(network_trainer *trainer)
{
    trainer->step.now = trainer->done + 1;
    trainer->tasks->refresh_all(&trainer->step);
}

/* ---- Errors ------------------------------------------------------------------------------------------------------ */

void network_trainer_values(network_trainer *trainer, const network_position *positions, size_t count, float *values)
{
    network_question question = {&trainer->step, positions, count, values};
    network_team_run(&trainer->team, trainer->tasks->ask, &question, runs_of(count));
}

static void add_error(network_bin *bin, double wrong)
{
    bin->error += wrong * wrong;
    bin->count++;
}

bool network_trainer_errors(network_trainer *trainer, const network_positions *of, network_bin bins[NETWORK_BINS + 1])
{
    static const network_bin empty[NETWORK_BINS + 1] = {{8, 12, 0, 0},  {13, 17, 0, 0}, {18, 22, 0, 0}, {23, 27, 0, 0},
                                                        {28, 32, 0, 0}, {33, 37, 0, 0}, {38, 42, 0, 0}, {43, 49, 0, 0},
                                                        {50, 56, 0, 0}, {8, 56, 0, 0}};
    float *values = malloc(of->count * sizeof *values + 1);
    if (!values)
        return false;
    memcpy(bins, empty, sizeof empty);
    network_trainer_values(trainer, of->list, of->count, values);
    for (size_t i = 0; i < of->count; i++) {
        const network_position *at = &of->list[i];
        const int empties = (int)bit_count(~(network_squares(at->own) | network_squares(at->other)));
        for (int b = 0; b <= NETWORK_BINS; b++)
            if (empties >= bins[b].low && empties <= bins[b].high)
                add_error(&bins[b], values[i] - (double)at->value / EVAL_PER_DISC);
    }
    for (int b = 0; b <= NETWORK_BINS; b++)
        bins[b].error = bins[b].count ? sqrt(bins[b].error / (double)bins[b].count) : 0;
    free(values);
    return true;
}

/* ---- Usage ------------------------------------------------------------------------------------------------------- */

uint32_t *network_trainer_usage(network_trainer *trainer)
{
    network_step *step = &trainer->step;
    network_batch *batch = &step->batch;
    const size_t whole = batch->count;
    uint32_t *usage = calloc(PATTERN_WEIGHTS, sizeof *usage);
    for (size_t from = 0; usage && from < trainer->fit->count; from += whole) {
        batch->count = trainer->fit->count - from < whole ? trainer->fit->count - from : whole;
        memcpy(batch->positions, trainer->fit->list + from, batch->count * sizeof *batch->positions);
        network_team_run(&trainer->team, trainer->tasks->index, step, runs_of(batch->count));
        for (int shape = 0; shape < PATTERN_SHAPES; shape++)
            for (size_t i = 0; i < batch->count; i++)
                for (int place = 0; place < PATTERN_PLACES; place++)
                    usage[pattern_first[shape] + batch->index[(size_t)shape * batch->count + i][place]]++;
    }
    batch->count = whole;
    return usage;
}
