/* SPDX-License-Identifier: MIT
 *
 * Functions of stdlib.h that the C library lacks.
 */
#ifndef FLANK_WINDOWS_STDLIB_H
#define FLANK_WINDOWS_STDLIB_H

#include_next <stdlib.h>

#pragma GCC diagnostic ignored "-Wformat" /* stdio.h says why */
#pragma GCC diagnostic ignored "-Wformat-extra-args"

int setenv(const char *name, const char *value, int replaces);
char *mkdtemp(char *path);
/* With slashes; `out` is NULL. NULL with ENOENT if nothing is there. */
char *realpath(const char *path, char *out);

#endif
