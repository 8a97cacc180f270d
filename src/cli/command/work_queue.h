/* SPDX-License-Identifier: MIT
 *
 * Work in parallel, answers in order, memory bounded: one thread adds jobs, workers do them, one thread takes them out
 * in the order in which they came in.
 *
 * A ring of slots; each goes free -> waiting -> working -> done -> free. A pool with a queue of results was rejected:
 * results would pile up behind a slow position.
 */
#ifndef FLANK_CLI_WORK_QUEUE_H
#define FLANK_CLI_WORK_QUEUE_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

typedef struct work_queue {
    unsigned char *jobs; /* `capacity` of `job_size` bytes */
    bool *done;
    size_t capacity, job_size;
    size_t added, begun, taken; /* numbers since the start; slot of a job is its number modulo capacity */
    bool complete;              /* no more will be added */
    bool winding_up;            /* jobs that have not begun never will */
    bool cancelled;
    pthread_mutex_t mutex;
    pthread_cond_t space, work, oldest_done; /* awaited by the adder, the workers and the taker */
} work_queue;

bool work_queue_open(work_queue *queue, size_t capacity, size_t job_size); /* false without memory */

/* `free_job` is called for every slot, used or not. */
void work_queue_close(work_queue *queue, void (*free_job)(void *job));

/* Adding, by one thread: a free slot to fill (waits for one; NULL if cancelled), then commit. A slot is zero, or as the
 * one who took it out left it. */
void *work_queue_slot(work_queue *queue);
void work_queue_commit(work_queue *queue);
void work_queue_complete(work_queue *queue);

/* Working, by many: the next job (waits; NULL if there will be none), then finish it. */
void *work_queue_begin(work_queue *queue);
void work_queue_finish(work_queue *queue, const void *job);

/* Taking, by one thread: the oldest job once it is done; NULL if there will be none. Waits at most `wait_ms`, then
 * returns NULL with `*waiting` true. Then release it. */
void *work_queue_take(work_queue *queue, int wait_ms, bool *waiting);
void work_queue_release(work_queue *queue);

/* Let what has begun be finished and taken, and make everybody else waiting, and all later calls, return NULL. */
void work_queue_wind_up(work_queue *queue);

/* Make everybody waiting, and all later calls, return NULL. */
void work_queue_cancel(work_queue *queue);

#endif
