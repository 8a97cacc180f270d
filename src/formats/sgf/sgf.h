/* SPDX-License-Identifier: MIT
 *
 * SGF's two halves, for the format's table.
 */
#ifndef FLANK_FORMATS_SGF_H
#define FLANK_FORMATS_SGF_H

#include "formats/sgf/sgf_text.h"

int sgf_detect(const char *bytes, size_t size, bool whole);
/* The reader's memory between games. */
typedef struct sgf_state {
    sgf_fault cut;       /* of the game before, which was read as far as it goes; to be told */
    sgf_between between; /* before that game; to be told */
    bool begun;          /* games were found: text before the first is allowed, and told as a remark */
} sgf_state;

flank_status sgf_read(flank_reader *reader, flank_sheet **sheet, flank_error *error);

#endif
