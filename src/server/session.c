/* SPDX-License-Identifier: MIT
 *
 * A session: two queues under one lock, and the thread that turns questions of the one into events of the other.
 */
#include "server/session.h"

#include "core/error.h"
#include "core/clock.h"
#include "core/json_writer.h"
#include "server/background.h"
#include "server/live_handler.h"
#include "server/question_text.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum {
    WAITING_MAX = 32,            /* questions */
    WAITING_BYTES_MAX = 4 << 20, /* of their texts */
    EVENTS_USUAL = 8,            /* with more unfetched, older reports of a question are left out */
    EVENTS_MAX = 64,
    EVENT_BYTES_MAX = 4 << 20, /* with more unfetched, nothing more is answered */
    SHORT_QUESTION = 4 << 10,  /* bytes; a longer one is read by the session's thread */
    LONG_WORK = 256 << 10,     /* bytes of memory: a question that may take more is long work */
};

typedef struct waiting {
    struct waiting *next;
    question_text *question;
} waiting;

typedef struct session_event {
    struct session_event *next;
    const void *about; /* the question that was being answered, or NULL */
    size_t size;
    char json[];
} session_event;

struct session {
    session_settings settings;
    api_client *client;
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    /* Under the lock: */
    waiting *first, **end;
    size_t waiting_count, waiting_bytes;
    session_event *event_first, *event_last;
    size_t event_count, event_bytes;
    question_text *running;
    double deadline_s; /* of the running question; 0: none */
    double idle_since_s;
    size_t sending; /* bytes of the event that was taken last */
    int searching;  /* the place where the running question is searched, or FAIR_SEMAPHORE_NONE */
    bool ending, over;
    /* Of the running question; cleared before the next one begins. */
    flank_stop stop;
    memory_account memory;
    live_visitor visitor; /* of the network's thread */
    size_t kept;          /* bytes of the client between questions; of the thread */
};

/* ---- Events ---- */

/* With many events unfetched, a report takes the place of the one before it. Under the lock. */
static void drop_older_report(session *of, const void *about)
{
    session_event *last = of->event_last;
    if (!about || of->event_count <= EVENTS_USUAL || last->about != about)
        return;
    session_event **link = &of->event_first;
    while (*link != last) {
        of->event_last = *link;
        link = &(*link)->next;
    }
    *link = NULL;
    of->event_count--;
    of->event_bytes -= last->size;
    memory_give(&of->memory, sizeof *last + last->size);
    free(last);
}

static void add_event(session *of, const void *about, const char *json, size_t size)
{
    session_event *event = malloc(sizeof *event + size);
    if (!event)
        return; /* then the connection is silent about it; there is no memory to say so */
    *event = (session_event){.about = about, .size = size};
    memcpy(event->json, json, size);
    drop_older_report(of, about);
    if (of->event_count)
        of->event_last->next = event;
    else
        of->event_first = event;
    of->event_last = event;
    of->event_count++;
    of->event_bytes += size;
    memory_owe(&of->memory, sizeof *event + size);
}

static void send_event(void *user, const char *json, size_t length)
{
    session *of = user;
    pthread_mutex_lock(&of->lock);
    add_event(of, of->running, json, length);
    pthread_mutex_unlock(&of->lock);
    of->settings.wake(of->settings.user);
}

/* An event of a game between people, which other sessions cause as well. On the network's thread. */
static void send_live_event(void *user, const void *about, const char *json, size_t size)
{
    session *of = user;
    pthread_mutex_lock(&of->lock);
    add_event(of, about, json, size);
    pthread_mutex_unlock(&of->lock);
    of->settings.wake(of->settings.user);
}

/* An event of our own. Under the lock. */
static void add_own_event(session *of, const char *id, const char *event, const flank_error *error)
{
    text_buffer out = {NULL};
    json_open_object(&out, NULL);
    json_string(&out, "id", id);
    json_string(&out, "event", event);
    if (error)
        error_add_json(&out, error);
    json_close_object(&out);
    if (!out.failed)
        add_event(of, NULL, out.bytes, out.length);
    text_free(&out);
}

