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

#define DEPTH_TEXT_SIZE 24
/* "18", or "18@73%" if the search skipped what it was 73 % sure of. */
void depth_format(int depth_plies, int selectivity, char *out);

/* What is shown while an engine thinks: depth, value, time, nodes, rate, line. */
void thinking_add(text_buffer *out, const flank_record *record, const flank_report *report);

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
