/* SPDX-License-Identifier: MIT
 *
 * Reading and writing positions and moves of Lines of Action; docs/rules/loa.md lists the styles.
 */
#ifndef FLANK_GAMES_LOA_NOTATION_H
#define FLANK_GAMES_LOA_NOTATION_H

#include <flank/game.h>

extern const char *const loa_position_styles[];
extern const char *const loa_move_styles[];

flank_status loa_parse_position(const char *text, flank_position *position, flank_error *error);
void loa_format_position(const flank_position *position, const char *style, char *out);
flank_status loa_parse_move(const flank_rules *rules, const flank_position *position, const char *text,
                            flank_move *move, flank_error *error);
void loa_format_move(const flank_rules *rules, const flank_position *position, flank_move move, const char *style,
                     char *out);

#endif
