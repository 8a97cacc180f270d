/* SPDX-License-Identifier: MIT
 *
 * The contest problems as filters: find one by name, run it from one file descriptor to another.
 *
 * Each reads its whole input as a stream and writes as it goes, in constant memory. The caller must ignore SIGPIPE if a
 * closed pipe is to come back as CONTEST_CANNOT_WRITE. Nothing here prints to people or exits.
 */
#ifndef FLANK_CONTEST_H
#define FLANK_CONTEST_H

#include <flank/status.h>

#include <stddef.h>
#include <stdint.h>

typedef struct contest_problem contest_problem;

/* The problems in a fixed order, NULL past the last one. */
const contest_problem *contest_problem_at(size_t index);

/* The problem called `name` ("uva220", "uva395", "tothello", "xtreme10"), or NULL. */
const contest_problem *contest_problem_find(const char *name);

const char *contest_problem_name(const contest_problem *problem);
const char *contest_problem_summary(const contest_problem *problem); /* a line for a help text, no full stop */

typedef enum contest_result {
    CONTEST_OK = 0,
    CONTEST_BAD_DATA,     /* the input breaks the problem's rules: `line` and `reason` say where and how */
    CONTEST_CANNOT_READ,  /* `error` and `reason` say why */
    CONTEST_CANNOT_WRITE, /* `error` and `reason` say why; what was written is a beginning of the right output */
    CONTEST_NO_MEMORY,    /* `reason` says what for */
} contest_result;

/* The first thing that went wrong. */
typedef struct contest_failure {
    contest_result result;
    uint64_t line;      /* CONTEST_BAD_DATA: 1 for the first line of the input; else 0 */
    int error;          /* CONTEST_CANNOT_READ, CONTEST_CANNOT_WRITE: the errno, EPIPE for a closed pipe; else 0 */
    flank_error reason; /* the fault and what was expected, or the text of `error` */
} contest_failure;

/* Filter `in_fd` to `out_fd`. Output for everything before a failure is written, also when the input is broken later or
 * cannot be read further. Whatever is ready is written before waiting for more input, so a program may hold a dialogue
 * with the filter through two pipes. Neither descriptor is closed. */
contest_result contest_run(const contest_problem *problem, int in_fd, int out_fd, contest_failure *failure);

#endif
