/* SPDX-License-Identifier: MIT
 *
 * Reading and writing positions of Turkish draughts; docs/rules/draughts.md shows the styles.
 */
#ifndef FLANK_GAMES_DRAUGHTS_NOTATION_H
#define FLANK_GAMES_DRAUGHTS_NOTATION_H

#include <flank/game.h>

extern const char *const draughts_position_styles[];

flank_status draughts_parse_position(const char *text, flank_position *position, flank_error *error);
void draughts_format_position(const flank_position *position, const char *style, char *out);

/* Read "a2" or a number 1..64 (1 = a8, 64 = h1) at text[*at], step over it, and return the square; FLANK_NO_SQUARE, and
 * `*at` as it was, if there is none. */
unsigned draughts_read_square(const char *text, size_t *at);

/* The number 1..64 of a square, row by row from a8. */
unsigned draughts_square_number(unsigned square);

#endif
