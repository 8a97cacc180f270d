/* SPDX-License-Identifier: MIT
 *
 * Batches, rates, and the order of things.
 */
#include "train/pieces/piece_trainer.h"

#include "core/random.h"
#include "core/symmetry.h"

#include <stdlib.h>
#include <string.h>

CPU_DECLARE(const piece_tasks *, piece_tasks_at, (void));

enum { WARM_UP = 200 }; /* steps, or a tenth of a short run */

#define HALF_PI 1.57079632679489661923
#define LEAST_SHARE 0.005

const piece_tasks *piece_tasks_of(flank_cpu cpu)
{
    static const piece_tasks *(*const levels[])(void) = CPU_SELECT(piece_tasks_at);
    return levels[cpu_resolve(cpu)]();
}

/* ---- A run ------------------------------------------------------------------------------------------------------- */

bool piece_trainer_begin(piece_trainer *trainer, const piece_settings *settings, const piece_rows *fit, int threads,
                         flank_cpu cpu)
{
    assert(fit->count >= 1 && fit->count <= UINT32_MAX);
    *trainer = (piece_trainer){.settings = *settings, .fit = fit, .tasks = piece_tasks_of(cpu)};
    if (trainer->settings.batch > fit->count)
        trainer->settings.batch = (uint32_t)fit->count;
    network_team_begin(&trainer->team, threads);
    trainer->model = calloc(3, sizeof *trainer->model);
    trainer->gradients = malloc(PIECE_SLICES * sizeof *trainer->gradients);
    trainer->examples = malloc(trainer->settings.batch * sizeof *trainer->examples);
    trainer->order = malloc(fit->count * sizeof *trainer->order);
    if (!trainer->model || !trainer->gradients || !trainer->examples || !trainer->order)
        return false;
    trainer->means = trainer->model + 1;
    trainer->squares = trainer->model + 2;
    piece_model_begin(trainer->model, settings->seed);
    return true;
}

void piece_trainer_end(piece_trainer *trainer)
{
    network_team_end(&trainer->team);
    free(trainer->model);
    free(trainer->gradients);
    free(trainer->examples);
    free(trainer->order);
}

/* ---- Rates ------------------------------------------------------------------------------------------------------- */

/* The square of a cosine of 0 … pi/2, which is half a cosine that falls from 1 to 0. The C library's cosine has other
 * bits on other machines. */
static double falling(double share)
{
    const double x = share * HALF_PI;
    double sum = 1, term = 1;
    for (int i = 1; i <= 12; i++) {
        term *= -x * x / ((2 * i - 1) * (2 * i));
        sum += term;
    }
    return sum * sum;
}

static double power(double base, uint64_t exponent)
{
    double result = 1;
    for (; exponent; exponent >>= 1, base *= base)
        if (exponent & 1)
            result *= base;
    return result;
}

/* Of a step, from 1, of all that there are. */
static piece_adam adam_of(double top, uint64_t step, uint64_t steps)
{
    const double warm_up = steps < 10 * WARM_UP ? (double)steps / 10 : WARM_UP;
    const double risen = (double)step < warm_up ? (double)step / warm_up : 1;
    const double rate = top * (risen * falling((double)step / (double)steps) + LEAST_SHARE);
    return (piece_adam){.rate = (float)rate,
                        .mean_scale = (float)(1 / (1 - power(0.9, step))),
                        .square_scale = (float)(1 / (1 - power(0.999, step)))};
}

/* ---- Examples ---------------------------------------------------------------------------------------------------- */

piece_example piece_example_of(const piece_settings *settings, const piece_row *row, unsigned symmetry)
{
    const double score = piece_chance((double)row->score / settings->hundredths), result = (row->result + 1) / 2.0;
    const double share = (double)settings->result;
    piece_example example = {
        .kinds = {row->own & ~row->kings, row->own & row->kings, row->other & ~row->kings, row->other & row->kings},
        .label = (float)(share * result + (1 - share) * score),
    };
    const int phase = ((int)bit_count(row->own | row->other) - 1) / settings->pieces_a_phase;
    example.phase = phase < PIECE_PHASES ? phase : PIECE_PHASES - 1;
    for (int kind = 0; kind < PIECE_KINDS; kind++) {
        const uint64_t seen = row->color == FLANK_BLACK ? symmetry_turn(example.kinds[kind]) : example.kinds[kind];
        example.kinds[kind] = symmetry_apply(seen, symmetry);
    }
    return example;
}

