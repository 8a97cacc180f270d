/* SPDX-License-Identifier: MIT
 *
 * Character sets that files name, as UTF-8.
 *
 * ISO-8859-1 is read as windows-1252, which has letters where the other has nothing that anybody writes; it needs
 * nobody's help. The others are those of the C library's iconv, as far as they have ASCII in its place: the brackets of
 * a file must be found before and after.
 */
#ifndef FLANK_CORE_CHARSET_H
#define FLANK_CORE_CHARSET_H

#include "core/text_buffer.h"

/* True if texts in this set can be decoded here. */
bool charset_is_known(const char *name);

/* Add text in a set that is known to `out` until that has at least `limit` bytes, or the text ends; how many bytes of
 * it were taken. Bytes that are no letter of the set become U+FFFD, and `*whole` becomes false. */
size_t charset_decode(const char *name, const char *text, size_t length, size_t limit, text_buffer *out, bool *whole);

#endif
