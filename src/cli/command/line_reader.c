/* SPDX-License-Identifier: MIT
 *
 * Lines out of a fixed buffer over read(2). stdio was rejected: it cannot wait for input and for Ctrl-C at once, and
 * fgets hides NUL bytes, so that "f5\0garbage" would silently be read as "f5".
 */
#include "cli/command/line_reader.h"

#include "cli/command/cli.h"
#include "cli/command/packed_input.h"
#include "core/error.h"
#include "formats/packed_start.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct line_reader {
    int descriptor, wake;
    packed_file *packed; /* that is read instead, or NULL */
    flank_error fault;   /* of the packed file */
    bool refused;        /* it is understood, and not read */
    bool looked;         /* at the first bytes: it is known if they are packed */
    bool ended, interrupted;
    size_t start, end, number; /* buffer[start..end) is read and not yet handed out */
    char buffer[4 * LINE_READER_LINE_MAX];
};

line_reader *line_reader_open(const char *path, int wake)
{
    /* A pipe with a name is opened at once, so that the wait for somebody who writes can be ended, too. */
    const int flags = O_RDONLY | O_CLOEXEC | (wake < 0 ? 0 : O_NONBLOCK);
    int descriptor = strcmp(path, "-") == 0 ? STDIN_FILENO : open(path, flags);
    if (descriptor < 0)
        return NULL;
    line_reader *reader = malloc(sizeof *reader);
    if (!reader) {
        if (descriptor != STDIN_FILENO)
            close(descriptor);
        errno = ENOMEM;
        return NULL;
    }
    *reader = (line_reader){.descriptor = descriptor, .wake = wake};
    return reader;
}

void line_reader_close(line_reader *reader)
{
    if (reader && reader->descriptor != STDIN_FILENO)
        close(reader->descriptor);
    if (reader)
        packed_close(reader->packed);
    free(reader);
}

size_t line_reader_number(const line_reader *reader) { return reader->number; }

/* Wait until there is input; false if the wake descriptor spoke first. */
static bool wait_for_input(const line_reader *reader)
{
    if (reader->wake < 0)
        return true;
    struct pollfd watched[2] = {{.fd = reader->descriptor, .events = POLLIN}, {.fd = reader->wake, .events = POLLIN}};
    while (poll(watched, 2, -1) < 0 && errno == EINTR)
        ;
    return !watched[1].revents;
}

/* Read up to `room` bytes; -1 with errno. */
static ssize_t read_some(line_reader *reader, char *bytes, size_t room)
{
    ssize_t count;
    if (reader->packed)
        return (ssize_t)packed_read(reader->packed, bytes, room);
    do
        count = read(reader->descriptor, bytes, room);
    while (count < 0 && errno == EINTR);
    return count;
}

static line_result fill(line_reader *reader);

/* All of the input as a file that can be read twice: what it is in, or a copy without a name; NULL with errno. */
static FILE *packed_input(line_reader *reader)
{
    const int own = reader->descriptor == STDIN_FILENO ? -1 : dup(reader->descriptor);
    FILE *file = own >= 0 && lseek(own, 0, SEEK_SET) == 0 ? fdopen(own, "rb") : NULL;
    if (file)
        return file;
    if (own >= 0)
        close(own);
    bool whole = (file = tmpfile()) != NULL;
    while (whole && reader->end) {
        whole = fwrite(reader->buffer, 1, reader->end, file) == reader->end;
        reader->end = 0;
        whole = whole && fill(reader) == LINE_READ;
    }
    if (whole && fflush(file) == 0)
        return file;
    if (file)
        fclose(file);
    return NULL;
}

/* Look at the first bytes, which may be those of a packed file; no more of them than are needed, since somebody may be
 * typing. */
static line_result look_at_start(line_reader *reader)
{
    flank_status status;
    reader->looked = true;
    do {
        const line_result result = fill(reader);
        if (result != LINE_READ)
            return result;
    } while (!reader->ended && packed_may_begin(reader->buffer, reader->end));
    if (!packed_begins(reader->buffer, reader->end))
        return LINE_READ;
    FILE *file = packed_input(reader);
    if (!file)
        return reader->interrupted ? LINE_INTERRUPTED : LINE_FAILED;
    reader->end = 0;
    reader->ended = false;
    reader->packed = packed_open(file, &status, &reader->fault);
    reader->refused = !reader->packed && status == FLANK_BAD_FILE;
    return reader->packed ? fill(reader) : LINE_FAILED;
}

