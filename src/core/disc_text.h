/* SPDX-License-Identifier: MIT
 *
 * Code that the notations of the disc games share: 64 letters for a board, squares, the words for a pass.
 *
 * A cursor is an offset into the text that a successful read moves forward; on failure it stays and the error says
 * where.
 */
#ifndef FLANK_CORE_DISC_TEXT_H
#define FLANK_CORE_DISC_TEXT_H

#include <flank/position.h>
#include <flank/status.h>
#include <stdbool.h>
#include <stddef.h>

/* The meaning of letters; the first of each set is the one that is written. */
typedef struct disc_letters {
    const char *color[2]; /* indexed by flank_color: "Xx*Bb", "OoWw" */
    const char *empty;    /* "-." */
} disc_letters;

#define DISC_TEXT_BLANKS " \t\r\n"

/* The offset of the first character from `at` on that is no blank. */
size_t disc_text_skip_blanks(const char *text, size_t at);

/* Read 64 letters, a1 first, row by row; blanks and line ends between them are skipped. `discs` is indexed by colour.
 */
flank_status disc_text_read_board(const char *text, size_t *at, const disc_letters *letters, uint64_t discs[2],
                                  flank_error *error);

/* Read the letter of the side to move, after blanks. */
flank_status disc_text_read_side(const char *text, size_t *at, const disc_letters *letters, flank_color *side,
                                 flank_error *error);

/* Write the 64 letters, a blank and the side to move; returns the length, 66. `out` is NUL-terminated. */
size_t disc_text_write_board(const flank_position *position, const disc_letters *letters, char *out);

/* The square named by the first two characters, in either case; -1 if they name none. */
int disc_text_square(const char *text);

/* True for every word that means a pass somewhere in the field: pass, pa, ps, --, @@@@ in either case. */
bool disc_text_is_pass(const char *text);

/* The length of the word at the start of `text`: up to a blank or the end. */
size_t disc_text_word_length(const char *text);

#define DISC_TEXT_SHOW_SIZE 24
/* The beginning of a text, fit for a message of one line: bytes that do not print become '?'. Writes to `out`
 * (DISC_TEXT_SHOW_SIZE bytes), returns it. */
const char *disc_text_show(const char *text, char *out);

#endif
