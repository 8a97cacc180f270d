/* SPDX-License-Identifier: MIT
 *
 * Bytes of a file, one after the other with a look ahead, and where they stand: what every reader of a format reads
 * from.
 *
 * Memory is one buffer of SOURCE_BUFFER_SIZE bytes, whatever the size of the file.
 */
#ifndef FLANK_FORMATS_BYTE_SOURCE_H
#define FLANK_FORMATS_BYTE_SOURCE_H

#include "core/text_buffer.h"

#include <flank/formats.h>

enum { SOURCE_BUFFER_SIZE = 65536, SOURCE_END = -1 };

typedef struct byte_source {
    flank_read_fn *read;
    void *user;
    unsigned char buffer[SOURCE_BUFFER_SIZE];
    size_t at, filled;
    uint64_t offset, line; /* of the byte at `at`: from 0, from 1 */
    bool ended, failed;    /* failed: reading did, and SOURCE_END is not the end of the file */
    int error_number;      /* failed: errno of the reading, or EBADMSG: what is unpacked there is damaged */
} byte_source;

void source_start(byte_source *source, flank_read_fn *read, void *user);

/* The next byte, 0..255, or SOURCE_END; peek leaves it there. */
int source_peek(byte_source *source);
int source_next(byte_source *source);

/* The byte `ahead` bytes after the next one (less than SOURCE_BUFFER_SIZE / 2), or SOURCE_END. */
int source_peek_at(byte_source *source, size_t ahead);

/* Have at least `size` (at most SOURCE_BUFFER_SIZE / 2) bytes at source->buffer + source->at if the file has them; how
 * many there are. */
size_t source_fill(byte_source *source, size_t size);

/* Pass over blanks and line ends. */
void source_skip_blanks(byte_source *source);

/* Read the rest of the line without its LF or CRLF to `line`, cleared before, at most `limit` bytes of it (the rest is
 * skipped, and false returned). A lone CR does not end a line. */
bool source_line(byte_source *source, text_buffer *line, size_t limit);

/* Read exactly `size` bytes to `out`; how many there were. */
size_t source_bytes(byte_source *source, void *out, size_t size);

#endif
