/* SPDX-License-Identifier: MIT
 *
 * Random valid input for the founding systems, for measurements and tests.
 */
#ifndef FLANK_BENCH_CONTEST_GENERATE_H
#define FLANK_BENCH_CONTEST_GENERATE_H

#include "core/random.h"

#include <stdint.h>
#include <stdio.h>

/* Write input with `cases` cases for the system called `name`. The same seed gives the same text. */
void contest_generate(FILE *out, const char *name, uint64_t seed, uint64_t cases);

/* A random board of xtreme10 with 1 to `most` black pieces; about half of them can be won. Squares as in
 * src/contest/xtreme10_ways.h. Returns the black pieces and sets `square` to the white one. */


uint64_t contest_generate_ways(random_state *random, unsigned most, unsigned *square);

#endif
