/* SPDX-License-Identifier: MIT
 *
 * The listening thread.
 *
 * It reads lines, finds out which command each is, and queues them for the session, which carries them out one after
 * the other. So a search may take its time: what is read meanwhile waits, except for the commands whose row says that
 * they stop a search or are answered beside it. The alternative, searching on the second thread and reading on the
 * first, was rejected: every command would have to know what to do when a search is running.
 *
 * A reader of the answers that has gone is noticed during a search too, so that no engine goes on thinking for a
 * program that was closed.
 *
 * The queue is bounded. When the queue is full, the thread reads no more until there is room. Then, and at the end of
 * the input, the line that ends a search cannot be heard any more: one that would never end by itself is stopped, one
 * to a depth that may never be reached gets some seconds more. Nearer limits are kept, or long scripts in a pipe would
 * get other answers than short ones.
 */
#include "protocols/protocol_listener.h"

#include "core/clock.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { QUEUE_BYTES_MAX = 1 << 24, LOOK_MS = 3, READ_SIZE = 4096 };

/* So long a far search goes on when nothing more can be heard. */
static const double far_s = 10;

struct protocol_listener {
    const protocol *spoken;
    protocol_session *session; /* that commands are carried out for */
    int input, output, wake[2];
    pthread_t thread;
    pthread_mutex_t mutex;
    pthread_cond_t changed;

    /* Under the mutex. */
    protocol_line *first, **last;
    size_t queue_bytes;
    int stops; /* lines in the queue that stop searches */
    bool ended, closing;
    bool gone;       /* nobody reads the answers any more */
    bool working;    /* something listens to the stop */
    bool searching;  /* and it is a search: others are answered beside it */
    flank_stop stop; /* of the work; cleared when it begins */
    protocol_bound bound;
    double deaf_since_s, work_start_s;

    /* The line that is being read; the thread's own. */
    char line[PROTOCOL_LINE_MAX + 1];
    size_t length;
    bool too_long, any; /* any: something was read of this line */
};

/* ---- Kinds of lines ---- */

/* If the words of `name` begin `text`, the offset behind them, else 0. */
static size_t match_words(const char *name, const char *text)
{
    size_t at = strspn(text, " ");
    while (*name) {
        const size_t length = strcspn(name, " ");
        if (strncmp(name, text + at, length) != 0 || (text[at + length] && text[at + length] != ' '))
            return 0;
        at += length;
        name += length;
        if (*name) {
            name++;
            at += strspn(text + at, " ");
        }
    }
    return at;
}

const protocol_command *protocol_command_find(const protocol *spoken, const char *line, const char **arguments)
{
    const char *text = spoken->find_command ? spoken->find_command(line) : line;
    if (!text)
        return NULL;
    const size_t blanks = strspn(text, " ");
    for (const protocol_command *row = spoken->commands; row->name; row++) {
        const size_t behind = *row->name ? match_words(row->name, text) : blanks;
        if (*row->name ? behind > blanks : text[blanks] == '\0') {
            *arguments = text + behind + strspn(text + behind, " ");
            return row;
        }
    }
    return NULL;
}

void protocol_cut_comment(const protocol *spoken, char *line)
{
    char *mark = spoken->comment ? strchr(line, spoken->comment) : NULL;
    const char *arguments;
    if (!mark || (mark == line + strspn(line, " ") && protocol_command_find(spoken, line, &arguments)))
        return;
    *mark = '\0';
}

/* ---- The queue, under the mutex ---- */

static bool stops(const protocol_line *line)
{
    return line->command && (line->command->mode == PROTOCOL_STOPS || line->command->mode == PROTOCOL_DROPS);
}

static bool is_full(const protocol_listener *listener) { return listener->queue_bytes > QUEUE_BYTES_MAX; }
static bool is_deaf(const protocol_listener *listener) { return listener->ended || is_full(listener); }

static bool wants_stop(const protocol_listener *listener, protocol_bound bound)
{
    const bool quits = listener->ended && listener->spoken->end_command;
    return listener->closing || listener->gone || quits || listener->stops > 0 ||
           (is_deaf(listener) && bound == PROTOCOL_ENDLESS);
}

static bool is_too_far(const protocol_listener *listener)
{
    const double since_s =
        listener->deaf_since_s > listener->work_start_s ? listener->deaf_since_s : listener->work_start_s;
    return listener->bound == PROTOCOL_FAR && is_deaf(listener) && clock_now_s() - since_s > far_s;
}

static void stop_if_wanted(protocol_listener *listener)
{
    if (listener->working && (wants_stop(listener, listener->bound) || is_too_far(listener)))
        flank_stop_raise(&listener->stop);
}

