/* SPDX-License-Identifier: MIT
 *
 * A line on standard error, rewritten in place, that shows how far a long command is. Only on a terminal.
 */
#ifndef FLANK_CLI_PROGRESS_H
#define FLANK_CLI_PROGRESS_H

#include <stdbool.h>
#include <stddef.h>

typedef struct progress_line {
    bool enabled;
    bool shown;
    double start_s, last_s;
    size_t done_before;     /* the part done at start_s already, by an earlier run: no rate counts it */
    double fraction_before; /* the same of `fraction` */
} progress_line;

/* Ready to show; disabled if standard error is no terminal or a dumb one. */
progress_line progress_start(void);

/* Show `done` of what (a plural: "positions"), the rate, and, if `fraction` (0..1) is positive, a bar and the time
 * left. Redraws at most ten times a second. */
void progress_show(progress_line *progress, size_t done, const char *what, double fraction);

/* Show a line of text instead. */
void progress_text(progress_line *progress, const char *text);

/* Remove the line, before something else is printed. */
void progress_clear(progress_line *progress);

#endif
