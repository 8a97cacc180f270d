/* SPDX-License-Identifier: MIT
 *
 * The ring under one lock, with one condition for each who waits: with a single one every step would wake everybody,
 * and a million easy positions took seven times the processor time.
 */
#include "cli/command/work_queue.h"

#include <stdlib.h>
#include <time.h>

bool work_queue_open(work_queue *queue, size_t capacity, size_t job_size)
{
    *queue = (work_queue){.capacity = capacity,
                          .job_size = job_size,
                          .jobs = calloc(capacity, job_size),
                          .done = calloc(capacity, sizeof *queue->done)};
    if (!queue->jobs || !queue->done) {
        free(queue->jobs);
        free(queue->done);
        return false;
    }
    pthread_mutex_init(&queue->mutex, NULL);
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(&queue->oldest_done, &attributes);
    pthread_condattr_destroy(&attributes);
    pthread_cond_init(&queue->space, NULL);
    pthread_cond_init(&queue->work, NULL);
    return true;
}

void work_queue_close(work_queue *queue, void (*free_job)(void *job))
{
    for (size_t i = 0; i < queue->capacity; i++)
        free_job(queue->jobs + i * queue->job_size);
    free(queue->jobs);
    free(queue->done);
    pthread_cond_destroy(&queue->oldest_done);
    pthread_cond_destroy(&queue->work);
    pthread_cond_destroy(&queue->space);
    pthread_mutex_destroy(&queue->mutex);
}

static void *job_of(const work_queue *queue, size_t number)
{
    return queue->jobs + number % queue->capacity * queue->job_size;
}

static bool *done_of(const work_queue *queue, size_t number) { return &queue->done[number % queue->capacity]; }

static bool is_ending(const work_queue *queue) { return queue->cancelled || queue->winding_up; }

void *work_queue_slot(work_queue *queue)
{
    pthread_mutex_lock(&queue->mutex);
    while (!is_ending(queue) && queue->added - queue->taken == queue->capacity)
        pthread_cond_wait(&queue->space, &queue->mutex);
    void *job = is_ending(queue) ? NULL : job_of(queue, queue->added);
    pthread_mutex_unlock(&queue->mutex);
    return job;
}

void work_queue_commit(work_queue *queue)
{
    pthread_mutex_lock(&queue->mutex);
    queue->added++;
    pthread_cond_signal(&queue->work);
    pthread_mutex_unlock(&queue->mutex);
}

void work_queue_release(work_queue *queue)
{
    pthread_mutex_lock(&queue->mutex);
    *done_of(queue, queue->taken) = false;
    queue->taken++;
    pthread_cond_signal(&queue->space);
    pthread_mutex_unlock(&queue->mutex);
}

/* Set a flag that everybody looks at. */
static void announce(work_queue *queue, bool *flag)
{
    pthread_mutex_lock(&queue->mutex);
    *flag = true;
    pthread_cond_broadcast(&queue->space);
    pthread_cond_broadcast(&queue->work);
    pthread_cond_broadcast(&queue->oldest_done);
    pthread_mutex_unlock(&queue->mutex);
}

void work_queue_complete(work_queue *queue) { announce(queue, &queue->complete); }

void work_queue_wind_up(work_queue *queue) { announce(queue, &queue->winding_up); }

void work_queue_cancel(work_queue *queue) { announce(queue, &queue->cancelled); }

void *work_queue_begin(work_queue *queue)
{
    pthread_mutex_lock(&queue->mutex);
    while (!is_ending(queue) && queue->begun == queue->added && !queue->complete)
        pthread_cond_wait(&queue->work, &queue->mutex);
    bool any = !is_ending(queue) && queue->begun < queue->added;
    void *job = any ? job_of(queue, queue->begun++) : NULL;
    pthread_mutex_unlock(&queue->mutex);
    return job;
}

void work_queue_finish(work_queue *queue, const void *job)
{
    const size_t slot = (size_t)((const unsigned char *)job - queue->jobs) / queue->job_size;
    pthread_mutex_lock(&queue->mutex);
    queue->done[slot] = true;
    if (slot == queue->taken % queue->capacity)
        pthread_cond_signal(&queue->oldest_done);
    pthread_mutex_unlock(&queue->mutex);
}

static struct timespec moment_after(int wait_ms)
{
    struct timespec moment;
    clock_gettime(CLOCK_MONOTONIC, &moment);
    moment.tv_sec += wait_ms / 1000;
    moment.tv_nsec += (long)(wait_ms % 1000) * 1000000;
    if (moment.tv_nsec >= 1000000000) {
        moment.tv_nsec -= 1000000000;
        moment.tv_sec++;
    }
    return moment;
}

/* Is there a job still to be taken, and will one come? */
static bool has_job(const work_queue *queue)
{
    return queue->taken < (queue->winding_up ? queue->begun : queue->added);
}

static bool has_more(const work_queue *queue) { return has_job(queue) || (!queue->complete && !queue->winding_up); }

void *work_queue_take(work_queue *queue, int wait_ms, bool *waiting)
{
    struct timespec until = moment_after(wait_ms);
    bool late = false;
    *waiting = false;
    pthread_mutex_lock(&queue->mutex);
    const bool *oldest_done = done_of(queue, queue->taken);
    for (;;) {
        if ((has_job(queue) && *oldest_done) || !has_more(queue) || queue->cancelled || late)
            break;
        late = pthread_cond_timedwait(&queue->oldest_done, &queue->mutex, &until) != 0;
    }
    bool ready = !queue->cancelled && has_job(queue) && *oldest_done;
    *waiting = !ready && !queue->cancelled && has_more(queue);
    pthread_mutex_unlock(&queue->mutex);
    return ready ? job_of(queue, queue->taken) : NULL;
}
