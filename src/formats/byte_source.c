/* SPDX-License-Identifier: MIT
 *
 * A buffer that moves over a file.
 */
#include "formats/byte_source.h"
#include "core/blanks.h"

#include <assert.h>
#include <errno.h>
#include <string.h>

void source_start(byte_source *source, flank_read_fn *read, void *user)
{
    source->read = read;
    source->user = user;
    source->at = source->filled = 0;
    source->offset = 0;
    source->line = 1;
    source->ended = source->failed = false;
}

size_t source_fill(byte_source *source, size_t size)
{
    assert(size <= SOURCE_BUFFER_SIZE / 2);
    while (source->filled - source->at < size && !source->ended) {
        if (source->at > 0) {
            memmove(source->buffer, source->buffer + source->at, source->filled - source->at);
            source->filled -= source->at;
            source->at = 0;
        }
        const int64_t count =
            source->read(source->user, source->buffer + source->filled, SOURCE_BUFFER_SIZE - source->filled);
        source->ended = count <= 0;
        source->failed = count < 0;
        source->error_number = count < 0 ? errno : 0;
        if (count > 0)
            source->filled += (size_t)count;
    }
    return source->filled - source->at;
}

int source_peek_at(byte_source *source, size_t ahead)
{
    if (source->at + ahead < source->filled || source_fill(source, ahead + 1) > ahead)
        return source->buffer[source->at + ahead];
    return SOURCE_END;
}

int source_peek(byte_source *source) { return source_peek_at(source, 0); }

int source_next(byte_source *source)
{
    const int byte = source_peek_at(source, 0);
    if (byte == SOURCE_END)
        return byte;
    source->at++;
    source->offset++;
    source->line += byte == '\n';
    return byte;
}

void source_skip_blanks(byte_source *source)
{
    while (is_blank(source_peek(source)))
        source_next(source);
}

bool source_line(byte_source *source, text_buffer *line, size_t limit)
{
    text_clear(line);
    bool fits = true;
    for (int byte = source_next(source); byte != SOURCE_END && byte != '\n'; byte = source_next(source)) {
        if (byte == '\r' && (source_peek(source) == '\n' || source_peek(source) == SOURCE_END))
            continue;
        const char letter = (char)byte;
        fits = fits && line->length < limit;
        if (fits)
            text_add_bytes(line, &letter, 1);
    }
    if (!line->bytes)
        text_add_bytes(line, "", 0);
    return fits;
}

size_t source_bytes(byte_source *source, void *out, size_t size)
{
    size_t done = 0;
    while (done < size) {
        const size_t wanted = size - done < SOURCE_BUFFER_SIZE / 2 ? size - done : SOURCE_BUFFER_SIZE / 2;
        size_t there = source_fill(source, wanted);
        if (there == 0)
            break;
        there = there < wanted ? there : wanted;
        memcpy((char *)out + done, source->buffer + source->at, there);
        for (size_t i = 0; i < there; i++)
            source->line += source->buffer[source->at + i] == '\n';
        source->at += there;
        source->offset += there;
        done += there;
    }
    return done;
}
