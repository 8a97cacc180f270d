/* SPDX-License-Identifier: MIT
 *
 * Files in memory. A mapping is undone as a whole.
 */
#ifndef FLANK_WINDOWS_SYS_MMAN_H
#define FLANK_WINDOWS_SYS_MMAN_H

#include <stddef.h>

enum { PROT_READ = 1, PROT_WRITE = 2, MAP_SHARED = 1, MAP_PRIVATE = 2, MS_SYNC = 4, MADV_DONTNEED = 4 };
#define MAP_FAILED ((void *)-1)

/* `address` is NULL and `offset` 0. */
void *mmap(void *address, size_t bytes, int protection, int flags, int descriptor, long long offset);
int munmap(void *memory, size_t bytes);
int msync(void *memory, size_t bytes, int flags);
int madvise(void *memory, size_t bytes, int advice);

#endif
