/* SPDX-License-Identifier: MIT
 *
 * Runs a contestant's program within limits of time and memory.
 *
 * Talking: one Unix socket pair, given to the child as descriptors 3 (to read) and 4 (to write). A socket,
 * not two pipes, because send() can be told not to raise SIGPIPE when the child has died, and a library must not change
 * the signals of its program.
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
#define _DEFAULT_SOURCE /* wait4 */

#include "contest/grade/grade_process.h"

#include "contest/grade/grade_breach.h"
#include "core/clock.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

enum { CHILD_READS = 3, CHILD_WRITES = 4, TICK_MS = 20 };

struct grade_process {
    pid_t pid;
    int socket;
    grade_limits limits;
    double waited_s; /* in grade_process_next, all calls together */
    char buffer[4096];
    size_t start, end; /* what is buffered: [start, end) */
    bool hung_up;      /* the other end of the socket is closed */
    bool reaped;
    int status; /* once reaped: of wait */
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

/* In the child, between fork and exec: only calls that are safe there. Ends in the program, or by sending errno. */
static void become_contestant(char *const *argv, const grade_limits *limits, int socket, int report)
{
    setpgid(0, 0);
#ifdef __linux__
    prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
    rlim_t seconds = (rlim_t)((limits->cpu_ms + 999) / 1000);
    limit(RLIMIT_CPU, seconds, seconds + 1);
    limit(RLIMIT_DATA, limits->memory_bytes, limits->memory_bytes);
    limit(RLIMIT_CORE, 0, 0);
    signal(SIGPIPE, SIG_DFL); /* flank ignores it, and an ignored signal would stay ignored */
    sigset_t nothing_blocked; /* likewise Ctrl-C, which flank's threads may have blocked */
    sigemptyset(&nothing_blocked);
    sigprocmask(SIG_SETMASK, &nothing_blocked, NULL);
    /* Both ends are above 4 (start() sees to it), so nothing is overwritten before it was copied. */
    int nothing = open("/dev/null", O_RDONLY);
    if (nothing >= 0 && dup2(nothing, STDIN_FILENO) >= 0 && dup2(STDERR_FILENO, STDOUT_FILENO) >= 0 &&
        dup2(socket, CHILD_READS) >= 0 && dup2(socket, CHILD_WRITES) >= 0)
        execvp(argv[0], argv);
    int error_number = errno;
    while (write(report, &error_number, sizeof error_number) < 0 && errno == EINTR)
        continue;
    _exit(127);
}

/* Move a descriptor above those that the child expects, closed on exec. -1 with errno set on failure. */
static int move_up(int descriptor)
{
    int moved = fcntl(descriptor, F_DUPFD_CLOEXEC, CHILD_WRITES + 1);
    int error_number = errno;
    close(descriptor);
    errno = error_number;
    return moved;
}

/* Read the error number that the child sends if it cannot become the program; 0 if the program has started. */
static int read_report(int report)
{
    int error_number = 0;
    ssize_t got;
    do
        got = read(report, &error_number, sizeof error_number);
    while (got < 0 && errno == EINTR);
    return got == (ssize_t)sizeof error_number ? error_number : 0;
}

/* Fork with `theirs` as the child's end of the conversation. 0, or an error number. */
static int spawn(grade_process *process, char *const *argv, int theirs)
{
    int report[2];
    if (pipe(report) != 0)
        return errno;
    int write_end = move_up(report[1]);
    if (write_end < 0 || fcntl(report[0], F_SETFD, FD_CLOEXEC) != 0 || (process->pid = fork()) < 0) {
        int error_number = errno;
        close(report[0]);
        if (write_end >= 0)
            close(write_end);
        return error_number;
    }
    if (process->pid == 0)
        become_contestant(argv, &process->limits, theirs, write_end);
    close(write_end);
    int error_number = read_report(report[0]);
    close(report[0]);
    return error_number;
}

grade_process *grade_process_start(char *const *argv, const grade_limits *limits, int *error_number)
{
    grade_process *process = calloc(1, sizeof *process);
    int pair[2];
    if (!process || socketpair(AF_UNIX, SOCK_STREAM, 0, pair) != 0) {
        *error_number = errno;
        free(process);
        return NULL;
    }
    process->limits = *limits;
    process->socket = pair[0];
    fcntl(process->socket, F_SETFD, FD_CLOEXEC);
    int theirs = move_up(pair[1]);
    *error_number = theirs < 0 ? errno : spawn(process, argv, theirs);
    if (theirs >= 0)
        close(theirs);
    if (*error_number == 0)
        return process;
    grade_process_destroy(process);
    return NULL;
}

void grade_process_send(grade_process *process, const char *text)
{
    size_t length = strlen(text);
    while (length > 0) {
        ssize_t sent = send(process->socket, text, length, MSG_NOSIGNAL | MSG_DONTWAIT);
        if (sent < 0 && errno == EINTR)
            continue;
        if (sent <= 0) /* gone, or never reading: the next event tells */
            return;
        text += sent;
        length -= (size_t)sent;
    }
}

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

/* End the child and every process of its group, and learn what it used. The group is killed while the child is not yet
 * waited for, so that its number cannot belong to anybody else. */
static void end_all(grade_process *process)
{
    if (process->reaped)
        return;
    kill(-process->pid, SIGKILL); /* fails harmlessly in the moment before the child's setpgid */
    kill(process->pid, SIGKILL);
    while (wait4(process->pid, &process->status, 0, &process->usage) < 0 && errno == EINTR)
        continue;
    process->reaped = true;
}

/* True once the child has ended by itself; then it is waited for. */
static bool has_ended(grade_process *process)
{
    siginfo_t info = {.si_pid = 0};
    if (!process->reaped && waitid(P_PID, (id_t)process->pid, &info, WEXITED | WNOHANG | WNOWAIT) == 0 &&
        info.si_pid == 0)
        return false;
    end_all(process);
    return true;
}

void grade_process_destroy(grade_process *process)
{
    if (!process)
        return;
    if (process->pid > 0)
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
