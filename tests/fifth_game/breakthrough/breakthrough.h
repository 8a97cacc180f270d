/* SPDX-License-Identifier: MIT
 *
 * Breakthrough as a game table: the board, which both files need, and the notation.
 */
#ifndef FLANK_GAMES_BREAKTHROUGH_H
#define FLANK_GAMES_BREAKTHROUGH_H

#include "core/bits.h"
#include "games/game_table.h"

extern const flank_game breakthrough_game;

/* The squares one row forward of `men`, in a straight line and on both sides. White goes up, towards row 8. */
static inline uint64_t breakthrough_forward(uint64_t men, flank_color color)
{
    return color == FLANK_WHITE ? men << 8 : men >> 8;
}

static inline uint64_t breakthrough_aside(uint64_t men, flank_color color)
{
    const uint64_t row = breakthrough_forward(men, color);
    return (row & ~BITS_FILE_A) >> 1 | (row & ~BITS_FILE_H) << 1;
}

/* breakthrough_notation.c */
extern const char *const breakthrough_position_styles[], *const breakthrough_move_styles[];
flank_status breakthrough_parse_position(const char *text, flank_position *position, flank_error *error);
void breakthrough_format_position(const flank_position *position, const char *style, char *out);
flank_status breakthrough_parse_move(const flank_rules *rules, const flank_position *position, const char *text,
                                     flank_move *move, flank_error *error);
void breakthrough_format_move(const flank_rules *rules, const flank_position *position, flank_move move,
                              const char *style, char *out);

#endif
