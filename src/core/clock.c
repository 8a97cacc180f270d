/* SPDX-License-Identifier: MIT
 *
 * The monotonic clock of POSIX.
 */
#include "core/clock.h"

#include <time.h>

double clock_now_s(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}
