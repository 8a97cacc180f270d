/* SPDX-License-Identifier: MIT
 *
 * The contest problems as a contestant would hand them in, to measure and to check the filters against: a board of
 * characters, loops over squares and directions, one fscanf or fprintf a token. Right for input that the problems
 * allow; not meant for any other.
 */
#ifndef FLANK_BENCH_CONTEST_REFERENCE_H
#define FLANK_BENCH_CONTEST_REFERENCE_H

#include <stdint.h>
#include <stdio.h>

void reference_uva220(FILE *in, FILE *out);
void reference_uva395(FILE *in, FILE *out);
void reference_tothello(FILE *in, FILE *out);
void reference_xtreme10(FILE *in, FILE *out);

/* Plain search: the ways in which the white piece on `square` captures all of `pieces` (squares as in
 * src/contest/xtreme10_ways.h). */
uint64_t reference_ways(unsigned square, uint64_t pieces);

#endif
