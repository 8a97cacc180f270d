/* SPDX-License-Identifier: MIT
 *
 * Work in parallel, answers in order, memory bounded: one thread adds jobs, workers do them, one thread takes them out
 * in the order in which they came in.
 *
 * A ring of slots; each goes free -> waiting -> working -> done -> free. A pool with a queue of results was rejected:
 * results would pile up behind a slow position.
 */
#ifndef FLANK_CLI_SOLVE_QUEUE_H
#define FLANK_CLI_SOLVE_QUEUE_H

#include "cli/text_buffer.h"
#include "formats/obf.h"

#include <pthread.h>
#include <stdint.h>

/* One line of input and what became of it. */
typedef struct solve_job {
    const char *file;
    size_t line_number;
    double fraction; /* of all input that was read when this line was; 0 if unknown */
    int failure;     /* an exit status: `output` is the complaint, and nothing follows. Set by whoever adds or works */
    obf_line line;
    text_buffer output;
    bool solved; /* proved */
    bool right;  /* solved as the line expects */
    uint64_t nodes;
} solve_job;

typedef struct solve_queue {
    struct solve_slot *slots;
    size_t capacity;
    size_t added, begun, taken; /* how many ever; slot of a job is its number modulo capacity */
    bool complete;              /* no more will be added */
    bool winding_up;            /* what has not begun never will */
    bool cancelled;
    pthread_mutex_t mutex;
    pthread_cond_t space, work, oldest_done; /* what the adder, the workers and the taker wait for */
} solve_queue;

bool solve_queue_open(solve_queue *queue, size_t capacity); /* false without memory */
void solve_queue_close(solve_queue *queue);

/* Adding, by one thread: a free slot to fill (waits for one; NULL if cancelled), then commit. */
solve_job *solve_queue_slot(solve_queue *queue);
void solve_queue_commit(solve_queue *queue);
void solve_queue_complete(solve_queue *queue);

/* Working, by many: the next job (waits; NULL if there will be none), then finish it. */
solve_job *solve_queue_begin(solve_queue *queue);
void solve_queue_finish(solve_queue *queue, solve_job *job);

/* Taking, by one thread: the oldest job once it is done; NULL if there will be none. Waits at most `wait_ms`, then
 * returns NULL with `*waiting` true. Then release it. */
solve_job *solve_queue_take(solve_queue *queue, int wait_ms, bool *waiting);
void solve_queue_release(solve_queue *queue);

/* Let what has begun be finished and taken, and make everybody else waiting, and all later calls, return NULL. */
void solve_queue_wind_up(solve_queue *queue);

/* Make everybody waiting, and all later calls, return NULL. */
void solve_queue_cancel(solve_queue *queue);

#endif
