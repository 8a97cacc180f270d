/* SPDX-License-Identifier: MIT
 *
 * Opening books as text, one position a line:
 *
 *   ---------------------------OX------XXX-------------------------- O; value +0.25; depth 14; sure 73; lines 9; leaf
 * f4 -3
 *
 * the board as elsewhere and the side to move, then fields in any order, separated by semicolons. Values are in discs
 * for the side to move.
 *
 *   value V      of the position; the one field that must be there
 *   depth D      plies of the search behind the leaf (0)
 *   level N      the engine's level in that search (0: none)
 *   sure P       percent of confidence of that search (0)
 *   lines N      ways from here to the end of the book (1)
 *   leaf M V     the best move that leaves the book, and its value; or
 *   leaf none    every move leads on in the book; or
 *   leaf unknown it has not been searched (this)
 *   root         lines of the book begin here
 *
 * A line that begins with % is a comment. The content of a line comes back exactly: export, import and export again
 * give the same text.
 */
#ifndef FLANK_FORMATS_BOOK_TEXT_H
#define FLANK_FORMATS_BOOK_TEXT_H

#include <flank/book.h>

enum { BOOK_TEXT_SIZE = 256 };

typedef struct book_text_line {
    bool has_position; /* false: an empty line or a comment, and nothing else is set */
    flank_position position;
    flank_book_entry entry;
} book_text_line;

/* Read a line (without its newline). FLANK_BAD_POSITION, FLANK_BAD_MOVE, FLANK_ILLEGAL_MOVE, FLANK_GAME_OVER or
 * FLANK_BAD_FILE for the other fields, `line` untouched and `error` (may be NULL) filled, if it is wrong. */
flank_status book_text_parse(const char *text, book_text_line *line, flank_error *error);

/* Write an entry, without a newline, to `out` of BOOK_TEXT_SIZE bytes. */
void book_text_format(const flank_position *position, const flank_book_entry *entry, char *out);

#define BOOK_VALUE_SIZE 8
/* Hundredths of a disc as discs: "+0.25", "-3", "+12.5", "0"; to `out` of BOOK_VALUE_SIZE bytes. */
void book_value_format(int score, char *out);

#endif
