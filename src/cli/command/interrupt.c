/* SPDX-License-Identifier: MIT
 *
 * SIGINT, and for some commands SIGTERM and SIGHUP, taken by a thread that waits for it.
 *
 * A signal handler would need mutable globals to find what it should stop, may call almost nothing, and makes every
 * read and write return EINTR. Instead they are blocked in all threads and one thread waits for it with sigwait: it
 * may call anything, finds its state in its argument, and wakes readers through a pipe.
 */
#include "cli/command/interrupt.h"

#include "cli/command/cli.h"
#include "core/clock.h"

#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>

/* Signals that follow sooner are the same Ctrl-C: timeout(1) sends one to the process and one to its group. */
static const double same_press_s = 0.1;

struct interrupt_watch {
    interrupt_mode mode;
    void (*on_interrupt)(void *user);
    void *user;
    int pipe[2];
    pthread_t thread;
    sigset_t mask_before;
    bool ignored; /* started with SIGINT ignored, as in "flank … &" in a script: it stays so */
    atomic_bool ending;
};

static bool is_ignored(int signal_number)
{
    struct sigaction inherited;
    return sigaction(signal_number, NULL, &inherited) == 0 && inherited.sa_handler == SIG_IGN;
}

/* The signals waited for. SIGHUP under nohup stays ignored. */
static sigset_t taken_signals(interrupt_mode mode)
{
    static const int endings[] = {SIGTERM, SIGHUP};
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGINT);
    for (int i = 0; i < 2; i++)
        if (mode == INTERRUPT_ENDING && !is_ignored(endings[i]))
            sigaddset(&set, endings[i]);
    return set;
}

void interrupt_watch_wake(interrupt_watch *watch)
{
    ssize_t count = write(watch->pipe[1], "", 1);
    (void)count; /* the pipe does not block: when it is full, the reader is awake anyway */
}

static void *watch_thread(void *argument)
{
    interrupt_watch *watch = argument;
    const sigset_t set = taken_signals(watch->mode);
    for (double first_s = 0;;) {
        int signal_number;
        if (sigwait(&set, &signal_number) != 0 || atomic_load(&watch->ending))
            return NULL;
        if (watch->ignored && signal_number == SIGINT)
            continue; /* a blocked signal arrives even so */
        if (first_s > 0 && watch->mode != INTERRUPT_EACH) {
            if (clock_now_s() - first_s < same_press_s)
                continue;
            _exit(CLI_INTERRUPTED);
        }
        first_s = clock_now_s();
        watch->on_interrupt(watch->user); /* first: a reader that wakes looks at what it has set */
        interrupt_watch_wake(watch);
    }
}

interrupt_watch *interrupt_watch_start(interrupt_mode mode, void (*on_interrupt)(void *user), void *user)
{
    interrupt_watch *watch = malloc(sizeof *watch);
    if (!watch)
        return NULL;
    *watch = (interrupt_watch){.mode = mode, .on_interrupt = on_interrupt, .user = user};
    if (pipe(watch->pipe)) {
        free(watch);
        return NULL;
    }
    for (int i = 0; i < 2; i++) {
        fcntl(watch->pipe[i], F_SETFD, FD_CLOEXEC);
        fcntl(watch->pipe[i], F_SETFL, O_NONBLOCK);
    }
    watch->ignored = is_ignored(SIGINT);
    const sigset_t set = taken_signals(mode);
    pthread_sigmask(SIG_BLOCK, &set, &watch->mask_before);
    if (pthread_create(&watch->thread, NULL, watch_thread, watch)) {
        pthread_sigmask(SIG_SETMASK, &watch->mask_before, NULL);
        close(watch->pipe[0]);
        close(watch->pipe[1]);
        free(watch);
        return NULL;
    }
    return watch;
}

void interrupt_watch_stop(interrupt_watch *watch)
{
    if (!watch)
        return;
    atomic_store(&watch->ending, true);
    pthread_kill(watch->thread, SIGINT);
    pthread_join(watch->thread, NULL);
    pthread_sigmask(SIG_SETMASK, &watch->mask_before, NULL);
    close(watch->pipe[0]);
    close(watch->pipe[1]);
    free(watch);
}

int interrupt_watch_descriptor(const interrupt_watch *watch) { return watch->pipe[0]; }

bool interrupt_watch_take(interrupt_watch *watch)
{
    char bytes[64];
    bool taken = false;
    while (read(watch->pipe[0], bytes, sizeof bytes) > 0)
        taken = true;
    return taken;
}
