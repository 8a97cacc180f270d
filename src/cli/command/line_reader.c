/* SPDX-License-Identifier: MIT
 *
 * Lines out of a fixed buffer over read(2). stdio was rejected: it cannot wait for input and for Ctrl-C at once, and
 * fgets hides NUL bytes, so that "f5\0garbage" would silently be read as "f5".
 */
#include "cli/command/line_reader.h"

#include "cli/command/cli.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct line_reader {
    int descriptor, wake;
    bool ended, interrupted;
    size_t start, end, number; /* buffer[start..end) is read and not yet handed out */
    char buffer[4 * LINE_READER_LINE_MAX];
};

line_reader *line_reader_open(const char *path, int wake)
{
    int descriptor = strcmp(path, "-") == 0 ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC);
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

/* Read more behind buffer[end). */
static line_result fill(line_reader *reader)
{
    reader->interrupted = !wait_for_input(reader);
    if (reader->interrupted)
        return LINE_INTERRUPTED;
    if (reader->start) {
        memmove(reader->buffer, reader->buffer + reader->start, reader->end - reader->start);
        reader->end -= reader->start;
        reader->start = 0;
    }
    ssize_t count;
    do
        count = read(reader->descriptor, reader->buffer + reader->end, sizeof reader->buffer - 1 - reader->end);
    while (count < 0 && errno == EINTR);
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
    return complain(CLI_NO_INPUT, "%s: cannot read: %s", path, strerror(errno));
}
