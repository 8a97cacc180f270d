/* SPDX-License-Identifier: MIT
 *
 * The line reader, fed through a pipe, against the obvious way to split a text into lines. A packed file
 * is only read: its lines are libarchive's to say.
 */
#include "fuzz_target.h"

#include "cli/command/line_reader.h"
#include "formats/packed_start.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    PIPE_ROOM = 60000,      /* a pipe takes this much without a reader */
    PACKED_LINES = 1000000, /* of a packed file, which may hold very many */
};

/* Read the packed file on to its end or its fault: lines are numbered from 1 and hold no line's end. */
static void read_packed(line_reader *reader)
{
    const char *line;
    line_result result = line_reader_next(reader, &line);
    for (size_t number = 1; result == LINE_READ && number <= PACKED_LINES; number++) {
        if (line_reader_number(reader) != number || strchr(line, '\n'))
            abort();
        result = line_reader_next(reader, &line);
    }
    if (result == LINE_INTERRUPTED || (result == LINE_FAILED && !*line_reader_reason(reader)))
        abort();
}

/* The end of the line at `start`, and what the reader must say of it. */
static line_result obvious_line(const uint8_t *data, size_t size, size_t start, size_t *length, size_t *next)
{
    if (start == size)
        return LINE_END;
    const uint8_t *newline = memchr(data + start, '\n', size - start);
    *length = newline ? (size_t)(newline - data) - start : size - start;
    *next = start + *length + (newline != NULL);
    if (*length > LINE_READER_LINE_MAX)
        return LINE_TOO_LONG;
    if (*length && data[start + *length - 1] == '\r')
        --*length;
    return memchr(data + start, '\0', *length) ? LINE_BINARY : LINE_READ;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    int ends[2];
    char path[32];
    if (size > PIPE_ROOM || pipe(ends))
        return 0;
    if (write(ends[1], data, size) != (ssize_t)size)
        abort();
    close(ends[1]);
    snprintf(path, sizeof path, "/dev/fd/%d", ends[0]);
    line_reader *reader = line_reader_open(path, -1);
    if (!reader)
        abort();
    line_result result = LINE_READ;
    if (packed_begins((const char *)data, size)) {
        read_packed(reader);
        result = LINE_END;
    }
    for (size_t start = 0, number = 1; result == LINE_READ; number++) {
        const char *line;
        size_t length = 0, next = 0;
        result = line_reader_next(reader, &line);
        if (result != obvious_line(data, size, start, &length, &next))
            abort();
        if (result != LINE_END && line_reader_number(reader) != number)
            abort();
        if (result == LINE_READ && number == 1 && length >= 3 && memcmp(data, "\xef\xbb\xbf", 3) == 0) {
            start += 3; /* the byte order mark of the text is left out */
            length -= 3;
        }
        if (result == LINE_READ && (strlen(line) != length || memcmp(line, data + start, length) != 0))
            abort();
        start = next;
    }
    line_reader_close(reader);
    close(ends[0]);
    return 0;
}
