/* SPDX-License-Identifier: MIT
 *
 * Reads lines from a file or standard input, in constant memory. Packed files are read as what is in them
 * (packed_input.h).
 */
#ifndef FLANK_CLI_LINE_READER_H
#define FLANK_CLI_LINE_READER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { LINE_READER_LINE_MAX = 16384 };

typedef struct line_reader line_reader;

typedef enum line_result {
    LINE_READ,
    LINE_END,
    LINE_TOO_LONG,    /* over LINE_READER_LINE_MAX bytes */
    LINE_BINARY,      /* holds a NUL byte, so it is no text */
    LINE_FAILED,      /* line_reader_reason says why */
    LINE_INTERRUPTED, /* the wake descriptor became readable */
} line_result;

/* Open `path` ("-": standard input). While it waits for input, something to read on `wake` (-1: nothing) makes
 * line_reader_next return LINE_INTERRUPTED. NULL with errno set on failure. */
line_reader *line_reader_open(const char *path, int wake);
void line_reader_close(line_reader *reader); /* NULL is fine */

/* The next line without its LF or CRLF, and without a byte order mark before the first; valid until the next call. */
line_result line_reader_next(line_reader *reader, const char **line);

/* `text` without what some editors begin a UTF-8 file with. */
const char *after_byte_order_mark(const char *text);

/* Look at the first bytes that were not read yet, `wanted` (at most LINE_READER_LINE_MAX) or as many as there are, and
 * leave them where they are; valid until the next call. LINE_READ, LINE_FAILED or LINE_INTERRUPTED. */
line_result line_reader_peek(line_reader *reader, size_t wanted, const char **bytes, size_t *size);

/* Take up to `room` bytes that were not read yet, for files that are no text: how many, 0 at the end, -1 with errno set
 * on failure and when interrupted. */
long line_reader_bytes(line_reader *reader, void *bytes, size_t room);

/* True if the last call ended because the wake descriptor became readable. */
bool line_reader_interrupted(const line_reader *reader);

/* The number of the line that the last call returned or refused, from 1. */
size_t line_reader_number(const line_reader *reader);

/* The reason of LINE_FAILED, in words, of the reader, or (NULL) of line_reader_open; until the next call. */
const char *line_reader_reason(const line_reader *reader);

/* The exit status that goes with it. */
int line_reader_status(const line_reader *reader);

/* True if what is read is packed. */
bool line_reader_is_packed(const line_reader *reader);

/* The name of the file in a packed archive that a line, or an offset if that is 0, is in, as packed_member has it; NULL
 * if there is none. */
const char *line_reader_member(const line_reader *reader, uint64_t *line, uint64_t *offset);

/* The fault of a line that was LINE_TOO_LONG or LINE_BINARY; static storage. */
const char *line_reader_text(line_result result);

/* Complain in the words of the command about a result other than LINE_READ, LINE_END and LINE_INTERRUPTED, or about a
 * file that could not be opened (LINE_FAILED, reader NULL). Returns the exit status. */
int line_reader_complain(const line_reader *reader, const char *path, line_result result);

#endif
