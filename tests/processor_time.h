/* SPDX-License-Identifier: MIT
 *
 * Bounds on time that hold on a busy machine, too.
 *
 * Where something is to take little time, what counts is for how long the process has had a processor: the clock runs
 * on while others have it. Only where nobody computes - a thread that sleeps through a stop - does the clock alone
 * know; but then a delay that is the machine's own is not there every time.
 */
#ifndef FLANK_TESTS_PROCESSOR_TIME_H
#define FLANK_TESTS_PROCESSOR_TIME_H

#include "core/clock.h"

#include <stdbool.h>
#include <time.h>

/* Seconds of all threads of this process together. */
static inline double processor_now_s(void)
{
    struct timespec used;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
    return (double)used.tv_sec + (double)used.tv_nsec * 1e-9;
}

typedef struct moment {
    double clock_s, processor_s;
} moment;

static inline moment moment_now(void) { return (moment){clock_now_s(), processor_now_s()}; }

/* Whether stops are obeyed at once, seen over several of them. */
typedef struct promptness {
    bool prompt;         /* once the answer came in time by the clock */
    int tries, computed; /* in so many it came late, and not because others had the processor */
    double late_s;       /* the last one, by the clock */
} promptness;

static inline void promptness_note(promptness *seen, moment stopped, moment returned, double limit_s)
{
    seen->tries++;
    seen->late_s = returned.clock_s - stopped.clock_s;
    if (seen->late_s <= limit_s)
        seen->prompt = true;
    else if (returned.processor_s - stopped.processor_s > limit_s)
        seen->computed++;
}

/* Another try may show more: `chances` late answers settle it, or thirty of which each was late for whatever reason. */
static inline bool promptness_is_open(const promptness *seen, int chances)
{
    return !seen->prompt && seen->computed < chances && seen->tries < 30;
}

#endif
