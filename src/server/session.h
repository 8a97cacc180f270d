/* SPDX-License-Identifier: MIT
 *
 * One WebSocket connection without the WebSocket: messages in, events out, and a thread between them.
 *
 * All functions are called by the one thread that serves the network; what they do takes microseconds. Questions are
 * answered in their order on the session's own thread, so a connection that thinks, or that asks for something
 * unreasonable, keeps nobody else waiting. For a question that needs it, the thread gets an engine or a reader of the
 * library from the pool, waiting for its turn. Questions about games between people take no time and are answered at
 * once, by the thread that serves the network.
 *
 * Everything has an end: questions that wait (their number and size), events that are not fetched (then nothing more is
 * answered, and nothing more should be read from the connection), the time of a question.
 */
#ifndef FLANK_SERVER_SESSION_H
#define FLANK_SERVER_SESSION_H

#include "core/text_buffer.h"
#include "api/api.h"
#include "server/farm_watcher.h"
#include "server/live_rooms.h"
#include "server/memory_budget.h"
#include "server/pool.h"

typedef struct session session;

/* The settings that sessions share. Pointers must outlive them. */
typedef struct session_settings {
    api_options api; /* its time_limit_ms bounds every question, of whatever kind */
    pool *shared;
    memory_budget *memory;
    farm_watcher *farm;       /* NULL: no store is watched */
    live_rooms *live;         /* NULL: nobody plays here */
    double turn_s;            /* a search ends after so long when others wait */
    void (*wake)(void *user); /* called on the session's thread: an event is there, or the session is over */
    void *user;
} session_settings;

/* NULL without memory or a thread. */
session *session_create(const session_settings *settings);

/* One whole message of the connection. A fault in it is told as an event. */
void session_receive(session *of, const char *text, size_t size);

/* The memory of the connection, for a message that comes in pieces. session_refuse tells that there is too little. */
memory_account *session_account(session *of);
void session_refuse(session *of);

/* True if nothing more should be read from the connection for now. */
bool session_is_choked(session *of);

/* True if an event waits, and take the oldest: it replaces what is in `event`. It counts as memory of the connection
 * until the next call, which says that it has been sent. */
bool session_has_event(session *of);
bool session_take_event(session *of, text_buffer *event);

/* From time to time, some times a second: ends what has run for too long. */
void session_tick(session *of);

/* Since when (clock_now_s) nothing was asked, is being answered or waits to be fetched; negative: something is, or the
 * session follows a game between people. */
double session_idle_since_s(session *of);

/* Nobody listens any more: end soon. Keep ticking until it is over, then destroy it. */
void session_end(session *of);
bool session_is_over(session *of);
void session_destroy(session *of); /* waits for the thread; NULL is fine */

#endif
