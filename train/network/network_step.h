/* SPDX-License-Identifier: MIT
 *
 * One step of training, in parts that threads share.
 *
 * The positions of a batch stand in the order of their phases. A step is four rounds of tasks, and each task alone
 * writes what it writes, so that the sums are the same whoever does it:
 *
 *    index    a run of positions: the rows that each reads
 *    refresh  a table: its rows that the batch reads are brought up to date
 *    learn    a phase: values, errors, the gradient of each position's sums; its layers learn
 *    spread   a table: the gradients are added up row by row, and these rows learn
 *
 * Adam (Kingma and Ba, 2015), with the decay of AdamW (Loshchilov and Hutter, 2019) for rows. A row that a batch does
 * not read would still move by its mean gradient and decay. It does so when it is read next, all missed steps at once:
 * the moves are a geometric series as long as the mean square hardly falls, as it does in the few steps in which the
 * mean itself dies away.
 *
 * Nothing here depends on the CPU level: no sum is reordered, and no product is fused with a sum.
 */
#ifndef FLANK_TRAIN_NETWORK_STEP_H
#define FLANK_TRAIN_NETWORK_STEP_H

#include "core/cpu.h"
#include "train/network/network_model.h"
#include "train/network/network_positions.h"
#include "train/network/network_team.h"

enum {
    NETWORK_TABLES = PATTERN_SHAPES - 1, /* shapes 6 and 7 share one */
    NETWORK_RUN = 512,                   /* positions that are indexed in one task */
    NETWORK_TABLE_ROWS = 59049,          /* of the largest */
};

/* Numbers of a step that Adam needs. */
typedef struct network_rate {
    double kept;        /* what the decay of all steps until this one leaves of a row */
    float move;         /* rate / (1 - 0.9^step) */
    float square_scale; /* 1 / sqrt(1 - 0.999^step) */
} network_rate;

typedef struct network_batch {
    size_t count;
    network_position *positions;       /* by phase */
    uint32_t begins[EVAL_PHASES + 1];  /* where each phase begins */
    uint16_t (*index)[PATTERN_PLACES]; /* of shape s and position i: index[s * count + i] */
    float *gradients;                  /* of each position's sums, `width` of them */
    double errors[EVAL_PHASES];        /* sums of squares, in discs */
} network_batch;

typedef struct network_step {
    network_model *model;
    pattern_steps steps, mirrored; /* of patterns; of their mirrored contents */
    const network_rate *rates;     /* of steps, from 1 */
    float epsilon;                 /* of rows */
    uint32_t now;                  /* the step, from 1 */
    network_batch batch;
    uint32_t *slots;                        /* of each row that the batch reads: its place in `touched` */
    uint32_t *touched;                      /* the rows of each table, from pattern_first on */
    uint32_t touched_count[NETWORK_TABLES]; /* how many */
    float *sums[NETWORK_THREADS_MAX];       /* of each thread: gradients of a table's rows */
} network_step;

/* The pass over positions that only asks for values, in discs. */
typedef struct network_question {
    const network_step *step; /* its model */
    const network_position *positions;
    size_t count;
    float *values;
} network_question;

/* The tasks. `user` is a network_step, of ask a network_question; tasks of ask and index are runs of NETWORK_RUN. */
typedef struct network_tasks {
    network_task *index, *refresh, *learn, *spread, *ask;
    void (*refresh_all)(network_step *step); /* every row there is, as before step `now` */
} network_tasks;

const network_tasks *network_tasks_of(flank_cpu cpu); /* of a level, lowered to what this machine has */

/* False without memory; to be freed in any case. */
bool network_step_create(network_step *step, network_model *model, size_t batch, int threads);
void network_step_free(network_step *step);

#endif
