/* SPDX-License-Identifier: MIT
 *
 * The engine's report as JSON: one text for the command, the server and the page.
 */
#ifndef FLANK_ENGINE_REPORT_JSON_H
#define FLANK_ENGINE_REPORT_JSON_H

#include "core/json_writer.h"

#include <flank/engine.h>

/* The moves of a line as played from the record's cursor, separated by blanks; at most `most` of them (0: all). */
void line_add_moves(text_buffer *out, const flank_record *record, const flank_line *line, int most);

/* The moves as a JSON array of strings. */
void line_add_json_moves(text_buffer *out, const char *key, const flank_record *record, const flank_line *line);

/* "score": a whole number if it is one, else with two decimals; "exact"; and "win_in" or "loss_in" where it is known.
 */
void line_add_json_score(text_buffer *out, const flank_game *game, const flank_line *line);

/* "game", "position" and "empties" of the record's cursor. */
void position_add_json(text_buffer *out, const flank_record *record);

/* "move" … "time_s" of the best line, and "moves" if `all_moves`. */
void report_add_json(text_buffer *out, const flank_record *record, const flank_report *report, bool all_moves);

/* The signs of a report of win, loss or draw: scores of -100, 0, +100, and "exact", which promises the number of discs,
 * only of a draw. The lines are copied to `lines`, which has room for them, and `report` then shows those. */
void report_take_signs(flank_report *report, flank_line *lines);

const char *score_sign_word(int score); /* "win", "loss", "draw" */

#endif
