/* SPDX-License-Identifier: MIT
 *
 * On Linux the priority is a thread's own, whatever POSIX says (man 2 setpriority, "C library/kernel differences").
 * SCHED_IDLE would leave nothing to a search beside any other program of the machine.
 */
#include "server/background.h"

#include "core/helper_thread.h"

#include <errno.h>
#include <sys/resource.h>

typedef struct long_work {
    void (*work)(void *);
    void *argument;
} long_work;

/* The 0 is the calling thread. */
static void lower_priority(void)
{
    errno = 0;
    const int now = getpriority(PRIO_PROCESS, 0);
    if (errno == 0)
        setpriority(PRIO_PROCESS, 0, now + BACKGROUND_NICER); /* above 19 it is 19 */
}

static void *run(void *argument)
{
    const long_work *of = argument;
    lower_priority();
    of->work(of->argument);
    return NULL;
}

void background_run(void (*work)(void *), void *argument)
{
    long_work of = {work, argument};
    pthread_t thread;
    if (helper_thread_start(&thread, run, &of))
        work(argument);
    else
        pthread_join(thread, NULL);
}
