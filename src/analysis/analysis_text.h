/* SPDX-License-Identifier: MIT
 *
 * An analysis in words and in JSON, for whoever shows it: the command, the web server.
 */
#ifndef FLANK_ANALYSIS_ANALYSIS_TEXT_H
#define FLANK_ANALYSIS_ANALYSIS_TEXT_H

#include "analysis/lost.h"
#include "core/json_writer.h"

#include <flank/analysis.h>

/* Add the members that describe the game and its analysis to an open object; docs/users/analysis.md names them. `sheet`
 * (may be NULL) has players and the like, and what its file thought of the moves. */
void analysis_add_json(text_buffer *out, const flank_analysis *analysis, const flank_sheet *sheet);

/* The first `most` moves of a line of position `index`, with blanks between them. */
void analysis_add_moves(text_buffer *out, const flank_analysis *analysis, size_t index, const flank_line *line,
                        int most);

#define ANALYSIS_VALUE_SIZE 24
/* A value for people: "+18" where it is proved, "+1.2", "win in 5", "draw". `sign` -1 turns it to the other side. */
void analysis_value_text(const flank_game *game, const flank_line *line, int sign, char *out);

/* A loss for people: "4", "2.5", "12.3 %", "1.97". `exact`: whole discs. */
void analysis_loss_text(const flank_game *game, int64_t loss, bool exact, char *out);

/* The change at a turning point: "from a winning position (+6) to an even one (0)". */
void analysis_add_turn(text_buffer *out, const flank_analysis *analysis, size_t index);

/* What the move of position `index` lost (lost_by_move), and the first `most` moves of the line that refutes it: "loses
 * a win in 5, now a draw: e1-e2", "loses a king and 2 men: d6-d5 e4xe6", "loses the initiative", "refuted by d6-d5";
 * nothing where there is neither. */
void analysis_add_refutation(text_buffer *out, const flank_analysis *analysis, size_t index, const lost_things *lost,
                             int most);

/* The node of the first move that was played; NULL without one, without a sheet, and for a position, whose moves are
 * candidates. */
const flank_node *analysis_first_move(const flank_sheet *sheet);

/* The player of `color` ("black" if the sheet does not know). */
const char *analysis_player(const flank_analysis *analysis, const flank_sheet *sheet, flank_color color);

#endif
