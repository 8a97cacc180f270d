/* SPDX-License-Identifier: MIT
 *
 * Shared by the files of this folder.
 */
#ifndef FLANK_WINDOWS_PATHS_H
#define FLANK_WINDOWS_PATHS_H

#include <stddef.h>
#include <wchar.h>

enum { WIDE_PATH = 4096 }; /* letters, with the end */

/* The path as the system takes it; /dev/null has another name there. False with errno. */
int windows_wide_path(const char *path, wchar_t out[WIDE_PATH]);

/* The text in UTF-8, with slashes, if there is room. False with errno. */
int windows_narrow_path(const wchar_t *path, char *out, size_t room);

/* Set errno to what the system's last error means; -1. */
int windows_fail(void);

/* Lock bytes of a file; the length 0 means the byte behind all files. Does not wait; -1 with errno. */
int windows_lock(int descriptor, long long start, long long length);

#endif
