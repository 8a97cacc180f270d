/* SPDX-License-Identifier: MIT
 *
 * Megabytes of zeros.
 *
 * If the system has large pages (Linux), they are asked for: random reads meet fewer misses of the address
 * translation, and 40 MB are there after 20 page faults, not 10,000 (10 ms of every start of the program, Zen 5). It
 * gives zeros page by page as they are first touched, so memory of any size is there at once.
 */
#ifndef FLANK_CORE_LARGE_MEMORY_H
#define FLANK_CORE_LARGE_MEMORY_H

#include <stddef.h>

/* Zeros, aligned to a cache line at least. NULL without memory. */
void *large_memory_create(size_t bytes);

/* `bytes` as when it was made, here and below. NULL is fine. */
void large_memory_destroy(void *memory, size_t bytes);

/* Zeros again; the system has the pages back until they are touched, where it takes them. */
void large_memory_hand_back(void *memory, size_t bytes);

#endif
