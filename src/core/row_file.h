/* SPDX-License-Identifier: MIT
 *
 * Rows of four words outside memory: a temporary file that is written from its beginning to its end, and read again in
 * the same order, as often as it takes. The last rows stay in memory, so that a short list never becomes a file.
 *
 * The file lies in the folder of a path that the caller names, has no name itself where the system knows such files
 * (O_TMPFILE), and ends with the program, however that ends.
 */
#ifndef FLANK_CORE_ROW_FILE_H
#define FLANK_CORE_ROW_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct word_row {
    uint64_t word[4];
} word_row;

/* -1, 0, 1: by the first word, then by the next ones. */
static inline int row_compare(const word_row *a, const word_row *b)
{
    for (int i = 0; i < 4; i++)
        if (a->word[i] != b->word[i])
            return a->word[i] < b->word[i] ? -1 : 1;
    return 0;
}

typedef struct row_file {
    const char *beside; /* the path; the caller's */
    int descriptor;     /* -1: there is no file yet */
    uint64_t written;   /* rows in the file */
    word_row *tail;     /* those behind them */
    size_t tail_count;
} row_file;

/* Nothing can fail before the first row. */
void row_file_open(row_file *file, const char *beside);
void row_file_close(row_file *file); /* zero is fine */

uint64_t row_file_count(const row_file *file);

/* Add rows at the end. 0, or an errno. */
int row_file_add(row_file *file, const word_row *rows, size_t count);

/* Some rows that follow one another: of a file, which stays as it is while they are read, or in memory. */
typedef struct row_span {
    const row_file *file; /* NULL: in memory */
    const word_row *rows;
    uint64_t first, count; /* of the file's rows */
} row_span;

static inline row_span row_file_span(const row_file *file)
{
    return (row_span){.file = file, .count = row_file_count(file)};
}

typedef struct row_reader {
    row_span left; /* to be fetched */
    word_row *buffer;
    size_t room, next, end; /* buffer[next..end) was not handed out */
    int error;              /* an errno; the rows end there */
} row_reader;

enum { ROW_READER_BYTES = 1 << 16 }; /* a good buffer */

/* Begin to read a span; its buffer takes `bytes`, a row at least. 0, or ENOMEM with nothing to close. */
int row_reader_open(row_reader *reader, row_span span, size_t bytes);
void row_reader_close(row_reader *reader); /* zero is fine */

/* The next row, valid until the next call; NULL at the end or with `error` set. */
const word_row *row_reader_next(row_reader *reader);

#endif
