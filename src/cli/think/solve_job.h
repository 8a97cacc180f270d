/* SPDX-License-Identifier: MIT
 *
 * Jobs that go through the queue of flank solve.
 */
#ifndef FLANK_CLI_SOLVE_JOB_H
#define FLANK_CLI_SOLVE_JOB_H

#include "core/text_buffer.h"
#include "formats/obf/obf.h"

#include <stdint.h>

/* One line of input and what became of it. */
typedef struct solve_job {
    const char *file;
    text_buffer member; /* the name of the file in it, if it is an archive; else empty */
    size_t line_number; /* in that */
    double fraction;    /* of all input that was read when this line was; 0 if unknown */
    int failure; /* an exit status: `output` is the complaint. Nothing follows, but behind CLI_DATA. Set by whoever
                    adds or works */
    obf_line line;
    const flank_game *game; /* that its position is of, */
    flank_rules rules;      /* and by which it is solved */
    text_buffer output;
    bool solved;           /* proved */
    bool right;            /* solved as the line expects */
    const obf_move *wrong; /* the first of the line's moves that is not worth what it says; NULL: all are */
    uint64_t nodes;
} solve_job;

#endif
