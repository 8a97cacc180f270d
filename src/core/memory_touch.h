/* SPDX-License-Identifier: MIT
 *
 * Pages of memory that are there before they are needed.
 */
#ifndef FLANK_CORE_MEMORY_TOUCH_H
#define FLANK_CORE_MEMORY_TOUCH_H

#include <stddef.h>

/* Have the system give every page of the memory now, with so many threads. Its contents stay; nobody else uses it
 * meanwhile. */
void memory_touch(void *memory, size_t bytes, int threads);

#endif
