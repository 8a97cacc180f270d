/* SPDX-License-Identifier: MIT
 *
 * An engine's program as a child process: lines to it, lines from it, every wait with an end.
 */
#ifndef FLANK_MATCH_CHILD_H
#define FLANK_MATCH_CHILD_H

#include <flank/stop.h>

#include <stdbool.h>
#include <stddef.h>

typedef struct match_child match_child;

/* Start argv[0], looked up as execvp does, in a process group of its own. Its standard error goes to /dev/null, or with
 * `show_errors` to ours. Waiting ends early when `stop` is raised. NULL with `*error_number` set if it cannot
 * be started. To be destroyed by the same thread: the child is killed when that thread ends without doing so. */
match_child *match_child_start(char *const *argv, bool show_errors, const flank_stop *stop, int *error_number);

/* Send a text; whether it arrives shows in the next line. */
void match_child_send(match_child *child, const char *text);

typedef enum match_line {
    MATCH_LINE,         /* a line */
    MATCH_LINE_ENDED,   /* the child has ended, or closed its output: no line will come any more */
    MATCH_LINE_LATE,    /* none came in time */
    MATCH_LINE_STOPPED, /* the match is being stopped */
} match_line;

enum { MATCH_LINE_MAX = 1 << 16 }; /* the rest of a longer line is cut off */

/* The next line without its end, control characters left out, valid until the next call. `until_s` is on the clock of
 * core/clock.h. */
match_line match_child_line(match_child *child, double until_s, const char **line);

/* A few words about how it ended, after MATCH_LINE_ENDED: "it ended with status 3". */
void match_child_describe_end(match_child *child, char *out, size_t size);

/* Say `farewell` (may be NULL: it is not worth waiting for), wait a moment for it to end by itself, then end it and all
 * its group. NULL is fine. */
void match_child_destroy(match_child *child, const char *farewell);

#endif