static protocol_line *take(protocol_listener *listener)
{
    protocol_line *line = listener->first;
    if (!line)
        return NULL;
    listener->first = line->next;
    if (!listener->first)
        listener->last = &listener->first;
    listener->queue_bytes -= sizeof *line + strlen(line->text);
    listener->stops -= stops(line);
    return line;
}

static void drop_waiting(protocol_listener *listener)
{
    for (protocol_line *line; (line = take(listener));)
        free(line);
}

static void put(protocol_listener *listener, protocol_line *line)
{
    if (line->command && line->command->mode == PROTOCOL_DROPS)
        drop_waiting(listener);
    *listener->last = line;
    listener->last = &line->next;
    const bool was_full = is_full(listener);
    listener->queue_bytes += sizeof *line + strlen(line->text);
    listener->stops += stops(line);
    if (is_full(listener) && !was_full)
        listener->deaf_since_s = clock_now_s();
    stop_if_wanted(listener);
    pthread_cond_broadcast(&listener->changed);
}

/* ---- Reading ---- */

/* The line that was read goes to where it belongs. False without memory. */
static bool end_line(protocol_listener *listener)
{
    const char *arguments;
    protocol_line *line = malloc(sizeof *line + listener->length + 1);
    if (!line)
        return false;
    *line = (protocol_line){.too_long = listener->too_long};
    memcpy(line->text, listener->line, listener->length);
    line->text[listener->length] = '\0';
    listener->length = 0;
    listener->too_long = listener->any = false;
    protocol_cut_comment(listener->spoken, line->text);
    line->command = line->too_long ? NULL : protocol_command_find(listener->spoken, line->text, &arguments);
    pthread_mutex_lock(&listener->mutex);
    const bool at_once =
        line->command && line->command->mode == PROTOCOL_AT_ONCE && listener->searching && !listener->first;
    if (at_once) {
        line->command->run(listener->session, line->text + (arguments - line->text));
        free(line);
    } else {
        put(listener, line);
    }
    pthread_mutex_unlock(&listener->mutex);
    return true;
}

/* NUL bytes and other control characters are left out. */
static bool add_byte(protocol_listener *listener, char byte)
{
    if (byte == '\n')
        return end_line(listener);
    listener->any = true;
    if (byte == '\t')
        byte = ' ';
    if ((unsigned char)byte < ' ' || byte == 0x7f)
        return true;
    if (listener->length == PROTOCOL_LINE_MAX)
        listener->too_long = true;
    else
        listener->line[listener->length++] = byte;
    return true;
}

/* Wait so long (-1: without end) for input, if that is wanted, and for the end of the listening. False once that has
 * come, or when nobody reads the answers any more. `*ready`: there is input, or its end. */
static bool wait_a_while(protocol_listener *listener, bool wants_input, int timeout_ms, bool *ready)
{
    struct pollfd watched[3] = {{.fd = listener->wake[0], .events = POLLIN},
                                {.fd = listener->output}, /* an error alone is what we look for */
                                {.fd = wants_input ? listener->input : -1, .events = POLLIN}};
    const int count = poll(watched, 3, timeout_ms);
    *ready = count > 0 && watched[2].revents;
    if (count > 0 && watched[1].revents) {
        pthread_mutex_lock(&listener->mutex);
        listener->gone = true;
        pthread_mutex_unlock(&listener->mutex);
        return false;
    }
    return count <= 0 || !watched[0].revents;
}

/* Wait until there is input and room for it; false when the listener is to end. */
static bool wait_for_input(protocol_listener *listener)
{
    for (bool ready = false; !ready;) {
        pthread_mutex_lock(&listener->mutex);
        stop_if_wanted(listener);
        const bool full = is_full(listener);
        pthread_mutex_unlock(&listener->mutex);
        if (!wait_a_while(listener, !full, full ? LOOK_MS : -1, &ready))
            return false;
    }
    return true;
}

/* At the end of the input, or when nobody reads the answers: see that no search lasts too long, until the session has
 * done everything. */
static void wait_for_end(protocol_listener *listener)
{
    pthread_mutex_lock(&listener->mutex);
    listener->ended = true;
    listener->deaf_since_s = clock_now_s();
    stop_if_wanted(listener);
    pthread_cond_broadcast(&listener->changed);
    while (!listener->closing) {
        bool ready;
        pthread_mutex_unlock(&listener->mutex);
        wait_a_while(listener, false, LOOK_MS, &ready);
        pthread_mutex_lock(&listener->mutex);
        stop_if_wanted(listener);
    }
    pthread_mutex_unlock(&listener->mutex);
}

static void *listen_thread(void *argument)
{
    protocol_listener *listener = argument;
    char bytes[READ_SIZE];
    for (bool alive = true; alive && wait_for_input(listener);) {
        ssize_t count = read(listener->input, bytes, sizeof bytes);
        if (count < 0 && (errno == EINTR || errno == EAGAIN))
            continue;
        if (count <= 0)
            break;
        for (ssize_t i = 0; i < count && alive; i++)
            alive = add_byte(listener, bytes[i]);
    }
    if (listener->any)
        end_line(listener);
    wait_for_end(listener);
    return NULL;
}

