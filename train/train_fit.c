/* SPDX-License-Identifier: MIT
 *
 * Least squares over pattern weights, one phase at a time, from the last to the first.
 *
 * A position is a row with 65 ones: its 64 patterns and its number of empty squares. The weights of a phase minimise
 * the squared error over the phase's positions, and with less weight those of its neighbours, plus `prior` times the
 * squared distance from the weights two phases later. So a configuration that was never seen keeps the later phase's
 * weight, a rare one moves a little, and a frequent one is free.
 *
 * Phases of even and odd number are two chains that do not touch, so two threads fit them side by side.
 *
 * Source: Buro, "Statistical feature combination for the evaluation of game positions", JAIR 3, 1995.
 */
#include "train/train_fit.h"

#include "othello/eval_board.h"
#include "train/least_squares.h"

#include <math.h>
#include <pthread.h>
#include <stdlib.h>

enum { ROW_WIDTH = PATTERN_COUNT + 1, WEIGHTS = PATTERN_WEIGHTS + 61 };

/* State that all phases share. */
typedef struct fit_task {
    evaluation *eval;
    const train_records *fit, *held_out;
    const train_fit_settings *settings;
    train_fit_report *report;
    uint32_t *masters; /* pattern_masters_fill */
} fit_task;

typedef struct fit_chain {
    const fit_task *task;
    int first_phase; /* then two less each time */
    bool failed;
} fit_chain;

/* ---- Rows -------------------------------------------------------------------------------------------------------- */

static int phase_of(const train_record *record) { return eval_phase((int)bit_count(~(record->own | record->other))); }

static void add_row(const fit_task *task, const train_record *record, double share, square_rows *rows)
{
    eval_board board;
    eval_board_set(task->eval, &board, record->own, record->other);
    uint32_t *feature = rows->features + rows->count * ROW_WIDTH;
    for (int i = 0; i < PATTERN_COUNT; i++)
        feature[i] = task->masters[pattern_first[i / PATTERN_PLACES] + board.index[i]];
    feature[PATTERN_COUNT] = PATTERN_WEIGHTS + bit_count(~(record->own | record->other));
    const double searched = record->exact ? 0 : task->settings->search_share;
    rows->targets[rows->count] = (float)((1 - searched) * record->outcome + searched * record->value / EVAL_PER_DISC);
    rows->shares[rows->count++] = (float)share;
}

/* The rows of a phase, and of its neighbours if these have a share. False without memory. */
static bool collect_rows(const fit_task *task, const train_records *from, int phase, double neighbor_share,
                         square_rows *rows)
{
    size_t count = 0;
    for (size_t i = 0; i < from->count; i++) {
        const int away = abs(phase_of(&from->records[i]) - phase);
        count += away == 0 || (away == 1 && neighbor_share > 0);
    }
    if (!square_rows_alloc(rows, count, ROW_WIDTH))
        return false;
    for (size_t i = 0; i < from->count; i++) {
        const int away = abs(phase_of(&from->records[i]) - phase);
        if (away > 1 || (away == 1 && neighbor_share <= 0))
            continue;
        add_row(task, &from->records[i], away ? neighbor_share : 1, rows);
    }
    return true;
}

/* ---- Phases ------------------------------------------------------------------------------------------------------ */

int16_t train_weight(double discs)
{
    const double value = round(discs * EVAL_PER_DISC);
    return (int16_t)(value > INT16_MAX ? INT16_MAX : value < -INT16_MAX ? -INT16_MAX : value);
}

/* Every number of empty squares belongs to one phase, which alone writes its constant. */
static void publish(const fit_task *task, int phase, const float *weights)
{
    for (int w = 0; w < PATTERN_WEIGHTS; w++)
        task->eval->weights[phase][w] = train_weight(weights[task->masters[w]]);
    for (int empties = 0; empties <= 60; empties++)
        if (eval_phase(empties) == phase)
            task->eval->parity[empties] = train_weight(weights[PATTERN_WEIGHTS + empties]);
}

static bool fit_phase(const fit_task *task, int phase, float *weights, float *space)
{
    square_rows rows = {0}, held_out = {0};
    const square_settings settings = {task->settings->prior, task->settings->iterations};
    const bool collected = collect_rows(task, task->fit, phase, task->settings->neighbor_share, &rows) &&
                           collect_rows(task, task->held_out, phase, 0, &held_out);
    if (collected) {
        square_rows_minimise(&rows, &settings, WEIGHTS, weights, space);
        task->report->positions[phase] = rows.count;
        task->report->error_fit[phase] = square_rows_error(&rows, 0, rows.count, weights);
        task->report->error_held_out[phase] = square_rows_error(&held_out, 0, held_out.count, weights);
        publish(task, phase, weights);
    }
    square_rows_free(&rows);
    square_rows_free(&held_out);
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

bool train_fit(evaluation *eval, const train_records *fit, const train_records *held_out,
               const train_fit_settings *settings, train_fit_report *report)
{
    *report = (train_fit_report){0};
    fit_task task = {eval, fit, held_out, settings, report, malloc(PATTERN_WEIGHTS * sizeof(uint32_t))};
    if (!task.masters)
        return false;
    pattern_masters_fill(task.masters);
    fit_chain chains[2] = {{.task = &task, .first_phase = EVAL_PHASES - 1},
                           {.task = &task, .first_phase = EVAL_PHASES - 2}};
    pthread_t thread;
    const bool parallel = settings->threads > 1 && pthread_create(&thread, NULL, run_chain, &chains[1]) == 0;
    run_chain(&chains[0]);
    if (parallel)
        pthread_join(thread, NULL);
    else
        run_chain(&chains[1]);
    free(task.masters);
    return !chains[0].failed && !chains[1].failed;
}
