/* SPDX-License-Identifier: MIT
 *
 * Chunks on disk: a header of 24 bytes, then the rows as they are in memory. A sum over the rows tells damage, which
 * would spoil the weights without a word.
 */
#include "train/train_data.h"

#include "core/bits.h"
#include "core/little_endian.h"
#include "core/whole_file.h"
#include "othello/evaluation.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <zlib.h>

typedef struct chunk_header {
    char magic[8];
    uint64_t count;
    uint64_t sum; /* CRC-32 of the rows */
} chunk_header;

static uint64_t sum_of(const void *rows, size_t bytes) { return crc32_z(crc32_z(0, NULL, 0), rows, bytes); }

static const char position_magic[8] = "FLKPOS1";

bool train_records_add(train_records *list, train_record record)
{
    if (list->count == list->room) {
        const size_t room = list->room ? 2 * list->room : 4096;
        train_record *records = realloc(list->records, room * sizeof *records);
        if (!records)
            return false;
        list->records = records;
        list->room = room;
    }
    list->records[list->count++] = record;
    return true;
}

void train_records_free(train_records *list)
{
    free(list->records);
    *list = (train_records){0};
}

/* The side whose view `next` is after one placement: -1 the opponent's, 1 the mover's again (a pass), 0 it is no
 * successor. */
static int view_after(const train_record *now, const train_record *next)
{
    const uint64_t discs = now->own | now->other, more = next->own | next->other;
    if ((discs & ~more) != 0 || bit_count(more ^ discs) != 1)
        return 0;
    if ((next->own & ~now->other) == 0)
        return -1;
    return (next->other & ~now->other) == 0;
}

void train_records_look_ahead(train_records *list, double share)
{
    for (size_t i = list->count; i-- > 1;) {
        train_record *now = &list->records[i - 1];
        const train_record *next = &list->records[i];
        const int sign = view_after(now, next);
        if (sign != 0 && !now->exact)
            now->value = (int16_t)((1 - share) * now->value + share * sign * next->value);
    }
}

bool train_rows_write(const char *path, const char magic[8], const void *rows, size_t row_bytes, size_t count)
{
    whole_file file;
    errno = whole_file_open(&file, path);
    if (errno)
        return false;
    chunk_header header = {.count = count, .sum = count ? sum_of(rows, row_bytes * count) : 0};
    memcpy(header.magic, magic, sizeof header.magic);
    (void)fwrite(&header, sizeof header, 1, file.stream); /* whole_file_keep sees a failure */
    if (count)
        (void)fwrite(rows, row_bytes, count, file.stream);
    errno = whole_file_keep(&file);
    return errno == 0;
}

/* True if a file that stands behind its header has so many rows and nothing else: else a few damaged bytes could ask
 * for all memory. */
static bool has_rows(FILE *file, uint64_t count, size_t row_bytes)
{
    const off_t start = ftello(file);
    const bool measured = start >= 0 && fseeko(file, 0, SEEK_END) == 0;
    const off_t end = measured ? ftello(file) : -1;
    return end >= start && fseeko(file, start, SEEK_SET) == 0 && (uint64_t)(end - start) / row_bytes == count &&
           (uint64_t)(end - start) % row_bytes == 0;
}

void *train_rows_take(FILE *file, const char magic[8], size_t row_bytes, size_t *count)
{
    chunk_header header;
    void *rows = NULL;
    *count = 0;
    if (fread(&header, sizeof header, 1, file) != 1 || memcmp(header.magic, magic, sizeof header.magic) != 0 ||
        !has_rows(file, header.count, row_bytes))
        return NULL;
    const size_t bytes = (size_t)header.count * row_bytes;
    rows = malloc(bytes + 1);
    if (rows && (fread(rows, 1, bytes, file) != bytes || header.sum != (bytes ? sum_of(rows, bytes) : 0))) {
        free(rows);
        rows = NULL;
    }
    *count = rows ? (size_t)header.count : 0;
    return rows;
}

void *train_rows_read(const char *path, const char magic[8], size_t row_bytes, size_t *count)
{
    FILE *file = fopen(path, "rb");
    *count = 0;
    if (!file)
        return NULL;
    void *rows = train_rows_take(file, magic, row_bytes, count);
    fclose(file);
    return rows;
}

bool train_chunk_write(const char *path, const train_records *list)
{
    return train_rows_write(path, position_magic, list->records, sizeof *list->records, list->count);
}

static bool is_record(const train_record *record)
{
    const int most = 64 * EVAL_PER_DISC;
    return (record->own & record->other) == 0 && abs(record->outcome) <= 64 && abs(record->value) <= most &&
           record->exact <= 1;
}

/* False if one of them is none, or without memory. */
static bool add_all(const train_record *records, size_t count, train_records *list)
{
    bool right = records != NULL;
    for (size_t i = 0; right && i < count; i++)
        right = is_record(&records[i]) && train_records_add(list, records[i]);
    return right;
}

bool train_chunk_take(FILE *file, train_records *list)
{
    size_t count;
    train_record *records = train_rows_take(file, position_magic, sizeof *records, &count);
    const bool read = add_all(records, count, list);
    free(records);
    return read;
}

bool train_chunk_read(const char *path, train_records *list)
{
    FILE *file = fopen(path, "rb");
    const bool read = file && train_chunk_take(file, list);
    if (file)
        fclose(file);
    return read;
}

void train_records_pack(const train_records *list, text_buffer *packed)
{
    uint8_t count[4];
    const uLong bytes = (uLong)(list->count * sizeof *list->records);
    uLongf size = compressBound(bytes);
    Bytef *text = malloc(size);
    const bool done = text && compress(text, &size, list->count ? (const Bytef *)list->records : count, bytes) == Z_OK;
    little_put(count, sizeof count, list->count);
    text_add_bytes(packed, (const char *)count, sizeof count);
    if (done)
        text_add_bytes(packed, (const char *)text, size);
    else
        packed->failed = true;
    free(text);
}

bool train_records_unpack(const void *packed, size_t size, size_t most, train_records *list)
{
    const uint8_t *text = packed;
    const size_t count = size < 4 ? SIZE_MAX : (size_t)little_get(text, 4);
    if (count > most)
        return false;
    uLongf bytes = (uLongf)(count * sizeof *list->records);
    train_record *records = malloc(bytes + 1);
    const bool read = records && uncompress((Bytef *)records, &bytes, text + 4, (uLong)(size - 4)) == Z_OK &&
                      bytes == count * sizeof *records && add_all(records, count, list);
    free(records);
    return read;
}
