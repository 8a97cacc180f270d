/* SPDX-License-Identifier: MIT
 *
 * The ring under one lock, with one condition for each who waits: with a single one every step would wake everybody,
 * and a million easy positions took seven times the processor time.
 */
#include "cli/solve_queue.h"

#include <stdlib.h>
#include <time.h>

struct solve_slot {
    solve_job job;
    bool done;
};

bool solve_queue_open(solve_queue *queue, size_t capacity)
{
    *queue = (solve_queue){.capacity = capacity, .slots = calloc(capacity, sizeof *queue->slots)};
    if (!queue->slots)
        return false;
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

void solve_queue_close(solve_queue *queue)
{
    for (size_t i = 0; i < queue->capacity; i++)
        text_free(&queue->slots[i].job.output);
    free(queue->slots);
    pthread_cond_destroy(&queue->oldest_done);
    pthread_cond_destroy(&queue->work);
    pthread_cond_destroy(&queue->space);
    pthread_mutex_destroy(&queue->mutex);
}

static struct solve_slot *slot_of(const solve_queue *queue, size_t number)
{
    return &queue->slots[number % queue->capacity];
}

static bool is_ending(const solve_queue *queue) { return queue->cancelled || queue->winding_up; }

solve_job *solve_queue_slot(solve_queue *queue)
{
    pthread_mutex_lock(&queue->mutex);
    while (!is_ending(queue) && queue->added - queue->taken == queue->capacity)
        pthread_cond_wait(&queue->space, &queue->mutex);
    struct solve_slot *slot = is_ending(queue) ? NULL : slot_of(queue, queue->added);
    pthread_mutex_unlock(&queue->mutex);
    if (!slot)
        return NULL;
    text_buffer kept = slot->job.output;
    text_clear(&kept);
    *slot = (struct solve_slot){.job = {.output = kept}};
    return &slot->job;
}

void solve_queue_commit(solve_queue *queue)
{
    pthread_mutex_lock(&queue->mutex);
    queue->added++;
    pthread_cond_signal(&queue->work);
    pthread_mutex_unlock(&queue->mutex);
}

void solve_queue_release(solve_queue *queue)
{
    pthread_mutex_lock(&queue->mutex);
    slot_of(queue, queue->taken)->done = false;
    queue->taken++;
    pthread_cond_signal(&queue->space);
    pthread_mutex_unlock(&queue->mutex);
}

/* Set a flag that everybody looks at. */
static void announce(solve_queue *queue, bool *flag)
{
    pthread_mutex_lock(&queue->mutex);
    *flag = true;
    pthread_cond_broadcast(&queue->space);
    pthread_cond_broadcast(&queue->work);
    pthread_cond_broadcast(&queue->oldest_done);
    pthread_mutex_unlock(&queue->mutex);
}

void solve_queue_complete(solve_queue *queue) { announce(queue, &queue->complete); }

void solve_queue_wind_up(solve_queue *queue) { announce(queue, &queue->winding_up); }

void solve_queue_cancel(solve_queue *queue) { announce(queue, &queue->cancelled); }

solve_job *solve_queue_begin(solve_queue *queue)
{
    pthread_mutex_lock(&queue->mutex);
    while (!is_ending(queue) && queue->begun == queue->added && !queue->complete)
        pthread_cond_wait(&queue->work, &queue->mutex);
    bool any = !is_ending(queue) && queue->begun < queue->added;
    solve_job *job = any ? &slot_of(queue, queue->begun++)->job : NULL;
    pthread_mutex_unlock(&queue->mutex);
    return job;
}

void solve_queue_finish(solve_queue *queue, solve_job *job)
{
    struct solve_slot *slot = (struct solve_slot *)(void *)job; /* its first member */
    pthread_mutex_lock(&queue->mutex);
    slot->done = true;
    if (slot == slot_of(queue, queue->taken))
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
static bool has_job(const solve_queue *queue)
{
    return queue->taken < (queue->winding_up ? queue->begun : queue->added);
}

static bool has_more(const solve_queue *queue) { return has_job(queue) || (!queue->complete && !queue->winding_up); }

solve_job *solve_queue_take(solve_queue *queue, int wait_ms, bool *waiting)
{
    struct timespec until = moment_after(wait_ms);
    bool late = false;
    *waiting = false;
    pthread_mutex_lock(&queue->mutex);
    struct solve_slot *oldest = slot_of(queue, queue->taken);
    for (;;) {
        if ((has_job(queue) && oldest->done) || !has_more(queue) || queue->cancelled || late)
            break;
        late = pthread_cond_timedwait(&queue->oldest_done, &queue->mutex, &until) != 0;
    }
    bool ready = !queue->cancelled && has_job(queue) && oldest->done;
    *waiting = !ready && !queue->cancelled && has_more(queue);
    pthread_mutex_unlock(&queue->mutex);
    return ready ? &oldest->job : NULL;
}
