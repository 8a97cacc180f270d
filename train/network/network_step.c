/* SPDX-License-Identifier: MIT
 *
 * The memory of a step, and the choice of the CPU level.
 */
#include "train/network/network_step.h"

#include "core/large_memory.h"

#include <stdlib.h>
#include <string.h>

CPU_DECLARE(const network_tasks *, network_tasks_at, (void));

const network_tasks *network_tasks_of(flank_cpu cpu)
{
    static const network_tasks *(*const levels[])(void) = CPU_SELECT(network_tasks_at);
    return levels[cpu_resolve(cpu)]();
}

/* The steps of mirrored contents: digit k of them is digit mirror[k]. */
static void fill_mirrored(pattern_steps *steps)
{
    pattern_steps_fill(steps);
    memset(steps->step, 0, sizeof steps->step);
    for (int i = 0; i < PATTERN_COUNT; i++) {
        const pattern_shape *shape = &pattern_shapes[i / PATTERN_PLACES];
        uint16_t place = 1;
        for (int k = 0; k < shape->count; k++, place = (uint16_t)(3 * place))
            steps->step[pattern_turn(shape->squares[shape->mirror[k]], i % PATTERN_PLACES)][i] = place;
    }
}

static size_t sums_bytes(const network_step *step)
{
    return (size_t)NETWORK_TABLE_ROWS * (size_t)step->model->width * sizeof(float);
}

bool network_step_create(network_step *step, network_model *model, size_t batch, int threads)
{
    *step = (network_step){.model = model, .batch = {.count = batch}};
    pattern_steps_fill(&step->steps);
    fill_mirrored(&step->mirrored);
    step->slots = malloc(PATTERN_WEIGHTS * sizeof *step->slots);
    step->touched = malloc(PATTERN_WEIGHTS * sizeof *step->touched);
    step->batch.positions = malloc(batch * sizeof *step->batch.positions);
    step->batch.index = malloc(batch * PATTERN_SHAPES * sizeof *step->batch.index);
    step->batch.gradients = malloc(batch * (size_t)model->width * sizeof *step->batch.gradients);
    bool made = step->slots && step->touched && step->batch.positions && step->batch.index && step->batch.gradients;
    for (int i = 0; i < threads && made; i++)
        made = (step->sums[i] = large_memory_create(sums_bytes(step))) != NULL;
    return made;
}

void network_step_free(network_step *step)
{
    for (int i = 0; i < NETWORK_THREADS_MAX && step->sums[i]; i++)
        large_memory_destroy(step->sums[i], sums_bytes(step));
    free(step->slots);
    free(step->touched);
    free(step->batch.positions);
    free(step->batch.index);
    free(step->batch.gradients);
    *step = (network_step){0};
}
