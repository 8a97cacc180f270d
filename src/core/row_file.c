/* SPDX-License-Identifier: MIT
 *
 * Rows in a temporary file: blocks are written and read at their place (pwrite, pread), so that any number of readers
 * share one descriptor.
 */
#define _GNU_SOURCE /* O_TMPFILE */

#include "core/row_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

enum { TAIL_ROWS = ROW_READER_BYTES / sizeof(word_row) };

/* ---- Writing ---- */

void row_file_open(row_file *file, const char *beside) { *file = (row_file){.beside = beside, .descriptor = -1}; }

void row_file_close(row_file *file)
{
    if (file->beside && file->descriptor >= 0)
        close(file->descriptor);
    free(file->tail);
    *file = (row_file){.descriptor = -1};
}

uint64_t row_file_count(const row_file *file) { return file->written + file->tail_count; }

/* A file that loses its name at once, where the system has none that never had one. */
static int open_named(char *path)
{
    const int descriptor = mkstemp(path);
    if (descriptor >= 0)
        unlink(path);
    return descriptor;
}

static int open_temporary(row_file *file)
{
    const size_t size = strlen(file->beside) + sizeof ".XXXXXX";
    char *path = malloc(size);
    if (!path)
        return ENOMEM;
    snprintf(path, size, "%s", file->beside);
    char *slash = strrchr(path, '/');
    if (slash)
        slash[slash == path] = '\0';
    file->descriptor = open(slash ? path : ".", O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
    if (file->descriptor < 0) {
        snprintf(path, size, "%s.XXXXXX", file->beside);
        file->descriptor = open_named(path);
    }
    const int number = errno;
    free(path);
    return file->descriptor < 0 ? number : 0;
}

/* Write whole rows behind those in the file. */
static int append(row_file *file, const word_row *rows, size_t count)
{
    int number = file->descriptor < 0 ? open_temporary(file) : 0;
    const char *bytes = (const char *)rows;
    off_t at = (off_t)(file->written * sizeof *rows);
    for (size_t left = count * sizeof *rows; left > 0 && number == 0;) {
        const ssize_t done = pwrite(file->descriptor, bytes, left, at);
        if (done <= 0) {
            number = done < 0 && errno == EINTR ? 0 : done < 0 ? errno : EIO;
            continue;
        }
        bytes += done;
        left -= (size_t)done;
        at += done;
    }
    if (number == 0)
        file->written += count;
    return number;
}

static int empty_tail(row_file *file)
{
    const int number = append(file, file->tail, file->tail_count);
    if (number == 0)
        file->tail_count = 0;
    return number;
}

int row_file_add(row_file *file, const word_row *rows, size_t count)
{
    int number = 0;
    if (count >= TAIL_ROWS) { /* a block of its own */
        number = file->tail_count ? empty_tail(file) : 0;
        return number ? number : append(file, rows, count);
    }
    if (!file->tail && !(file->tail = malloc(TAIL_ROWS * sizeof *file->tail)))
        return ENOMEM;
    if (file->tail_count + count > TAIL_ROWS)
        number = empty_tail(file);
    if (number)
        return number;
    memcpy(file->tail + file->tail_count, rows, count * sizeof *rows);
    file->tail_count += count;
    return 0;
}

/* ---- Reading ---- */

int row_reader_open(row_reader *reader, row_span span, size_t bytes)
{
    size_t room = bytes / sizeof(word_row) ? bytes / sizeof(word_row) : 1;
    *reader = (row_reader){.left = span, .room = room < span.count ? room : (size_t)span.count};
    if (span.file && span.count)
        reader->buffer = malloc(reader->room * sizeof *reader->buffer);
    return span.file && span.count && !reader->buffer ? ENOMEM : 0;
}

void row_reader_close(row_reader *reader)
{
    free(reader->buffer);
    *reader = (row_reader){.error = 0};
}

static int read_at(int descriptor, char *bytes, size_t size, off_t at)
{
    while (size > 0) {
        const ssize_t done = pread(descriptor, bytes, size, at);
        if (done < 0 && errno == EINTR)
            continue;
        if (done <= 0)
            return done < 0 ? errno : EIO;
        bytes += done;
        size -= (size_t)done;
        at += done;
    }
    return 0;
}

/* Fetch the next block: of the file, or of what has not been written to it. */
static void fetch(row_reader *reader)
{
    row_span *left = &reader->left;
    const row_file *file = left->file;
    size_t count = left->count < reader->room ? (size_t)left->count : reader->room;
    if (left->first < file->written) {
        count = file->written - left->first < count ? (size_t)(file->written - left->first) : count;
        reader->error = read_at(file->descriptor, (char *)reader->buffer, count * sizeof(word_row),
                                (off_t)(left->first * sizeof(word_row)));
    } else {
        memcpy(reader->buffer, file->tail + (left->first - file->written), count * sizeof(word_row));
    }
    reader->next = 0;
    reader->end = reader->error ? 0 : count;
    left->first += count;
    left->count = reader->error ? 0 : left->count - count;
}

const word_row *row_reader_next(row_reader *reader)
{
    row_span *left = &reader->left;
    if (!left->file) {
        if (left->count == 0)
            return NULL;
        left->count--;
        return &left->rows[left->first++];
    }
    if (reader->next == reader->end) {
        if (left->count == 0)
            return NULL;
        fetch(reader);
        if (reader->error)
            return NULL;
    }
    return &reader->buffer[reader->next++];
}
