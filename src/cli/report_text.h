/* SPDX-License-Identifier: MIT
 *
 * What the engine reports, in words and in JSON.
 */
#ifndef FLANK_CLI_REPORT_TEXT_H
#define FLANK_CLI_REPORT_TEXT_H

#include "cli/json_writer.h"

#include <flank/flank.h>

#define SCORE_TEXT_SIZE 32
/* A score for people: "+18" (exact, discs), "+1.25", "win in 5", "draw". */
void score_format(const flank_game *game, const flank_line *line, char *out);

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

#endif
