/* SPDX-License-Identifier: MIT
 *
 * For LD_PRELOAD: the clock of a program is the time for which it has had a processor.
 *
 * A program with one thread that has a second and computes all the time can then be tested for not using it up: on a
 * busy machine the usual clock runs on while others compute, and no program can help that.
 */
#define _GNU_SOURCE
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

int clock_gettime(clockid_t clock, struct timespec *now)
{
    return (int)syscall(SYS_clock_gettime, clock == CLOCK_MONOTONIC ? CLOCK_PROCESS_CPUTIME_ID : clock, now);
}