bool session_has_event(session *of)
{
    pthread_mutex_lock(&of->lock);
    const bool has = of->event_count > 0;
    pthread_mutex_unlock(&of->lock);
    return has;
}

static bool is_full(const session *of) { return of->event_count >= EVENTS_MAX || of->event_bytes >= EVENT_BYTES_MAX; }

bool session_is_choked(session *of)
{
    pthread_mutex_lock(&of->lock);
    const bool full = is_full(of);
    pthread_mutex_unlock(&of->lock);
    return full;
}

bool session_take_event(session *of, text_buffer *event)
{
    pthread_mutex_lock(&of->lock);
    session_event *first = of->event_first;
    if (first) {
        of->event_first = first->next;
        of->event_count--;
        of->event_bytes -= first->size;
        pthread_cond_signal(&of->changed);
    }
    memory_give(&of->memory, of->sending);
    of->sending = first ? sizeof *first + first->size : 0;
    pthread_mutex_unlock(&of->lock);
    if (!first)
        return false;
    text_clear(event);
    text_add_bytes(event, first->json, first->size);
    free(first);
    return true;
}

/* ---- Memory ---- */

memory_account *session_account(session *of) { return &of->memory; }

void session_refuse(session *of)
{
    pthread_mutex_lock(&of->lock);
    add_own_event(of, NULL, "error", &(flank_error){.code = FLANK_ERROR_SERVER_NO_MEMORY});
    pthread_mutex_unlock(&of->lock);
}

static size_t bytes_of(const question_text *question) { return sizeof *question + question->size + sizeof(waiting); }

static void drop_question(session *of, question_text *question)
{
    memory_give(&of->memory, bytes_of(question));
    question_free(question);
}

/* The client keeps texts and lines of play; if there is no memory for them it has to bring them again. */
static void count_kept(session *of)
{
    memory_give(&of->memory, of->kept);
    of->kept = api_client_kept(of->client);
    if (memory_take(&of->memory, of->kept))
        return;
    api_client_forget(of->client);
    of->kept = 0;
}

/* ---- Questions ---- */

/* Take the question behind `link` out of the queue. Under the lock. */
static question_text *take_waiting(session *of, waiting **link)
{
    waiting *taken = *link;
    question_text *question = taken->question;
    *link = taken->next;
    if (!*link)
        of->end = link;
    of->waiting_count--;
    of->waiting_bytes -= question->size;
    free(taken);
    return question;
}

static bool is_asked(const question_text *question, const char *id)
{
    const char *own = question_field(question, "id");
    return !id || (own && strcmp(own, id) == 0);
}

static void stop_running(session *of)
{
    flank_stop_raise(&of->stop);
    fair_semaphore_wake(&of->settings.shared->searches, of);
    fair_semaphore_wake(&of->settings.shared->readings, of);
    fair_semaphore_wake(&of->settings.shared->texts, of);
    farm_watcher_wake(of->settings.farm);
}

/* Stop the question `id`, NULL: all of them. One that has been answered meanwhile needs no word about it. */
static void stop(session *of, const char *id)
{
    for (waiting **link = &of->first; *link;) {
        if (!is_asked((*link)->question, id)) {
            link = &(*link)->next;
            continue;
        }
        question_text *question = take_waiting(of, link);
        add_own_event(of, question_field(question, "id"), "error", &(flank_error){.code = FLANK_ERROR_SERVER_STOPPED});
        drop_question(of, question);
    }
    if (of->running && is_asked(of->running, id))
        stop_running(of);
}

