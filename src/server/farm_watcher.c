/* SPDX-License-Identifier: MIT
 *
 * One thread starts the child, keeps its last line, and tells those who wait for it. The child lives no longer than the
 * thread (child_process.h).
 */
#define _DEFAULT_SOURCE /* pthread_condattr_setclock */

#include "server/farm_watcher.h"

#include "api/request.h"
#include "core/child_process.h"
#include "core/clock.h"
#include "core/error.h"
#include "core/helper_thread.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum {
    LINE_MAX_BYTES = 1 << 20, /* some thousands of runs */
    LOOK_MS = 100,            /* between looks whether anybody still asks */
    REPORT_S = 1,             /* without news the last state is told again */
    END_MS = 2000,            /* a child that has told all has so long to end */
};

static const double GRACE_S = 10; /* the child goes on for so long when nobody asks */
static const double DONE_S = 5;   /* between looks at a store where all is done */
static const double AGAIN_S = 1, AGAIN_MAX_S = 30;
static const double SILENT_S = 10; /* the child tells something each second: its store does not answer */

struct farm_watcher {
    const char *program, *store;
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    /* Under the lock: */
    text_buffer last; /* the line of the child, without its end */
    bool away;        /* the store, or the program that looks */
    uint64_t news;
    int asking;
    double asked_s; /* when somebody did for the last time */
    bool ending;
};

typedef enum watch_end { WATCH_UNWANTED, WATCH_DONE, WATCH_DIED } watch_end;

/* ---- The child --------------------------------------------------------------------------------------------------- */

/* Start flank-farm; what it prints comes from `*from`. An error number. */
static int start(const char *program, const char *const words[], pid_t *child, int *from)
{
    char *argv[8] = {(char *)program};
    int pair[2];
    for (int i = 0; words[i]; i++)
        argv[i + 1] = (char *)words[i];
    int failed = child_sockets(pair);
    if (failed)
        return failed;
    const int descriptors[] = {CHILD_NOTHING, pair[1], STDERR_FILENO};
    failed = child_start(&(child_setup){.argv = argv, .descriptors = descriptors, .count = 3}, child);
    close(pair[1]);
    if (failed)
        close(pair[0]);
    else
        *from = pair[0];
    return failed;
}

