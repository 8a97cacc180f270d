/* SPDX-License-Identifier: MIT
 *
 * A reviewed game as flank analyze prints it for people.
 */
#ifndef FLANK_CLI_ANALYZE_TEXT_H
#define FLANK_CLI_ANALYZE_TEXT_H

#include "core/text_buffer.h"

#include <flank/analysis.h>

/* The heading, a table of the moves, the sums of both sides and the turning points: lines of at most 80 columns where
 * the names allow. The place of the game is `where` ("x.sgf:12"). */
void analyze_text_add(text_buffer *out, const char *where, const flank_analysis *analysis, const flank_sheet *sheet);

#endif
