/* SPDX-License-Identifier: MIT
 *
 * The check that bytes are UTF-8, for writers whose readers insist on it, and making it of bytes that are not.
 */
#ifndef FLANK_CORE_UTF8_H
#define FLANK_CORE_UTF8_H

#include "core/text_buffer.h"

#define UTF8_REPLACEMENT "\xef\xbf\xbd" /* stands for bytes that are not */

/* Length of the valid UTF-8 sequence at the start of a NUL-terminated text, 0 if there is none (RFC 3629: no overlong
 * forms, no surrogates). */
size_t utf8_length(const char *text);

/* True if all of a NUL-terminated text is UTF-8. */
bool utf8_is_valid(const char *text);

/* Add a byte of windows-1252, which is ISO-8859-1 with letters in the place of its second control codes. */
void utf8_add_byte(text_buffer *out, char byte);

/* Add a NUL-terminated text; bytes of it that are no UTF-8 are taken as windows-1252. */
void utf8_add_text(text_buffer *out, const char *text);

#endif