static void put_waiting(session *of, question_text *question)
{
    const bool too_many = of->waiting_count >= WAITING_MAX || of->waiting_bytes >= WAITING_BYTES_MAX;
    const bool fits = !too_many && memory_take(&of->memory, bytes_of(question));
    waiting *place = fits ? malloc(sizeof *place) : NULL;
    if (!place) {
        const flank_error why = {.code = too_many ? FLANK_ERROR_SERVER_BUSY : FLANK_ERROR_SERVER_NO_MEMORY};
        add_own_event(of, question_field(question, "id"), "error", &why);
        if (fits)
            memory_give(&of->memory, bytes_of(question));
        question_free(question);
        return;
    }
    *place = (waiting){.question = question};
    *of->end = place;
    of->end = &place->next;
    of->waiting_count++;
    of->waiting_bytes += question->size;
    pthread_cond_signal(&of->changed);
}

/* A text that is no question, with the id that it has if one can be read. Under the lock. */
static void refuse_text(session *of, const char *text, size_t size, const flank_error *error)
{
    question_text *question = question_peek(text, size);
    add_own_event(of, question ? question_field(question, "id") : NULL, "error", error);
    question_free(question);
}

void session_receive(session *of, const char *text, size_t size)
{
    flank_error error = {0};
    question_text *question =
        size > SHORT_QUESTION ? question_skim(text, size, &error) : question_parse(text, size, &error);
    const char *ask = question ? question_field(question, "ask") : NULL;
    const bool stops = ask && strcmp(ask, "stop") == 0, live = live_handler_takes(ask);
    if (stops)
        live_visitor_stop(&of->visitor, question_field(question, "id"), clock_now_s());
    if (live)
        live_handler_answer(of->settings.live, &of->visitor, question, clock_now_s());
    pthread_mutex_lock(&of->lock);
    if (!question)
        refuse_text(of, text, size, &error);
    else if (stops)
        stop(of, question_field(question, "id"));
    else if (!live)
        put_waiting(of, question);
    pthread_mutex_unlock(&of->lock);
    if (stops || live)
        question_free(question);
}

void session_tick(session *of)
{
    pthread_mutex_lock(&of->lock);
    const bool late = of->running && of->deadline_s > 0 && clock_now_s() > of->deadline_s;
    const bool wanted = of->running && of->searching != FAIR_SEMAPHORE_NONE &&
                        fair_semaphore_is_wanted(&of->settings.shared->searches, of->searching, of->settings.turn_s);
    if (late || wanted)
        stop_running(of);
    pthread_mutex_unlock(&of->lock);
}

double session_idle_since_s(session *of)
{
    pthread_mutex_lock(&of->lock);
    const bool busy = of->running || of->first || of->event_count || of->visitor.follows;
    const double since_s = busy ? -1 : of->idle_since_s;
    pthread_mutex_unlock(&of->lock);
    return since_s;
}

/* ---- The thread ---- */

static void add_and_wake(session *of, const char *event, const flank_error *error)
{
    pthread_mutex_lock(&of->lock);
    add_own_event(of, question_field(of->running, "id"), event, error);
    pthread_mutex_unlock(&of->lock);
    of->settings.wake(of->settings.user);
}

/* Wait for a place; FAIR_SEMAPHORE_NONE: stopped meanwhile, which is told. */
static turn wait_for(session *of, fair_semaphore *at)
{
    const turn taken = fair_semaphore_enter(at, of, &of->stop);
    if (taken.place == FAIR_SEMAPHORE_NONE)
        add_and_wake(of, "error", &(flank_error){.code = FLANK_ERROR_SERVER_STOPPED});
    return taken;
}

/* The same, and that it waits is told. */
static turn enter(session *of, fair_semaphore *at)
{
    const turn taken = fair_semaphore_try(at, of);
    if (taken.place != FAIR_SEMAPHORE_NONE)
        return taken;
    add_and_wake(of, "waiting", NULL);
    return wait_for(of, at);
}

