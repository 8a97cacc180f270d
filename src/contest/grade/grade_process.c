/* SPDX-License-Identifier: MIT
 *
 * Runs a contestant's program within limits of time and memory.
 *
 * Talking: one socket pair, given to the child as descriptors 3 (to read) and 4 (to write).
 *
 * Processor time: RLIMIT_CPU makes the kernel end the child in the second after its limit; the exact limit is checked
 * against the child's own clock whenever a line arrives or 20 ms pass, and once more against its resource usage, which
 * counts children of its own too.
 *
 * Memory: RLIMIT_DATA, which on Linux (since 4.7) counts the private writable memory that the process has asked for.
 * RLIMIT_AS was rejected: it also counts address space that is only reserved, tens of megabytes for each thread. The
 * peak of resident memory is checked at the end, for what RLIMIT_DATA does not see (shared mappings, the stack).
 *
 * A fork and exec a subtask, then a system call or two a line: nothing beside the games.
 */
#include "contest/grade/grade_process.h"

#include "contest/grade/grade_breach.h"
#include "core/child_process.h"
#include "core/clock.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { TICK_MS = 20 };

struct grade_process {
    pid_t pid;
    int socket;
    grade_limits limits;
    double waited_s; /* in grade_process_next, all calls together */
    char buffer[4096];
    size_t start, end; /* what is buffered: [start, end) */
    bool hung_up;      /* the other end of the socket is closed */
    bool reaped;       /* or never started */
    int status;        /* once reaped: of wait */
    struct rusage usage;
};

static void limit(int resource, rlim_t soft, rlim_t hard)
{
    struct rlimit now;
    if (getrlimit(resource, &now) == 0 && now.rlim_max < hard)
        hard = now.rlim_max;
    struct rlimit wanted = {.rlim_cur = soft < hard ? soft : hard, .rlim_max = hard};
    setrlimit(resource, &wanted);
}

/* In the child. */
static void limit_all(const void *user)
{
    const grade_limits *limits = user;
    const rlim_t seconds = (rlim_t)((limits->cpu_ms + 999) / 1000);
    limit(RLIMIT_CPU, seconds, seconds + 1);
    limit(RLIMIT_DATA, limits->memory_bytes, limits->memory_bytes);
    limit(RLIMIT_CORE, 0, 0);
}

grade_process *grade_process_start(char *const *argv, const grade_limits *limits, int *error_number)
{
    grade_process *process = calloc(1, sizeof *process);
    int pair[2];
    *error_number = process ? child_sockets(pair) : ENOMEM;
    if (*error_number) {
        free(process);
        return NULL;
    }
    process->limits = *limits;
    process->socket = pair[0];
    const child_setup setup = {.argv = argv,
                               .descriptors =
                                   (const int[]){CHILD_NOTHING, STDERR_FILENO, STDERR_FILENO, pair[1], pair[1]},
                               .count = 5,
                               .limit = limit_all,
                               .user = limits};
    *error_number = child_start(&setup, &process->pid);
    close(pair[1]);
    process->reaped = *error_number != 0;
    if (*error_number == 0)
        return process;
    grade_process_destroy(process);
    return NULL;
}

void grade_process_send(grade_process *process, const char *text) { child_send(process->socket, text); }

static double timeval_s(struct timeval time) { return (double)time.tv_sec + (double)time.tv_usec * 1e-6; }

double grade_process_cpu_s(const grade_process *process)
{
    if (process->reaped)
        return timeval_s(process->usage.ru_utime) + timeval_s(process->usage.ru_stime);
    clockid_t clock;
    struct timespec used;
    if (clock_getcpuclockid(process->pid, &clock) != 0 || clock_gettime(clock, &used) != 0)
        return 0;
    return (double)used.tv_sec + (double)used.tv_nsec * 1e-9;
}

/* End the child and every process of its group, and learn what it used. */
static void end_all(grade_process *process)
{
    if (!process->reaped)
        child_end(process->pid, &process->status, &process->usage);
    process->reaped = true;
}

