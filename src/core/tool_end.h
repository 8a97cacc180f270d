/* SPDX-License-Identifier: MIT
 *
 * The ends of the developers' programs in bench/, train/ and tools/ not for the library, which never prints. Results
 * that could not be written, to a full disk for one, must not pass for results.
 */
#ifndef FLANK_CORE_TOOL_END_H
#define FLANK_CORE_TOOL_END_H

#include <errno.h>
#include <stdio.h>
#include <string.h>

/* The exit status: `status`, or 74 with a line on standard error if standard output is not all written. */
static inline int tool_end(const char *name, int status)
{
    errno = 0;
    if (fflush(stdout) == 0 && !ferror(stdout))
        return status;
    fprintf(stderr, "%s: cannot write: %s\n", name, strerror(errno ? errno : EIO));
    return status ? status : 74;
}

/* 0, or 66 with a line on standard error if `file` was not read to its end. */
static inline int tool_read_end(const char *name, const char *path, FILE *file)
{
    if (!ferror(file))
        return 0;
    fprintf(stderr, "%s: %s: cannot read: %s\n", name, path, strerror(errno));
    return 66;
}

#endif
