/* SPDX-License-Identifier: MIT
 *
 * The text of a page in HTML, as far as games may stand in it: what a reader of the page sees, and the values of
 * attributes named `value`, which applets have (OthelloBrowser, OthelloViewer).
 *
 * Tags, comments, scripts and styles are left out; references (&amp; &#8217;) become UTF-8. Blocks (paragraphs, lists,
 * tables, preformatted text) are pieces, as are those values. Within a piece <br>, rows and items begin lines; tabs
 * separate the cells of a row. Blanks are one blank, except in preformatted text. Nothing of the page is run, fetched
 * or trusted: unknown tags vanish, what is not closed ends with the page.
 */
#ifndef FLANK_FORMATS_PAGE_TEXT_H
#define FLANK_FORMATS_PAGE_TEXT_H

#include "core/text_buffer.h"

#include <stdint.h>

/* True if the bytes begin like a page. */
bool page_begins(const char *bytes, size_t size);

/* The place of a piece in the page, from 0; its line, from 1. */
typedef struct page_piece {
    uint64_t offset, line;
    int heading; /* 1: the title of the page, 2 to 7: <h1> to <h6>, 0: no heading */
} page_piece;

/* Called at the end of each piece, whose text was added to `text`. False ends the reading. */
typedef bool page_piece_fn(void *user, page_piece piece);

/* Add the text of the page, which is NUL-terminated, to `text`. False if the function said so. */
bool page_text_read(const char *page, size_t size, text_buffer *text, page_piece_fn *end_piece, void *user);

#endif
