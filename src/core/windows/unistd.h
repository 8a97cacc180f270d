/* SPDX-License-Identifier: MIT
 *
 * Functions of unistd.h that the C library lacks.
 */
#ifndef FLANK_WINDOWS_UNISTD_H
#define FLANK_WINDOWS_UNISTD_H

#include_next <unistd.h>
#include <stddef.h>
#include <sys/types.h>

ssize_t pread(int descriptor, void *bytes, size_t size, long long at);
ssize_t pwrite(int descriptor, const void *bytes, size_t size, long long at);
int fsync(int descriptor);
int pipe(int ends[2]);
/* Of /proc/self/exe alone. */
ssize_t readlink(const char *path, char *out, size_t room);
/* EOPNOTSUPP. */
int linkat(int from_folder, const char *from, int to_folder, const char *to, int flags);
/* Starts the program and ends with its status. */
int windows_become(const char *program, char *const *words);
#define execv windows_become

#endif
