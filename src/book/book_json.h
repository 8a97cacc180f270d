/* SPDX-License-Identifier: MIT
 *
 * A book's knowledge as JSON: one text for the command, the server and the page.
 */
#ifndef FLANK_BOOK_BOOK_JSON_H
#define FLANK_BOOK_BOOK_JSON_H

#include "core/json_writer.h"

#include <flank/book.h>

/* "score", in discs. */
void book_add_json_value(text_buffer *out, int score);

/* "depth", "level" if it was one, "selectivity", "lines". */
void book_add_json_search(text_buffer *out, int depth, int level, int selectivity, uint32_t lines);

/* An array of moves, each with its value and the search behind it. */
void book_add_json_list(text_buffer *out, const char *key, const flank_record *record, const flank_book_move *moves,
                        size_t count);

#endif
