/* SPDX-License-Identifier: MIT
 *
 * A line of a file of positions with known perft counts.
 */
#ifndef FLANK_CLI_PERFT_LINE_H
#define FLANK_CLI_PERFT_LINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { PERFT_COUNTS_MAX = 32 };

/* The parts of a line: the leaves at depth count, count - 1, …, 1. */
typedef struct perft_counts {
    uint64_t leaves[PERFT_COUNTS_MAX];
    size_t count;
} perft_counts;

/* Split "POSITION COUNT …", "POSITION T" (over: no leaves at depth 1) or "POSITION ; COUNT … ; COUNT …", in which tabs
 * are blanks: cut `line` behind the position and read the counts of `group` (1, 2, …). False, with `line` and `counts`
 * unspecified, if there are none. */
bool perft_line_split(char *line, int group, perft_counts *counts);

/* The number of groups of counts that a line has. */
int perft_line_groups(const char *line);

#endif
