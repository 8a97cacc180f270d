/* SPDX-License-Identifier: MIT
 *
 * Writes JSON, one object a line: the caller opens and closes, the writer puts the commas and escapes the strings.
 */
#ifndef FLANK_CORE_JSON_WRITER_H
#define FLANK_CORE_JSON_WRITER_H

#include "core/text_buffer.h"

#include <stdint.h>

/* `key` is NULL inside an array. The closers take the bracket that was opened; the caller keeps them matched. */
void json_open_object(text_buffer *out, const char *key);
void json_close_object(text_buffer *out);
void json_open_array(text_buffer *out, const char *key);
void json_close_array(text_buffer *out);
void json_string(text_buffer *out, const char *key, const char *value); /* NULL writes null */
void json_integer(text_buffer *out, const char *key, int64_t value);
void json_count(text_buffer *out, const char *key, uint64_t value);
void json_real(text_buffer *out, const char *key, double value, int decimals);
void json_real_or_null(text_buffer *out, const char *key, bool known, double value, int decimals);
void json_bool(text_buffer *out, const char *key, bool value);

#endif
