/* SPDX-License-Identifier: MIT
 *
 * JSON as RFC 8259 wants it. A library (jansson) would build a tree first; the command only ever writes, one flat
 * object at a time, and a comma is needed exactly when the last byte written is not an opening bracket.
 */
#include "cli/json_writer.h"

#include <inttypes.h>
#include <stddef.h>

/* Length of the valid UTF-8 sequence at `bytes`, 0 if there is none (RFC 3629: no overlong forms, no surrogates). */
static size_t utf8_length(const unsigned char *bytes)
{
    if (bytes[0] < 0x80)
        return 1;
    size_t length = bytes[0] >= 0xf0 ? 4 : bytes[0] >= 0xe0 ? 3 : 2;
    if (bytes[0] < 0xc2 || bytes[0] > 0xf4)
        return 0;
    for (size_t i = 1; i < length; i++)
        if ((bytes[i] & 0xc0) != 0x80)
            return 0;
    bool overlong = (bytes[0] == 0xe0 && bytes[1] < 0xa0) || (bytes[0] == 0xf0 && bytes[1] < 0x90);
    bool surrogate = bytes[0] == 0xed && bytes[1] >= 0xa0;
    bool beyond = bytes[0] == 0xf4 && bytes[1] >= 0x90;
    return overlong || surrogate || beyond ? 0 : length;
}

/* File names may be any bytes; those that are not UTF-8 become the replacement character. */
static void add_quoted(text_buffer *out, const char *value)
{
    text_add(out, "\"");
    for (const unsigned char *at = (const unsigned char *)value; *at;) {
        size_t length = utf8_length(at);
        if (*at == '"' || *at == '\\')
            text_addf(out, "\\%c", *at);
        else if (*at == '\n')
            text_add(out, "\\n");
        else if (*at == '\t')
            text_add(out, "\\t");
        else if (*at < 0x20 || *at == 0x7f)
            text_addf(out, "\\u%04x", *at);
        else if (length == 0)
            text_add(out, "\xef\xbf\xbd");
        else
            text_add_bytes(out, (const char *)at, length);
        at += length ? length : 1;
    }
    text_add(out, "\"");
}

static void begin_value(text_buffer *out, const char *key)
{
    char last = out->length ? out->bytes[out->length - 1] : '\n';
    if (last != '{' && last != '[' && last != '\n')
        text_add(out, ",");
    if (key) {
        add_quoted(out, key);
        text_add(out, ":");
    }
}

void json_open_object(text_buffer *out, const char *key)
{
    begin_value(out, key);
    text_add(out, "{");
}

void json_close_object(text_buffer *out) { text_add(out, "}"); }

void json_open_array(text_buffer *out, const char *key)
{
    begin_value(out, key);
    text_add(out, "[");
}

void json_close_array(text_buffer *out) { text_add(out, "]"); }

void json_string(text_buffer *out, const char *key, const char *value)
{
    begin_value(out, key);
    if (value)
        add_quoted(out, value);
    else
        text_add(out, "null");
}

void json_integer(text_buffer *out, const char *key, int64_t value)
{
    begin_value(out, key);
    text_addf(out, "%" PRId64, value);
}

void json_count(text_buffer *out, const char *key, uint64_t value)
{
    begin_value(out, key);
    text_addf(out, "%" PRIu64, value);
}

void json_real(text_buffer *out, const char *key, double value, int decimals)
{
    begin_value(out, key);
    text_addf(out, "%.*f", decimals, value);
}

void json_bool(text_buffer *out, const char *key, bool value)
{
    begin_value(out, key);
    text_add(out, value ? "true" : "false");
}
