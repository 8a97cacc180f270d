/* SPDX-License-Identifier: MIT
 *
 * Texts of files as they may be shown on a terminal: a name with an escape sequence must not colour, clear or reprogram
 * it, and one with a line end not break a table.
 */
#ifndef FLANK_CLI_SCREEN_TEXT_H
#define FLANK_CLI_SCREEN_TEXT_H

#include <stdio.h>

/* Replace every control character of `text` (U+0001 to U+001F, U+007F, and U+0080 to U+009F as UTF-8) by '?', but tabs
 * and line ends by a blank, in place; the letters of a text stay as many. */
void screen_text_clean(char *text);

/* Print `text` so. */
void screen_text_put(const char *text);

/* Write `text` with its control characters as escapes, \n for a line end and \x1b: for messages of one line. */
void screen_text_escape(FILE *out, const char *text);

/* The places that `text` takes: two of a letter of East Asia or a picture, none of an accent that is a letter of its
 * own, as the locale has it. */
int screen_text_width(const char *text);

/* Print `text` so, cut or filled up to `width` places. */
void screen_text_put_cell(const char *text, int width);

#endif
