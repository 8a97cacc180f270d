/* SPDX-License-Identifier: MIT
 *
 * A library to be loaded before the C library (LD_PRELOAD): the clock of the program is the time for which it has the
 * processor. So a game under a clock ends the same way on a busy machine, whose time runs on while others compute.
 */
#define _GNU_SOURCE /* RTLD_NEXT */

#include <dlfcn.h>
#include <time.h>

int clock_gettime(clockid_t clock, struct timespec *now)
{
    static int (*real)(clockid_t, struct timespec *);
    if (!real)
        *(void **)&real = dlsym(RTLD_NEXT, "clock_gettime");
    return real(clock == CLOCK_MONOTONIC ? CLOCK_PROCESS_CPUTIME_ID : clock, now);
}
