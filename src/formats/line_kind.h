/* SPDX-License-Identifier: MIT
 *
 * Kinds of Othello in lines of transcripts: titles, and words beside the moves, "f5d6c3 (anti-Othello)", "komi 3:
 * f5d6".
 */
#ifndef FLANK_FORMATS_LINE_KIND_H
#define FLANK_FORMATS_LINE_KIND_H

#include <flank/sheet.h>

/* True if a line, which may be a comment, names a kind and has no moves: it speaks of the games below it. */
bool line_is_kind(const char *line);

/* True if a line, which may be a comment, is a title of games that names no other kind: "8x8", "Standard". */
bool line_is_plain_title(const char *line);

/* Take the kind that stands beside the moves of a line, if there is one, as the rules of the sheet. FLANK_NOT_SUPPORTED
 * with `error`: games of it are not read. Names of players before the moves are none, but for what is in brackets. */
flank_status line_kind_put(flank_sheet *sheet, const char *line, flank_error *error);

/* The same for each line of a text around a position, or of a comment on it; the place in `error` is that of the line.
 */
flank_status lines_kind_put(flank_sheet *sheet, const char *text, flank_error *error);

#endif
