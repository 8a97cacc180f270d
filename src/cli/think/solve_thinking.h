/* SPDX-License-Identifier: MIT
 *
 * The thoughts of a worker of flank solve: handed to the thread that prints, or said aloud.
 */
#ifndef FLANK_CLI_SOLVE_THINKING_H
#define FLANK_CLI_SOLVE_THINKING_H

#include "cli/think/solve_job.h"

#include <flank/flank.h>
#include <pthread.h>

/* One worker's. Its engine reports on the worker's thread, the printing thread looks at any time. */
typedef struct solve_thinking {
    bool aloud; /* print every step on standard error as it is completed */
    const flank_record *record;
    pthread_mutex_t lock; /* guards what follows */
    const solve_job *job; /* in work, or NULL */
    double start_s;
    text_buffer step; /* the last one that was completed */
} solve_thinking;

void solve_thinking_open(solve_thinking *thinking, bool aloud);
void solve_thinking_close(solve_thinking *thinking);

/* The worker begins to solve `record`, the position of `job`, or has ended. */
void solve_thinking_begin(solve_thinking *thinking, const solve_job *job, const flank_record *record);
void solve_thinking_end(solve_thinking *thinking);

/* The worker has completed a step: a flank_report_fn; `user` is the solve_thinking. */
flank_reply solve_thinking_note(void *user, const flank_report *report);

/* The seconds that a job has been in work; negative if there is none, or no step of it is completed. */
double solve_thinking_age(solve_thinking *thinking);

/* "line 3, 12.4 s: depth 26@87%  -4.00 …" of the job in work. */
void solve_thinking_add(solve_thinking *thinking, text_buffer *out);

#endif
