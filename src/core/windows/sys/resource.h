/* SPDX-License-Identifier: MIT
 *
 * Time and memory of child processes. Limits are not known.
 */
#ifndef FLANK_WINDOWS_SYS_RESOURCE_H
#define FLANK_WINDOWS_SYS_RESOURCE_H

#include <sys/time.h>
#include <sys/types.h>

typedef unsigned long long rlim_t;

struct rlimit {
    rlim_t rlim_cur, rlim_max;
};

struct rusage {
    struct timeval ru_utime, ru_stime;
    long ru_maxrss; /* KiB */
};

enum { RLIMIT_CPU, RLIMIT_DATA, RLIMIT_CORE };

static inline int getrlimit(int resource, struct rlimit *limit)
{
    (void)resource;
    limit->rlim_cur = limit->rlim_max = ~(rlim_t)0;
    return 0;
}

static inline int setrlimit(int resource, const struct rlimit *limit)
{
    (void)resource;
    (void)limit;
    return 0;
}

#endif
