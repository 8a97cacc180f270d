/* SPDX-License-Identifier: MIT
 *
 * A system gives pages when they are first written to, and fills them with zeros then. A search hits the pages of a
 * large table at random, so it pays for most of them at its very beginning: with large pages 2 GB took 19,000 nodes and
 * nearly two seconds, in which it hardly looked at its clock. So what has a clock to keep writes one byte to each page
 * before.
 *
 * Rejected: MADV_POPULATE_WRITE, which Linux has since 5.14: nearly all of the time goes into the zeros, and a second
 * way would be needed for all other systems.
 */
#include "core/memory_touch.h"

#include "core/helper_thread.h"
#include "core/stop_poll.h"

#include <assert.h>

enum { PAGE_BYTES = 4096, THREADS_MAX = 64 };
#define LEAST_PART_BYTES ((size_t)64 << 20) /* a thread for less is not worth its start */

typedef struct memory_part {
    volatile char *first;
    size_t bytes;
    const flank_stop *stop;
    pthread_t thread;
    bool running; /* the thread is to be joined */
    bool whole;   /* every page is there */
} memory_part;

static void *touch_part(void *argument)
{
    memory_part *part = argument;
    size_t at = 0;
    for (; at < part->bytes && !stop_poll(part->stop); at += PAGE_BYTES)
        part->first[at] = part->first[at];
    part->whole = at >= part->bytes;
    if (part->bytes > 0 && part->whole)
        part->first[part->bytes - 1] = part->first[part->bytes - 1];
    return NULL;
}

bool memory_touch(void *memory, size_t bytes, int threads, const flank_stop *stop)
{
    assert(memory || bytes == 0);
    memory_part parts[THREADS_MAX];
    size_t count = 1;
    while (count < THREADS_MAX && (int)count < threads && bytes / (count + 1) >= LEAST_PART_BYTES)
        count++;
    const size_t each = bytes / count / PAGE_BYTES * PAGE_BYTES;
    for (size_t i = 0; i < count; i++) {
        memory_part *part = &parts[i];
        *part = (memory_part){.first = (volatile char *)memory + i * each,
                              .bytes = i + 1 < count ? each : bytes - i * each,
                              .stop = stop};
        part->running = i + 1 < count && helper_thread_start(&part->thread, touch_part, part) == 0;
        if (!part->running)
            touch_part(part);
    }
    bool whole = true;
    for (size_t i = 0; i < count; i++) {
        if (parts[i].running)
            pthread_join(parts[i].thread, NULL);
        whole = whole && parts[i].whole;
    }
    return whole;
}
