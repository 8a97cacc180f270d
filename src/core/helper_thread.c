/* SPDX-License-Identifier: MIT
 *
 * A signal for the process goes to any thread that does not block it. One that a program blocks, to wait for it where
 * it likes, would reach the library's helpers and end the program; so they begin with all signals blocked. Only those
 * that tell of a thread's own faults stay as they are: a program may have handlers for these.
 */
#include "core/helper_thread.h"

#include <signal.h>

int helper_thread_start(pthread_t *thread, void *(*run)(void *), void *argument)
{
    static const int faults[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP, SIGSYS};
    sigset_t blocked, before;
    sigfillset(&blocked);
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++)
        sigdelset(&blocked, faults[i]);
    pthread_sigmask(SIG_SETMASK, &blocked, &before);
    const int failure = pthread_create(thread, NULL, run, argument);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return failure;
}
