/* SPDX-License-Identifier: MIT
 *
 * In how many ways one piece of Turkish draughts can capture every opposing piece in one move.
 */
#ifndef FLANK_CONTEST_XTREME10_WAYS_H
#define FLANK_CONTEST_XTREME10_WAYS_H

#include "contest/xtreme10_memo.h"

typedef enum ways_result {
    WAYS_COUNTED,
    WAYS_OVERFLOW, /* there are more than limits.ways */
    WAYS_TOO_LONG, /* counting takes more than limits.leaps */
    WAYS_NO_MEMORY,
} ways_result;

/* The bounds of counting one board. */
typedef struct ways_limits {
    uint64_t ways;
    uint64_t leaps; /* steps of the calculation; what is known already and the ends of the sequences do not count */
    uint64_t unkept_leaps; /* so many before states are kept */
    size_t states;         /* kept in memory, about 60 bytes each; more are counted again whenever they are met */
} ways_limits;

/* All that fit 64 bits, about half a minute, 250 MB. The worst boards that hill climbing for the most leaps has found:
 *
 *     black pieces    16      18       20       22       24       26       28       31       33       34       37
 *     leaps        46,000  172,000  538,000  1.4 mln  3.3 mln  6.2 mln  7.7 mln  9.3 mln  406,000  111,000    668
 *
 * (3 s for 31 pieces): with more the board is too crowded to move. These boards have 3 million ways at most, and those
 * climbed to for the most ways 231,000 with 16 pieces: none is known that comes near a limit. */
#define WAYS_LIMITS ((ways_limits){UINT64_MAX, UINT64_C(1) << 26, 16000, (size_t)1 << 22})

/* Memory that counting keeps between boards. */
typedef struct ways_counter {
    ways_limits limits;
    memo memo;
    ways_result result;      /* of this board; as soon as it is not WAYS_COUNTED, numbers mean nothing */
    uint64_t leaps;          /* on this board */
    uint8_t last[4][64][64]; /* by direction, first landing square, last piece: the ways to finish */
} ways_counter;

void ways_counter_init(ways_counter *counter, ways_limits limits);
void ways_counter_free(ways_counter *counter);

/* Count the ways in which the white piece on `square` captures all of `pieces`, which are not empty and not on
 * `square`. Bit 0 is the left square of the top row, bit 63 the right one of the bottom row, White's side. `ways` is
 * set if the answer is WAYS_COUNTED. */
ways_result ways_count(ways_counter *counter, unsigned square, uint64_t pieces, uint64_t *ways);

#endif
