/* SPDX-License-Identifier: MIT
 *
 * The protocol between the referee and a contestant's program: short lines of text, one call or answer each.
 *
 *   contestant -> referee                      referee -> contestant
 *   flank-grade 1    ready, protocol 1         play T S   call Play(T, S), T 1..4, S 0 black, 1 white
 *   move R C         MakeMove({R, C})          move R C   what ReceiveMove returns
 *   receive          ReceiveMove()             end        all games are over: exit with status 0
 *   return           Play has returned
 *   memory           operator new has failed
 *
 * Numbers are decimal ints, -1 -1 a pass. A line is exactly this, single spaces, ended by LF: whatever else arrives is
 * garbage, and a breach. MakeMove has no answer; a breach ends the program instead.
 */
#ifndef FLANK_CONTEST_GRADE_PROTOCOL_H
#define FLANK_CONTEST_GRADE_PROTOCOL_H

#include <stdbool.h>
#include <stddef.h>

#define GRADE_LINE_SIZE 64 /* enough for any line of the protocol, with its LF and a NUL */

typedef enum grade_call_kind {
    GRADE_CALL_READY,
    GRADE_CALL_MOVE,
    GRADE_CALL_RECEIVE,
    GRADE_CALL_RETURN,
    GRADE_CALL_MEMORY,
} grade_call_kind;

typedef struct grade_call {
    grade_call_kind kind;
    int row, column; /* of a move; else 0 */
} grade_call;

/* Read a line, without its LF. false, and `call` untouched, if it is not one of the protocol. */
bool grade_call_parse(const char *line, size_t length, grade_call *call);

/* Write a call as a line with its LF to `out` of GRADE_LINE_SIZE bytes; returns the length. */
size_t grade_call_format(grade_call call, char *out);

#endif
