/* SPDX-License-Identifier: MIT
 *
 * A contestant as the referee sees it: a source of calls. Two kinds: our own engine in this process, and a program.
 */
#ifndef FLANK_CONTEST_GRADE_CONTESTANT_H
#define FLANK_CONTEST_GRADE_CONTESTANT_H

#include "contest/grade/grade.h"
#include "contest/grade/grade_protocol.h"

typedef struct grade_contestant grade_contestant;

/* Our own, moving by `book` (may be NULL) where that knows the position. NULL without memory. */
grade_contestant *grade_contestant_own(const grade_limits *limits, const flank_book *book);

/* The program of a command line, split into words as sh does. NULL with `status` and `error` (may be NULL) set. */
grade_contestant *grade_contestant_program(const char *command, const grade_limits *limits, grade_status *status,
                                           flank_error *error);

void grade_contestant_destroy(grade_contestant *contestant); /* NULL is fine */

/* Begin a subtask with full limits. */
grade_status grade_contestant_begin(grade_contestant *contestant, flank_error *error);

/* Begin a game: Play(opponent, side) is to be called. */
void grade_contestant_play(grade_contestant *contestant, int opponent, flank_color side);

/* The next call: a move, a receive or a return. false with `breach` filled in if none comes. */
bool grade_contestant_next(grade_contestant *contestant, grade_call *call, grade_breach *breach);

/* Answer a receive. */
void grade_contestant_answer(grade_contestant *contestant, flank_move move);

/* End the subtask. After ten games `breach` says whether the contestant ended well; NULL ends it at once. */
void grade_contestant_end(grade_contestant *contestant, grade_breach *breach);

/* Processor time of the subtask that was last begun, in seconds. */
double grade_contestant_cpu_s(const grade_contestant *contestant);

#endif