/* ---- For the session ---- */

protocol_listener *protocol_listener_start(const protocol *spoken, protocol_session *session, int input, int output)
{
    protocol_listener *listener = calloc(1, sizeof *listener);
    if (!listener)
        return NULL;
    listener->spoken = spoken;
    listener->session = session;
    listener->input = input;
    listener->output = output;
    listener->last = &listener->first;
    if (pipe(listener->wake)) {
        free(listener);
        return NULL;
    }
    for (int i = 0; i < 2; i++)
        fcntl(listener->wake[i], F_SETFD, FD_CLOEXEC);
    pthread_mutex_init(&listener->mutex, NULL);
    pthread_cond_init(&listener->changed, NULL);
    if (pthread_create(&listener->thread, NULL, listen_thread, listener) == 0)
        return listener;
    close(listener->wake[0]);
    close(listener->wake[1]);
    free(listener);
    return NULL;
}

void protocol_listener_stop(protocol_listener *listener)
{
    if (!listener)
        return;
    pthread_mutex_lock(&listener->mutex);
    listener->closing = true;
    pthread_cond_broadcast(&listener->changed);
    pthread_mutex_unlock(&listener->mutex);
    const ssize_t written = write(listener->wake[1], "", 1);
    (void)written; /* one byte fits into an empty pipe */
    pthread_join(listener->thread, NULL);
    drop_waiting(listener);
    close(listener->wake[0]);
    close(listener->wake[1]);
    pthread_cond_destroy(&listener->changed);
    pthread_mutex_destroy(&listener->mutex);
    free(listener);
}

protocol_line *protocol_listener_next(protocol_listener *listener)
{
    pthread_mutex_lock(&listener->mutex);
    while (!listener->first && !listener->ended)
        pthread_cond_wait(&listener->changed, &listener->mutex);
    protocol_line *line = listener->gone ? NULL : take(listener);
    pthread_mutex_unlock(&listener->mutex);
    return line;
}

/* Commands that came in before the search was under way but are answered beside it; or it would wait for the search's
 * end. */
static void answer_waiting(protocol_listener *listener)
{
    while (listener->first && listener->first->command && listener->first->command->mode == PROTOCOL_AT_ONCE) {
        protocol_line *line = take(listener);
        const char *arguments = line->text;
        protocol_command_find(listener->spoken, line->text, &arguments);
        line->command->run(listener->session, line->text + (arguments - line->text));
        free(line);
    }
}

static const flank_stop *begin_work(protocol_listener *listener, protocol_bound bound, bool searching)
{
    pthread_mutex_lock(&listener->mutex);
    flank_stop_clear(&listener->stop);
    listener->working = true;
    listener->searching = searching;
    listener->bound = bound;
    listener->work_start_s = clock_now_s();
    if (searching)
        answer_waiting(listener);
    stop_if_wanted(listener);
    pthread_mutex_unlock(&listener->mutex);
    return &listener->stop;
}

const flank_stop *protocol_listener_work_begins(protocol_listener *listener, protocol_bound bound)
{
    return begin_work(listener, bound, false);
}

const flank_stop *protocol_listener_search_begins(protocol_listener *listener, protocol_bound bound)
{
    return begin_work(listener, bound, true);
}

void protocol_listener_wait_for_stop(protocol_listener *listener, protocol_bound bound)
{
    pthread_mutex_lock(&listener->mutex);
    while (!wants_stop(listener, bound))
        pthread_cond_wait(&listener->changed, &listener->mutex);
    pthread_mutex_unlock(&listener->mutex);
}

void protocol_listener_work_ended(protocol_listener *listener)
{
    pthread_mutex_lock(&listener->mutex);
    listener->working = listener->searching = false;
    pthread_mutex_unlock(&listener->mutex);
}

bool protocol_listener_wants_stop(protocol_listener *listener, protocol_bound bound)
{
    pthread_mutex_lock(&listener->mutex);
    const bool wanted = wants_stop(listener, bound);
    pthread_mutex_unlock(&listener->mutex);
    return wanted;
}

bool protocol_listener_is_alone(protocol_listener *listener)
{
    pthread_mutex_lock(&listener->mutex);
    const bool alone = listener->gone;
    pthread_mutex_unlock(&listener->mutex);
    return alone;
}

const protocol_command *protocol_listener_stopper(protocol_listener *listener)
{
    const protocol_command *found = NULL;
    pthread_mutex_lock(&listener->mutex);
    for (const protocol_line *line = listener->first; line && !found; line = line->next)
        if (stops(line))
            found = line->command;
    pthread_mutex_unlock(&listener->mutex);
    return found;
}
