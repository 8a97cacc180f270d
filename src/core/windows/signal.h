/* SPDX-License-Identifier: MIT
 *
 * Signals of which Windows has one: Ctrl-C, SIGINT. A thread that waits for it with sigwait takes it, else the handler;
 * a thread of the system calls that. Masks are not kept: a blocked signal is one that somebody waits for.
 */
#ifndef FLANK_WINDOWS_SIGNAL_H
#define FLANK_WINDOWS_SIGNAL_H

#include_next <signal.h>
#include <stdint.h>

enum {
    SIGHUP = 1,
    SIGTRAP = 5,
    SIGBUS = 7,
    SIGKILL = 9,
    SIGPIPE = 13,
    SIGXCPU = 24,
    SIGXFSZ = 25,
    SIGSYS = 31,
};
#ifndef SIG_BLOCK
enum { SIG_BLOCK, SIG_UNBLOCK, SIG_SETMASK };
#endif

typedef uint64_t windows_signals;
#define sigset_t windows_signals

struct sigaction {
    void (*sa_handler)(int signal_number);
    sigset_t sa_mask;
    int sa_flags;
};

int sigaction(int signal_number, const struct sigaction *wanted, struct sigaction *before);
int sigwait(const sigset_t *set, int *signal_number);
/* Ends a sigwait. */
int windows_signal_waiter(int signal_number);

static inline int sigemptyset(sigset_t *set)
{
    *set = 0;
    return 0;
}

static inline int sigfillset(sigset_t *set)
{
    *set = ~(sigset_t)0;
    return 0;
}

static inline int sigaddset(sigset_t *set, int signal_number)
{
    *set |= (sigset_t)1 << signal_number;
    return 0;
}

static inline int sigdelset(sigset_t *set, int signal_number)
{
    *set &= ~((sigset_t)1 << signal_number);
    return 0;
}

static inline int windows_signal_mask(int how, const sigset_t *set, sigset_t *before)
{
    (void)how;
    (void)set;
    if (before)
        *before = 0;
    return 0;
}

#endif
