/* SPDX-License-Identifier: MIT
 *
 * Runs a contest problem over a text in memory, for unit tests and fuzz targets.
 *
 * The input comes from a temporary file, or, where the borders between blocks matter, through a socket that keeps
 * message borders: each read of the filter then gets exactly `chunk` bytes.
 */
#ifndef FLANK_TESTS_CONTEST_HARNESS_H
#define FLANK_TESTS_CONTEST_HARNESS_H

#include "contest/contest.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

typedef struct harness_output {
    contest_failure failure;
    char *text; /* NUL-terminated; release with free */
    size_t size;
} harness_output;

typedef struct harness_feed {
    int fd;
    const char *text;
    size_t size, chunk;
} harness_feed;

static inline void harness_stop(const char *what)
{
    perror(what);
    abort();
}

/* The whole of a file, from its start. */
static inline char *harness_slurp(FILE *file, size_t *size)
{
    if (fseek(file, 0, SEEK_END) != 0)
        harness_stop("fseek");
    long length = ftell(file);
    rewind(file);
    char *text = malloc((size_t)length + 1);
    if (!text || fread(text, 1, (size_t)length, file) != (size_t)length)
        harness_stop("reading a temporary file");
    text[length] = '\0';
    *size = (size_t)length;
    return text;
}

static inline void *harness_send(void *argument)
{
    harness_feed *feed = argument;
    for (size_t sent = 0; sent < feed->size;) {
        size_t size = feed->size - sent < feed->chunk ? feed->size - sent : feed->chunk;
        if (send(feed->fd, feed->text + sent, size, MSG_NOSIGNAL) != (ssize_t)size)
            break; /* the filter has stopped at an error and closed its end */
        sent += size;
    }
    close(feed->fd);
    return NULL;
}

static inline harness_output harness_run(const char *name, const char *text, size_t size, size_t chunk)
{
    harness_output result;
    const contest_problem *problem = contest_problem_find(name);
    FILE *in = tmpfile(), *out = tmpfile();
    int pair[2];
    pthread_t sender;
    if (!problem || !in || !out)
        harness_stop(name);
    if (chunk == 0) {
        if (fwrite(text, 1, size, in) != size || fflush(in) != 0 || lseek(fileno(in), 0, SEEK_SET) != 0)
            harness_stop("writing a temporary file");
        contest_run(problem, fileno(in), fileno(out), &result.failure);
    } else {
        if (socketpair(AF_UNIX, SOCK_SEQPACKET, 0, pair) != 0)
            harness_stop("socketpair");
        harness_feed feed = {pair[1], text, size, chunk};
        if (pthread_create(&sender, NULL, harness_send, &feed) != 0)
            harness_stop("pthread_create");
        contest_run(problem, pair[0], fileno(out), &result.failure);
        close(pair[0]);
        pthread_join(sender, NULL);
    }
    result.text = harness_slurp(out, &result.size);
    fclose(in);
    fclose(out);
    return result;
}

#endif
