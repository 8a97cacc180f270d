/* SPDX-License-Identifier: MIT
 *
 * Words and numbers of a line.
 */
#ifndef FLANK_PROTOCOLS_PROTOCOL_TEXT_H
#define FLANK_PROTOCOLS_PROTOCOL_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Take the next word off `*text`, ending it with a NUL and moving on behind it; "" at the end. */
char *protocol_word(char **text);

/* The whole of `text` as a number. One above `max` is that: a depth of 1000 is a wish for much. One below `min` is
 * nonsense, as are letters: false, and `*out` untouched. */
bool protocol_integer(const char *text, int64_t min, int64_t max, int64_t *out);

/* The same, but false for a number above `max` too. */
bool protocol_integer_within(const char *text, int64_t min, int64_t max, int64_t *out);

/* As protocol_integer with a decimal point; no infinity, no hexadecimal. */
bool protocol_decimal(const char *text, double min, double max, double *out);

/* The number of words. */
size_t protocol_word_count(const char *text);

/* True if two words are the same but for capitals. */
bool protocol_same_word(const char *a, const char *b);

#endif
