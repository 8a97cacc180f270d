/* SPDX-License-Identifier: MIT
 *
 * Several engines at work side by side: one thread reads jobs, each engine does one after the other on a thread of its
 * own, and the thread that called takes them out in the order in which they came in (work_queue.h).
 */
#ifndef FLANK_CLI_ENGINE_POOL_H
#define FLANK_CLI_ENGINE_POOL_H

#include "cli/input/engine_input.h"
#include "cli/command/interrupt.h"
#include "cli/command/work_queue.h"

enum { ENGINE_POOL_MAX = 256 };

/* The work of a command with a pool. `user` is the pool's. */
typedef struct engine_pool_task {
    size_t job_size;
    size_t jobs_ahead;                                                     /* for each engine */
    void (*read)(void *user);                                              /* add jobs to the queue until it refuses */
    void (*work)(void *user, flank_engine *engine, int number, void *job); /* do a job; by engine `number` */
    int (*print)(void *user);                                              /* take out jobs; returns an exit status */
    void (*free_job)(void *job);
    interrupt_mode mode; /* INTERRUPT_FINAL, or INTERRUPT_ENDING where files are left behind otherwise */
} engine_pool_task;

typedef struct engine_pool_worker {
    struct engine_pool *pool;
    flank_engine *engine;
    pthread_t thread;
} engine_pool_worker;

typedef struct engine_pool {
    engine_pool_task task;
    void *user;
    work_queue queue;
    engine_pool_worker workers[ENGINE_POOL_MAX];
    int count;
    interrupt_watch *watch;
    flank_stop interrupted; /* by Ctrl-C */
    flank_stop stop;        /* so, or because nobody asks for the rest: every engine's work has it in its limits */
} engine_pool;

/* Make `count` engines, which share the memory. CLI_DONE, or an exit status after a complaint; then there is nothing to
 * close. */
int engine_pool_open(engine_pool *pool, const engine_pool_task *task, void *user, int count, const engine_input *input);
void engine_pool_close(engine_pool *pool);

/* Read, work and print until all is printed, or print returns. Ctrl-C begins no more jobs and stops the engines, so
 * that what is in work is printed as far as it has come. The result of print, or an exit status after a complaint. */
int engine_pool_run(engine_pool *pool);

/* In print: the next job once it is done. NULL with `*waiting` true every few milliseconds while it is not, NULL
 * without when there will be none. Then work_queue_release. */
void *engine_pool_take(engine_pool *pool, bool *waiting);

#endif
