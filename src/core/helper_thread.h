/* SPDX-License-Identifier: MIT
 *
 * Threads of the library's own.
 */
#ifndef FLANK_CORE_HELPER_THREAD_H
#define FLANK_CORE_HELPER_THREAD_H

#include <pthread.h>

/* pthread_create for a thread that takes no signals; 0, or what that returns. */
int helper_thread_start(pthread_t *thread, void *(*run)(void *), void *argument);

#endif
