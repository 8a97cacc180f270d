/* SPDX-License-Identifier: MIT
 *
 * Labelled positions and the files that hold them.
 *
 * A chunk is a file of records, written beside its place and renamed into it, so that it is there whole or not at all:
 * whoever is stopped and started again makes only the chunks that are missing.
 */
#ifndef FLANK_TRAIN_DATA_H
#define FLANK_TRAIN_DATA_H

#include "core/text_buffer.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* A position for its side to move. */
typedef struct train_record {
    uint64_t own, other;
    int16_t outcome; /* discs at the end of the game that was played from here on; its end is played perfectly */
    int16_t value;   /* thought by the search that chose the move, in 1/EVAL_PER_DISC disc; exact near the end */
    uint32_t exact;  /* 1 if both are the value of perfect play */
} train_record;

typedef struct train_records {
    train_record *records; /* owned */
    size_t count, room;
} train_records;

bool train_records_add(train_records *list, train_record record); /* false without memory */
void train_records_free(train_records *list);

/* Mix into each value that is not exact, with this share, the value of the position after it in its game: the last
 * first, so that what was seen later reaches back. Records of a game must follow each other as they were played. */
void train_records_look_ahead(train_records *list, double share);

/* A chunk of rows of any kind, told by its magic. True if the file was written and is in its place. */
bool train_rows_write(const char *path, const char magic[8], const void *rows, size_t row_bytes, size_t count);

/* Its rows, to be freed by the caller. NULL if the file is missing or not such a chunk, or without memory. */
void *train_rows_read(const char *path, const char magic[8], size_t row_bytes, size_t *count);

/* The same of a file that is open for reading from its start, and stays so. It must have a size: a pipe is no chunk. */
void *train_rows_take(FILE *file, const char magic[8], size_t row_bytes, size_t *count);

/* True if the file was written and is in its place. */
bool train_chunk_write(const char *path, const train_records *list);

/* Append a chunk's records to the list. False if the file is missing or not a chunk, or without memory. */
bool train_chunk_read(const char *path, train_records *list);
bool train_chunk_take(FILE *file, train_records *list); /* of a file as in train_rows_take */

/* A part of a chunk in less than half the bytes, for those that send it: the records' number in four bytes,
 * little-endian, and the rows packed by zlib. `packed` has failed without memory. */
void train_records_pack(const train_records *list, text_buffer *packed);

/* Append the records of such a part. False if it is none, if it has more than `most` records, or without memory. */
bool train_records_unpack(const void *packed, size_t size, size_t most, train_records *list);

#endif
