/* SPDX-License-Identifier: MIT
 *
 * A text that grows by doubling.
 */
#include "core/text_buffer.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Make room for `more` bytes and a NUL. */
static bool reserve(text_buffer *text, size_t more)
{
    assert(text->length <= text->room && (text->bytes || text->length == 0));
    if (text->failed)
        return false;
    if (text->length + more < text->room)
        return true;
    size_t room = text->room ? text->room : 256;
    while (room <= text->length + more)
        room *= 2;
    char *bytes = realloc(text->bytes, room);
    if (!bytes) {
        text->failed = true;
        return false;
    }
    text->bytes = bytes;
    text->room = room;
    return true;
}

void text_add_bytes(text_buffer *text, const char *bytes, size_t length)
{
    if (!reserve(text, length))
        return;
    memcpy(text->bytes + text->length, bytes, length);
    text->length += length;
    text->bytes[text->length] = '\0';
}

void text_add(text_buffer *text, const char *string) { text_add_bytes(text, string, strlen(string)); }

void text_addf(text_buffer *text, const char *format, ...)
{
    va_list arguments, again;
    va_start(arguments, format);
    va_copy(again, arguments);
    int length = vsnprintf(NULL, 0, format, arguments);
    if (length >= 0 && reserve(text, (size_t)length)) {
        vsnprintf(text->bytes + text->length, (size_t)length + 1, format, again);
        text->length += (size_t)length;
    }
    va_end(again);
    va_end(arguments);
}

bool text_write(void *text, const void *bytes, size_t size)
{
    text_add_bytes(text, bytes, size);
    return !((const text_buffer *)text)->failed;
}

void text_clear(text_buffer *text)
{
    text->length = 0;
    if (text->bytes)
        text->bytes[0] = '\0';
}

void text_free(text_buffer *text)
{
    free(text->bytes);
    *text = (text_buffer){NULL};
}
