/* SPDX-License-Identifier: MIT
 *
 * Hears what the other side says while the engine thinks.
 */
#ifndef FLANK_PROTOCOLS_PROTOCOL_LISTENER_H
#define FLANK_PROTOCOLS_PROTOCOL_LISTENER_H

#include "protocols/protocol.h"

/* The longest line; of a longer one only the beginning is handed on, marked as too long. */
enum { PROTOCOL_LINE_MAX = 1 << 16 };

typedef struct protocol_listener protocol_listener;

/* A line on its way to the session. */
typedef struct protocol_line {
    struct protocol_line *next;
    const protocol_command *command; /* NULL if it is none */
    bool too_long;
    char text[]; /* printable: no control characters, tabs are blanks */
} protocol_line;

/* Listen to `input` from now on; searches end when nobody reads what is written to `output`. NULL for want of memory, a
 * thread or descriptors. */
protocol_listener *protocol_listener_start(const protocol *spoken, protocol_session *session, int input, int output);
void protocol_listener_stop(protocol_listener *listener); /* NULL is fine */

/* Wait for the next line, which is to be freed; NULL at the end of the input. */
protocol_line *protocol_listener_next(protocol_listener *listener);

/* When a search ends by itself. */
typedef enum protocol_bound {
    PROTOCOL_ENDLESS, /* never: it is stopped when nothing more can be heard */
    PROTOCOL_FAR,     /* a depth that may take for ever: then it gets some seconds more */
    PROTOCOL_NEAR,    /* soon enough */
} protocol_bound;

/* A search begins: from now on what is read may raise the stop that is returned; what was read before may have raised
 * it already. */
const flank_stop *protocol_listener_search_begins(protocol_listener *listener, protocol_bound bound);

/* The same for work that is no search (taking memory): the stop is raised as for a search of this kind, but no command
 * is answered beside the work. */
const flank_stop *protocol_listener_work_begins(protocol_listener *listener, protocol_bound bound);

/* The search or the work has ended. */
void protocol_listener_work_ended(protocol_listener *listener);

/* Wait until something is read that stops a search of this kind; while a search runs, so that what is asked beside a
 * search is answered meanwhile. */
void protocol_listener_wait_for_stop(protocol_listener *listener, protocol_bound bound);

/* True if something has been read that stops a search of this kind, at once if it is a far one. */
bool protocol_listener_wants_stop(protocol_listener *listener, protocol_bound bound);

/* True if nobody reads the answers any more. */
bool protocol_listener_is_alone(protocol_listener *listener);

/* The first command among those waiting that stops searches, or NULL. */
const protocol_command *protocol_listener_stopper(protocol_listener *listener);

/* Take the comment off a line. */
void protocol_cut_comment(const protocol *spoken, char *line);

/* The command in a line and, in `*arguments`, what follows it; NULL if there is none. */
const protocol_command *protocol_command_find(const protocol *spoken, const char *line, const char **arguments);

#endif
