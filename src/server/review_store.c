/* SPDX-License-Identifier: MIT
 *
 * One conversation with flank-farm, under a lock.
 */
#include "server/review_store.h"

#include "core/child_process.h"
#include "core/clock.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { LINE_MAX_BYTES = 1 << 18 };

static const double START_S = 20, PATIENCE_S = 1; /* for the first line of the child, and for each other one */
enum { LOOK_MS = 10 };                            /* between looks at the stop of who waits */

typedef enum hearing { HEARD, LATE, GONE } hearing;

struct review_store {
    pid_t child;
    int link;
    pthread_mutex_t lock;
    search_memory memory;
    text_buffer engine; /* the child's first line */
    /* Under the lock: */
    bool gone;        /* the child */
    bool late;        /* its last line is not there yet */
    text_buffer said; /* its last line, as far as it is there */
};

static bool send_all(int link, const char *bytes, size_t size)
{
    while (size) {
        const ssize_t sent = send(link, bytes, size, MSG_NOSIGNAL);
        if (sent < 0 && errno == EINTR)
            continue;
        if (sent <= 0)
            return false;
        bytes += sent;
        size -= (size_t)sent;
    }
    return true;
}

/* Read some bytes of a line into `said`. */
static hearing hear_some(review_store *of, double wait_s)
{
    char bytes[4096];
    struct pollfd news = {.fd = of->link, .events = POLLIN};
    if (poll(&news, 1, (int)(wait_s * 1e3)) <= 0)
        return LATE;
    const ssize_t got = recv(of->link, bytes, sizeof bytes, 0);
    if (got <= 0)
        return got < 0 && errno == EINTR ? LATE : GONE;
    text_add_bytes(&of->said, bytes, (size_t)got);
    return of->said.failed || of->said.length > LINE_MAX_BYTES ? GONE : HEARD;
}

/* Read a line, or the rest of one that is late, and take its end off; with `stop` raised it is late. The child says
 * nothing behind it before it is asked. */
static hearing hear(review_store *of, double wait_s, const flank_stop *stop)
{
    const double end_s = clock_now_s() + wait_s;
    if (!of->late)
        text_clear(&of->said);
    of->late = true;
    for (double left_s = wait_s; left_s >= 0; left_s = end_s - clock_now_s()) {
        if (hear_some(of, left_s < LOOK_MS / 1e3 ? left_s : LOOK_MS / 1e3) == GONE)
            return GONE;
        if (of->said.length && of->said.bytes[of->said.length - 1] == '\n') {
            of->said.bytes[--of->said.length] = '\0';
            of->late = false;
            return HEARD;
        }
        if (flank_stop_is_raised(stop))
            break;
    }
    return LATE;
}

/* False, and it is not locked, if the stop is raised while another one talks. */
static bool lock(review_store *of, const flank_stop *stop)
{
    struct timespec until;
    do {
        if (flank_stop_is_raised(stop))
            return false;
        clock_gettime(CLOCK_REALTIME, &until);
        until.tv_nsec += LOOK_MS * 1000000L;
        until.tv_sec += until.tv_nsec / 1000000000L;
        until.tv_nsec %= 1000000000L;
    } while (pthread_mutex_timedlock(&of->lock, &until));
    return true;
}

/* Say a line, and hear what is said to it: its first letter, '!' if nothing comes in time or before the stop. The rest
 * of it goes to `rest`. While the line before is late, nothing is said. */
static char ask(const search_memory *memory, const text_buffer *line, text_buffer *rest)
{
    review_store *of = memory->user;
    char letter = '!';
    if (!lock(of, memory->stop))
        return letter;
    if (of->late && !of->gone)
        of->gone = hear(of, 0, NULL) == GONE;
    if (!of->late && !of->gone && !line->failed) {
        const hearing heard = send_all(of->link, line->bytes, line->length) ? hear(of, PATIENCE_S, memory->stop) : GONE;
        of->gone = heard == GONE;
        if (heard == HEARD && of->said.length)
            letter = of->said.bytes[0];
        if (letter == '=' && rest)
            text_add(rest, of->said.bytes + 1);
    }
    pthread_mutex_unlock(&of->lock);
    return letter;
}

static flank_status look_up(const search_memory *memory, const char *question, text_buffer *answer, flank_error *error)
{
    text_buffer line = {NULL};
    (void)error;
    text_addf(&line, "?%s\n", question);
    const char letter = ask(memory, &line, answer);
    text_free(&line);
    return letter == '=' ? FLANK_OK : FLANK_NOT_FOUND;
}

static flank_status remember(const search_memory *memory, const char *question, const char *answer, flank_error *error)
{
    text_buffer line = {NULL};
    (void)error;
    text_addf(&line, "+%s\t%s\n", question, answer);
    ask(memory, &line, NULL);
    text_free(&line);
    return FLANK_OK;
}

/* Start flank-farm. An error number. */
static int start(review_store *of, const char *program, const char *store, const flank_engine_options *engine)
{
    char hash[24], threads[12];
    int pair[2];
    snprintf(hash, sizeof hash, "%zu", engine->hash_bytes);
    snprintf(threads, sizeof threads, "%d", engine->threads);
    char *const argv[] = {(char *)program, (char *)"reviews", (char *)store, hash, threads, NULL};
    int failed = child_sockets(pair);
    if (failed)
        return failed;
    const int descriptors[] = {pair[1], pair[1], STDERR_FILENO};
    failed = child_start(&(child_setup){.argv = argv, .descriptors = descriptors, .count = 3}, &of->child);
    close(pair[1]);
    if (failed)
        close(pair[0]);
    else
        of->link = pair[0];
    return failed;
}

review_store *review_store_create(const char *program, const char *store, const flank_engine_options *engine)
{
    review_store *of = calloc(1, sizeof *of);
    if (!of || start(of, program, store, engine)) {
        free(of);
        return NULL;
    }
    pthread_mutex_init(&of->lock, NULL);
    if (hear(of, START_S, NULL) == HEARD)
        text_add(&of->engine, of->said.bytes);
    if (of->engine.bytes) {
        of->memory = (search_memory){.engine = of->engine.bytes, .look_up = look_up, .remember = remember, .user = of};
        return of;
    }
    review_store_destroy(of);
    return NULL;
}

void review_store_destroy(review_store *of)
{
    int status;
    struct rusage usage;
    if (!of)
        return;
    close(of->link);
    child_end(of->child, &status, &usage);
    pthread_mutex_destroy(&of->lock);
    text_free(&of->engine);
    text_free(&of->said);
    free(of);
}

const search_memory *review_store_memory(const review_store *of) { return of ? &of->memory : NULL; }
