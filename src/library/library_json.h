/* SPDX-License-Identifier: MIT
 *
 * A library's answers as JSON: for flank library --json and for the page.
 */
#ifndef FLANK_LIBRARY_LIBRARY_JSON_H
#define FLANK_LIBRARY_LIBRARY_JSON_H

#include "core/json_writer.h"
#include "library/library.h"

/* Each adds its members to an open object. */

/* The continuations of games from the position at the record's cursor. */
void library_add_json_place(text_buffer *out, const library_place *place, const flank_record *record);

void library_add_json_game(text_buffer *out, const library_game *game);

/* A row of the sums, as an object of an open array. */
void library_add_json_row(text_buffer *out, const library_row *row);

/* At most `limit` rows of each table, of years all (0: all of all). */
void library_add_json_summary(text_buffer *out, const library_summary *summary, uint64_t limit);

/* Parts that the tables share with those on the screen. */
uint64_t library_unknown_results(const library_tally *tally);
double library_average(const library_tally *tally);  /* NAN where nothing is counted */
const char *library_group_name(library_group group); /* "games", "players", … */
size_t library_rows_shown(const library_summary *summary, library_group group, uint64_t limit);

/* The name of a move, "(end)" for none; `out` has FLANK_MOVE_TEXT_SIZE bytes. */
void library_format_move(const flank_record *record, const library_move *move, char *out);

#endif