/* The time of the question begins: it has waited for its turn. */
static void start_clock(session *of)
{
    const int64_t limit_ms = of->settings.api.time_limit_ms;
    pthread_mutex_lock(&of->lock);
    of->deadline_s = limit_ms ? clock_now_s() + (double)limit_ms / 1000 : 0;
    pthread_mutex_unlock(&of->lock);
}

/* The engine of a place is the session's, or nobody's: FAIR_SEMAPHORE_NONE. */
static void take_engine(session *of, int place)
{
    pthread_mutex_lock(&of->lock);
    of->searching = place;
    api_client_lend(of->client, place == FAIR_SEMAPHORE_NONE ? NULL : of->settings.shared->engines[place]);
    pthread_mutex_unlock(&of->lock);
}

/* A question while it is answered. */
typedef struct answering {
    session *of;
    question_text *question;
    library_handler *reader; /* of a question to the library */
    question_text *whole;    /* of one whose text has been read */
    flank_error error;
} answering;

static void handle(void *argument)
{
    const answering *now = argument;
    session *of = now->of;
    if (farm_watcher_takes(question_field(now->question, "ask")))
        farm_watcher_answer(of->settings.farm, of->client, &now->question->question, &of->stop, send_event, of);
    else if (now->reader)
        library_handler_answer(now->reader, of->client, &now->question->question, &of->stop, send_event, of);
    else
        api_handle(of->client, &now->question->question, &of->stop, send_event, of);
}

/* With the memory that it takes. */
static void work(answering *now, size_t bytes)
{
    session *of = now->of;
    if (!memory_take(&of->memory, bytes)) {
        add_and_wake(of, "error", &(flank_error){.code = FLANK_ERROR_SERVER_NO_MEMORY});
        return;
    }
    start_clock(of);
    if (bytes > LONG_WORK || now->reader || of->searching != FAIR_SEMAPHORE_NONE)
        background_run(handle, now);
    else
        handle(now);
    memory_give(&of->memory, bytes);
}

static void answer_by_search(answering *now, size_t bytes)
{
    session *of = now->of;
    pool *shared = of->settings.shared;
    const turn taken = enter(of, &shared->searches);
    if (taken.place == FAIR_SEMAPHORE_NONE)
        return;
    if (!taken.again)
        flank_engine_clear(shared->engines[taken.place]);
    take_engine(of, taken.place);
    work(now, bytes);
    take_engine(of, FAIR_SEMAPHORE_NONE);
    fair_semaphore_leave(&shared->searches, taken.place);
}

static void answer_from_library(answering *now, size_t bytes)
{
    pool *shared = now->of->settings.shared;
    const turn taken = enter(now->of, &shared->readings);
    if (taken.place == FAIR_SEMAPHORE_NONE)
        return;
    now->reader = &shared->readers[taken.place];
    work(now, bytes);
    fair_semaphore_leave(&shared->readings, taken.place);
}

static void answer_at_length(answering *now, size_t bytes)
{
    fair_semaphore *texts = &now->of->settings.shared->texts;
    const turn taken = wait_for(now->of, texts);
    if (taken.place == FAIR_SEMAPHORE_NONE)
        return;
    work(now, bytes);
    fair_semaphore_leave(texts, taken.place);
}

static void parse(void *argument)
{
    answering *now = argument;
    now->whole = question_parse(now->question->json, now->question->size, &now->error);
}

/* Read the rest of a question. False if it is none, which is told, or stopped. */
static bool read_rest(answering *now)
{
    session *of = now->of;
    fair_semaphore *texts = &of->settings.shared->texts;
    const turn taken = wait_for(of, texts);
    if (taken.place == FAIR_SEMAPHORE_NONE)
        return false;
    background_run(parse, now);
    fair_semaphore_leave(texts, taken.place);
    if (!now->whole) {
        add_and_wake(of, "error", &now->error);
        return false;
    }
    pthread_mutex_lock(&of->lock); /* `stop` looks at its id */
    question_complete(now->question, now->whole);
    pthread_mutex_unlock(&of->lock);
    return true;
}

