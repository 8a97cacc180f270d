/* SPDX-License-Identifier: MIT
 *
 * Lines of moves, as transcript.c reads them, for formats that have such lines within.
 */
#ifndef FLANK_FORMATS_MOVES_LINE_H
#define FLANK_FORMATS_MOVES_LINE_H

#include <flank/sheet.h>
#include <flank/stop.h>

/* Add the moves of a line, which plain_moves has been over, after `*node`, and a result behind them to the sheet; `*at`
 * is how far it got. FLANK_STOPPED once `stop` (NULL: nothing) is raised. */
flank_status moves_line_add(flank_sheet *sheet, const flank_node **node, const char *line, const flank_stop *stop,
                            size_t *at, flank_error *error);

/* Take a word, perhaps in brackets, as the result of the game; false if it is none. */
bool moves_line_result(flank_sheet *sheet, const char *word, size_t length);

/* The same of a text as it stands before the moves, in a heading or a tag: "33 - 31", "(33:31)", "B+12". */
bool moves_line_score(flank_sheet *sheet, const char *text, size_t length);

/* The game whose moves the line is, and how many; if it is of none (`*plies` 0) the one that gets furthest, or NULL. */
const flank_game *moves_line_game(const char *line, const flank_stop *stop, size_t *plies);

#endif