/* True once the child has ended by itself; then it is waited for. */
static bool has_ended(grade_process *process)
{
    if (!process->reaped && !child_has_ended(process->pid))
        return false;
    end_all(process);
    return true;
}

void grade_process_destroy(grade_process *process)
{
    if (!process)
        return;
    end_all(process);
    close(process->socket);
    free(process);
}

static bool over_cpu(const grade_process *process)
{
    return grade_process_cpu_s(process) * 1000 > (double)process->limits.cpu_ms;
}

/* Say how the process ended. */
static void set_end(grade_process *process, grade_event *event)
{
    bool signalled = WIFSIGNALED(process->status);
    int signal_number = signalled ? WTERMSIG(process->status) : 0;
    event->kind = GRADE_EVENT_RULE;
    if (over_cpu(process) || signal_number == SIGXCPU) {
        grade_breach_time(&event->breach, &process->limits);
    } else if ((uint64_t)process->usage.ru_maxrss * 1024 > process->limits.memory_bytes) {
        grade_breach_memory(&event->breach, &process->limits);
    } else if (signalled) {
        grade_breach_set(&event->breach, GRADE_RULE_CRASH, "%s: %d (%s)", grade_rule_text(GRADE_RULE_CRASH),
                         signal_number, strsignal(signal_number));
    } else {
        event->kind = GRADE_EVENT_END;
        event->status = WEXITSTATUS(process->status);
    }
}

/* Take the first line out of the buffer, a full buffer without an LF counting as one. */
static bool take_line(grade_process *process, grade_event *event)
{
    char *first = process->buffer + process->start, *newline = memchr(first, '\n', process->end - process->start);
    size_t length = newline ? (size_t)(newline - first) : process->end - process->start;
    if (!newline && length < sizeof process->buffer)
        return false;
    event->kind = GRADE_EVENT_LINE;
    event->length = length < GRADE_LINE_SIZE ? length : GRADE_LINE_SIZE - 1;
    memcpy(event->line, first, event->length);
    event->line[event->length] = '\0';
    process->start += length + (newline != NULL);
    return true;
}

/* Move what has arrived to the buffer; false if nothing has within `wait_ms`. */
static bool fill(grade_process *process, int wait_ms)
{
    memmove(process->buffer, process->buffer + process->start, process->end - process->start);
    process->end -= process->start;
    process->start = 0;
    struct pollfd ready = {.fd = process->hung_up ? -1 : process->socket, .events = POLLIN};
    if (poll(&ready, 1, wait_ms) <= 0)
        return false;
    ssize_t got =
        recv(process->socket, process->buffer + process->end, sizeof process->buffer - process->end, MSG_DONTWAIT);
    if (got == 0 || (got < 0 && errno != EINTR && errno != EAGAIN))
        process->hung_up = true; /* from now on poll only sleeps, and the loop waits for the process to end */
    process->end += got > 0 ? (size_t)got : 0;
    return got > 0;
}

/* True once no further line can come; then `event` says why. */
static bool is_finished(grade_process *process, bool ended, double waited_s, grade_event *event)
{
    event->kind = GRADE_EVENT_RULE;
    if (ended)
        set_end(process, event);
    else if (over_cpu(process))
        grade_breach_time(&event->breach, &process->limits);
    else if (waited_s * 1000 > (double)process->limits.wait_ms)
        grade_breach_hang(&event->breach, &process->limits);
    else
        return false;
    end_all(process);
    return true;
}

void grade_process_next(grade_process *process, grade_event *event)
{
    double began_s = clock_now_s() - process->waited_s;
    bool finished = false;
    while (!finished && !take_line(process, event)) {
        bool ended = has_ended(process); /* asked first, so that its last words are still read */
        if (!fill(process, ended ? 0 : TICK_MS))
            finished = is_finished(process, ended, clock_now_s() - began_s, event);
    }
    process->waited_s = clock_now_s() - began_s;
    if (!finished && over_cpu(process)) {
        event->kind = GRADE_EVENT_RULE;
        grade_breach_time(&event->breach, &process->limits);
        end_all(process);
    }
}