/* The symmetry by which a row is seen in this epoch: any of those that there are. */
static unsigned symmetry_of(const piece_trainer *trainer, uint32_t row)
{
    random_state random = {random_mix(trainer->epoch_seed ^ row)};
    return random_square(&random, trainer->settings.symmetries);
}

/* The first of slice `slice` of `whole` things. */
static size_t begin_of(size_t whole, int slice) { return whole * (size_t)slice / PIECE_SLICES; }

static void learn_slice(void *user, int slice, int thread)
{
    piece_trainer *trainer = user;
    const size_t from = begin_of(trainer->settings.batch, slice), to = begin_of(trainer->settings.batch, slice + 1);
    (void)thread;
    for (size_t i = from; i < to; i++) {
        const uint32_t row = trainer->order[trainer->begins + i];
        trainer->examples[i] =
            piece_example_of(&trainer->settings, &trainer->fit->list[row], symmetry_of(trainer, row));
    }
    trainer->losses[slice] =
        trainer->tasks->learn(trainer->model, trainer->examples + from, to - from, &trainer->gradients[slice]);
}

/* Add up the slices' gradients of a part of the numbers, and move these. */
static void step_part(void *user, int part, int thread)
{
    piece_trainer *trainer = user;
    const size_t from = begin_of(PIECE_PARAMETERS, part), to = begin_of(PIECE_PARAMETERS, part + 1);
    float *sums = (float *)trainer->gradients;
    (void)thread;
    for (int slice = 1; slice < PIECE_SLICES; slice++) {
        const float *added = (const float *)&trainer->gradients[slice];
        for (size_t i = from; i < to; i++)
            sums[i] += added[i];
    }
    for (size_t i = from; i < to; i++)
        sums[i] /= (float)trainer->settings.batch;
    trainer->tasks->step(&trainer->adam, to - from, sums + from, (float *)trainer->model + from,
                         (float *)trainer->means + from, (float *)trainer->squares + from);
}

/* ---- An epoch ---------------------------------------------------------------------------------------------------- */

static void shuffle(piece_trainer *trainer)
{
    random_state random = {trainer->epoch_seed};
    const size_t count = trainer->fit->count;
    for (size_t i = 0; i < count; i++)
        trainer->order[i] = (uint32_t)i;
    for (size_t i = count - 1; i > 0; i--) {
        const size_t other = random_below(&random, (uint32_t)i + 1);
        const uint32_t row = trainer->order[i];
        trainer->order[i] = trainer->order[other];
        trainer->order[other] = row;
    }
}

double piece_trainer_epoch(piece_trainer *trainer)
{
    const size_t batch = trainer->settings.batch, batches = trainer->fit->count / batch;
    const uint64_t steps = (uint64_t)batches * trainer->settings.epochs;
    double loss = 0;
    assert(trainer->done < trainer->settings.epochs);
    trainer->epoch_seed = random_mix(random_mix(trainer->settings.seed) + trainer->done);
    shuffle(trainer);
    for (size_t i = 0; i < batches; i++) {
        trainer->begins = i * batch;
        trainer->adam = adam_of((double)trainer->settings.rate, (uint64_t)batches * trainer->done + i + 1, steps);
        network_team_run(&trainer->team, learn_slice, trainer, PIECE_SLICES);
        network_team_run(&trainer->team, step_part, trainer, PIECE_SLICES);
        piece_model_confine(trainer->model);
        for (int slice = 0; slice < PIECE_SLICES; slice++)
            loss += trainer->losses[slice];
    }
    trainer->done++;
    return loss / (double)(batches * batch);
}

/* ---- Values ------------------------------------------------------------------------------------------------------ */

void piece_trainer_ask(const piece_trainer *trainer, const piece_row *rows, size_t count, float *outputs)
{
    for (size_t i = 0; i < count; i++) {
        const piece_example example = piece_example_of(&trainer->settings, &rows[i], 0);
        trainer->tasks->ask(trainer->model, &example, 1, &outputs[i]);
    }
}
