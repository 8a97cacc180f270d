/* SPDX-License-Identifier: MIT
 *
 * Functions of stdio.h that the C library lacks.
 */
#ifndef FLANK_WINDOWS_STDIO_H
#define FLANK_WINDOWS_STDIO_H

#include_next <stdio.h>

/* format(printf) of our own functions means Microsoft's formats to the compiler, but the C library's here are standard.
 */
#pragma GCC diagnostic ignored "-Wformat"
#pragma GCC diagnostic ignored "-Wformat-extra-args"

#include <sys/types.h>

typedef struct {
    ssize_t (*read)(void *user, char *bytes, size_t room);
    int (*close)(void *user);
} cookie_io_functions_t;

/* NULL: packed files, for which it is, need libarchive. */
static inline FILE *fopencookie(void *user, const char *mode, cookie_io_functions_t functions)
{
    (void)user, (void)mode, (void)functions;
    return NULL;
}

#define flockfile _lock_file
#define funlockfile _unlock_file

/* For reading: a temporary file. */
FILE *fmemopen(void *bytes, size_t size, const char *mode);

#endif
