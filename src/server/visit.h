/* SPDX-License-Identifier: MIT
 *
 * One WebSocket connection without the WebSocket: messages in, events out, and a thread between them.
 *
 * All functions are called by the one thread that serves the network; what they do takes microseconds. Questions are
 * answered in their order on the visit's own thread, so a connection that thinks, or that asks for something
 * unreasonable, keeps nobody else waiting. For a question that needs it, the thread gets an engine or a reader of the
 * library from the desks, waiting for its turn.
 *
 * Everything has an end: questions that wait (their number and size), events that are not fetched (then nothing more is
 * answered, and nothing more should be read from the connection), the time of a question.
 */
#ifndef FLANK_SERVER_VISIT_H
#define FLANK_SERVER_VISIT_H

#include "core/text_buffer.h"
#include "page/page.h"
#include "server/desks.h"

typedef struct visit visit;

/* What visits share. Pointers must outlive them. */
typedef struct visit_settings {
    page_options page; /* its time_limit_ms bounds every question, of whatever kind */
    desks *shared;
    double turn_s; /* who has searched for so long ends when others wait */
    void (*wake)(void *user); /* called on the visit's thread: an event is there, or the visit is over */
    void *user;
} visit_settings;

/* NULL without memory or a thread. */
visit *visit_create(const visit_settings *settings);

/* One whole message of the connection. What is wrong with it is told as an event. */
void visit_receive(visit *of, const char *text, size_t size);

/* Whether nothing more should be read from the connection for now. */
bool visit_is_choked(visit *of);

/* Whether an event waits, and take the oldest: it replaces what is in `event`. */
bool visit_has_event(visit *of);
bool visit_take_event(visit *of, text_buffer *event);

/* From time to time, some times a second: ends what has run for too long. */
void visit_tick(visit *of);

/* Since when (clock_now_s) nothing was asked, is being answered or waits to be fetched; negative: something is. */
double visit_idle_since_s(visit *of);

/* Nobody listens any more: end soon. Keep ticking until it is over, then destroy it. */
void visit_end(visit *of);
bool visit_is_over(visit *of);
void visit_destroy(visit *of); /* waits for the thread; NULL is fine */

#endif
