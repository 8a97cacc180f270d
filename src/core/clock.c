/* SPDX-License-Identifier: MIT
 *
 * Clocks of POSIX.
 */
#include "core/clock.h"

#include <time.h>

static double read_clock(clockid_t clock)
{
    struct timespec now;
    clock_gettime(clock, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

double clock_now_s(void) { return read_clock(CLOCK_MONOTONIC); }
double clock_process_s(void) { return read_clock(CLOCK_PROCESS_CPUTIME_ID); }