/* The exit status of a child, or -1; one that does not end by itself is killed. */
static int end(pid_t child, int wait_ms)
{
    int status = -1;
    struct rusage usage;
    for (; wait_ms > 0 && !child_has_ended(child); wait_ms -= 5)
        nanosleep(&(struct timespec){.tv_nsec = 5 * 1000 * 1000}, NULL);
    child_end(child, &status, &usage);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/* Some bytes; 0: no more come; negative: none now. */
static ssize_t receive(int from, char *bytes, size_t size)
{
    struct pollfd news = {.fd = from, .events = POLLIN};
    if (poll(&news, 1, LOOK_MS) <= 0)
        return -1;
    const ssize_t got = recv(from, bytes, size, 0);
    return got < 0 && errno != EINTR ? 0 : got;
}

int farm_watcher_check(const char *program, const char *store)
{
    const char *const words[] = {"farm", "status", "--json", "--", store, NULL};
    char bytes[4096];
    pid_t child;
    int from;
    if (start(program, words, &child, &from))
        return -1;
    while (receive(from, bytes, sizeof bytes))
        ;
    close(from);
    return end(child, END_MS);
}

/* ---- The thread -------------------------------------------------------------------------------------------------- */

/* Under the lock. */
static bool is_wanted(const farm_watcher *of)
{
    return !of->ending && (of->asking > 0 || clock_now_s() - of->asked_s < GRACE_S);
}

static bool is_wanted_now(farm_watcher *of)
{
    pthread_mutex_lock(&of->lock);
    const bool wanted = is_wanted(of);
    pthread_mutex_unlock(&of->lock);
    return wanted;
}

static void tell(farm_watcher *of, const char *line, size_t length)
{
    pthread_mutex_lock(&of->lock);
    of->away = !line;
    of->news++;
    if (line) {
        text_clear(&of->last);
        text_add_bytes(&of->last, line, length);
    }
    pthread_cond_broadcast(&of->changed);
    pthread_mutex_unlock(&of->lock);
}

/* Tell the last whole line of what has come, and keep what is behind it. True if there was one. */
static bool take_lines(farm_watcher *of, text_buffer *came)
{
    size_t ends = came->length, begins;
    while (ends > 0 && came->bytes[ends - 1] != '\n')
        ends--;
    if (ends == 0 || came->failed)
        return false;
    for (begins = ends - 1; begins > 0 && came->bytes[begins - 1] != '\n';)
        begins--;
    tell(of, came->bytes + begins, ends - 1 - begins);
    const size_t rest = came->length - ends;
    memmove(came->bytes, came->bytes + ends, rest + 1);
    came->length = rest;
    return true;
}

/* Let a child look until it ends or nobody wants to know. `*told` is true if it has told something. */
static watch_end watch_once(farm_watcher *of, bool *told)
{
    const char *const words[] = {"farm", "watch", "--json", "--", of->store, NULL};
    text_buffer came = {NULL};
    char bytes[16384];
    pid_t child;
    int from;
    ssize_t got = -1;
    bool wanted, silent = false;
    *told = false;
    if (start(of->program, words, &child, &from))
        return WATCH_DIED;
    double heard_s = clock_now_s();
    while ((wanted = is_wanted_now(of)) && got && !came.failed && came.length < LINE_MAX_BYTES) {
        got = receive(from, bytes, sizeof bytes);
        if (got > 0) {
            text_add_bytes(&came, bytes, (size_t)got);
            if (take_lines(of, &came)) {
                *told = true;
                silent = false;
                heard_s = clock_now_s();
            }
        } else if (!silent && clock_now_s() - heard_s > SILENT_S) { /* the child goes on asking the store */
            silent = true;
            tell(of, NULL, 0);
        }
    }
    close(from);
    text_free(&came);
    const int status = end(child, got == 0 ? END_MS : 0);
    return !wanted ? WATCH_UNWANTED : status == 0 ? WATCH_DONE : WATCH_DIED;
}

/* Wait until somebody asks; all that was known is old by then. False: the watcher ends. */
static bool wait_for_somebody(farm_watcher *of)
{
    pthread_mutex_lock(&of->lock);
    while (!of->ending && !is_wanted(of)) {
        text_clear(&of->last);
        of->away = false;
        pthread_cond_wait(&of->changed, &of->lock);
    }
    const bool ending = of->ending;
    pthread_mutex_unlock(&of->lock);
    return !ending;
}

static void *watch(void *argument)
{
    farm_watcher *of = argument;
    double again_s = AGAIN_S;
    while (wait_for_somebody(of)) {
        bool told;
        const watch_end ended = watch_once(of, &told);
        if (told)
            again_s = AGAIN_S;
        if (ended == WATCH_DIED)
            tell(of, NULL, 0);
        const double until_s = clock_now_s() + (ended == WATCH_DONE ? DONE_S : again_s);
        if (ended == WATCH_DIED)
            again_s = 2 * again_s < AGAIN_MAX_S ? 2 * again_s : AGAIN_MAX_S;
        while (ended != WATCH_UNWANTED && clock_now_s() < until_s && is_wanted_now(of))
            nanosleep(&(struct timespec){.tv_nsec = LOOK_MS * 1000 * 1000}, NULL);
    }
    return NULL;
}

/* ---- Answers ----------------------------------------------------------------------------------------------------- */

bool farm_watcher_takes(const char *ask) { return ask && strcmp(ask, "farm") == 0; }

size_t farm_watcher_memory(farm_watcher *of)
{
    if (!of)
        return 0;
    pthread_mutex_lock(&of->lock);
    const size_t bytes = (64 << 10) + 2 * of->last.length;
    pthread_mutex_unlock(&of->lock);
    return bytes;
}

/* The present state as an event. Under the lock. */
static text_buffer state_event(const farm_watcher *of, const api_request *request, const char *event)
{
    text_buffer out = request_event(request, event);
    json_bool(&out, "away", of->away);
    if (of->last.length && !of->last.failed) {
        text_add(&out, ",\"state\":");
        text_add_bytes(&out, of->last.bytes, of->last.length);
    }
    return out;
}

/* Wait for news, a report's time at most, or until stopped. Under the lock. */
static void wait_for_news(farm_watcher *of, const flank_stop *stop)
{
    const uint64_t seen = of->news;
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_sec += 2 * REPORT_S;
    while (!flank_stop_is_raised(stop) && of->news == seen &&
           pthread_cond_timedwait(&of->changed, &of->lock, &until) == 0)
        ;
}

static void follow(farm_watcher *of, const api_request *request)
{
    pthread_mutex_lock(&of->lock);
    of->asking++;
    pthread_cond_broadcast(&of->changed);
    for (bool stopped = false; !stopped;) {
        stopped = flank_stop_is_raised(request->stop);
        text_buffer event = state_event(of, request, stopped ? "answer" : "report");
        pthread_mutex_unlock(&of->lock);
        request_send(request, &event);
        pthread_mutex_lock(&of->lock);
        if (!stopped)
            wait_for_news(of, request->stop);
    }
    of->asking--;
    of->asked_s = clock_now_s();
    pthread_mutex_unlock(&of->lock);
}

void farm_watcher_answer(farm_watcher *of, api_client *client, const api_question *question, const flank_stop *stop,
                         api_send_fn *send, void *user)
{
    api_request request = {.client = client, .question = question, .stop = stop, .send = send, .user = user};
    flank_status status = request_check(&request);
    if (!status && !of)
        status = error_say(&request.error, FLANK_NOT_FOUND, 0, SAY(NO_FARM));
    if (status)
        request_fail(&request, status);
    else
        follow(of, &request);
}

void farm_watcher_wake(farm_watcher *of)
{
    if (!of)
        return;
    pthread_mutex_lock(&of->lock);
    pthread_cond_broadcast(&of->changed);
    pthread_mutex_unlock(&of->lock);
}

/* ---- Its life ---------------------------------------------------------------------------------------------------- */

static void release(farm_watcher *of)
{
    pthread_cond_destroy(&of->changed);
    pthread_mutex_destroy(&of->lock);
    text_free(&of->last);
    free(of);
}

farm_watcher *farm_watcher_create(const char *program, const char *store)
{
    farm_watcher *of = calloc(1, sizeof *of);
    pthread_condattr_t monotonic;
    if (!of)
        return NULL;
    of->program = program;
    of->store = store;
    of->asked_s = clock_now_s() - GRACE_S;
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_cond_init(&of->changed, &monotonic);
    pthread_condattr_destroy(&monotonic);
    pthread_mutex_init(&of->lock, NULL);
    if (helper_thread_start(&of->thread, watch, of) == 0)
        return of;
    release(of);
    return NULL;
}

void farm_watcher_destroy(farm_watcher *of)
{
    if (!of)
        return;
    pthread_mutex_lock(&of->lock);
    of->ending = true;
    pthread_cond_broadcast(&of->changed);
    pthread_mutex_unlock(&of->lock);
    pthread_join(of->thread, NULL);
    release(of);
}
