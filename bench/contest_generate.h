/* SPDX-License-Identifier: MIT
 *
 * Random valid input for the contest problems, for measurements and tests.
 */
#ifndef FLANK_BENCH_CONTEST_GENERATE_H
#define FLANK_BENCH_CONTEST_GENERATE_H

#include "core/random.h"

#include <stdint.h>
#include <stdio.h>

/* Write input with `cases` cases for the problem called `kind`. For "xtreme10" the boards are drawn at random; for
 * "xtreme10-won" they are made by playing captures backwards, so that about half can be won; for "xtreme10-hard" they
 * are the boards of contest_hard_boards in turn. The same seed gives the same text. */
void contest_generate(FILE *out, const char *kind, uint64_t seed, uint64_t cases);

/* A board of xtreme10; squares as in src/contest/xtreme10_ways.h. */
typedef struct contest_ways_board {
    unsigned square;
    uint64_t pieces;
} contest_ways_board;

/* 1 to `most` pieces drawn at random, or put there by playing backwards. */
contest_ways_board contest_draw_board(random_state *random, unsigned most);
contest_ways_board contest_won_board(random_state *random, unsigned most);

/* Boards of 16 pieces with the most ways, and with the most states, that a search for bad boards has found. */
enum { CONTEST_HARD_BOARDS = 3 };
extern const char *const contest_hard_boards[CONTEST_HARD_BOARDS];
contest_ways_board contest_hard_board(unsigned index);

#endif
