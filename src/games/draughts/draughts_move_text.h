/* SPDX-License-Identifier: MIT
 *
 * Reading and writing moves of Turkish draughts; docs/rules/draughts.md shows the styles.
 */
#ifndef FLANK_GAMES_DRAUGHTS_MOVE_TEXT_H
#define FLANK_GAMES_DRAUGHTS_MOVE_TEXT_H

#include <flank/game.h>

extern const char *const draughts_move_styles[];

flank_status draughts_parse_move(const flank_rules *rules, const flank_position *position, const char *text,
                                 flank_move *move, flank_error *error);
void draughts_format_move(const flank_rules *rules, const flank_position *position, flank_move move, const char *style,
                          char *out);

#endif
