/* SPDX-License-Identifier: MIT
 *
 * The letters, digits and signs that East Asian keyboards give as wide as their own ("ｆ５", U+FF01 to U+FF5E, and the
 * blank U+3000), as what they are in ASCII.
 */
#ifndef FLANK_CORE_FULL_WIDTH_H
#define FLANK_CORE_FULL_WIDTH_H

#include <stdbool.h>
#include <stddef.h>

/* Make them ASCII in place, in a NUL-terminated UTF-8 text; whether there were any. */
bool full_width_narrow(char *text);

/* The place in the original text of a place in the narrowed one. */
size_t full_width_offset(const char *text, size_t narrowed);

#endif
