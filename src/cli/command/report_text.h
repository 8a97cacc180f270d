/* SPDX-License-Identifier: MIT
 *
 * The engine's report, in words; engine/report_json.h has the JSON.
 */
#ifndef FLANK_CLI_REPORT_TEXT_H
#define FLANK_CLI_REPORT_TEXT_H

#include "engine/report_json.h"

#include <flank/flank.h>

#define SCORE_TEXT_SIZE 32
/* A score for people: "+18" (exact, discs), "+1.25", "win in 5", "draw". */
void score_format(const flank_game *game, const flank_line *line, char *out);

#define DEPTH_TEXT_SIZE 24
/* "18", or "18@73%" if the search skipped what it was 73 % sure of. */
void depth_format(int depth_plies, int selectivity, char *out);

/* The text shown while an engine thinks: depth, value, time, nodes, rate, line. */
void thinking_add(text_buffer *out, const flank_record *record, const flank_report *report);

#endif
