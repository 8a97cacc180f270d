/* SPDX-License-Identifier: MIT
 *
 * Engines as child processes.
 *
 * Two socket pairs, not one for both ways, so that a child that closes its output is seen at once.
 *
 * A child may do anything: write without end and without newline (a line is cut at MATCH_LINE_MAX), not read (what the
 * socket does not take is dropped; then no answer comes, which ends the wait), fork (the whole process group is
 * killed), ignore that it should end (killed after a moment).
 */
#include "match/match_child.h"

#include "core/child_process.h"
#include "core/clock.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

enum { TICK_MS = 50, FAREWELL_MS = 1000, DYING_MS = 200 };

struct match_child {
    pid_t pid;
    int in, out; /* our ends: what it reads, what it writes */
    const flank_stop *stop;
    bool closed; /* it has closed its output */
    bool reaped; /* or never started */
    int status;  /* once reaped: of wait */
    char buffer[MATCH_LINE_MAX + 1];
    size_t start, end; /* bytes that have arrived and not been handed out: [start, end) */
    bool skipping;     /* up to the end of a line that was too long */
};

/* Start the program with sockets for its input and output. 0, or an error number. */
static int spawn(match_child *child, char *const *argv, bool show_errors)
{
    int in[2], out[2];
    int error_number = child_sockets(in);
    if (error_number)
        return error_number;
    child->in = in[0];
    error_number = child_sockets(out);
    if (!error_number) {
        child->out = out[0];
        const child_setup setup = {.argv = argv,
                                   .descriptors =
                                       (const int[]){in[1], out[1], show_errors ? STDERR_FILENO : CHILD_NOTHING},
                                   .count = 3};
        error_number = child_start(&setup, &child->pid);
        close(out[1]);
    }
    close(in[1]);
    return error_number;
}

match_child *match_child_start(char *const *argv, bool show_errors, const flank_stop *stop, int *error_number)
{
    match_child *child = calloc(1, sizeof *child);
    if (!child) {
        *error_number = ENOMEM;
        return NULL;
    }
    child->stop = stop;
    child->in = child->out = -1;
    *error_number = spawn(child, argv, show_errors);
    child->reaped = *error_number != 0;
    if (*error_number == 0)
        return child;
    match_child_destroy(child, NULL);
    return NULL;
}

void match_child_send(match_child *child, const char *text) { child_send(child->in, text); }

/* Take a line, or the piece of one that fills the buffer, out of the buffer; false if there is none. */
static bool take_piece(match_child *child, const char **line, bool *whole)
{
    char *first = child->buffer + child->start, *end = child->buffer + child->end, *kept = first;
    char *newline = memchr(first, '\n', (size_t)(end - first));
    const bool full = child->start == 0 && child->end == MATCH_LINE_MAX;
    const bool last_words = child->closed && end > first;
    if (!newline && !full && !last_words)
        return false;
    char *limit = newline ? newline : end;
    child->start = (size_t)(limit - child->buffer) + (newline != NULL);
    for (char *at = first; at < limit; at++)
        if (*at == '\t' || ((unsigned char)*at >= 32 && *at != 127))
            *kept++ = *at;
    *kept = '\0';
    *line = first;
    *whole = newline || last_words;
    return true;
}

/* Take a line; of one that is too long, the first piece. */
static bool take_line(match_child *child, const char **line)
{
    bool whole, skipped;
    do {
        if (!take_piece(child, line, &whole))
            return false;
        skipped = child->skipping;
        child->skipping = !whole;
    } while (skipped);
    return true;
}

/* Move what has arrived to the buffer, waiting for `wait_ms` at most. */
static void fill(match_child *child, int wait_ms)
{
    memmove(child->buffer, child->buffer + child->start, child->end - child->start);
    child->end -= child->start;
    child->start = 0;
    struct pollfd ready = {.fd = child->out, .events = POLLIN};
    if (poll(&ready, 1, wait_ms) <= 0)
        return;
    const ssize_t got = recv(child->out, child->buffer + child->end, MATCH_LINE_MAX - child->end, MSG_DONTWAIT);
    if (got == 0 || (got < 0 && errno != EINTR && errno != EAGAIN))
        child->closed = true;
    child->end += got > 0 ? (size_t)got : 0;
}

match_line match_child_line(match_child *child, double until_s, const char **line)
{
    for (;;) {
        const double left_ms = 1000 * (until_s - clock_now_s());
        if (flank_stop_is_raised(child->stop))
            return MATCH_LINE_STOPPED;
        if (left_ms < 0) /* even if there are lines: a child that never stops talking must not hold us */
            return MATCH_LINE_LATE;
        if (take_line(child, line))
            return MATCH_LINE;
        if (child->closed)
            return MATCH_LINE_ENDED;
        fill(child, left_ms < TICK_MS ? (int)left_ms + 1 : TICK_MS);
    }
}

/* True once the child has ended by itself, within `wait_ms`. */
static bool has_ended(const match_child *child, int wait_ms)
{
    for (const double until_s = clock_now_s() + wait_ms / 1000.0; !child_has_ended(child->pid); poll(NULL, 0, 2))
        if (clock_now_s() >= until_s)
            return false;
    return true;
}

static void reap(match_child *child)
{
    struct rusage usage;
    if (!child->reaped)
        child_end(child->pid, &child->status, &usage);
    child->reaped = true;
}

void match_child_describe_end(match_child *child, char *out, size_t size)
{
    const bool ended = child->reaped || has_ended(child, DYING_MS);
    reap(child);
    if (!ended)
        snprintf(out, size, "it closed its output");
    else if (WIFSIGNALED(child->status))
        snprintf(out, size, "it was ended by signal %d (%s)", WTERMSIG(child->status),
                 strsignal(WTERMSIG(child->status)));
    else if (WEXITSTATUS(child->status) == 0)
        snprintf(out, size, "it ended by itself (exit 0)"); /* as a program that finished does */
    else
        snprintf(out, size, "it ended with status %d", WEXITSTATUS(child->status));
}

void match_child_destroy(match_child *child, const char *farewell)
{
    if (!child)
        return;
    if (farewell && !child->reaped) {
        match_child_send(child, farewell);
        shutdown(child->in, SHUT_WR);
        has_ended(child, flank_stop_is_raised(child->stop) ? DYING_MS : FAREWELL_MS);
    }
    reap(child);
    if (child->in >= 0)
        close(child->in);
    if (child->out >= 0)
        close(child->out);
    free(child);
}
