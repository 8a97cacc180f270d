/* SPDX-License-Identifier: MIT
 *
 * In how many ways one piece of Turkish draughts can capture every opposing piece in one move.
 */
#ifndef FLANK_CONTEST_XTREME10_WAYS_H
#define FLANK_CONTEST_XTREME10_WAYS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum ways_result {
    WAYS_COUNTED,
    WAYS_OVERFLOW, /* the number does not fit 64 bits */
    WAYS_TOO_MANY, /* more than WAYS_STATES_MAX positions would have to be kept */
    WAYS_NO_MEMORY,
} ways_result;

#define WAYS_STATES_MAX ((size_t)1 << 24)

/* The ways to finish from one state; xtreme10_ways.c says what the fields mean. */
typedef struct ways_entry {
    uint64_t pieces, ways;
    uint32_t epoch, place;
} ways_entry;

/* What counting keeps between boards: two tables, of which one is in use; a table that is full is poured into the
 * other. An entry counts only if it is of this epoch, so that neither has to be cleared. */
typedef struct ways_memo {
    ways_entry *tables[2];
    size_t sizes[2];       /* entries that each table has room for */
    size_t capacity, used; /* of the table in use: a power of two, and the states of the last board */
    unsigned current;
    uint32_t epoch;
    uint64_t rays[4][64]; /* the squares from a square to the edge, itself not included */
} ways_memo;

void ways_memo_init(ways_memo *memo);
void ways_memo_free(ways_memo *memo);

/* Count the ways in which the white piece on `square` captures all of `pieces`, which are not empty and not on
 * `square`. Bit 0 is the left square of the top row, bit 63 the right one of the bottom row, White's side. */
ways_result ways_count(ways_memo *memo, unsigned square, uint64_t pieces, uint64_t *ways);

#endif