static void answer(session *of, question_text *question)
{
    answering now = {.of = of, .question = question};
    if (question->json && !read_rest(&now))
        return;
    const char *ask = question_field(question, "ask");
    const size_t bytes = api_question_memory(of->client, &question->question);
    if (farm_watcher_takes(ask))
        work(&now, bytes + farm_watcher_memory(of->settings.farm));
    else if (library_handler_takes(ask))
        answer_from_library(&now, bytes);
    else if (api_thinks(ask))
        answer_by_search(&now, bytes);
    else if (bytes > LONG_WORK)
        answer_at_length(&now, bytes);
    else
        work(&now, bytes);
    count_kept(of);
}

/* The next question, waiting for it; NULL: the session ends. Under the lock. */
static question_text *next_question(session *of)
{
    while (!of->ending && (!of->first || is_full(of)))
        pthread_cond_wait(&of->changed, &of->lock);
    if (of->ending)
        return NULL;
    flank_stop_clear(&of->stop);
    of->deadline_s = 0;
    of->running = take_waiting(of, &of->first);
    return of->running;
}

/* Under the lock. The last event is the answer: what comes at the same address later must not replace it. */
static void finish(session *of, question_text *question)
{
    if (of->event_count && of->event_last->about == question)
        of->event_last->about = NULL;
    of->running = NULL;
    of->idle_since_s = clock_now_s();
    drop_question(of, question);
}

static void *answer_all(void *argument)
{
    session *of = argument;
    question_text *question;
    pthread_mutex_lock(&of->lock);
    while ((question = next_question(of))) {
        pthread_mutex_unlock(&of->lock);
        answer(of, question);
        pthread_mutex_lock(&of->lock);
        finish(of, question);
    }
    of->over = true;
    pthread_mutex_unlock(&of->lock);
    of->settings.wake(of->settings.user);
    return NULL;
}

/* ---- Its life ---- */

session *session_create(const session_settings *settings)
{
    session *of = calloc(1, sizeof *of);
    if (!of)
        return NULL;
    of->settings = *settings;
    of->memory.of = settings->memory;
    of->visitor = (live_visitor){.tell = send_live_event, .user = of, .unguessing_s = clock_now_s()};
    of->searching = FAIR_SEMAPHORE_NONE;
    of->idle_since_s = clock_now_s();
    of->end = &of->first;
    of->client = api_client_create(&settings->api);
    pthread_mutex_init(&of->lock, NULL);
    pthread_cond_init(&of->changed, NULL);
    if (of->client && pthread_create(&of->thread, NULL, answer_all, of) == 0)
        return of;
    api_client_destroy(of->client);
    pthread_cond_destroy(&of->changed);
    pthread_mutex_destroy(&of->lock);
    free(of);
    return NULL;
}

void session_end(session *of)
{
    live_visitor_gone(&of->visitor, clock_now_s());
    pthread_mutex_lock(&of->lock);
    of->ending = true;
    if (of->running)
        stop_running(of);
    pthread_cond_signal(&of->changed);
    pthread_mutex_unlock(&of->lock);
}

bool session_is_over(session *of)
{
    pthread_mutex_lock(&of->lock);
    const bool over = of->over;
    pthread_mutex_unlock(&of->lock);
    return over;
}

void session_destroy(session *of)
{
    if (!of)
        return;
    pthread_join(of->thread, NULL);
    while (of->first)
        drop_question(of, take_waiting(of, &of->first));
    for (session_event *event = of->event_first, *next; event; event = next) {
        next = event->next;
        free(event);
    }
    memory_give(&of->memory, of->memory.used);
    fair_semaphore_forget(&of->settings.shared->searches, of);
    api_client_destroy(of->client);
    pthread_cond_destroy(&of->changed);
    pthread_mutex_destroy(&of->lock);
    free(of);
}
