/* SPDX-License-Identifier: MIT
 *
 * JSON as RFC 8259 wants it. A library (jansson) would build a tree first; the command only ever writes, one flat
 * object at a time, and a comma is needed exactly when the last byte written is not an opening bracket.
 */
#include "core/json_writer.h"

#include "core/utf8.h"

#include <assert.h>
#include <inttypes.h>
#include <stddef.h>

/* File names may be any bytes; those that are not UTF-8 become the replacement character. */
static void add_escape(text_buffer *out, char byte)
{
    if (byte == '"' || byte == '\\')
        text_add_bytes(out, (const char[]){'\\', byte}, 2);
    else if (byte == '\n')
        text_add(out, "\\n");
    else if (byte == '\t')
        text_add(out, "\\t");
    else if ((unsigned char)byte < 0x80)
        text_addf(out, "\\u%04x", (unsigned char)byte);
    else
        text_add(out, UTF8_REPLACEMENT);
}

/* Bytes without an escape are copied in runs: a text has megabytes, and nothing stops this. */
static void add_quoted(text_buffer *out, const char *value)
{
    const char *run = value, *at = value;
    text_add(out, "\"");
    while (*at) {
        const unsigned char byte = (unsigned char)*at;
        const bool is_plain = byte >= 0x20 && byte != '"' && byte != '\\' && byte != 0x7f;
        const size_t length = !is_plain ? 0 : byte < 0x80 ? 1 : utf8_length(at);
        if (length == 0) {
            text_add_bytes(out, run, (size_t)(at - run));
            add_escape(out, *at);
            run = at + 1;
        }
        at += length ? length : 1;
    }
    text_add_bytes(out, run, (size_t)(at - run));
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

void json_close_object(text_buffer *out)
{
    assert(out->failed || out->length > 0); /* it was opened */
    text_add(out, "}");
}

void json_open_array(text_buffer *out, const char *key)
{
    begin_value(out, key);
    text_add(out, "[");
}

void json_close_array(text_buffer *out)
{
    assert(out->failed || out->length > 0);
    text_add(out, "]");
}

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

void json_real_or_null(text_buffer *out, const char *key, bool known, double value, int decimals)
{
    if (known)
        json_real(out, key, value, decimals);
    else
        json_string(out, key, NULL);
}

void json_bool(text_buffer *out, const char *key, bool value)
{
    begin_value(out, key);
    text_add(out, value ? "true" : "false");
}
