/* SPDX-License-Identifier: MIT
 *
 * A book's knowledge, for people and for programs.
 */
#ifndef FLANK_CLI_BOOK_SHOW_H
#define FLANK_CLI_BOOK_SHOW_H

#include "cli/input/book_input.h"
#include "core/json_writer.h"

/* flank book show. */
int book_show(const cli_arguments *arguments);

/* "d6 +0.25, f4 -3": the moves that the book knows at the record's cursor; nothing if it knows none. */
void book_add_moves(text_buffer *out, book_input *book, const flank_record *record);

/* The same as a JSON array "book", which is left out if there are none. */
void book_add_json_moves(text_buffer *out, book_input *book, const flank_record *record);

#endif
