/* SPDX-License-Identifier: MIT
 *
 * A contestant's program: a child process within limits, and the lines that it writes.
 */
#ifndef FLANK_CONTEST_GRADE_PROCESS_H
#define FLANK_CONTEST_GRADE_PROCESS_H

#include "contest/grade/grade.h"
#include "contest/grade/grade_protocol.h"

typedef struct grade_process grade_process;

/* Start the program argv[0], looked up as execvp does. NULL with `error_number` set if it cannot be started. The child
 * has its own process group, standard input from /dev/null, and standard output joined to standard error. */
grade_process *grade_process_start(char *const *argv, const grade_limits *limits, int *error_number);

/* The output of the process. */
typedef enum grade_event_kind {
    GRADE_EVENT_LINE,
    GRADE_EVENT_END,  /* it ended by itself with `status` */
    GRADE_EVENT_RULE, /* a limit or a crash: `breach` */
} grade_event_kind;

typedef struct grade_event {
    grade_event_kind kind;
    char line[GRADE_LINE_SIZE]; /* without its LF, NUL-terminated; a longer one is cut off */
    size_t length;
    int status;
    grade_breach breach;
} grade_event;

/* Wait for the next line, or for the end. Lines written before the end come first. After an event that is not a line
 * the process is gone. */
void grade_process_next(grade_process *process, grade_event *event);

/* Send a text; whether it arrives shows in the next event. */
void grade_process_send(grade_process *process, const char *text);

/* Processor time used so far, in seconds. */
double grade_process_cpu_s(const grade_process *process);

/* End whatever still runs, and free. NULL is fine. */
void grade_process_destroy(grade_process *process);

#endif
