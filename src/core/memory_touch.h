/* SPDX-License-Identifier: MIT
 *
 * Pages of memory that are there before they are needed.
 */
#ifndef FLANK_CORE_MEMORY_TOUCH_H
#define FLANK_CORE_MEMORY_TOUCH_H

#include <flank/stop.h>

#include <stddef.h>

/* Have the system give every page of the memory now, with so many threads. Its contents stay; nobody else uses it
 * meanwhile. False if `stop` (may be NULL) was raised before all pages were there. */
bool memory_touch(void *memory, size_t bytes, int threads, const flank_stop *stop);

#endif