/* Read more behind buffer[end). */
static line_result fill(line_reader *reader)
{
    if (reader->fault.code)
        return LINE_FAILED;
    if (!reader->looked)
        return look_at_start(reader);
    if (reader->start) {
        memmove(reader->buffer, reader->buffer + reader->start, reader->end - reader->start);
        reader->end -= reader->start;
        reader->start = 0;
    }
    ssize_t count;
    do {
        reader->interrupted = !wait_for_input(reader);
        if (reader->interrupted)
            return LINE_INTERRUPTED;
        count = read_some(reader, reader->buffer + reader->end, sizeof reader->buffer - 1 - reader->end);
    } while (count < 0 && errno == EAGAIN); /* another reader of a pipe was sooner */
    if (count < 0)
        return LINE_FAILED;
    reader->ended = count == 0;
    reader->end += (size_t)count;
    return LINE_READ;
}

const char *after_byte_order_mark(const char *text)
{
    static const char mark[] = "\xef\xbb\xbf";
    return strncmp(text, mark, strlen(mark)) == 0 ? text + strlen(mark) : text;
}

line_result line_reader_next(line_reader *reader, const char **line)
{
    size_t searched = 0;
    char *newline;
    while (
        !(newline = memchr(reader->buffer + reader->start + searched, '\n', reader->end - reader->start - searched))) {
        searched = reader->end - reader->start;
        if (searched > LINE_READER_LINE_MAX || reader->ended)
            break;
        line_result result = fill(reader);
        if (result != LINE_READ)
            return result;
    }
    char *start = reader->buffer + reader->start;
    size_t length = newline ? (size_t)(newline - start) : reader->end - reader->start;
    if (!newline && reader->ended && length == 0)
        return LINE_END;
    reader->number++;
    if (length > LINE_READER_LINE_MAX)
        return LINE_TOO_LONG;
    reader->start += length + (newline != NULL);
    start[length] = '\0';
    if (length && start[length - 1] == '\r')
        start[--length] = '\0';
    *line = start;
    if (reader->number == 1)
        *line = after_byte_order_mark(start);
    return strlen(start) == length ? LINE_READ : LINE_BINARY;
}

line_result line_reader_peek(line_reader *reader, size_t wanted, const char **bytes, size_t *size)
{
    assert(wanted <= LINE_READER_LINE_MAX);
    while (reader->end - reader->start < wanted && !reader->ended) {
        line_result result = fill(reader);
        if (result != LINE_READ)
            return result;
    }
    *bytes = reader->buffer + reader->start;
    *size = reader->end - reader->start;
    return LINE_READ;
}

long line_reader_bytes(line_reader *reader, void *bytes, size_t room)
{
    if (reader->start == reader->end && !reader->ended && fill(reader) != LINE_READ)
        return -1;
    size_t there = reader->end - reader->start, count = there < room ? there : room;
    memcpy(bytes, reader->buffer + reader->start, count);
    reader->start += count;
    return (long)count;
}

bool line_reader_is_packed(const line_reader *reader) { return reader->packed != NULL; }

const char *line_reader_member(const line_reader *reader, uint64_t *line, uint64_t *offset)
{
    return reader->packed ? packed_member(reader->packed, line, offset) : NULL;
}

const char *line_reader_reason(const line_reader *reader)
{
    static _Thread_local flank_error error;
    if (reader && reader->fault.code)
        return error_english(&reader->fault);
    error_say(&error, FLANK_CANNOT_READ, 0, SAY(CANNOT_READ_BECAUSE),
              errno == EBADMSG ? SAY(PACKED_DAMAGED) : say_system(errno));
    return error_english(&error);
}

int line_reader_status(const line_reader *reader) { return reader && reader->refused ? CLI_DATA : CLI_NO_INPUT; }

bool line_reader_interrupted(const line_reader *reader) { return reader->interrupted; }

const char *line_reader_text(line_result result)
{
    return result == LINE_TOO_LONG ? "line of more than 16384 bytes" : "a NUL byte: this is not a text file";
}

int line_reader_complain(const line_reader *reader, const char *path, line_result result)
{
    static_assert(LINE_READER_LINE_MAX == 16384, "line_reader_text says so");
    if (result == LINE_TOO_LONG || result == LINE_BINARY)
        return complain_at(path, reader->number, "%s", line_reader_text(result));
    return complain(line_reader_status(reader), "%s: %s", path, line_reader_reason(reader));
}
