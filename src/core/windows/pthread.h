/* SPDX-License-Identifier: MIT
 *
 * Waiting until a time of the monotonic clock: winpthreads takes every time for one of the clock of day.
 */
#ifndef FLANK_WINDOWS_PTHREAD_H
#define FLANK_WINDOWS_PTHREAD_H

#include_next <pthread.h>
#include <signal.h>

#undef pthread_sigmask
#define pthread_sigmask windows_signal_mask
#define pthread_kill(thread, signal_number) ((void)(thread), windows_signal_waiter(signal_number))

#define pthread_condattr_setclock(attributes, clock) ((void)(attributes), (void)(clock), 0)
#define pthread_cond_timedwait windows_wait_until

/* `until` is of CLOCK_MONOTONIC. */
int windows_wait_until(pthread_cond_t *condition, pthread_mutex_t *mutex, const struct timespec *until);

#endif
